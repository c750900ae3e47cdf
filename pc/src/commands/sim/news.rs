use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use serde::Serialize;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::web::EventSource;

/// Number of last lines of the stream that a new page gets.
const LINES: usize = 200;
/// Length of the queue of a page. A page whose queue is full is disconnected; it reconnects by
/// itself.
const BEHIND: usize = 2_000;

/// The events for one page.
pub(super) struct Page(Receiver<Bytes>);

impl EventSource for Page {
    async fn next(&mut self) -> Option<Bytes> {
        self.0.recv().await
    }
}

/// Distributes server-sent events to all pages.
#[derive(Clone, Default)]
pub(super) struct News {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    pages: Vec<Sender<Bytes>>,
    /// The newest event of each topic that replaces its predecessors.
    latest: Vec<(&'static str, Bytes)>,
    lines: VecDeque<Bytes>,
}

impl News {
    /// Publishes a value that replaces the former one of its topic; an equal value is not sent.
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

    /// Publishes a line of the stream.
    pub(super) fn line(&self, what: &impl Serialize) {
        let text = event("line", what);
        let mut inner = self.lock();
        if inner.lines.len() == LINES {
            inner.lines.pop_front();
        }
        inner.lines.push_back(text.clone());
        inner.tell(&text);
    }

    /// Returns a queue with the current state, followed by all new events.
    pub(super) fn follow(&self) -> Page {
        let (sender, receiver) = channel(BEHIND);
        let mut inner = self.lock();
        let known = inner.latest.iter().map(|(_, text)| text).chain(&inner.lines);
        for text in known {
            // The queue is longer than the state.
            let _ = sender.try_send(text.clone());
        }
        inner.pages.push(sender);
        Page(receiver)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Inner {
    fn tell(&mut self, text: &Bytes) {
        self.pages.retain(|page| page.try_send(text.clone()).is_ok());
    }
}

fn event(topic: &str, what: &impl Serialize) -> Bytes {
    // All keys are strings, so this cannot fail.
    let data = serde_json::to_string(what).unwrap_or_default();
    format!("event: {topic}\ndata: {data}\n\n").into()
}
