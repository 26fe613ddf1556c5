//! Links BPX shader packages on the bytes of files: makes assemblies, links programs to them, merges packages and
//! checks sets.

use glassbox_bpx::file::{File, Numbering};
use glassbox_bpx_link as packages;
use glassbox_core::diagnostic::{Diagnostic, Diagnostics};
use glassbox_core::format::Format as _;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

pub use glassbox_bpx_link::{Change, Contents, Linked, Merged, Options, Outcome};

use crate::LinkInput;

/// Makes an assembly, called `name`, of the symbols that packages share; the first of `parents` becomes its parent, the
/// others are ancestors of that parent. Locations of findings number the inputs first, then the parents.
pub fn assemble(
    inputs: &[LinkInput<'_>],
    parents: &[LinkInput<'_>],
    name: &str,
    limits: &Limits,
) -> Outcome<Contents> {
    let all: Vec<LinkInput<'_>> = inputs.iter().chain(parents).copied().collect();
    with(&all, limits, |all| match all.split_at_checked(inputs.len()) {
        Some((inputs, parents)) => packages::assemble(inputs, parents, name, limits),
        None => packages::assemble(all, &[], name, limits),
    })
}

/// Links a program to the first of `assemblies`; the others are its ancestors. In locations of findings the program is
/// input 0, followed by the assemblies.
pub fn link(
    program: &LinkInput<'_>,
    assemblies: &[LinkInput<'_>],
    options: &Options<'_>,
    limits: &Limits,
) -> Outcome<Linked> {
    let all: Vec<LinkInput<'_>> = std::iter::once(program).chain(assemblies).copied().collect();
    with(&all, limits, |all| match all.split_first() {
        Some((program, assemblies)) => packages::link(program, assemblies, options, limits),
        None => Outcome::default(),
    })
}

/// Unlinks a program from its assembly.
pub fn unlink(program: &LinkInput<'_>, limits: &Limits) -> Outcome<Linked> {
    with(&[*program], limits, |all| match all.first() {
        Some(program) => packages::unlink(program, limits),
        None => Outcome::default(),
    })
}

/// Joins packages that hold stages of one program.
pub fn merge(inputs: &[LinkInput<'_>], limits: &Limits) -> Outcome<Merged> {
    with(inputs, limits, |inputs| packages::merge(inputs, limits))
}

/// Checks the packages of a game against each other; for findings on a single package use [`open`](crate::open). Files
/// that are not containers are skipped.
pub fn check_set(inputs: &[LinkInput<'_>], limits: &Limits) -> Diagnostics {
    let opened: Vec<(u32, &str, File<'_>)> = (0..)
        .zip(inputs)
        .filter_map(|(number, input)| Some((number, input.name, open(input.bytes, limits).ok()?)))
        .collect();
    let named: Vec<packages::Input<'_>> =
        opened.iter().map(|(_, name, file)| packages::Input { name, file }).collect();
    let mut findings = Diagnostics::new(limits.diagnostics);
    let found = packages::check_set(&named, limits);
    let number = |input: u32| opened.get(input as usize).map_or(input, |(number, ..)| *number);
    findings.extend(found.into_sorted().into_iter().map(|mut finding| {
        finding.location.input = number(finding.location.input);
        for label in &mut finding.labels {
            label.location.input = number(label.location.input);
        }
        finding
    }));
    findings
}

/// True if bytes are a BPX container.
pub fn is_container(bytes: &[u8]) -> bool {
    glassbox_bpx::FORMAT.detect(bytes) == glassbox_core::format::MatchConfidence::Yes
}

/// The hashes of an assembly's name and of its parent's; `None` if the bytes are not an assembly.
pub fn assembly(bytes: &[u8], limits: &Limits) -> Option<(u64, Option<u64>)> {
    let file = open(bytes, limits).ok()?;
    file.is_assembly().then(|| (file.shader_ext().assembly.0, file.parent()))
}

fn open<'a>(bytes: &'a [u8], limits: &Limits) -> Result<File<'a>, Box<Diagnostic>> {
    glassbox_bpx::read::open(Window::whole(bytes), limits, Numbering::Released)
}

/// Opens files for an operation; reports files that are not containers instead.
fn with<T>(
    inputs: &[LinkInput<'_>],
    limits: &Limits,
    work: impl FnOnce(&[packages::Input<'_>]) -> Outcome<T>,
) -> Outcome<T> {
    let mut findings = Vec::new();
    let mut files = Vec::new();
    for (number, input) in (0..).zip(inputs) {
        match open(input.bytes, limits) {
            Ok(file) => files.push(file),
            Err(mut finding) => {
                finding.location.input = number;
                findings.push(*finding);
            }
        }
    }
    if files.len() != inputs.len() {
        return Outcome { findings, ..Outcome::default() };
    }
    let named: Vec<packages::Input<'_>> =
        inputs.iter().zip(&files).map(|(input, file)| packages::Input { name: input.name, file }).collect();
    work(&named)
}
