use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::request::{Bad, Request};
use super::routes::{Body, Routes};

/// So many may look at once: each costs a thread that mostly sleeps.
pub(super) const READERS: usize = 400;
/// Whoever does not take what he asked for within this time is let go. A page opens
/// the connection again by itself, and finds everything as it is by then.
const WRITING: Duration = Duration::from_secs(10);
/// What the answer to a page allows it: nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src data:; base-uri 'none'; form-action 'none'";

/// Answers requests, a thread each, for ever.
///
/// Written on plain sockets because a reader has to have a time limit for writing: one
/// that has vanished without a word would otherwise keep its thread for good.
pub(super) fn serve(listener: &TcpListener, routes: Routes) {
    let routes = Arc::new(routes);
    let open = Arc::new(AtomicUsize::new(0));
    loop {
        let Ok((mut stream, _)) = listener.accept() else {
            // Too many files are open, or the like: it passes when somebody goes.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        let seat = Seat::take(&open);
        let routes = Arc::clone(&routes);
        let crowded = seat.number > READERS;
        let answer = thread::Builder::new().name("page".to_owned()).stack_size(256 << 10);
        // Without a thread nobody can be told why: the connection just ends.
        let _ = answer.spawn(move || {
            // One that has gone in the meantime is no reason to worry.
            let _ = answer_one(&mut stream, &routes, crowded);
            drop(seat);
        });
    }
}

/// One of those who are being answered.
struct Seat {
    open: Arc<AtomicUsize>,
    number: usize,
}

impl Seat {
    fn take(open: &Arc<AtomicUsize>) -> Self {
        let number = open.fetch_add(1, Ordering::Relaxed) + 1;
        Self { open: Arc::clone(open), number }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
    }
}

fn answer_one(stream: &mut TcpStream, routes: &Routes, crowded: bool) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITING))?;
    // A move is a few bytes that should not wait for more.
    stream.set_nodelay(true)?;
    if crowded {
        return refuse(stream, 503, "too many are looking already; try again later");
    }
    let request = match Request::read(stream) {
        Ok(request) => request,
        Err(Bad::Gone) => return Ok(()),
        Err(Bad::Status(status, why)) => return refuse(stream, status, why),
    };
    let head = match request.method.as_str() {
        "GET" => false,
        "HEAD" => true,
        _ => return refuse(stream, 405, "this page is to be looked at only: GET"),
    };
    match routes.find(&request) {
        Ok(Body::Text { kind, text }) => {
            write_head(stream, 200, kind, Some(text.len()))?;
            if !head {
                stream.write_all(text.as_bytes())?;
            }
            finish(stream)
        }
        Ok(Body::News(reader)) => {
            write_head(stream, 200, "text/event-stream; charset=utf-8", None)?;
            if head { finish(stream) } else { reader.tell(stream) }
        }
        Err((status, why)) => refuse(stream, status, why),
    }
}

fn refuse(stream: &mut TcpStream, status: u16, why: &str) -> io::Result<()> {
    let text = format!("{why}\n");
    write_head(stream, status, "text/plain; charset=utf-8", Some(text.len()))?;
    stream.write_all(text.as_bytes())?;
    finish(stream)
}

fn write_head(
    stream: &mut TcpStream,
    status: u16,
    kind: &str,
    length: Option<usize>,
) -> io::Result<()> {
    let phrase = match status {
        200 => "OK",
        400 => "Bad Request",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        505 => "HTTP Version Not Supported",
        _ => "Service Unavailable",
    };
    let mut head = format!(
        "HTTP/1.1 {status} {phrase}\r\nContent-Type: {kind}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Content-Security-Policy: {POLICY}\r\nConnection: close\r\n"
    );
    if let Some(length) = length {
        head += &format!("Content-Length: {length}\r\n");
    }
    match status {
        405 => head += "Allow: GET, HEAD\r\n",
        503 => head += "Retry-After: 10\r\n",
        _ => {}
    }
    head += "\r\n";
    stream.write_all(head.as_bytes())
}

/// Closes politely: what was sent here and not read would otherwise make the answer
/// vanish before it is seen.
fn finish(stream: &mut TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_millis(500)))?;
    let mut rest = [0; 4096];
    for _ in 0..64 {
        if stream.read(&mut rest)? == 0 {
            break;
        }
    }
    Ok(())
}
