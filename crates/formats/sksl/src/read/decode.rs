//! Decodes the command stream, driven by the payload tables, with a stack of open commands.

use glassbox_core::reader::{LinkKind, NodeId, NodeKind, NodeName as PathName, Reader, Recorder};
use glassbox_core::value::{FieldFormat, Value};

use super::names::Names;
use super::{Stop, StopKind};
use crate::command::{Category, Command};
use crate::dialect::Tables;
use crate::model::{Entry, Layout, Model, ModelNode, Name, Node};
use crate::raw::{BUILTIN_SYMBOL, LayoutFlags};
use crate::schema::{LAYOUT_FIELDS, LAYOUT_FLAGS, Meaning, PayloadItem, Step};

/// An open command.
#[derive(Clone, Copy)]
struct Frame {
    /// Index of its node.
    node: u32,
    /// Items left in the list; [`UNKNOWN`] until its count is read.
    left: u32,
    /// Remaining steps.
    steps: &'static [Step],
}

/// Tree nodes of an open command.
struct FrameNames {
    group: NodeId,
    /// Its open list.
    list: NodeId,
    /// Number of items in that list.
    items: u32,
    /// Field that defines its id.
    id: Option<(u32, NodeId)>,
    /// Text of its name.
    name: NodeId,
    /// Symbols it owns: node, and text of the name.
    owned: Vec<(NodeId, NodeId)>,
}

const UNKNOWN: u32 = u32::MAX;

/// Tree levels reserved around the commands.
const SPARE_DEPTH: u32 = 6;

/// Reason why a step could not be read.
enum DecodeError {
    Short,
    Command(StopKind, Category),
}

/// Result whose error is [`DecodeError`] unless stated.
type Result<T, E = DecodeError> = std::result::Result<T, E>;

pub(super) struct Decoder<'r, 'a, R, const NAMED: bool> {
    reader: &'r mut Reader<'a, R>,
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) tables: &'static Tables,
    pub(super) model: Model<'a>,
    stack: Vec<Frame>,
    names: Names,
    frames: Vec<FrameNames>,
    /// Name of the expected command.
    due: PathName,
    /// Number of open groups.
    depth: u32,
    max_depth: u32,
    /// Group depth below which common shapes are read at once.
    quick_depth: u32,
    /// True if the parameters of a function declaration are symbols.
    pub(super) has_parameter_symbols: bool,
    /// True if every number has four bytes.
    is_wide: bool,
}

static U8: FieldFormat = <u8 as Value>::FORM;
static U16: FieldFormat = <u16 as Value>::FORM;
static I8: FieldFormat = <i8 as Value>::FORM;
static I32: FieldFormat = <i32 as Value>::FORM;
static COMPONENT: FieldFormat = crate::raw::Component::FORM;
static SYMBOL_ID: FieldFormat = crate::raw::SymbolId::FORM;

impl<'r, 'a, R: Recorder, const NAMED: bool> Decoder<'r, 'a, R, NAMED> {
    pub(super) fn new(reader: &'r mut Reader<'a, R>, mut model: Model<'a>, names: Names, at: usize) -> Self {
        let bytes = reader.window().bytes;
        // Real files need more than three bytes a command; a denser file makes the list grow.
        model.nodes.reserve((bytes.len() - at) / 3 + 16);
        // A definition takes at least twelve bytes where it names anything.
        model.definitions.reserve((bytes.len() - at) / 12);
        model.components.reserve((bytes.len() - at) / 32);
        let traits = model.dialect.traits();
        let max_depth = reader.limits.depth.saturating_sub(SPARE_DEPTH);
        let is_wide = model.dialect.is_wide();
        Decoder {
            is_wide,
            quick_depth: if traits.document || is_wide { 0 } else { max_depth.saturating_sub(2) },
            has_parameter_symbols: traits.parameter_symbols,
            max_depth,
            bytes,
            at,
            tables: model.dialect.tables(),
            model,
            stack: Vec::with_capacity(64),
            names,
            frames: Vec::new(),
            due: NodeId::ROOT.name(""),
            depth: 0,
            reader,
        }
    }

    pub(super) fn finish(self) -> (usize, Model<'a>, Names) {
        (self.at, self.model, self.names)
    }

    /// Reads the top-level item; returns the premature end, if any.
    pub(super) fn run(&mut self) -> Option<Stop> {
        let fault = self.top().err()?;
        Some(self.stop(fault))
    }

    fn top(&mut self) -> Result<()> {
        let first = self.bytes.get(self.at).copied().unwrap_or(0);
        let is_module = self.tables.command(first) == Command::SymbolTable;
        let name = if is_module { "symbolTable" } else { "program" };
        self.command(Category::Top, Some(name))?;
        self.commands()?;
        if is_module {
            self.command(Category::Elements, Some("elements"))?;
            self.commands()?;
        }
        Ok(())
    }

    fn stop(&mut self, fault: DecodeError) -> Stop {
        let within = self.stack.last().map_or(ModelNode::NONE, |frame| ModelNode(frame.node));
        let end = self.model.nodes.len() as u32;
        let size = self.bytes.len();
        let bytes_left = size.saturating_sub(self.at);
        let mut overlong = None;
        while let Some(frame) = self.stack.pop() {
            self.node(frame.node).next = end;
            if let Some(list) = frame.steps.first()
                && frame.left != UNKNOWN
                && frame.left as usize > bytes_left
            {
                overlong = overlong.or(Some((ModelNode(frame.node), count_name(list.name), frame.left)));
            }
        }
        let (kind, due) = match fault {
            DecodeError::Short => (StopKind::Truncated, None),
            DecodeError::Command(kind, due) => (kind, Some(due)),
        };
        let mut node = NodeId::ROOT;
        if NAMED {
            // A truncated command spans the remaining bytes; an unreadable one its first byte.
            let close = match kind {
                StopKind::Truncated => size,
                _ => (self.at + 1).min(size),
            };
            if kind != StopKind::Truncated {
                let (at, form) = (self.at as u64, &self.tables.form);
                node = self.reader.node(self.due, at, close as u64, NodeKind::Value(form));
            } else if let Some(frame) = self.frames.last() {
                node = frame.group;
            }
            while let Some(frame) = self.frames.pop() {
                if frame.list != NodeId::ROOT {
                    self.reader.close(frame.list, close as u64);
                }
                self.reader.close(frame.group, close as u64);
            }
        }
        Stop { kind, due, within, overlong, at: self.at, node }
    }

    /// Begins a command: reads its first byte and opens it, or completes it if there is nothing more. Without
    /// a label it is the next item of a list.
    #[inline]
    fn command(&mut self, category: Category, label: Option<&'static str>) -> Result<()> {
        let start = self.at;
        let name = match label {
            _ if !NAMED => NodeId::ROOT.name(""),
            Some(label) => self.child_name(label),
            None => self.item_name(),
        };
        if NAMED {
            self.due = name;
        }
        let Some(&code) = self.bytes.get(start) else {
            return Err(DecodeError::Command(StopKind::Truncated, category));
        };
        let command = self.tables.command(code);
        let may_be_void = matches!(category, Category::Expression | Category::Statement | Category::Table);
        if !(command.is(category) || may_be_void && command == Command::Void) {
            let kind = match command {
                Command::Missing => StopKind::Unknown(code),
                _ => StopKind::Unexpected(code),
            };
            return Err(DecodeError::Command(kind, category));
        }
        // A common shape adds up to two levels, which the tables must count near the limit.
        if !NAMED && self.depth < self.quick_depth && self.quick(command, start) {
            return Ok(());
        }
        let steps = self.tables.payload(command);
        if !steps.is_empty() && self.depth >= self.max_depth {
            return Err(DecodeError::Command(StopKind::TooDeep, category));
        }
        self.at = start + 1;
        let node = self.push(command);
        if steps.is_empty() {
            if NAMED {
                let leaf = self.leaf(name, start, &self.tables.form);
                self.names.marks.push(leaf);
            }
            return Ok(());
        }
        self.open(node, steps, name, start);
        if NAMED {
            self.field("command", start, &self.tables.form);
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn push(&mut self, command: Command) -> u32 {
        let node = self.model.nodes.len() as u32;
        self.model.nodes.push(Node { command, a: 0, b: 0, c: 0, next: node + 1 });
        node
    }

    /// Opens a command or a part of one.
    #[inline]
    fn open(&mut self, node: u32, steps: &'static [Step], name: PathName, start: usize) {
        self.stack.push(Frame { node, left: UNKNOWN, steps });
        self.depth += 1;
        if NAMED {
            let group = self.reader.group(name, start as u64);
            self.names.marks.push(group);
            self.frames.push(FrameNames {
                group,
                list: NodeId::ROOT,
                items: 0,
                id: None,
                name: NodeId::ROOT,
                owned: Vec::new(),
            });
        }
    }

    /// Closes the innermost command.
    #[inline]
    fn close(&mut self) {
        let Some(frame) = self.stack.pop() else { return };
        self.depth -= 1;
        let next = self.model.nodes.len() as u32;
        self.node(frame.node).next = next;
        if !NAMED {
            return;
        }
        let Some(names) = self.frames.pop() else { return };
        self.reader.close(names.group, self.at as u64);
        if let Some((id, field)) = names.id {
            self.names.ids.entry(id).or_insert((field, names.name));
        }
        if let (Some(parent), Some(outer)) = (self.frames.last_mut(), self.stack.last()) {
            match self.model.node(ModelNode(outer.node)).command {
                Command::SymbolTable => parent.owned.push((names.group, names.name)),
                Command::UnresolvedFunction if parent.name == NodeId::ROOT => parent.name = names.name,
                _ => {}
            }
        }
    }

    /// Reads until no command is open.
    fn commands(&mut self) -> Result<()> {
        while let Some(&frame) = self.stack.last() {
            let index = self.stack.len() - 1;
            let mut frame = frame;
            let result = self.steps(&mut frame);
            // The frame was modified outside the stack; write it back for the resumption or for error
            // reporting.
            if let Some(slot) = self.stack.get_mut(index) {
                *slot = frame;
            }
            result?;
        }
        Ok(())
    }

    /// Reads steps of the innermost command, up to one that opens another command or to the end.
    #[inline(always)]
    fn steps(&mut self, frame: &mut Frame) -> Result<()> {
        let depth = self.stack.len();
        loop {
            let Some((step, rest)) = frame.steps.split_first() else {
                self.close();
                return Ok(());
            };
            match step.what {
                PayloadItem::Child(category) | PayloadItem::Optional(category) => {
                    frame.steps = rest;
                    self.command(category, Some(step.name))?;
                }
                PayloadItem::List(category) => {
                    if frame.left == UNKNOWN {
                        frame.left = self.count(step.name)?;
                    }
                    self.items(frame, category)?;
                }
                PayloadItem::CountedList(category) => {
                    if frame.left == UNKNOWN {
                        let count = self.count(step.name)?;
                        self.node(frame.node).a = count as u16;
                        frame.left = count;
                    }
                    self.items(frame, category)?;
                }
                PayloadItem::LongList => {
                    if frame.left == UNKNOWN {
                        frame.left = self.long_count(step.name)?;
                    }
                    self.items(frame, Category::Symbol)?;
                }
                PayloadItem::Parts(command) => {
                    if frame.left == UNKNOWN {
                        frame.left = self.count(step.name)?;
                    }
                    if frame.left > 0 {
                        frame.left -= 1;
                        let name = self.item_name();
                        let part = self.push(command);
                        let steps = self.tables.payload(command);
                        self.open(part, steps, name, self.at);
                        return Ok(());
                    }
                    frame.steps = rest;
                    frame.left = UNKNOWN;
                    self.end_list();
                    continue;
                }
                PayloadItem::Elements => {
                    let code = self.bytes.get(self.at).copied();
                    if code.map(|code| self.tables.command(code)) == Some(Command::ElementsComplete) {
                        self.at += 1;
                        if NAMED {
                            self.field("elementsComplete", self.at - 1, &self.tables.form);
                        }
                        frame.steps = rest;
                        continue;
                    }
                    self.command(Category::ProgramElement, None)?;
                }
                PayloadItem::CaseExpression => {
                    frame.steps = rest;
                    if self.node(frame.node).a == 0 {
                        self.command(Category::Expression, Some(step.name))?;
                    }
                }
                _ => {
                    self.scalar(frame.node, step)?;
                    frame.steps = rest;
                    continue;
                }
            }
            if self.stack.len() > depth {
                return Ok(());
            }
        }
    }

    /// Reads list items, up to one that must be opened or to the end of the list.
    #[inline(always)]
    fn items(&mut self, frame: &mut Frame, category: Category) -> Result<()> {
        let depth = self.stack.len();
        while frame.left > 0 {
            frame.left -= 1;
            self.command(category, None)?;
            if self.stack.len() > depth {
                return Ok(());
            }
        }
        frame.steps = frame.steps.get(1..).unwrap_or(&[]);
        frame.left = UNKNOWN;
        self.end_list();
        Ok(())
    }

    /// Reads a value other than a command.
    #[inline]
    fn scalar(&mut self, node: u32, step: &Step) -> Result<()> {
        let start = self.at;
        match step.what {
            PayloadItem::NewId => {
                let id = self.number()?;
                self.node(node).b = id;
                self.define(id, node);
                if NAMED {
                    let field = self.field(step.name, start, &SYMBOL_ID);
                    if let Some(frame) = self.frames.last_mut() {
                        frame.id = Some((id, field));
                    }
                }
            }
            PayloadItem::Id => {
                let id = self.number()?;
                self.node(node).b = id;
                if NAMED {
                    self.id_field(step.name, start, id);
                }
            }
            PayloadItem::IdOrName => {
                let id = self.number()?;
                self.node(node).b = id;
                if NAMED {
                    self.id_field(step.name, start, id);
                }
                if id == BUILTIN_SYMBOL {
                    let name = self.string("name")?;
                    self.node(node).c = name;
                }
            }
            PayloadItem::String => {
                let name = self.string(step.name)?;
                self.node(node).c = name;
            }
            PayloadItem::SecondString => {
                let name = self.string(step.name)?;
                self.node(node).b = name;
            }
            PayloadItem::Byte(meaning) => {
                let value = self.small()?;
                self.node(node).a = value as u16;
                self.meaning(step.name, start, meaning);
            }
            PayloadItem::SecondByte(meaning) => {
                let value = self.small()?;
                self.node(node).b = value;
                self.meaning(step.name, start, meaning);
            }
            PayloadItem::ThirdByte(meaning) => {
                let value = self.small()?;
                self.node(node).c = value;
                self.meaning(step.name, start, meaning);
            }
            PayloadItem::Word(meaning) => {
                let value = self.number()?;
                self.node(node).b = value;
                self.meaning(step.name, start, meaning);
            }
            PayloadItem::Double(meaning) => {
                let value = self.u32()?;
                self.node(node).c = value;
                self.meaning(step.name, start, meaning);
            }
            PayloadItem::LayoutValues => self.layout(node)?,
            PayloadItem::BareReference => self.bare_reference(step.name)?,
            PayloadItem::Ids => self.ids(node, step.name)?,
            PayloadItem::Components => self.components(node)?,
            PayloadItem::Entries => self.entries(node, step.name)?,
            PayloadItem::CaseValue => {
                if self.node(node).a == 0 {
                    let value = self.u32()?;
                    self.node(node).c = value;
                    if NAMED {
                        self.field(step.name, start, &I32);
                    }
                }
            }
            PayloadItem::Child(_)
            | PayloadItem::Optional(_)
            | PayloadItem::List(_)
            | PayloadItem::CountedList(_)
            | PayloadItem::LongList
            | PayloadItem::Parts(_)
            | PayloadItem::Elements
            | PayloadItem::CaseExpression => {}
        }
        Ok(())
    }

    #[cold]
    fn layout(&mut self, node: u32) -> Result<()> {
        let start = self.at;
        let flags = LayoutFlags(self.u32()?);
        if NAMED {
            self.field("flags", start, &LAYOUT_FLAGS);
        }
        let is_narrow = self.model.dialect.traits().narrow_layout;
        let mut values = [0; LAYOUT_FIELDS.len()];
        for (value, field) in values.iter_mut().zip(&LAYOUT_FIELDS) {
            let start = self.at;
            let (number, form) = if self.is_wide {
                (self.u32()? as i32, field.form)
            } else if field.is_wide && !(is_narrow && field.was_narrow) {
                (i32::from(self.u16()? as i16), field.form)
            } else {
                (i32::from(self.u8()? as i8), &I8)
            };
            *value = number;
            if NAMED {
                self.field(field.name, start, form);
            }
        }
        let [location, offset, binding, index, set, builtin, input_attachment_index] = values;
        self.node(node).c = self.model.layouts.len() as u32;
        self.model.layouts.push(Layout {
            flags,
            location,
            offset,
            binding,
            index,
            set,
            builtin,
            input_attachment_index,
        });
        Ok(())
    }

    #[cold]
    fn bare_reference(&mut self, name: &'static str) -> Result<()> {
        let start = self.at;
        let place = self.child_name(name);
        let node = self.push(Command::SymbolRef);
        let steps = self.tables.payload(Command::SymbolRef);
        self.open(node, steps, place, start);
        // Reads its only step here, because the enclosing command has not advanced yet.
        for step in steps {
            self.scalar(node, step)?;
        }
        self.close();
        Ok(())
    }

    fn ids(&mut self, node: u32, name: &'static str) -> Result<()> {
        let count = self.count(name)?;
        self.node(node).a = count as u16;
        for _ in 0..count {
            let start = self.at;
            let id = self.number()?;
            let parameter = self.push(Command::Parameter);
            self.node(parameter).b = id;
            if NAMED {
                let place = self.item_name();
                let leaf = self.leaf(place, start, &SYMBOL_ID);
                self.names.marks.push(leaf);
                self.link_id(leaf, id);
            }
        }
        self.end_list();
        Ok(())
    }

    fn components(&mut self, node: u32) -> Result<()> {
        let start = self.at;
        let count = self.small()?;
        let from = self.at;
        let end = from + count as usize;
        let Some(components) = self.bytes.get(from..end) else {
            return Err(DecodeError::Short);
        };
        let place = self.model.components.len() as u32;
        self.model.components.extend_from_slice(components);
        self.at = end;
        let node = self.node(node);
        node.a = count as u16;
        node.c = place;
        if NAMED && let Some(group) = self.frames.last().map(|frame| frame.group) {
            let field = self.reader.node(
                group.name("componentCount"),
                start as u64,
                from as u64,
                NodeKind::Value(&U8),
            );
            let run = self.reader.node(
                group.name("components"),
                from as u64,
                end as u64,
                NodeKind::Values(&COMPONENT),
            );
            self.reader.link_value(field, LinkKind::Count { of: run });
        }
        Ok(())
    }

    fn entries(&mut self, node: u32, name: &'static str) -> Result<()> {
        let count = self.long_count(name)?;
        let place = self.model.entries.len() as u32;
        {
            let node = self.node(node);
            node.b = count;
            node.c = place;
        }
        let left = self.bytes.len().saturating_sub(self.at);
        self.model.entries.reserve((count as usize).min(left / 2));
        for _ in 0..count {
            let start = self.at;
            let index = self.number()?;
            let mut entry = Entry { index, name: Name(0) };
            if index == BUILTIN_SYMBOL && !self.model.dialect.is_document {
                if NAMED {
                    let place = self.item_name();
                    self.open_entry(place, start);
                }
                entry.name = Name(self.string("name")?);
                if NAMED && let Some(frame) = self.frames.pop() {
                    self.reader.close(frame.group, self.at as u64);
                }
            } else if NAMED {
                self.entry(start, index);
            }
            self.model.entries.push(entry);
        }
        self.end_list();
        Ok(())
    }

    /// Names an entry: the index of an owned symbol or, in the public document, its id.
    fn entry(&mut self, start: usize, index: u32) {
        let place = self.item_name();
        let leaf = self.leaf(place, start, &SYMBOL_ID);
        if self.model.dialect.is_document {
            self.link_id(leaf, index);
            return;
        }
        let owned = self.frames.last().and_then(|frame| frame.owned.get(index as usize));
        if let Some(&(of, name)) = owned {
            self.reader.link_value(leaf, LinkKind::Id { of, name });
        }
    }

    /// Opens the tree group of an entry with a name; it is not a node of the model.
    fn open_entry(&mut self, name: PathName, start: usize) {
        let group = self.reader.group(name, start as u64);
        self.frames.push(FrameNames {
            group,
            list: NodeId::ROOT,
            items: 0,
            id: None,
            name: NodeId::ROOT,
            owned: Vec::new(),
        });
        self.field("index", start, &SYMBOL_ID);
    }

    #[inline(always)]
    pub(super) fn define(&mut self, id: u32, node: u32) {
        let definitions = &mut self.model.definitions;
        let index = id as usize;
        if index == definitions.len() {
            definitions.push(node);
            return;
        }
        if index > definitions.len() {
            definitions.resize(index + 1, u32::MAX);
        }
        if definitions[index] == u32::MAX {
            definitions[index] = node;
        }
    }

    #[inline(always)]
    pub(super) fn node(&mut self, node: u32) -> &mut Node {
        &mut self.model.nodes[node as usize]
    }

    /// Reads a number stored in one byte in files.
    #[inline(always)]
    fn small(&mut self) -> Result<u32> {
        if self.is_wide { self.u32() } else { self.u8().map(u32::from) }
    }

    /// Reads a number stored in two bytes in files.
    #[inline(always)]
    fn number(&mut self) -> Result<u32> {
        if self.is_wide { self.u32() } else { self.u16().map(u32::from) }
    }

    #[inline(always)]
    fn u8(&mut self) -> Result<u8> {
        let &value = self.bytes.get(self.at).ok_or(DecodeError::Short)?;
        self.at += 1;
        Ok(value)
    }

    #[inline(always)]
    fn u16(&mut self) -> Result<u16> {
        let bytes = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk());
        self.at += 2;
        match bytes {
            Some(bytes) => Ok(u16::from_le_bytes(*bytes)),
            None => self.short(2),
        }
    }

    #[inline(always)]
    fn u32(&mut self) -> Result<u32> {
        let bytes = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk());
        self.at += 4;
        match bytes {
            Some(bytes) => Ok(u32::from_le_bytes(*bytes)),
            None => self.short(4),
        }
    }

    #[cold]
    fn short<T>(&mut self, size: usize) -> Result<T> {
        self.at -= size;
        Err(DecodeError::Short)
    }

    /// Reads a string: the offset of its length byte from the `stringLength` field.
    #[inline]
    fn string(&mut self, name: &'static str) -> Result<u32> {
        let start = self.at;
        let is_document = self.model.dialect.is_document;
        if is_document {
            self.u8()?;
            if NAMED {
                self.field(length_name(name), start, &U8);
            }
        }
        let start = self.at;
        let offset = self.number()?;
        // The public document counts from the string data.
        let offset = if is_document { offset + 2 } else { offset };
        if NAMED {
            let text = self.names.text(offset);
            let field = self.field(name, start, &U16);
            if text != NodeId::ROOT {
                let base = self.names.base;
                self.reader.link_value(field, LinkKind::Pointer { base, unit: 1 });
            }
            if let Some(frame) = self.frames.last_mut()
                && frame.name == NodeId::ROOT
            {
                frame.name = text;
            }
        }
        Ok(offset)
    }

    /// Reads the item count of a list and opens the list.
    #[inline]
    fn count(&mut self, name: &'static str) -> Result<u32> {
        let start = self.at;
        let count = self.small()?;
        self.open_list(name, start, &U8);
        Ok(count)
    }

    fn long_count(&mut self, name: &'static str) -> Result<u32> {
        let start = self.at;
        let count = self.number()?;
        self.open_list(name, start, &U16);
        Ok(count)
    }

    #[inline]
    fn open_list(&mut self, name: &'static str, start: usize, form: &'static FieldFormat) {
        self.depth += 1;
        if NAMED {
            let field = self.field(count_name(name), start, form);
            let place = self.child_name(name);
            let list = self.reader.group(place, self.at as u64);
            self.reader.link_value(field, LinkKind::Count { of: list });
            if let Some(frame) = self.frames.last_mut() {
                frame.list = list;
                frame.items = 0;
            }
        }
    }

    fn end_list(&mut self) {
        self.depth -= 1;
        if NAMED && let Some(frame) = self.frames.last_mut() {
            let list = std::mem::replace(&mut frame.list, NodeId::ROOT);
            frame.items = 0;
            self.reader.close(list, self.at as u64);
        }
    }

    /// Path name of a child of the innermost command.
    #[inline(always)]
    fn child_name(&self, name: &'static str) -> PathName {
        match self.frames.last() {
            Some(frame) if NAMED => frame.group.name(name),
            _ => self.reader.root.name(name),
        }
    }

    /// Path name of the next item in the innermost command's list.
    #[inline(always)]
    fn item_name(&mut self) -> PathName {
        match self.frames.last_mut() {
            Some(frame) if NAMED => {
                let group = match frame.list {
                    NodeId::ROOT => frame.group,
                    list => list,
                };
                frame.items += 1;
                group.item("", frame.items - 1)
            }
            _ => NodeId::ROOT.name(""),
        }
    }

    fn leaf(&mut self, name: PathName, start: usize, form: &'static FieldFormat) -> NodeId {
        let end = self.at as u64;
        self.reader.node(name, start as u64, end, NodeKind::Value(form))
    }

    fn field(&mut self, name: &'static str, start: usize, form: &'static FieldFormat) -> NodeId {
        let name = self.child_name(name);
        self.leaf(name, start, form)
    }

    #[inline(always)]
    fn meaning(&mut self, name: &'static str, start: usize, meaning: Meaning) {
        if NAMED {
            let form = self.model.dialect.form_of(meaning);
            self.field(name, start, form);
        }
    }

    fn id_field(&mut self, name: &'static str, start: usize, id: u32) {
        let field = self.field(name, start, &SYMBOL_ID);
        let text = self.link_id(field, id);
        if let Some(frame) = self.frames.last_mut()
            && frame.name == NodeId::ROOT
        {
            frame.name = text;
        }
    }

    /// Links an id to its definition; returns the text of the symbol's name.
    fn link_id(&mut self, field: NodeId, id: u32) -> NodeId {
        let Some(&(of, name)) = self.names.ids.get(&id) else {
            return NodeId::ROOT;
        };
        self.reader.link_value(field, LinkKind::Id { of, name });
        name
    }
}

/// Field name of a list's count.
pub(crate) fn count_name(list: &'static str) -> &'static str {
    match list {
        "arguments" => "argCount",
        "cases" => "caseCount",
        "fields" => "fieldCount",
        "ownedSymbols" => "ownedSymbolCount",
        "parameters" => "parameterCount",
        "statements" => "statementCount",
        "symbols" => "symbolCount",
        "symbolTables" => "symbolTableCount",
        _ => "count",
    }
}

/// Field name of the length before a string in the public document's layout.
fn length_name(string: &'static str) -> &'static str {
    match string {
        "typeName" => "typeNameLength",
        "instanceName" => "instanceNameLength",
        _ => "nameLength",
    }
}
