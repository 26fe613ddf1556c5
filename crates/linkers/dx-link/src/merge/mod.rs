//! Merges several libraries into one: functions, their dependencies, and module metadata.
//!
//! [`merge`] takes the libraries selected by [`plan`](crate::plan) and runs four steps: `select`
//! finds the functions and variables that the exports need, and the definition of each declaration;
//! `copy` copies them to a new module without duplicate types, constants or metadata; `resources`
//! joins the resource lists; `describe` writes the remaining metadata: versions, annotations, entry
//! points.
//!
//! Libraries that cannot be merged correctly are rejected: the result is a complete module or a
//! list of reasons.
//!
//! Like DXC's linker, this inlines functions where allowed and then removes those that no export
//! needs, by merging the result once more on its own. [`shader`] links a program with one entry
//! point instead.

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
use glassbox_core::error::ErrorList;
use glassbox_dxil::Version;
use glassbox_dxil::ir::{Builder, Typed};
use glassbox_dxil::shader::subobject::Subobject;

use crate::export::Export;
use crate::rules;
use finding::Findings;
use names::Definitions;
use select::Selection;

/// Library to merge.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Name for messages.
    pub name: &'a str,
    /// Module of the library.
    pub module: &'a Typed<'a>,
    /// Compiler that produced it: contents of part `VERS`, if present.
    pub compiler: Option<&'a [u8]>,
    /// Subobjects stored outside the module, where compilers move them.
    pub subobjects: &'a [Subobject],
}

/// Output of a merge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Shader model of the library, 6.3 or later.
    pub model: Version,
    /// Exported functions; `None` for everything the libraries export.
    pub exports: Option<Vec<Export>>,
}

/// Merges libraries into one. Subobjects stored outside modules are not moved into the output's
/// module; [`beside`](subobjects::beside) returns them.
///
/// # Errors
///
/// Every reason why the libraries cannot be merged correctly. Locations name the library as input.
pub fn merge(inputs: &[Input<'_>], target: &Target) -> Result<Typed<'static>, ErrorList<Diagnostic>> {
    let mut findings = Findings::new(inputs);
    check::inputs(inputs, target, &mut findings);
    findings.stop()?;
    let mut job = Job::new(inputs, target, findings)?;
    let subobjects = subobjects::join(inputs, &mut job.findings);
    job.findings.stop()?;
    let calling = job.make(None)?;
    let inlined = shader::library::inlined(&calling, target.model.minor).map_err(|refusal| {
        // It may involve several libraries.
        let (message, help) = (refusal.message.as_str(), refusal.help());
        job.findings.add(refusal.rule, usize::MAX, "", message, help);
        job.findings.stop().err().unwrap_or_default()
    })?;
    let Some(inlined) = inlined else {
        return job.finish(calling, &subobjects);
    };
    // Merging it on its own removes unused functions.
    let inlined = inlined.finish();
    let inputs = [Input { name: "the merged library", module: &inlined, compiler: None, subobjects: &[] }];
    let target = Target { exports: None, ..target.clone() };
    let mut job = Job::new(&inputs, &target, Findings::new(&inputs))?;
    let left = job.make(None)?;
    job.finish(left, &subobjects)
}

/// Libraries to merge.
struct Job<'j, 'a, 'g> {
    inputs: &'j [Input<'a>],
    target: &'j Target,
    definitions: Definitions<'a>,
    selection: Selection<'a>,
    findings: Findings<'g>,
}

impl<'j, 'a, 'g> Job<'j, 'a, 'g> {
    fn new(
        inputs: &'j [Input<'a>],
        target: &'j Target,
        mut findings: Findings<'g>,
    ) -> Result<Job<'j, 'a, 'g>, Vec<Diagnostic>> {
        let definitions = names::definitions(inputs, &mut findings);
        findings.stop()?;
        let selection = Selection::new(inputs, target, &definitions, &mut findings);
        findings.stop()?;
        Ok(Job { inputs, target, definitions, selection, findings })
    }

    /// Builds the library; without `flags`, combines those of all inputs.
    fn make(&mut self, flags: Option<u64>) -> Result<Builder, Vec<Diagnostic>> {
        let mut builder = Builder::new();
        let merged =
            copy::all(self.inputs, &self.selection, &self.definitions, &mut builder, &mut self.findings);
        self.findings.stop()?;
        let describe = describe::Describe {
            inputs: self.inputs,
            selection: &self.selection,
            definitions: &self.definitions,
            merged,
            builder: &mut builder,
            findings: &mut self.findings,
        };
        describe.module(self.target, flags);
        self.findings.stop()?;
        Ok(builder)
    }

    /// Sets the flags derived from the remaining functions, rebuilding the library if necessary.
    fn finish(
        mut self,
        made: Builder,
        beside: &[Subobject],
    ) -> Result<Typed<'static>, ErrorList<Diagnostic>> {
        let made = made.finish();
        match flags::derive(&made, beside) {
            Ok(None) => Ok(made),
            Ok(flags) => Ok(self.make(flags)?.finish()),
            Err(fault) => {
                let message = format!("the merged library could not be read back: {fault}");
                let help = "link with DXC's own linker (`--linker dxc`)";
                self.findings.add(&rules::UNSUPPORTED, 0, "bitcode", message, help);
                self.findings.stop()?;
                Ok(made)
            }
        }
    }
}
