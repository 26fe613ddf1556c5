//! One library of several: functions, what they use, and what the modules say of them.
//!
//! [`merge`] takes what [`plan`](crate::plan) found to be needed. It goes in four steps: `select` finds the functions and
//! variables that the exports need, and who defines what others declare; `copy` moves them to a new module, in which each
//! type, constant and piece of metadata is there once; `resources` joins the lists of resources; `describe` writes what
//! remains to be said of the module: versions, annotations, entry points.
//!
//! What cannot be joined rightly is refused: the result is a whole module or a list of reasons.
//!
//! As DXC's own linker has it, code is put in the place of calls of functions that may be, and then only what exports still need
//! is there: the library is merged once more, by itself. [`shader`] makes a program of one entry point instead.

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
pub fn merge(inputs: &[Input<'_>], target: &Target) -> Result<Typed<'static>, ErrorList<Diagnostic>> {
    let mut findings = Findings::new(inputs);
    check::inputs(inputs, target, &mut findings);
    findings.stop()?;
    let mut job = Job::new(inputs, target, findings)?;
    let subobjects = subobjects::join(inputs, &mut job.findings);
    job.findings.stop()?;
    let calling = job.make(None)?;
    let inlined = shader::library::inlined(&calling, target.model.minor).map_err(|refusal| {
        // It may come of several libraries together.
        let (message, help) = (refusal.message.as_str(), refusal.help());
        job.findings.add(refusal.rule, usize::MAX, "", message, help);
        job.findings.stop().err().unwrap_or_default()
    })?;
    let Some(inlined) = inlined else {
        return job.finish(calling, &subobjects);
    };
    // Merged by itself it loses what nobody needs any more.
    let inlined = inlined.finish();
    let inputs = [Input {
        name: "the merged library",
        module: &inlined,
        compiler: None,
        subobjects: &[],
    }];
    let target = Target {
        exports: None,
        ..target.clone()
    };
    let mut job = Job::new(&inputs, &target, Findings::new(&inputs))?;
    let left = job.make(None)?;
    job.finish(left, &subobjects)
}

/// Libraries of which one is made.
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
        Ok(Job {
            inputs,
            target,
            definitions,
            selection,
            findings,
        })
    }

    /// The library; without `flags` it has those of all inputs together.
    fn make(&mut self, flags: Option<u64>) -> Result<Builder, Vec<Diagnostic>> {
        let mut builder = Builder::new();
        let merged = copy::all(
            self.inputs,
            &self.selection,
            &self.definitions,
            &mut builder,
            &mut self.findings,
        );
        self.findings.stop()?;
        describe::module(
            self.inputs,
            self.target,
            flags,
            &self.selection,
            &self.definitions,
            merged,
            &mut builder,
            &mut self.findings,
        );
        self.findings.stop()?;
        Ok(builder)
    }

    /// The library with the flags that follow from the functions that are left, for which it may have to be made once more.
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
                let message = format!("the merged library would not be read again: {fault}");
                let help = "link with DXC's own linker (`--linker dxc`)";
                self.findings
                    .add(&rules::UNSUPPORTED, 0, "bitcode", message, help);
                self.findings.stop()?;
                Ok(made)
            }
        }
    }
}
