//! Writes everything except functions: target, structures, variables, attribute groups, metadata.

use glassbox_dxil::ir::{Alias, Metadata, MetadataId, ThreadLocal, Type, TypeId, Variable};

use super::context::Context;
use super::function::{comdat, linkage, visibility};
use super::numbers::{Defined, Entry, Numbers};
use super::out::{Hole, Out};
use super::spelling::{self, Sigil};
use super::value::Writer;

/// Text allowed outside functions, bytes: a minimum, and an amount per byte of the file.
const ROOM: (usize, usize) = (1 << 20, 256);

/// Text length at which lines are omitted, bytes.
fn room(out: &Out, context: &Context<'_>) -> usize {
    let size = context.module.bytes.len();
    out.len().saturating_add(ROOM.0).saturating_add(size.saturating_mul(ROOM.1))
}

/// Notes that lines are omitted.
fn left_out(out: &mut Out) {
    out.text("; more lines are left out: the text has grown out of proportion to the file\n");
}

/// Writes everything before the functions.
pub(super) fn head(out: &mut Out, context: &Context<'_>, defined: &Defined) {
    let module = context.module;
    let targets = [("datalayout", &module.data_layout), ("triple", &module.triple)];
    for (name, text) in targets {
        if !text.is_empty() {
            out.text("target ").text(name).text(" = \"");
            spelling::escaped(out, text);
            out.text("\"\n");
        }
    }
    if !module.assembly.is_empty() {
        out.byte(b'\n');
        for line in module.assembly.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            out.text("module asm \"");
            spelling::escaped(out, line);
            out.text("\"\n");
        }
    }
    structures(out, context, defined);
    if !module.comdats.is_empty() {
        out.byte(b'\n');
    }
    for comdat in &module.comdats {
        out.byte(b'$');
        spelling::name(out, Sigil::None, module.text(comdat.name));
        out.text(" = comdat ").line(comdat.selection.name().unwrap_or("any"));
    }
    let mut writer = Writer { limit: room(out, context), out, context, locals: None };
    if !module.variables.is_empty() {
        writer.out.byte(b'\n');
    }
    for variable in &module.variables {
        if writer.is_full() {
            left_out(writer.out);
            break;
        }
        writer.variable_line(variable);
    }
    if !module.aliases.is_empty() {
        writer.out.byte(b'\n');
    }
    for alias in &module.aliases {
        if writer.is_full() {
            left_out(writer.out);
            break;
        }
        writer.alias_line(alias);
    }
}

fn structures(out: &mut Out, context: &Context<'_>, defined: &Defined) {
    if !defined.numbered.is_empty() || !defined.named.is_empty() {
        out.byte(b'\n');
    }
    let limit = room(out, context);
    for &ty in defined.numbered.iter().chain(&defined.named) {
        if out.len() > limit {
            left_out(out);
            return;
        }
        out.raw(context.types.get(ty)).text(" = type ");
        structure(out, context, ty, limit);
        out.byte(b'\n');
    }
}

/// Writes the body of a named structure.
fn structure(out: &mut Out, context: &Context<'_>, ty: TypeId, limit: usize) {
    let types = &context.module.types;
    let Some(Type::Named { fields, packed, .. }) = types.get(ty) else {
        return;
    };
    let Some(fields) = fields else {
        out.text("opaque");
        return;
    };
    let (open, close) = match (fields.is_empty(), packed) {
        (true, false) => ("{", "}"),
        (true, true) => ("<{", "}>"),
        (false, false) => ("{ ", " }"),
        (false, true) => ("<{ ", " }>"),
    };
    out.text(open);
    for (place, &field) in types.list(fields).iter().enumerate() {
        out.text(if place > 0 { ", " } else { "" });
        if out.len() > limit {
            out.text("...");
            break;
        }
        out.raw(context.types.get(field));
    }
    out.text(close);
}

impl Writer<'_, '_> {
    pub(super) fn variable_line(&mut self, variable: &Variable) {
        let context = self.context;
        context.global(self.out, variable.value);
        self.out.text(" =");
        let outside = variable.initializer.is_none() && variable.linkage.is_external();
        self.out.text(if outside { " external" } else { "" });
        linkage(self.out, variable.linkage);
        visibility(self.out, variable.visibility, variable.dll_storage);
        thread_local(self.out, variable.thread_local);
        self.out.text(if variable.unnamed_addr { " unnamed_addr" } else { "" });
        if variable.address_space != 0 {
            self.out.text(" addrspace(").number(variable.address_space.into()).byte(b')');
        }
        let outside = variable.externally_initialized;
        self.out.text(if outside { " externally_initialized" } else { "" });
        self.out.text(if variable.is_constant { " constant " } else { " global " });
        self.ty(variable.ty);
        if let Some(value) = variable.initializer {
            self.out.byte(b' ');
            self.value(value);
        }
        let section = variable.section.and_then(|place| context.module.sections.get(place as usize));
        if let Some(section) = section {
            self.out.text(", section \"");
            spelling::escaped(self.out, context.module.text(*section));
            self.out.byte(b'"');
        }
        comdat(self.out, context, variable.comdat, ",");
        match variable.alignment.bytes() {
            0 => {}
            bytes => self.out.text(", align ").number(bytes.into()).end(),
        }
        self.out.byte(b'\n');
    }

    fn alias_line(&mut self, alias: &Alias) {
        self.context.global(self.out, alias.value);
        self.out.text(" =");
        linkage(self.out, alias.linkage);
        visibility(self.out, alias.visibility, alias.dll_storage);
        thread_local(self.out, alias.thread_local);
        self.out.text(if alias.unnamed_addr { " unnamed_addr" } else { "" });
        self.out.text(" alias ");
        self.typed(alias.aliasee);
        self.out.byte(b'\n');
    }

    fn entry(&mut self, number: usize, entry: Entry) {
        self.out.byte(b'!').number(number as u64).text(" = ");
        match entry {
            Entry::Node(id) => self.node(id),
            Entry::Location(location) => {
                self.out.text("!DILocation(line: ").number(location.line.into());
                if location.column != 0 {
                    self.out.text(", column: ").number(location.column.into());
                }
                self.out.text(", scope: ");
                self.reference(location.scope);
                if location.inlined_at.is_some() {
                    self.out.text(", inlinedAt: ");
                    self.reference(location.inlined_at);
                }
                self.out.byte(b')');
            }
        }
        self.out.byte(b'\n');
    }

    fn reference(&mut self, id: Option<MetadataId>) {
        match id {
            Some(id) => self.metadata(id),
            None => self.out.text("null").end(),
        }
    }

    fn node(&mut self, id: MetadataId) {
        let table = &self.context.module.metadata;
        match table.get(id) {
            Some(Metadata::Node { distinct, operands }) => {
                self.out.text(if distinct { "distinct !{" } else { "!{" });
                for (place, &operand) in table.operands(operands).iter().enumerate() {
                    self.out.text(if place > 0 { ", " } else { "" });
                    if self.is_full() {
                        self.out.text("...");
                        break;
                    }
                    self.reference(operand);
                }
                self.out.byte(b'}');
            }
            Some(node @ Metadata::Debug { distinct, .. }) => {
                self.out.text(if distinct { "distinct " } else { "" });
                self.debug(node);
            }
            _ => {}
        }
    }
}

fn thread_local(out: &mut Out, mode: ThreadLocal) {
    out.text(match mode {
        ThreadLocal::NONE => "",
        ThreadLocal::LOCAL_DYNAMIC => " thread_local(localdynamic)",
        ThreadLocal::INITIAL_EXEC => " thread_local(initialexec)",
        ThreadLocal::LOCAL_EXEC => " thread_local(localexec)",
        _ => " thread_local",
    });
}

/// Writes everything after the functions.
pub(super) fn tail(out: &mut Out, context: &Context<'_>, numbers: &Numbers) {
    numbers.groups.write(out);
    let module = context.module;
    if !module.metadata.named.is_empty() {
        out.byte(b'\n');
    }
    for named in &module.metadata.named {
        out.byte(b'!');
        spelling::metadata_name(out, module.metadata.text(named.name));
        out.text(" = !{");
        for (place, &node) in module.metadata.nodes(named.operands).iter().enumerate() {
            out.text(if place > 0 { ", " } else { "" });
            out.byte(b'!').hole(Hole::Node(node));
        }
        out.text("}\n");
    }
    let mut writer = Writer { limit: room(out, context), out, context, locals: None };
    if !numbers.nodes.entries.is_empty() {
        writer.out.byte(b'\n');
    }
    for (number, &entry) in numbers.nodes.entries.iter().enumerate() {
        if writer.is_full() {
            left_out(writer.out);
            break;
        }
        writer.entry(number, entry);
    }
}
