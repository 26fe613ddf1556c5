//! A module as GLSL, through SPIRV-Cross.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_spirv::Reflection;
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::reflect::EntryPoint;
use spirv_cross2::compile::CompilableTarget;
use spirv_cross2::compile::glsl::GlslVersion as CrossVersion;
use spirv_cross2::reflect::DecorationValue;
use spirv_cross2::spirv::Decoration;
use spirv_cross2::targets::Glsl;
use spirv_cross2::{Compiler, Module, SpirvCrossError};

use super::names::Names;
use super::refusal::Refusal;
use super::resources::Resource;
use super::varyings::{self, Around};
use super::{blocks, rules};
use crate::back::rules as back;
use crate::instructions::Code;
use crate::output::GlslVersion;
use crate::shader::Class;

/// The text in this version.
///
/// # Errors
/// A construct that the version has no form for, or names that would clash.
pub(super) fn write(
    mut code: Code,
    (reflection, entry): (&Reflection, &EntryPoint),
    resources: &[Resource],
    around: Around<'_>,
    version: GlslVersion,
) -> Result<String, Refusal> {
    let mut names = Names::default();
    blocks::split(&mut code, reflection, entry)?;
    // Splitting blocks changes the interface.
    let words = code.write();
    let reflection = &glassbox_spirv::reflect(&super::words::bytes(&words))
        .map_err(|error| Refusal::new(&back::UNWRITABLE, error.to_string()))?;
    let Some(entry) = reflection.entry_points.first() else {
        return Err(Refusal::new(&back::UNWRITABLE, "the module has no entry point"));
    };
    let varyings = varyings::name(&mut code, (reflection, entry), &mut names, around);
    let mut textures = BTreeMap::new();
    for resource in resources {
        match resource.slot.class {
            Class::ConstantBuffer => {
                let name = names.stand_in(&resource.slot.name);
                code.rename(resource.block, &name);
                let instance = resource.slot.name.trim_matches('_').replace("__", "_");
                code.rename(resource.id, &format!("{instance}_data"));
                set_binding(&mut code, resource);
            }
            Class::Texture => {
                textures.insert(resource.id, (names.stand_in(&resource.slot.name), &resource.slot));
            }
            Class::Sampler => {}
        }
    }
    names.make_way(&mut code);
    let words = code.write();
    let text = compile(&words, &textures, version)?;
    Ok(names.put(&varyings::declare(&text, &varyings, version)))
}

/// States the register as the binding.
fn set_binding(code: &mut Code, resource: &Resource) {
    for one in &mut code.list {
        if one.opcode != op::DECORATE || one.word(0) != resource.id {
            continue;
        }
        let value = match one.word(1) {
            decoration::DESCRIPTOR_SET => 0,
            decoration::BINDING => u32::from(resource.slot.register),
            _ => continue,
        };
        if let Some(word) = one.words.get_mut(2) {
            *word = value;
        }
    }
}

fn compile(
    words: &[u32],
    textures: &BTreeMap<u32, (String, &crate::shader::Slot)>,
    version: GlslVersion,
) -> Result<String, Refusal> {
    let refused =
        |error: SpirvCrossError| Refusal::new(&back::UNWRITABLE, super::sentence(&error.to_string()));
    let mut compiler = Compiler::<Glsl>::new(Module::from_words(words)).map_err(refused)?;
    let dummy = compiler.create_dummy_sampler_for_combined_images().map_err(refused)?;
    compiler.build_combined_image_samplers(dummy).map_err(refused)?;
    let pairs: Vec<_> = compiler.combined_image_samplers().map_err(refused)?.collect();
    let mut seen = BTreeSet::new();
    for pair in pairs {
        let Some((name, slot)) = textures.get(&pair.image_id.id()) else {
            return Err(Refusal::new(
                &rules::CONSTRUCT,
                "a texture is passed to a function as a parameter, expected it to be read where it is declared",
            ));
        };
        if !seen.insert(pair.image_id.id()) {
            return Err(Refusal::new(
                &back::TWO_SAMPLERS,
                format!("texture `{}` is read with more than one sampler, expected one", slot.name),
            ));
        }
        compiler.set_name(pair.combined_id, name.as_str()).map_err(refused)?;
        compiler
            .set_decoration(pair.combined_id, Decoration::DescriptorSet, Some(DecorationValue::Literal(0)))
            .map_err(refused)?;
        compiler
            .set_decoration(
                pair.combined_id,
                Decoration::Binding,
                Some(DecorationValue::Literal(u32::from(slot.register))),
            )
            .map_err(refused)?;
    }
    let mut options = Glsl::options();
    options.version = cross_version(version);
    options.enable_420pack_extension = false;
    options.support_nonzero_base_instance = false;
    options.es_default_float_precision_highp = true;
    let artifact = compiler.compile(&options).map_err(refused)?;
    Ok(artifact.to_string())
}

fn cross_version(version: GlslVersion) -> CrossVersion {
    match version {
        GlslVersion::Core(330) => CrossVersion::Glsl330,
        GlslVersion::Core(400) => CrossVersion::Glsl400,
        GlslVersion::Core(410) => CrossVersion::Glsl410,
        GlslVersion::Core(420) => CrossVersion::Glsl420,
        GlslVersion::Core(430) => CrossVersion::Glsl430,
        GlslVersion::Core(440) => CrossVersion::Glsl440,
        GlslVersion::Core(450) => CrossVersion::Glsl450,
        GlslVersion::Core(_) => CrossVersion::Glsl460,
        GlslVersion::Es(300) => CrossVersion::Glsl300Es,
        GlslVersion::Es(310) => CrossVersion::Glsl310Es,
        GlslVersion::Es(_) => CrossVersion::Glsl320Es,
    }
}
