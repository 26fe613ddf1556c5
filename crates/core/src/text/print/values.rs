//! Prints fields and their values.

use std::fmt::Write as _;
use std::io;

use super::super::quote::{blanks, push_hex, quote};
use super::Printer;
use crate::reader::{Link, LinkKind, Node, NodeId, NodeKind};
use crate::show::{self, bit_field, run_length};
use crate::value::{FieldFormat, Scalar, Type};
use crate::walk::{LeafField, Shape, leaf_fields};

/// Bytes on a line of hexadecimal digits.
const HEX_PER_LINE: usize = 32;
/// Numbers on a line.
const NUMBERS_PER_LINE: usize = 8;
/// Minimum number of equal bytes for which `fill` is shorter.
const MIN_FILL: usize = 48;
/// Maximum number of characters of a string per line; longer ones are continued.
const MAX_STRING: usize = 4096;

impl Printer<'_> {
    pub(super) fn record_fields(&mut self, id: NodeId) -> io::Result<()> {
        let mut index = None;
        let schema = match self.tree.node(id).kind {
            NodeKind::Record(schema) | NodeKind::Records(schema) => schema,
            _ => return Ok(()),
        };
        let width = schema.fields.iter().map(|field| field.name.len()).max().unwrap_or(0);
        let links = self.tree.links(id);
        for part in leaf_fields(self.tree, id, self.bytes) {
            let (Some(field), Shape::Value(form)) = (part.field, part.shape) else {
                continue;
            };
            if part.index != index {
                if index.is_some() {
                    self.depth -= 1;
                    self.close()?;
                }
                index = part.index;
                self.place = part.start..part.start + schema.size as u64;
                self.indent();
                let _ = write!(self.line, "[{}] {{", index.unwrap_or(0));
                self.end_line()?;
                self.depth += 1;
            }
            self.place = part.start..part.end;
            self.indent();
            self.line.push_str(field.name);
            blanks(width + 1 - field.name.len(), &mut self.line);
            self.type_name(form);
            self.line.push_str(" = ");
            self.value(&part, links, form)?;
            self.end_line()?;
        }
        if index.is_some() {
            self.depth -= 1;
            self.close()?;
        }
        self.place = self.tree.node(id).range();
        Ok(())
    }

    pub(super) fn values(&mut self, id: NodeId, node: &Node, form: &'static FieldFormat) -> io::Result<()> {
        let Type::One(scalar) = form.ty else {
            return self.pieces(node, " bytes = ", false);
        };
        self.line.push(' ');
        self.line.push_str(scalar.name());
        if node.start == node.end {
            self.line.push_str("[] = {}");
            return self.end_line();
        }
        self.open(node, "[] = {")?;
        let linked = self.tree.link(id, 0).is_some();
        let alone = linked || form.names.is_some() || form.bits.is_some() || form.meaning.is_some();
        let mut count = 0;
        for part in leaf_fields(self.tree, id, self.bytes) {
            if alone {
                self.place = part.start..part.end;
                self.indent();
                self.value(&part, self.tree.links(id), form)?;
                self.end_line()?;
                continue;
            }
            if count % NUMBERS_PER_LINE == 0 {
                if count > 0 {
                    self.end_line()?;
                }
                self.place.start = part.start;
                self.indent();
            } else {
                self.line.push_str(", ");
            }
            self.place.end = part.end;
            self.scalar(scalar, form.hex, part.bytes(self.bytes));
            count += 1;
        }
        if count > 0 {
            self.end_line()?;
        }
        self.place = node.range();
        self.depth -= 1;
        self.close()
    }

    /// Prints the value of a field, with its meaning as a comment.
    pub(super) fn value(
        &mut self,
        part: &LeafField,
        links: &[Link],
        form: &'static FieldFormat,
    ) -> io::Result<()> {
        let bytes = part.bytes(self.bytes);
        let at = part.field.map_or(0, |field| field.offset as u32);
        let link = links.iter().find(|link| link.field == at);
        match form.ty {
            Type::One(scalar) => {
                let link = link.filter(|_| !scalar.is_float());
                if let Some(link) = link
                    && let Some(text) = self.digest(link, part, scalar.size())
                {
                    self.line.push_str(&text);
                    let mut number = String::new();
                    write_scalar(scalar, true, bytes, &mut number);
                    self.comment(&number);
                    return Ok(());
                }
                if let Some(link) = link
                    && self.follows(link, scalar.integer(bytes))
                {
                    self.comment("");
                    let is_place = matches!(link.follows, LinkKind::Offset { .. } | LinkKind::Pointer { .. });
                    self.scalar(scalar, form.hex || is_place, bytes);
                    self.reached_string(link, scalar.integer(bytes));
                    return Ok(());
                }
                match form.bits {
                    Some(bits) => {
                        self.line.push_str("pack { ");
                        let word = scalar.bits(bytes);
                        let mut shift = 0;
                        for (index, field) in bits.iter().enumerate() {
                            let comma = if index > 0 { ", " } else { "" };
                            let value = bit_field(word, shift, field.width);
                            let _ = write!(self.line, "{comma}{}: {} = {value:#x}", field.name, field.width);
                            shift += field.width;
                        }
                        self.line.push_str(" }");
                    }
                    None => self.scalar(scalar, form.hex, bytes),
                }
                let named = link.and_then(|link| self.named(link));
                if let Some(meaning) = named.or_else(|| meaning(form, scalar.bits(bytes))) {
                    self.comment(&meaning);
                }
            }
            Type::Array(scalar, _) => {
                self.line.push_str("{ ");
                let mut meanings = Vec::new();
                let mut has_meaning = false;
                for (index, element) in bytes.chunks_exact(scalar.size()).enumerate() {
                    if index > 0 {
                        self.line.push_str(", ");
                    }
                    self.scalar(scalar, form.hex, element);
                    let meaning = meaning(form, scalar.bits(element));
                    has_meaning |= meaning.is_some();
                    meanings.push(meaning.unwrap_or_else(|| scalar.bits(element).to_string()));
                }
                self.line.push_str(" }");
                if has_meaning {
                    self.comment(&meanings.join(", "));
                }
            }
            Type::Text(_) => quote(bytes, &mut self.line),
            Type::Bytes(size) => match link.and_then(|link| self.digest(link, part, size)) {
                Some(text) => self.line.push_str(&text),
                None => write_hex(bytes, &mut self.line),
            },
        }
        Ok(())
    }

    /// Appends the target string of a pointer.
    fn reached_string(&mut self, link: &Link, value: i128) {
        if let LinkKind::Pointer { base, unit } = link.follows
            && let Some(at) = show::resolve_offset(self.tree, base, unit, value)
            && let Some(text) = show::string_at(self.tree, self.bytes, at)
        {
            self.line.push(' ');
            show::write_text(text, &mut self.line);
        }
    }

    /// Name of the entity that an id refers to.
    fn named(&self, link: &Link) -> Option<String> {
        let LinkKind::Id { of, name } = link.follows else {
            return None;
        };
        if name == NodeId::ROOT {
            return Some(self.tree.path(of));
        }
        let node = self.tree.node(name);
        let mut out = String::new();
        show::write_text(&self.bytes[node.start as usize..node.end as usize], &mut out);
        Some(out)
    }

    pub(super) fn scalar(&mut self, scalar: Scalar, hexadecimal: bool, bytes: &[u8]) {
        write_scalar(scalar, hexadecimal, bytes, &mut self.line);
    }

    pub(super) fn type_name(&mut self, form: &FieldFormat) {
        match form.ty {
            Type::One(scalar) => self.line.push_str(scalar.name()),
            Type::Array(scalar, count) => {
                let _ = write!(self.line, "{}[{count}]", scalar.name());
            }
            Type::Text(_) => self.line.push_str("text"),
            Type::Bytes(size) => {
                let _ = write!(self.line, "bytes[{size}]");
            }
        }
    }

    /// Bytes as strings, hexadecimal digits and fills.
    pub(super) fn pieces(&mut self, node: &Node, equals: &str, text: bool) -> io::Result<()> {
        let bytes = &self.bytes[node.start as usize..node.end as usize];
        if bytes.len() <= HEX_PER_LINE || (text && bytes.len() <= MAX_STRING) {
            self.line.push_str(equals);
            if text {
                quote(bytes, &mut self.line)
            } else {
                write_hex(bytes, &mut self.line)
            }
            return self.end_line();
        }
        self.open(node, &format!("{equals}{{"))?;
        let mut at = 0;
        while at < bytes.len() {
            self.indent();
            self.place.start = node.start + at as u64;
            let run = run_length(&bytes[at..]);
            if run >= MIN_FILL {
                let _ = write!(self.line, "fill(0x{:02x}, {run})", bytes[at]);
                at += run;
            } else {
                let most = if text { MAX_STRING } else { HEX_PER_LINE };
                let end = bytes.len().min(at + most);
                // A long run that begins within the line ends the line, so that it becomes one fill.
                let cut = (at + 1..end).find(|&cut| {
                    bytes[cut] != bytes[cut - 1]
                        && bytes[cut..].len() >= MIN_FILL
                        && bytes[cut..cut + MIN_FILL].iter().all(|&byte| byte == bytes[cut])
                });
                let end = cut.unwrap_or(end);
                if text {
                    quote(&bytes[at..end], &mut self.line)
                } else {
                    write_hex(&bytes[at..end], &mut self.line)
                }
                at = end;
            }
            self.place.end = node.start + at as u64;
            self.end_line()?;
        }
        self.place = node.range();
        self.depth -= 1;
        self.close()
    }
}

/// Meaning of a number, in words.
fn meaning(form: &FieldFormat, bits: u64) -> Option<String> {
    // A comment ends with its line.
    show::element_meaning(form, bits).map(|text| text.replace(|c: char| c.is_control(), " "))
}

/// A number as lines state it: hexadecimal digits fill the width of the type.
fn write_scalar(scalar: Scalar, hexadecimal: bool, bytes: &[u8], out: &mut String) {
    if hexadecimal && !scalar.is_signed() && !scalar.is_float() {
        out.push_str("0x");
        for &byte in bytes.iter().rev() {
            push_hex(byte, out);
        }
    } else {
        show::write_scalar(scalar, false, bytes, out);
    }
}

fn write_hex(bytes: &[u8], out: &mut String) {
    out.reserve(3 + 2 * bytes.len() + bytes.len() / 4);
    out.push_str("x\"");
    for (index, &byte) in bytes.iter().enumerate() {
        if index > 0 && index % 4 == 0 {
            out.push(' ');
        }
        show::push_hex(byte, out);
    }
    out.push('"');
}
