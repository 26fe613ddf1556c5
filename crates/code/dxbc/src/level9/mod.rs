//! Disassembles shader model 2 and 3: code for feature level 9 hardware stored next to shader model 4
//! programs.
//!
//! Source: Microsoft's description of the Direct3D 9 shader codes, and listings of the legacy compiler for
//! the output format.

mod opcode;
mod operand;

use std::fmt::Write as _;

use crate::operand::{Word, number};

use opcode::{Info, info};
use operand::Parameter;

/// Left margin of every line.
const MARGIN: &str = "    ";
/// Maximum indentation; these models nest at most 24 deep.
const MAX_INDENT: usize = 24;
/// A comment: its length is in bits 16 to 30.
const COMMENT: u32 = 0xfffe;
/// The end token.
const END: u32 = 0xffff;

/// Version token: kind and model.
#[derive(Clone, Copy)]
struct Version {
    is_pixel: bool,
    major: u32,
    minor: u32,
}

/// An instruction: its token and the following words.
struct Instruction<'a> {
    token: u32,
    info: &'static Info,
    words: &'a [Word],
}

/// Lines of a program: profile first, slot counts last. `None` if the first word is not a version of these
/// models.
pub fn print(code: &[u8]) -> Option<String> {
    let words = code.as_chunks::<4>().0;
    let first = number(*words.first()?);
    let version = Version {
        is_pixel: match first >> 16 {
            0xffff => true,
            0xfffe => false,
            _ => return None,
        },
        major: first >> 8 & 0xff,
        minor: first & 0xff,
    };
    // Instruction tokens contain lengths from model 2 on.
    if !(2..=3).contains(&version.major) {
        return None;
    }
    let mut out = String::new();
    let prefix = if version.is_pixel { "ps" } else { "vs" };
    let _ = match (version.major, version.minor) {
        (2, 1) => writeln!(out, "{MARGIN}{prefix}_2_x"),
        (major, minor) => writeln!(out, "{MARGIN}{prefix}_{major}_{minor}"),
    };
    let mut slots = Slots::default();
    let mut depth = 0usize;
    let mut rest = words.get(1..).unwrap_or_default();
    while let Some((token, behind)) = rest.split_first() {
        let token = number(*token);
        if token & 0xffff == END {
            break;
        }
        let length = match token & 0xffff {
            COMMENT => token >> 16 & 0x7fff,
            _ => token >> 24 & 15,
        };
        let Some((words, behind)) = behind.split_at_checked(length as usize) else {
            let _ = writeln!(out, "{MARGIN}// an instruction of {length} words is cut off");
            break;
        };
        rest = behind;
        if token & 0xffff == COMMENT {
            continue;
        }
        let Some(info) = info(token & 0xffff) else {
            let _ = writeln!(out, "{MARGIN}// unknown instruction {}", token & 0xffff);
            continue;
        };
        let instruction = Instruction { token, info, words };
        slots.count(info, version);
        depth = depth.saturating_sub(usize::from(info.ends));
        out.push_str(MARGIN);
        for _ in 0..depth.min(MAX_INDENT) {
            out.push_str("  ");
        }
        instruction.print(&mut out, version);
        out.push('\n');
        depth += usize::from(info.begins);
    }
    out.push('\n');
    slots.print(&mut out, version);
    Some(out)
}

impl Instruction<'_> {
    fn print(&self, out: &mut String, version: Version) {
        let word = |index: usize| self.words.get(index).map_or(0, |word| number(*word));
        match self.info.name {
            "dcl" => return operand::declaration(out, word(0), word(1), version.is_pixel, version.major),
            "def" | "defi" | "defb" => {
                let _ = write!(out, "{} ", self.info.name);
                Parameter::read(self.words).0.destination(out, version);
                for word in self.words.get(1..).unwrap_or_default() {
                    out.push_str(", ");
                    operand::constant(out, self.info.name, number(*word));
                }
                return;
            }
            _ => {}
        }
        // With predication, the word after the destination is the predicate.
        let is_predicated = self.token >> 28 & 1 == 1;
        let mut parameters = Vec::new();
        let mut rest = self.words;
        while !rest.is_empty() {
            let (parameter, behind) = Parameter::read(rest);
            parameters.push(parameter);
            rest = behind;
        }
        if is_predicated && parameters.len() > 1 {
            let predicate = parameters.remove(1);
            out.push('(');
            predicate.source(out, version);
            out.push_str(") ");
        }
        out.push_str(&self.mnemonic());
        if self.info.writes
            && let Some(first) = parameters.first()
        {
            out.push_str(first.suffix());
        }
        for (index, parameter) in parameters.iter().enumerate() {
            out.push_str(if index == 0 { " " } else { ", " });
            if self.info.writes && index == 0 {
                parameter.destination(out, version)
            } else {
                parameter.source(out, version)
            }
        }
    }

    /// The mnemonic, with the suffixes encoded in bits 16 to 23.
    fn mnemonic(&self) -> String {
        let controls = self.token >> 16 & 0xff;
        let name = self.info.name;
        match name {
            "texld" => match controls {
                1 => "texldp".to_owned(),
                2 => "texldb".to_owned(),
                _ => name.to_owned(),
            },
            "if" | "break" if self.info.compares => format!("{name}_{}", opcode::comparison(controls)),
            "setp" => format!("setp_{}", opcode::comparison(controls)),
            _ => name.to_owned(),
        }
    }
}

/// Instruction slot counts.
#[derive(Default)]
struct Slots {
    texture: u32,
    arithmetic: u32,
}

impl Slots {
    fn count(&mut self, info: &Info, version: Version) {
        if info.samples && version.is_pixel {
            self.texture += u32::from(info.slots)
        } else {
            self.arithmetic += u32::from(info.slots)
        }
    }

    fn print(&self, out: &mut String, version: Version) {
        let all = self.texture + self.arithmetic;
        let plural = if all == 1 { "" } else { "s" };
        let _ = write!(out, "// approximately {all} instruction slot{plural} used");
        if version.is_pixel && self.texture > 0 {
            let _ = write!(out, " ({} texture, {} arithmetic)", self.texture, self.arithmetic);
        }
        out.push('\n');
    }
}
