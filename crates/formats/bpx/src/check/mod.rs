//! Checks a container: headers, sections, strings and structured data, then shader package contents.

mod container;
mod data;
mod extended;
mod pack;
mod sections;
mod shaders;
mod symbols;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Report, Rule};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

use glassbox_spirv::check::{Checked, Environment};

use crate::file::{File, Numbering, Objects};
use crate::read::open;

/// Reads and checks a container. Input that is not a container yields a single finding.
pub fn check_bytes(bytes: &[u8], limits: &Limits) -> Diagnostics {
    match open(Window::whole(bytes), limits, Numbering::Released) {
        Ok(file) => check(&file, limits, None),
        Err(finding) => {
            let mut findings = Diagnostics::new(limits.diagnostics);
            findings.push(*finding);
            findings
        }
    }
}

/// Checks a container.
///
/// Modules of SPIR-V are checked for an environment, or if none is stated, against the specification alone.
pub fn check(file: &File<'_>, limits: &Limits, environment: Option<Environment>) -> Diagnostics {
    check_modules(file, limits, environment, &[])
}

/// As [`check`], with findings of modules by section that others share.
pub(crate) fn check_modules(
    file: &File<'_>,
    limits: &Limits,
    environment: Option<Environment>,
    modules: &[Checked],
) -> Diagnostics {
    let mut check = Check {
        file,
        modules,
        objects: file.objects(limits.nodes),
        nodes: limits.nodes,
        environment: environment.unwrap_or(Environment::LATEST),
        findings: Diagnostics::new(limits.diagnostics),
    };
    check.container();
    check.sections();
    check.strings();
    check.structured_data();
    if file.is_shader_pack() {
        check.pack();
        check.shaders();
        check.symbols();
        check.extended();
    } else {
        check.other_container();
    }
    let mut findings = check.findings;
    findings.localize(&file.spaces);
    findings
}

/// Checker state for one container.
struct Check<'f, 'a> {
    file: &'f File<'a>,
    /// By section, findings of modules; empty if nobody shares them.
    modules: &'f [Checked],
    objects: Objects<'f>,
    /// Maximum number of structured data values kept.
    nodes: usize,
    /// What executes modules of SPIR-V.
    environment: Environment,
    findings: Diagnostics,
}

impl Check<'_, '_> {
    fn report(&mut self, rule: &'static Rule, location: Location, message: impl Into<String>) -> Report<'_> {
        self.findings.report(rule, location, message)
    }
}

/// Creates a finding.
fn finding(rule: &'static Rule, location: Location, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(rule, location, message)
}

/// Formats a count with its noun, pluralised.
fn plural(count: u64, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}
