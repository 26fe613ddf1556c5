//! Modules into text or words: the writers of naga, with every option that changes code stated here.
//!
//! The writers are asked for what the module says and nothing else: no bounds checks (indexes are in range by construction), no
//! bounded loops, no change of the position.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use naga::back::{glsl, hlsl, msl, spv, wgsl};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};

use crate::interface::InterfaceMap;

/// A target language with its version.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// WebGPU Shading Language.
    #[default]
    Wgsl,
    /// OpenGL Shading Language.
    Glsl(GlslVersion),
    /// High Level Shading Language of this shader model, major and minor.
    Hlsl(u8, u8),
    /// Metal Shading Language of this version, major and minor.
    Msl(u8, u8),
    /// SPIR-V of this version, major and minor.
    Spirv(u8, u8),
}

impl Target {
    /// Every language in its default version.
    pub const ALL: [Target; 5] = [
        Target::Wgsl,
        Target::Glsl(GlslVersion::Core(450)),
        Target::Hlsl(5, 0),
        Target::Msl(2, 0),
        Target::Spirv(1, 0),
    ];

    /// `wgsl`, `glsl`, `hlsl`, `msl` or `spirv`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Target::Wgsl => "wgsl",
            Target::Glsl(_) => "glsl",
            Target::Hlsl(..) => "hlsl",
            Target::Msl(..) => "msl",
            Target::Spirv(..) => "spirv",
        }
    }

    /// The language of a name in its default version.
    #[must_use]
    pub fn named(name: &str) -> Option<Target> {
        Target::ALL.into_iter().find(|target| target.name() == name)
    }
}

/// A version of GLSL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlslVersion {
    /// Desktop, such as 330 or 450.
    Core(u16),
    /// Embedded, such as 300 or 310.
    Es(u16),
}

/// Writes `450` or `300 es`, as `#version` does.
impl fmt::Display for GlslVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GlslVersion::Core(version) => write!(f, "{version}"),
            GlslVersion::Es(version) => write!(f, "{version} es"),
        }
    }
}

/// From `450`, `300 es` or `300es`.
impl FromStr for GlslVersion {
    type Err = String;

    fn from_str(text: &str) -> Result<GlslVersion, String> {
        let (number, embedded) = match text.trim().strip_suffix("es") {
            Some(number) => (number.trim(), true),
            None => (text.trim(), false),
        };
        let known: &[u16] = if embedded {
            &[300, 310, 320]
        } else {
            &[330, 400, 410, 420, 430, 440, 450, 460]
        };
        match number.parse() {
            Ok(version) if known.contains(&version) && embedded => Ok(GlslVersion::Es(version)),
            Ok(version) if known.contains(&version) => Ok(GlslVersion::Core(version)),
            _ => Err(format!(
                "GLSL has no version {text:?} that can be written; there are 330 to 460, 300es, 310es and 320es"
            )),
        }
    }
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Source text.
    Text(String),
    /// SPIR-V words.
    Words(Vec<u32>),
}

impl Output {
    /// The bytes of a file: UTF-8, or words low byte first.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Output::Text(text) => text.clone().into_bytes(),
            Output::Words(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        }
    }

    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Output::Text(text) => Some(text),
            Output::Words(_) => None,
        }
    }
}

/// Removes what is not used and checks the module.
pub(crate) fn finish(module: &mut Module) -> Result<ModuleInfo, String> {
    validate(module)?;
    naga::compact::compact(module, naga::compact::KeepUnused::No);
    validate(module)
}

fn validate(module: &Module) -> Result<ModuleInfo, String> {
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(module)
        .map_err(|error| chain(error.as_inner()))
}

/// An error with what caused it.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}

/// Writes a module with one entry point, and fills in the names under which things are written.
pub(crate) fn write(
    module: &Module,
    info: &ModuleInfo,
    target: Target,
    map: &mut InterfaceMap,
) -> Result<Output, String> {
    let (stage, entry) = match module.entry_points.first() {
        Some(entry) => (entry.stage, entry.name.clone()),
        None => return Err("the module has no entry point".to_owned()),
    };
    let policies = BoundsCheckPolicies {
        index: BoundsCheckPolicy::Unchecked,
        buffer: BoundsCheckPolicy::Unchecked,
        image_load: BoundsCheckPolicy::Unchecked,
        binding_array: BoundsCheckPolicy::Unchecked,
    };
    let output = match target {
        Target::Wgsl => {
            let flags = wgsl::WriterFlags::empty();
            Output::Text(wgsl::write_string(module, info, flags).map_err(|error| chain(&error))?)
        }
        Target::Glsl(version) => {
            Output::Text(write_glsl(module, info, version, (stage, entry), policies, map)?)
        }
        Target::Hlsl(major, minor) => {
            let options = hlsl::Options {
                shader_model: shader_model(major, minor)?,
                fake_missing_bindings: true,
                restrict_indexing: false,
                force_loop_bounding: false,
                ..hlsl::Options::default()
            };
            let pipeline = hlsl::PipelineOptions { entry_point: None };
            let mut text = String::new();
            let mut writer = hlsl::Writer::new(&mut text, &options, &pipeline);
            let reflection = writer.write(module, info, None).map_err(|error| chain(&error))?;
            if let Some(Ok(name)) = reflection.entry_point_names.first() {
                map.entry.clone_from(name);
            }
            Output::Text(text)
        }
        Target::Msl(major, minor) => {
            let mut slots = BTreeMap::new();
            for (_, variable) in module.global_variables.iter() {
                if let Some(binding) = variable.binding {
                    let slot = msl::BindTarget {
                        buffer: u8::try_from(binding.binding).ok(),
                        mutable: variable.space != naga::AddressSpace::Uniform,
                        ..msl::BindTarget::default()
                    };
                    slots.insert(binding, slot);
                }
            }
            let resources = msl::EntryPointResources {
                resources: slots,
                // Behind the buffers of a batch.
                sizes_buffer: Some(30),
                ..msl::EntryPointResources::default()
            };
            let options = msl::Options {
                lang_version: (major, minor),
                per_entry_point_map: BTreeMap::from([(entry, resources)]),
                fake_missing_bindings: false,
                bounds_check_policies: policies,
                force_loop_bounding: false,
                ..msl::Options::default()
            };
            let pipeline = msl::PipelineOptions::default();
            let (text, translation) =
                msl::write_string(module, info, &options, &pipeline).map_err(|error| chain(&error))?;
            match translation.entry_point_names.first() {
                Some(Ok(name)) => map.entry.clone_from(name),
                Some(Err(error)) => return Err(chain(error)),
                None => {}
            }
            Output::Text(text)
        }
        Target::Spirv(major, minor) => {
            let options = spv::Options {
                lang_version: (major, minor),
                flags: spv::WriterFlags::DEBUG | spv::WriterFlags::LABEL_VARYINGS,
                bounds_check_policies: policies,
                force_loop_bounding: false,
                ..spv::Options::default()
            };
            let pipeline = spv::PipelineOptions {
                shader_stage: stage,
                entry_point: entry,
            };
            Output::Words(
                spv::write_vec(module, info, &options, Some(&pipeline)).map_err(|error| chain(&error))?,
            )
        }
    };
    if let (Some(block), Some(text)) = (&mut map.uniforms, output.text()) {
        for (member, written) in block.members.iter_mut().zip(written_members(text)) {
            member.written = written;
        }
    }
    Ok(output)
}

fn write_glsl(
    module: &Module,
    info: &ModuleInfo,
    version: GlslVersion,
    (stage, entry): (ShaderStage, String),
    policies: BoundsCheckPolicies,
    map: &mut InterfaceMap,
) -> Result<String, String> {
    let mut options = glsl::Options {
        version: match version {
            GlslVersion::Core(version) => glsl::Version::Desktop(version),
            GlslVersion::Es(version) => glsl::Version::Embedded {
                version,
                is_webgl: false,
            },
        },
        writer_flags: glsl::WriterFlags::empty(),
        ..glsl::Options::default()
    };
    // Older versions cannot state bindings; there the name of the block is what binds it.
    if matches!(version, GlslVersion::Core(420..) | GlslVersion::Es(310..)) {
        for (_, variable) in module.global_variables.iter() {
            if let Some(binding) = variable.binding {
                options.binding_map.insert(binding, binding.binding as u8);
            }
        }
    }
    let pipeline = glsl::PipelineOptions {
        shader_stage: stage,
        entry_point: entry,
        multiview: None,
    };
    let mut text = String::new();
    let mut writer = glsl::Writer::new(&mut text, module, info, &options, &pipeline, policies)
        .map_err(|error| chain(&error))?;
    let reflection = writer.write().map_err(|error| chain(&error))?;
    map.entry = "main".to_owned();
    if let Some(block) = &mut map.uniforms {
        let uniform = |handle: &naga::Handle<naga::GlobalVariable>| {
            module.global_variables[*handle].space == naga::AddressSpace::Uniform
        };
        block.written = reflection
            .uniforms
            .iter()
            .find(|(handle, _)| uniform(handle))
            .map(|(_, name)| name.clone());
    }
    // Inputs and outputs count locations apart; their names say which they are.
    let find = |location: u32, prefix: &str| {
        let mut names: Vec<&String> = reflection
            .varying
            .iter()
            .filter(|(name, varying)| varying.location == location && name.starts_with(prefix))
            .map(|(name, _)| name)
            .collect();
        names.sort();
        names.first().map(|name| (*name).clone())
    };
    for input in &mut map.inputs {
        input.written = find(input.location, "_p2vs");
    }
    for output in &mut map.outputs {
        output.written = match output.location {
            Some(location) => find(location, "_vs2fs"),
            None => Some("gl_Position".to_owned()),
        };
    }
    Ok(text)
}

/// The names of the members of the uniform block as they are declared. Each stands on a line of its own, its name last in
/// C-like languages and first in WGSL; padding has no place here, for the block has none.
fn written_members(text: &str) -> Vec<String> {
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with("struct Uniforms"));
    let mut names = Vec::new();
    for line in lines.skip(1) {
        let line = line.trim().trim_end_matches([',', ';']);
        if line.starts_with('}') {
            break;
        }
        let name = match line.split_once(": ") {
            Some((name, _)) => name,
            None => line
                .split('[')
                .next()
                .unwrap_or(line)
                .rsplit(' ')
                .next()
                .unwrap_or(line),
        };
        if !name.starts_with("_pad") && name != "{" && !name.is_empty() {
            names.push(name.to_owned());
        }
    }
    names
}

fn shader_model(major: u8, minor: u8) -> Result<hlsl::ShaderModel, String> {
    use hlsl::ShaderModel;
    Ok(match (major, minor) {
        (5, 0) => ShaderModel::V5_0,
        (5, 1) => ShaderModel::V5_1,
        (6, 0) => ShaderModel::V6_0,
        (6, 1) => ShaderModel::V6_1,
        (6, 2) => ShaderModel::V6_2,
        (6, 3) => ShaderModel::V6_3,
        (6, 4) => ShaderModel::V6_4,
        (6, 5) => ShaderModel::V6_5,
        (6, 6) => ShaderModel::V6_6,
        (6, 7) => ShaderModel::V6_7,
        _ => {
            return Err(format!(
                "there is no shader model {major}.{minor} that can be written; there are 5.0 to 6.7"
            ));
        }
    })
}
