//! Lists everything extractable from a container: parts, code, embedded files, strings, sources.

mod sources;

use std::borrow::Cow;

use glassbox_core::format::{Artifact, ArtifactKind, Embedded};
use glassbox_core::interface::stage;

use crate::container::Container;
use crate::interface::stage_of;
use crate::part::{Content, file_format, srci};
use crate::program::ShaderKind;
use crate::raw::ID;
use crate::symbols::SymbolTable;

/// Maximum number of strings listed.
const MAX_STRINGS: usize = 1 << 16;

/// Compiler argument as typed; the input file has no name.
fn argument(name: &str, value: &str) -> String {
    match (name, value) {
        ("", value) => value.to_owned(),
        (name, "") => format!("-{name}"),
        (name, value) => format!("-{name} {value}"),
    }
}

/// Reflection name of a shader kind's stage.
fn stage_word(kind: ShaderKind) -> Option<&'static str> {
    Some(stage_of(kind)).filter(|word| *word != stage::OTHER)
}

/// Files embedded in a container.
pub(crate) fn embedded<'a>(container: &Container<'a>) -> Vec<Embedded<'a>> {
    container
        .parts()
        .iter()
        .filter_map(|part| {
            let format = file_format(part.code.0, part.data(container.window))?;
            Some(Embedded {
                format,
                path: part.child("file"),
                window: container.window.part(part.start, part.end),
                known: None,
            })
        })
        .collect()
}

/// Everything extractable from a container.
pub(crate) fn artifacts<'a>(container: &Container<'a>) -> Vec<Artifact<'a>> {
    let stage = container.program().and_then(|program| program.kind).and_then(stage_word);
    let mut artifacts = Vec::new();
    for (part, content) in container.parts().iter().zip(container.contents()) {
        let data = part.data(container.window);
        let name = part.file_name();
        let piece = |name: String, path: String, kind, extension, bytes: &'a [u8]| Artifact {
            name,
            path,
            kind,
            stage: None,
            extension,
            bytes: Cow::Borrowed(bytes),
            side_table: Cow::Borrowed(&[]),
        };
        match (content, file_format(part.code.0, data)) {
            (_, Some(format)) => {
                let extension = if format == ID { "dxbc" } else { "pdb" };
                artifacts.push(piece(name, part.child("file"), ArtifactKind::File(format), extension, data));
            }
            (Content::Program(model), _) if !model.bitcode.is_empty() => {
                artifacts.push(piece(name.clone(), part.path.clone(), ArtifactKind::Data, "bin", data));
                artifacts.push(Artifact {
                    stage,
                    ..piece(
                        format!("{name}-bitcode"),
                        part.child("bitcode"),
                        ArtifactKind::Data,
                        "bc",
                        model.bitcode,
                    )
                });
            }
            (Content::Tokens(_), _) => artifacts.push(Artifact {
                stage,
                ..piece(name, part.path.clone(), ArtifactKind::Code("dxbc"), "tokens", data)
            }),
            _ => artifacts.push(piece(name, part.path.clone(), ArtifactKind::Data, "bin", data)),
        }
    }
    strings(container, &mut artifacts);
    sources::sources(container, &mut artifacts);
    artifacts
}

fn strings<'a>(container: &Container<'a>, artifacts: &mut Vec<Artifact<'a>>) {
    let string = |name: String, path: String, bytes: Cow<'a, [u8]>| Artifact {
        name,
        path,
        kind: ArtifactKind::String,
        stage: None,
        extension: "txt",
        bytes,
        side_table: Cow::Borrowed(&[]),
    };
    for (part, content) in container.parts().iter().zip(container.contents()) {
        let name = part.file_name();
        match content {
            Content::DebugName(model) => {
                artifacts.push(string(format!("{name}-name"), part.child("name"), Cow::Borrowed(model.name)))
            }
            Content::Version(model) => {
                for (what, text) in [("commit", model.commit()), ("version", model.custom())] {
                    if let Some(text) = text {
                        artifacts.push(string(
                            format!("{name}-{what}"),
                            part.child("strings"),
                            Cow::Borrowed(text),
                        ));
                    }
                }
            }
            Content::Srci(model) => {
                let arguments = srci::arguments(model).into_iter().take(MAX_STRINGS);
                let lines: Vec<String> = arguments.map(|(name, value)| argument(&name, &value)).collect();
                if !lines.is_empty() {
                    let text = lines.join("\n").into_bytes();
                    artifacts.push(string(format!("{name}-arguments"), part.path.clone(), Cow::Owned(text)));
                }
            }
            Content::LibraryHeader(head) => {
                for (index, text) in head.names.iter().enumerate().take(MAX_STRINGS) {
                    artifacts.push(string(
                        format!("{name}-function{index}"),
                        part.child(&format!("functions[{index}]")),
                        Cow::Borrowed(text),
                    ));
                }
            }
            Content::Symbols(model) => {
                let table = container.content(b"STR0").and_then(|content| match content {
                    Content::Strings(table) => Some(table),
                    _ => None,
                });
                for (index, symbol) in model.symbols.iter().enumerate().take(MAX_STRINGS) {
                    let text = SymbolTable::name(&symbol, table);
                    artifacts.push(string(
                        format!("{name}-symbol{index}"),
                        part.child(&format!("symbols[{index}]")),
                        Cow::Owned(text),
                    ));
                }
            }
            _ => {}
        }
    }
}
