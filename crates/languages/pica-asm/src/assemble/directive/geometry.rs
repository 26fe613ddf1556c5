//! Implements `.gsh`: geometry shaders.

use crate::assemble::allocate::Space;
use crate::assemble::arguments::Arguments;
use crate::assemble::fault::Result;
use crate::assemble::number;
use crate::assemble::state::{Assembler, Constant};
use crate::rules;
use glassbox_core::suggest::similar;

/// Mode names and numbers.
static MODES: [(&str, u8); 5] =
    [("point", 0), ("variable", 1), ("subdivision", 1), ("fixed", 2), ("particle", 2)];

pub(super) fn geometry<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    assembler.executable(arguments.statement);
    let Some(mode) = arguments.space() else {
        let executable = assembler.executable(arguments.statement);
        executable.is_geometry = true;
        executable.is_legacy = true;
        return Ok(());
    };
    check_order(assembler, arguments)?;
    let Some(&(_, number)) = MODES.iter().find(|(known, _)| known.eq_ignore_ascii_case(mode)) else {
        let fault = assembler.fault(
            &rules::GEOMETRY,
            mode,
            format!("invalid geometry shader mode: {mode}"),
            format!("`{mode}` is not a mode of a geometry shader, expected point, variable or fixed"),
        );
        let close = similar(mode, MODES.iter().map(|(known, _)| *known));
        return Err(fault.maybe_help(close.map(|known| format!("did you mean `{known}`?"))));
    };
    let executable = assembler.executable(arguments.statement);
    executable.is_geometry = true;
    executable.mode = number;
    let first = assembler.word(arguments, "the first float uniform that is free, such as `c0`")?;
    let first = float_register(assembler, first)?;
    assembler.geometry_space = Space::geometry(first);
    match number {
        0 => assembler.done(arguments)?,
        1 => {
            let count = assembler.word(arguments, "the number of vertices with all attributes")?;
            assembler.done(arguments)?;
            let count = byte(assembler, count)?;
            assembler.executable(arguments.statement).full_vertices = count;
        }
        _ => {
            let start_text = assembler.word(arguments, "the first register of the vertices")?;
            let count = assembler.word(arguments, "the number of vertices")?;
            assembler.done(arguments)?;
            let operand = assembler.operand(start_text, false)?;
            let count = byte(assembler, count)?;
            let start = in_range(assembler, start_text, operand.register, operand.quoted)?;
            if start >= first {
                let fault = assembler.fault(
                    &rules::GEOMETRY,
                    start_text,
                    format!("specified location overlaps uniform allocation pool: {}", operand.quoted),
                    format!(
                        "the vertices begin at c{}, where registers for uniforms begin at c{}",
                        start - 0x20,
                        first - 0x20
                    ),
                );
                return Err(fault.help("the vertices must be below the uniforms: `.gsh fixed c48 c0 4`"));
            }
            let executable = assembler.executable(arguments.statement);
            executable.fixed_start = (start - 0x20) as u8;
            executable.fixed_vertices = count;
        }
    }
    Ok(())
}

/// The mode determines the registers of uniforms, so it must precede anything that allocates them.
fn check_order<'a>(assembler: &mut Assembler<'a>, arguments: &Arguments<'a>) -> Result<()> {
    let executable = assembler.executable(arguments.statement);
    if executable.is_geometry {
        let fault = assembler.fault(
            &rules::GEOMETRY,
            arguments.statement,
            ".gsh had already been used",
            "the file is a geometry shader already, by `.gsh` or `setemit` before",
        );
        return Err(fault.help("keep one `.gsh`, as the first directive of the file"));
    }
    let has_constants = executable
        .constants
        .iter()
        .any(|constant| matches!(constant, Constant::Float(..) | Constant::Integer(..) | Constant::Bool(..)));
    if !has_constants && executable.uniforms.is_empty() && executable.output_mask == 0 {
        return Ok(());
    }
    let fault = assembler.fault(
        &rules::GEOMETRY,
        arguments.statement,
        ".gsh must be used before any constant, uniform or output is declared",
        "`.gsh` follows a declaration of a constant, uniform, input or output",
    );
    Err(fault.help("move it to the top of the file"))
}

fn float_register<'a>(assembler: &mut Assembler<'a>, text: &'a str) -> Result<i32> {
    let operand = assembler.operand(text, false)?;
    in_range(assembler, text, operand.register, operand.quoted)
}

fn in_range<'a>(assembler: &mut Assembler<'a>, text: &'a str, register: i32, quoted: &'a str) -> Result<i32> {
    if (0x20..0x80).contains(&register) {
        return Ok(register);
    }
    let fault = assembler.fault(
        &rules::WRONG_REGISTER,
        text,
        format!("invalid float uniform register: {quoted}"),
        format!("`{quoted}` is not a float uniform, expected c0-c95"),
    );
    Err(fault.help("the register states where the uniforms or vertices of the geometry shader begin"))
}

fn byte<'a>(assembler: &mut Assembler<'a>, text: &'a str) -> Result<u8> {
    let (value, rest) = number::integer(text);
    if rest.len() == text.len() {
        let fault = assembler.fault(
            &rules::NUMBER,
            text,
            format!("Invalid value: {text}"),
            format!("`{text}` is not a number"),
        );
        return Err(fault.help("a number of vertices is expected, 0 to 255"));
    }
    let Ok(byte) = u8::try_from(value) else {
        let fault = assembler.fault(
            &rules::NUMBER,
            text,
            format!("Value out of range (0..255): {}", value as i32),
            format!("{value} is out of range, expected 0 to 255"),
        );
        return Err(fault.help("a number of vertices is expected, 0 to 255"));
    };
    if !rest.is_empty() {
        assembler.ignored_number(text, rest, &byte.to_string());
    }
    Ok(byte)
}
