//! Open files by number; what answers each request.

use std::collections::BTreeMap;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::format::Format;
use glassbox_report::json::RulesDocument;
use serde::Serialize;
use serde_json::json;

use crate::answer::{self, Outcome};
use crate::convert::{self, Made, Refused};
use crate::opened::OpenFile;
use crate::request::{PictureSize, Request, Within};
use crate::{compile, documents, find, picture};

/// The answer to a request: JSON, and bytes.
#[derive(Debug, Default)]
pub struct Reply {
    /// JSON, as `README.md` describes it.
    pub json: Vec<u8>,
    /// Bytes that belong to it.
    pub bytes: Vec<u8>,
}

impl Reply {
    /// Part 0 is the JSON, part 1 the bytes.
    pub(crate) fn part(&self, number: u32) -> &[u8] {
        match number {
            0 => &self.json,
            1 => &self.bytes,
            _ => &[],
        }
    }
}

/// Files that are open.
#[derive(Default)]
pub struct Session {
    files: BTreeMap<u32, OpenFile>,
    last: u32,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("files", &self.files.len()).finish_non_exhaustive()
    }
}

/// An answer with an object, and bytes.
fn answered(answer: impl Serialize, bytes: Vec<u8>) -> Result<Reply, Refused> {
    match serde_json::to_vec(&Outcome::Answer(answer)) {
        Ok(json) => Ok(Reply { json, bytes }),
        Err(error) => Err((error.to_string(), Vec::new())),
    }
}

fn bare(message: impl Into<String>) -> Refused {
    (message.into(), Vec::new())
}

impl Session {
    /// Answers a request with some bytes. Never fails: what is wrong with a request is an answer too.
    pub fn ask(&mut self, request: &[u8], data: &[u8]) -> Reply {
        let answered = match serde_json::from_slice(request) {
            Ok(request) => self.answer(request, data),
            Err(error) => Err(bare(format!("the request is not understood: {error}"))),
        };
        answered.unwrap_or_else(|(message, findings)| {
            let refused: Outcome<'_, ()> =
                Outcome::Refused { refused: &message, findings: answer::findings(&findings) };
            Reply { json: serde_json::to_vec(&refused).unwrap_or_default(), bytes: Vec::new() }
        })
    }

    fn file(&mut self, number: u32) -> Result<&mut OpenFile, Refused> {
        self.files.get_mut(&number).ok_or_else(|| bare(format!("there is no open file {number}")))
    }

    fn answer(&mut self, request: Request, data: &[u8]) -> Result<Reply, Refused> {
        match request {
            Request::About {} => about(),
            Request::Open { name, format } => self.open(name, format.as_deref(), data),
            Request::Close { file } => {
                self.files.remove(&file);
                answered((), Vec::new())
            }
            Request::Document { file, what } => answered((), documents::document(self.file(file)?, what)),
            Request::Children { file, node, from, count } => {
                let (outline, bytes) = self.file(file)?.outline();
                let found = outline.children(&node, from, count, bytes);
                let (total, rows) = found.ok_or_else(|| bare(format!("there is no row {node:?}")))?;
                answered(json!({"total": total, "rows": rows}), Vec::new())
            }
            Request::Locate { file, at, path, id } => {
                let (outline, bytes) = self.file(file)?.outline();
                let chain = match (at, path, id) {
                    (Some(at), None, None) => outline.chain_at(at, bytes),
                    (None, Some(path), None) => outline.chain_of_path(&path, bytes),
                    (None, None, Some(id)) => outline.chain_of_row(&id, bytes),
                    _ => return Err(bare("expected one of `at`, `path` and `id`")),
                };
                answered(json!({"chain": (!chain.is_empty()).then_some(chain)}), Vec::new())
            }
            Request::Owners { file, from, to, count } => {
                let (outline, bytes) = self.file(file)?.outline();
                let end = outline.whole(bytes).len() as u64;
                let owners = outline.owners(from..to.min(end), count, bytes);
                answered(json!({"owners": owners}), Vec::new())
            }
            Request::Bytes { file, from, to } => {
                let (outline, bytes) = self.file(file)?.outline();
                let whole = outline.whole(bytes);
                let to = to.min(whole.len() as u64);
                let from = from.min(to);
                answered(json!({"from": from, "to": to}), whole[from as usize..to as usize].to_vec())
            }
            Request::Lines { file, view, from, count } => {
                answered(self.file(file)?.text(&view).map_err(bare)?.window(from, count), Vec::new())
            }
            Request::LineAt { file, view, at } => {
                let line = self.file(file)?.text(&view).map_err(bare)?.line_at(at);
                answered(json!({"line": line}), Vec::new())
            }
            Request::Whole { file, view } => {
                let text = self.file(file)?.text(&view).map_err(bare)?;
                answered(json!({"lines": text.count()}), text.bytes().to_vec())
            }
            Request::Find { file, text, within, from, count, view } => {
                let opened = self.file(file)?;
                let hits = if within == Within::Text {
                    let shown = opened.text(view.as_deref().unwrap_or("text")).map_err(bare)?;
                    find::in_text(shown, &text, from, count)
                } else {
                    let (outline, bytes) = opened.outline();
                    match within {
                        Within::Bytes => find::in_bytes(outline, bytes, &text, from, count).map_err(bare)?,
                        _ => find::in_tree(outline, bytes, &text, within == Within::Values, from, count),
                    }
                };
                answered(hits, Vec::new())
            }
            Request::Entries { file, to } => self.entries(file, &to),
            Request::Convert { file, to, options } => {
                let options = convert::options(&options).map_err(bare)?;
                let opened = self.file(file)?;
                let Made { bytes, findings, map, is_text } = convert::convert(opened, &to, &options)?;
                let findings = answer::findings(&findings);
                let names = answer::names(&opened.name, map.as_ref());
                answered(answer::Converted { findings, names, is_text }, bytes)
            }
            Request::Extract { file, piece } => self.extract(file, piece),
            Request::Diff { old, new } => {
                let file = |number| {
                    let found = self.files.get(&number);
                    found.ok_or_else(|| bare(format!("there is no open file {number}")))
                };
                let (identical, document) = documents::diff(file(old)?, file(new)?);
                answered(json!({"identical": identical}), document)
            }
            Request::Assemble {} => match glassbox::assemble(data) {
                Ok(bytes) => found(&[], bytes),
                Err(mistakes) => found(&mistakes.into_vec(), Vec::new()),
            },
            Request::Edit { file, label, value } => self.edit(file, label, value),
            Request::Repair { file, repair } => {
                let made = self.file(file)?.with(|file| file.repair(&repair));
                answered((), made.map_err(|error| bare(error.to_string()))?)
            }
            Request::Compile { name, language, kind, options } => {
                let made =
                    compile::compile(&name, language.as_deref(), kind, &options, data).map_err(bare)?;
                compiled(made)
            }
            Request::Stages { sources, to, options } => {
                compiled(compile::stages(&sources, to.as_deref(), &options).map_err(bare)?)
            }
            Request::Uniforms { file } => {
                let opened = self.file(file)?;
                answered(picture::inputs(&opened.name, opened.bytes())?, Vec::new())
            }
            Request::Draw { file, width, height, uniforms, children } => {
                let opened = self.file(file)?;
                let size = PictureSize { width, height };
                let (pixels, findings) =
                    picture::draw(&opened.name, opened.bytes(), size, &uniforms, &children, data)?;
                let findings = answer::findings(&findings);
                answered(json!({"width": width, "height": height, "findings": findings}), pixels)
            }
            Request::Explain { rule } => explain(&rule),
        }
    }

    fn open(&mut self, name: String, format: Option<&str>, data: &[u8]) -> Result<Reply, Refused> {
        let format = match format {
            None => None,
            Some(id) => Some(glassbox::format(id).ok_or_else(|| bare(format!("there is no format {id:?}")))?),
        };
        let mut opened = OpenFile::new(name, format, data);
        self.last += 1;
        let reply = answered(opened.about(self.last), Vec::new())?;
        self.files.insert(self.last, opened);
        Ok(reply)
    }

    fn entries(&mut self, file: u32, to: &str) -> Result<Reply, Refused> {
        let opened = self.file(file)?;
        let conversion = opened.convertible().and_then(|from| glassbox::conversion(from, to));
        let conversion = conversion.ok_or_else(|| bare(format!("the file cannot become {to}")))?;
        let listed =
            opened.with(|file| if file.is_known() { file.entry_points(conversion) } else { Ok(Vec::new()) });
        let entries = listed.map_err(|error| match error {
            glassbox::ConversionError::File(findings) => {
                ("the entry points cannot be read".to_owned(), findings)
            }
            error => bare(error.to_string()),
        })?;
        let entry = |entry: &glassbox::EntryPoint| json!({"name": entry.name, "stage": entry.stage.name()});
        answered(json!({"entries": entries.iter().map(entry).collect::<Vec<_>>()}), Vec::new())
    }

    fn extract(&mut self, file: u32, piece: usize) -> Result<Reply, Refused> {
        let taken = self.file(file)?.with(|file| {
            let pieces = file.artifacts();
            let piece = pieces.get(piece)?;
            let name = match piece.extension {
                "" => piece.name.clone(),
                extension => format!("{}.{extension}", piece.name),
            };
            Some((name, piece.bytes.to_vec()))
        });
        let (name, bytes) = taken.ok_or_else(|| bare(format!("there is no piece {piece}")))?;
        answered(json!({"name": name}), bytes)
    }

    fn edit(&mut self, file: u32, label: String, value: String) -> Result<Reply, Refused> {
        let opened = self.file(file)?;
        let text = String::from_utf8_lossy(opened.text("text").map_err(bare)?.bytes()).into_owned();
        let edit = glassbox_core::text::Edit::Set { label, value };
        let registry = glassbox::registry();
        let edited = glassbox_core::text::edit(&text, &[edit], &registry);
        match edited.and_then(|text| glassbox_core::text::assemble(&text, &registry)) {
            Ok(bytes) => found(&[], bytes),
            Err(mistakes) => found(&mistakes.into_vec(), Vec::new()),
        }
    }
}

/// An answer of findings alone, and bytes.
fn found(findings: &[Diagnostic], bytes: Vec<u8>) -> Result<Reply, Refused> {
    answered(json!({"findings": answer::findings(findings)}), bytes)
}

fn compiled(made: compile::Compiled) -> Result<Reply, Refused> {
    let findings = answer::findings(&made.findings);
    answered(json!({"findings": findings, "modules": made.modules}), made.bytes)
}

fn about() -> Result<Reply, Refused> {
    let format = |format: &&dyn Format| json!({"id": format.id(), "title": format.title()});
    let about = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "formats": glassbox::formats().iter().map(format).collect::<Vec<_>>(),
        "languages": compile::languages(),
        "targets": glassbox::conversion_targets(),
    });
    answered(about, Vec::new())
}

fn explain(id: &str) -> Result<Reply, Refused> {
    let Some((origin, rule)) = glassbox::rule(id) else {
        return Err(bare(format!("there is no rule {id:?}")));
    };
    answered(RulesDocument::new([(origin.id, rule)]), Vec::new())
}
