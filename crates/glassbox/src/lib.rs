#![doc = include_str!("../README.md")]
//!
//! [`open`] detects the format of bytes and reads them. The [`File`] it returns has a method for each query: findings
//! ([`check`](File::check)), reflection ([`interface`](File::interface)), differences ([`diff`](File::diff)), and every
//! byte by name ([`dump`](File::dump)). Bytes of unknown format are searched for files of every format, which are
//! opened in place.
//!
//! `docs/library.md` in the repository walks through five short programs from this crate's folder `examples`.
//!
//! Errors implement [`std::error::Error`], so `?` works with all of them. Opening never fails: a truncated or unknown
//! file has findings, and every byte of it still has an owner in the [`tree`](File::tree).
//!
//! [`binary`] assembles a text form to its bytes and passes everything else through.

pub use glassbox_bpx_build as bpx_build;
pub use glassbox_core as core;
pub use glassbox_headers as headers;
pub use glassbox_programs as programs;
pub use glassbox_vertices as vertices;

mod bindings;
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
mod origins;
pub mod plan;
pub mod program;
pub mod render;
mod root_signature;
mod rules;
pub mod run;
mod scan;
mod source;
mod source_listing;
mod sparse;
pub mod stages;
mod strings;
mod text;

pub use bindings::BindingMap;
pub use code_diff::LanguageDiff;
pub use conversions::{
    CONVERSION_ALIASES, ClipSpace, Conversion, ConversionChild, ConversionError, ConversionOptions,
    Converted, EntryPoint, NameMap, conversion, conversion_of_source, conversion_targets, conversions,
};
pub use file::{File, ListingError, NestedFiles, environment, environments, open, open_as, open_named};
pub use formats::{BARE_CODE, bare_code, detect, format, format_of_name, formats};
pub use languages::{
    Disassembly, IdNames, Replaced, assemble_for, disassemble, doubts, file_of_code, language,
    language_of_source, registry, replace_code,
};
pub use link::{
    LinkInput, LinkOptions, LinkOutcome, LinkedFile, Place, SplitFile, SplitInto, WordLine, link, split,
};
pub use root_signature::{MergeError, RootSignatureError, merge as merge_root_signatures, root_signature};
pub use rules::{
    ASSEMBLY, FAILED, GAVE_UP, LEADING_BYTES, LIBRARY_REFUSED, MISNAMED, NO_LANGUAGE, NO_OPTION, NOT_RUN,
    NOT_SHOWN, NOT_THERE, Origin, REFUSED_EDIT, UNKNOWN_DATA, rule, rules, similar_rules,
};
pub use scan::{ArrayFind, Data as ScanData, ScanMatch, ScanOptions, ScanResult, scan, scan_data};
pub use source::compiler_of_source;
pub use source_listing::{Excerpt, Floats};
pub use sparse::bytes_for_parts;
pub use strings::{Repeated, Strings, strings};
pub use text::{assemble, assembly_errors, binary, is_spelled, is_text, spelling_of};
