//! Spells the ends of functions, and what the entry point gives back.

use glassbox_core::stage::Stage;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Type;
use memchr::memmem;

use super::layout::Store;
use super::ports::Part;
use super::{Msl, Need};
use crate::interface::Role;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{Writer, append, joined};
use crate::tree::{Body, Statement};
use crate::{DepthRange, YAxis};

impl Writer<'_, '_, Msl> {
    /// Writes what the entry point gives back.
    pub(super) fn write_result(&mut self) {
        if let Some(var) = self.language.ports.single {
            let name = self.globals.get(&var).cloned().unwrap_or_default();
            self.language.needs.insert(Need::Var(var));
            self.out.push_str(&joined!("return ", name));
            return;
        }
        if self.language.ports.output_type.is_empty() {
            self.out.push_str("return");
            return;
        }
        let indent = joined!(";\n", "    ".repeat(self.indent));
        let output = self.language.ports.output.clone();
        for &(var, role) in self.globals_in_order().iter() {
            if role == Role::Output && self.is_built(var) {
                self.language.needs.insert(Need::Var(var));
                let name = self.globals.get(&var).cloned().unwrap_or_default();
                for part in self.parts(var) {
                    let value = self.built_part(&name, &part);
                    self.out.push_str(&joined!(output, ".", part.name, " = ", value, indent));
                }
            }
        }
        for (name, count) in self.passed_distances() {
            for index in 0..count {
                self.out.push_str(&format!("{output}.{name}_{index} = {output}.{name}[{index}]{indent}"));
            }
        }
        self.out.push_str(&self.position_change(&output, &indent));
        self.out.push_str(&joined!("return ", output));
    }

    /// The value of a part of a variable that is built of parts; its structure may be laid out as one of a buffer.
    fn built_part(&mut self, name: &str, part: &Part) -> String {
        let value = format!("{name}{}", part.path);
        let form = part.member.and_then(|(ty, index)| Some((self.form(ty)?, index)));
        match form.and_then(|(form, index)| form.members.get(index as usize)).map(|member| member.store) {
            None | Some(Store::Plain) => value,
            Some(Store::Packed) => format!("{}({value})", self.type_name(part.ty)),
            Some(_) => {
                let what = "a structure of outputs is laid out as one of a buffer; use another structure";
                self.refuse(Reason::Layout, what);
                value
            }
        }
    }

    /// Statements that change the position as the options say.
    fn position_change(&self, output: &str, indent: &str) -> String {
        let Some(name) = self.position_name() else { return String::new() };
        let mut text = String::new();
        if self.options.y_axis == YAxis::Flip {
            append!(text, output, ".", name, ".y = -", output, ".", name, ".y", indent);
        }
        let position = joined!(output, ".", name);
        match self.options.depth_range {
            DepthRange::Keep => {}
            DepthRange::ToZeroToOne => {
                append!(text, position, ".z = (", position, ".z + ", position, ".w) * 0.5", indent);
            }
            DepthRange::ToMinusOneToOne => {
                append!(text, position, ".z = ", position, ".z * 2.0 - ", position, ".w", indent);
            }
        }
        text
    }

    fn position_name(&self) -> Option<Name> {
        let stated = self.language.built_ins.iter().find(|(_, row)| row.attribute == "position");
        match stated {
            _ if !matches!(self.stage, Stage::Vertex | Stage::TessellationEvaluation) => None,
            Some((var, _)) => self.globals.get(var).cloned(),
            None => self.language.ports.position(),
        }
    }

    /// Writes the end of a function where it is reached.
    pub(super) fn write_epilogue(&mut self, body: &Body) {
        if !self.language.is_entry {
            return;
        }
        if self.stage == Stage::Mesh {
            return self.write_mesh();
        }
        let ports = &self.language.ports;
        let last = self.tree.list(body.list).lines.last().copied();
        let returns = matches!(last.map(|line| line.statement), Some(Statement::Return(_)));
        if returns || ports.single.is_none() && ports.output_type.is_empty() {
            return;
        }
        if self.return_last() {
            return;
        }
        let at = last.map_or(self.at, |line| line.at);
        self.begin(at);
        self.write_result();
        self.out.push_str(";\n");
    }

    /// Turns the last line, if it is the only one that names the only output and assigns it, into a `return`.
    fn return_last(&mut self) -> bool {
        let Some(var) = self.language.ports.single else { return false };
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        let start = self.out[..self.out.len() - 1].rfind('\n').map_or(0, |found| found + 1);
        let declared = if self.language.begun.contains(&var) {
            joined!(self.declarator(self.tree.variable(var).ty, &name))
        } else {
            name.to_string()
        };
        let assignment = joined!("    ", declared, " = ");
        let body = self.out[..start].rfind("\n{\n").map_or(0, |found| found + 3);
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let names = |text: &str| {
            memmem::find_iter(text.as_bytes(), name.as_bytes()).any(|found| {
                !text[..found].ends_with(is_name) && !text[found + name.len()..].starts_with(is_name)
            })
        };
        let line = &self.out[start..];
        let Some(value) = line.strip_prefix(&assignment) else { return false };
        if names(&self.out[body..start]) || names(value) || value.matches(';').count() != 1 {
            return false;
        }
        let text = joined!("    return ", value);
        self.out.truncate(start);
        self.out.push_str(&text);
        self.language.needs.remove(&Need::Var(var));
        true
    }

    /// Writes the end of an invocation.
    pub(super) fn write_end(&mut self, opcode: u16) {
        if opcode == op::EMIT_MESH_TASKS_EXT {
            // At the end of the function there is nothing to leave.
            return self.out.push_str(if self.indent > 1 { "return" } else { "" });
        }
        if self.stage == Stage::Fragment && opcode != op::UNREACHABLE {
            self.out.push_str("discard_fragment()");
        }
        if !self.language.is_entry {
            self.end_function();
        } else if opcode == op::UNREACHABLE {
            self.write_result();
        }
    }

    /// A function that returns a value must return one although nobody uses it.
    fn end_function(&mut self) {
        let result = self.language.result;
        let value = match self.module.ty(result) {
            Some(Type::Void) => String::new(),
            _ => joined!(" ", self.zero(result, 0)),
        };
        let indent = "    ".repeat(self.indent);
        let separator = if self.out.ends_with(')') { joined!(";\n", indent) } else { String::new() };
        self.out.push_str(&joined!(separator, "return", value));
    }
}
