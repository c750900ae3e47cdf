use std::io::{self, Read, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use tiny_http::{Header, Method, Request, Response, Server};

use super::engine::Order;
use super::news::News;

/// How long a page hears nothing before it is told that this is still here.
const ALIVE: Duration = Duration::from_secs(10);
/// An order is a few words.
const LONGEST: u64 = 1_000;

const PAGE: &str = include_str!("../../../assets/sim/index.html");
const STYLE: &str = include_str!("../../../assets/sim/sim.css");
const SCRIPT: &str = include_str!("../../../assets/sim/sim.js");

/// Serves pages until the server is stopped, or nobody takes orders any more.
pub(super) fn serve(server: &Server, news: &News, orders: &Sender<Order>) {
    for request in server.incoming_requests() {
        // A reader that has gone in the meantime is no reason to worry.
        let _ = answer(request, news, orders);
    }
}

fn answer(mut request: Request, news: &News, orders: &Sender<Order>) -> io::Result<()> {
    if !is_local(&request) {
        return refuse(request, 403, "this page is for this computer only");
    }
    let path = request.url().split('?').next().unwrap_or_default().to_owned();
    match (request.method(), path.as_str()) {
        (Method::Get, "/") => send(request, "text/html", PAGE),
        (Method::Get, "/sim.css") => send(request, "text/css", STYLE),
        (Method::Get, "/sim.js") => send(request, "text/javascript", SCRIPT),
        (Method::Get, "/news") => {
            let news = news.clone();
            // A page listens for hours; the others must not wait for it.
            thread::Builder::new().name("page".to_owned()).spawn(move || tell(request, &news))?;
            Ok(())
        }
        (Method::Post, "/act") => {
            // What another site can make a browser send never has this type.
            if header(&request, "Content-Type") != Some("application/json") {
                return refuse(request, 415, "an order is application/json");
            }
            let mut text = String::new();
            request.as_reader().take(LONGEST).read_to_string(&mut text)?;
            match serde_json::from_str(&text) {
                Ok(order) if orders.send(order).is_ok() => request.respond(Response::empty(204)),
                Ok(_) => refuse(request, 503, "the board has stopped"),
                Err(error) => refuse(request, 400, &error.to_string()),
            }
        }
        _ => refuse(request, 404, "there is nothing here"),
    }
}

/// Whether it was meant for this computer: a name that somebody else has pointed here is
/// not.
fn is_local(request: &Request) -> bool {
    let host = header(request, "Host").unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    ["127.0.0.1", "localhost", "[::1]"].contains(&name)
}

fn header<'a>(request: &'a Request, name: &'static str) -> Option<&'a str> {
    let found = request.headers().iter().find(|header| header.field.equiv(name));
    found.map(|header| header.value.as_str())
}

fn send(request: Request, kind: &str, text: &str) -> io::Result<()> {
    let response = Response::from_string(text);
    request.respond(with(
        with(response, "Content-Type", &format!("{kind}; charset=utf-8")),
        "Cache-Control",
        "no-store",
    ))
}

fn refuse(request: Request, status: u16, why: &str) -> io::Result<()> {
    request.respond(Response::from_string(format!("{why}\n")).with_status_code(status))
}

fn with<R: Read>(response: Response<R>, name: &str, value: &str) -> Response<R> {
    match Header::from_bytes(name, value) {
        Ok(header) => response.with_header(header),
        Err(()) => response,
    }
}

/// Tells a page what is new, until it goes. Written by hand: a response of the library
/// would be held back until some kilobytes have come together.
fn tell(request: Request, news: &News) -> io::Result<()> {
    let mut page = request.into_writer();
    page.write_all(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
          Connection: close\r\n\r\n",
    )?;
    let follow = news.follow();
    loop {
        match follow.recv_timeout(ALIVE) {
            Ok(text) => page.write_all(text.as_bytes())?,
            Err(RecvTimeoutError::Timeout) => page.write_all(b": still here\n\n")?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        page.flush()?;
    }
}
