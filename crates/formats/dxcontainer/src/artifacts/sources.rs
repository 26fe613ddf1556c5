//! Extracts source texts from debug information: `SRCI`, and metadata of programs.
//!
//! Source: emission of debug information in the DirectX shader compiler's code generator, for the metadata names.

use std::borrow::Cow;

use glassbox_core::format::{Artifact, ArtifactKind};
use glassbox_core::source_name::SourceNames;
use glassbox_dxil::Module;

use super::MAX_STRINGS;
use crate::container::Container;
use crate::part::{Content, PartData, srci};

/// Adds the sources; for those from metadata also the macro definitions and arguments of their compilation.
pub(super) fn sources<'a>(container: &Container<'a>, pieces: &mut Vec<Artifact<'a>>) {
    let mut names = SourceNames::default();
    for (part, content) in container.parts().iter().zip(container.contents()) {
        let prefix = format!("{}-", part.file_name());
        let mut add = |path: String, file: &[u8], text: Vec<u8>| {
            let (name, extension) = names.name(&prefix, file);
            pieces.push(Artifact {
                name,
                path,
                kind: ArtifactKind::Source,
                stage: None,
                extension,
                bytes: Cow::Owned(text),
                side_table: Cow::Borrowed(&[]),
            });
        };
        match content {
            Content::Srci(model) => {
                for (name, text) in srci::sources(model).into_iter().take(MAX_STRINGS) {
                    add(part.path.clone(), name.as_bytes(), text.into_owned());
                }
            }
            Content::Program(program) if matches!(&part.code.0, b"ILDB" | b"DXIL") => {
                let Ok(module) = Module::read(program.bitcode) else {
                    continue;
                };
                let mut metadata = Metadata::new(&module, container);
                for (file, text) in metadata.files() {
                    add(part.child("bitcode"), &file, text);
                }
                for what in ["defines", "args"] {
                    let lines = metadata.strings(&format!("dx.source.{what}"));
                    if !lines.is_empty() {
                        pieces.push(list(part, what, &lines));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Joins a list of strings into one text, one per line.
fn list<'a>(part: &PartData, what: &str, lines: &[Vec<u8>]) -> Artifact<'a> {
    Artifact {
        name: format!("{}-{what}", part.file_name()),
        path: part.child("bitcode"),
        kind: ArtifactKind::String,
        stage: None,
        extension: "txt",
        bytes: Cow::Owned(lines.join(&b'\n')),
        side_table: Cow::Borrowed(&[]),
    }
}

/// Reads strings of a module's metadata within a budget derived from the file size: nodes may share a long one.
struct Metadata<'m, 'a> {
    module: &'m Module<'a>,
    work: u64,
}

impl<'m, 'a> Metadata<'m, 'a> {
    fn new(module: &'m Module<'a>, container: &Container<'_>) -> Self {
        Metadata { module, work: container.limits.work(module.bytes.len() as u64) }
    }

    /// Nodes of a named metadata list.
    fn nodes(&self, name: &str) -> Vec<u32> {
        let named = self.module.metadata.named(name);
        named.map(|named| named.items.iter().copied().take(MAX_STRINGS).collect()).unwrap_or_default()
    }

    /// String operands of a node, at most `most`.
    fn operands(&mut self, node: u32, most: usize) -> Vec<Vec<u8>> {
        let mut out = Vec::new();
        let operands = self.module.metadata.node(node).unwrap_or_default();
        for operand in operands.into_iter().flatten().take(most) {
            let text = self.module.metadata.string(operand).unwrap_or_default();
            match self.work.checked_sub(text.len() as u64 + 1) {
                Some(left) => self.work = left,
                None => {
                    self.work = 0;
                    break;
                }
            }
            out.push(text);
        }
        out
    }

    /// Names and texts of the source files.
    fn files(&mut self) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut out = Vec::new();
        for node in self.nodes("dx.source.contents") {
            // The module of a debug file with sources in another part has an empty entry.
            if let Ok([file, text]) = <[Vec<u8>; 2]>::try_from(self.operands(node, 2))
                && !(file.is_empty() && text.is_empty())
            {
                out.push((file, text));
            }
        }
        out
    }

    /// All strings of a named metadata list.
    fn strings(&mut self, name: &str) -> Vec<Vec<u8>> {
        let mut out = Vec::new();
        for node in self.nodes(name) {
            out.extend(self.operands(node, MAX_STRINGS));
        }
        out
    }
}
