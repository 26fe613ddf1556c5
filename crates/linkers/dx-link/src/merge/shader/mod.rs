//! Links libraries to a shader: one entry point with its callees inlined.
//!
//! [`shader`] first merges the libraries into one that exports only the entry point, and then
//! transforms that module in small steps: `reach` finds the functions to link, `inline` inlines
//! them, `scalarize` splits vectors, `fold`, `blocks` and `dead` clean up, `handles`, `resources`
//! and `registers` replace variables by registers, `annotate` annotates handles for newer models,
//! `raw` replaces operations that the model lacks. `verify` checks that nothing is left that a
//! shader must not contain. `emit` makes a new module of the rest with `write` for each body,
//! `facts` derives the properties stated in metadata, `entry` writes them. `library` applies the
//! first of these steps to functions of a library.
//!
//! The steps are those of DXC's linker, without its additional optimisations. Links that depend on
//! these are rejected.

mod annotate;
mod blocks;
mod code;
mod dead;
mod declare;
mod emit;
mod entry;
mod facts;
mod fold;
mod handles;
mod inline;
pub(super) mod library;
mod raw;
mod reach;
mod registers;
mod resources;
mod scalarize;
mod verify;
mod write;

use glassbox_core::diagnostic::{Diagnostic, Rule};
use glassbox_core::error::ErrorList;
use glassbox_dxil::Version;
use glassbox_dxil::features::flag;
use glassbox_dxil::ir::{Builder, Call, FunctionId, MetadataId, Op, Remap, Typed, VariableId};

use super::finding::{Findings, spoken};
use super::select::Selection;
use super::{Input, Target, check, copy, describe, names};
use crate::export::Export;
use crate::rules;
use code::{Code, Step, Work};
use entry::Facts;
use reach::Reach;
use resources::Resource;

/// First minor version of shader model 6 that states whether resources alias.
const ALIASING: u32 = 7;
/// Maximum number of cleanup rounds.
const ROUNDS: usize = 64;

/// Output of a link to a shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShaderTarget {
    /// Shader kind as numbered in program headers: 0 for pixel, 1 for vertex, 5 for compute
    /// shaders.
    pub kind: u16,
    /// Shader model, 6.0 or later.
    pub model: Version,
    /// Name of the entry point.
    pub entry: Vec<u8>,
}

/// Linked shader.
#[derive(Clone, Debug)]
pub struct LinkedShader {
    /// Program without resource names, as compilers write it.
    pub program: Typed<'static>,
    /// The same program with resource names, for reflection.
    pub named: Typed<'static>,
}

/// Reason why a link is rejected.
#[derive(Clone, Debug)]
pub(super) struct ShaderLinkError {
    pub(super) rule: &'static Rule,
    pub(super) message: String,
}

impl ShaderLinkError {
    fn new(rule: &'static Rule, message: impl Into<String>) -> ShaderLinkError {
        ShaderLinkError { rule, message: message.into() }
    }

    /// Help text for the rejection.
    pub(super) fn help(&self) -> &'static str {
        match self.rule.id {
            id if id == rules::RECURSION.id => "write it as a loop",
            id if id == rules::UNDEFINED.id => "give the library that exports it with exactly this name",
            id if id == rules::NOT_IN_MODEL.id => "request a profile that has it, or call another function",
            id if id == rules::REGISTERS.id => {
                "give the resource a register, or link with DXC's own linker (`--linker dxc`)"
            }
            _ => "link with DXC's own linker (`--linker dxc`)",
        }
    }
}

/// Links libraries to a shader.
///
/// # Errors
///
/// Every reason why the link cannot be done correctly. Locations name the library as input.
pub fn shader(inputs: &[Input<'_>], target: &ShaderTarget) -> Result<LinkedShader, ErrorList<Diagnostic>> {
    let mut findings = Findings::new(inputs);
    let library = Target {
        model: library_model(inputs, target.model),
        exports: Some(vec![Export::of(target.entry.clone())]),
    };
    check::inputs(inputs, &library, &mut findings);
    findings.stop()?;
    let definitions = names::definitions(inputs, &mut findings);
    findings.stop()?;
    let place = definitions.get(target.entry.as_slice()).copied();
    stage(inputs, target, place, &mut findings);
    findings.stop()?;
    let selection = Selection::new(inputs, &library, &definitions, &mut findings);
    findings.stop()?;
    let mut builder = Builder::new();
    let merged = copy::all(inputs, &selection, &definitions, &mut builder, &mut findings);
    findings.stop()?;
    let root = place.and_then(|place| merged.functions.get(&place).copied());
    // The entry point's code already calls its own library's initialisers.
    let own = place.map(|place| place.0);
    let foreign = selection.initialisers.iter().filter(|item| Some(item.0) != own);
    let initialisers: Vec<FunctionId> =
        foreign.filter_map(|item| merged.functions.get(item).copied()).collect();
    let describe = describe::Describe {
        inputs,
        selection: &selection,
        definitions: &definitions,
        merged,
        builder: &mut builder,
        findings: &mut findings,
    };
    describe.module(&library, None);
    findings.stop()?;
    let linked = match root {
        Some(root) => link(builder, root, &initialisers, flags(inputs), target),
        None => Err(ShaderLinkError::new(&rules::UNSUPPORTED, "the entry point was not merged")),
    };
    linked.map_err(|refusal| {
        let path = target.entry.escape_ascii().to_string();
        let input = own.unwrap_or(0);
        findings.add(refusal.rule, input, path, refusal.message.as_str(), refusal.help());
        findings.stop().err().unwrap_or_default().into()
    })
}

/// Shader model of the intermediate library: no older than any input.
fn library_model(inputs: &[Input<'_>], model: Version) -> Version {
    let found = inputs.iter().filter_map(|input| {
        let node = *input.module.metadata.named("dx.shaderModel")?.first()?;
        let minor = input.module.metadata.node(node)?.get(2).copied().flatten()?;
        check::number(input.module, minor).filter(|minor| *minor < check::OFFLINE)
    });
    Version {
        major: model.major,
        minor: found.chain([3, model.minor]).max().unwrap_or(3).min(check::OFFLINE - 1),
    }
}

/// Checks that the entry point exists and has the requested stage.
fn stage(
    inputs: &[Input<'_>],
    target: &ShaderTarget,
    place: Option<names::Place>,
    findings: &mut Findings<'_>,
) {
    let name = spoken(&target.entry);
    let path = target.entry.escape_ascii().to_string();
    let Some((library, function)) = place else {
        let message = format!("found no definition of {name}, expected an entry point");
        let help = "name an entry point that one of the libraries exports, as `symbols` lists it";
        findings.add(&rules::MISSING_EXPORT, 0, path, message, help);
        return;
    };
    let module = inputs.get(library).map(|input| input.module);
    let node = module.and_then(|module| Some((module, entry::node(module, function)?)));
    let kind = node.and_then(|(module, node)| entry::kind(module, node));
    let wanted = entry::word(target.kind);
    if let (Some(kind), Some(_)) = (kind, wanted)
        && kind == target.kind
        && target.model.major == 6
    {
        return;
    }
    let found = match kind {
        Some(kind) => format!("an entry point of kind {}", entry::word(kind).unwrap_or("other")),
        None => "a function that is not an entry point".to_owned(),
    };
    let message = format!(
        "{name} is {found}, expected one for {} of model {}",
        wanted.unwrap_or("a shader"),
        target.model
    );
    let help = "request the profile of its stage, or name another entry point";
    findings.add(&rules::STAGE, library, path, message, help);
}

/// Flags of a program unless a library states otherwise. That resources do not alias can be stated
/// since model 6.7; DXC's linker assumes it for older libraries.
fn flags(inputs: &[Input<'_>]) -> u64 {
    let states = |module: &Typed<'_>| entry::library_flags(module) & flag::RESOURCES_DO_NOT_ALIAS != 0;
    let may_alias = |input: &Input<'_>| {
        let module = input.module;
        let minor = check::model(module).map_or(0, |(_, version)| version.minor);
        let writes = resources::read(module).is_ok_and(|found| found.iter().any(Resource::is_written));
        (ALIASING..check::OFFLINE).contains(&minor) && writes && !states(module)
    };
    if inputs.iter().any(may_alias) { 0 } else { flag::RESOURCES_DO_NOT_ALIAS }
}

/// Links a merged library to a shader. `flags` are added to those of the library.
fn link(
    builder: Builder,
    root: FunctionId,
    initialisers: &[FunctionId],
    flags: u64,
    target: &ShaderTarget,
) -> Result<LinkedShader, ShaderLinkError> {
    let mut work = Work::open(builder)?;
    let unknown = || ShaderLinkError::new(&rules::UNSUPPORTED, "the entry point is not described");
    let node = entry::node(&work.builder.module, root).ok_or_else(unknown)?;
    initialise(&mut work, root, initialisers);
    let patch = entry::patch_function(&work.builder.module, node);
    let roots: Vec<FunctionId> = [Some(root), patch].into_iter().flatten().collect();
    let before = reach::reach(&work, &roots);
    inline::all(&mut work, &roots)?;
    let kept = reach::reach(&work, &roots).defined;
    if target.model.minor < verify::VECTORS {
        each(&mut work, &kept, scalarize::scalarize);
    }
    tidy(&mut work, &kept);
    let kept = reach::reach(&work, &roots).defined;
    let known = resources::read(&work.builder.module)?;
    let is_own = entry::automatic_space(&work.builder.module, node).is_some_and(|space| space != 0);
    if is_own && known.iter().any(|resource| resource.lower.is_none()) {
        return Err(ShaderLinkError::new(
            &rules::REGISTERS,
            "resources without registers are to be given a space of their own",
        ));
    }
    let used = handles::lower(&mut work, &kept, target.model.minor)?;
    if target.model.minor < 2 {
        each(&mut work, &kept, raw::lower);
    }
    tidy(&mut work, &kept);
    let after = reach::reach(&work, &roots);
    verify::check(&work, &after.defined, target.model.minor)?;
    let variables: Vec<_> = known.iter().map(|resource| resource.variable).collect();
    let last = Last {
        before: &before,
        roots: roots.len(),
        after: &after,
        used: &used,
        variables: &variables,
        node,
        target,
    };
    // Metadata depends on the code, so the shader is first built without it.
    let plain = last.finish(&mut work.clone(), false, &Facts::default())?;
    let stated = entry::library_flags(&work.builder.module) & !flag::RESOURCES_DO_NOT_ALIAS;
    let flags = stated | flags;
    let facts = facts::derive(&plain, target.kind, target.model, flags)?;
    Ok(LinkedShader {
        program: last.finish(&mut work.clone(), false, &facts)?,
        named: last.finish(&mut work, true, &facts)?,
    })
}

/// Inputs for the shader's module.
struct Last<'l> {
    /// Functions reachable before inlining.
    before: &'l Reach,
    /// Number of entry points.
    roots: usize,
    after: &'l Reach,
    used: &'l [Resource],
    /// Variables that represent resources.
    variables: &'l [VariableId],
    /// Entry point metadata of the library.
    node: MetadataId,
    target: &'l ShaderTarget,
}

impl Last<'_> {
    /// Builds the shader's module with its metadata.
    fn finish(
        &self,
        work: &mut Work,
        with_names: bool,
        facts: &Facts,
    ) -> Result<Typed<'static>, ShaderLinkError> {
        let named = entry::describe(work, self.node, self.target, self.used, with_names, facts)?;
        let mut emit = emit::all(work, self.before, self.roots, self.after, self.variables.to_vec())?;
        for (name, nodes) in named {
            let mut moved = Vec::new();
            for node in nodes {
                moved.push(emit.metadata(node)?);
            }
            emit.out.module.metadata.add_named(name, &moved);
        }
        Ok(emit.out.finish())
    }
}

/// Inserts calls of initialisers at the start of the entry point.
fn initialise(work: &mut Work, root: FunctionId, initialisers: &[FunctionId]) {
    let void = work.void();
    let calls: Vec<Step> = initialisers
        .iter()
        .filter_map(|id| work.builder.module.functions.get(id.index()))
        .map(|function| {
            let call = Call { calling_convention: function.calling_convention, ..Call::new(function.ty) };
            Step::new(Op::Call(call), void, None, vec![function.value])
        })
        .collect();
    let code = work.codes.get_mut(root.index()).and_then(Option::as_mut);
    if let Some(entry) = code.and_then(|code| code.blocks.first_mut()) {
        entry.splice(0..0, calls);
    }
}

/// Applies a change to each body.
fn each(work: &mut Work, functions: &[FunctionId], change: impl Fn(&mut Work, &mut Code)) {
    for function in functions {
        let Some(mut code) = work.codes.get_mut(function.index()).and_then(Option::take) else {
            continue;
        };
        change(work, &mut code);
        if let Some(slot) = work.codes.get_mut(function.index()) {
            *slot = Some(code);
        }
    }
}

/// Removes leftovers of the preceding steps.
fn tidy(work: &mut Work, functions: &[FunctionId]) {
    each(work, functions, |work, code| {
        for _ in 0..ROUNDS {
            let folded = fold::all(work, code);
            let joined = blocks::simplify(work, code);
            dead::remove(work, code);
            if !folded && !joined {
                break;
            }
        }
    });
}
