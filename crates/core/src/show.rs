//! Formats values for people: types, numbers, names, bit fields, and links.
//!
//! Dump and diff share these functions, so they agree. All output is appended to a caller's string: showing a
//! million fields allocates nothing.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::map::Tree;
use crate::reader::{LinkKind, NodeId, NodeKind};
pub use crate::text::push_hex;
use crate::text::quote;
use crate::value::{FieldFormat, Scalar, Type};
use crate::walk::{self, LeafField, Shape};

/// Longest string or byte run shown whole; longer ones are cut and their length stated.
pub const MAX_SHOWN: usize = 64;

/// Appends the spelling of a type, such as `u32`, `f32[4]`, `bytes[8]` or `text[4]`.
pub(crate) fn write_type(ty: Type, out: &mut String) {
    let _ = match ty {
        Type::One(scalar) => write!(out, "{}", scalar.name()),
        Type::Array(scalar, count) => write!(out, "{}[{count}]", scalar.name()),
        Type::Bytes(size) => write!(out, "bytes[{size}]"),
        Type::Text(size) => write!(out, "text[{size}]"),
    };
}

/// Appends the number in `bytes`. Floats that are not finite show their bits.
pub fn write_scalar(scalar: Scalar, hex: bool, bytes: &[u8], out: &mut String) {
    let bits = scalar.bits(bytes);
    let _ = match scalar {
        Scalar::F32 if f32::from_bits(bits as u32).is_finite() => {
            write!(out, "{:?}", f32::from_bits(bits as u32))
        }
        Scalar::F64 if f64::from_bits(bits).is_finite() => write!(out, "{:?}", f64::from_bits(bits)),
        Scalar::F32 | Scalar::F64 => write!(out, "bits({bits:#x})"),
        _ if hex && !scalar.is_signed() => write!(out, "{bits:#x}"),
        _ => write!(out, "{}", scalar.integer(bytes)),
    };
}

/// Appends the value of a form: its numbers, its characters in quotes, or its bytes.
pub(crate) fn write_value(form: &FieldFormat, bytes: &[u8], out: &mut String) {
    match form.ty {
        Type::One(scalar) => write_scalar(scalar, form.hex, bytes, out),
        Type::Array(scalar, _) => write_elements(scalar, form.hex, bytes, out),
        Type::Text(_) => write_text(bytes, out),
        Type::Bytes(_) => write_bytes(bytes, out),
    }
}

/// Appends numbers with spaces between them.
pub(crate) fn write_elements(scalar: Scalar, hex: bool, bytes: &[u8], out: &mut String) {
    for (index, element) in bytes.chunks_exact(scalar.size()).enumerate() {
        if index > 0 {
            out.push(' ');
        }
        write_scalar(scalar, hex, element, out);
    }
}

/// Appends the meaning of a value: its name, its flags, its bit fields, or its decoded form. `false`, with
/// nothing appended, if it is a plain number.
pub(crate) fn write_meaning(form: &FieldFormat, bytes: &[u8], out: &mut String) -> bool {
    let (Type::One(scalar) | Type::Array(scalar, _)) = form.ty else {
        return false;
    };
    let start = out.len();
    for element in bytes.chunks_exact(scalar.size()) {
        let word = scalar.bits(element);
        if let Some(text) = element_meaning(form, word) {
            if out.len() > start {
                out.push_str(", ");
            }
            out.extend(text.chars().map(|c| if c.is_control() { ' ' } else { c }));
        }
        if let Some(bits) = form.bits {
            let mut shift = 0;
            for field in bits {
                let value = bit_field(word, shift, field.width);
                let gap = if out.len() > start { " " } else { "" };
                let _ = write!(out, "{gap}{}={value:#x}", field.name);
                shift += field.width;
            }
        }
    }
    out.len() > start
}

/// Meaning of one element in words: a name, flags, or its decoded form.
pub(crate) fn element_meaning(form: &FieldFormat, word: u64) -> Option<String> {
    match (form.names, form.meaning) {
        (Some(names), _) => names.describe(word),
        (None, Some(meaning)) => meaning(word),
        (None, None) => None,
    }
}

/// The bits `low..low + width` of a word.
pub(crate) fn bit_field(word: u64, low: u32, width: u32) -> u64 {
    let mask = 1u64.checked_shl(width).map_or(u64::MAX, |bit| bit - 1);
    word.checked_shr(low).unwrap_or(0) & mask
}

/// Appends characters in quotes, cut after [`MAX_SHOWN`] bytes.
pub fn write_text(bytes: &[u8], out: &mut String) {
    quote(&bytes[..bytes.len().min(MAX_SHOWN)], out);
    write_rest(bytes, out);
}

/// Appends bytes as hexadecimal digits, cut after [`MAX_SHOWN`] bytes.
pub(crate) fn write_bytes(bytes: &[u8], out: &mut String) {
    for (index, &byte) in bytes.iter().take(MAX_SHOWN).enumerate() {
        if index > 0 {
            out.push(' ');
        }
        push_hex(byte, out);
    }
    write_rest(bytes, out);
}

fn write_rest(bytes: &[u8], out: &mut String) {
    if bytes.len() > MAX_SHOWN {
        let _ = write!(out, "… ({} bytes)", bytes.len());
    }
}

/// The string without its terminating NUL, up to the first one.
pub fn until_nul(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    &bytes[..end]
}

/// Number of copies of the first `size` bytes that immediately follow them.
pub fn repeats(bytes: &[u8], size: usize) -> usize {
    const STRIDE: usize = 1 << 12;
    let size = size.max(1);
    let mut at = size;
    while at < bytes.len() {
        let step = STRIDE.min(bytes.len() - at);
        if bytes[at..at + step] != bytes[at - size..at - size + step] {
            at += bytes[at..]
                .iter()
                .zip(&bytes[at - size..])
                .take_while(|(byte, before)| byte == before)
                .count();
            break;
        }
        at += step;
    }
    at.min(bytes.len()).saturating_sub(size) / size
}

/// Length of the run of equal bytes at the start.
pub fn run_length(bytes: &[u8]) -> usize {
    if bytes.is_empty() { 0 } else { 1 + repeats(bytes, 1) }
}

/// Appends what a field is, such as `u32[4]` or `text`.
pub fn write_field_type(part: &LeafField, out: &mut String) {
    match part.shape {
        Shape::Value(form) => write_type(form.ty, out),
        Shape::Bytes => out.push_str("bytes"),
        Shape::Text => out.push_str("text"),
        Shape::Code { language, .. } => out.push_str(language),
        Shape::Padding => out.push_str("padding"),
        Shape::Raw => out.push_str("raw"),
    }
}

/// Appends the value of a field; bytes without structure as such, at most [`MAX_SHOWN`] of them.
pub fn write_field_value(part: &LeafField, file: &[u8], out: &mut String) {
    let bytes = part.bytes(file);
    match part.shape {
        Shape::Value(form) => write_value(form, bytes, out),
        Shape::Text => write_text(until_nul(bytes), out),
        _ => write_bytes(bytes, out),
    }
}

/// Appends the meaning of a field, and of what it is linked to.
pub fn write_field_meaning(
    tree: &Tree,
    file: &[u8],
    counts: &mut Counts,
    (leaf, part): (NodeId, &LeafField),
    out: &mut String,
) {
    let Shape::Value(form) = part.shape else { return };
    let bytes = part.bytes(file);
    let said = write_meaning(form, bytes, out);
    if let Some(link) = part.link(tree, leaf) {
        if said {
            out.push_str(", ");
        }
        write_link(tree, file, counts, link.follows, integer(form, bytes), out);
    }
}

/// The node that a field is an offset of, a pointer to, a size or a count of.
pub fn linked_node(tree: &Tree, file: &[u8], (leaf, part): (NodeId, &LeafField)) -> Option<NodeId> {
    let (Shape::Value(form), link) = (part.shape, part.link(tree, leaf)?) else { return None };
    Some(match link.follows {
        LinkKind::Offset { target, .. } => target,
        LinkKind::Pointer { base, unit } => {
            let value = integer(form, part.bytes(file))?;
            leaf_at_or_end(tree, resolve_offset(tree, base, unit, value)?)?
        }
        LinkKind::Size { of, .. }
        | LinkKind::Count { of }
        | LinkKind::Id { of, .. }
        | LinkKind::ContentSize { of, .. }
        | LinkKind::ContentDigest { of, .. } => of,
        LinkKind::Digest { from, .. } => from,
    })
}

/// Describes a node kind in a word or two.
pub fn write_kind(kind: NodeKind, out: &mut String) {
    match kind {
        NodeKind::Group => out.push_str("group"),
        NodeKind::Record(schema) => out.push_str(schema.name),
        NodeKind::Records(schema) => {
            let _ = write!(out, "{}[]", schema.name);
        }
        NodeKind::Value(form) => write_type(form.ty, out),
        NodeKind::Values(form) => {
            write_type(form.ty, out);
            out.push_str("[]");
        }
        NodeKind::Bytes => out.push_str("bytes"),
        NodeKind::Text => out.push_str("text"),
        NodeKind::Strings => out.push_str("strings"),
        NodeKind::Code { language, .. } => {
            let _ = write!(out, "code {language}");
        }
        NodeKind::File { format } => {
            let _ = write!(out, "file {format}");
        }
        NodeKind::Packed { codec, .. } => {
            let _ = write!(out, "packed {codec}");
        }
        NodeKind::Gathered { .. } => out.push_str("gathered"),
        NodeKind::Piece { .. } => out.push_str("piece"),
        NodeKind::Padding => out.push_str("padding"),
        NodeKind::Raw => out.push_str("raw"),
    }
}

/// The value in `bytes` as an integer, when the form is one integer.
pub fn integer(form: &FieldFormat, bytes: &[u8]) -> Option<i128> {
    match form.ty {
        Type::One(scalar) if !scalar.is_float() && bytes.len() >= scalar.size() => {
            Some(scalar.integer(bytes))
        }
        _ => None,
    }
}

/// Address at a distance from a node; `None` if outside the node's file or space and its end.
pub fn resolve_offset(tree: &Tree, base: NodeId, unit: u32, value: i128) -> Option<u64> {
    let distance = value.checked_mul(i128::from(unit.max(1)))?;
    let from = tree.node(base).start;
    let at = u64::try_from(distance.checked_add(i128::from(from))?).ok()?;
    let region = &tree.region(from).range;
    (region.start <= at && at <= region.end).then_some(at)
}

/// The leaf that owns the byte at an offset, or at the end of the file the first empty leaf there.
pub(crate) fn leaf_at_or_end(tree: &Tree, at: u64) -> Option<NodeId> {
    let region = tree.region(at);
    if at < region.range.end {
        return tree.owner(at);
    }
    // Asking for the owner of no byte would look at every leaf.
    let leaves = &tree.leaves()[region.leaves.clone()];
    let first = leaves.partition_point(|&leaf| tree.node(leaf).start < at);
    leaves.get(first).copied()
}

/// Item counts of nodes, computed once each.
///
/// [`walk::count`] visits all nodes of a group and all bytes of strings. A file may state the count of one
/// node in a million fields, so results are cached.
#[derive(Debug, Default)]
pub struct Counts {
    children: Option<Vec<u32>>,
    strings: HashMap<NodeId, u64>,
}

impl Counts {
    /// As [`walk::count`], cached.
    pub fn count(&mut self, tree: &Tree, id: NodeId, file: &[u8]) -> u64 {
        match tree.node(id).kind {
            NodeKind::Group => {
                let children = self.children.get_or_insert_with(|| child_counts(tree));
                children.get(id.0 as usize).copied().map_or(0, u64::from)
            }
            NodeKind::Strings => *self.strings.entry(id).or_insert_with(|| walk::count(tree, id, file)),
            _ => walk::count(tree, id, file),
        }
    }
}

fn child_counts(tree: &Tree) -> Vec<u32> {
    let mut counts = Vec::new();
    for (id, _) in tree.nodes() {
        counts.resize(id.0 as usize + 1, 0);
    }
    for (id, node) in tree.nodes() {
        if id != node.name.parent
            && let Some(count) = counts.get_mut(node.name.parent.0 as usize)
        {
            *count += 1;
        }
    }
    counts
}

/// Appends the meaning of a linked integer, such as `→ dvle[0] (0x44)` or `= size(code) / 4`; a value that
/// contradicts its link is reported as such.
pub(crate) fn write_link(
    tree: &Tree,
    file: &[u8],
    counts: &mut Counts,
    follows: LinkKind,
    value: Option<i128>,
    out: &mut String,
) {
    match (follows, value) {
        (LinkKind::Offset { target, base, unit }, Some(value)) => {
            let wanted = tree.node(target).start;
            out.push_str("→ ");
            if resolve_offset(tree, base, unit, value) == Some(wanted) {
                write_place(tree, target, wanted, out);
            } else {
                write_reached(tree, file, base, unit, value, out);
                out.push_str(", not ");
                write_place(tree, target, wanted, out);
            }
        }
        (LinkKind::Pointer { base, unit }, Some(value)) => {
            out.push_str("→ ");
            write_reached(tree, file, base, unit, value, out);
        }
        (LinkKind::Size { of, unit }, Some(value)) => {
            let node = tree.node(of);
            let size = node.end - node.start;
            let unit = i128::from(unit.max(1));
            let agrees = value.checked_mul(unit) == Some(i128::from(size));
            out.push_str(if agrees { "= size(" } else { "≠ size(" });
            tree.write_path(of, out);
            out.push(')');
            if unit > 1 {
                let _ = write!(out, " / {unit}");
            }
            if !agrees {
                let _ = write!(out, ", size is {size}");
            }
        }
        (LinkKind::Count { of }, Some(value)) => {
            let count = counts.count(tree, of, file);
            let agrees = value == i128::from(count);
            out.push_str(if agrees { "= count(" } else { "≠ count(" });
            tree.write_path(of, out);
            out.push(')');
            if !agrees {
                let _ = write!(out, ", count is {count}");
            }
        }
        (LinkKind::Id { of, name }, _) => {
            out.push_str("→ ");
            if name != NodeId::ROOT {
                let node = tree.node(name);
                write_text(slice(file, node.start, node.end), out);
                out.push_str(", ");
            }
            write_place(tree, of, tree.node(of).start, out);
        }
        (LinkKind::Digest { algorithm, from, to }, _) => {
            let _ = write!(out, "{algorithm} of ");
            tree.write_path(from, out);
            if from != to {
                out.push_str(" to ");
                tree.write_path(to, out);
            }
        }
        (LinkKind::ContentSize { of, unit }, Some(value)) => {
            let size = tree.content(of).map_or(0, |content| content.range.end - content.range.start);
            let agrees = value.checked_mul(i128::from(unit.max(1))) == Some(i128::from(size));
            out.push_str(if agrees { "= size(content(" } else { "≠ size(content(" });
            tree.write_path(of, out);
            out.push_str("))");
            if unit > 1 {
                let _ = write!(out, " / {unit}");
            }
            if !agrees {
                let _ = write!(out, ", size is {size}");
            }
        }
        (LinkKind::ContentDigest { algorithm, of }, _) => {
            let _ = write!(out, "{algorithm} of the content of ");
            tree.write_path(of, out);
        }
        _ => {}
    }
}

fn write_place(tree: &Tree, id: NodeId, at: u64, out: &mut String) {
    if id == NodeId::ROOT {
        out.push_str("start");
    } else {
        tree.write_path(id, out);
    }
    let _ = write!(out, " ({:#x})", tree.local(at));
}

/// Appends the target of a distance from a node.
fn write_reached(tree: &Tree, file: &[u8], base: NodeId, unit: u32, value: i128, out: &mut String) {
    if let Some(at) = resolve_offset(tree, base, unit, value) {
        return write_address(tree, file, at, out);
    }
    let from = tree.local(tree.node(base).start);
    let distance = value.checked_mul(i128::from(unit.max(1)));
    let at = distance.and_then(|distance| u64::try_from(distance.checked_add(i128::from(from))?).ok());
    let _ = match at {
        Some(at) => write!(out, "{at:#x}, past the end"),
        None => write!(out, "outside the file"),
    };
}

/// The characters of the string at an offset, without terminator: NUL-terminated, or after a length field.
/// Cut after [`MAX_SHOWN`] bytes, because a million pointers may reach one long string.
pub(crate) fn string_at<'f>(tree: &Tree, file: &'f [u8], at: u64) -> Option<&'f [u8]> {
    let leaf = leaf_at_or_end(tree, at)?;
    let node = tree.node(leaf);
    let shown = |start: u64, end: u64| slice(file, start, end.min(start.saturating_add(MAX_SHOWN as u64)));
    match node.kind {
        NodeKind::Text | NodeKind::Strings => Some(until_nul(shown(at, node.end))),
        NodeKind::Value(_) if at == node.start => {
            let LinkKind::Size { of, .. } = tree.link(leaf, 0)?.follows else {
                return None;
            };
            let text = tree.node(of);
            let is_behind = matches!(text.kind, NodeKind::Text) && text.start == node.end;
            is_behind.then(|| shown(text.start, text.end))
        }
        _ => None,
    }
}

fn slice(file: &[u8], start: u64, end: u64) -> &[u8] {
    file.get(start as usize..end as usize).unwrap_or(&[])
}

/// Describes an offset: the string there, or the leaf plus the distance from its start.
fn write_address(tree: &Tree, file: &[u8], at: u64, out: &mut String) {
    let Some(leaf) = leaf_at_or_end(tree, at) else {
        let _ = write!(
            out,
            "{:#x}, {} the end",
            tree.local(at),
            if at == tree.region(at).range.end { "at" } else { "past" }
        );
        return;
    };
    let node = tree.node(leaf);
    if let Some(text) = string_at(tree, file, at) {
        quote(text, out);
        if text.len() == MAX_SHOWN {
            out.push('…');
        }
        let _ = write!(out, " ({:#x})", tree.local(at));
        return;
    }
    tree.write_path(leaf, out);
    let within = at - node.start;
    let unit = match node.kind {
        NodeKind::Records(schema) => schema.size as u64,
        NodeKind::Values(form) => form.size() as u64,
        _ => u64::MAX,
    };
    let rest = match within.checked_div(unit) {
        Some(index) if unit != u64::MAX => {
            let _ = write!(out, "[{index}]");
            within % unit
        }
        _ => within,
    };
    if rest > 0 {
        let _ = write!(out, " + {rest}");
    }
    let _ = write!(out, " ({:#x})", tree.local(at));
}
