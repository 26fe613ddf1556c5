#![doc = include_str!("../README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | [`source`] | the texts of a program, places in them, the search for included ones |
//! | [`map`] | where expanded text comes from |
//! | [`token`] | tokens and shared words |
//! | [`lex`](mod@lex) | text to tokens |
//! | [`trivia`](mod@trivia) | blanks and comments |
//! | [`report`] | findings with places in any of the texts |
//! | [`uses`] | where names are declared and used |

pub mod lex;
pub mod map;
pub mod report;
pub mod source;
pub mod token;
pub mod trivia;
pub mod uses;
