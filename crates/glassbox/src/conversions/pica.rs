//! Converts PICA200 programs in SHBIN files: to SPIR-V, and with it to every language that SPIR-V becomes.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::limits::Limits;
use glassbox_core::name_map::ShaderNames;
use glassbox_core::reader::Window;
use glassbox_core::register_map::RegisterMap;
use glassbox_glsl::source::Origin;
use glassbox_lower_pica::{Options, PositionSpace, find_executable, lower, rules};
use glassbox_shbin::model::{Binary, Shbin};
use glassbox_shbin::raw::Stage;

use super::{Conversion, ConversionError, ConversionOptions, Converted, NameMap, shaders};
use crate::origins::Origins;

/// A program to a target of SPIR-V.
pub(super) struct FromShbin {
    next: &'static dyn Conversion,
    title: &'static str,
    /// The clip space of the target.
    space: PositionSpace,
}

pub(super) static WGSL: FromShbin =
    FromShbin { next: &shaders::SPIRV.wgsl, title: "WebGPU Shading Language", space: PositionSpace::WebGpu };
pub(super) static GLSL: FromShbin = FromShbin {
    next: &shaders::SPIRV.glsl,
    title: "OpenGL Shading Language, version 450 unless stated",
    space: PositionSpace::OpenGl,
};
pub(super) static HLSL: FromShbin = FromShbin {
    next: &shaders::SPIRV.hlsl,
    title: "High Level Shading Language, shader model 5.0 unless stated",
    space: PositionSpace::WebGpu,
};
pub(super) static MSL: FromShbin = FromShbin {
    next: &shaders::SPIRV.msl,
    title: "Metal Shading Language, version 2.1 unless stated",
    space: PositionSpace::WebGpu,
};
pub(super) static SPIRV: FromShbin = FromShbin {
    next: &shaders::SPIRV.spirv,
    title: "SPIR-V, version 1.0 unless stated, 1.3 for geometry programs",
    space: PositionSpace::Vulkan,
};

impl Conversion for FromShbin {
    fn from(&self) -> &'static str {
        "shbin"
    }

    fn to(&self) -> &'static str {
        self.next.to()
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn is_text(&self) -> bool {
        self.next.is_text()
    }

    fn options(&self) -> &'static [&'static str] {
        &["entry", "precise", "version", "position", "step-limit"]
    }

    fn run(
        &self,
        file: &[u8],
        options: &ConversionOptions,
        limits: &Limits,
    ) -> Result<Converted, ConversionError> {
        let wanted = Options {
            precise: options.precise,
            position: match options.keeps_position()? {
                None | Some(true) => PositionSpace::Raw,
                Some(false) => self.space,
            },
            step_limit: options.step_limit,
            ..Options::default()
        };
        let read = match glassbox_shbin::read::read(Window::whole(file), limits) {
            Ok(read) => read,
            Err(error) => return Err(ConversionError::File(vec![*error])),
        };
        let Shbin::Binary(binary) = &read.model else {
            return Err(no_executable("the file is an unlinked object, expected executables".to_owned()));
        };
        let number = match &options.entry {
            None => first(binary),
            Some(name) => find_executable(binary, name)
                .ok_or_else(|| no_executable(format!("no executable begins at a label {name:?}")))?,
        };
        let lowered = lower(binary, number, &wanted)?;
        let Some(bytes) = lowered.module.bytes() else {
            return Err(ConversionError::File(Vec::new()));
        };
        let origins = Origins::in_one(&lowered.module, file.len(), 0);
        // The position is where it should be already.
        let inner = ConversionOptions {
            version: options.version.clone(),
            position: Some("raw".to_owned()),
            ..ConversionOptions::default()
        };
        let converted =
            origins.in_source(self.next.run(&bytes, &inner, limits), 0, |origin| match origin {
                Some(Origin { span, .. }) => {
                    Location::new(u64::from(span.start), u64::from(span.end), "code".to_owned())
                }
                None => Location::new(0, 0, format!("dvle[{number}]")),
            })?;
        let mut notes = lowered.notes;
        notes.extend(converted.notes);
        let mut map = lowered.map;
        self.to().clone_into(&mut map.target);
        if let Some(NameMap::Shader(names)) = converted.map {
            fill_in(&mut map, &names, self.to() == "glsl");
        }
        Ok(Converted { bytes: converted.bytes, notes, map: Some(NameMap::Pica(map)) })
    }
}

fn no_executable(message: String) -> ConversionError {
    ConversionError::File(vec![
        Diagnostic::new(&rules::NO_EXECUTABLE, Location::default(), message)
            .help("`glassbox info` lists the executables of a file"),
    ])
}

/// Index of the first vertex executable, or of the first one if there is none.
fn first(binary: &Binary<'_>) -> usize {
    let mut executables = binary.executables.iter();
    executables.position(|executable| executable.stage == Stage::VERTEX).unwrap_or(0)
}

/// The names of a text. Those of inputs, outputs and the block matter in GLSL alone, where they may bind.
fn fill_in(map: &mut RegisterMap, names: &ShaderNames, is_glsl: bool) {
    map.entry.clone_from(&names.entry);
    if is_glsl {
        for input in &mut map.inputs {
            let port = names.inputs.iter().find(|port| port.location == input.location);
            input.written = port.map(|port| port.written.clone());
        }
        for output in &mut map.outputs {
            output.written = match output.location {
                Some(location) => {
                    let port = names.outputs.iter().find(|port| port.location == location);
                    port.map(|port| port.written.clone())
                }
                None => Some("gl_Position".to_owned()),
            };
        }
    }
    let Some(block) = &mut map.uniforms else { return };
    let place = |place: glassbox_core::name_map::Place| (place.set, place.binding);
    let resource =
        names.resources.iter().find(|resource| place(resource.place) == (block.group, block.binding));
    block.written = resource.filter(|_| is_glsl).map(|resource| resource.written.clone());
    for (number, member) in block.members.iter_mut().enumerate() {
        let written = resource.and_then(|resource| resource.members.get(number));
        member.written = written.map_or_else(|| member.name.clone(), |found| found.written.clone());
    }
}
