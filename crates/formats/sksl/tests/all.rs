//! The integration tests of this crate in one program, which builds faster than one for each file.

mod corpus;
mod dehydrated;
mod dialects;
mod document;
mod hostile;
mod interface;
mod modules;
mod print;
mod repair;
mod resolve;
mod rules;
mod support;
mod typed;
mod window;
