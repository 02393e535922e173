//! Documents about a table: the design document and the page.

mod facts;
mod html;
mod markdown;
