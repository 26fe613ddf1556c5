//! Query results in JSON: `docs/schema/info.json`, `symbols.json`, `pieces.json`, `repairs.json`, and files found
//! inside: `finds.json`.

use glassbox_core::format::{Artifact, ArtifactKind, ContainerPart, Repair, Summary};
use glassbox_core::interface::{Link, Symbol};
use glassbox_core::needs::Needs;
use serde::Serialize;

use crate::{FoundFile, StringsReport};

/// The entry of a file in `info`.
#[derive(Serialize, Debug)]
pub struct InfoFile<'a> {
    file: &'a str,
    format: Option<&'a str>,
    kind: &'a str,
    size: u64,
    producer: Option<&'a str>,
    facts: Vec<FactJson<'a>>,
    parts: Vec<PartJson<'a>>,
    errors: usize,
    warnings: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    strings: Option<&'a StringsReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<NeedsJson<'a>>,
}

#[derive(Serialize, Debug)]
struct NeedsJson<'a> {
    stated: &'a str,
    least: &'a str,
    items: Vec<NeedJson<'a>>,
}

#[derive(Serialize, Debug)]
struct NeedJson<'a> {
    what: &'a str,
    version: &'a str,
    capability: Option<&'a str>,
    place: &'a str,
    source: Option<&'a str>,
    count: u32,
}

#[derive(Serialize, Debug)]
struct FactJson<'a> {
    label: &'a str,
    value: &'a str,
}

#[derive(Serialize, Debug)]
struct PartJson<'a> {
    path: &'a str,
    start: u64,
    end: u64,
    what: &'a str,
}

impl<'a> InfoFile<'a> {
    /// The summary of a file of `size` bytes with its numbers of errors and warnings.
    pub fn new(
        file: &'a str,
        format: Option<&'a str>,
        size: u64,
        summary: &'a Summary,
        errors: usize,
        warnings: usize,
    ) -> InfoFile<'a> {
        InfoFile {
            file,
            format,
            kind: &summary.kind,
            size,
            producer: summary.producer.as_deref(),
            facts: summary.facts.iter().map(|(label, value)| FactJson { label, value }).collect(),
            parts: summary
                .parts
                .iter()
                .map(|part| PartJson {
                    path: &part.path,
                    start: part.range.start,
                    end: part.range.end,
                    what: &part.description,
                })
                .collect(),
            errors,
            warnings,
            strings: None,
            needs: None,
        }
    }

    /// Adds the statistics of the file's strings.
    pub fn with_strings(mut self, strings: Option<&'a StringsReport>) -> InfoFile<'a> {
        self.strings = strings;
        self
    }

    /// Adds what the file's programs need.
    pub fn with_needs(mut self, needs: Option<&'a Needs>) -> InfoFile<'a> {
        self.needs = needs.map(|needs| NeedsJson {
            stated: &needs.stated,
            least: &needs.least,
            items: needs
                .items
                .iter()
                .map(|need| NeedJson {
                    what: &need.what,
                    version: &need.version,
                    capability: need.capability.as_deref(),
                    place: &need.place,
                    source: need.source.as_deref(),
                    count: need.count,
                })
                .collect(),
        });
        self
    }
}

/// The entry of a file in `symbols`.
#[derive(Serialize, Debug)]
pub struct SymbolsFile<'a> {
    file: &'a str,
    format: Option<&'a str>,
    symbols: Vec<SymbolJson<'a>>,
}

#[derive(Serialize, Debug)]
struct SymbolJson<'a> {
    name: &'a str,
    kind: &'a str,
    value: &'a str,
    path: &'a str,
    used_by: &'a [String],
    link: Option<LinkJson<'a>>,
    declaration: Option<DeclarationJson<'a>>,
}

#[derive(Serialize, Debug)]
struct LinkJson<'a> {
    letter: char,
    binding: &'static str,
    is_entry: bool,
    stage: &'a str,
    model: &'a str,
    features: &'a [String],
    resources: &'a [String],
    needs: &'a [String],
}

#[derive(Serialize, Debug)]
struct DeclarationJson<'a> {
    source: &'a str,
    full: &'a str,
}

impl<'a> LinkJson<'a> {
    fn new(link: &'a Link) -> LinkJson<'a> {
        LinkJson {
            letter: link.letter(),
            binding: link.binding.word(),
            is_entry: link.is_entry,
            stage: &link.stage,
            model: &link.model,
            features: &link.features,
            resources: &link.resources,
            needs: &link.needs,
        }
    }
}

impl<'a> SymbolsFile<'a> {
    /// The names of a file.
    pub fn new(file: &'a str, format: Option<&'a str>, symbols: &'a [Symbol]) -> SymbolsFile<'a> {
        SymbolsFile {
            file,
            format,
            symbols: symbols
                .iter()
                .map(|symbol| SymbolJson {
                    name: &symbol.name,
                    kind: &symbol.kind,
                    value: &symbol.value,
                    path: &symbol.path,
                    used_by: &symbol.used_by,
                    link: symbol.link.as_ref().map(LinkJson::new),
                    declaration: symbol.declaration.as_ref().map(|declaration| DeclarationJson {
                        source: &declaration.source,
                        full: &declaration.full,
                    }),
                })
                .collect(),
        }
    }
}

/// The entry of a file in `extract --list`.
#[derive(Serialize, Debug)]
pub struct PiecesFile<'a> {
    file: &'a str,
    format: Option<&'a str>,
    pieces: Vec<PieceJson<'a>>,
}

#[derive(Serialize, Debug)]
struct PieceJson<'a> {
    name: &'a str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<&'static str>,
    stage: Option<&'static str>,
    path: &'a str,
    size: usize,
    extension: &'static str,
}

impl<'a> PiecesFile<'a> {
    /// The parts of a file that can be taken out.
    pub fn new(
        file: &'a str,
        format: Option<&'a str>,
        pieces: impl IntoIterator<Item = &'a Artifact<'a>>,
    ) -> PiecesFile<'a> {
        let piece = |piece: &'a Artifact<'a>| {
            let (kind, of) = match piece.kind {
                ArtifactKind::Code(language) => ("code", Some(language)),
                ArtifactKind::File(format) => ("file", Some(format)),
                ArtifactKind::String => ("string", None),
                ArtifactKind::Source => ("source", None),
                ArtifactKind::Data => ("data", None),
            };
            PieceJson {
                name: &piece.name,
                kind,
                of,
                stage: piece.stage,
                path: &piece.path,
                size: piece.bytes.len(),
                extension: piece.extension,
            }
        };
        PiecesFile { file, format, pieces: pieces.into_iter().map(piece).collect() }
    }
}

/// The entry of a file in `part list`.
#[derive(Serialize, Debug)]
pub struct PartsFile<'a> {
    file: &'a str,
    format: Option<&'a str>,
    parts: Vec<ContainerPartJson<'a>>,
}

#[derive(Serialize, Debug)]
struct ContainerPartJson<'a> {
    name: &'a str,
    start: u64,
    end: u64,
    what: &'a str,
}

impl<'a> PartsFile<'a> {
    /// The parts of a container.
    pub fn new(file: &'a str, format: Option<&'a str>, parts: &'a [ContainerPart]) -> PartsFile<'a> {
        let part = |part: &'a ContainerPart| ContainerPartJson {
            name: &part.name,
            start: part.data.start,
            end: part.data.end,
            what: &part.description,
        };
        PartsFile { file, format, parts: parts.iter().map(part).collect() }
    }
}

/// The entry of a file in `repair --list`.
#[derive(Serialize, Debug)]
pub struct RepairsFile<'a> {
    file: &'a str,
    format: Option<&'a str>,
    repairs: Vec<RepairJson<'a>>,
}

#[derive(Serialize, Debug)]
struct RepairJson<'a> {
    name: &'a str,
    rule: Option<&'a str>,
    what: &'a str,
    by_default: bool,
}

impl<'a> RepairsFile<'a> {
    /// Lists the available repairs of a file.
    pub fn new(file: &'a str, format: Option<&'a str>, repairs: &'a [Repair]) -> RepairsFile<'a> {
        let repair = |repair: &'a Repair| RepairJson {
            name: repair.name,
            rule: repair.rule,
            what: &repair.description,
            by_default: repair.by_default,
        };
        RepairsFile { file, format, repairs: repairs.iter().map(repair).collect() }
    }
}

/// The entry of a file in `scan`.
#[derive(Serialize, Debug)]
pub struct FindsFile<'a> {
    file: &'a str,
    size: u64,
    complete: bool,
    finds: Vec<FindJson<'a>>,
}

#[derive(Serialize, Debug)]
struct FindJson<'a> {
    format: &'static str,
    kind: &'a str,
    start: u64,
    end: u64,
    size: u64,
    inside: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    array: Option<ArrayJson<'a>>,
    file_name: String,
}

#[derive(Serialize, Debug)]
struct ArrayJson<'a> {
    name: &'a str,
    line: usize,
}

impl<'a> FindsFile<'a> {
    /// The files inside a file of `size` bytes; states whether all of it was searched.
    pub fn new(file: &'a str, size: u64, finds: &'a [FoundFile], complete: bool) -> FindsFile<'a> {
        let find = |find: &'a FoundFile| FindJson {
            format: find.format,
            kind: &find.kind,
            start: find.start,
            end: find.end,
            size: find.size(),
            inside: find.inside,
            array: find.array.as_ref().map(|array| ArrayJson { name: &array.name, line: array.line }),
            file_name: find.file_name(),
        };
        FindsFile { file, size, complete, finds: finds.iter().map(find).collect() }
    }
}
