//! Checks a DXIL module against the rules that drivers and the signing validator hold it to.
//!
//! [`validate`] reports every broken rule that it finds, with the function, instruction or declaration it is about. Containers
//! are not looked at: what other parts repeat is compared there.
//!
//! | module | checks |
//! | --- | --- |
//! | `metadata.rs` | versions, named and attached metadata |
//! | `declarations.rs` | functions, attributes, parameters, variables |
//! | `types.rs`, `instructions.rs` | types in memory, instructions of LLVM |
//! | `flow.rs` | loops, recursion, use before definition |
//! | `calls.rs`, `callees.rs`, `arguments.rs` | operations: number, function, types, stage, model, arguments |
//! | `resources.rs`, `buffers.rs`, `handles.rs` | how operations use resources |
//! | `interface.rs` | operations on signatures, what entry points write |
//! | `bindings.rs`, `cbuffers.rs` | declared resources |
//! | `elements.rs`, `packing.rs`, `semantics.rs`, `stages.rs` | elements of signatures |
//! | `entries.rs`, `shared.rs` | properties of entry points |
//!
//! Source: the DXIL specification, and the validator of the DirectX shader compiler, whose verdict is the reference.

mod arguments;
mod barriers;
mod bindings;
mod buffers;
mod builtins;
mod callees;
mod calls;
mod cbuffers;
mod context;
mod declarations;
mod elements;
mod entries;
mod flow;
mod handles;
mod instructions;
mod interface;
mod mesh;
mod metadata;
mod packing;
mod place;
mod resources;
pub mod rules;
mod semantics;
mod shared;
mod signatures;
mod stages;
mod types;

use std::ops::Range;

use glassbox_core::diagnostic::{Rule, Severity};

use crate::analysis::Program;
use crate::analysis::needs::{Need, Needs};
use crate::facts::Version;
use crate::ir::{FunctionId, InstructionId, MetadataId, VariableId};
use crate::shader::Shader;
use crate::shader::view::MetadataError;
use context::Validator;
pub use place::{Place, Places};

/// Maximum number of findings kept per rule.
pub const MAX_PER_RULE: usize = 32;
/// Minor version of libraries that can only be linked; they are validated when they are.
pub(crate) const OFFLINE: u32 = 15;

/// What a module is checked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Shader model of the device; `None` for that of the module.
    pub model: Option<Version>,
}

/// Names of the shader models that a program can be checked for, such as `sm6.6`.
pub const MODELS: [(&str, Version); 10] = [
    ("sm6.0", Version { major: 6, minor: 0 }),
    ("sm6.1", Version { major: 6, minor: 1 }),
    ("sm6.2", Version { major: 6, minor: 2 }),
    ("sm6.3", Version { major: 6, minor: 3 }),
    ("sm6.4", Version { major: 6, minor: 4 }),
    ("sm6.5", Version { major: 6, minor: 5 }),
    ("sm6.6", Version { major: 6, minor: 6 }),
    ("sm6.7", Version { major: 6, minor: 7 }),
    ("sm6.8", Version { major: 6, minor: 8 }),
    ("sm6.9", Version { major: 6, minor: 9 }),
];

/// Shader model with this name.
pub fn model_named(name: &str) -> Option<Version> {
    MODELS.iter().find(|model| model.0 == name).map(|model| model.1)
}

/// A signature of an entry point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    /// Inputs.
    Inputs,
    /// Outputs.
    Outputs,
    /// Patch constants, or outputs of primitives.
    Patches,
}

/// What a finding is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The module.
    Module,
    /// An instruction.
    Instruction(FunctionId, InstructionId),
    /// A function.
    Function(FunctionId),
    /// A global variable.
    Variable(VariableId),
    /// A metadata item.
    Metadata(MetadataId),
    /// Named metadata.
    Named(String),
    /// An entry point, by its position in `dx.entryPoints`.
    Entry(usize),
    /// A property of an entry point, by its tag.
    Property(usize, u32),
    /// An element of a signature of an entry point.
    Element(usize, List, usize),
    /// A resource, by its position in [`Shader::resources`].
    Resource(usize),
    /// Bits of the bitcode, with the path of the metadata they hold.
    Bits(Range<u64>, String),
}

/// A broken rule.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Severity of this finding: that of the rule, or milder if older validators let it pass.
    pub severity: Severity,
    /// What it is about.
    pub subject: Subject,
    /// What was found and what was expected.
    pub message: String,
    /// Facts that explain it.
    pub notes: Vec<String>,
    /// The fix for this finding, if it is more than the cure of the rule.
    pub help: Option<String>,
}

impl Finding {
    /// Adds a fact.
    pub(crate) fn note(&mut self, note: impl Into<String>) -> &mut Finding {
        self.notes.push(note.into());
        self
    }

    /// Sets another severity than that of the rule.
    pub(crate) fn severity(&mut self, severity: Severity) -> &mut Finding {
        self.severity = severity;
        self
    }

    /// States the fix.
    pub(crate) fn help(&mut self, help: impl Into<String>) -> &mut Finding {
        self.help = Some(help.into());
        self
    }
}

/// Checks a program with the result of [reading](Shader::read) its metadata. The findings are in the order of the checks.
pub fn validate(
    program: &Program<'_>,
    shader: Result<&Shader, &MetadataError>,
    options: &Options,
) -> Vec<Finding> {
    let shader = match shader {
        Ok(shader) => shader,
        Err(error) => return vec![malformed(error)],
    };
    let mut findings = rules_of(program, shader);
    if let Some(model) = options.model {
        findings.extend(environment(program, shader, model));
    }
    findings
}

/// Checks a program whose metadata was read.
fn rules_of(program: &Program<'_>, shader: &Shader) -> Vec<Finding> {
    if shader.model.minor == OFFLINE {
        return Vec::new();
    }
    let mut validator = Validator::new(program, shader);
    metadata::check(&mut validator);
    entries::check(&mut validator);
    declarations::variables(&mut validator);
    shared::check(&mut validator);
    bindings::check(&mut validator);
    let flows = flow::check(&mut validator);
    for function in program.functions() {
        declarations::function(&mut validator, function);
        if let Some(body) = program.body(function) {
            instructions::body(&mut validator, function, body, flows.of(function));
        }
    }
    callees::check(&mut validator);
    metadata::flags(&mut validator);
    elements::check(&mut validator);
    interface::outputs(&mut validator);
    validator.findings
}

/// The finding on metadata that cannot be read.
fn malformed(error: &MetadataError) -> Finding {
    Finding {
        rule: &rules::METADATA,
        severity: rules::METADATA.severity,
        subject: Subject::Bits(error.bits.clone(), error.path.clone()),
        message: error.to_string(),
        notes: Vec::new(),
        help: None,
    }
}

/// Findings on what a device with an older shader model lacks.
fn environment(program: &Program<'_>, shader: &Shader, model: Version) -> Vec<Finding> {
    let needs = Needs::of(program, shader);
    let newer = needs.items.iter().filter(|need| need.model > model);
    newer.take(MAX_PER_RULE).map(|need| too_new(need, model)).collect()
}

fn too_new(need: &Need, model: Version) -> Finding {
    Finding {
        rule: &rules::ENVIRONMENT,
        severity: rules::ENVIRONMENT.severity,
        subject: need.subject.clone(),
        message: format!(
            "found {}, which needs shader model {}, expected at most {model}",
            need.what, need.model
        ),
        notes: Vec::new(),
        help: None,
    }
}
