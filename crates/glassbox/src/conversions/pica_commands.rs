//! Converts SHBIN files to commands of the graphics chip.

use std::fmt::Write as _;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_lower_pica::find_executable;
use glassbox_pica::check::{OutputMapping, Stage as Unit};
use glassbox_pica::upload::{self, Command, GeometryMode, Shader};
use glassbox_shbin::model::{Binary, Executable, Shbin};
use glassbox_shbin::raw::{self, ConstantKind, Stage};

use super::{Conversion, ConversionError, ConversionOptions, Converted};

glassbox_core::rules! {
    source: "3dbrew, GPU/Internal Registers; libctru, shaderProgramConfigure",
    examples: &crate::rules::EXAMPLES,

    NOT_SENT = "GPU-COMMANDS-01" Error "the shaders cannot be sent to the chip" {
        cause: "Code, descriptors or outputs are more than a unit holds, or the file has no such executable.",
        effect: "The homebrew runtime sends what fits and drops the rest silently; the chip then hangs or draws nonsense.",
        cure: "Fix what `validate` finds, or choose another executable with --entry.",
    }
    LEFT_OUT = "GPU-COMMANDS-02" Info "a constant is not sent" {
        cause: "A constant names an integer register above i3, or a class that does not exist.",
        effect: "The homebrew runtime ignores it as well.",
        cure: "Nothing, or fix the constant.",
    }
}

/// A program to a command list.
pub(super) struct Commands {
    is_text: bool,
}

/// The words of the list.
pub(super) static WORDS: Commands = Commands { is_text: false };

/// The list for people.
pub(super) static TEXT: Commands = Commands { is_text: true };

impl Conversion for Commands {
    fn from(&self) -> &'static str {
        "shbin"
    }

    fn to(&self) -> &'static str {
        if self.is_text { "gpu-commands-text" } else { "gpu-commands" }
    }

    fn title(&self) -> &'static str {
        if self.is_text {
            "commands for the graphics chip of the 3DS, one a line"
        } else {
            "commands for the graphics chip of the 3DS, as words"
        }
    }

    fn is_text(&self) -> bool {
        self.is_text
    }

    fn options(&self) -> &'static [&'static str] {
        &["entry"]
    }

    fn run(
        &self,
        file: &[u8],
        options: &ConversionOptions,
        limits: &Limits,
    ) -> Result<Converted, ConversionError> {
        let read = match glassbox_shbin::read::read(Window::whole(file), limits) {
            Ok(read) => read,
            Err(error) => return Err(ConversionError::File(vec![*error])),
        };
        let Shbin::Binary(binary) = &read.model else {
            return Err(refused("found an unlinked object, expected a linked file"));
        };
        let mut notes = Vec::new();
        let commands = commands(binary, options.entry.as_deref(), &mut notes)?;
        let bytes = if self.is_text {
            let mut text = String::new();
            for command in &commands {
                // Writing to memory does not fail.
                let _ = writeln!(text, "{command}");
            }
            text.into_bytes()
        } else {
            upload::encode(&commands).into_iter().flat_map(u32::to_le_bytes).collect()
        };
        Ok(Converted { bytes, notes, map: None })
    }
}

fn refused(message: impl Into<String>) -> ConversionError {
    ConversionError::File(vec![Diagnostic::new(&NOT_SENT, Location::default(), message)])
}

/// The commands for one executable, or for the first vertex executable with the first geometry executable.
fn commands(
    binary: &Binary<'_>,
    entry: Option<&str>,
    notes: &mut Vec<Diagnostic>,
) -> Result<Vec<Command>, ConversionError> {
    let program = &binary.program;
    let code: Vec<u32> = program.code.iter().collect();
    let descriptors: Vec<u32> = program.descriptors.iter().map(|entry| entry.operands.0).collect();
    let of_stage = |stage: Stage| {
        let mut all = binary.executables.iter();
        all.position(|executable| executable.stage == stage)
    };
    let (vertex, geometry) = match entry {
        None => (of_stage(Stage::VERTEX), of_stage(Stage::GEOMETRY)),
        Some(name) => {
            let number = find_executable(binary, name);
            let found = number.and_then(|number| Some((number, binary.executables.get(number)?)));
            let Some((number, executable)) = found else {
                let count = binary.executables.len();
                return Err(refused(format!("found no executable {name:?}, expected one of {count}")));
            };
            match executable.stage {
                Stage::GEOMETRY => (None, Some(number)),
                _ => (Some(number), None),
            }
        }
    };
    let mut shader = |number: Option<usize>| {
        let number = number?;
        let executable = binary.executables.get(number)?;
        Some(shader(&code, &descriptors, executable, number, notes))
    };
    let (vertex, geometry) = (shader(vertex), shader(geometry));
    if vertex.is_none() && geometry.is_none() {
        return Err(refused("found no vertex and no geometry executable, expected one at least"));
    }
    upload::commands(vertex.as_ref(), geometry.as_ref(), None).map_err(|reason| refused(reason.to_string()))
}

/// Register values of a unit for an executable. Registers the file does not set are zero.
fn shader<'s>(
    code: &'s [u32],
    descriptors: &'s [u32],
    executable: &Executable<'_>,
    number: usize,
    notes: &mut Vec<Diagnostic>,
) -> Shader<'s> {
    let tables = &executable.tables;
    let (mut bools, mut integers, mut floats) = (0u16, [0u32; 4], Vec::new());
    for (index, constant) in tables.constants.iter().enumerate() {
        let [first, ..] = constant.data;
        let register = constant.register;
        match constant.kind {
            ConstantKind::BOOL if register < 16 => {
                bools = bools & !(1 << register) | ((first.0 & 1) as u16) << register;
            }
            ConstantKind::INT if register < 4 => {
                if let Some(slot) = integers.get_mut(usize::from(register)) {
                    *slot = first.0;
                }
            }
            ConstantKind::FLOAT if register < 96 => {
                floats.push((register as u8, constant.data.map(|word| word.0)));
            }
            _ => {
                let path = format!("dvle[{number}].constants");
                let location = tables.constants.record_location(&path, index);
                let message = format!("found {} register {register}, which the unit lacks", constant.kind);
                notes.push(Diagnostic::new(&LEFT_OUT, location, message));
            }
        }
    }
    let geometry = executable.geometry;
    Shader {
        stage: match executable.stage {
            Stage::GEOMETRY => Unit::Geometry,
            _ => Unit::Vertex,
        },
        code,
        descriptors,
        entry: executable.main,
        bools,
        integers,
        floats,
        outputs: tables
            .outputs
            .iter()
            .map(|output| OutputMapping {
                register: output.register,
                mask: output.mask.0,
                semantic: output.semantic.0,
            })
            .collect(),
        merge: executable.merge & 1 != 0,
        mode: match geometry.mode {
            raw::GeometryMode::VARIABLE => GeometryMode::Variable { full_vertices: geometry.full_vertices },
            raw::GeometryMode::FIXED => {
                GeometryMode::Fixed { start: geometry.fixed_start, vertices: geometry.fixed_vertices }
            }
            _ => GeometryMode::Point,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversions::conversion;

    /// The 152 bytes of the brief's example: `mov o0, v0` and `end`.
    fn example() -> Vec<u8> {
        let mut symbols = glassbox_shbin::model::Symbols::default();
        let input = glassbox_shbin::register::Register(0);
        let uniform = raw::Uniform { name: symbols.add("a"), first: input, last: input };
        let output = raw::Output {
            semantic: raw::Semantic::POSITION,
            register: 0,
            mask: raw::Hex16(0xF),
            unknown: raw::Hex16(0),
        };
        let constants = [
            raw::Constant::float(95, [0x3F_0000, 0xBF_0000, 0x3E_0000, 0x3D_0000]),
            raw::Constant::bool(3, true),
            raw::Constant::int(1, [1, 2, 3, 4]),
            raw::Constant::int(7, [0; 4]),
        ];
        let binary = Binary {
            program: glassbox_shbin::model::Program {
                code: [0x4C00_0000, 0x8800_0000].into_iter().collect(),
                descriptors: [raw::Descriptor::new(0x36F)].into_iter().collect(),
                ..Default::default()
            },
            executables: vec![Executable {
                end_main: 2,
                tables: glassbox_shbin::model::Tables {
                    constants: constants.into_iter().collect(),
                    outputs: [output].into_iter().collect(),
                    uniforms: [uniform].into_iter().collect(),
                    symbols,
                    ..Default::default()
                },
                ..Executable::default()
            }],
            ..Binary::default()
        };
        let layout = glassbox_shbin::write::Layout::canonical();
        glassbox_shbin::write::write(&Shbin::Binary(binary), &layout).expect("it can be written")
    }

    #[test]
    fn constants_and_code_are_sent() {
        let text = conversion("shbin", "gpu-commands-text").expect("the conversion is listed");
        let options = ConversionOptions::default();
        let converted = text.run(&example(), &options, &Limits::default()).expect("it fits");
        let lines = String::from_utf8(converted.bytes).expect("it is text");
        for line in [
            "2CC vertex code: 4C000000 88000000",
            "2D6 vertex descriptors: 0000036F",
            "2B0 vertex bool uniforms: 7FFF0008",
            "2B1+ vertex integer uniforms: 00000000 04030201 00000000 00000000",
            "2C0+ vertex float uniform: 0000005F 003D0000 00003E00 3F0000BF",
            "2BA vertex entry point: 7FFF0000",
        ] {
            assert!(lines.lines().any(|found| found == line), "{line} is not in\n{lines}");
        }
        let ids: Vec<&str> = converted.notes.iter().map(|note| note.rule.id).collect();
        assert_eq!(ids, ["GPU-COMMANDS-02"]);
        let words = conversion("shbin", "gpu-commands").expect("the conversion is listed");
        let bytes = words.run(&example(), &options, &Limits::default()).expect("it fits").bytes;
        let words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let (commands, read) = upload::decode(&words);
        assert_eq!(read, words.len());
        assert_eq!(commands.len(), lines.lines().filter(|line| !line.starts_with(' ')).count());
    }

    #[test]
    fn what_is_not_there_is_refused() {
        let words = conversion("shbin", "gpu-commands").expect("the conversion is listed");
        let options = ConversionOptions { entry: Some("7".to_owned()), ..ConversionOptions::default() };
        match words.run(&example(), &options, &Limits::default()) {
            Err(ConversionError::File(found)) => assert_eq!(found[0].rule.id, NOT_SENT.id),
            other => panic!("{other:?}"),
        }
    }
}
