//! The text in Rust.

use std::fmt::Write as _;

use crate::gather::{Program, Value};
use crate::model::{FieldType, Scalar, Structure};
use crate::names::RUST;

/// Writes the module.
pub(crate) fn write(name: &str, program: &Program) -> String {
    let mut out = String::new();
    let shown: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    // Writing to memory does not fail.
    let _ = write_all(&mut out, &shown, program);
    out
}

const PADDED: &str = "\
/// A value and the bytes up to the next one.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Padded<T, const N: usize> {
    pub value: T,
    pub padding: [u8; N],
}

";

const BINDING: &str = "\
/// A descriptor; a count of 0 is one that the program does not state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    pub set: u32,
    pub binding: u32,
    pub count: u32,
}

";

const INPUT: &str = "\
/// An input of the vertex stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    pub location: u32,
    pub components: u32,
}

";

const ALLOW: &str = "#[allow(non_upper_case_globals, dead_code)]";

fn write_all(out: &mut String, name: &str, program: &Program) -> std::fmt::Result {
    writeln!(out, "// Interface of {name}, written by glassbox. Changes made here are lost.\n")?;
    let types = program.structures.iter().flat_map(|structure| &structure.fields).map(|field| &field.ty);
    let rests = program.blocks.iter().filter_map(|block| block.rest.as_ref());
    if types.chain(rests.map(|rest| &rest.element)).any(is_padded) {
        out.push_str(PADDED);
    }
    for structure in &program.structures {
        structure_text(out, program, structure)?;
    }
    for block in &program.blocks {
        let name = &block.name;
        writeln!(out, "/// Size of {name}, {}, bytes.", block.kind)?;
        writeln!(out, "#[allow(non_upper_case_globals, dead_code)]")?;
        writeln!(out, "pub const {name}_size: usize = {};", block.size)?;
        if let Some(rest) = &block.rest {
            let member = RUST.of(&rest.name, "rest");
            writeln!(out, "#[allow(non_camel_case_types, dead_code)]")?;
            writeln!(out, "pub type {name}_{member} = {};", ty(program, &rest.element))?;
            for (what, value) in [("offset", rest.offset), ("stride", rest.stride)] {
                writeln!(out, "{ALLOW}\npub const {name}_{member}_{what}: usize = {value};")?;
            }
        }
        out.push('\n');
    }
    if !program.bindings.is_empty() {
        out.push_str(BINDING);
        writeln!(out, "{ALLOW}\npub mod bindings {{\n    use super::Binding;\n")?;
        for one in &program.bindings {
            writeln!(out, "    /// {}", one.kind)?;
            let (set, binding, count) = (one.set, one.binding, one.count);
            writeln!(
                out,
                "    pub const {}: Binding = Binding {{ set: {set}, binding: {binding}, count: {count} }};",
                one.name
            )?;
        }
        out.push_str("}\n\n");
    }
    if !program.inputs.is_empty() {
        out.push_str(INPUT);
        writeln!(out, "{ALLOW}\npub mod inputs {{\n    use super::Input;\n")?;
        for one in &program.inputs {
            writeln!(out, "    /// {}", one.format)?;
            let (location, components) = (one.location, one.components);
            writeln!(
                out,
                "    pub const {}: Input = Input {{ location: {location}, components: {components} }};",
                one.name
            )?;
        }
        out.push_str("}\n\n");
    }
    if !program.constants.is_empty() {
        writeln!(out, "/// Specialization constants: their ids, and the values that they have otherwise.")?;
        writeln!(out, "{ALLOW}\npub mod constants {{")?;
        for one in &program.constants {
            let name = &one.name;
            writeln!(out, "    pub const {name}_id: u32 = {};", one.id)?;
            match one.default {
                Value::Bool(value) => writeln!(out, "    pub const {name}: bool = {value};")?,
                Value::Int(value) => writeln!(out, "    pub const {name}: i64 = {value};")?,
                Value::Uint(value) => writeln!(out, "    pub const {name}: u64 = {value};")?,
                Value::Float(value) if value.is_finite() => {
                    writeln!(out, "    pub const {name}: f64 = {value:?};")?;
                }
                Value::Float(_) => {}
            }
        }
        out.push_str("}\n\n");
    }
    if !program.workgroups.is_empty() {
        writeln!(out, "/// Sizes of workgroups.\n{ALLOW}\npub mod workgroups {{")?;
        for (name, [x, y, z]) in &program.workgroups {
            writeln!(out, "    pub const {name}: [u32; 3] = [{x}, {y}, {z}];")?;
        }
        out.push_str("}\n\n");
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    Ok(())
}

fn is_padded(ty: &FieldType) -> bool {
    match ty {
        FieldType::Padded(..) => true,
        FieldType::Array(inner, _) => is_padded(inner),
        _ => false,
    }
}

fn structure_text(out: &mut String, program: &Program, structure: &Structure) -> std::fmt::Result {
    let name = &structure.name;
    writeln!(out, "#[repr(C)]\n#[derive(Clone, Copy, Debug, PartialEq)]")?;
    writeln!(out, "#[allow(non_camel_case_types, non_snake_case, dead_code)]")?;
    writeln!(out, "pub struct {name} {{")?;
    for field in &structure.fields {
        if let Some(note) = &field.note {
            writeln!(out, "    /// {note}")?;
        }
        writeln!(out, "    pub {}: {},", field.name, ty(program, &field.ty))?;
    }
    writeln!(out, "}}\n\n#[allow(dead_code)]\nimpl {name} {{")?;
    writeln!(out, "    /// All zero.")?;
    writeln!(out, "    pub const ZERO: {name} = {name} {{")?;
    for field in &structure.fields {
        writeln!(out, "        {}: {},", field.name, zero(program, &field.ty))?;
    }
    writeln!(out, "    }};\n}}\n\nconst _: () = {{")?;
    writeln!(out, "    assert!(core::mem::size_of::<{name}>() == {});", structure.size)?;
    for field in structure.fields.iter().filter(|field| !field.is_padding) {
        writeln!(out, "    assert!(core::mem::offset_of!({name}, {}) == {});", field.name, field.offset)?;
        if !matches!(field.ty, FieldType::Scalar(_)) {
            writeln!(
                out,
                "    assert!(core::mem::size_of::<{}>() == {});",
                ty(program, &field.ty),
                field.size
            )?;
        }
    }
    writeln!(out, "}};\n")
}

fn ty(program: &Program, of: &FieldType) -> String {
    match of {
        FieldType::Scalar(scalar) => match scalar {
            Scalar::Int(bytes) => format!("i{}", bytes * 8),
            Scalar::Uint(bytes) => format!("u{}", bytes * 8),
            Scalar::Float => "f32".to_owned(),
            Scalar::Double => "f64".to_owned(),
        },
        FieldType::Array(inner, count) => format!("[{}; {count}]", ty(program, inner)),
        FieldType::Padded(inner, padding) => format!("Padded<{}, {padding}>", ty(program, inner)),
        FieldType::Structure(number) => program.structures[*number].name.clone(),
        FieldType::Bytes(count) => format!("[u8; {count}]"),
    }
}

fn zero(program: &Program, of: &FieldType) -> String {
    match of {
        FieldType::Scalar(Scalar::Float | Scalar::Double) => "0.0".to_owned(),
        FieldType::Scalar(_) => "0".to_owned(),
        FieldType::Array(inner, count) => format!("[{}; {count}]", zero(program, inner)),
        FieldType::Padded(inner, padding) => {
            format!("Padded {{ value: {}, padding: [0; {padding}] }}", zero(program, inner))
        }
        FieldType::Structure(number) => format!("{}::ZERO", program.structures[*number].name),
        FieldType::Bytes(count) => format!("[0; {count}]"),
    }
}
