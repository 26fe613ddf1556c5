//! Opens source texts as inputs of every command, through their compilers.

use glassbox_core::format::OpenedFile;
use glassbox_core::map::Map;
use glassbox_core::reader::{Node, NodeId, NodeKind, Recorder as _};
use glassbox_sksl_lang::outline;

use crate::compile::{CompileOptions, Compiler, compiler_of, compiler_of_kind, kind_of};

/// Opens a source text: identified by its name or by the stated kind of program.
pub(crate) fn open<'a>(
    name: &str,
    bytes: &'a [u8],
    options: &CompileOptions,
) -> Option<Box<dyn OpenedFile + 'a>> {
    let text = text_of(bytes)?;
    let kind = options.kind.as_deref();
    let compiler = match kind {
        Some(kind) => compiler_of_kind(kind)?,
        None => compiler_of(name, "")?,
    };
    let kind = kind.or_else(|| kind_of(compiler, name));
    let options = CompileOptions { kind: kind.map(str::to_owned), ..options.clone() };
    compiler.open(text, &options)
}

/// Names the declarations of a source.
pub(crate) fn map(bytes: &[u8], map: &mut Map) {
    let declarations = outline(text_of(bytes).unwrap_or_default()).declarations;
    for (index, declaration) in declarations.into_iter().enumerate() {
        map.node(Node {
            name: NodeId::ROOT.item("declaration", index as u32),
            start: declaration.range.start as u64,
            end: declaration.range.end as u64,
            kind: NodeKind::Text,
        });
    }
}

/// The compiler for a text of this name, for messages of commands that need its result.
pub fn compiler_of_source(name: &str, bytes: &[u8]) -> Option<&'static dyn Compiler> {
    let text = text_of(bytes)?;
    let compiler = compiler_of(name, text)?;
    compiler.takes(name, text).then_some(compiler)
}

/// A text; sources contain no NUL, whereas any sizeable binary does.
fn text_of(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains('\0')).then_some(text)
}
