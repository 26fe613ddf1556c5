//! Bytes to text.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::ops::Range;

use super::quote::quote;
use super::{HEADER, VERSION};
use crate::language::Registry;
use crate::map::Tree;
use crate::reader::{Follows, Kind, Link, NodeId};
use crate::show::{self, bit_field, run_length};
use crate::value::{Form, Scalar, Type};
use crate::walk::{Part, Shape, Step, parts, steps};

/// Bytes on a line of hexadecimal digits.
const HEX_PER_LINE: usize = 32;
/// Numbers on a line.
const NUMBERS_PER_LINE: usize = 8;
/// Equal bytes from which on a `fill` is shorter.
const MIN_FILL: usize = 48;
/// Characters of a string on one line; longer ones go on in a further piece.
const MAX_STRING: usize = 4096;
/// Column of comments, where the line is short enough.
const COMMENT_COLUMN: usize = 48;
/// Largest string table whose strings can be named one by one.
const MAX_NAMED_STRINGS: u64 = 4 << 20;

/// Writes the text form of a file.
pub fn print(bytes: &[u8], tree: &Tree, registry: &Registry, out: &mut dyn io::Write) -> io::Result<()> {
    let whole = tree.whole(bytes);
    let facts = Facts::gather(tree, &whole, registry);
    let mut printer = Printer {
        bytes: &whole,
        tree,
        registry,
        out,
        facts,
        line: String::new(),
        strings: HashMap::new(),
        depth: 0,
    };
    printer.whole()
}

/// What a label means in the text, as far as the tree alone does not tell.
struct Facts {
    /// Groups: how often they open, where they begin and end, how many items they hold.
    groups: HashMap<NodeId, GroupFacts>,
    /// Hashes of the paths of all nodes.
    paths: HashSet<u64>,
    /// Hashes of the paths that two nodes share.
    shared: HashSet<u64>,
    /// Where the spaces begin whose content is told.
    told: HashSet<u64>,
}

#[derive(Default)]
struct GroupFacts {
    opened: u32,
    start: u64,
    end: u64,
    items: u64,
}

impl Facts {
    fn gather(tree: &Tree, bytes: &[u8], registry: &Registry) -> Facts {
        let mut facts = Facts {
            groups: HashMap::new(),
            paths: HashSet::new(),
            shared: HashSet::new(),
            told: HashSet::new(),
        };
        let mut path = String::new();
        let mut open: Vec<NodeId> = Vec::new();
        let mut at = 0;
        let mut outside = Vec::new();
        let mut steps = steps(tree);
        while let Some(step) = steps.next() {
            let id = match step {
                Step::Close(group) => {
                    open.pop();
                    facts.groups.entry(group).or_default().end = at;
                    continue;
                }
                Step::Enter(owner) => {
                    open.push(owner);
                    outside.push(at);
                    at = tree.content(owner).map_or(at, |content| content.range.start);
                    facts.groups.entry(owner).or_default();
                    continue;
                }
                Step::Leave(_) => {
                    open.pop();
                    at = outside.pop().unwrap_or(at);
                    continue;
                }
                Step::Open(id) | Step::Leaf(id) => id,
            };
            if let Some(&top) = open.last() {
                facts.groups.entry(top).or_default().items += 1;
            }
            if let Step::Open(group) = step {
                open.push(group);
                let entry = facts.groups.entry(group).or_default();
                entry.opened += 1;
                if entry.opened > 1 {
                    continue;
                }
                entry.start = at;
            } else {
                at = tree.node(id).end;
                if let Some(content) = tree.content(id) {
                    if stands_for(tree, id, &content.range, bytes, registry) {
                        facts.told.insert(content.range.start);
                    } else {
                        steps.skip_content();
                    }
                }
            }
            path.clear();
            tree.write_path(id, &mut path);
            let hash = hash(&path);
            if !facts.paths.insert(hash) {
                facts.shared.insert(hash);
            }
        }
        facts
    }
}

/// Whether the stored bytes of a node decode to its content, so that the content can be told in their place.
fn stands_for(tree: &Tree, id: NodeId, content: &Range<u64>, bytes: &[u8], registry: &Registry) -> bool {
    let node = tree.node(id);
    let Kind::Packed { codec, .. } = node.kind else {
        return true;
    };
    let stored = &bytes[node.start as usize..node.end as usize];
    let wanted = &bytes[content.start as usize..content.end as usize];
    registry
        .codec(codec)
        .and_then(|codec| codec.decode(stored, wanted.len() as u64).ok())
        .is_some_and(|decoded| decoded == wanted)
}

fn hash(path: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    hasher.finish()
}

struct Printer<'p> {
    bytes: &'p [u8],
    tree: &'p Tree,
    registry: &'p Registry,
    out: &'p mut dyn io::Write,
    facts: Facts,
    line: String,
    /// Starts of the strings of the string tables that pointers reached.
    strings: HashMap<NodeId, Vec<u64>>,
    depth: usize,
}

impl Printer<'_> {
    fn whole(&mut self) -> io::Result<()> {
        let _ = write!(self.line, "{HEADER} {VERSION}");
        self.comment(&format!("{} bytes", self.tree.size()));
        self.end_line()?;
        let tree = self.tree;
        let mut open: Vec<NodeId> = Vec::new();
        let mut aliases = tree.aliases().iter().copied().peekable();
        let mut outside = Vec::new();
        let mut steps = steps(tree);
        while let Some(step) = steps.next() {
            match step {
                Step::Enter(owner) => {
                    open.push(owner);
                    let start = tree.content(owner).map_or(0, |content| content.range.start);
                    let from = tree
                        .aliases()
                        .partition_point(|&alias| tree.node(alias).start < start);
                    let inner = tree.aliases()[from..].iter().copied().peekable();
                    outside.push(std::mem::replace(&mut aliases, inner));
                }
                Step::Leave(owner) => {
                    open.pop();
                    aliases = outside.pop().unwrap_or(aliases);
                    self.depth -= 1;
                    self.stored(owner)?;
                }
                Step::Open(group) => {
                    self.indent();
                    self.name(group, open.last().copied());
                    self.line.push_str(" {");
                    self.end_line()?;
                    open.push(group);
                    self.depth += 1;
                }
                Step::Close(_) => {
                    open.pop();
                    self.depth -= 1;
                    self.close()?;
                }
                Step::Leaf(leaf) => {
                    while let Some(alias) =
                        aliases.next_if(|&alias| tree.node(alias).start < tree.node(leaf).end)
                    {
                        self.alias(alias)?;
                    }
                    match self.content(leaf) {
                        Some(range) => self.open_content(leaf, &range, open.last().copied())?,
                        None => {
                            steps.skip_content();
                            self.leaf(leaf, open.last().copied())?;
                        }
                    }
                }
            }
        }
        let size = tree.size();
        while let Some(alias) = aliases.next_if(|&alias| tree.node(alias).start <= size) {
            self.alias(alias)?;
        }
        self.out.flush()
    }

    /// The addresses of the content of a node, when the text tells it.
    fn content(&self, id: NodeId) -> Option<Range<u64>> {
        let content = self.tree.content(id)?;
        self.is_told(content.range.start).then(|| content.range.clone())
    }

    /// Whether the text tells what stands at an address.
    fn is_told(&self, address: u64) -> bool {
        let start = self.tree.region(address).range.start;
        start == 0 || self.facts.told.contains(&start)
    }

    /// Opens a node with a content.
    fn open_content(&mut self, id: NodeId, content: &Range<u64>, group: Option<NodeId>) -> io::Result<()> {
        let node = *self.tree.node(id);
        let size = content.end - content.start;
        let word = match node.kind {
            Kind::Packed { codec, .. } => format!(" packed(\"{codec}\") = {{"),
            _ => " gathered = {".to_owned(),
        };
        self.indent();
        self.name(id, group);
        self.line.push_str(&word);
        let range = self.place(&node);
        self.comment(&format!("{range}, content {size} bytes"));
        self.depth += 1;
        self.end_line()
    }

    /// Closes a node with a content; the stored bytes of a packed one follow.
    fn stored(&mut self, id: NodeId) -> io::Result<()> {
        let node = *self.tree.node(id);
        self.indent();
        self.line.push('}');
        match node.kind {
            Kind::Packed { .. } => self.pieces(&node, " stored = ", false),
            _ => self.end_line(),
        }
    }

    /// A node that names bytes of another, as a comment.
    fn alias(&mut self, id: NodeId) -> io::Result<()> {
        let node = self.tree.node(id);
        let (start, size) = (node.start, node.end - node.start);
        self.indent();
        self.line.push_str("; ");
        self.tree.write_path(id, &mut self.line);
        self.line.push_str(" = ");
        match self.address(None, start) {
            Some(place) => self.line.push_str(&place),
            None => {
                let start = self.tree.local(start);
                let _ = write!(self.line, "{start:#x}");
            }
        }
        let _ = write!(self.line, ", {size} bytes");
        self.end_line()
    }

    fn leaf(&mut self, id: NodeId, group: Option<NodeId>) -> io::Result<()> {
        let node = *self.tree.node(id);
        self.indent();
        self.name(id, group);
        match node.kind {
            Kind::Group => Ok(()),
            Kind::Record(_) | Kind::Records(_) => {
                self.open(&node, " {")?;
                self.record_fields(id)?;
                self.depth -= 1;
                self.close()
            }
            Kind::Value(form) => {
                self.line.push(' ');
                self.type_name(form);
                self.line.push_str(" = ");
                let part = parts(self.tree, id, self.bytes).next();
                match part {
                    Some(part) => self.value(id, &part, form)?,
                    None => self.line.push_str("{}"),
                }
                self.end_line()
            }
            Kind::Values(form) => self.values(id, &node, form),
            Kind::Strings => {
                self.open(&node, " strings = {")?;
                for part in parts(self.tree, id, self.bytes) {
                    self.indent();
                    // A string must be one piece: its place in the list is its label.
                    quote(part.bytes(self.bytes), &mut self.line);
                    self.end_line()?;
                }
                self.depth -= 1;
                self.close()
            }
            Kind::Text => self.pieces(&node, " text = ", true),
            Kind::Piece { of, offset } => self.piece(&node, of, offset),
            Kind::Bytes
            | Kind::Padding
            | Kind::Raw
            | Kind::File { .. }
            | Kind::Packed { .. }
            | Kind::Gathered { .. } => self.pieces(&node, " bytes = ", false),
            Kind::Code { language, aid } => self.code(&node, language, aid),
        }
    }

    /// A piece of a gathered space: its bytes stand in the space.
    fn piece(&mut self, node: &crate::reader::Node, of: NodeId, offset: u64) -> io::Result<()> {
        let path = self.tree.path(of);
        if !self.is_own(&path) || self.content(of).is_none() {
            return self.pieces(node, " bytes = ", false);
        }
        let size = node.end - node.start;
        let _ = write!(self.line, " bytes = piece({path}, {offset:#x}, {size})");
        self.end_line()
    }

    /// Where a node stands in its file or space.
    fn place(&self, node: &crate::reader::Node) -> String {
        let (start, end) = (self.tree.local(node.start), self.tree.local(node.end));
        format!("{start:#x}..{end:#x}")
    }

    /// Ends a line that opens a node and goes in one level.
    fn open(&mut self, node: &crate::reader::Node, brace: &str) -> io::Result<()> {
        self.line.push_str(brace);
        let range = self.place(node);
        self.comment(&range);
        self.depth += 1;
        self.end_line()
    }

    fn close(&mut self) -> io::Result<()> {
        self.indent();
        self.line.push('}');
        self.end_line()
    }

    fn record_fields(&mut self, id: NodeId) -> io::Result<()> {
        let mut index = None;
        let schema = match self.tree.node(id).kind {
            Kind::Record(schema) | Kind::Records(schema) => schema,
            _ => return Ok(()),
        };
        let width = schema
            .fields
            .iter()
            .map(|field| field.name.len())
            .max()
            .unwrap_or(0);
        for part in parts(self.tree, id, self.bytes) {
            let (Some(field), Shape::Value(form)) = (part.field, part.shape) else {
                continue;
            };
            if part.index != index {
                if index.is_some() {
                    self.depth -= 1;
                    self.close()?;
                }
                index = part.index;
                self.indent();
                let _ = write!(self.line, "[{}] {{", index.unwrap_or(0));
                self.end_line()?;
                self.depth += 1;
            }
            self.indent();
            self.line.push_str(field.name);
            blanks(width + 1 - field.name.len(), &mut self.line);
            self.type_name(form);
            self.line.push_str(" = ");
            self.value(id, &part, form)?;
            self.end_line()?;
        }
        if index.is_some() {
            self.depth -= 1;
            self.close()?;
        }
        Ok(())
    }

    fn values(&mut self, id: NodeId, node: &crate::reader::Node, form: &'static Form) -> io::Result<()> {
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
        for part in parts(self.tree, id, self.bytes) {
            if alone {
                self.indent();
                self.value(id, &part, form)?;
                self.end_line()?;
                continue;
            }
            if count % NUMBERS_PER_LINE == 0 {
                if count > 0 {
                    self.end_line()?;
                }
                self.indent();
            } else {
                self.line.push_str(", ");
            }
            self.scalar(scalar, form.hex, part.bytes(self.bytes));
            count += 1;
        }
        if count > 0 {
            self.end_line()?;
        }
        self.depth -= 1;
        self.close()
    }

    /// The value of a field, with a comment that says what it means.
    fn value(&mut self, id: NodeId, part: &Part, form: &'static Form) -> io::Result<()> {
        let bytes = part.bytes(self.bytes);
        match form.ty {
            Type::One(scalar) => {
                let link = part.link(self.tree, id).filter(|_| !scalar.is_float());
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
                    && let Some(text) = self.follows(link, scalar.integer(bytes))
                {
                    self.line.push_str(&text);
                    let mut number = String::new();
                    write_scalar(
                        scalar,
                        form.hex || matches!(link.follows, Follows::Offset { .. } | Follows::Pointer { .. }),
                        bytes,
                        &mut number,
                    );
                    self.comment(&number);
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
                let meaning = meaning(form, scalar.bits(bytes));
                if let Some(meaning) = meaning {
                    self.comment(&meaning);
                }
            }
            Type::Array(scalar, _) => {
                self.line.push_str("{ ");
                let mut meanings = Vec::new();
                let mut is_told = false;
                for (index, element) in bytes.chunks_exact(scalar.size()).enumerate() {
                    if index > 0 {
                        self.line.push_str(", ");
                    }
                    self.scalar(scalar, form.hex, element);
                    let meaning = meaning(form, scalar.bits(element));
                    is_told |= meaning.is_some();
                    meanings.push(meaning.unwrap_or_else(|| scalar.bits(element).to_string()));
                }
                self.line.push_str(" }");
                if is_told {
                    self.comment(&meanings.join(", "));
                }
            }
            Type::Text(_) => quote(bytes, &mut self.line),
            Type::Bytes(size) => match part
                .link(self.tree, id)
                .and_then(|link| self.digest(link, part, size))
            {
                Some(text) => self.line.push_str(&text),
                None => write_hex(bytes, &mut self.line),
            },
        }
        Ok(())
    }

    fn scalar(&mut self, scalar: Scalar, hexadecimal: bool, bytes: &[u8]) {
        write_scalar(scalar, hexadecimal, bytes, &mut self.line);
    }

    fn type_name(&mut self, form: &Form) {
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
    fn pieces(&mut self, node: &crate::reader::Node, equals: &str, text: bool) -> io::Result<()> {
        let bytes = &self.bytes[node.start as usize..node.end as usize];
        if bytes.len() <= HEX_PER_LINE || (text && bytes.len() <= MAX_STRING) {
            self.line.push_str(equals);
            match text {
                true => quote(bytes, &mut self.line),
                false => write_hex(bytes, &mut self.line),
            }
            return self.end_line();
        }
        self.open(node, &format!("{equals}{{"))?;
        let mut at = 0;
        while at < bytes.len() {
            self.indent();
            let run = run_length(&bytes[at..]);
            if run >= MIN_FILL {
                let _ = write!(self.line, "fill(0x{:02x}, {run})", bytes[at]);
                at += run;
            } else {
                let most = if text { MAX_STRING } else { HEX_PER_LINE };
                let end = bytes.len().min(at + most);
                // A long run that begins inside the line ends the line, so that it becomes one fill.
                let cut = (at + 1..end).find(|&cut| {
                    bytes[cut] != bytes[cut - 1]
                        && bytes[cut..].len() >= MIN_FILL
                        && bytes[cut..cut + MIN_FILL].iter().all(|&byte| byte == bytes[cut])
                });
                let end = cut.unwrap_or(end);
                match text {
                    true => quote(&bytes[at..end], &mut self.line),
                    false => write_hex(&bytes[at..end], &mut self.line),
                }
                at = end;
            }
            self.end_line()?;
        }
        self.depth -= 1;
        self.close()
    }

    fn code(
        &mut self,
        node: &crate::reader::Node,
        language: &'static str,
        aid: Option<NodeId>,
    ) -> io::Result<()> {
        let code = &self.bytes[node.start as usize..node.end as usize];
        let aid = aid.map(|aid| self.tree.node(aid));
        let aid = aid.map_or(&[][..], |aid| &self.bytes[aid.start as usize..aid.end as usize]);
        if let Some(known) = self.registry.language(language) {
            let name = self.line.len();
            let _ = write!(self.line, " {language} {{");
            let range = self.place(node);
            self.comment(&range);
            self.line.push('\n');
            let mut opening = Opening {
                line: self.line.as_bytes(),
                out: self.out,
                opened: false,
            };
            if known.disassemble(code, aid, &mut opening)? {
                opening.open()?;
                self.line.clear();
                return self.close();
            }
            self.line.truncate(name);
        }
        self.pieces(node, " bytes = ", false)
    }

    /// The name of a node, from the group that is open.
    fn name(&mut self, id: NodeId, group: Option<NodeId>) {
        let mut path = String::new();
        self.tree.write_path(id, &mut path);
        let outer = group.map_or(String::new(), |group| self.tree.path(group));
        let rest = path.strip_prefix(outer.as_str()).unwrap_or(&path);
        self.line.push_str(rest.strip_prefix('.').unwrap_or(rest));
    }

    /// Whether the path of a node means that node alone.
    fn is_own(&self, path: &str) -> bool {
        self.facts.shared.is_empty() || !self.facts.shared.contains(&hash(path))
    }

    /// The expression for a place in the file: the target if it stands there, or whatever else does.
    fn address(&mut self, target: Option<NodeId>, offset: u64) -> Option<String> {
        let is_leaf = |id: NodeId| !self.tree.is_alias(id) && !matches!(self.tree.node(id).kind, Kind::Group);
        if !self.is_told(offset) {
            return None;
        }
        let there =
            target.filter(|&id| id != NodeId::ROOT && is_leaf(id) && self.tree.node(id).start == offset);
        if let Some(leaf) = there.or_else(|| self.tree.leaf_at(offset)) {
            let path = self.tree.path(leaf);
            return self.is_own(&path).then(|| format!("@{path}"));
        }
        let region = self.tree.region(offset);
        if offset == region.range.end {
            let last = self.tree.leaves()[region.leaves.clone()].last()?;
            let path = self.tree.path(*last);
            return self.is_own(&path).then(|| format!("end({path})"));
        }
        let owner = self.tree.owner(offset)?;
        let node = *self.tree.node(owner);
        let path = self.tree.path(owner);
        if !self.is_own(&path) {
            return None;
        }
        let inside = offset - node.start;
        let (index, rest) = match node.kind {
            Kind::Records(schema) => (Some(inside / schema.size as u64), inside % schema.size as u64),
            Kind::Values(form) if matches!(form.ty, Type::One(_)) => {
                (Some(inside / form.size() as u64), inside % form.size() as u64)
            }
            Kind::Strings if node.end - node.start <= MAX_NAMED_STRINGS => {
                let (tree, bytes) = (self.tree, self.bytes);
                let starts = self
                    .strings
                    .entry(owner)
                    .or_insert_with(|| parts(tree, owner, bytes).map(|part| part.start).collect());
                let index = starts.partition_point(|&start| start <= offset).checked_sub(1)?;
                (Some(index as u64), offset - starts[index])
            }
            _ => (None, inside),
        };
        let (element, rest) = match index.map(|index| format!("{path}[{index}]")) {
            Some(element) if !self.facts.paths.contains(&hash(&element)) => (element, rest),
            _ => (path, inside),
        };
        Some(if rest == 0 {
            format!("@{element}")
        } else {
            format!("@{element} + {rest:#x}")
        })
    }

    /// The expression of a link, if it comes to the value that is there.
    fn follows(&mut self, link: &Link, value: i128) -> Option<String> {
        match link.follows {
            Follows::Offset { target, base, unit } => {
                let start = self.tree.node(target).start;
                self.distance(Some(target), start, base, unit, value)
            }
            Follows::Pointer { base, unit } => {
                let offset = show::reached(self.tree, base, unit, value)?;
                self.distance(None, offset, base, unit, value)
            }
            Follows::Size { of, unit } => {
                let (start, end, _) = self.extent(of)?;
                let unit = unit.max(1);
                if i128::from(end - start) != value.checked_mul(i128::from(unit))? {
                    return None;
                }
                let size = format!("size({})", self.tree.path(of));
                Some(if unit == 1 {
                    size
                } else {
                    format!("{size} / {unit}")
                })
            }
            Follows::Count { of } => {
                let (_, _, count) = self.extent(of)?;
                (i128::from(count) == value).then(|| format!("count({})", self.tree.path(of)))
            }
            Follows::ContentSize { of, unit } => {
                let range = self.content(of)?;
                let unit = unit.max(1);
                let path = self.tree.path(of);
                let size = i128::from(range.end - range.start);
                if size != value.checked_mul(i128::from(unit))? || !self.is_own(&path) {
                    return None;
                }
                let size = format!("size(content({path}))");
                Some(match unit {
                    1 => size,
                    _ => format!("{size} / {unit}"),
                })
            }
            Follows::Digest { .. } | Follows::ContentDigest { .. } => None,
        }
    }

    fn distance(
        &mut self,
        target: Option<NodeId>,
        start: u64,
        base: NodeId,
        unit: u32,
        value: i128,
    ) -> Option<String> {
        let from = if base == NodeId::ROOT {
            0
        } else {
            self.tree.node(base).start
        };
        let unit = unit.max(1);
        if i128::from(start) - i128::from(from) != value.checked_mul(i128::from(unit))?
            || self.tree.region(start) != self.tree.region(from)
        {
            return None;
        }
        let to = self.address(target, start)?;
        let text = match from == 0 && base == NodeId::ROOT {
            true => to,
            false => {
                let from = self.address(Some(base), from)?;
                let from = if from.contains(' ') {
                    format!("({from})")
                } else {
                    from
                };
                format!("{to} - {from}")
            }
        };
        Some(match unit {
            1 => text,
            _ if text.contains(' ') => format!("({text}) / {unit}"),
            _ => format!("{text} / {unit}"),
        })
    }

    /// Start, end and number of items of what a node's label means in the text; `None` when the label means nothing or
    /// something else.
    fn extent(&self, id: NodeId) -> Option<(u64, u64, u64)> {
        let node = self.tree.node(id);
        let is_label = id != NodeId::ROOT && !self.tree.is_alias(id) && self.is_told(node.start);
        if !is_label || !self.is_own(&self.tree.path(id)) {
            return None;
        }
        match node.kind {
            Kind::Group => {
                let facts = self.facts.groups.get(&id).filter(|facts| facts.opened == 1)?;
                Some((facts.start, facts.end, facts.items))
            }
            Kind::Packed { .. } | Kind::Gathered { .. } => {
                let facts = self.facts.groups.get(&id);
                Some((node.start, node.end, facts.map_or(1, |facts| facts.items)))
            }
            Kind::Values(form) if !matches!(form.ty, Type::One(_)) => Some((node.start, node.end, 1)),
            Kind::Record(schema) => Some((node.start, node.end, schema.fields.len() as u64)),
            _ => Some((
                node.start,
                node.end,
                crate::walk::count(self.tree, id, self.bytes),
            )),
        }
    }

    fn digest(&self, link: &Link, part: &Part, size: usize) -> Option<String> {
        let (algorithm, from, to) = match link.follows {
            Follows::Digest { algorithm, from, to } => (algorithm, from, to),
            Follows::ContentDigest { algorithm, of } => {
                let range = self.content(of)?;
                let path = self.tree.path(of);
                let covered = self.bytes.get(range.start as usize..range.end as usize)?;
                let value = self.registry.digest(algorithm)?.digest(covered);
                let agrees = value == part.bytes(self.bytes) && self.is_own(&path);
                return agrees.then(|| format!("digest(\"{algorithm}\", content({path}))"));
            }
            _ => return None,
        };
        let (start, _, _) = self.extent(from)?;
        let (_, end, _) = self.extent(to)?;
        if self.tree.region(start) != self.tree.region(end) {
            return None;
        }
        let mut covered = self.bytes.get(start as usize..end as usize)?.to_vec();
        if part.start < end && part.end > start {
            let from = part.start.max(start) - start;
            covered[from as usize..(part.end.min(end) - start) as usize].fill(0);
        }
        let value = self.registry.digest(algorithm)?.digest(&covered);
        (value == part.bytes(self.bytes) && value.len() == size).then(|| {
            format!(
                "digest(\"{algorithm}\", {}, {})",
                self.tree.path(from),
                self.tree.path(to)
            )
        })
    }

    fn indent(&mut self) {
        blanks(2 * self.depth, &mut self.line);
    }

    fn comment(&mut self, text: &str) {
        blanks(COMMENT_COLUMN.saturating_sub(self.line.len()), &mut self.line);
        self.line.push_str(" ; ");
        self.line.push_str(text);
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.line.push('\n');
        self.out.write_all(self.line.as_bytes())?;
        self.line.clear();
        Ok(())
    }
}

/// Writes the line that opens a code block before the first of the code.
struct Opening<'o> {
    line: &'o [u8],
    out: &'o mut dyn io::Write,
    opened: bool,
}

impl Opening<'_> {
    fn open(&mut self) -> io::Result<()> {
        match std::mem::replace(&mut self.opened, true) {
            true => Ok(()),
            false => self.out.write_all(self.line),
        }
    }
}

impl io::Write for Opening<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open()?;
        self.out.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// What a number stands for, in words.
fn meaning(form: &Form, bits: u64) -> Option<String> {
    // A comment ends with its line.
    show::element_meaning(form, bits).map(|text| text.replace(|c: char| c.is_control(), " "))
}

/// A number as lines state it: hexadecimal digits fill the width of the type.
fn write_scalar(scalar: Scalar, hexadecimal: bool, bytes: &[u8], out: &mut String) {
    if hexadecimal && !scalar.is_signed() && !scalar.is_float() {
        let width = 2 * scalar.size();
        let _ = write!(out, "0x{:0width$x}", scalar.bits(bytes));
    } else {
        show::write_scalar(scalar, false, bytes, out);
    }
}

/// Appends so many blanks.
fn blanks(count: usize, out: &mut String) {
    const BLANKS: &str = "                                                                ";
    let mut left = count;
    while left > 0 {
        let now = left.min(BLANKS.len());
        out.push_str(&BLANKS[..now]);
        left -= now;
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
