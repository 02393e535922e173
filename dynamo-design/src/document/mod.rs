//! What people read of a table: the design document and the page.

mod facts;
mod html;
mod markdown;
