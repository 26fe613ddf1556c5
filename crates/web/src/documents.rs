//! The JSON documents of the command.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Severity};
use glassbox_core::format::Format;
use glassbox_report::json::{
    DiagnosticsFile, DiffDocument, Document, InfoFile, InterfaceFile, KeptFile, PartsFile, PiecesFile,
    RepairsFile, SymbolsFile,
};
use glassbox_report::{RepeatedString, StringsReport};
use serde::Serialize;

use crate::opened::OpenFile;
use crate::request::What;

/// A document as the command writes it.
pub(crate) fn document(opened: &OpenFile, what: What) -> Vec<u8> {
    let name = opened.name.as_str();
    let mistakes = opened.mistakes();
    if !mistakes.is_empty() {
        let found = DiagnosticsFile::new(name, None, mistakes, 0);
        return match what {
            What::Findings => written(Some(json(&found)), &[]),
            _ => written(None, &[found.keep()]),
        };
    }
    opened.judged(|file| {
        let format = file.format().map(Format::id);
        let needs_findings = matches!(what, What::Findings | What::Info | What::Strings);
        let is_understood = file.is_known() && !file.is_source();
        let (findings, dropped) =
            if needs_findings || !is_understood { sorted(file.check()) } else { (Vec::new(), 0) };
        let count = |severity| findings.iter().filter(|one| one.severity == severity).count();
        let entry = match what {
            What::Findings => json(&DiagnosticsFile::new(name, format, &findings, dropped)),
            What::Interface => json(&InterfaceFile::new(name, format, &file.interface())),
            What::Symbols => json(&SymbolsFile::new(name, format, &file.symbols())),
            What::Parts => json(&PartsFile::new(name, format, &file.parts())),
            What::Pieces => json(&PiecesFile::new(name, format, &file.artifacts())),
            What::Repairs => json(&RepairsFile::new(name, format, &file.repairs())),
            What::Info | What::Strings => {
                let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
                let strings = (what == What::Strings).then(|| strings(file));
                let (summary, size) = (file.summary(), file.bytes().len() as u64);
                let info = InfoFile::new(name, format, size, &summary, errors, warnings);
                json(&info.with_strings(strings.as_ref()))
            }
        };
        // The command reports beside its answer what keeps a file from being understood.
        let is_wrong = !file.is_known() || file.is_source() && count(Severity::Error) > 0;
        // Of bytes it says what they look like.
        let like = if file.is_source() { None } else { glassbox::detect(file.bytes()).map(Format::id) };
        let beside = (is_wrong && what != What::Findings)
            .then(|| DiagnosticsFile::new(name, like, &findings, 0).keep());
        written(Some(entry), beside.as_slice())
    })
}

/// What differs between two files, as the command writes it.
pub(crate) fn diff(old: &OpenFile, new: &OpenFile) -> (bool, Vec<u8>) {
    let identical = old.bytes() == new.bytes();
    let changes = if identical { Vec::new() } else { old.with(|old| new.with(|new| old.diff(new))) };
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = serde_json::to_writer(&mut out, &DiffDocument::new(&old.name, &new.name, identical, &changes));
    out.push(b'\n');
    (identical, out)
}

fn sorted(findings: Diagnostics) -> (Vec<Diagnostic>, usize) {
    let dropped = findings.dropped();
    (findings.into_sorted(), dropped)
}

fn strings(file: &glassbox::File<'_>) -> StringsReport {
    let strings = glassbox::strings(file);
    let saving = strings.saving();
    let repeated = strings.repeated.into_iter().map(|repeated| RepeatedString {
        text: String::from_utf8_lossy(&repeated.text).into_owned(),
        places: repeated.places,
        saving: repeated.saving,
    });
    StringsReport { count: strings.count, bytes: strings.bytes, saving, repeated: repeated.collect() }
}

fn json(entry: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(entry).unwrap_or_default()
}

fn written(entry: Option<Vec<u8>>, beside: &[KeptFile]) -> Vec<u8> {
    let write = || {
        let mut document = Document::begin(Vec::new())?;
        if let Some(entry) = entry {
            document.entry()?.extend_from_slice(&entry);
        }
        document.finish_with(beside)
    };
    // Writing to memory does not fail.
    write().unwrap_or_default()
}
