//! Converts SHBIN files to shading languages.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_shbin::model::Shbin;
use glassbox_translate::output::{GlslVersion, Target};
use glassbox_translate::pica::{Options, PositionSpace, find_executable, translate_pica};
use glassbox_translate::rules;

use super::{Conversion, ConversionError, ConversionOptions, Converted, NameMap};

/// A vertex program to a language.
pub(super) struct Translation {
    target: Target,
    title: &'static str,
}

pub(super) static WGSL: Translation = Translation { target: Target::Wgsl, title: "WebGPU Shading Language" };

pub(super) static GLSL: Translation = Translation {
    target: Target::Glsl(GlslVersion::Core(450)),
    title: "OpenGL Shading Language, version 450 unless stated",
};

pub(super) static HLSL: Translation = Translation {
    target: Target::Hlsl(5, 0),
    title: "High Level Shading Language, shader model 5.0 unless stated",
};

pub(super) static MSL: Translation =
    Translation { target: Target::Msl(2, 0), title: "Metal Shading Language, version 2.0 unless stated" };

pub(super) static SPIRV: Translation =
    Translation { target: Target::Spirv(1, 0), title: "SPIR-V, version 1.0 unless stated" };

impl Conversion for Translation {
    fn from(&self) -> &'static str {
        "shbin"
    }

    fn to(&self) -> &'static str {
        self.target.name()
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn is_text(&self) -> bool {
        !matches!(self.target, Target::Spirv(..))
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
        let no_executable = |message: String| {
            ConversionError::File(vec![
                Diagnostic::new(&rules::NO_EXECUTABLE, Location::default(), message)
                    .help("`glassbox info` lists the executables of a file"),
            ])
        };
        let options_of = self.options(options)?;
        let read = match glassbox_shbin::read::read(Window::whole(file), limits) {
            Ok(read) => read,
            Err(error) => return Err(ConversionError::File(vec![*error])),
        };
        let Shbin::Binary(binary) = &read.model else {
            return Err(no_executable("the file is an unlinked object, expected executables".to_owned()));
        };
        let number = match &options.entry {
            None => first_vertex(binary),
            Some(name) => find_executable(binary, name)
                .ok_or_else(|| no_executable(format!("no executable begins at a label {name:?}")))?,
        };
        let translation = translate_pica(binary, number, &options_of)?;
        Ok(Converted {
            bytes: translation.output.to_bytes(),
            notes: translation.notes,
            map: Some(NameMap::Pica(translation.map)),
        })
    }
}

/// Index of the first vertex executable; 0 if there is none, so that the finding names what there is instead.
fn first_vertex(binary: &glassbox_shbin::model::Binary<'_>) -> usize {
    let mut executables = binary.executables.iter();
    executables.position(|executable| executable.stage == glassbox_shbin::raw::Stage::VERTEX).unwrap_or(0)
}

impl Translation {
    fn options(&self, options: &ConversionOptions) -> Result<Options, ConversionError> {
        let target = match &options.version {
            None => self.target,
            Some(version) => super::versioned(self.target, version).map_err(ConversionError::Option)?,
        };
        let position = match options.keeps_position()? {
            None | Some(true) => PositionSpace::Raw,
            Some(false) => PositionSpace::Target,
        };
        Ok(Options {
            target,
            precise: options.precise,
            position,
            step_limit: options.step_limit,
            ..Options::default()
        })
    }
}
