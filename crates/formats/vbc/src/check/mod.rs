//! Checks a parsed file, section by section. Parse errors (missing bytes, impossible counts, compiler
//! objects) are reported by the reader.

mod bindings;
pub(crate) mod code;
pub(crate) mod cross;
mod header;
mod inputs;
mod locations;
mod outputs;
mod subpass;
mod uniform;

use std::fmt::Write as _;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Report, Rule};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::record::Field;

use glassbox_spirv::check::Environment;

use crate::legacy::{Generation, LegacyProgram};
use crate::module::analyse;
use crate::raw::{Header, StageMask};
use crate::read::{File, Released, open};
use crate::rules;
use crate::stage::present;

/// Reads and checks a file. Input that is not a VBC file yields a single finding.
pub fn check_bytes(bytes: &[u8], limits: &Limits) -> Diagnostics {
    let window = Window::whole(bytes);
    match open(window, limits) {
        Ok((file, findings)) => check(window, &file, findings, None),
        Err(finding) => {
            let mut findings = Diagnostics::new(limits.diagnostics);
            findings.push(*finding);
            findings
        }
    }
}

/// Checks a file and merges the results with the reader's findings.
///
/// Modules are checked for an environment, or if none is stated, for Vulkan 1.2, which the runtime requests.
pub fn check(
    window: Window<'_>,
    file: &File<'_>,
    findings: Diagnostics,
    environment: Option<Environment>,
) -> Diagnostics {
    let mut findings = findings;
    match file {
        File::Released(file) => {
            let present = present(&file.program.modules);
            let mut check = Check { window, file, present, environment, findings };
            check.all();
            findings = check.findings;
        }
        File::Legacy(program) => findings.push(older(window, program)),
        File::Swapped(header) => findings.push(header::swapped(window, header)),
    }
    findings
}

/// Checker state for a file of the released layout.
pub(crate) struct Check<'f, 'a> {
    window: Window<'a>,
    file: &'f Released<'a>,
    present: StageMask,
    /// What executes the modules, if it was stated.
    environment: Option<Environment>,
    findings: Diagnostics,
}

impl Check<'_, '_> {
    fn all(&mut self) {
        self.header();
        // After a wrong count the records are misaligned, so their findings would be noise.
        if !self.file.desynced {
            self.inputs();
            self.outputs();
            self.bindings();
            self.uniform();
            self.subpass_inputs();
        }
        let codes = analyse(&self.file.program.modules);
        self.code(&codes);
        if self.file.whole && self.file.layout.stop.is_none() && !self.file.desynced {
            self.cross(&codes);
        }
    }

    fn report(&mut self, rule: &'static Rule, location: Location, message: impl Into<String>) -> Report<'_> {
        self.findings.report(rule, location, message)
    }

    /// Location of a range of window offsets.
    fn location(&self, start: u64, end: u64, path: impl Into<String>) -> Location {
        let base = self.window.base;
        Location::new(base.saturating_add(start), base.saturating_add(end), path)
    }

    /// Location of a header field.
    fn header_field(&self, field: Field) -> Location {
        let start = field.offset as u64;
        self.location(start, start + field.form.size() as u64, format!("header.{}", field.name))
    }

    /// Names of the mask bits without a matching stage, if any.
    fn absent(&self, mask: StageMask) -> Option<String> {
        let absent = mask.0 & !self.present.0;
        (absent != 0).then(|| match StageMask(absent).to_string() {
            text if text.parse::<u16>().is_ok() => format!("{absent:#06x}"),
            text => text,
        })
    }
}

/// Formats a count with its noun, pluralised.
fn plural(count: u64, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// Creates a finding.
fn finding(rule: &'static Rule, location: Location, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(rule, location, message)
}

/// Describes invalid dimensions, if they are invalid. Only floats form matrices; `booleans` allows boolean
/// vectors.
fn dimension_fault(float: bool, rows: u8, columns: u8) -> Option<String> {
    let vector = (1..=4).contains(&rows) && columns == 1;
    let matrix = float && (2..=4).contains(&rows) && (2..=4).contains(&columns);
    if vector || matrix {
        return None;
    }
    let mut text = format!("found dimensions {rows}x{columns}, expected 1 to 4 rows and 1 column");
    if float {
        text.push_str(", or 2 to 4 of both");
    }
    Some(text)
}

/// Formats a list such as `0, 1 and 5`.
fn list(items: impl IntoIterator<Item = u32>) -> String {
    let items: Vec<u32> = items.into_iter().collect();
    let mut text = String::new();
    for (index, item) in items.iter().enumerate() {
        let separator = match index {
            0 => "",
            _ if index + 1 == items.len() => " and ",
            _ => ", ",
        };
        let _ = write!(text, "{separator}{item}");
    }
    text
}

/// Finding for a file of an older layout.
fn older(window: Window<'_>, program: &LegacyProgram<'_>) -> Diagnostic {
    let field = Header::version.offset as u64;
    let location = Location::new(window.base + field, window.base + field + 1, "header.version");
    let generation = program.generation;
    let message = format!("found layout {}, expected the released one", generation.name());
    let mut finding = finding(&rules::OLD_LAYOUT, location, message)
        .note(format!(
            "compilers from {} wrote it; all of them put 1 into the version byte",
            generation.written()
        ))
        .help("repair `upgrade` writes the released layout");
    if generation == Generation::A {
        let size = window.base + 24;
        let header = Location::new(window.base, size, "header");
        finding = finding.label(header, "the header has no shader type, and records have no stage masks");
    }
    if generation == Generation::B {
        finding =
            finding.note("the uniform section of this layout is always empty; the SPIR-V holds the members");
    }
    finding
}
