//! Writes the hex dump: every byte of a file once, in file order, with name, type, value and meaning of its
//! owner.
//!
//! [`dump`] is a sink of the [walk]. It keeps one line and counts the bytes shown: a byte shown twice or not
//! at all is an error, so a dump that succeeds has accounted for the whole file. That makes it the debugger
//! of a format and the best test of its reader.
//!
//! ```text
//! 00000000                          header
//! 00000000  44 45 4d 4f               magic text[4] "DEMO"
//! 00000004  02 00 00 00               count u32 2                       ; = count(rows)
//! 00000008  00 × 4096             raw[0]                            ; 0x8..0x1008
//! ```
//!
//! Runs of equal bytes, values or records become one line with a count. A node that aliases bytes of another
//! is a comment line at its start.

use std::fmt::Write as _;
use std::io;
use std::ops::{ControlFlow, Range};

use crate::language::Registry;
use crate::map::Tree;
use crate::places::{LinePlaces, NoPlaces};
use crate::reader::{Link, Node, NodeId, NodeKind};
use crate::record::{Field, Schema};
use crate::show::{self, Counts};
use crate::text::blanks;
use crate::value::{FieldFormat, Type};
use crate::view::{self, Detail};
use crate::walk::{self, Step};

/// Layout options of a dump.
#[derive(Clone, Copy)]
pub struct Options {
    /// Bytes on a line, 1 to 64.
    pub width: usize,
    /// Minimum number of lines of equal bytes, values or records to collapse into one, at least 2.
    pub collapse: usize,
    /// Prints the bit fields of code after its bytes, down to this level of detail; `None` prints none.
    pub bits: Option<Detail>,
    /// Lookup table for the views of code.
    pub registry: Registry,
}

impl Default for Options {
    fn default() -> Self {
        Options { width: 16, collapse: 4, bits: None, registry: Registry::default() }
    }
}

/// Most bytes on a line.
const MAX_WIDTH: usize = 64;
/// Hexadecimal digits, indexed by nibble.
const DIGITS: &[u8; 16] = b"0123456789abcdef";
/// Groups are indented no deeper than this.
const MAX_INDENT: usize = 24;
/// Column of the meaning, relative to the names.
const MEANING_COLUMN: usize = 36;

/// Dumps a file with the usual [`Options`].
pub fn dump(bytes: &[u8], tree: &Tree, out: &mut dyn io::Write) -> io::Result<()> {
    dump_with(bytes, tree, &Options::default(), out)
}

/// Dumps a file. Fails when writing fails, when the tree is of another file, or when the tree does not cover every byte
/// exactly once.
pub fn dump_with(bytes: &[u8], tree: &Tree, options: &Options, out: &mut dyn io::Write) -> io::Result<()> {
    dump_places(bytes, tree, options, out, &mut NoPlaces)
}

/// Dumps a file as [`dump_with`], and tells of each line which addresses it shows.
pub fn dump_places(
    bytes: &[u8],
    tree: &Tree,
    options: &Options,
    out: &mut dyn io::Write,
    places: &mut dyn LinePlaces,
) -> io::Result<()> {
    let whole = tree.whole(bytes);
    if tree.size() != bytes.len() as u64 {
        let message =
            format!("the field tree is of a file of {} bytes, this file has {}", tree.size(), bytes.len());
        return Err(io::Error::other(message));
    }
    let mut dump = Dump {
        bytes: &whole,
        tree,
        width: options.width.clamp(1, MAX_WIDTH),
        collapse: options.collapse.max(2),
        bits: options.bits,
        registry: options.registry,
        digits: if bytes.len() as u64 > 0xffff_ffff { 16 } else { 8 },
        out: io::BufWriter::with_capacity(1 << 16, out),
        places,
        place: 0..0,
        counts: Counts::default(),
        line: String::new(),
        name: String::new(),
        meaning: String::new(),
        depth: 0,
        base: 0,
        at: 0,
        end: tree.size(),
        next_alias: 0,
        outside: Vec::new(),
    };
    for step in walk::steps(tree) {
        match step {
            Step::Open(group) => dump.open(group)?,
            Step::Close(_) => dump.depth = dump.depth.saturating_sub(1),
            Step::Leaf(leaf) => dump.leaf(leaf)?,
            Step::Enter(owner) => dump.enter(owner)?,
            Step::Leave(_) => dump.leave()?,
        }
    }
    dump.finish()
}

struct Dump<'a, 'o> {
    bytes: &'a [u8],
    tree: &'a Tree,
    width: usize,
    collapse: usize,
    bits: Option<Detail>,
    registry: Registry,
    digits: usize,
    out: io::BufWriter<&'o mut dyn io::Write>,
    places: &'o mut dyn LinePlaces,
    /// Addresses that the line shows.
    place: Range<u64>,
    counts: Counts,
    /// The line being built.
    line: String,
    /// Name, type and value of the next line.
    name: String,
    /// Meaning of the next line.
    meaning: String,
    depth: usize,
    /// Start of the file or space being shown; offsets are relative to it.
    base: u64,
    /// All bytes of it before this one have been shown.
    at: u64,
    /// End of it, exclusive.
    end: u64,
    next_alias: usize,
    /// Saved state of the enclosing regions.
    outside: Vec<Place>,
}

/// Dump position in a file or space.
struct Place {
    base: u64,
    at: u64,
    end: u64,
    next_alias: usize,
}

impl<'a> Dump<'a, '_> {
    fn open(&mut self, group: NodeId) -> io::Result<()> {
        let node = self.tree.node(group);
        self.aliases_until(self.at)?;
        self.offset(self.at);
        self.begin_name();
        self.own_name(node);
        self.put_name();
        self.end_line()?;
        self.depth += 1;
        Ok(())
    }

    /// Descends into the content of the last leaf shown.
    fn enter(&mut self, owner: NodeId) -> io::Result<()> {
        let Some(content) = self.tree.content(owner) else {
            return Ok(());
        };
        let content = content.range.clone();
        self.outside.push(Place { base: self.base, at: self.at, end: self.end, next_alias: self.next_alias });
        self.base = content.start;
        self.at = content.start;
        self.end = content.end;
        let aliases = self.tree.aliases();
        self.next_alias = aliases.partition_point(|&alias| self.tree.node(alias).start < content.start);
        self.offset(content.start);
        self.begin_name();
        self.own_name(self.tree.node(owner));
        let _ = write!(self.name, ".content, {} bytes", content.end - content.start);
        self.put_name();
        self.end_line()?;
        self.depth += 1;
        Ok(())
    }

    /// Returns to the enclosing region.
    fn leave(&mut self) -> io::Result<()> {
        self.finish_region()?;
        self.depth = self.depth.saturating_sub(1);
        if let Some(place) = self.outside.pop() {
            self.base = place.base;
            self.at = place.at;
            self.end = place.end;
            self.next_alias = place.next_alias;
        }
        Ok(())
    }

    /// Checks that the whole file or space was shown.
    fn finish_region(&mut self) -> io::Result<()> {
        self.aliases_until(self.end + 1)?;
        if self.at != self.end {
            let message = format!("the dump ended at {:#x} of {:#x}", self.at, self.end);
            return Err(io::Error::other(message));
        }
        Ok(())
    }

    fn leaf(&mut self, id: NodeId) -> io::Result<()> {
        let node = *self.tree.node(id);
        let tree = self.tree;
        let links = tree.links(id);
        if node.start == node.end {
            self.begin_name();
            self.own_name(&node);
            self.name.push(' ');
            show::write_kind(node.kind, &mut self.name);
            self.meaning.push_str("empty");
            return self.field(node.start, node.end);
        }
        match node.kind {
            NodeKind::Group => Ok(()),
            NodeKind::Record(schema) if schema.size as u64 == node.end - node.start => {
                self.record(&node, None, node.start, schema, links)
            }
            NodeKind::Records(schema) if schema.size > 0 => self.records(&node, schema, links),
            NodeKind::Value(form) => {
                self.begin_name();
                self.own_name(&node);
                self.value(form, node.start, node.end, links.first());
                self.field(node.start, node.end)
            }
            NodeKind::Values(form) if form.size() > 0 => self.values(&node, form, links.first()),
            NodeKind::Strings => self.strings(&node),
            _ => self.block(&node),
        }
    }

    /// The fields of a record.
    fn record(
        &mut self,
        node: &Node,
        index: Option<u64>,
        start: u64,
        schema: &'static Schema,
        links: &[Link],
    ) -> io::Result<()> {
        self.aliases_until(start)?;
        self.offset(start);
        self.begin_name();
        self.own_name(node);
        self.number(index);
        let _ = write!(self.name, " {}", schema.name);
        self.put_name();
        self.end_line()?;
        self.depth += 1;
        for field in schema.fields {
            let at = start + field.offset as u64;
            self.begin_name();
            self.name.push_str(field.name);
            self.value(&field.form, at, at + field.form.size() as u64, field_link(links, field));
            self.field(at, at + field.form.size() as u64)?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn records(&mut self, node: &Node, schema: &'static Schema, links: &[Link]) -> io::Result<()> {
        let size = schema.size as u64;
        let mut index = 0;
        let mut at = node.start;
        while node.end - at >= size {
            self.record(node, Some(index), at, schema, links)?;
            (at, index) = (at + size, index + 1);
            let same = show::repeats(self.slice(at - size, node.end), schema.size) as u64;
            if same >= self.collapse as u64 {
                self.begin_name();
                self.own_name(node);
                let _ = write!(self.name, "[{index}..{}] {}", index + same, schema.name);
                let _ = write!(self.meaning, "each the same as [{}]", index - 1);
                self.run(at, at + same * size, size)?;
                (at, index) = (at + same * size, index + same);
            }
        }
        self.rest(node, at)
    }

    fn values(&mut self, node: &Node, form: &'static FieldFormat, link: Option<&Link>) -> io::Result<()> {
        let size = form.size() as u64;
        let plain = link.is_none() && form.names.is_none() && form.bits.is_none() && form.meaning.is_none();
        let on_line = match form.ty {
            Type::One(_) if plain => (self.width as u64 / size).max(1),
            _ => 1,
        };
        let mut index = 0;
        let mut at = node.start;
        while node.end - at >= size {
            let same = 1 + show::repeats(self.slice(at, node.end), form.size()) as u64;
            self.begin_name();
            self.own_name(node);
            if same / on_line >= self.collapse as u64 {
                let _ = write!(self.name, "[{index}..{}]", index + same);
                self.value(form, at, at + size, link);
                self.run(at, at + same * size, size)?;
                (at, index) = (at + same * size, index + same);
                continue;
            }
            let count = on_line.min((node.end - at) / size);
            let end = at + count * size;
            self.number(Some(index));
            match form.ty {
                Type::One(scalar) if count > 1 => {
                    let _ = write!(self.name, " {}[{count}] ", scalar.name());
                    let bytes = self.slice(at, end);
                    show::write_elements(scalar, form.hex, bytes, &mut self.name);
                }
                _ => self.value(form, at, end, link),
            }
            self.field(at, end)?;
            (at, index) = (end, index + count);
        }
        self.rest(node, at)
    }

    fn strings(&mut self, node: &Node) -> io::Result<()> {
        let mut index = 0;
        let mut at = node.start;
        while at < node.end {
            let bytes = self.slice(at, node.end);
            let nuls = match bytes.first() {
                Some(0) => show::run_length(bytes) as u64,
                _ => 0,
            };
            self.begin_name();
            self.own_name(node);
            if nuls >= self.collapse as u64 {
                let _ = write!(self.name, "[{index}..{}] text \"\"", index + nuls);
                self.run(at, at + nuls, 1)?;
                (at, index) = (at + nuls, index + nuls);
                continue;
            }
            let length = show::until_nul(bytes).len();
            let end = at + (length as u64 + 1).min(node.end - at);
            self.number(Some(index));
            self.name.push_str(" text ");
            show::write_text(&bytes[..length], &mut self.name);
            if at + length as u64 == node.end {
                self.meaning.push_str("no NUL at its end");
            }
            self.field(at, end)?;
            (at, index) = (end, index + 1);
        }
        Ok(())
    }

    /// Dumps bytes, text, code, padding and raw bytes.
    fn block(&mut self, node: &Node) -> io::Result<()> {
        self.begin_name();
        self.own_name(node);
        let bytes = self.slice(node.start, node.end);
        match node.kind {
            NodeKind::Text if bytes.len() <= show::MAX_SHOWN => {
                self.name.push_str(" text ");
                show::write_text(bytes, &mut self.name);
                return self.field(node.start, node.end);
            }
            NodeKind::Code { language, .. } => {
                let code = if node.name.text == "code" { "" } else { " code" };
                let _ = write!(self.name, "{code} {language}");
                let _ = write!(self.name, ", {} bytes", bytes.len());
            }
            kind => {
                let word = self.name.len();
                show::write_kind(kind, &mut self.name);
                // Omit the kind if the name already starts with it.
                if node.name.text == &self.name[word..] {
                    self.name.truncate(word);
                } else {
                    self.name.insert(word, ' ');
                }
                let _ = match kind {
                    NodeKind::Bytes | NodeKind::Text => write!(self.name, "[{}]", bytes.len()),
                    _ => write!(self.name, ", {} bytes", bytes.len()),
                };
            }
        }
        self.stretch(node.start, node.end, true)?;
        match node.kind {
            NodeKind::Code { language, .. } => self.view(node, language),
            _ => Ok(()),
        }
    }

    /// Lists the bit fields of code if requested. These lines own nothing.
    fn view(&mut self, node: &Node, language: &str) -> io::Result<()> {
        let Some(view) = self.bits.and_then(|_| self.registry.view(language)) else {
            return Ok(());
        };
        let code = self.slice(node.start, node.end);
        let depth = self.depth;
        let mut result = Ok(());
        view::items(view, code, self.bits.unwrap_or_default(), &mut |item| {
            let start = item.bits.start;
            self.offset(node.start + start / 8);
            let _ = write!(self.line, "bits {}..{}", start % 8, item.bits.end - start + start % 8);
            self.begin_name();
            self.name.push_str(item.name);
            self.number(item.index);
            if let Some(value) = item.value {
                let _ = write!(self.name, " {value}");
            }
            self.meaning.push_str(item.meaning);
            self.depth = depth + 1 + item.depth;
            self.put_name();
            result = self.end_line();
            match result {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        self.depth = depth;
        self.begin_name();
        result
    }

    /// Dumps the bytes after the last whole record or value.
    fn rest(&mut self, node: &Node, at: u64) -> io::Result<()> {
        if at == node.end {
            return Ok(());
        }
        self.begin_name();
        self.own_name(node);
        let _ = write!(self.name, " bytes[{}], not a whole item", node.end - at);
        self.stretch(at, node.end, true)
    }

    /// Writes a field whose name, type and value are formatted: its bytes on as many lines as they need.
    fn field(&mut self, start: u64, end: u64) -> io::Result<()> {
        if end - start <= self.width as u64 {
            self.hex(start, end)?;
            self.put_name();
            return self.end_line();
        }
        self.stretch(start, end, false)
    }

    /// Bytes line by line, equal ones as one line; the first line carries the name. `characters` shows them as such too.
    fn stretch(&mut self, start: u64, end: u64, characters: bool) -> io::Result<()> {
        let width = self.width as u64;
        let long = width * self.collapse as u64;
        let mut at = start;
        while at < end {
            let equal = show::run_length(self.slice(at, end)) as u64;
            if equal >= long {
                // Lines after the run stay aligned to the start.
                let whole = equal - (at + equal - start) % width;
                let equal = if at + equal == end || whole == 0 { equal } else { whole };
                self.run(at, at + equal, 1)?;
                self.begin_name();
                at += equal;
                continue;
            }
            let stop = (at + width).min(end);
            self.hex(at, stop)?;
            if characters {
                let mut shown = [b'.'; MAX_WIDTH];
                let bytes = self.slice(at, stop);
                for (place, &byte) in shown.iter_mut().zip(bytes) {
                    if matches!(byte, 0x20..=0x7e) {
                        *place = byte;
                    }
                }
                let shown = &shown[..bytes.len().min(MAX_WIDTH)];
                self.meaning.push('|');
                self.meaning.push_str(std::str::from_utf8(shown).unwrap_or_default());
                self.meaning.push('|');
            }
            self.put_name();
            self.end_line()?;
            self.begin_name();
            at = stop;
        }
        Ok(())
    }

    /// One line for equal pieces of `size` bytes each.
    fn run(&mut self, start: u64, end: u64, size: u64) -> io::Result<()> {
        self.cover(start, end)?;
        self.offset(start);
        self.place.end = end;
        let shown = size.min(self.width as u64);
        for (index, &byte) in self.slice(start, start + shown).iter().enumerate() {
            if index > 0 {
                self.line.push(' ');
            }
            show::push_hex(byte, &mut self.line);
        }
        if shown < size {
            self.line.push('…');
        }
        let _ = write!(self.line, " × {}", (end - start) / size.max(1));
        let comma = if self.meaning.is_empty() { "" } else { ", " };
        let _ = write!(self.meaning, "{comma}{:#x}..{:#x}", start - self.base, end - self.base);
        self.put_name();
        self.end_line()
    }

    /// Appends type, value and meaning of a value of a form.
    fn value(&mut self, form: &FieldFormat, start: u64, end: u64, link: Option<&Link>) {
        let bytes = self.slice(start, end);
        self.name.push(' ');
        show::write_type(form.ty, &mut self.name);
        self.name.push(' ');
        show::write_value(form, bytes, &mut self.name);
        let said = show::write_meaning(form, bytes, &mut self.meaning);
        if let Some(link) = link {
            if said {
                self.meaning.push_str(", ");
            }
            let value = show::integer(form, bytes);
            show::write_link(self.tree, self.bytes, &mut self.counts, link.follows, value, &mut self.meaning);
        }
    }

    fn slice(&self, start: u64, end: u64) -> &'a [u8] {
        let end = (end as usize).min(self.bytes.len());
        &self.bytes[(start as usize).min(end)..end]
    }

    /// Starts a line with the hexadecimal digits of bytes.
    fn hex(&mut self, start: u64, end: u64) -> io::Result<()> {
        self.cover(start, end)?;
        self.offset(start);
        self.place.end = end;
        // At most 64 bytes, three characters each.
        let mut digits = [b' '; 3 * MAX_WIDTH];
        let bytes = &self.bytes[start as usize..end as usize];
        for (three, &byte) in digits.as_chunks_mut::<3>().0.iter_mut().zip(bytes) {
            three[0] = DIGITS[usize::from(byte >> 4)];
            three[1] = DIGITS[usize::from(byte & 15)];
        }
        let used = (3 * bytes.len()).saturating_sub(1).min(digits.len());
        self.line.push_str(std::str::from_utf8(&digits[..used]).unwrap_or_default());
        Ok(())
    }

    /// Counts bytes as shown, and writes the aliases that begin before their end.
    fn cover(&mut self, start: u64, end: u64) -> io::Result<()> {
        if start != self.at || end < start {
            let message = format!("the dump is at {:#x} and found {start:#x}..{end:#x}", self.at);
            return Err(io::Error::other(message));
        }
        self.aliases_until(end)?;
        self.at = end;
        Ok(())
    }

    /// Comment lines for the aliases that begin before an offset.
    fn aliases_until(&mut self, end: u64) -> io::Result<()> {
        while let Some(&id) = self.tree.aliases().get(self.next_alias)
            && self.tree.node(id).start < end
        {
            self.next_alias += 1;
            let node = *self.tree.node(id);
            // The line in the making waits: its name and meaning are of the owner.
            let mut text = String::from("; also ");
            self.tree.write_path(id, &mut text);
            text.push(' ');
            show::write_kind(node.kind, &mut text);
            let _ = write!(text, ", {:#x}..{:#x}", self.tree.local(node.start), self.tree.local(node.end));
            if let Some(owner) = show::leaf_at_or_end(self.tree, node.start) {
                text.push_str(", in ");
                self.tree.write_path(owner, &mut text);
                let within = node.start - self.tree.node(owner).start.min(node.start);
                if within > 0 {
                    let _ = write!(text, " + {within}");
                }
            }
            let bytes = &self.bytes[node.start as usize..node.end as usize];
            match node.kind {
                NodeKind::Value(form) => {
                    text.push_str(": ");
                    show::write_value(form, bytes, &mut text);
                }
                NodeKind::Text => {
                    text.push_str(": ");
                    show::write_text(bytes, &mut text);
                }
                _ => {}
            }
            self.offset(node.start);
            self.pad_to(self.name_column());
            self.indent();
            self.line.push_str(&text);
            self.end_line()?;
        }
        Ok(())
    }

    fn begin_name(&mut self) {
        self.name.clear();
        self.meaning.clear();
    }

    fn own_name(&mut self, node: &Node) {
        self.name.push_str(node.name.text);
        if let Some(index) = node.name.index {
            let _ = write!(self.name, "[{index}]");
        }
    }

    fn number(&mut self, index: Option<u64>) {
        if let Some(index) = index {
            let _ = write!(self.name, "[{index}]");
        }
    }

    fn offset(&mut self, at: u64) {
        self.place = at..at;
        let at = at.saturating_sub(self.base).to_be_bytes();
        self.line.clear();
        for &byte in &at[at.len() - self.digits / 2..] {
            show::push_hex(byte, &mut self.line);
        }
        self.line.push_str("  ");
    }

    fn name_column(&self) -> usize {
        self.digits + 2 + 3 * self.width + 1
    }

    fn indent(&mut self) {
        blanks(2 * self.depth.min(MAX_INDENT), &mut self.line);
    }

    /// Appends name, type, value and meaning to the line.
    fn put_name(&mut self) {
        if self.name.is_empty() && self.meaning.is_empty() {
            return;
        }
        self.pad_to(self.name_column());
        self.indent();
        self.line.push_str(&self.name);
        if !self.meaning.is_empty() {
            self.pad_to(self.name_column() + MEANING_COLUMN);
            self.line.push_str(" ; ");
            self.line.push_str(&self.meaning);
        }
    }

    fn pad_to(&mut self, column: usize) {
        let used = if self.line.is_ascii() { self.line.len() } else { self.line.chars().count() };
        blanks(column.saturating_sub(used), &mut self.line);
    }

    fn end_line(&mut self) -> io::Result<()> {
        use io::Write as _;
        self.line.push('\n');
        self.out.write_all(self.line.as_bytes())?;
        self.places.line(&self.place);
        self.line.clear();
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        use io::Write as _;
        self.finish_region()?;
        self.out.flush()
    }
}

fn field_link<'l>(links: &'l [Link], field: &Field) -> Option<&'l Link> {
    links.iter().find(|link| link.field as usize == field.offset)
}
