use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};

use serde::Serialize;

/// How many lines of the stream a page is given that is opened late.
const LINES: usize = 200;
/// A page that has fallen so far behind is cut off, and begins anew by itself.
const BEHIND: usize = 2_000;

/// What every page is told, as server-sent events.
#[derive(Clone, Default)]
pub(super) struct News {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    pages: Vec<SyncSender<Arc<str>>>,
    /// The newest of each topic of which only the newest counts.
    latest: Vec<(&'static str, Arc<str>)>,
    lines: VecDeque<Arc<str>>,
}

impl News {
    /// Something of which only the newest counts; said again, nobody is told.
    pub(super) fn now_is(&self, topic: &'static str, what: &impl Serialize) {
        let text = event(topic, what);
        let mut inner = self.lock();
        match inner.latest.iter_mut().find(|(name, _)| *name == topic) {
            Some((_, latest)) if *latest == text => return,
            Some((_, latest)) => *latest = text.clone(),
            None => inner.latest.push((topic, text.clone())),
        }
        inner.tell(&text);
    }

    /// One more line of the stream.
    pub(super) fn line(&self, what: &impl Serialize) {
        let text = event("line", what);
        let mut inner = self.lock();
        if inner.lines.len() == LINES {
            inner.lines.pop_front();
        }
        inner.lines.push_back(text.clone());
        inner.tell(&text);
    }

    /// Everything a page has to know, then what is new.
    pub(super) fn follow(&self) -> Receiver<Arc<str>> {
        let (sender, receiver) = sync_channel(BEHIND);
        let mut inner = self.lock();
        let known = inner.latest.iter().map(|(_, text)| text).chain(&inner.lines);
        for text in known {
            // There is room for all of it.
            let _ = sender.try_send(text.clone());
        }
        inner.pages.push(sender);
        receiver
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Inner {
    fn tell(&mut self, text: &Arc<str>) {
        self.pages.retain(|page| page.try_send(text.clone()).is_ok());
    }
}

fn event(topic: &str, what: &impl Serialize) -> Arc<str> {
    // What is told here has only names for keys, so it can always be written.
    let data = serde_json::to_string(what).unwrap_or_default();
    format!("event: {topic}\ndata: {data}\n\n").into()
}
