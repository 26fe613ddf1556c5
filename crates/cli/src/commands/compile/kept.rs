//! The form in which the cache keeps what came of a program: its results, and what was found that is no error.

use glassbox::programs::stored::{Reader, Writer};
use glassbox_core::diagnostic::{Diagnostic, Label, Location, Severity};

use super::files::Files;
use super::unit::{Built, Made};

/// Severities that are kept, by number.
const SEVERITIES: [Severity; 2] = [Severity::Info, Severity::Warning];

/// What is kept of a program; `None` if it has errors, or findings that others follow from.
pub(super) fn fields_of(built: &Built) -> Option<Vec<u8>> {
    let mut fields = Writer::default();
    fields.number(built.made.len() as u64);
    for made in &built.made {
        [&made.target, &made.stage, &made.entry, &made.extension]
            .into_iter()
            .for_each(|text| fields.text(text));
        fields.number(made.source as u64);
        fields.number(u64::from(made.is_alone) | u64::from(made.is_text) << 1);
        fields.bytes(&made.bytes);
    }
    // Texts are needed to show where a finding is.
    let files = if built.findings.is_empty() { &[][..] } else { built.sources.files() };
    fields.number(files.len() as u64);
    files.iter().for_each(|file| fields.text(&file.name));
    fields.number(built.findings.len() as u64);
    for finding in &built.findings {
        let severity = SEVERITIES.iter().position(|known| *known == finding.severity)?;
        if !finding.affects.is_empty() {
            return None;
        }
        fields.text(finding.rule.id);
        fields.number(severity as u64);
        fields.text(&finding.message);
        location(&mut fields, &finding.location);
        fields.number(finding.labels.len() as u64);
        for label in &finding.labels {
            fields.text(&label.message);
            location(&mut fields, &label.location);
        }
        fields.number(finding.notes.len() as u64);
        finding.notes.iter().for_each(|note| fields.text(note));
        fields.number(u64::from(finding.help.is_some()));
        fields.text(finding.help.as_deref().unwrap_or_default());
    }
    Some(fields.finish())
}

fn location(fields: &mut Writer, at: &Location) {
    let (line, column) = at.line_column.unwrap_or_default();
    [at.start, at.end, line.into(), column.into(), at.input.into()]
        .into_iter()
        .for_each(|number| fields.number(number));
    fields.text(&at.path);
}

/// What was kept of a program, with the texts that findings are about.
pub(super) fn built_of(fields: &[u8], files: &Files) -> Option<Built> {
    let mut reader = Reader::new(fields);
    let mut built = Built::default();
    for _ in 0..reader.number()? {
        let mut text = || reader.text().map(str::to_owned);
        let (target, stage, entry, extension) = (text()?, text()?, text()?, text()?);
        let source = usize::try_from(reader.number()?).ok()?;
        let flags = reader.number()?;
        let bytes = reader.bytes()?.to_vec();
        let (is_alone, is_text) = (flags & 1 != 0, flags & 2 != 0);
        built.made.push(Made { target, stage, entry, extension, source, is_alone, is_text, bytes });
    }
    for _ in 0..reader.number()? {
        let name = reader.text()?;
        built.sources.add(name, &*files.text(name)?.text);
    }
    for _ in 0..reader.number()? {
        let (_, rule) = glassbox::rule(reader.text()?)?;
        let severity = *SEVERITIES.get(usize::try_from(reader.number()?).ok()?)?;
        let message = reader.text()?.to_owned();
        let mut finding = Diagnostic::new(rule, location_of(&mut reader)?, message).severity(severity);
        for _ in 0..reader.number()? {
            let message = reader.text()?.to_owned();
            finding.labels.push(Label { location: location_of(&mut reader)?, message });
        }
        for _ in 0..reader.number()? {
            finding.notes.push(reader.text()?.to_owned());
        }
        let has_help = reader.number()? != 0;
        let help = reader.text()?;
        finding.help = has_help.then(|| help.to_owned());
        built.findings.push(finding);
    }
    reader.is_empty().then_some(built)
}

fn location_of(reader: &mut Reader<'_>) -> Option<Location> {
    let (start, end) = (reader.number()?, reader.number()?);
    let mut number = || u32::try_from(reader.number()?).ok();
    let (line, column, input) = (number()?, number()?, number()?);
    let line_column = (line > 0).then_some((line, column));
    Some(Location { line_column, input, ..Location::new(start, end, reader.text()?) })
}
