//! A shader of libraries: one entry point, with everything that it calls in its place.
//!
//! [`shader`] first merges the libraries as for a library that exports the entry point only, and then changes that one module
//! in small steps: `reach` says what is linked, `inline` puts functions in the place of their calls, `vectors` takes vectors
//! apart, `fold`, `blocks` and `dead` clear away what that leaves, `handles`, `resources` and `registers` exchange variables for registers,
//! `annotate` says of handles what newer models ask for, `raw` exchanges operations that the model does not have. `residue` looks whether anything is left that no shader may
//! hold. `emit` makes a new module of the rest with `write` for each body, `facts` derives from it what metadata states, `entry` states it.
//! `library` takes the first of these steps for functions of a library.
//!
//! The steps are those that DXC's linker takes, without the optimisations that it has besides. Where these would be needed
//! the link is refused.

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
mod residue;
mod resources;
mod vectors;
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

/// The first minor version of shader model 6 that states whether resources alias.
const ALIASING: u32 = 7;
/// Most rounds of clearing away.
const ROUNDS: usize = 64;

/// What is to come of a link to a shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShaderTarget {
    /// Kind of shader, as program headers number it: 0 for pixel, 1 for vertex, 5 for compute shaders.
    pub kind: u16,
    /// Shader model, 6.0 or later.
    pub model: Version,
    /// Name of the entry point.
    pub entry: Vec<u8>,
}

/// A linked shader.
#[derive(Clone, Debug)]
pub struct LinkedShader {
    /// The program. As compilers have it, its resources have no names.
    pub program: Typed<'static>,
    /// The same with the names of resources, of which reflection is made.
    pub named: Typed<'static>,
}

/// Why a link is refused.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    pub(super) rule: &'static Rule,
    pub(super) message: String,
}

impl Refusal {
    fn new(rule: &'static Rule, message: impl Into<String>) -> Refusal {
        Refusal {
            rule,
            message: message.into(),
        }
    }

    /// How it is fixed.
    pub(super) fn help(&self) -> &'static str {
        match self.rule.id {
            id if id == rules::RECURSION.id => "write it as a loop",
            id if id == rules::UNDEFINED.id => "give the library that exports it with exactly this name",
            id if id == rules::NOT_IN_MODEL.id => "ask for a profile that has it, or call another function",
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
/// Everything that keeps it from being done rightly. Places name the library as input.
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
    // The library of the entry point has its initialisers in the code of the entry point already.
    let own = place.map(|place| place.0);
    let foreign = selection.initialisers.iter().filter(|item| Some(item.0) != own);
    let initialisers: Vec<FunctionId> = foreign
        .filter_map(|item| merged.functions.get(item).copied())
        .collect();
    describe::module(
        inputs,
        &library,
        None,
        &selection,
        &definitions,
        merged,
        &mut builder,
        &mut findings,
    );
    findings.stop()?;
    let linked = match root {
        Some(root) => link(builder, root, &initialisers, flags(inputs), target),
        None => Err(Refusal::new(
            &rules::UNSUPPORTED,
            "the entry point was not merged",
        )),
    };
    linked.map_err(|refusal| {
        let path = target.entry.escape_ascii().to_string();
        let input = own.unwrap_or(0);
        findings.add(
            refusal.rule,
            input,
            path,
            refusal.message.as_str(),
            refusal.help(),
        );
        findings.stop().err().unwrap_or_default().into()
    })
}

/// The model of the library between: no input is newer.
fn library_model(inputs: &[Input<'_>], model: Version) -> Version {
    let found = inputs.iter().filter_map(|input| {
        let node = *input.module.metadata.named("dx.shaderModel")?.first()?;
        let minor = input.module.metadata.node(node)?.get(2).copied().flatten()?;
        check::number(input.module, minor).filter(|minor| *minor < check::OFFLINE)
    });
    Version {
        major: model.major,
        minor: found
            .chain([3, model.minor])
            .max()
            .unwrap_or(3)
            .min(check::OFFLINE - 1),
    }
}

/// Whether the entry point is there and of the stage that is asked for.
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
        None => "a function that is no entry point".to_owned(),
    };
    let message = format!(
        "{name} is {found}, expected one for {} of model {}",
        wanted.unwrap_or("a shader"),
        target.model
    );
    let help = "ask for the profile of its stage, or name another entry point";
    findings.add(&rules::STAGE, library, path, message, help);
}

/// Flags that a program has unless a library says otherwise. That resources do not alias can be stated since model 6.7; of older
/// libraries DXC's linker takes it for granted.
fn flags(inputs: &[Input<'_>]) -> u64 {
    let states = |module: &Typed<'_>| entry::library_flags(module) & flag::RESOURCES_DO_NOT_ALIAS != 0;
    let may_alias = |input: &Input<'_>| {
        let module = input.module;
        let minor = check::model(module).map_or(0, |(_, version)| version.minor);
        let writes = resources::read(module).is_ok_and(|found| found.iter().any(Resource::is_written));
        (ALIASING..check::OFFLINE).contains(&minor) && writes && !states(module)
    };
    match inputs.iter().any(may_alias) {
        true => 0,
        false => flag::RESOURCES_DO_NOT_ALIAS,
    }
}

/// Makes a shader of a merged library. `flags` are those that it has besides those of the library.
fn link(
    builder: Builder,
    root: FunctionId,
    initialisers: &[FunctionId],
    flags: u64,
    target: &ShaderTarget,
) -> Result<LinkedShader, Refusal> {
    let mut work = Work::open(builder)?;
    let unknown = || Refusal::new(&rules::UNSUPPORTED, "the entry point is not described");
    let node = entry::node(&work.builder.module, root).ok_or_else(unknown)?;
    initialise(&mut work, root, initialisers);
    let patch = entry::patch_function(&work.builder.module, node);
    let roots: Vec<FunctionId> = [Some(root), patch].into_iter().flatten().collect();
    let before = reach::reach(&work, &roots);
    inline::all(&mut work, &roots)?;
    let kept = reach::reach(&work, &roots).defined;
    if target.model.minor < residue::VECTORS {
        each(&mut work, &kept, vectors::spread);
    }
    tidy(&mut work, &kept);
    let kept = reach::reach(&work, &roots).defined;
    let known = resources::read(&work.builder.module)?;
    let is_own = entry::automatic_space(&work.builder.module, node).is_some_and(|space| space != 0);
    if is_own && known.iter().any(|resource| resource.lower.is_none()) {
        return Err(Refusal::new(
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
    residue::check(&work, &after.defined, target.model.minor)?;
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
    // What metadata states follows from the code, so the shader is made without it first.
    let plain = last.finish(&mut work.clone(), false, &Facts::default())?;
    let stated = entry::library_flags(&work.builder.module) & !flag::RESOURCES_DO_NOT_ALIAS;
    let flags = stated | flags;
    let facts = facts::derive(&plain, target.kind, target.model, flags)?;
    Ok(LinkedShader {
        program: last.finish(&mut work.clone(), false, &facts)?,
        named: last.finish(&mut work, true, &facts)?,
    })
}

/// What the module of the shader is made of.
struct Last<'l> {
    /// What was reached before code was put in the place of calls.
    before: &'l Reach,
    /// How many of the functions are entry points.
    roots: usize,
    after: &'l Reach,
    used: &'l [Resource],
    /// Variables that stand for resources.
    variables: &'l [VariableId],
    /// The entry point as the library has it.
    node: MetadataId,
    target: &'l ShaderTarget,
}

impl Last<'_> {
    /// The module of the shader with what is stated of it.
    fn finish(&self, work: &mut Work, with_names: bool, facts: &Facts) -> Result<Typed<'static>, Refusal> {
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

/// Has the entry point begin with calls of initialisers.
fn initialise(work: &mut Work, root: FunctionId, initialisers: &[FunctionId]) {
    let void = work.void();
    let calls: Vec<Step> = initialisers
        .iter()
        .filter_map(|id| work.builder.module.functions.get(id.index()))
        .map(|function| {
            let call = Call {
                calling_convention: function.calling_convention,
                ..Call::new(function.ty)
            };
            Step::new(Op::Call(call), void, None, vec![function.value])
        })
        .collect();
    let code = work.codes.get_mut(root.index()).and_then(Option::as_mut);
    if let Some(entry) = code.and_then(|code| code.blocks.first_mut()) {
        entry.splice(0..0, calls);
    }
}

/// Changes bodies one by one.
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

/// Clears away what the steps before left.
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
