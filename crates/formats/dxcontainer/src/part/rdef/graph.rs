//! Names the structures reachable from the `RDEF` header. Types are visited from a worklist, each once, so that
//! recursive types terminate.

use std::collections::{HashMap, HashSet};

use glassbox_core::diagnostic::Location;
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, Reader, Recorder};
use glassbox_core::record::{Field, Record, Schema};

use super::Rdef;
use super::raw::{
    Binding, Binding40, Buffer, Header, Magic, Member, Sizes, Type, Type36, Variable, Variable40,
};
use crate::part::PartData;
use crate::part::area::{Pieces, Text, name_rows};
use crate::rules::rdef as rules;

pub(super) fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Rdef<'a>> {
    let area = reader.slice(part.start, part.size()).ok()?;
    let Some(header) = Header::decode(area) else {
        let location = reader.location(part.start, part.end, part.path.clone());
        let message = format!("found {} bytes, expected a header of {}", area.len(), Header::SIZE);
        reader
            .report(&rules::DEFINITIONS, location, message)
            .help("the part was cut off; recompile the shader");
        return None;
    };
    let sizes = area.get(Header::SIZE..).and_then(Sizes::decode);
    let sizes = sizes.filter(|sizes| header.major >= 5 && sizes.magic.name().is_some());
    let model = Rdef { area, start: reader.absolute(part.start), header, sizes };
    let (_, node) = reader.record::<Header>(part.node.name("head"), part.start).ok()?;
    let mut graph = Graph {
        reader,
        part,
        model: &model,
        header: node,
        pieces: Pieces::default(),
        texts: HashSet::new(),
        seen: HashMap::new(),
        open: Vec::new(),
        defaults: 0,
    };
    graph.all();
    let (pieces, numbers) = (graph.pieces, graph.seen);
    pieces.finish(reader, part.node, part.start, part.end);
    cycles(reader, part, &model, &numbers);
    Some(model)
}

struct Graph<'r, 'a, R> {
    reader: &'r mut Reader<'a, R>,
    part: &'r PartData,
    model: &'r Rdef<'a>,
    header: NodeId,
    pieces: Pieces,
    texts: HashSet<u32>,
    /// Offsets of the types visited or queued, with their indices.
    seen: HashMap<u32, u32>,
    open: Vec<(u32, u32)>,
    defaults: u32,
}

/// Array given by two fields: offset and count.
struct Array {
    what: &'static str,
    count: (u64, Location),
    offset: (u32, Location),
    stride: u64,
    /// Path of the nodes affected by a wrong offset or count.
    affects: String,
}

impl<R: Recorder> Graph<'_, '_, R> {
    fn all(&mut self) {
        let header = self.model.header;
        let start = self.part.start;
        self.pieces.take(start, start + Header::SIZE as u64);
        if let Some(sizes) = self.model.sizes {
            let at = start + Header::SIZE as u64;
            let _ = self.reader.record::<Sizes>(self.part.node.name("sizes"), at);
            self.pieces.take(at, at + Sizes::SIZE as u64);
            self.sizes(&sizes, at);
        }
        self.bindings();
        self.buffers();
        self.types();
        let place = self.header_field(Header::creator);
        self.text(header.creator, place, "compiler's name");
        let pointer = LinkKind::Pointer { base: self.header, unit: 1 };
        self.reader.link(self.header, &Header::creator, pointer);
    }

    fn header_field(&self, field: Field) -> Location {
        self.part.field(self.reader.window(), self.part.start, "head", field)
    }

    fn report(&mut self, location: Location, message: String, help: &str) {
        self.reader.report(&rules::DEFINITIONS, location, message).help(help);
    }

    /// Reports stated record sizes below the known ones.
    fn sizes(&mut self, sizes: &Sizes, at: u64) {
        let binding = if sizes.magic == Magic::SM51 { Binding40::SIZE } else { Binding::SIZE };
        let known = [
            (Sizes::buffer, sizes.buffer, Buffer::SIZE),
            (Sizes::binding, sizes.binding, binding),
            (Sizes::variable, sizes.variable, Variable40::SIZE),
            (Sizes::type_size, sizes.type_size, Type36::SIZE),
            (Sizes::member, sizes.member, Member::SIZE),
        ];
        for (field, stated, known) in known {
            if u64::from(stated) < known as u64 {
                let place = self.part.field(self.reader.window(), at, "sizes", field);
                let message = format!("found a record size of {stated}, expected at least {known}");
                self.report(place, message, "set it to the size of the record");
            }
        }
    }

    /// Names a string, once; reports it if it is out of bounds.
    fn text(&mut self, offset: u32, location: Location, what: &str) {
        if !self.texts.insert(offset) {
            return;
        }
        let text = crate::part::area::text(self.reader, self.model.area, offset.into());
        let size = self.model.area.len();
        match text {
            Text::Whole(_) => {}
            Text::Unterminated(_) => {
                let message = format!("the {what} at {offset:#x} has no zero byte before the part ends");
                self.report(location, message, "end the string with a zero byte");
            }
            Text::Outside => {
                let message = format!("found the {what} at {offset:#x}, the part has {size:#x} bytes");
                self.report(location, message, "set the offset to the string");
            }
        }
        self.pieces.string(self.part.start + u64::from(offset), text);
    }

    /// Returns true if an array is in bounds; reports it otherwise.
    fn fits(&mut self, array: Array) -> bool {
        let Array { what, count, offset, stride, affects } = array;
        let have = self.model.area.len() as u64;
        let end = u64::from(offset.0).saturating_add(count.0.saturating_mul(stride));
        if end <= have {
            return true;
        }
        let by_offset = u64::from(offset.0) > have;
        let message = if by_offset {
            format!("found {what} at {:#x}, the part has {have:#x} bytes", offset.0)
        } else {
            format!("found {} {what}, which end at {end:#x}; the part has {have:#x} bytes", count.0)
        };
        let (place, other) = if by_offset { (offset.1, count.1) } else { (count.1, offset.1) };
        self.reader
            .report(&rules::DEFINITIONS, place, message)
            .label(other, "number and offset together determine where they end")
            .note(format!("one of the {what} takes {stride} bytes"))
            .help("fix the number or the offset")
            .affects_rule(&rules::DEFINITIONS, affects);
        false
    }

    /// Names complete rows.
    fn rows(
        &mut self,
        name: glassbox_core::reader::NodeName,
        offset: u32,
        count: usize,
        schema: &'static Schema,
        stride: u64,
    ) -> Option<NodeId> {
        let start = self.part.start + u64::from(offset);
        let size = count as u64 * stride;
        if u64::from(offset) + size > self.model.area.len() as u64 {
            return None;
        }
        let node = name_rows(self.reader, name, start, count as u64, schema, stride).ok()?;
        self.pieces.take(start, start + size);
        Some(node)
    }

    fn pointer(&mut self, node: NodeId, fields: &[Field]) {
        let base = self.header;
        for field in fields {
            self.reader.link(node, field, LinkKind::Pointer { base, unit: 1 });
        }
    }

    fn bindings(&mut self) {
        let header = self.model.header;
        let stride = self.model.binding_stride();
        self.fits(Array {
            what: "bindings",
            count: (header.binding_count.into(), self.header_field(Header::binding_count)),
            offset: (header.bindings, self.header_field(Header::bindings)),
            stride,
            affects: self.part.child("bindings"),
        });
        let rows = self.model.bindings();
        let schema = if self.model.has_spaces() { Binding40::SCHEMA } else { Binding::SCHEMA };
        let name = self.part.node.name("bindings");
        let Some(node) = self.rows(name, header.bindings, rows.len(), schema, stride) else {
            return;
        };
        self.reader.link(self.header, &Header::binding_count, LinkKind::Count { of: node });
        self.pointer(self.header, &[Header::bindings]);
        self.pointer(node, &[Binding::name]);
        let path = self.part.child("bindings");
        for (index, binding) in rows.iter().enumerate() {
            self.text(binding.name, rows.location(&path, index, Binding::name), "binding's name");
        }
    }

    fn buffers(&mut self) {
        let header = self.model.header;
        let stride = self.model.buffer_stride();
        self.fits(Array {
            what: "constant buffers",
            count: (header.buffer_count.into(), self.header_field(Header::buffer_count)),
            offset: (header.buffers, self.header_field(Header::buffers)),
            stride,
            // Everything else depends on the constant buffers.
            affects: self.part.child(""),
        });
        let rows = self.model.buffers();
        let name = self.part.node.name("buffers");
        let Some(node) = self.rows(name, header.buffers, rows.len(), Buffer::SCHEMA, stride) else {
            return;
        };
        self.reader.link(self.header, &Header::buffer_count, LinkKind::Count { of: node });
        self.pointer(self.header, &[Header::buffers]);
        self.pointer(node, &[Buffer::name, Buffer::variables]);
        let path = self.part.child("buffers");
        for (index, buffer) in rows.iter().enumerate() {
            let at = |field| rows.location(&path, index, field);
            self.text(buffer.name, at(Buffer::name), "buffer's name");
            self.fits(Array {
                what: "variables",
                count: (buffer.variable_count.into(), at(Buffer::variable_count)),
                offset: (buffer.variables, at(Buffer::variables)),
                stride: self.model.variable_stride(),
                affects: format!("{}[{index}]", self.part.child("variables")),
            });
            self.variables(index as u32, &buffer);
        }
    }

    fn variables(&mut self, number: u32, buffer: &Buffer) {
        let rows = self.model.variables(buffer);
        if rows.is_empty() {
            return;
        }
        let schema = if self.model.sizes.is_some() { Variable40::SCHEMA } else { Variable::SCHEMA };
        let name = self.part.node.item("variables", number);
        let stride = self.model.variable_stride();
        let Some(node) = self.rows(name, buffer.variables, rows.len(), schema, stride) else {
            return;
        };
        self.pointer(node, &[Variable::name, Variable::type_offset]);
        // An offset of 0 means no default value.
        if rows.iter().any(|variable| variable.default != 0) {
            self.pointer(node, &[Variable::default]);
        }
        let path = format!("{}[{number}]", self.part.child("variables"));
        for (index, variable) in rows.iter().enumerate() {
            let at = |field| rows.location(&path, index, field);
            self.text(variable.name, at(Variable::name), "variable's name");
            self.ty(variable.type_offset, at(Variable::type_offset));
            if variable.default == 0 {
                continue;
            }
            match self.model.default(&variable) {
                Some(bytes) => {
                    let start = self.part.start + u64::from(variable.default);
                    let size = bytes.len() as u64;
                    if self.reader.spend(size).is_ok() && size > 0 {
                        let name = self.part.node.item("defaults", self.defaults);
                        self.defaults += 1;
                        self.reader.node(name, start, start + size, NodeKind::Bytes);
                        self.pieces.take(start, start + size);
                    }
                }
                None => {
                    let message = format!(
                        "found a value of {} bytes at {:#x}, the part has {:#x}",
                        variable.size,
                        variable.default,
                        self.model.area.len()
                    );
                    self.report(at(Variable::default), message, "set it to the value, or to 0 for none");
                }
            }
        }
    }

    /// Queues a type.
    fn ty(&mut self, offset: u32, location: Location) {
        if self.seen.contains_key(&offset) {
            return;
        }
        let size = self.model.type_stride();
        let have = self.model.area.len() as u64;
        if u64::from(offset) + size > have {
            let message = format!("found a type of {size} bytes at {offset:#x}, the part has {have:#x}");
            self.report(location, message, "set the offset to the type");
            return;
        }
        let number = self.seen.len() as u32;
        self.seen.insert(offset, number);
        self.open.push((offset, number));
    }

    fn types(&mut self) {
        let wide = self.model.sizes.is_some();
        let (schema, size) =
            if wide { (Type36::SCHEMA, Type36::SIZE as u64) } else { (Type::SCHEMA, Type::SIZE as u64) };
        while let Some((offset, number)) = self.open.pop() {
            let Some(ty) = self.model.ty(offset) else { continue };
            if self.reader.spend(size).is_err() {
                return;
            }
            let start = self.part.start + u64::from(offset);
            let name = self.part.node.item("types", number);
            let node = self.reader.node(name, start, start + size, NodeKind::Record(schema));
            self.pieces.take(start, start + size);
            let path = format!("{}[{number}]", self.part.child("types"));
            let window = self.reader.window();
            let at = |field: Field| {
                let from = start + field.offset as u64;
                let to = from + field.form.size() as u64;
                Location::new(window.base + from, window.base + to, format!("{path}.{}", field.name))
            };
            if ty.member_count > 0 {
                self.pointer(node, &[Type::members]);
                self.fits(Array {
                    what: "members",
                    count: (ty.member_count.into(), at(Type::member_count)),
                    offset: (ty.members, at(Type::members)),
                    stride: self.model.member_stride(),
                    affects: format!("{}[{number}]", self.part.child("members")),
                });
                self.members(number, node, &ty);
            }
            if wide {
                if ty.name != 0 {
                    self.pointer(node, &[Type36::name]);
                    self.text(ty.name, at(Type36::name), "type's name");
                }
                for (field, offset) in [(Type36::sub_type, ty.sub_type), (Type36::base_class, ty.base_class)]
                {
                    if offset != 0 {
                        self.pointer(node, &[field]);
                        self.ty(offset, at(field));
                    }
                }
                if ty.interface_count > 0 {
                    self.fits(Array {
                        what: "interfaces",
                        count: (ty.interface_count.into(), at(Type36::interface_count)),
                        offset: (ty.interfaces, at(Type36::interfaces)),
                        stride: 4,
                        affects: format!("{}[{number}]", self.part.child("interfaces")),
                    });
                    self.interfaces(number, node, &ty);
                }
            }
        }
    }

    fn members(&mut self, number: u32, node: NodeId, ty: &Type36) {
        let rows = self.model.members(ty);
        let name = self.part.node.item("members", number);
        let stride = self.model.member_stride();
        let Some(run) = self.rows(name, ty.members, rows.len(), Member::SCHEMA, stride) else {
            return;
        };
        self.reader.link(node, &Type::member_count, LinkKind::Count { of: run });
        self.pointer(run, &[Member::name, Member::type_offset]);
        let path = format!("{}[{number}]", self.part.child("members"));
        for (index, member) in rows.iter().enumerate() {
            let at = |field| rows.location(&path, index, field);
            self.text(member.name, at(Member::name), "member's name");
            self.ty(member.type_offset, at(Member::type_offset));
        }
    }

    fn interfaces(&mut self, number: u32, node: NodeId, ty: &Type36) {
        let values = self.model.interfaces(ty);
        let start = self.part.start + u64::from(ty.interfaces);
        let name = self.part.node.item("interfaces", number);
        let Ok((_, run)) = self.reader.values::<u32>(name, start, values.len() as u64) else {
            return;
        };
        self.pieces.take(start, start + 4 * values.len() as u64);
        self.pointer(node, &[Type36::interfaces]);
        let base = self.header;
        self.reader.link_value(run, LinkKind::Pointer { base, unit: 1 });
        let path = format!("{}[{number}]", self.part.child("interfaces"));
        for (index, value) in values.iter().enumerate() {
            self.ty(value, values.location(&path, index));
        }
    }
}

/// Reports recursive types. A type already on the current path closes a cycle.
fn cycles<R: Recorder>(
    reader: &mut Reader<'_, R>,
    part: &PartData,
    model: &Rdef<'_>,
    numbers: &HashMap<u32, u32>,
) {
    let mut done: HashSet<u32> = HashSet::new();
    for buffer in model.buffers().iter() {
        for variable in model.variables(&buffer).iter() {
            if reader.spend(1).is_err() {
                return;
            }
            let mut way: Vec<(u32, usize)> = vec![(variable.type_offset, 0)];
            let mut on_way: HashSet<u32> = HashSet::from([variable.type_offset]);
            while let Some((offset, next)) = way.last_mut() {
                let own = *offset;
                let rows = model.ty(own).map(|ty| model.members(&ty)).unwrap_or_default();
                if done.contains(&own) || *next >= rows.len() {
                    done.insert(own);
                    on_way.remove(&own);
                    way.pop();
                    continue;
                }
                let index = *next;
                *next += 1;
                let Some(member) = rows.get(index) else { continue };
                if reader.spend(1).is_err() {
                    return;
                }
                if !on_way.insert(member.type_offset) {
                    let Some(number) = numbers.get(&own) else { continue };
                    let path = format!("{}[{number}]", part.child("members"));
                    let location = rows.location(&path, index, Member::type_offset);
                    let message = format!("the type at {:#x} contains itself", member.type_offset);
                    reader
                        .report(&rules::DEFINITIONS, location, message)
                        .note("readers without a guard never finish")
                        .help("point the member at another type");
                    continue;
                }
                way.push((member.type_offset, 0));
            }
        }
    }
}
