//! Turns raw differences into reported changes: merges adjacent ones, drops duplicates seen through aliases,
//! formats paths and values.

use std::fmt::Write as _;
use std::ops::Range;

use crate::reader::{Link, NodeKind};
use crate::show;
use crate::value::{FieldFormat, Type};

use super::reach::Reach;
use super::side::{Cell, NONE, Side};
use super::{Change, ChangeKind};

/// A position in one file.
#[derive(Clone, Debug)]
pub(super) struct Site {
    item: u32,
    /// Number of elements from `item` on.
    count: u32,
    range: Range<u64>,
    value: Option<DisplayedValue>,
    /// True if only a part of the item is meant.
    partial: bool,
}

/// A value to show.
#[derive(Clone, Copy, Debug)]
struct DisplayedValue {
    name: &'static str,
    form: &'static FieldFormat,
    link: Option<Link>,
}

impl Site {
    /// One value of the item.
    pub(super) fn cell(mut self, cell: &Cell<'_>) -> Site {
        self.range = cell.start..cell.end;
        self.value = Some(DisplayedValue { name: cell.name, form: cell.form, link: cell.link.copied() });
        self
    }
}

/// One difference.
#[derive(Clone, Debug)]
pub(super) struct RawChange {
    pub(super) kind: ChangeKind,
    pub(super) old: Option<Site>,
    pub(super) new: Option<Site>,
    pub(super) old_text: Option<String>,
    pub(super) new_text: Option<String>,
}

/// All that differs, with the files to look it up in.
pub(super) struct Report<'a> {
    pub(super) old: Side<'a>,
    pub(super) new: Side<'a>,
    pub(super) found: Vec<RawChange>,
}

impl<'a> Side<'a> {
    /// Position of an item.
    pub(super) fn spot(&self, id: u32) -> Site {
        let item = &self.items[id as usize];
        Site { item: id, count: 1, range: item.start..item.end, value: None, partial: false }
    }

    /// Position of bytes in an item.
    pub(super) fn part(&self, id: u32, range: &Range<usize>) -> Site {
        let mut spot = self.spot(id);
        let start = spot.range.start;
        spot.range = start + range.start as u64..start + range.end as u64;
        spot.partial = true;
        spot
    }

    /// A string of a table without its NUL.
    pub(super) fn string(&self, id: u32) -> &'a [u8] {
        let bytes = self.content(id);
        bytes.strip_suffix(&[0]).unwrap_or(bytes)
    }

    fn is_alias(&self, spot: &Site) -> bool {
        self.tree.is_alias(self.items[spot.item as usize].node)
    }

    fn path(&self, spot: &Site) -> String {
        let item = &self.items[spot.item as usize];
        let mut path = self.tree.path(item.node);
        if item.index != NONE {
            let _ = match spot.count {
                1 => write!(path, "[{}]", item.index),
                count => write!(path, "[{}..{}]", item.index, item.index + count),
            };
        }
        if let Some(DisplayedValue { name, .. }) = spot.value
            && !name.is_empty()
        {
            path.push('.');
            path.push_str(name);
        }
        path
    }

    /// Describes the content of a position. `other` is the content in the other file: of packed values only
    /// differing bit fields are listed.
    fn words(&mut self, spot: &Site, other: Option<u64>) -> String {
        const MAX_LISTED: u32 = 16;
        let mut out = String::new();
        if spot.partial {
            show::write_bytes(self.slice(spot.range.start, spot.range.end), &mut out);
            return out;
        }
        if let (Some(value), 1) = (spot.value, spot.count) {
            self.write_cell(&value, &spot.range, other, &mut out);
            return out;
        }
        for item in spot.item..spot.item + spot.count.min(MAX_LISTED) {
            if item > spot.item {
                out.push_str(", ");
            }
            self.write_item(item, &mut out);
        }
        if spot.count > MAX_LISTED {
            let _ = write!(out, "… ({} items)", spot.count);
        }
        out
    }

    fn write_item(&mut self, id: u32, out: &mut String) {
        if self.has_cells(id) {
            let cells: Vec<Cell<'a>> = self.cells(id).collect();
            for (index, cell) in cells.iter().enumerate() {
                if index > 0 {
                    out.push(' ');
                }
                if !cell.name.is_empty() {
                    let _ = write!(out, "{}=", cell.name);
                }
                let value = DisplayedValue { name: cell.name, form: cell.form, link: cell.link.copied() };
                self.write_cell(&value, &(cell.start..cell.end), None, out);
            }
            return;
        }
        let bytes = self.content(id);
        match self.kind(id) {
            NodeKind::Strings if self.is_element(id) => show::write_text(self.string(id), out),
            NodeKind::Text => show::write_text(bytes, out),
            NodeKind::Bytes | NodeKind::Raw => show::write_bytes(bytes, out),
            kind => {
                show::write_kind(kind, out);
                let _ = write!(out, ", {} bytes", bytes.len());
            }
        }
    }

    fn write_cell(
        &mut self,
        value: &DisplayedValue,
        range: &Range<u64>,
        other: Option<u64>,
        out: &mut String,
    ) {
        let bytes = self.slice(range.start, range.end);
        let cell =
            Cell { name: value.name, form: value.form, start: range.start, end: range.end, link: None };
        if let Some(link) = value.link {
            let links = self.tree.links(link.node);
            let link = links.iter().find(|other| other.field == link.field);
            let reach = self.reach(&Cell { link, ..cell });
            if let Reach::String { start, end, .. } = reach {
                show::write_text(self.slice(start, end), out);
                return;
            }
        }
        let (Some(bits), Type::One(scalar)) = (value.form.bits, value.form.ty) else {
            return self.write_plain(value, bytes, out);
        };
        let word = scalar.bits(bytes);
        show::write_value(value.form, bytes, out);
        let mut shift = 0;
        for field in bits {
            let mine = show::bit_field(word, shift, field.width);
            if other.is_none_or(|other| show::bit_field(other, shift, field.width) != mine) {
                let _ = write!(out, " {}={mine:#x}", field.name);
            }
            shift += field.width;
        }
    }

    /// Appends the target of the value at a position.
    fn write_target(&mut self, spot: &Option<Site>, text: &mut Option<String>) {
        let (Some(spot), Some(text)) = (spot, text) else {
            return;
        };
        let Some(DisplayedValue { name, form, link }) = spot.value else {
            return;
        };
        let cell = Cell { name, form, start: spot.range.start, end: spot.range.end, link: link.as_ref() };
        if let Reach::Item { id, .. } | Reach::Node(id) = self.reach(&cell) {
            text.push_str(" {");
            self.write_item(id, text);
            text.push('}');
        }
    }

    fn write_plain(&mut self, value: &DisplayedValue, bytes: &[u8], out: &mut String) {
        let mut meaning = String::new();
        if show::write_meaning(value.form, bytes, &mut meaning) {
            out.push_str(&meaning);
        } else {
            show::write_value(value.form, bytes, out);
        }
        if let Some(link) = value.link {
            out.push(' ');
            let number = show::integer(value.form, bytes);
            show::write_link(self.tree, self.bytes, &mut self.counts, link.follows, number, out);
        }
    }

    /// True if two positions are elements of one table, the second directly after the first.
    fn adjoins(&self, first: &Site, second: &Site) -> bool {
        let (x, y) = (&self.items[first.item as usize], &self.items[second.item as usize]);
        let whole = |spot: &Site| !spot.partial && spot.value.is_none_or(|value| value.name.is_empty());
        x.index != NONE
            && y.index != NONE
            && x.node == y.node
            && first.item + first.count == second.item
            && whole(first)
            && whole(second)
    }
}

/// The changes in the order of the new file; `flipped` if old and new are swapped.
pub(super) fn finish(report: Report<'_>, flipped: bool) -> Vec<Change> {
    let Report { mut old, mut new, found } = report;
    let found = without_repetitions(&old, &new, found);
    let found = join(&old, &new, found);
    let mut changes = Vec::with_capacity(found.len());
    for found in found {
        let bits = |side: &Side<'_>, spot: &Option<Site>| {
            let spot = spot.as_ref()?;
            let Type::One(scalar) = spot.value?.form.ty else {
                return None;
            };
            Some(scalar.bits(side.slice(spot.range.start, spot.range.end)))
        };
        let (left, right) = (bits(&old, &found.old), bits(&new, &found.new));
        let text = |side: &mut Side<'_>, spot: &Option<Site>, given: Option<String>, other| {
            let spot = spot.as_ref()?;
            Some(match (given, found.kind) {
                (Some(text), _) => text,
                (None, ChangeKind::Moved) => side.path(spot),
                (None, _) => side.words(spot, other),
            })
        };
        let mut old_text = text(&mut old, &found.old, found.old_text, right);
        let mut new_text = text(&mut new, &found.new, found.new_text, left);
        if old_text == new_text {
            // The same number, but another target.
            old.write_target(&found.old, &mut old_text);
            new.write_target(&found.new, &mut new_text);
        }
        let old_path = found.old.as_ref().map(|spot| old.path(spot));
        let new_path = found.new.as_ref().map(|spot| new.path(spot));
        let old_range = found.old.map(|spot| spot.range);
        let new_range = found.new.map(|spot| spot.range);
        changes.push(if flipped {
            Change {
                path: old_path.or(new_path).unwrap_or_default(),
                kind: match found.kind {
                    ChangeKind::Added => ChangeKind::Removed,
                    ChangeKind::Removed => ChangeKind::Added,
                    kind => kind,
                },
                old: new_text,
                new: old_text,
                old_range: new_range,
                new_range: old_range,
            }
        } else {
            Change {
                path: new_path.or(old_path).unwrap_or_default(),
                kind: found.kind,
                old: old_text,
                new: new_text,
                old_range,
                new_range,
            }
        });
    }
    changes.sort_by_cached_key(|change| {
        let range = change.new_range.as_ref().or(change.old_range.as_ref());
        let first = change.kind != ChangeKind::Removed;
        (range.map_or(0, |range| range.start), first, change.path.clone())
    });
    changes
}

/// Drops changes of aliases: the owner of the bytes has reported them.
fn without_repetitions(old: &Side<'_>, new: &Side<'_>, found: Vec<RawChange>) -> Vec<RawChange> {
    let aliased = |found: &RawChange| {
        found.old.as_ref().is_none_or(|spot| old.is_alias(spot))
            && found.new.as_ref().is_none_or(|spot| new.is_alias(spot))
    };
    if !found.iter().any(aliased) {
        return found;
    }
    let owned_ranges = |pick: fn(&RawChange) -> &Option<Site>| {
        let mut ranges: Vec<Range<u64>> = found
            .iter()
            .filter(|found| !aliased(found))
            .filter_map(|found| Some(pick(found).as_ref()?.range.clone()))
            .collect();
        ranges.sort_by_key(|range| range.start);
        // Ends that rise with the starts let one search answer.
        let mut end = 0;
        for range in &mut ranges {
            end = end.max(range.end);
            range.end = end;
        }
        ranges
    };
    let (left, right) = (owned_ranges(|found| &found.old), owned_ranges(|found| &found.new));
    let meets = |ranges: &[Range<u64>], spot: &Option<Site>| {
        spot.as_ref().is_none_or(|spot| {
            let before = ranges.partition_point(|range| range.start < spot.range.end);
            before.checked_sub(1).is_some_and(|last| ranges[last].end > spot.range.start)
        })
    };
    let keep: Vec<bool> = found
        .iter()
        .map(|found| !(aliased(found) && meets(&left, &found.old) && meets(&right, &found.new)))
        .collect();
    let mut keep = keep.into_iter();
    found.into_iter().filter(|_| keep.next().unwrap_or(true)).collect()
}

/// Merges consecutive changes of a table.
fn join(old: &Side<'_>, new: &Side<'_>, found: Vec<RawChange>) -> Vec<RawChange> {
    let mut out: Vec<RawChange> = Vec::with_capacity(found.len());
    for found in found {
        if let Some(last) = out.last_mut()
            && last.kind == found.kind
            && adjoin(old, &last.old, &found.old)
            && adjoin(new, &last.new, &found.new)
        {
            grow(&mut last.old, &found.old);
            grow(&mut last.new, &found.new);
            continue;
        }
        out.push(found);
    }
    out
}

fn adjoin(side: &Side<'_>, first: &Option<Site>, second: &Option<Site>) -> bool {
    match (first, second) {
        (Some(first), Some(second)) => side.adjoins(first, second),
        (first, second) => first.is_none() && second.is_none(),
    }
}

fn grow(spot: &mut Option<Site>, by: &Option<Site>) {
    if let (Some(spot), Some(by)) = (spot, by) {
        spot.count += by.count;
        spot.range.end = by.range.end;
    }
}
