#![doc = include_str!("../README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | [`table`] | tables of TOML, read key by key |
//! | [`project`] | project files |
//! | [`permutation`] | combinations of macros |
//! | [`digest`] | SHA-256 |
//! | [`cache`] | what was built, by content, in a folder |
//! | [`state`] | what the last run read and wrote |
//! | [`stored`] | the form in which both are written |
//! | [`index`] | the list of results, as JSON |
//! | [`rules`] | what findings are about |

pub mod cache;
pub mod digest;
pub mod index;
pub mod permutation;
pub mod project;
mod read;
pub mod rules;
pub mod state;
pub mod stored;
pub mod table;
