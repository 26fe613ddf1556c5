//! Target languages and what is written in them, and the names of a written PICA200 program.

use std::fmt;
use std::str::FromStr;

use naga::back::{glsl, hlsl, msl, spv};
use naga::valid::{Capabilities, ModuleInfo, ValidationError, ValidationFlags, Validator};
use naga::{Module, WithSpan};

use crate::plain::plain;
use crate::push;
use crate::writers;
use glassbox_core::register_map::RegisterMap;

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

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
        let known: &[u16] =
            if embedded { &[300, 310, 320] } else { &[330, 400, 410, 420, 430, 440, 450, 460] };
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
pub(crate) fn finish(module: &mut Module, capabilities: Capabilities) -> Result<ModuleInfo, String> {
    validate(module, capabilities)?;
    naga::compact::compact(module, naga::compact::KeepUnused::No);
    validate(module, capabilities)
}

/// Checks a module that may use these capabilities.
pub(crate) fn validate(module: &Module, capabilities: Capabilities) -> Result<ModuleInfo, String> {
    check(module, capabilities).map_err(|error| chain(error.as_inner()))
}

/// The same, with the validator's own error.
pub(crate) fn check(
    module: &Module,
    capabilities: Capabilities,
) -> Result<ModuleInfo, Box<WithSpan<ValidationError>>> {
    let block = push::as_block(module);
    Validator::new(ValidationFlags::all(), capabilities)
        .validate(block.as_ref().unwrap_or(module))
        .map_err(Box::new)
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
    plain(&text)
}

/// Writes a module with one entry point, and fills in the names under which things are written.
pub(crate) fn write(
    module: &Module,
    info: &ModuleInfo,
    target: Target,
    map: &mut RegisterMap,
) -> Result<Output, String> {
    let bindings = || {
        let variables = module.global_variables.iter();
        variables.filter_map(|(_, variable)| Some((variable.binding?, variable.space)))
    };
    let output = match target {
        Target::Wgsl => Output::Text(writers::wgsl(module, info)?),
        Target::Glsl(version) => {
            // Older versions cannot state bindings; there the name of the block is what binds it.
            let stated = matches!(version, GlslVersion::Core(420..) | GlslVersion::Es(310..));
            let bindings = bindings().filter(|_| stated);
            let bindings = bindings.map(|(binding, _)| (binding, binding.binding as u8)).collect();
            let (text, reflection) = writers::glsl(module, info, version, bindings)?;
            name_glsl(module, &reflection, map);
            Output::Text(text)
        }
        Target::Hlsl(major, minor) => {
            let (text, entry) = writers::hlsl(module, info, (major, minor), hlsl::BindingMap::default())?;
            map.entry = entry;
            Output::Text(text)
        }
        Target::Msl(major, minor) => {
            let indices = bindings().map(|(binding, space)| {
                let target = msl::BindTarget {
                    buffer: u8::try_from(binding.binding).ok(),
                    mutable: space != naga::AddressSpace::Uniform,
                    ..msl::BindTarget::default()
                };
                (binding, target)
            });
            let (text, entry) = writers::msl(module, info, (major, minor), indices.collect())?;
            map.entry = entry;
            Output::Text(text)
        }
        Target::Spirv(major, minor) => {
            Output::Words(writers::spirv(module, info, (major, minor), spv::BindingMap::default())?)
        }
    };
    if let (Some(block), Some(text)) = (&mut map.uniforms, output.text()) {
        for (member, written) in block.members.iter_mut().zip(written_members(text)) {
            member.written = written;
        }
    }
    Ok(output)
}

/// The names in GLSL, which renames everything.
fn name_glsl(module: &Module, reflection: &glsl::ReflectionInfo, map: &mut RegisterMap) {
    map.entry = "main".to_owned();
    if let Some(block) = &mut map.uniforms {
        let uniform = |handle: &naga::Handle<naga::GlobalVariable>| {
            module.global_variables[*handle].space == naga::AddressSpace::Uniform
        };
        block.written =
            reflection.uniforms.iter().find(|(handle, _)| uniform(handle)).map(|(_, name)| name.clone());
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
}

/// The names of the members of the uniform block as they are declared. Each stands on a line of its own, its name last in
/// C-like languages and first in WGSL; padding has no place here, for the block has none.
fn written_members(text: &str) -> Vec<String> {
    let lines = text.lines().skip_while(|line| !line.starts_with("struct Uniforms"));
    let mut names = Vec::new();
    for line in lines.skip(1) {
        let line = line.trim().trim_end_matches([',', ';']);
        if line.starts_with('}') {
            break;
        }
        let name = match line.split_once(": ") {
            Some((name, _)) => name,
            None => line.split('[').next().unwrap_or(line).rsplit(' ').next().unwrap_or(line),
        };
        if !name.starts_with("_pad") && name != "{" && !name.is_empty() {
            names.push(name.to_owned());
        }
    }
    names
}
