#![doc = include_str!("../README.md")]
//!
//! A format declares its records once and reads them through a [`reader::Reader`]. With the empty recorder
//! that yields the typed model; with a [`map::Map`] it also yields the field tree. Everything that crosses
//! formats walks that tree.

pub mod diagnostic;
pub mod diff;
pub mod dump;
pub mod error;
pub mod format;
pub mod interface;
pub mod language;
pub mod limits;
pub mod map;
pub mod name_map;
pub mod named;
pub mod needs;
pub mod places;
pub mod printable;
pub mod reader;
pub mod record;
pub mod register_map;
pub mod show;
pub mod source_name;
pub mod space;
pub mod span;
pub mod stage;
pub mod suggest;
pub mod text;
pub mod value;
pub mod view;
pub mod walk;
