//! DXIL programs as LLVM assembly, in the words of `dxc -dumpbin`.
//!
//! [`container`] lists the program of a container with what the other parts say of it in comments, [`bitcode`] a module alone.
//! [`graph`] draws the control flow in the DOT language.
//!
//! The text follows LLVM 3.7: values without names are numbered in each function, metadata and groups of attributes in the
//! module, in the order in which they are met. Calls of DXIL operations are explained behind the call.
//!
//! A body that cannot be read is a comment in its place; everything else is listed. A module that cannot be read is an
//! [`Error`].
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

mod attributes;
mod context;
mod debug;
mod dwarf;
mod error;
mod function;
mod graph;
mod header;
mod instruction;
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
use glassbox_dxcontainer::rules;
use glassbox_dxil::Fault;
use glassbox_dxil::ir::{FunctionId, Typed};

use context::Context;
use out::Out;
use survey::{Piece, Survey};

pub use error::Error;
pub use graph::{container_graph, graph};
pub use select::Selection;

/// Fewest functions for which another thread is worth its start.
const FUNCTIONS_PER_THREAD: usize = 64;
/// Most threads.
const MAX_THREADS: usize = 16;

/// The listing of a container's program.
///
/// # Errors
///
/// When there is no program, its module cannot be read, or what is asked for is not there.
pub fn container(container: &Container<'_>, selection: &Selection<'_>) -> Result<Vec<u8>, Error> {
    let bitcode = select::program(container, selection)?;
    let module = Typed::read(bitcode).map_err(Error::Module)?;
    if let Some(name) = selection.function {
        return functions(&module, &[select::function(&module, name)?]);
    }
    let mut out = Out::with_capacity(bitcode.len().saturating_mul(3));
    header::parts(&mut out, container);
    let reflection = select::bitcode(container, b"STAT").and_then(|bitcode| Typed::read(bitcode).ok());
    header::module(&mut out, &module, reflection.as_ref());
    header::subobjects(&mut out, container);
    whole(&mut out, &module);
    Ok(out.into_bytes())
}

/// The listing of a module alone.
///
/// # Errors
///
/// When the module cannot be read, or what is asked for is not there.
pub fn bitcode(bytes: &[u8], selection: &Selection<'_>) -> Result<Vec<u8>, Error> {
    let module = Typed::read(bytes).map_err(Error::Module)?;
    if let Some(name) = selection.function {
        return functions(&module, &[select::function(&module, name)?]);
    }
    let mut out = Out::with_capacity(bytes.len().saturating_mul(3));
    header::module(&mut out, &module, None);
    whole(&mut out, &module);
    Ok(out.into_bytes())
}

/// Writes a module.
fn whole(out: &mut Out, module: &Typed<'_>) {
    let pieces = survey(module);
    let context = Context::new(module, &pieces);
    module::head(out, &context);
    let texts = in_pieces(&pieces, |first, piece| {
        let mut out = Out::with_capacity(1 << 16);
        for (index, read) in piece.bodies.iter().enumerate() {
            if let Some(function) = module.functions.get(first + index) {
                function::write(&mut out, &context, function, read);
            }
        }
        out
    });
    for text in texts {
        out.raw(text.as_bytes());
    }
    module::tail(out, &context);
}

/// Writes some functions of a module, with the numbers that they have in the whole listing.
fn functions(module: &Typed<'_>, wanted: &[FunctionId]) -> Result<Vec<u8>, Error> {
    let pieces = survey(module);
    let context = Context::new(module, &pieces);
    let mut out = Out::default();
    for &id in wanted {
        let mut left = id.index();
        for piece in &pieces {
            if let (Some(read), Some(function)) = (piece.bodies.get(left), module.functions.get(id.index())) {
                function::write(&mut out, &context, function, read);
                break;
            }
            left = left.saturating_sub(piece.bodies.len());
        }
    }
    // Functions are parted by an empty line; there is nothing to part the first one from.
    let text = out.into_bytes();
    Ok(text.strip_prefix(b"\n").map(<[u8]>::to_vec).unwrap_or(text))
}

/// Surveys the functions of a module, by several threads where there are many.
fn survey<'m>(module: &'m Typed<'m>) -> Vec<Piece<'m>> {
    let count = module.functions.len();
    let threads = threads(count);
    if threads == 1 {
        return vec![Survey::new(module).run(0..count)];
    }
    // Declarations cost nothing, so what is shared out evenly is the definitions.
    let defined: Vec<usize> = (0..count)
        .filter(|&index| {
            module
                .functions
                .get(index)
                .is_some_and(|function| !function.is_declaration())
        })
        .collect();
    let share = defined.len().div_ceil(threads).max(1);
    let mut starts: Vec<usize> = defined.iter().step_by(share).copied().skip(1).collect();
    starts.push(count);
    std::thread::scope(|scope| {
        let mut from = 0;
        let mut running = Vec::with_capacity(starts.len());
        for &end in &starts {
            let range = from..end;
            from = end;
            running.push((range.clone(), scope.spawn(move || Survey::new(module).run(range))));
        }
        let finished = running.into_iter().map(|(range, thread)| match thread.join() {
            Ok(piece) => piece,
            // A thread that fails takes nothing with it: what it was to do is done here.
            Err(_) => Survey::new(module).run(range),
        });
        finished.collect()
    })
}

/// Does something for each piece, at the same time when there are several. `work` gets the place of the first function.
fn in_pieces<'m, T: Send>(pieces: &[Piece<'m>], work: impl Fn(usize, &Piece<'m>) -> T + Sync) -> Vec<T> {
    if let [piece] = pieces {
        return vec![work(0, piece)];
    }
    let work = &work;
    std::thread::scope(|scope| {
        let mut first = 0;
        let mut running = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let start = first;
            first += piece.bodies.len();
            running.push((start, piece, scope.spawn(move || work(start, piece))));
        }
        let finished = running
            .into_iter()
            .map(|(start, piece, thread)| thread.join().unwrap_or_else(|_| work(start, piece)));
        finished.collect()
    })
}

fn threads(functions: usize) -> usize {
    let available = std::thread::available_parallelism().map_or(1, usize::from);
    available
        .min(functions / FUNCTIONS_PER_THREAD)
        .clamp(1, MAX_THREADS)
}

/// Says in a comment what is wrong with a part of the program.
fn damage(out: &mut Out, what: &str, fault: &Fault) {
    out.text("  ; ")
        .text(rules::program::BITCODE.id)
        .text(": ")
        .text(what)
        .text(": ");
    out.text(&fault.to_string()).text(" (bits ");
    out.number(fault.bits.start)
        .text("..")
        .number(fault.bits.end)
        .text(" of the bitcode)\n");
}
