//! Prints the layouts of the constant buffers.

use std::fmt::Write as _;

use glassbox_dxcontainer::part::rdef::Rdef;
use glassbox_dxcontainer::part::rdef::raw::{
    BaseType, Buffer, BufferType, Class, Type36, Variable, Variable40, VariableFlags,
};

use super::names::{base_name, clean};

/// Marks a missing texture or sampler.
const NONE: u32 = u32::MAX;
/// Column of a variable's offset.
const OFFSETS: usize = 40;
/// Deepest nesting of structures shown; no compiler reaches it.
const MAX_DEPTH: usize = 16;
/// Most variables and members shown: many can share one type.
const MAX_LINES: usize = 1 << 16;

/// Writes all buffers; nothing if there are none.
pub(super) fn buffers(out: &mut String, rdef: &Rdef<'_>) {
    if rdef.buffers().is_empty() {
        return;
    }
    out.push_str("//\n// Buffer Definitions: \n//\n");
    let mut printer = Printer { rdef, out, left: MAX_LINES };
    for buffer in rdef.buffers().iter() {
        printer.buffer(&buffer);
    }
}

struct Printer<'p, 'r> {
    rdef: &'p Rdef<'r>,
    out: &'p mut String,
    left: usize,
}

impl Printer<'_, '_> {
    fn name(&self, offset: u32) -> String {
        clean(&self.rdef.name(offset).lossy())
    }

    fn buffer(&mut self, buffer: &Buffer) {
        let what = match buffer.buffer_type {
            BufferType::TBUFFER => "tbuffer",
            BufferType::INTERFACE_POINTERS => "interfaces",
            BufferType::RESOURCE_BIND_INFO => "Resource bind info for",
            _ => "cbuffer",
        };
        let _ = writeln!(self.out, "// {what} {}\n// {{\n//", self.name(buffer.name));
        let variables = self.rdef.variables(buffer);
        let objects = self.rdef.variables_with_objects(buffer);
        let mut objects = objects.iter();
        for (place, variable) in variables.iter().enumerate() {
            self.variable(buffer, &variable, objects.next().as_ref(), place == 0);
        }
        self.out.push_str("//\n// }\n//\n");
    }

    fn variable(
        &mut self,
        buffer: &Buffer,
        variable: &Variable,
        objects: Option<&Variable40>,
        is_first: bool,
    ) {
        let Some(mut ty) = self.rdef.ty(variable.type_offset) else {
            return;
        };
        let name = self.name(variable.name);
        // An array of buffers is one in its bindings, not in the buffer.
        if ty.elements == 1 && name == self.name(buffer.name) {
            ty.elements = 0;
        }
        self.declare(&ty, &name, variable.start, 0, is_first);
        let _ = write!(self.out, "// Offset: {:>4} Size: {:>5}", variable.start, variable.size);
        if variable.flags.0 & VariableFlags::USED.0 == 0 {
            self.out.push_str(" [unused]");
        }
        self.out.push('\n');
        if let Some(objects) = objects {
            self.objects(objects);
        }
        let words = self.rdef.default(variable).unwrap_or_default().as_chunks::<4>().0;
        for (row, words) in words.chunks(4).enumerate() {
            if !self.may_go_on() {
                return;
            }
            self.out.push_str(if row == 0 { "//      = " } else { "//        " });
            for word in words {
                let _ = write!(self.out, "0x{:08x} ", u32::from_le_bytes(*word));
            }
            self.out.push('\n');
        }
    }

    /// Textures and samplers in a variable. The line lacks the comment marker, as in the legacy compiler.
    fn objects(&mut self, variable: &Variable40) {
        let range = |letter: char, first: u32, count: u32| match count {
            1 => format!("{letter}{first}"),
            _ => format!("{letter}{first}-{letter}{}", first.wrapping_add(count).wrapping_sub(1)),
        };
        let (textures, samplers) = (variable.texture_count, variable.sampler_count);
        let mut parts = Vec::new();
        if textures > 0 && variable.first_texture != NONE {
            let title = if textures == 1 { "Texture:" } else { "Textures:" };
            parts.push(format!("{title:<10} {}", range('t', variable.first_texture, textures)));
        }
        if samplers > 0 && variable.first_sampler != NONE {
            let title = if samplers == 1 { "Sampler:" } else { "Samplers:" };
            parts.push(format!("{title} {}", range('s', variable.first_sampler, samplers)));
        }
        if !parts.is_empty() {
            let _ = writeln!(self.out, "{:OFFSETS$}// {}", "", parts.join(", "));
        }
    }

    /// Counts a line; false past the limit.
    fn may_go_on(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    /// A declaration up to the offset column; structures are expanded before it.
    fn declare(&mut self, ty: &Type36, name: &str, start: u32, depth: usize, is_first: bool) {
        let indent = " ".repeat(3 + 4 * depth);
        let array = match ty.elements {
            0 => String::new(),
            elements => format!("[{elements}]"),
        };
        let is_structure = matches!(ty.class, Class::STRUCT | Class::INTERFACE_CLASS);
        let text = if is_structure {
            if !is_first {
                let _ = writeln!(self.out, "//{indent}");
            }
            let _ = writeln!(self.out, "//{indent}{}\n//{indent}{{", self.structure(ty));
            let _ = writeln!(self.out, "//{indent}    ");
            if depth < MAX_DEPTH {
                self.members(ty, start, depth + 1);
            }
            self.out.push_str("//\n");
            format!("}} {name}{array};")
        } else {
            format!("{} {name}{array};", self.type_name(ty))
        };
        let line = format!("//{indent}{text}");
        let _ = write!(self.out, "{line:<OFFSETS$}");
    }

    fn members(&mut self, ty: &Type36, start: u32, depth: usize) {
        let members = self.rdef.members(ty);
        for (place, member) in members.iter().enumerate() {
            let Some(ty) = self.rdef.ty(member.type_offset).filter(|_| self.may_go_on()) else {
                return;
            };
            let at = start.wrapping_add(member.offset);
            let name = self.name(member.name);
            self.declare(&ty, &name, at, depth, place == 0);
            let _ = writeln!(self.out, "// Offset: {at:>4}");
        }
    }

    /// `struct` and its name, absent in files of shader model 4.
    fn structure(&self, ty: &Type36) -> String {
        match ty.name {
            0 => "struct".to_owned(),
            name => format!("struct {}", self.name(name)),
        }
    }

    fn type_name(&self, ty: &Type36) -> String {
        let base = match ty.base {
            BaseType::INTERFACE_POINTER => return format!("interface {}", self.name(ty.name)),
            base => base_name(base),
        };
        let (rows, columns) = (ty.rows, ty.columns);
        match ty.class {
            Class::VECTOR => format!("{base}{columns}"),
            Class::MATRIX_ROWS => format!("row_major {base}{rows}x{columns}"),
            Class::MATRIX_COLUMNS => format!("{base}{rows}x{columns}"),
            Class::INTERFACE_POINTER => format!("interface {}", self.name(ty.name)),
            _ => base.to_owned(),
        }
    }
}
