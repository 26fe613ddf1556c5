//! Makes assemblies of BPX shader packages, links programs to them, merges packages, and checks whole sets of them.
//!
//! | function | does |
//! | --- | --- |
//! | [`assemble`](fn@assemble) | the symbols that packages share become an assembly |
//! | [`link`](fn@link), [`unlink`] | a program states its assembly, in place, or does so no longer |
//! | [`merge`](fn@merge) | packages that hold stages of one program become one |
//! | [`check_set`] | what a game's packages ask of each other |
//!
//! Two definitions of a symbol are equal when type, register and extended data are, up to the numbering of the symbols that
//! structures refer to. Everything that keeps packages from going together is reported with all fields that differ; places of
//! findings name the input.
//!
//! ```
//! use glassbox_bpx::file::Numbering;
//! use glassbox_bpx::pack::{Pack, PackSymbol, Shader};
//! use glassbox_bpx::raw::{Stage, SymbolFlags, SymbolType, Target};
//! use glassbox_bpx::read::open;
//! use glassbox_bpx_link::{Change, Input, Options, assemble, link, unlink};
//! use glassbox_core::{limits::Limits, reader::Window};
//!
//! let program = Pack {
//!     target: Target::GL40,
//!     symbols: vec![PackSymbol {
//!         name: b"linear".as_slice().into(),
//!         symbol_type: SymbolType::SAMPLER,
//!         flags: SymbolFlags::EXTERNAL.with(SymbolFlags::PIXEL),
//!         register: Some(0),
//!         data: None,
//!     }],
//!     shaders: vec![Shader { stage: Stage::PIXEL, code: b"void main() {}".as_slice().into() }],
//!     ..Pack::default()
//! };
//! let program = program.write()?;
//! let limits = Limits::default();
//! let file = open(Window::whole(&program), &limits, Numbering::Released).map_err(|finding| finding.message)?;
//! let input = Input { name: "program.bpx", file: &file };
//!
//! let main = assemble(&[input], &[], "main", &limits);
//! let file = open(Window::whole(&main.bytes), &limits, Numbering::Released).map_err(|finding| finding.message)?;
//! let main = Input { name: "main.bpx", file: &file };
//!
//! let linked = link(&input, &[main], &Options::default(), &limits);
//! assert_eq!(linked.done.map(|linked| linked.change), Some(Change::Linked));
//! let file = open(Window::whole(&linked.bytes), &limits, Numbering::Released).map_err(|finding| finding.message)?;
//! let linked = Input { name: "program.bpx", file: &file };
//! assert_eq!(unlink(&linked, &limits).bytes, program);
//! # Ok::<(), String>(())
//! ```

mod assemble;
mod chain;
mod compare;
mod explain;
mod input;
mod link;
mod merge;
pub mod rules;
mod set;
mod unit;

use glassbox_core::diagnostic::{Diagnostic, Severity};

pub use self::assemble::{Contents, assemble};
pub use self::input::Input;
pub use self::link::{Change, Linked, Options, link, unlink};
pub use self::merge::{Merged, merge};
pub use self::set::check_set;

/// What came of an operation.
#[derive(Clone, Debug)]
pub struct Outcome<T> {
    /// The bytes; none when something is in the way.
    pub bytes: Vec<u8>,
    /// What was done; `None` when something is in the way.
    pub done: Option<T>,
    /// What was found; places name the input.
    pub findings: Vec<Diagnostic>,
}

impl<T> Default for Outcome<T> {
    fn default() -> Self {
        Outcome::refused(Vec::new())
    }
}

impl<T> Outcome<T> {
    fn refused(findings: Vec<Diagnostic>) -> Outcome<T> {
        Outcome {
            bytes: Vec::new(),
            done: None,
            findings,
        }
    }
}

fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|finding| finding.severity == Severity::Error)
}
