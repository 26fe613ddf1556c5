//! Writes the field tree as JSON: `docs/schema/tree.json`.
//!
//! A flat list in file order, one entry per opened group and per leaf, then the aliases. Flat, because deep nesting
//! breaks many readers, and because entries can be written during the walk: only the open groups are kept.

use std::io::{self, Write};
use std::ops::ControlFlow;

use glassbox_core::language::Registry;
use glassbox_core::map::Tree;
use glassbox_core::reader::{Link, LinkKind, NodeId, NodeKind};
use glassbox_core::value::{FieldFormat, Scalar, Type};
use glassbox_core::view::{self, Detail, View};
use glassbox_core::walk::{self, LeafField, Shape, Step};
use serde::Serialize;

/// Options for listing the bit fields of code.
#[derive(Clone, Copy, Default)]
pub struct Views {
    /// Level of detail; `None` lists nothing.
    pub detail: Option<Detail>,
    /// Lookup table for the views.
    pub registry: Registry,
}

/// Writes the entry of a file: an object with its name, format, size, nodes and aliases.
pub fn tree(
    out: &mut dyn Write,
    file: &str,
    format: Option<&str>,
    bytes: &[u8],
    tree: &Tree,
    views: &Views,
) -> io::Result<()> {
    out.write_all(b"{\"file\":")?;
    value(out, &file)?;
    out.write_all(b",\"format\":")?;
    value(out, &format)?;
    write!(out, ",\"size\":{},\"nodes\":[", bytes.len())?;
    let whole = tree.whole(bytes);
    let bytes = &whole[..];
    let mut first = true;
    for step in walk::steps(tree) {
        match step {
            Step::Open(id) | Step::Leaf(id) => node(out, &mut first, tree, id, bytes, views)?,
            Step::Close(_) | Step::Enter(_) | Step::Leave(_) => {}
        }
    }
    out.write_all(b"],\"aliases\":[")?;
    let mut first = true;
    for &id in tree.aliases() {
        node(out, &mut first, tree, id, bytes, views)?;
    }
    out.write_all(b"]}")
}

fn node(
    out: &mut dyn Write,
    first: &mut bool,
    tree: &Tree,
    id: NodeId,
    bytes: &[u8],
    views: &Views,
) -> io::Result<()> {
    out.write_all(if std::mem::take(first) { b"\n" } else { b",\n" })?;
    let node = tree.node(id);
    out.write_all(b"{\"path\":")?;
    value(out, &tree.path(id))?;
    let (kind, detail) = kind(&node.kind);
    let (start, end) = (tree.local(node.start), tree.local(node.end));
    write!(out, ",\"start\":{start},\"end\":{end},\"kind\":\"{kind}\"")?;
    let space = tree.region(node.start).owner;
    if space != NodeId::ROOT {
        out.write_all(b",\"space\":")?;
        value(out, &tree.path(space))?;
    }
    if let Some(content) = tree.content(id) {
        write!(out, ",\"content_size\":{}", content.range.end - content.range.start)?;
    }
    match node.kind {
        NodeKind::Group => return out.write_all(b"}"),
        NodeKind::Code { .. } => {
            out.write_all(b",\"language\":")?;
            value(out, &detail)?;
        }
        NodeKind::Record(_) | NodeKind::Records(_) => {
            out.write_all(b",\"record\":")?;
            value(out, &detail)?;
        }
        NodeKind::File { .. } => {
            out.write_all(b",\"format\":")?;
            value(out, &detail)?;
        }
        NodeKind::Packed { .. } => {
            out.write_all(b",\"codec\":")?;
            value(out, &detail)?;
        }
        _ => {}
    }
    out.write_all(b",\"parts\":[")?;
    for (index, part) in walk::leaf_fields(tree, id, bytes).enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        part_entry(out, tree, id, &part, bytes)?;
    }
    out.write_all(b"]")?;
    if let (NodeKind::Code { language, .. }, Some(asked)) = (node.kind, views.detail)
        && let Some(view) = views.registry.view(language)
    {
        let code = bytes.get(node.start as usize..node.end as usize);
        view_entries(out, view, code.unwrap_or_default(), asked)?;
    }
    out.write_all(b"}")
}

/// Writes the bit fields of code.
fn view_entries(out: &mut dyn Write, view: &dyn View, code: &[u8], detail: Detail) -> io::Result<()> {
    out.write_all(b",\"bits\":[")?;
    let mut result = Ok(());
    let mut first = true;
    view::items(view, code, detail, &mut |item| {
        let entry = BitsEntry {
            depth: item.depth,
            start: item.bits.start,
            end: item.bits.end,
            name: item.name,
            index: item.index,
            value: item.value,
            meaning: (!item.meaning.is_empty()).then_some(item.meaning),
        };
        let separator: &[u8] = if std::mem::take(&mut first) { b"" } else { b"," };
        result = out.write_all(separator).and_then(|()| value(out, &entry));
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    result?;
    out.write_all(b"]")
}

/// A range of bits in code.
#[derive(Serialize)]
struct BitsEntry<'v> {
    depth: usize,
    start: u64,
    end: u64,
    name: &'v str,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meaning: Option<&'v str>,
}

/// The name of a kind of node.
pub fn kind_name(of: &NodeKind) -> &'static str {
    kind(of).0
}

/// The name of a kind, and the key of its detail.
fn kind(kind: &NodeKind) -> (&'static str, &'static str) {
    match *kind {
        NodeKind::Group => ("group", ""),
        NodeKind::Record(schema) => ("record", schema.name),
        NodeKind::Records(schema) => ("records", schema.name),
        NodeKind::Value(_) => ("value", ""),
        NodeKind::Values(_) => ("values", ""),
        NodeKind::Bytes => ("bytes", ""),
        NodeKind::Text => ("text", ""),
        NodeKind::Strings => ("strings", ""),
        NodeKind::Code { language, .. } => ("code", language),
        NodeKind::Padding => ("padding", ""),
        NodeKind::File { format } => ("file", format),
        NodeKind::Packed { codec, .. } => ("packed", codec),
        NodeKind::Gathered { .. } => ("gathered", ""),
        NodeKind::Piece { .. } => ("piece", ""),
        NodeKind::Raw => ("raw", ""),
    }
}

fn part_entry(
    out: &mut dyn Write,
    tree: &Tree,
    leaf: NodeId,
    part: &LeafField,
    file: &[u8],
) -> io::Result<()> {
    out.write_all(b"{")?;
    if let Some(index) = part.index {
        write!(out, "\"index\":{index},")?;
    }
    if let Some(field) = part.field {
        out.write_all(b"\"name\":")?;
        value(out, &field.name)?;
        out.write_all(b",")?;
    }
    let (start, end) = (tree.local(part.start), tree.local(part.end));
    write!(out, "\"start\":{start},\"end\":{end}")?;
    let bytes = part.bytes(file);
    match part.shape {
        Shape::Value(form) => form_value(out, form, bytes)?,
        Shape::Text => text(out, bytes)?,
        Shape::Bytes | Shape::Code { .. } | Shape::Padding | Shape::Raw => hex(out, bytes)?,
    }
    if let Some(link) = part.link(tree, leaf) {
        link_entry(out, tree, link)?;
    }
    out.write_all(b"}")
}

/// Type, value and meaning of a value.
fn form_value(out: &mut dyn Write, form: &FieldFormat, bytes: &[u8]) -> io::Result<()> {
    match form.ty {
        Type::One(scalar) => {
            write!(out, ",\"type\":\"{}\",\"value\":", scalar.name())?;
            number(out, scalar, bytes)?;
            let bits = scalar.bits(bytes);
            let name = form.names.and_then(|names| names.describe(bits));
            if let Some(meaning) = name.or_else(|| form.meaning.and_then(|meaning| meaning(bits))) {
                out.write_all(b",\"meaning\":")?;
                value(out, &meaning)?;
            }
            if let Some(fields) = form.bits {
                out.write_all(b",\"bits\":{")?;
                let mut low = 0;
                for (index, field) in fields.iter().enumerate() {
                    if index > 0 {
                        out.write_all(b",")?;
                    }
                    let mask = u64::MAX >> (64 - field.width.clamp(1, 64));
                    value(out, &field.name)?;
                    write!(out, ":{}", bits.checked_shr(low).unwrap_or(0) & mask)?;
                    low += field.width;
                }
                out.write_all(b"}")?;
            }
            Ok(())
        }
        Type::Array(scalar, count) => {
            write!(out, ",\"type\":\"{}[{count}]\",\"value\":[", scalar.name())?;
            for (index, element) in bytes.chunks(scalar.size()).enumerate() {
                if index > 0 {
                    out.write_all(b",")?;
                }
                number(out, scalar, element)?;
            }
            out.write_all(b"]")
        }
        Type::Text(_) => text(out, bytes),
        Type::Bytes(_) => hex(out, bytes),
    }
}

/// Writes a number; as a string if JSON cannot represent it.
fn number(out: &mut dyn Write, scalar: Scalar, bytes: &[u8]) -> io::Result<()> {
    let bits = scalar.bits(bytes);
    match scalar {
        Scalar::F32 => float(out, f32::from_bits(bits as u32), bits),
        Scalar::F64 => float(out, f64::from_bits(bits), bits),
        _ => write!(out, "{}", scalar.integer(bytes)),
    }
}

fn float<T: Into<f64> + Copy + Serialize>(out: &mut dyn Write, number: T, bits: u64) -> io::Result<()> {
    let wide: f64 = number.into();
    if wide.is_finite() {
        value(out, &number)
    } else if wide.is_nan() {
        write!(out, "\"nan {bits:#x}\"")
    } else {
        value(out, &if wide > 0.0 { "inf" } else { "-inf" })
    }
}

/// Characters; text that is not UTF-8 comes as bytes.
fn text(out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            out.write_all(b",\"type\":\"text\",\"value\":")?;
            value(out, &text)
        }
        Err(_) => hex(out, bytes),
    }
}

fn hex(out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.write_all(b",\"type\":\"bytes\",\"value\":\"")?;
    let mut line = [0; 1024];
    for chunk in bytes.chunks(line.len() / 2) {
        for (pair, byte) in line.chunks_exact_mut(2).zip(chunk) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        out.write_all(&line[..2 * chunk.len()])?;
    }
    out.write_all(b"\"")
}

fn link_entry(out: &mut dyn Write, tree: &Tree, link: &Link) -> io::Result<()> {
    let (kind, of, base, unit) = match link.follows {
        LinkKind::Offset { target, base, unit } => ("offset", Some(target), Some(base), Some(unit)),
        LinkKind::Pointer { base, unit } => ("pointer", None, Some(base), Some(unit)),
        LinkKind::Size { of, unit } => ("size", Some(of), None, Some(unit)),
        LinkKind::Count { of } => ("count", Some(of), None, None),
        LinkKind::Id { of, .. } => ("id", Some(of), None, None),
        LinkKind::ContentSize { of, unit } => ("content_size", Some(of), None, Some(unit)),
        LinkKind::ContentDigest { algorithm, of } => {
            write!(out, ",\"follows\":{{\"kind\":\"content_digest\",\"algorithm\":")?;
            value(out, &algorithm)?;
            out.write_all(b",\"of\":")?;
            value(out, &tree.path(of))?;
            return out.write_all(b"}");
        }
        LinkKind::Digest { algorithm, from, to } => {
            write!(out, ",\"follows\":{{\"kind\":\"digest\",\"algorithm\":")?;
            value(out, &algorithm)?;
            out.write_all(b",\"from\":")?;
            value(out, &tree.path(from))?;
            out.write_all(b",\"to\":")?;
            value(out, &tree.path(to))?;
            return out.write_all(b"}");
        }
    };
    write!(out, ",\"follows\":{{\"kind\":\"{kind}\"")?;
    for (key, node) in [("of", of), ("base", base)] {
        if let Some(node) = node {
            write!(out, ",\"{key}\":")?;
            value(out, &tree.path(node))?;
        }
    }
    if let Some(unit) = unit {
        write!(out, ",\"unit\":{unit}")?;
    }
    out.write_all(b"}")
}

fn value(out: &mut dyn Write, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
    Ok(serde_json::to_writer(out, value)?)
}
