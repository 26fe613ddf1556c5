//! Encodes nodes, driven by the payload tables.

use super::Arrangement;
use super::canonical::Canonical;
use crate::command::Command;
use crate::dialect::Tables;
use crate::model::{Layout, Model, ModelNode, Name, Node};
use crate::raw::BUILTIN_SYMBOL;
use crate::schema::{LAYOUT_FIELDS, PayloadItem, Step};
use glassbox_core::format::WriteError;

/// Encoded commands, and the string chain if it is new.
pub(super) struct Encoded {
    pub(super) bytes: Vec<u8>,
    pub(super) strings: Option<Vec<u8>>,
    /// Start of each command and symbol table entry.
    pub(super) lines: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Frame {
    node: u32,
    /// Next child to write.
    child: u32,
    /// Items left in the list; [`UNKNOWN`] until counted.
    left: u32,
    steps: &'static [Step],
}

const UNKNOWN: u32 = u32::MAX;

struct Encoder<'m, 'a> {
    model: &'m Model<'a>,
    tables: &'static Tables,
    /// Byte of each command, indexed by [`Command`].
    bytes: [u8; 64],
    out: Vec<u8>,
    stack: Vec<Frame>,
    canonical: Option<Canonical<'m, 'a>>,
    lines: Option<Vec<u32>>,
}

/// Encodes the commands of a model; `with_lines` also collects their positions.
pub(super) fn encode(
    model: &Model<'_>,
    arrangement: Arrangement,
    with_lines: bool,
) -> Result<Encoded, WriteError> {
    let tables = model.dialect.tables();
    let mut bytes = [u8::MAX; 64];
    for (byte, &command) in tables.commands.iter().enumerate() {
        if command != Command::Missing {
            bytes[command as usize & 63] = byte as u8;
        }
    }
    let canonical = match arrangement {
        Arrangement::Kept => None,
        Arrangement::Canonical => Some(Canonical::new(model)?),
    };
    let mut encoder = Encoder {
        model,
        tables,
        bytes,
        out: Vec::with_capacity(model.nodes().len() * 4),
        stack: Vec::new(),
        canonical,
        lines: with_lines.then(Vec::new),
    };
    let mut top = 0;
    let count = model.nodes().len() as u32;
    if count == 0 {
        return Err(WriteError::new("the model has no commands"));
    }
    while top < count {
        encoder.command(top)?;
        encoder.commands()?;
        top = model.node(ModelNode(top)).next.max(top + 1);
    }
    Ok(Encoded {
        bytes: encoder.out,
        lines: encoder.lines.unwrap_or_default(),
        strings: encoder.canonical.map(|canonical| canonical.strings),
    })
}

impl Encoder<'_, '_> {
    fn command(&mut self, node: u32) -> Result<(), WriteError> {
        let command = self.model.command(ModelNode(node));
        match command {
            Command::Modifiers | Command::Modifiers8Bit | Command::DefaultModifiers
                if self.canonical.is_some() =>
            {
                return self.modifiers(ModelNode(node));
            }
            Command::StructField | Command::Case => {}
            _ => self.byte(command)?,
        }
        let steps = self.tables.payload(command);
        if !steps.is_empty() {
            self.stack.push(Frame { node, child: node + 1, left: UNKNOWN, steps });
        }
        Ok(())
    }

    fn byte(&mut self, command: Command) -> Result<(), WriteError> {
        let byte = self.bytes[command as usize & 63];
        if byte == u8::MAX {
            let version = self.model.dialect.version;
            return Err(WriteError::new(format!("version {version} has no {}", command.name())));
        }
        self.line();
        self.out.push(byte);
        Ok(())
    }

    /// Records the start of a command or entry.
    fn line(&mut self) {
        if let Some(lines) = &mut self.lines {
            lines.push(self.out.len() as u32);
        }
    }

    fn commands(&mut self) -> Result<(), WriteError> {
        while let Some(&frame) = self.stack.last() {
            let Some((step, rest)) = frame.steps.split_first() else {
                self.stack.pop();
                continue;
            };
            let mut next = Frame { steps: rest, ..frame };
            next.left = UNKNOWN;
            match step.what {
                PayloadItem::Child(_) | PayloadItem::Optional(_) => {
                    let child = self.child(&mut next)?;
                    self.set(next);
                    self.command(child)?;
                    continue;
                }
                PayloadItem::CaseExpression => {
                    if self.model.node(ModelNode(frame.node)).a == 0 {
                        let child = self.child(&mut next)?;
                        self.set(next);
                        self.command(child)?;
                        continue;
                    }
                }
                PayloadItem::List(_)
                | PayloadItem::CountedList(_)
                | PayloadItem::LongList
                | PayloadItem::Parts(_)
                | PayloadItem::Elements => {
                    let left = match frame.left {
                        UNKNOWN => self.open_list(&frame, step, rest)?,
                        left => left,
                    };
                    if left > 0 {
                        next.steps = frame.steps;
                        next.left = left - 1;
                        let child = self.child(&mut next)?;
                        self.set(next);
                        self.command(child)?;
                        continue;
                    }
                    if matches!(step.what, PayloadItem::Elements) {
                        self.byte(Command::ElementsComplete)?;
                    }
                }
                PayloadItem::Ids => {
                    let left = self.open_list(&frame, step, rest)?;
                    for _ in 0..left {
                        let child = self.child(&mut next)?;
                        let id = self.model.node(ModelNode(child)).b;
                        self.id(id);
                    }
                }
                PayloadItem::BareReference => {
                    let child = self.child(&mut next)?;
                    self.id_or_name(*self.model.node(ModelNode(child)))?;
                }
                _ => self.scalar(*self.model.node(ModelNode(frame.node)), frame.node, step)?,
            }
            self.set(next);
        }
        Ok(())
    }

    fn set(&mut self, frame: Frame) {
        if let Some(top) = self.stack.last_mut() {
            *top = frame;
        }
    }

    /// Next child of a command.
    fn child(&self, frame: &mut Frame) -> Result<u32, WriteError> {
        let node = self.model.node(ModelNode(frame.node));
        if frame.child >= node.next {
            return Err(WriteError::new(format!("{} lacks a part", node.command.name())));
        }
        let child = frame.child;
        frame.child = self.model.node(ModelNode(child)).next.max(child + 1);
        Ok(child)
    }

    /// Counts the items of a list and writes the count.
    fn open_list(&mut self, frame: &Frame, step: &Step, rest: &[Step]) -> Result<u32, WriteError> {
        let model = self.model;
        let node = model.node(ModelNode(frame.node));
        let mut count = 0;
        let mut at = frame.child;
        while at < node.next {
            count += 1;
            at = model.node(ModelNode(at)).next.max(at + 1);
        }
        let behind = rest
            .iter()
            .map(|step| match step.what {
                PayloadItem::Child(_) | PayloadItem::Optional(_) | PayloadItem::BareReference => 1,
                // Of two lists in one command the first states its length.
                PayloadItem::List(_) | PayloadItem::Parts(_) => 0,
                _ => 0,
            })
            .sum::<u32>();
        let count: u32 =
            u32::checked_sub(count, behind).ok_or_else(|| format!("{} lacks a part", node.command.name()))?;
        let what = || format!("{} {} in one {}", count, step.name, node.command.name());
        match step.what {
            PayloadItem::Elements => {}
            PayloadItem::LongList => {
                let count = u16::try_from(count).map_err(|_| format!("{}, at most 65535 fit", what()))?;
                self.out.extend_from_slice(&count.to_le_bytes());
            }
            _ => {
                let count = u8::try_from(count).map_err(|_| format!("{}, at most 255 fit", what()))?;
                self.out.push(count);
            }
        }
        Ok(count)
    }

    fn scalar(&mut self, node: Node, at: u32, step: &Step) -> Result<(), WriteError> {
        match step.what {
            PayloadItem::NewId | PayloadItem::Id => self.id(node.b),
            PayloadItem::IdOrName => self.id_or_name(node)?,
            PayloadItem::String => self.string(Name(node.c))?,
            PayloadItem::SecondString => self.string(Name(node.b))?,
            PayloadItem::Byte(_) => self.out.push(node.a as u8),
            PayloadItem::SecondByte(_) => self.out.push(node.b as u8),
            PayloadItem::ThirdByte(_) => self.out.push(node.c as u8),
            PayloadItem::Word(_) => self.word(node.b),
            PayloadItem::Double(_) => self.out.extend_from_slice(&node.c.to_le_bytes()),
            PayloadItem::LayoutValues => self.layout(&self.model.layout(ModelNode(at)))?,
            PayloadItem::Components => {
                let components = self.model.components(ModelNode(at));
                self.out.push(components.len() as u8);
                self.out.extend_from_slice(components);
            }
            PayloadItem::Entries => self.entries(ModelNode(at))?,
            PayloadItem::CaseValue if node.a == 0 => self.out.extend_from_slice(&node.c.to_le_bytes()),
            // The others are not scalars.
            _ => {}
        }
        Ok(())
    }

    fn id(&mut self, id: u32) {
        let id = match &self.canonical {
            Some(canonical) => canonical.id(id),
            None => id,
        };
        self.word(id);
    }

    /// Writes a two-byte number. Numbers read from a file fit.
    fn word(&mut self, value: u32) {
        self.out.extend_from_slice(&(value as u16).to_le_bytes());
    }

    fn id_or_name(&mut self, node: Node) -> Result<(), WriteError> {
        if node.b != BUILTIN_SYMBOL {
            self.id(node.b);
            return Ok(());
        }
        self.word(BUILTIN_SYMBOL);
        self.string(Name(node.c))
    }

    fn string(&mut self, name: Name) -> Result<(), WriteError> {
        let offset = match &mut self.canonical {
            Some(canonical) => canonical.string(name)?,
            None => name.0,
        };
        if self.model.dialect.is_document {
            self.out.push(self.model.text(name).len() as u8);
            let offset = offset.saturating_sub(2);
            self.word(offset);
        } else {
            self.word(offset);
        }
        Ok(())
    }

    fn entries(&mut self, table: ModelNode) -> Result<(), WriteError> {
        let model = self.model;
        let entries = model.entries(table);
        self.out.extend_from_slice(&(entries.len() as u16).to_le_bytes());
        let sorted = self.canonical.as_ref().map(|canonical| canonical.entries(table));
        for entry in sorted.as_deref().unwrap_or(entries) {
            self.line();
            if model.dialect.is_document {
                self.id(entry.index);
                continue;
            }
            self.word(entry.index);
            if entry.index == BUILTIN_SYMBOL {
                self.string(entry.name)?;
            }
        }
        Ok(())
    }

    /// Writes modifiers in their shortest form.
    fn modifiers(&mut self, at: ModelNode) -> Result<(), WriteError> {
        let node = *self.model.node(at);
        // The flags keep the numbering of the file.
        let flags = if node.command == Command::DefaultModifiers { 0 } else { node.c };
        let layout = match node.command {
            Command::DefaultModifiers => Layout::default(),
            _ => self.model.layout(ModelNode(at.0 + 1)),
        };
        let is_default = layout == Layout::default();
        if is_default && flags == 0 {
            return self.byte(Command::DefaultModifiers);
        }
        let is_short = flags <= 0xff;
        self.byte(if is_short { Command::Modifiers8Bit } else { Command::Modifiers })?;
        let only_builtin = Layout { builtin: layout.builtin, ..Layout::default() };
        if is_default {
            self.byte(Command::DefaultLayout)?;
        } else if layout == only_builtin {
            self.byte(Command::BuiltinLayout)?;
            self.word(layout.builtin as u32);
        } else {
            self.byte(Command::Layout)?;
            self.layout(&layout)?;
        }
        if is_short {
            self.out.push(flags as u8);
        } else {
            self.out.extend_from_slice(&flags.to_le_bytes());
        }
        Ok(())
    }

    /// Writes the values of a layout.
    fn layout(&mut self, layout: &Layout) -> Result<(), WriteError> {
        self.out.extend_from_slice(&layout.flags.0.to_le_bytes());
        let values = [
            layout.location,
            layout.offset,
            layout.binding,
            layout.index,
            layout.set,
            layout.builtin,
            layout.input_attachment_index,
        ];
        let is_narrow = self.model.dialect.traits().narrow_layout;
        for (value, field) in values.into_iter().zip(&LAYOUT_FIELDS) {
            if field.is_wide && !(is_narrow && field.was_narrow) {
                self.word(value as u32);
            } else {
                let value = i8::try_from(value)
                    .map_err(|_| format!("{} {value} does not fit one byte", field.name))?;
                self.out.extend_from_slice(&value.to_le_bytes());
            }
        }
        Ok(())
    }
}
