#![doc = include_str!("../README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | `abi` | the exports: room for bytes, one call, its answer |
//! | `request` | requests as hosts write them |
//! | `answer` | answers as hosts read them |
//! | `session` | open files by number; what answers each request |
//! | `opened` | an open file: its bytes, and what is computed of it when it is first asked for |
//! | `outline` | the field tree in windows: rows, places, owners |
//! | `lines` | texts in windows |
//! | `find` | search in names, values, bytes and texts |
//! | `documents` | the JSON documents of the command |
//! | `convert` | other languages, of files and of sources |
//! | `compile` | sources to files and modules, with findings |
//! | `picture` | what effects draw |

mod abi;
mod answer;
mod compile;
mod convert;
mod documents;
mod find;
mod lines;
mod opened;
mod outline;
mod picture;
mod request;
mod session;

pub use session::{Reply, Session};
