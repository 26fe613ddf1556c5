//! The JSON documents of the command.

use glassbox_core::diagnostic::{Diagnostics, Severity};
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
    if !opened.mistakes().is_empty() {
        let mistakes = if what == What::Findings { opened.mistakes() } else { &[] };
        return written(&DiagnosticsFile::new(name, None, mistakes, 0), &[]);
    }
    opened.judged(|file| {
        let format = file.format().map(Format::id);
        // What the command reports beside its answer.
        let mut beside = Vec::new();
        if what != What::Findings && (!file.is_known() || file.is_source()) {
            let (findings, _) = sorted(file.check());
            if !file.is_known() || findings.iter().any(|finding| finding.severity == Severity::Error) {
                beside.push(DiagnosticsFile::new(name, None, &findings, 0).keep());
            }
        }
        let written = |entry: &dyn Entry| written(entry, &beside);
        match what {
            What::Findings => {
                let (findings, dropped) = sorted(file.check());
                written(&DiagnosticsFile::new(name, format, &findings, dropped))
            }
            What::Interface => written(&InterfaceFile::new(name, format, &file.interface())),
            What::Symbols => written(&SymbolsFile::new(name, format, &file.symbols())),
            What::Parts => written(&PartsFile::new(name, format, &file.parts())),
            What::Pieces => written(&PiecesFile::new(name, format, &file.artifacts())),
            What::Repairs => written(&RepairsFile::new(name, format, &file.repairs())),
            What::Info | What::Strings => {
                let (findings, _) = sorted(file.check());
                let count = |severity| findings.iter().filter(|one| one.severity == severity).count();
                let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
                let strings = (what == What::Strings).then(|| strings(file));
                let (summary, size) = (file.summary(), file.bytes().len() as u64);
                let info = InfoFile::new(name, format, size, &summary, errors, warnings);
                written(&info.with_strings(strings.as_ref()))
            }
        }
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

fn sorted(findings: Diagnostics) -> (Vec<glassbox_core::diagnostic::Diagnostic>, usize) {
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

/// An entry of a document, of any kind.
trait Entry {
    fn write(&self, out: &mut Vec<u8>) -> std::io::Result<()>;
}

impl<T: Serialize> Entry for T {
    fn write(&self, out: &mut Vec<u8>) -> std::io::Result<()> {
        Ok(serde_json::to_writer(out, self)?)
    }
}

fn written(entry: &dyn Entry, beside: &[KeptFile]) -> Vec<u8> {
    let write = || {
        let mut document = Document::begin(Vec::new())?;
        entry.write(document.entry()?)?;
        document.finish_with(beside)
    };
    // Writing to memory does not fail.
    write().unwrap_or_default()
}
