//! Inputs and outputs of vertex programs, by the tables of the file.

use glassbox_core::register_map::{Input, Output};
use glassbox_shbin::raw::{self, Semantic};
use glassbox_shbin::register::Class;

use crate::program::{Program, Usage};

/// Locations that every target has for outputs.
const LOCATIONS: u32 = 16;

/// An output with the registers that it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Mapped {
    pub(crate) output: Output,
    /// Register and component of each component; `None` reads as 1.
    pub(crate) parts: Vec<Option<(u8, u8)>>,
}

/// The inputs: those that the file names and those that the code reads.
pub(crate) fn inputs(program: &Program<'_>, usage: &Usage) -> Vec<Input> {
    let mut names: [Option<String>; 16] = Default::default();
    let tables = &program.executable.tables;
    for uniform in tables.uniforms.iter().take(1024) {
        let (Some((Class::Input, first)), Some((Class::Input, last))) =
            (uniform.first.split(), uniform.last.split())
        else {
            continue;
        };
        for register in first..=last {
            if let Some(slot) = names.get_mut(usize::from(register))
                && slot.is_none()
            {
                let name = tables.symbols.text(uniform.name);
                *slot = Some(if first == last { name } else { format!("{name}_{}", register - first) });
            }
        }
    }
    let registers = names.into_iter().enumerate();
    registers
        .filter(|(register, name)| name.is_some() || usage.inputs >> register & 1 != 0)
        .map(|(register, name)| Input {
            name: name.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("v{register}")),
            register: format!("v{register}"),
            location: register as u32,
            written: None,
        })
        .collect()
}

/// The outputs by semantic, the position first, and what cannot be passed on.
pub(crate) fn outputs(program: &Program<'_>) -> (Vec<Mapped>, Vec<String>) {
    let mut found: Vec<(Semantic, Vec<(u8, u8)>)> = Vec::new();
    let mut left_out = Vec::new();
    let unmapped = unmapped(program);
    for output in program.executable.tables.outputs.iter().take(64).chain(unmapped) {
        let parts: Vec<(u8, u8)> = (0..4u8)
            .filter(|component| output.mask.0 >> component & 1 != 0)
            .map(|component| (output.register as u8, component))
            .collect();
        if output.register > 15 {
            left_out.push(format!(
                "{} is mapped to register {}, expected 0 to 15",
                output.semantic, output.register
            ));
        } else if !parts.is_empty() {
            found.push((output.semantic, parts));
        }
    }
    let mut position = vec![None; 4];
    let mut mapped = Vec::new();
    let mut next = 7;
    for (semantic, parts) in found {
        if semantic == Semantic::POSITION {
            // The first component of a mask is x, whichever it is in its register.
            for (slot, part) in position.iter_mut().zip(parts) {
                *slot = slot.or(Some(part));
            }
            continue;
        }
        let repeated =
            mapped.iter().filter(|other: &&Mapped| other.output.semantic == semantic.to_string()).count();
        let location = match (repeated, location(semantic)) {
            (0, Some(location)) => location,
            _ => {
                next += 1;
                next - 1
            }
        };
        if location >= LOCATIONS {
            left_out.push(format!("{semantic} has no location left, there are {LOCATIONS}"));
            continue;
        }
        let name = match (repeated, parts.as_slice()) {
            // It means what the shaders behind make of it, so the register says more.
            (_, [(register, 0), .., (_, 3)]) if semantic == Semantic::GENERIC => format!("o{register}"),
            (0, _) => semantic.to_string(),
            (_, _) => format!("{semantic}_{}", repeated + 1),
        };
        mapped.push(Mapped {
            output: Output {
                name,
                semantic: semantic.to_string(),
                register: place(&parts),
                components: parts.len() as u32,
                location: Some(location),
                written: None,
            },
            parts: parts.into_iter().map(Some).collect(),
        });
    }
    let known: Vec<(u8, u8)> = position.iter().copied().flatten().collect();
    let first = Mapped {
        output: Output {
            name: "position".to_owned(),
            semantic: Semantic::POSITION.to_string(),
            register: place(&known),
            components: 4,
            location: None,
            written: None,
        },
        parts: position,
    };
    mapped.sort_by_key(|mapped| mapped.output.location);
    mapped.insert(0, first);
    (mapped, left_out)
}

/// The outputs of code without a table of them, which emulators hold: the first register that is written is taken for the
/// position, as programs have it, the others mean what the shaders behind make of them.
fn unmapped(program: &Program<'_>) -> impl Iterator<Item = raw::Output> {
    let executable = program.executable;
    let mask = if executable.tables.outputs.is_empty() { executable.output_mask } else { 0 };
    let registers = (0..16u16).filter(move |register| mask >> register & 1 != 0);
    registers.enumerate().map(|(number, register)| raw::Output {
        semantic: if number == 0 { Semantic::POSITION } else { Semantic::GENERIC },
        register,
        mask: raw::Hex16(0xF),
        unknown: raw::Hex16(0),
    })
}

/// Whether every component of the position is mapped.
pub(crate) fn is_whole(position: &Mapped) -> bool {
    position.parts.iter().all(Option::is_some)
}

/// The location of a semantic: the same in every program, so that stages fit together.
fn location(semantic: Semantic) -> Option<u32> {
    Some(match semantic {
        Semantic::NORMAL_QUATERNION => 0,
        Semantic::COLOR => 1,
        Semantic::TEXCOORD0 => 2,
        Semantic::TEXCOORD0_W => 3,
        Semantic::TEXCOORD1 => 4,
        Semantic::TEXCOORD2 => 5,
        Semantic::VIEW => 6,
        _ => return None,
    })
}

fn place(parts: &[(u8, u8)]) -> String {
    let Some(&(register, _)) = parts.first() else {
        return String::new();
    };
    if parts.iter().any(|part| part.0 != register) {
        let each: Vec<String> =
            parts.iter().map(|(register, component)| format!("o{register}.{}", letter(*component))).collect();
        return each.join(" ");
    }
    let letters: String = parts.iter().map(|(_, component)| letter(*component)).collect();
    format!("o{register}.{letters}")
}

fn letter(component: u8) -> char {
    ['x', 'y', 'z', 'w'][usize::from(component & 3)]
}
