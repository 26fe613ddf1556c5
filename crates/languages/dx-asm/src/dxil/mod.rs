//! Lists DXIL programs as LLVM assembly, in the format of `dxc -dumpbin`.
//!
//! [`container`] lists the program of a container, with its other parts in comments; [`bitcode`] lists a bare
//! module. [`graph`] draws the control flow in the DOT language.
//!
//! The text follows LLVM 3.7: unnamed values are numbered per function, metadata and attribute groups per
//! module, in the order of first use. Calls of DXIL operations are annotated.
//!
//! An unreadable body becomes a comment; everything else is listed. An unreadable module is an [`Error`].
//!
//! ```
//! use glassbox_dx_asm::dxil::{self, Selection};
//! use glassbox_dxil::{Linkage, write::Outline};
//!
//! let bitcode = Outline::new("lib", 6, 3).declare(b"\x01?Noise@@YAMM@Z").bitcode();
//! let text = dxil::bitcode(&bitcode, &Selection::default()).unwrap();
//! let text = String::from_utf8_lossy(&text);
//! assert!(text.contains("declare void @\"\\01?Noise@@YAMM@Z\"()"), "{text}");
//! ```

pub mod assemble;
mod attributes;
mod comment;
mod context;
mod debug;
mod dwarf;
mod error;
mod function;
mod graph;
mod header;
mod instruction;
mod meaning;
mod memory;
mod module;
mod nodes;
mod numbers;
mod operation;
mod out;
mod select;
mod spelling;
mod survey;
mod types;
mod value;

use glassbox_dxcontainer::container::Container;
use glassbox_dxil::ir::{FunctionId, Type, Typed};

use context::Context;
use numbers::Numbers;
use out::Out;
use survey::{Piece, Read, Survey, TEXT_PER_BYTE};

pub use error::Error;
pub use graph::{container_graph, graph};
pub use meaning::Meanings;
pub use select::Selection;

/// Fewest functions per additional thread.
const FUNCTIONS_PER_THREAD: usize = 64;
/// Most threads.
const MAX_THREADS: usize = 16;

/// Lists a container's program.
///
/// # Errors
///
/// If there is no program, its module cannot be parsed, or the selection does not exist.
pub fn container(container: &Container<'_>, selection: &Selection<'_>) -> Result<Vec<u8>, Error> {
    let bitcode = select::program(container, selection)?;
    let module = Typed::read(bitcode).map_err(Error::Module)?;
    if let Some(name) = selection.function {
        return Ok(function(&module, select::function(&module, name)?));
    }
    let mut out = Out::with_capacity(bitcode.len().saturating_mul(TEXT_PER_BYTE));
    header::parts(&mut out, container);
    let reflection = select::bitcode(container, b"STAT").and_then(|bitcode| Typed::read(bitcode).ok());
    header::module(&mut out, &module, reflection.as_ref());
    header::subobjects(&mut out, container);
    header::root_signatures(&mut out, container);
    whole(&mut out, &module);
    Ok(out.into_bytes())
}

/// Lists a bare module.
///
/// # Errors
///
/// If the module cannot be parsed or the selection does not exist.
pub fn bitcode(bytes: &[u8], selection: &Selection<'_>) -> Result<Vec<u8>, Error> {
    let module = Typed::read(bytes).map_err(Error::Module)?;
    if let Some(name) = selection.function {
        return Ok(function(&module, select::function(&module, name)?));
    }
    let mut out = Out::with_capacity(bytes.len().saturating_mul(TEXT_PER_BYTE));
    header::module(&mut out, &module, None);
    whole(&mut out, &module);
    Ok(out.into_bytes())
}

/// Writes a module.
fn whole(out: &mut Out, module: &Typed<'_>) {
    let context = context(module);
    let write = |out: &mut Out, id: FunctionId, read: &Read<'_>| {
        if let Some(function) = module.functions.get(id.index()) {
            function::write(out, &context, function, read);
        }
    };
    let pieces = survey(module, &write);
    let numbers = Numbers::new(module, &pieces);
    let number = |hole| numbers.of(hole);
    let mut around = Out::default();
    module::head(&mut around, &context, &numbers::structures(module, &pieces));
    out.filled(&around, number);
    for piece in &pieces {
        out.filled(&piece.text, number);
    }
    let mut around = Out::default();
    module::tail(&mut around, &context, &numbers);
    out.filled(&around, number);
}

/// Writes one function of a module, numbered as in the complete listing.
fn function(module: &Typed<'_>, wanted: FunctionId) -> Vec<u8> {
    let context = context(module);
    let write = |out: &mut Out, id: FunctionId, read: &Read<'_>| {
        if let Some(function) = module.functions.get(id.index()).filter(|_| id == wanted) {
            function::write(out, &context, function, read);
        }
    };
    let pieces = survey(module, &write);
    let numbers = Numbers::new(module, &pieces);
    let mut out = Out::default();
    for piece in &pieces {
        out.filled(&piece.text, |hole| numbers.of(hole));
    }
    // Drop the empty line that separates functions.
    let text = out.into_bytes();
    text.strip_prefix(b"\n").map(<[u8]>::to_vec).unwrap_or(text)
}

/// State shared by all lines of a listing.
fn context<'m>(module: &'m Typed<'m>) -> Context<'m> {
    let unnamed = |ty: Type| matches!(ty, Type::Named { name, .. } if name.is_empty());
    if module.types.iter().any(|(_, ty)| unnamed(ty)) {
        // Such types are spelled by number, which requires a walk over all functions.
        let pieces = survey(module, &|_, _, _| {});
        let numbers = numbers::structures(module, &pieces).numbers(module);
        return Context::new(module, &numbers);
    }
    Context::new(module, &[])
}

/// Surveys the functions of a module, on several threads if there are many. `write` formats each.
fn survey<'m>(
    module: &'m Typed<'m>,
    write: &(impl Fn(&mut Out, FunctionId, &Read<'m>) + Sync),
) -> Vec<Piece> {
    let count = module.functions.len();
    let threads = threads(count);
    if threads == 1 {
        return vec![Survey::new(module).run(0..count, write)];
    }
    // Declarations cost nothing, so definitions are divided evenly.
    let is_defined = |index: &usize| {
        let function = module.functions.get(*index);
        function.is_some_and(|function| !function.is_declaration())
    };
    let defined: Vec<usize> = (0..count).filter(is_defined).collect();
    let share = defined.len().div_ceil(threads).max(1);
    let mut ends: Vec<usize> = defined.iter().step_by(share).copied().skip(1).collect();
    ends.push(count);
    std::thread::scope(|scope| {
        let mut from = 0;
        let mut running = Vec::with_capacity(ends.len());
        for end in ends {
            let range = from..end;
            from = end;
            let thread = scope.spawn({
                let range = range.clone();
                move || Survey::new(module).run(range, write)
            });
            running.push((range, thread));
        }
        let finished = running.into_iter().map(|(range, thread)| match thread.join() {
            Ok(piece) => piece,
            // Redo the work of a thread that failed.
            Err(_) => Survey::new(module).run(range, write),
        });
        finished.collect()
    })
}

fn threads(functions: usize) -> usize {
    let available = std::thread::available_parallelism().map_or(1, usize::from);
    available.min(functions / FUNCTIONS_PER_THREAD).clamp(1, MAX_THREADS)
}
