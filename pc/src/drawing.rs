//! Drawings of a position: characters for a terminal, and SVG.

pub(crate) mod svg;
pub(crate) mod terminal;
