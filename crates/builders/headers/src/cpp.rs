//! The text in C++.

use std::fmt::Write as _;

use crate::gather::{Program, Value};
use crate::model::{FieldType, Scalar, Structure};
use crate::names::CPP;

/// Writes the header.
pub(crate) fn write(name: &str, program: &Program) -> String {
    let mut out = String::new();
    let space = CPP.of(name, "shader");
    let shown: String = name.chars().map(|c| if c.is_control() || c == '\\' { ' ' } else { c }).collect();
    // Writing to memory does not fail.
    let _ = write_all(&mut out, &shown, &space, program);
    out
}

fn write_all(out: &mut String, name: &str, space: &str, program: &Program) -> std::fmt::Result {
    writeln!(out, "// Interface of {name}, written by glassbox. Changes made here are lost.")?;
    writeln!(out, "#pragma once\n\n#include <cstddef>\n#include <cstdint>\n\nnamespace {space} {{\n")?;
    if has_padded(program) {
        writeln!(out, "// A value and the bytes up to the next one.")?;
        writeln!(
            out,
            "template <typename T, std::size_t N> struct Padded {{\n    T value;\n    std::uint8_t padding[N];\n}};\n"
        )?;
    }
    for structure in &program.structures {
        structure_text(out, program, structure)?;
    }
    for block in &program.blocks {
        let name = &block.name;
        writeln!(out, "// {name}: {}.", block.kind)?;
        writeln!(out, "constexpr std::size_t {name}_size = {};", block.size)?;
        if let Some(rest) = &block.rest {
            let (base, suffix) = ty(program, &rest.element);
            let member = CPP.of(&rest.name, "rest");
            writeln!(out, "using {name}_{member} = {base}{suffix};")?;
            writeln!(out, "constexpr std::size_t {name}_{member}_offset = {};", rest.offset)?;
            writeln!(out, "constexpr std::size_t {name}_{member}_stride = {};", rest.stride)?;
        }
        out.push('\n');
    }
    if !program.bindings.is_empty() {
        writeln!(out, "// A descriptor; a count of 0 is one that the program does not state.")?;
        writeln!(
            out,
            "struct Binding {{\n    std::uint32_t set;\n    std::uint32_t binding;\n    std::uint32_t count;\n}};\n"
        )?;
        writeln!(out, "namespace bindings {{")?;
        for one in &program.bindings {
            writeln!(
                out,
                "constexpr Binding {} = {{{}, {}, {}}}; // {}",
                one.name, one.set, one.binding, one.count, one.kind
            )?;
        }
        writeln!(out, "}} // namespace bindings\n")?;
    }
    if !program.inputs.is_empty() {
        writeln!(out, "// An input of the vertex stage.")?;
        writeln!(out, "struct Input {{\n    std::uint32_t location;\n    std::uint32_t components;\n}};\n")?;
        writeln!(out, "namespace inputs {{")?;
        for one in &program.inputs {
            writeln!(
                out,
                "constexpr Input {} = {{{}, {}}}; // {}",
                one.name, one.location, one.components, one.format
            )?;
        }
        writeln!(out, "}} // namespace inputs\n")?;
    }
    if !program.constants.is_empty() {
        writeln!(out, "// Specialization constants: their ids, and the values that they have otherwise.")?;
        writeln!(out, "namespace constants {{")?;
        for one in &program.constants {
            writeln!(out, "constexpr std::uint32_t {}_id = {};", one.name, one.id)?;
            match one.default {
                Value::Bool(value) => writeln!(out, "constexpr bool {} = {value};", one.name)?,
                Value::Int(value) if value == i64::MIN => {
                    writeln!(out, "constexpr std::int64_t {} = INT64_MIN;", one.name)?;
                }
                Value::Int(value) => writeln!(out, "constexpr std::int64_t {} = {value};", one.name)?,
                Value::Uint(value) => writeln!(out, "constexpr std::uint64_t {} = {value}u;", one.name)?,
                Value::Float(value) if value.is_finite() => {
                    writeln!(out, "constexpr double {} = {value:?};", one.name)?;
                }
                Value::Float(_) => {}
            }
        }
        writeln!(out, "}} // namespace constants\n")?;
    }
    if !program.workgroups.is_empty() {
        writeln!(out, "namespace workgroups {{")?;
        for (name, [x, y, z]) in &program.workgroups {
            writeln!(out, "constexpr std::uint32_t {name}[3] = {{{x}, {y}, {z}}};")?;
        }
        writeln!(out, "}} // namespace workgroups\n")?;
    }
    writeln!(out, "}} // namespace {space}")
}

fn has_padded(program: &Program) -> bool {
    fn inside(ty: &FieldType) -> bool {
        match ty {
            FieldType::Padded(..) => true,
            FieldType::Array(inner, _) => inside(inner),
            _ => false,
        }
    }
    let fields = program.structures.iter().flat_map(|structure| &structure.fields);
    let rests = program.blocks.iter().filter_map(|block| block.rest.as_ref());
    fields.map(|field| &field.ty).chain(rests.map(|rest| &rest.element)).any(inside)
}

fn structure_text(out: &mut String, program: &Program, structure: &Structure) -> std::fmt::Result {
    let name = &structure.name;
    writeln!(out, "struct {name} {{")?;
    for field in &structure.fields {
        let (base, suffix) = ty(program, &field.ty);
        write!(out, "    {base} {}{suffix};", field.name)?;
        match &field.note {
            Some(note) => writeln!(out, " // {note}")?,
            None => out.push('\n'),
        }
    }
    writeln!(out, "}};")?;
    writeln!(out, "static_assert(sizeof({name}) == {}, \"\");", structure.size)?;
    for field in structure.fields.iter().filter(|field| !field.is_padding) {
        writeln!(out, "static_assert(offsetof({name}, {}) == {}, \"\");", field.name, field.offset)?;
        if !matches!(field.ty, FieldType::Scalar(_)) {
            writeln!(out, "static_assert(sizeof({name}::{}) == {}, \"\");", field.name, field.size)?;
        }
    }
    out.push('\n');
    Ok(())
}

/// A type: what stands before a name, and what stands after it.
fn ty(program: &Program, of: &FieldType) -> (String, String) {
    match of {
        FieldType::Scalar(scalar) => {
            let name = match scalar {
                Scalar::Int(bytes) => format!("std::int{}_t", bytes * 8),
                Scalar::Uint(bytes) => format!("std::uint{}_t", bytes * 8),
                Scalar::Float => "float".to_owned(),
                Scalar::Double => "double".to_owned(),
            };
            (name, String::new())
        }
        FieldType::Array(inner, count) => {
            let (base, suffix) = ty(program, inner);
            (base, format!("[{count}]{suffix}"))
        }
        FieldType::Padded(inner, padding) => {
            let (base, suffix) = ty(program, inner);
            (format!("Padded<{base}{suffix}, {padding}>"), String::new())
        }
        FieldType::Structure(number) => (program.structures[*number].name.clone(), String::new()),
        FieldType::Bytes(count) => ("std::uint8_t".to_owned(), format!("[{count}]")),
    }
}
