//! Drawings of a position: characters for a terminal, and SVG; strips of boards for
//! `explain`.

pub(crate) mod strip;
pub(crate) mod svg;
pub(crate) mod terminal;
