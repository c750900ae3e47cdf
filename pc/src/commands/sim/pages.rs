use std::sync::mpsc::{SyncSender, TrySendError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Extension, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use super::engine::Order;
use super::news::News;
use crate::web::{Refusal, Visitor, asset, is_local};

/// Length of an order in bytes: a few words.
const LONGEST: usize = 1_000;

const PAGE: &str = include_str!("../../../assets/sim/index.html");
const STYLE: &str = include_str!("../../../assets/sim/sim.css");
const SCRIPT: &str = include_str!("../../../assets/sim/sim.js");

/// The page of the board. Orders are sent to its engine.
pub(super) fn router(news: News, orders: SyncSender<Order>) -> Router {
    let no_store = HeaderValue::from_static("no-store");
    let nothing_here = Refusal::new(StatusCode::NOT_FOUND, "there is nothing here");
    Router::new()
        .route("/", get(page))
        .route("/sim.css", get(style))
        .route("/sim.js", get(script))
        .route("/news", get(follow).with_state(news))
        .route("/act", post(act).with_state(orders))
        .fallback(async || nothing_here)
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(from_fn(check))
        .layer(CompressionLayer::new())
        .layer(SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, no_store))
}

/// Refuses requests that were not meant for this computer.
async fn check(request: Request, next: Next) -> Response {
    if is_local(request.headers()) {
        next.run(request).await
    } else {
        Refusal::new(StatusCode::FORBIDDEN, "this page is for this computer only").into_response()
    }
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

async fn follow(
    State(news): State<News>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Refusal> {
    visitor.events(news.follow())
}

async fn act(
    State(orders): State<SyncSender<Order>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    // What another site can make a browser send never has this type.
    if headers.get(CONTENT_TYPE).is_none_or(|kind| kind != "application/json") {
        let why = "an order is application/json";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let order = serde_json::from_slice(&body)
        .map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, error.to_string()))?;
    orders.try_send(order).map_err(|error| {
        let why = match error {
            TrySendError::Full(_) => "the board is busy; try again later",
            TrySendError::Disconnected(_) => "the board has stopped",
        };
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, why)
    })?;
    Ok(StatusCode::NO_CONTENT)
}
