//! Writes a module as text.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::name_map::ShaderNames;
use glassbox_decompile::{
    Api, Bindings, Extensions, Linked, Mapping, Options, Patterns, Refusal, Source, Target as Language,
    decompile,
};
use glassbox_spirv::build::op;
use glassbox_spirv::module::{Id, Module};

use super::prepare::{Prepared, place, unwritable};
use super::{
    ClipSpace, WriteOptions, between, distances, edit, linkage, names, offsets, position, rules, unwrap,
};
use crate::output::{GlslVersion, Output, Target};
use crate::shader::{Place, Shader};

/// The language and version of a target; `None` for SPIR-V.
#[must_use]
pub fn language_of(target: Target) -> Option<Language> {
    let version = |major: u8, minor: u8| u16::from(major) * 10 + u16::from(minor);
    Some(match target {
        Target::Wgsl => Language::Wgsl,
        Target::Glsl(GlslVersion::Core(version)) => Language::Glsl(version, Api::OpenGl),
        Target::Glsl(GlslVersion::Es(version)) => Language::Essl(version),
        Target::Hlsl(major, minor) => Language::Hlsl(version(major, minor)),
        Target::Msl(major, minor) => Language::Msl(version(major, minor)),
        Target::Spirv(..) => return None,
    })
}

/// Writes a prepared module as text.
pub(super) fn write(
    (shader, prepared): (&Shader, &mut Prepared),
    target: Target,
    options: &WriteOptions<'_>,
) -> Result<(Output, ShaderNames, Vec<Diagnostic>), Vec<Diagnostic>> {
    let Some(language) = language_of(target) else {
        return Err(vec![unwritable("it is no text")]);
    };
    let loads = if matches!(target, Target::Msl(..)) { unwrap::Loads::None } else { unwrap::Loads::ByMember };
    unwrap::unwrap(&mut prepared.module, loads);
    distances::store_elements(&mut prepared.module);
    offsets::remove(&mut prepared.module);
    let next = options.consumer(prepared.stage);
    if let (Target::Glsl(_) | Target::Hlsl(..), Some(next)) = (target, next) {
        between::interpolate(prepared, next, matches!(target, Target::Hlsl(..)));
    }
    let linked = match target {
        Target::Hlsl(..) => link(shader, prepared, options)?,
        _ => Linked::default(),
    };
    if let Target::Glsl(version) = target {
        if options.clip == ClipSpace::OpenGl {
            between::count_from_below(prepared);
        }
        if !matches!(version, GlslVersion::Core(450..)) {
            coarsen(&mut prepared.module);
        }
    }
    let moves = options.rasterized() && position::gives_positions(prepared.stage);
    let (y_axis, depth_range) =
        if moves { position::change(options.clip, position::of(target)) } else { Default::default() };
    let wanted = Options {
        bindings: bindings(prepared),
        names: names::wanted(prepared, target, options),
        extensions: Extensions::Refused,
        y_axis,
        depth_range,
        tessellation: linkage::tessellation(prepared.stage, &options.program),
        linked,
        // What is drawn must not depend on how it reads.
        patterns: Patterns::Exact,
        ..Options::default()
    };
    let source = decompile(&prepared.module, &language, &wanted)
        .map_err(|refusal| refused(&prepared.module, &refusal))?;
    one_sampler_each(prepared, &source)?;
    let map = map(prepared, language, &source, &wanted.names);
    let mut notes = Vec::new();
    if let Target::Glsl(version) = target
        && !has_bindings(version)
    {
        let others = map.resources.iter().filter(|one| !one.written.is_empty() && one.written != one.symbol);
        notes.extend(others.map(|one| other_name(&one.symbol, &one.written, language)));
    }
    Ok((Output::Text(source.text), map, notes))
}

/// Finds what a stage of Direct3D shares with those beside it, and removes outputs that the next one does not take.
fn link(
    shader: &Shader,
    prepared: &mut Prepared,
    options: &WriteOptions<'_>,
) -> Result<Linked, Vec<Diagnostic>> {
    edit::drop_semantics(&mut prepared.module);
    let mut linked = Linked::default();
    if let Some(before) = options.producer(shader.stage) {
        linked.inputs = linkage::links(before, shader).map_err(|found| vec![*found])?;
    }
    // What the next stage misses is found where that one is written.
    if let Some(next) = options.consumer(shader.stage)
        && let Ok(outputs) = linkage::links(shader, next)
    {
        linked.outputs = outputs.into_keys().collect();
        between::leave_out(prepared, &linked.outputs).map_err(|found| vec![*found])?;
    }
    Ok(linked)
}

/// Lets the implementation choose how derivatives are taken, which older versions always do.
fn coarsen(module: &mut Module) {
    for at in module.walk().collect::<Vec<_>>() {
        let plain = match module.opcode(at) {
            op::DPDX_FINE | op::DPDX_COARSE => op::DPDX,
            op::DPDY_FINE | op::DPDY_COARSE => op::DPDY,
            op::FWIDTH_FINE | op::FWIDTH_COARSE => op::FWIDTH,
            _ => continue,
        };
        let operands: Vec<_> = module.tagged_operands(at).collect();
        module.rewrite(at, plain, operands);
    }
}

/// Whether a version states bindings; in older ones names bind.
const fn has_bindings(version: GlslVersion) -> bool {
    matches!(version, GlslVersion::Core(420..) | GlslVersion::Es(310..))
}

/// The registers of the resources, by their places.
fn bindings(prepared: &Prepared) -> Bindings {
    let resources = prepared.resources.iter();
    resources.map(|one| ([one.place.set, one.place.binding], [0, one.register])).collect()
}

/// What the text calls things: symbols as they are called, inputs and outputs as in the source.
fn map(
    prepared: &Prepared,
    language: Language,
    source: &Source,
    wanted: &BTreeMap<Id, String>,
) -> ShaderNames {
    let words = prepared.module.words().unwrap_or_default();
    let mut map = names::of_text(language.to_string(), source, &words);
    let known: BTreeMap<Place, _> = prepared.resources.iter().map(|one| (one.place, one)).collect();
    for resource in &mut map.resources {
        if let Some(known) = known.get(&resource.place) {
            resource.symbol.clone_from(&known.name);
            resource.class = known.class;
        }
    }
    // Outputs whose names only the source's module knows.
    let Some(entry) = prepared.reflection.entry_points.first() else { return map };
    let outputs = prepared.reflection.output_locations(entry).into_iter();
    let nameless = outputs.filter(|output| output.name.is_none());
    let named = nameless.filter_map(|output| Some((output.location, wanted.get(&output.variable)?)));
    let named: BTreeMap<u32, &String> = named.collect();
    for port in map.outputs.iter_mut().filter(|port| port.name.is_empty()) {
        if let Some(name) = named.get(&port.location) {
            port.name.clone_from(name);
        }
    }
    map
}

/// Refuses textures that are used with two samplers: each texture is one variable with its sampler.
fn one_sampler_each(prepared: &Prepared, source: &Source) -> Result<(), Vec<Diagnostic>> {
    let name = |[set, binding]: [u32; 2]| {
        let place = Place { set, binding };
        let found = prepared.resources.iter().find(|one| one.place == place);
        found.map_or("", |one| one.name.as_str())
    };
    let mut pairs: BTreeMap<[u32; 2], BTreeSet<[u32; 2]>> = BTreeMap::new();
    for mapped in &source.map {
        if let Mapping::Combined(texture, sampler) = mapped.kind {
            pairs.entry(texture).or_default().insert(sampler);
        }
    }
    let several = pairs.iter().filter_map(|(texture, samplers)| {
        let mut samplers = samplers.iter();
        let (first, second) = (samplers.next()?, samplers.next()?);
        let message = format!(
            "the texture {:?} is sampled with {:?} and with {:?}, and OpenGL has texture and sampler in one",
            name(*texture),
            name(*first),
            name(*second)
        );
        let finding = Diagnostic::new(&rules::TWO_SAMPLERS, Location::default(), message);
        Some(finding.help("use one of the samplers, or declare the texture twice"))
    });
    let findings: Vec<Diagnostic> = several.collect();
    if findings.is_empty() { Ok(()) } else { Err(findings) }
}

/// The findings of what a language cannot say.
fn refused(module: &Module, refusal: &Refusal) -> Vec<Diagnostic> {
    let found = refusal.obstacles.iter().map(|obstacle| {
        let rule = obstacle.reason.rule();
        Diagnostic::new(rule, place(module, obstacle.at), obstacle.message.clone()).help(rule.cure)
    });
    found.collect()
}

fn other_name(symbol: &str, written: &str, language: Language) -> Diagnostic {
    let message = format!("the symbol {symbol:?} is written as {written:?}, and {language} binds by name");
    Diagnostic::new(&rules::OTHER_NAME, Location::default(), message)
        .help("rename it in the source to an identifier that is no word of GLSL")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_have_languages() {
        for (target, expected) in [
            (Target::Hlsl(6, 0), Some(Language::Hlsl(60))),
            (Target::Msl(2, 1), Some(Language::Msl(21))),
            (Target::Glsl(GlslVersion::Es(310)), Some(Language::Essl(310))),
            (Target::Glsl(GlslVersion::Core(330)), Some(Language::Glsl(330, Api::OpenGl))),
            (Target::Spirv(1, 3), None),
        ] {
            assert_eq!(language_of(target), expected);
        }
    }
}
