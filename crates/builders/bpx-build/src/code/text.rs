//! Writes a module as text.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::name_map::ShaderNames;
use glassbox_decompile::{
    Bindings, Extensions, Linked, Mapping, Options, Patterns, Refusal, Source, Target, decompile,
};
use glassbox_spirv::module::{Id, Module};

use super::prepare::{Form, Prepared};
use super::{ClipSpace, Language, WriteOptions, Written, between, linkage, names, rules};
use crate::shader::{Place, Shader};

/// Writes a prepared module as text.
pub(super) fn write(
    prepared: &Prepared<'_>,
    form: &Form,
    target: Target,
    options: &WriteOptions<'_>,
) -> Result<Written, Vec<Diagnostic>> {
    let language = Language::Text(target);
    let shader = prepared.shader;
    let mut module = form.module.clone();
    let next = options.consumer(shader.stage);
    if let (true, Some(next)) = (language.is_glsl() || language.is_hlsl(), next) {
        between::interpolate((form, &mut module), next, language.is_hlsl());
    }
    let linked = match target {
        Target::Hlsl(_) => link(shader, (form, &mut module), options)?,
        _ => Linked::default(),
    };
    if language.is_glsl() {
        if options.clip == ClipSpace::OpenGl {
            between::count_from_below(&mut module);
        }
        if !matches!(target, Target::Glsl(450.., _)) {
            between::coarsen(&mut module);
        }
    }
    let target_clip = if options.rasterized() { ClipSpace::of(language) } else { options.clip };
    let (y_axis, depth_range) = options.clip.change_to(target_clip);
    let wanted = Options {
        bindings: bindings(form),
        names: names::wanted(form, shader.stage, language, options),
        extensions: Extensions::Refused,
        y_axis,
        depth_range,
        tessellation: linkage::tessellation(shader.stage, &options.program),
        linked,
        // What is drawn must not depend on how it reads.
        patterns: Patterns::Exact,
        ..Options::default()
    };
    let source = decompile(&module, &target, &wanted).map_err(|refusal| refused(form, &module, &refusal))?;
    one_sampler_each(form, &source)?;
    let mut notes = Vec::new();
    let names = map(form, target, &source, &wanted.names);
    if matches!(target, Target::Glsl(..420, _) | Target::Essl(..310)) {
        // These versions have no bindings, and names bind.
        let others = names.resources.iter();
        let others = others.filter(|one| !one.written.is_empty() && one.written != one.symbol);
        notes.extend(others.map(|one| other_name(&one.symbol, &one.written, target)));
    }
    Ok(Written { bytes: source.text.into_bytes(), is_text: true, names, notes })
}

/// Finds what a stage of Direct3D shares with those beside it, and removes outputs that the next one does not take.
fn link(
    shader: &Shader,
    (form, module): (&Form, &mut Module),
    options: &WriteOptions<'_>,
) -> Result<Linked, Vec<Diagnostic>> {
    between::drop_semantics(module);
    let mut linked = Linked::default();
    if let Some(before) = options.producer(shader.stage) {
        linked.inputs = linkage::links(before, shader)?;
    }
    // What the next stage misses is found where that one is written.
    if let Some(next) = options.consumer(shader.stage)
        && let Ok(outputs) = linkage::links(shader, next)
    {
        linked.outputs = outputs.into_keys().collect();
        between::leave_out((form, module), shader.stage, &linked.outputs)?;
    }
    Ok(linked)
}

/// The registers of the resources, by their places.
fn bindings(form: &Form) -> Bindings {
    let resources = form.resources.iter();
    resources.map(|one| ([one.place.set, one.place.binding], [0, one.register])).collect()
}

/// What the text calls things: symbols as they are called, inputs and outputs as in the source.
fn map(form: &Form, target: Target, source: &Source, wanted: &BTreeMap<Id, String>) -> ShaderNames {
    let mut map = source.names(target.to_string(), &form.reflection.bound(None));
    let known: BTreeMap<Place, _> = form.resources.iter().map(|one| (one.place, one)).collect();
    for resource in &mut map.resources {
        if let Some(known) = known.get(&resource.place) {
            resource.symbol.clone_from(&known.name);
            resource.class = known.class;
        }
    }
    // Outputs whose names only the source's module knows.
    let Some(entry) = form.reflection.entry_points.first() else { return map };
    let outputs = form.reflection.output_locations(entry).into_iter();
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
fn one_sampler_each(form: &Form, source: &Source) -> Result<(), Vec<Diagnostic>> {
    let name = |[set, binding]: [u32; 2]| {
        let place = Place { set, binding };
        let found = form.resources.iter().find(|one| one.place == place);
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
fn refused(form: &Form, module: &Module, refusal: &Refusal) -> Vec<Diagnostic> {
    let found = refusal.obstacles.iter().map(|obstacle| {
        let rule = obstacle.reason.rule();
        Diagnostic::new(rule, form.place_in(module, obstacle.at), obstacle.message.clone()).help(rule.cure)
    });
    found.collect()
}

fn other_name(symbol: &str, written: &str, language: Target) -> Diagnostic {
    let message = format!("the symbol {symbol:?} is written as {written:?}, and {language} binds by name");
    Diagnostic::new(&rules::OTHER_NAME, Location::default(), message)
        .help("rename it in the source to an identifier that is no word of GLSL")
}
