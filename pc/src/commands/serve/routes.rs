use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, Path, Query, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Version};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use super::json_cache::JsonCache;
use super::reader::Reader;
use crate::hall::Hall;
use crate::pdn;
use crate::web::{Refusal, Visitor, asset, is_local};

const PAGE: &str = include_str!("../../../assets/hall/index.html");
const STYLE: &str = include_str!("../../../assets/hall/hall.css");
const SCRIPT: &str = include_str!("../../../assets/hall/hall.js");

/// What a page may load: nothing from another server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src data:; base-uri 'none'; form-action 'none'";

/// What the pages show.
#[derive(Clone)]
struct Pages {
    hall: Hall,
    cache: Arc<JsonCache>,
}

/// The pages of a hall at an address. At an address of this computer only requests that name it
/// are answered.
pub(super) fn router(hall: Hall, address: SocketAddr) -> Router {
    let local = address.ip().is_loopback();
    let header = SetResponseHeaderLayer::if_not_present;
    Router::new()
        .route("/", get(page))
        .route("/hall.css", get(style))
        .route("/hall.js", get(script))
        .route("/hall.json", get(hall_json))
        .route("/news", get(news))
        .route("/board/{name}", get(board))
        .fallback(async || nothing_here())
        .with_state(Pages { hall, cache: Arc::default() })
        .layer(from_fn_with_state(local, check))
        .layer(CompressionLayer::new())
        .layer(header(CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .layer(header(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")))
        .layer(header(REFERRER_POLICY, HeaderValue::from_static("no-referrer")))
        .layer(header(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)))
}

/// Refuses requests that would change something, and those that were meant for another host.
async fn check(State(local): State<bool>, request: Request, next: Next) -> Response {
    let refusal = if request.version() == Version::HTTP_11 && !request.headers().contains_key(HOST)
    {
        Refusal::new(StatusCode::BAD_REQUEST, "the request names no host")
    } else if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let why = "this page is to be looked at only: GET";
        Refusal::new(StatusCode::METHOD_NOT_ALLOWED, why)
    } else if local && !is_local(request.headers()) {
        let why = "this hall is shown on this computer only; --listen changes that";
        Refusal::new(StatusCode::MISDIRECTED_REQUEST, why)
    } else {
        return next.run(request).await;
    };
    refusal.into_response()
}

async fn page(headers: HeaderMap) -> Response {
    asset(&headers, "text/html; charset=utf-8", PAGE)
}

async fn style(headers: HeaderMap) -> Response {
    asset(&headers, "text/css; charset=utf-8", STYLE)
}

async fn script(headers: HeaderMap) -> Response {
    asset(&headers, "text/javascript; charset=utf-8", SCRIPT)
}

async fn hall_json(State(pages): State<Pages>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], pages.cache.whole(&pages.hall))
}

#[derive(Deserialize)]
struct NewsQuery {
    /// The board that is shown in full.
    board: Option<String>,
}

async fn news(
    State(pages): State<Pages>,
    Extension(visitor): Extension<Visitor>,
    Query(query): Query<NewsQuery>,
) -> Result<Response, Refusal> {
    let board = query.board.map(|board| pages.board(&board)).transpose()?;
    visitor.events(Reader::new(pages.hall, pages.cache, board))
}

/// The game of a board: `/board/3.pdn`.
async fn board(
    State(pages): State<Pages>,
    Path(name): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let board = pages.board(name.strip_suffix(".pdn").ok_or_else(nothing_here)?)?;
    let boards = pages.hall.lock();
    match boards.views.get(board).filter(|view| view.has_game()) {
        Some(view) => {
            Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], pdn::write(&view.score.game())))
        }
        None => Err(Refusal::new(StatusCode::NOT_FOUND, "no game has begun on this board")),
    }
}

fn nothing_here() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "there is nothing here")
}

impl Pages {
    /// Returns the index of a board.
    fn board(&self, number: &str) -> Result<usize, Refusal> {
        let board = number
            .parse()
            .map_err(|_| Refusal::new(StatusCode::BAD_REQUEST, "a board is named by its number"))?;
        if board < self.hall.lock().views.len() {
            Ok(board)
        } else {
            Err(Refusal::new(StatusCode::NOT_FOUND, "there is no such board"))
        }
    }
}
