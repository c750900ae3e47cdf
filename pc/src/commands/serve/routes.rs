use std::net::SocketAddr;
use std::sync::Arc;

use super::json_cache::JsonCache;
use super::reader::Reader;
use super::request::Request;
use crate::hall::Hall;
use crate::pdn;

const PAGE: &str = include_str!("../../../assets/hall/index.html");
const STYLE: &str = include_str!("../../../assets/hall/hall.css");
const SCRIPT: &str = include_str!("../../../assets/hall/hall.js");

/// What there is to look at, and where.
pub(super) struct Routes {
    hall: Hall,
    album: Arc<JsonCache>,
    /// Only this computer is answered.
    local: bool,
}

/// What somebody gets.
pub(super) enum Body {
    Text { kind: &'static str, text: String },
    News(Reader),
}

impl Routes {
    pub(super) fn new(hall: Hall, address: SocketAddr) -> Self {
        Self { hall, album: Arc::default(), local: address.ip().is_loopback() }
    }

    /// What a request is for; or a status, and why.
    pub(super) fn find(&self, request: &Request) -> Result<Body, (u16, &'static str)> {
        if self.local && !is_local(&request.host) {
            // Somebody has pointed a name of his own to this computer.
            return Err((421, "this hall is shown on this computer only; --listen changes that"));
        }
        let text = |kind, text: &str| Ok(Body::Text { kind, text: text.to_owned() });
        match request.path.as_str() {
            "/" => text("text/html; charset=utf-8", PAGE),
            "/hall.css" => text("text/css; charset=utf-8", STYLE),
            "/hall.js" => text("text/javascript; charset=utf-8", SCRIPT),
            "/hall.json" => {
                let whole = self.album.whole(&self.hall);
                Ok(Body::Text { kind: "application/json", text: whole })
            }
            "/news" => {
                let board = match request.asked("board") {
                    Some(board) => Some(self.board(board)?),
                    None => None,
                };
                Ok(Body::News(Reader::new(self.hall.clone(), Arc::clone(&self.album), board)))
            }
            path => {
                let board = path.strip_prefix("/board/").and_then(|name| name.strip_suffix(".pdn"));
                let board = self.board(board.ok_or((404, "there is nothing here"))?)?;
                let boards = self.hall.lock();
                match boards.views.get(board).filter(|seat| seat.has_game()) {
                    Some(seat) => Ok(Body::Text {
                        kind: "text/plain; charset=utf-8",
                        text: pdn::write(&seat.score.game()),
                    }),
                    None => Err((404, "no game has begun on this board")),
                }
            }
        }
    }

    fn board(&self, name: &str) -> Result<usize, (u16, &'static str)> {
        let board = name.parse().map_err(|_| (400, "a board is named by its number"))?;
        if board < self.hall.lock().views.len() {
            Ok(board)
        } else {
            Err((404, "there is no such board"))
        }
    }
}

fn is_local(host: &str) -> bool {
    host.is_empty()
        || host.eq_ignore_ascii_case("localhost")
        || host == "[::1]"
        || host.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback())
}
