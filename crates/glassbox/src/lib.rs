#![doc = include_str!("../README.md")]
//!
//! [`open`] finds out what bytes are and reads them; the [`File`] it gives answers every question through the
//! [`Opened`](glassbox_core::format::Opened) interface and hands out the field tree, on which dump, text and diff work.
//! Bytes of no known kind are searched for files of every format, which then are opened in place.
//!
//! The text form stands for the bytes it assembles to: [`binary`] turns it into them and passes everything else through.

pub use glassbox_bpx_build as bpx_build;
pub use glassbox_core as core;
pub use glassbox_vertices as vertices;

pub mod bpx_link;
mod c_array;
mod carrier;
mod code_diff;
pub mod compile;
mod conversions;
pub mod dx_link;
mod file;
mod formats;
mod languages;
mod link;
mod nested;
pub mod plan;
pub mod program;
pub mod render;
mod rules;
pub mod run;
mod scan;
mod source;
mod source_listing;
mod sparse;
mod strings;
mod text;

pub use code_diff::LanguageDiff;
pub use conversions::{
    CONVERSION_ALIASES, Conversion, ConversionError, ConversionOptions, Converted, NameMap, conversion,
    conversion_targets, conversions,
};
pub use file::{File, open, open_named};
pub use formats::{BARE_CODE, bare_code, detect, format, format_of_name, formats};
pub use languages::{
    Disassembly, IdNames, disassemble, doubts, file_of_code, language, language_of_source, registry,
    replace_code,
};
pub use link::{LinkInput, LinkOptions, LinkOutcome, LinkedFile, Place, SplitFile, WordLine, link, split};
pub use rules::{
    ASSEMBLY, FAILED, GAVE_UP, LEADING_BYTES, LIBRARY_REFUSED, MISNAMED, NO_LANGUAGE, NO_OPTION, NOT_RUN,
    NOT_SHOWN, NOT_THERE, Origin, REFUSED_EDIT, UNKNOWN_DATA, rule, rules, similar_rules,
};
pub use scan::{ArrayFind, Data as ScanData, Find, Finds, ScanOptions, scan, scan_data};
pub use source::compiler_of_source;
pub use source_listing::{Excerpt, Floats};
pub use sparse::bytes_for_parts;
pub use strings::{Repeated, Strings, strings};
pub use text::{assemble, assembly_errors, binary, is_spelled, is_text, spelling_of};
