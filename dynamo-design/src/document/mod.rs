//! Documents about a design: Markdown and a page.

mod command;
mod cost;
mod example;
mod facts;
mod html;
mod made_up;
mod markdown;
mod patterns;
mod reach;
mod rows;
mod runbook;
mod snippet;
mod trouble;
