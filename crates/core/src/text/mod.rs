//! The text form: one language for every format, written by [`print`](fn@print) and read by [`assemble`].
//!
//! The text is literal. Each line states its own width, so all sizes and addresses are known once the text is
//! read; expressions over labels (`@dvlp`, `size(code)`, `count(dvlb.offsets)`, `digest(…)`) are evaluated
//! afterwards. The assembler has no knowledge of formats. `assemble(print(bytes)) == bytes` for every byte
//! string: a derived field is printed as an expression only if the expression gives the actual bytes.
//!
//! The grammar is in `docs/text-form.md`.

mod assemble;
mod block;
mod edit;
mod expression;
mod lexer;
mod print;
mod quote;
mod rules;

pub use assemble::{Options, assemble, assemble_with};
pub use edit::{Edit, edit};
pub use print::{print, print_with};
pub(crate) use quote::blanks;
pub use quote::{push_hex, quote};
pub use rules::*;

/// First word of every text form.
pub const HEADER: &str = "glassbox";
/// Version of the language, the second word.
pub const VERSION: u64 = 1;

/// True if a file is a text form: it begins with the header word.
pub fn is_text(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes
        .strip_prefix(HEADER.as_bytes())
        .is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_whitespace))
}
