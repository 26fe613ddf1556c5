//! Assembles and disassembles exact assembly, a text form that preserves every bit of the code.
//!
//! The law is `assemble(disassemble(bytes)) == bytes` for any bytes. A line names its descriptor by index,
//! because
//! the order and the unused bits of the descriptor table cannot be derived; negation and component selection
//! live in
//! that table and appear only in comments.
//!
//! ```text
//! main:
//!     mov o0, v0, d3          ; mov o0.xy, -v0.xyzw
//!     ifc cmp.x && !cmp.y, L4, 0
//!     mad r1, r0, c5[a0.x], r2, d0
//!     nop
//! L4:
//!     end
//! ```
//!
//! Words of unknown opcodes are `.word 0x...`, bytes after the last whole word `.byte 0x..`. Reserved bits
//! follow as
//! `reserved 0x..`; comparison operators without a name are `op6` and `op7`. A flow target is a label or a
//! word number.
//!
//! Facts: PICA200 instruction set notes, sections 4, 9 and 13.

mod error;
mod instruction;
mod lex;
mod operand;
mod parse;
mod pretty;
mod print;

pub use error::SourceError;
pub use parse::{Assembly, MAX_ERRORS, assemble};
pub use pretty::{Swizzles, pretty};
pub use print::{Options, disassemble, write_disassembly};
