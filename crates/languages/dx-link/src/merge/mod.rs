//! One library of several: functions, what they use, and what the modules say of them.
//!
//! [`merge`] takes what [`plan`](crate::plan) found to be needed. It goes in four steps: `select` finds the functions and
//! variables that the exports need, and who defines what others declare; `copy` moves them to a new module, in which each
//! type, constant and piece of metadata is there once; `resources` joins the lists of resources; `describe` writes what
//! remains to be said of the module: versions, annotations, entry points.
//!
//! What cannot be joined rightly is refused: the result is a whole module or a list of reasons.
//!
//! Functions are not changed: calls between them stay calls, where DXC's own linker puts the code of one function into
//! another. [`shader`] makes a program of one entry point instead, and there code is put in the place of calls.

mod check;
mod copy;
mod describe;
mod finding;
mod flags;
mod names;
mod resources;
mod select;
pub mod shader;
pub mod subobjects;
mod types;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_dxil::Version;
use glassbox_dxil::ir::{Builder, Typed};
use glassbox_dxil::shader::subobject::Subobject;

use crate::export::Export;
use crate::rules;
use finding::Findings;
use select::Selection;

/// A library to be merged.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// What it is called in findings.
    pub name: &'a str,
    /// Its module.
    pub module: &'a Typed<'a>,
    /// Who compiled it: the content of its part `VERS`, if it has one.
    pub compiler: Option<&'a [u8]>,
    /// Its subobjects, where they do not stand in the module: compilers take them out of it.
    pub subobjects: &'a [Subobject],
}

/// What is to come of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Shader model of the library, 6.3 or later.
    pub model: Version,
    /// The functions that others can see; `None` for all that the libraries export.
    pub exports: Option<Vec<Export>>,
}

/// Merges libraries into one. Subobjects that stand beside modules are not put into the module of the result;
/// [`beside`](subobjects::beside) gives them.
///
/// # Errors
///
/// Everything that keeps it from being done rightly. Places name the library as input.
pub fn merge(inputs: &[Input<'_>], target: &Target) -> Result<Typed<'static>, Vec<Diagnostic>> {
    let mut findings = Findings::new(inputs);
    check::inputs(inputs, target, &mut findings);
    findings.stop()?;
    let definitions = names::definitions(inputs, &mut findings);
    findings.stop()?;
    let selection = Selection::new(inputs, target, &definitions, &mut findings);
    findings.stop()?;
    let subobjects = subobjects::join(inputs, &mut findings);
    findings.stop()?;
    let mut make = |flags: Option<u64>| {
        let mut builder = Builder::new();
        let merged = copy::all(inputs, &selection, &definitions, &mut builder, &mut findings);
        findings.stop()?;
        describe::module(
            inputs,
            target,
            flags,
            &selection,
            &definitions,
            merged,
            &mut builder,
            &mut findings,
        );
        findings.stop()?;
        Ok(builder.finish())
    };
    // What is stated of all functions follows from those that are left, so the library may have to be made twice.
    let merged = make(None)?;
    match flags::derive(&merged, &subobjects) {
        Ok(None) => Ok(merged),
        Ok(flags) => make(flags),
        Err(fault) => {
            let mut findings = Findings::new(inputs);
            let message = format!("the merged library would not be read again: {fault}");
            let help = "link with DXC's own linker (`--with dxc`)";
            findings.add(&rules::UNSUPPORTED, 0, "bitcode", message, help);
            findings.stop()?;
            Ok(merged)
        }
    }
}
