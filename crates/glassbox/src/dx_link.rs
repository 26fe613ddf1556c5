//! Links DXIL libraries: merges the libraries a [plan](crate::plan) needs into one container.

use std::borrow::Cow;

use glassbox_core::diagnostic::{Diagnostic, Location, Reporter, Severity};
use glassbox_core::error::ErrorList;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dx_link::merge::shader::{LinkedShader, ShaderTarget, shader};
use glassbox_dx_link::merge::subobjects::beside;
use glassbox_dx_link::merge::{Input, Target, merge};
use glassbox_dx_link::plan::{NOWHERE, Plan, Reason};
use glassbox_dx_link::rules;
use glassbox_dxcontainer::build::{Options, container, subobjects};
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::{Content, program};
use glassbox_dxcontainer::read;
use glassbox_dxil::Version;
use glassbox_dxil::ir::{Typed, encode};
use glassbox_dxil::shader::subobject::Subobject;

use crate::LinkInput;

/// A linked container.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The bytes, signed.
    pub bytes: Vec<u8>,
    /// Statistics of the result, as labelled numbers.
    pub facts: Vec<(&'static str, usize)>,
}

/// A library that was opened.
struct Library<'a> {
    container: Container<'a>,
    module: Typed<'a>,
    subobjects: Vec<Subobject>,
}

/// Links the libraries of a plan: `libraries` are those of [`Plan::needed`], in that order. The result has every part
/// derived from the linked program, and passes its format's checks without errors.
///
/// # Errors
///
/// Findings that prevent a correct link. Locations give the library as input, by its index in `libraries`; [`NOWHERE`]
/// means none of them.
pub fn link(
    plan: &Plan,
    libraries: &[LinkInput<'_>],
    limits: &Limits,
) -> Result<Linked, ErrorList<Diagnostic>> {
    let mut findings = Vec::new();
    let mut opened = Vec::new();
    for (number, library) in (0u32..).zip(libraries) {
        match open(library, limits) {
            Ok(library) => opened.push(library),
            Err(mut finding) => {
                finding.location.input = number;
                findings.push(*finding);
            }
        }
    }
    if !findings.is_empty() {
        return Err(findings.into());
    }
    let inputs: Vec<Input<'_>> = libraries
        .iter()
        .zip(&opened)
        .map(|(library, opened)| Input {
            name: library.name,
            module: &opened.module,
            compiler: opened.container.data(b"VERS"),
            subobjects: &opened.subobjects,
        })
        .collect();
    let is_library = plan.request.profile.is_library();
    let root_signature = root_signature(plan, libraries, &opened)?;
    let LinkedShader { program, named } =
        if is_library { library_of(plan, &inputs)? } else { shader(&inputs, &shader_target(plan))? };
    let bitcode = encode(&program).map_err(unwritten)?;
    // After a write and a read, everything is numbered by position.
    let named = encode(&named).map_err(unwritten)?;
    let named = Typed::read(&named).map_err(unwritten)?;
    let statistics = encode(&named.statistics()).map_err(unwritten)?;
    let options = Options {
        // All state the same value, or they could not have been linked.
        version: inputs.iter().find_map(|input| input.compiler).map(Cow::Borrowed),
        subobjects: if is_library { beside(&inputs) } else { Vec::new() },
        root_signature: root_signature.map(Cow::Borrowed),
        statistics: Some(Cow::Owned(statistics)),
        ..Options::default()
    };
    let bytes = container(&bitcode, &options).map_err(nowhere)?;
    sound(&bytes, limits)?;
    let functions = program.functions.iter();
    let facts = vec![
        ("libraries", libraries.len()),
        ("functions", functions.filter(|function| !function.is_declaration()).count()),
    ];
    Ok(Linked { bytes, facts })
}

fn open<'a>(library: &LinkInput<'a>, limits: &Limits) -> Result<Library<'a>, Box<Diagnostic>> {
    let container = read::open(Window::whole(library.bytes), limits)?;
    let part = container.directory.find(b"DXIL");
    let code = part.and_then(|part| program::peek(container.window, part));
    let Some((_, _, bitcode)) = code else {
        let location = Location::new(0, library.bytes.len() as u64, "dxil");
        let message = format!("{} has no part DXIL that could be read", library.name);
        let finding = Diagnostic::new(&rules::UNREADABLE, location, message);
        return Err(Box::new(finding.help("recompile the library")));
    };
    match Typed::read(bitcode) {
        Ok(module) => {
            let subobjects = match container.content(b"RDAT") {
                Some(Content::Rdat(rdat)) => subobjects(rdat),
                _ => Vec::new(),
            };
            Ok(Library { container, module, subobjects })
        }
        Err(fault) => {
            let bytes = fault.bytes();
            let location = Location::new(bytes.start, bytes.end, "dxil.bitcode");
            let message = format!("code of {}: {fault} (bits {:?})", library.name, fault.bits);
            let help = "recompile the library, or take one that is not damaged";
            Err(Box::new(Diagnostic::new(&rules::UNREADABLE, location, message).help(help)))
        }
    }
}

/// The root signature of a program: that of the library with its entry point. No rule defines how to join several.
fn root_signature<'a>(
    plan: &Plan,
    libraries: &[LinkInput<'_>],
    opened: &[Library<'a>],
) -> Result<Option<&'a [u8]>, Vec<Diagnostic>> {
    let asked = plan.reached.iter().find(|reached| reached.reason == Reason::Asked);
    let entry = asked.filter(|_| !plan.request.profile.is_library());
    let owner = entry.and_then(|entry| {
        let mut needed = plan.needed.iter();
        needed.position(|needed| needed.library == entry.library)
    });
    let mut found = None;
    let mut findings = Vec::new();
    for (place, (library, opened)) in libraries.iter().zip(opened).enumerate() {
        let Some(signature) = opened.container.data(b"RTS0") else {
            continue;
        };
        if Some(place) == owner {
            found = Some(signature);
            continue;
        }
        let message = match owner {
            Some(_) => format!(
                "{} has a root signature, expected one at most in the library of the entry point",
                library.name
            ),
            None => format!("{} has a root signature, expected none for a library", library.name),
        };
        let location = Location::new(0, 0, "rts0").input(u32::try_from(place).unwrap_or(NOWHERE));
        let help = "remove it with `part remove`, or keep it in the library of the entry point only";
        findings.report(&rules::UNSUPPORTED, location, message).help(help);
    }
    if findings.is_empty() { Ok(found) } else { Err(findings) }
}

fn model(plan: &Plan) -> Version {
    let model = plan.request.profile.model;
    Version { major: model.major, minor: model.minor }
}

fn library_of(plan: &Plan, inputs: &[Input<'_>]) -> Result<LinkedShader, Vec<Diagnostic>> {
    let exports = &plan.request.exports;
    let target = Target { model: model(plan), exports: (!exports.is_empty()).then(|| exports.clone()) };
    let program = merge(inputs, &target)?;
    // Libraries keep the names of their resources.
    let named = program.clone();
    Ok(LinkedShader { program, named })
}

/// The entry point has the name the plan found for the request.
fn shader_target(plan: &Plan) -> ShaderTarget {
    let mut reached = plan.reached.iter();
    let entry = reached.find(|reached| reached.reason == Reason::Asked);
    let entry = entry.map(|reached| reached.name.clone());
    ShaderTarget {
        kind: plan.request.profile.kind.0,
        model: model(plan),
        entry: entry.or_else(|| plan.request.entry.clone()).unwrap_or_default(),
    }
}

/// Findings that refer to no library.
fn nowhere(findings: ErrorList<Diagnostic>) -> Vec<Diagnostic> {
    let mut findings = findings.into_vec();
    for finding in &mut findings {
        finding.location.input = NOWHERE;
    }
    findings
}

fn unsupported(message: String) -> Diagnostic {
    let location = Location::default().input(NOWHERE);
    Diagnostic::new(&rules::UNSUPPORTED, location, message)
        .help("link with DXC's own linker (`--linker dxc`)")
}

fn unwritten(fault: impl std::fmt::Display) -> Vec<Diagnostic> {
    vec![unsupported(format!("the linked code cannot be written: {fault}"))]
}

/// Checks the result; a file with errors is never returned.
fn sound(bytes: &[u8], limits: &Limits) -> Result<(), Vec<Diagnostic>> {
    let checked = crate::open_as(bytes, None, limits).check();
    let errors = checked.items().iter().filter(|found| found.severity == Severity::Error);
    let findings: Vec<Diagnostic> = errors
        .map(|found| {
            let (rule, message) = (found.rule.id, &found.message);
            unsupported(format!("the linked container would not be valid ({rule}): {message}"))
        })
        .collect();
    if findings.is_empty() { Ok(()) } else { Err(findings) }
}
