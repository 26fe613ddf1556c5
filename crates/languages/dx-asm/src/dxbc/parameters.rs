//! Prints library functions and their parameters.

use std::fmt::Write as _;

use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::part::library::{Direction, Parameter, string};
use glassbox_dxcontainer::part::rdef::raw::{BaseType, Class};

use super::names::{base_name, clean};

/// Marks a missing register.
const NONE: u32 = u32::MAX;
/// Most functions listed.
const MAX_FUNCTIONS: usize = 1 << 16;

/// A string from the file.
fn text(bytes: &[u8]) -> String {
    clean(&String::from_utf8_lossy(bytes))
}

/// Writes the names of all functions.
pub(super) fn library(out: &mut String, container: &Container<'_>) {
    let Some(Content::LibraryHeader(head)) = container.content(b"LIBH") else {
        return;
    };
    let data = container.data(b"LIBH").unwrap_or_default();
    let _ = writeln!(out, "//\n// Library:  flags {}, {} functions:", head.head.flags, head.names.len());
    for (index, name) in head.names.iter().enumerate().take(MAX_FUNCTIONS) {
        let _ = writeln!(out, "//   {index}  {}", text(name));
    }
    let creator = string(data, head.head.creator).unwrap_or_default();
    let _ = writeln!(out, "//\n// Created by:  {}\n//", text(creator));
}

/// Writes the parameters of a function, its return value first.
pub(super) fn parameters(out: &mut String, container: &Container<'_>) {
    let Some(Content::Parameters(model)) = container.content(b"LFS0") else {
        return;
    };
    let rows: Vec<Parameter> = model.parameters.iter().take(MAX_FUNCTIONS).collect();
    // `void` functions have no return register.
    let returns = rows.first().is_some_and(|first| first.out_register != NONE);
    let _ = writeln!(
        out,
        "//\n// Function parameter signature (return: {}, parameters: {}):\n//",
        if returns { "yes" } else { "no" },
        rows.len().saturating_sub(1)
    );
    out.push_str(
        "// Name                 SemanticName         In 1st,Num,Mask Out 1st,Num,Mask Type                           \n\
         // -------------------- -------------------- --------------- ---------------- ------------------------------ \n",
    );
    for parameter in &rows {
        let name = text(string(model.data, parameter.name).unwrap_or_default());
        let semantic = match parameter.semantic {
            0 => String::new(),
            offset => text(string(model.data, offset).unwrap_or_default()),
        };
        let input = registers('v', parameter.in_register, parameter.in_component, parameter);
        let output = registers('o', parameter.out_register, parameter.out_component, parameter);
        let _ = writeln!(
            out,
            "// {name:<20} {semantic:<20} {input:>15} {output:>16} {}{}",
            direction(parameter),
            type_name(parameter)
        );
    }
    out.push_str("//\n");
}

/// First register, number of registers, and components.
fn registers(letter: char, register: u32, component: u32, parameter: &Parameter) -> String {
    if register == NONE {
        return String::new();
    }
    let first = format!("{letter}{register}");
    let mut mask = String::new();
    for (place, letter) in (0u32..).zip(['x', 'y', 'z', 'w']) {
        let is_in = place >= component && place - component < parameter.columns;
        mask.push(if is_in { letter } else { ' ' });
    }
    format!("{first:>3}{:>5}   {mask}", parameter.rows.max(1))
}

/// Direction of a parameter; none for `void`.
fn direction(parameter: &Parameter) -> &'static str {
    let direction = parameter.direction;
    match (direction.0 & Direction::IN.0, direction.0 & Direction::OUT.0) {
        _ if parameter.ty == u32::from(BaseType::VOID.0) => "",
        (0, _) => "out ",
        (_, 0) => "in ",
        _ => "inout ",
    }
}

fn type_name(parameter: &Parameter) -> String {
    let base = base_name(BaseType(parameter.ty as u16));
    match Class(parameter.class as u16) {
        Class::SCALAR => base.to_owned(),
        Class::VECTOR => format!("{base}{}", parameter.columns),
        Class::MATRIX_ROWS => format!("row_major {base}{}x{}", parameter.rows, parameter.columns),
        // One column per register.
        _ => format!("{base}{}x{}", parameter.columns, parameter.rows),
    }
}
