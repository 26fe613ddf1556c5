//! Geometry, hull and domain shaders as HLSL.
//!
//! SPIRV-Cross has no tessellation stages in HLSL, and what it writes for geometry reads the positions of inputs from something that it
//! does not declare. So it is given a module without an interface ([`private`]), whose inputs and outputs are global variables, and the
//! entry points around it are ours ([`ports`], [`geometry`], [`hull`], [`domain`]): they copy what comes in to the variables, call, and copy out.

mod domain;
mod geometry;
mod hull;
mod patch;
mod ports;
mod private;

use std::collections::BTreeMap;

use glassbox_spirv::Reflection;
use glassbox_spirv::build::value::storage_class as storage;
use glassbox_spirv::reflect::EntryPoint;
use spirv_cross2::compile::CompilableTarget;
use spirv_cross2::compile::hlsl::{BindTarget, HlslShaderModel, RegisterBinding, ResourceBinding};
use spirv_cross2::spirv::ExecutionModel;
use spirv_cross2::targets::Hlsl;
use spirv_cross2::{Compiler, Module, SpirvCrossError};

use self::ports::{Key, Port, Side};
use super::names::Names;
use super::rules;
use crate::back::refusal::Refusal;
use crate::back::resources::Resource;
use crate::back::rules as back;
use crate::back::words::bytes;
use crate::instructions::Code;
use crate::shader::{Shader, Stage};

/// What an entry point is written from.
struct Parts<'a> {
    stage: Stage,
    entry: &'a EntryPoint,
    reflection: &'a Reflection,
    /// The fields that the stage reads, in the order of the signature that they come from.
    inputs: Vec<Port>,
    /// The fields that the stage writes.
    outputs: Vec<Port>,
    /// Names of the variables that were inputs and outputs.
    globals: BTreeMap<u32, String>,
    /// The text of everything but the entry point.
    body: String,
}

/// The text for this shader model.
///
/// # Errors
/// A construct that has no form, or a partner that is missing.
pub(super) fn write(
    mut code: Code,
    (reflection, entry): (&Reflection, &EntryPoint),
    resources: &[Resource],
    (stage, partners): (Stage, &[&Shader]),
    model: (u8, u8),
) -> Result<String, Refusal> {
    let side = |class| Side { code: &code, reflection, entry, stage, class };
    let outputs = taken(side(storage::OUTPUT).ports()?, stage, partners)?;
    let inputs = incoming(side(storage::INPUT).ports()?, stage, partners)?;
    let mut names = Names::default();
    let globals = private::make(&mut code, (reflection, entry), &mut names, stage)?;
    name_resources(&mut code, resources, &mut names);
    names.make_way(&mut code);
    let body = compile(&code.write(), resources, stage, model)?;
    let parts = Parts { stage, entry, reflection, inputs, outputs, globals, body: names.put(&body) };
    match stage {
        Stage::Geometry => geometry::write(&parts),
        Stage::TessellationControl => hull::write(&parts, partners),
        Stage::TessellationEvaluation => domain::write(&parts, partners),
        _ => Err(Refusal::new(
            &rules::CONSTRUCT,
            format!("found a {stage} shader, which another writer puts into HLSL"),
        )),
    }
}

/// The inputs in the order and with all the fields of the outputs that they come from, where these are known: Direct3D joins registers.
fn incoming(own: Vec<Port>, stage: Stage, partners: &[&Shader]) -> Result<Vec<Port>, Refusal> {
    let before = partners.iter().filter(|partner| partner.stage < stage).max_by_key(|partner| partner.stage);
    let Some(before) = before else { return Ok(own) };
    let theirs = outputs(before)?;
    if let Some(alone) =
        own.iter().find(|port| !theirs.iter().any(|other| other.key == port.key && other.ty == port.ty))
    {
        return Err(Refusal::new(
            &rules::CONSTRUCT,
            format!(
                "the {stage} shader reads {} {}, expected the {} shader to write it",
                alone.ty,
                alone.semantic(),
                before.stage
            ),
        ));
    }
    let merged = theirs.into_iter().map(|port| match own.iter().find(|one| one.key == port.key) {
        Some(one) => Port { modifiers: port.modifiers, ..one.clone() },
        None => Port { paths: Vec::new(), ..port },
    });
    Ok(merged.collect())
}

/// The outputs without those that the fragment shader does not take, where it is next: Direct3D joins registers.
fn taken(mut own: Vec<Port>, stage: Stage, partners: &[&Shader]) -> Result<Vec<Port>, Refusal> {
    let next = partners.iter().filter(|partner| partner.stage > stage).min_by_key(|partner| partner.stage);
    let Some(next) = next.filter(|next| next.stage == Stage::Fragment) else {
        return Ok(own);
    };
    let reflection = glassbox_spirv::reflect(&bytes(&next.words))
        .map_err(|error| Refusal::new(&back::UNWRITABLE, error.to_string()))?;
    let inputs =
        next.entry_point(&reflection).map(|entry| reflection.input_locations(entry)).unwrap_or_default();
    own.retain(|port| match port.key {
        Key::Location(location) => inputs.iter().any(|input| {
            (input.location..input.location.saturating_add(input.locations)).contains(&location)
        }),
        Key::BuiltIn(..) => true,
    });
    Ok(own)
}

/// The fields that another shader of the program writes.
fn outputs(shader: &Shader) -> Result<Vec<Port>, Refusal> {
    let broken = |message: String| Refusal::new(&back::UNWRITABLE, message);
    let code = Code::read(&shader.words).map_err(broken)?;
    let reflection =
        glassbox_spirv::reflect(&bytes(&shader.words)).map_err(|error| broken(error.to_string()))?;
    let entry = shader
        .entry_point(&reflection)
        .ok_or_else(|| broken(format!("the {} shader has no entry point", shader.stage)))?;
    let side =
        Side { code: &code, reflection: &reflection, entry, stage: shader.stage, class: storage::OUTPUT };
    side.ports()
}

/// Names blocks, textures and samplers as the symbols.
fn name_resources(code: &mut Code, resources: &[Resource], names: &mut Names) {
    for resource in resources {
        let stand_in = names.stand_in(&resource.name);
        if resource.block == 0 {
            code.rename(resource.id, &stand_in);
        } else {
            code.rename(resource.block, &stand_in);
            code.rename(resource.id, resource.name.trim_matches('_'));
        }
    }
}

/// Everything but the entry point.
fn compile(words: &[u32], resources: &[Resource], stage: Stage, model: (u8, u8)) -> Result<String, Refusal> {
    let refused =
        |error: SpirvCrossError| Refusal::new(&back::UNWRITABLE, super::sentence(&error.to_string()));
    let mut compiler = Compiler::<Hlsl>::new(Module::from_words(words)).map_err(refused)?;
    let execution = match stage {
        Stage::Geometry => ExecutionModel::Geometry,
        _ => ExecutionModel::Vertex,
    };
    for resource in resources {
        let register = Some(RegisterBinding { register: resource.register, space: 0 });
        let binding = ResourceBinding::from_qualified(resource.place.set, resource.place.binding);
        let target = BindTarget { cbv: register, uav: None, srv: register, sampler: register };
        compiler.add_resource_binding(execution, binding, &target).map_err(refused)?;
    }
    let mut options = Hlsl::options();
    options.shader_model = shader_model(model)?;
    options.point_size_compat = true;
    let artifact = compiler.compile(&options).map_err(refused)?;
    let text = artifact.to_string();
    // The entry point is the last function; ours take its place.
    let start = match stage {
        Stage::Geometry => "\n[maxvertexcount(",
        _ => "\nvoid main()\n",
    };
    match text.rfind(start) {
        Some(at) => Ok(text.get(..at).unwrap_or_default().trim_end().to_owned() + "\n"),
        None => {
            Err(Refusal::new(&back::UNWRITABLE, "SPIRV-Cross wrote no entry point where one is expected"))
        }
    }
}

fn shader_model((major, minor): (u8, u8)) -> Result<HlslShaderModel, Refusal> {
    Ok(match (major, minor) {
        (5, 0) => HlslShaderModel::ShaderModel5_0,
        (5, 1) => HlslShaderModel::ShaderModel5_1,
        (6, 0) => HlslShaderModel::ShaderModel6_0,
        (6, 1) => HlslShaderModel::ShaderModel6_1,
        (6, 2) => HlslShaderModel::ShaderModel6_2,
        (6, 3) => HlslShaderModel::ShaderModel6_3,
        (6, 4) => HlslShaderModel::ShaderModel6_4,
        (6, 5) => HlslShaderModel::ShaderModel6_5,
        (6, 6) => HlslShaderModel::ShaderModel6_6,
        (6, 7) => HlslShaderModel::ShaderModel6_7,
        _ => {
            return Err(Refusal::new(
                &back::UNWRITABLE,
                format!("found shader model {major}.{minor}, expected 5.0 to 6.7"),
            ));
        }
    })
}

impl Parts<'_> {
    /// The variable of a built-in, if the stage has it.
    fn built_in(&self, number: u32, class: u32) -> Option<&str> {
        crate::back::interface::variables(self.reflection, self.entry, class)
            .find(|variable| variable.built_in == Some(number))
            .and_then(|variable| self.globals.get(&variable.id))
            .map(String::as_str)
    }

    /// The operands of an execution mode, if the entry point has it.
    fn mode(&self, mode: u32) -> Option<&[u32]> {
        mode_of(self.entry, mode)
    }

    /// What a field is in an expression: the variable, its vertex, and the path behind it.
    fn places(&self, port: &Port, vertex: &str) -> Vec<String> {
        let Some(name) = self.globals.get(&port.variable) else {
            return Vec::new();
        };
        let vertex = if port.vertex { format!("[{vertex}]") } else { String::new() };
        port.paths.iter().map(|path| format!("{name}{vertex}{path}")).collect()
    }

    /// Lines that copy fields of a structure to the variables.
    fn copy_in(&self, ports: &[&Port], from: &str, vertex: &str, indent: &str) -> String {
        let mut text = String::new();
        for port in ports {
            let places = self.places(port, vertex);
            let several = places.len() > 1;
            for (place, component) in places.iter().zip(["x", "y", "z", "w"]) {
                let part = if several { format!(".{component}") } else { String::new() };
                text.push_str(&format!("{indent}{place} = {from}.{}{part};\n", port.field()));
            }
        }
        text
    }

    /// Lines that copy the variables to fields of a structure.
    fn copy_out(&self, ports: &[&Port], to: &str, vertex: &str) -> String {
        let mut text = String::new();
        for port in ports {
            let places = self.places(port, vertex);
            let value = match places.as_slice() {
                [one] if port.ty.starts_with("uint") => format!("{}({one})", port.ty),
                [one] => one.clone(),
                several => format!("{}({})", port.ty, several.join(", ")),
            };
            text.push_str(&format!("    {to}.{} = {value};\n", port.field()));
        }
        text
    }
}

fn mode_of(entry: &EntryPoint, mode: u32) -> Option<&[u32]> {
    entry.modes.iter().find(|one| one.mode == mode).map(|one| one.operands.as_slice())
}
