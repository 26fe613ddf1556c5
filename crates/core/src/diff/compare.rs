//! Compares paired items and collects unpaired ones.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::limits::Limits;
use crate::map::Tree;
use crate::reader::{LinkKind, NodeId, NodeKind};

use super::align::{Budget, align};
use super::bytes::{self, Hunk};
use super::pair::{Pairing, pair};
use super::reach::Reach;
use super::report::{RawChange, Report, Site};
use super::side::{Cell, NONE, Side};
use super::{ChangeKind, CodeChange, CodeDiff, CodePair};

/// Comparer for code; receives old and new in the caller's order.
pub(super) struct Hook<'h> {
    pub(super) code: &'h dyn CodeDiff,
    pub(super) flipped: bool,
}

impl Hook<'_> {
    fn changes(&self, mut pair: CodePair<'_>) -> Option<Vec<CodeChange>> {
        if !self.flipped {
            return self.code.changes(&pair);
        }
        std::mem::swap(&mut pair.old, &mut pair.new);
        std::mem::swap(&mut pair.old_aid, &mut pair.new_aid);
        let mut changes = self.code.changes(&pair)?;
        for change in &mut changes {
            std::mem::swap(&mut change.old, &mut change.new);
            std::mem::swap(&mut change.old_text, &mut change.new_text);
        }
        Some(changes)
    }
}

/// Compares two files.
pub(super) fn compare<'a>(
    old: (&'a [u8], &'a Tree),
    new: (&'a [u8], &'a Tree),
    hook: &Hook<'_>,
    limits: &Limits,
) -> Report<'a> {
    let mut old = Side::new(old.0, old.1, limits.nodes);
    let mut new = Side::new(new.0, new.1, limits.nodes);
    let items = (old.items.len() + new.items.len()) as u64;
    let bytes = (old.bytes.len() + new.bytes.len()) as u64;
    let mut budget = Budget((1 << 22) + 64 * items + 8 * bytes);
    let pairing = pair(&mut old, &mut new, &mut budget);
    let mut comparison =
        Comparison { old, new, pairing, budget, hook, hunks: HashMap::new(), found: Vec::new() };
    comparison.bodies();
    comparison.paired();
    comparison.unpaired();
    Report { old: comparison.old, new: comparison.new, found: comparison.found }
}

struct Comparison<'a, 'h> {
    old: Side<'a>,
    new: Side<'a>,
    pairing: Pairing,
    budget: Budget,
    hook: &'h Hook<'h>,
    /// Differing byte ranges of old leaves and their partners; used to map pointers into them.
    hunks: HashMap<u32, Vec<Hunk>>,
    found: Vec<RawChange>,
}

impl<'a> Comparison<'a, '_> {
    /// Compares the leaves that hold bytes.
    fn bodies(&mut self) {
        for a in 1..self.old.items.len() as u32 {
            let b = self.old.partner[a as usize];
            if b == NONE || self.old.is_element(a) {
                continue;
            }
            if self.pairing.other_kind[a as usize] {
                self.put(ChangeKind::Changed, Some(self.old.spot(a)), Some(self.new.spot(b)));
                continue;
            }
            match self.old.kind(a) {
                NodeKind::Group
                | NodeKind::Padding
                | NodeKind::Record(_)
                | NodeKind::Value(_)
                | NodeKind::Piece { .. } => {}
                // Compared by content, not by stored bytes.
                NodeKind::Packed { .. } | NodeKind::Gathered { .. }
                    if self.old.is_taken_apart(a) && self.new.is_taken_apart(b) => {}
                NodeKind::Text => {
                    if self.old.content(a) != self.new.content(b) {
                        let (old, new) = (self.old.spot(a), self.new.spot(b));
                        self.put(ChangeKind::Changed, Some(old), Some(new));
                    }
                }
                NodeKind::Strings if self.old.is_pooled(a) || self.new.is_pooled(b) => self.pool(a, b),
                NodeKind::Records(_) | NodeKind::Values(_) | NodeKind::Strings
                    if self.old.is_taken_apart(a) && self.new.is_taken_apart(b) => {}
                NodeKind::Code { language, side_table } => self.code(a, b, language, side_table),
                _ => {
                    let hunks = bytes::hunks(self.old.content(a), self.new.content(b), &mut self.budget);
                    for hunk in &hunks {
                        self.hunk(a, b, hunk);
                    }
                    self.hunks.insert(a, hunks);
                }
            }
        }
    }

    /// Reports a range of bytes that differs.
    fn hunk(&mut self, a: u32, b: u32, (x, y): &Hunk) {
        let kind = match (x.is_empty(), y.is_empty()) {
            (true, _) => ChangeKind::Added,
            (_, true) => ChangeKind::Removed,
            _ => ChangeKind::Changed,
        };
        let old = (!x.is_empty()).then(|| self.old.part(a, x));
        let new = (!y.is_empty()).then(|| self.new.part(b, y));
        self.put(kind, old, new);
    }

    fn code(&mut self, a: u32, b: u32, language: &'static str, side_table: Option<NodeId>) {
        let (old, new) = (self.old.content(a), self.new.content(b));
        if old == new {
            return;
        }
        let aid_of = |side: &Side<'a>, side_table: Option<NodeId>| match side_table {
            Some(side_table) => side.content(side_table.0.min(side.items.len() as u32 - 1)),
            None => &[],
        };
        let new_aid = match self.new.kind(b) {
            NodeKind::Code { side_table, .. } => side_table,
            _ => None,
        };
        let pair = CodePair {
            language,
            old,
            new,
            old_aid: aid_of(&self.old, side_table),
            new_aid: aid_of(&self.new, new_aid),
        };
        let Some(changes) = self.hook.changes(pair) else {
            let hunks = word_hunks(old, new, &mut self.budget);
            for hunk in &hunks {
                self.hunk(a, b, hunk);
            }
            self.hunks.insert(a, hunks);
            return;
        };
        let mut hunks = Vec::with_capacity(changes.len());
        for change in changes {
            let hunk = (within(change.old, old.len()), within(change.new, new.len()));
            let first = self.found.len();
            if hunk.0.is_empty() && hunk.1.is_empty() {
                // The code listing shows a change the bytes do not, such as a replaced block.
                let (old, new) = (self.old.spot(a), self.new.spot(b));
                self.put(ChangeKind::Changed, Some(old), Some(new));
            } else {
                self.hunk(a, b, &hunk);
            }
            if let Some(found) = self.found.get_mut(first) {
                found.old_text = found.old.is_some().then_some(change.old_text);
                found.new_text = found.new.is_some().then_some(change.new_text);
            }
            hunks.push(hunk);
        }
        hunks.sort_by_key(|hunk| (hunk.0.start, hunk.1.start));
        self.hunks.insert(a, hunks);
    }

    /// Compares two string tables reached by pointers. Changes in reached strings are reported at the
    /// pointers, so only unreached strings that the other file lacks are left.
    fn pool(&mut self, a: u32, b: u32) {
        if !(self.old.is_taken_apart(a) && self.new.is_taken_apart(b)) {
            let hunks = bytes::hunks(self.old.content(a), self.new.content(b), &mut self.budget);
            for hunk in &hunks {
                self.hunk(a, b, hunk);
            }
            return;
        }
        let texts = |side: &Side<'a>, id| -> HashSet<&'a [u8]> {
            let elements = side.elements(id).iter();
            elements.map(|&child| side.string(child)).collect()
        };
        let lost = |side: &Side<'a>, id, others: HashSet<&'a [u8]>| -> Vec<u32> {
            // An alias shows strings that the owner of its bytes answers for.
            if side.tree.is_alias(NodeId(id)) {
                return Vec::new();
            }
            let elements = || side.elements(id).iter().copied();
            // A second copy of a string is not a difference.
            let mut known = others;
            known.extend(
                elements().filter(|&child| side.is_referenced(child)).map(|child| side.string(child)),
            );
            elements().filter(|&child| known.insert(side.string(child))).collect()
        };
        let removed = lost(&self.old, a, texts(&self.new, b));
        let added = lost(&self.new, b, texts(&self.old, a));
        for id in removed {
            let spot = self.old.spot(id);
            self.put(ChangeKind::Removed, Some(spot), None);
        }
        for id in added {
            let spot = self.new.spot(id);
            self.put(ChangeKind::Added, None, Some(spot));
        }
    }

    /// Compares the values of pairs, and reports moves.
    fn paired(&mut self) {
        for a in 1..self.old.items.len() as u32 {
            let b = self.old.partner[a as usize];
            if b == NONE || self.pairing.other_kind[a as usize] {
                continue;
            }
            if self.pairing.moved[a as usize] && !self.moves_along(a) {
                let (old, new) = (self.old.spot(a), self.new.spot(b));
                self.put(ChangeKind::Moved, Some(old), Some(new));
            }
            let strings = self.old.is_element(a) && matches!(self.old.kind(a), NodeKind::Strings);
            if strings && self.old.content(a) != self.new.content(b) {
                let (old, new) = (self.old.spot(a), self.new.spot(b));
                self.put(ChangeKind::Changed, Some(old), Some(new));
            }
            for (x, y) in self.old.cells(a).zip(self.new.cells(b)) {
                if !self.same(&x, &y) {
                    let old = self.old.spot(a).cell(&x);
                    let new = self.new.spot(b).cell(&y);
                    self.put(ChangeKind::Changed, Some(old), Some(new));
                }
            }
        }
    }

    /// Reports unpaired items, unless they follow from another unpaired item.
    fn unpaired(&mut self) {
        for old in [true, false] {
            for id in 1..self.side(old).items.len() as u32 {
                let side = self.side(old);
                let item = side.items[id as usize];
                let parent = item.parent;
                let mismatched = match (old, side.partner[parent as usize]) {
                    (true, _) => self.pairing.other_kind[parent as usize],
                    (false, NONE) => false,
                    (false, partner) => self.pairing.other_kind[partner as usize],
                };
                let answered = !side.is_gone(id) || side.is_gone(parent) || mismatched;
                let filler = side.is_padding(id) || (item.start == item.end && !self.is_group(old, id));
                let pooled = side.is_element(id) && matches!(side.kind(id), NodeKind::Strings) && {
                    let partner = side.partner[parent as usize];
                    side.is_pooled(parent) || (partner != NONE && self.side(!old).is_pooled(partner))
                };
                // A table that one file shows whole is compared as bytes.
                let whole = side.is_element(id) && {
                    let partner = side.partner[parent as usize];
                    partner != NONE && !self.side(!old).is_taken_apart(partner)
                };
                if answered || filler || pooled || whole || self.is_implied(old, id) {
                    continue;
                }
                let spot = self.side(old).spot(id);
                if old {
                    self.put(ChangeKind::Removed, Some(spot), None)
                } else {
                    self.put(ChangeKind::Added, None, Some(spot))
                }
            }
        }
    }

    fn side(&self, old: bool) -> &Side<'a> {
        if old { &self.old } else { &self.new }
    }

    fn is_group(&self, old: bool, id: u32) -> bool {
        matches!(self.side(old).kind(id), NodeKind::Group | NodeKind::Gathered { .. })
    }

    /// True if an unpaired item only holds offsets of unpaired items.
    fn is_implied(&mut self, old: bool, id: u32) -> bool {
        let side = if old { &mut self.old } else { &mut self.new };
        match side.kind(id) {
            NodeKind::Strings if !side.is_element(id) => {
                side.is_pooled(id) && side.elements(id).iter().all(|&child| side.is_referenced(child))
            }
            NodeKind::Values(_) if !side.is_element(id) => {
                let elements = side.elements(id).to_vec();
                !elements.is_empty() && elements.into_iter().all(|child| only_reaches_gone(side, child))
            }
            _ => only_reaches_gone(side, id),
        }
    }

    /// True if a moved pair only holds offsets of items that moved.
    fn moves_along(&mut self, a: u32) -> bool {
        let cells: Vec<Cell<'a>> = self.old.cells(a).collect();
        !cells.is_empty()
            && cells.iter().all(|cell| {
                let at = match cell.link.map(|_| self.old.reach(cell)) {
                    Some(Reach::Item { id, .. } | Reach::Node(id)) => id,
                    _ => return false,
                };
                self.is_reordered(at)
            })
    }

    fn is_reordered(&self, mut id: u32) -> bool {
        while id != 0 {
            id = self.old.items[id as usize].parent;
            if self.pairing.reordered[id as usize] {
                return true;
            }
        }
        false
    }

    /// True if two values are equivalent.
    fn same(&mut self, x: &Cell<'a>, y: &Cell<'a>) -> bool {
        let (left, right) = (self.old.slice(x.start, x.end), self.new.slice(y.start, y.end));
        if x.link.is_none() && y.link.is_none() {
            return left == right;
        }
        let first = x.link.map(|_| self.old.reach(x));
        let second = y.link.map(|_| self.new.reach(y));
        let (first, second) = match (first, second) {
            (Some(first), Some(second)) => (first, second),
            // A table that appears brings its offset and count with it.
            (Some(Reach::Item { id, .. } | Reach::Node(id)), None) => {
                return left == right || self.old.is_gone(id);
            }
            (None, Some(Reach::Item { id, .. } | Reach::Node(id))) => {
                return left == right || self.new.is_gone(id);
            }
            _ => return left == right,
        };
        match (first, second) {
            (Reach::String { .. }, Reach::String { .. }) => {
                self.text(first).is_some_and(|text| self.same_text(text, second))
            }
            (Reach::Node(p) | Reach::Item { id: p, .. }, Reach::Node(q) | Reach::Item { id: q, .. }) => {
                let along = |reach| match reach {
                    Reach::Item { within, .. } => within,
                    _ => 0,
                };
                self.leads(p, along(first), q, along(second))
                    || self.old.is_gone(p) && self.new.is_gone(q)
                    || self.text(first).is_some_and(|text| self.same_text(text, second))
            }
            (Reach::String { .. }, Reach::Item { .. }) | (Reach::Item { .. }, Reach::String { .. }) => {
                self.text(first).is_some_and(|text| self.same_text(text, second))
            }
            (Reach::Number { value: p, off: x }, Reach::Number { value: q, off: y }) => {
                p == q && left == right || (x.is_some() && x == y)
            }
            (Reach::Digest, Reach::Digest) => left == right || !self.same_cover(x, y),
            _ => false,
        }
    }

    /// True if two offsets correspond. Compared by offset, not by item: if several nodes alias the same
    /// bytes, any of them may be the owner.
    fn leads(&self, p: u32, from: u64, q: u32, to: u64) -> bool {
        if self.old.partner[p as usize] == q {
            return self.follows(p, from, to);
        }
        let distance = |side: &Side<'_>, from: u32, within: u64, to: u32| {
            let at = side.items[from as usize].start + within;
            let item = side.items.get(to as usize)?;
            (at < item.end).then(|| at.checked_sub(item.start)).flatten()
        };
        let there = distance(&self.new, q, to, self.old.partner[p as usize]);
        let here = distance(&self.old, p, from, self.new.partner[q as usize]);
        there.is_some_and(|to| self.follows(p, from, to))
            || here.is_some_and(|from| self.follows(self.new.partner[q as usize], from, to))
    }

    /// The string that is reached, with its side's slices.
    fn text(&self, reach: Reach) -> Option<&'a [u8]> {
        text(&self.old, reach)
    }

    fn same_text(&mut self, left: &'a [u8], second: Reach) -> bool {
        let Some(right) = text(&self.new, second) else {
            return false;
        };
        const MAX_FREE: usize = 1 << 10;
        if left.len() != right.len() {
            return false;
        }
        // A long string reached by a million pointers is compared as far as the budget allows, then by its
        // prefix.
        let size =
            if left.len() <= MAX_FREE || self.old.budget.take(left.len()) { left.len() } else { MAX_FREE };
        left[..size] == right[..size]
    }

    /// True if an offset in an old leaf maps to this offset in its partner, whose bytes may have shifted.
    fn follows(&self, leaf: u32, from: u64, to: u64) -> bool {
        let Some(hunks) = self.hunks.get(&leaf) else {
            return from == to;
        };
        let (from, to) = (from as usize, to as usize);
        let next = hunks.partition_point(|hunk| hunk.0.start <= from);
        let Some((x, y)) = next.checked_sub(1).and_then(|last| hunks.get(last)) else {
            return from == to;
        };
        if from == x.start && to == y.start {
            return true;
        }
        if from < x.end {
            return from - x.start == to.wrapping_sub(y.start);
        }
        from - x.end == to.wrapping_sub(y.end)
    }

    /// True if two digests cover the same bytes.
    fn same_cover(&mut self, x: &Cell<'a>, y: &Cell<'a>) -> bool {
        let cover = |side: &Side<'a>, cell: &Cell<'a>| -> Option<Vec<&'a [u8]>> {
            let (from, to) = match cell.link?.follows {
                LinkKind::Digest { from, to, .. } => (from, to),
                LinkKind::ContentDigest { of, .. } => {
                    let content = &side.tree.content(of)?.range;
                    return Some(vec![side.slice(content.start, content.end)]);
                }
                _ => return None,
            };
            let (start, end) = (side.tree.node(from).start, side.tree.node(to).end);
            if cell.start < end && cell.end > start {
                return Some(vec![side.slice(start, cell.start), side.slice(cell.end, end)]);
            }
            Some(vec![side.slice(start, end)])
        };
        let (Some(left), Some(right)) = (cover(&self.old, x), cover(&self.new, y)) else {
            return true;
        };
        let size = left.iter().map(|part| part.len()).sum();
        self.budget.take(size) && left == right
    }

    fn put(&mut self, kind: ChangeKind, old: Option<Site>, new: Option<Site>) {
        self.found.push(RawChange { kind, old, new, old_text: None, new_text: None });
    }
}

/// Characters of the string a pointer reaches.
fn text<'a>(side: &Side<'a>, reach: Reach) -> Option<&'a [u8]> {
    match reach {
        Reach::String { start, end, .. } => Some(side.slice(start, end)),
        Reach::Item { id, within } if matches!(side.kind(id), NodeKind::Text) => {
            let bytes = side.content(id);
            Some(&bytes[(within as usize).min(bytes.len())..])
        }
        _ => None,
    }
}

/// True if an item holds only links to unpaired items.
fn only_reaches_gone(side: &mut Side<'_>, id: u32) -> bool {
    let mut any = false;
    for cell in side.cells(id) {
        any = true;
        let gone = match cell.link.map(|_| side.reach(&cell)) {
            Some(Reach::Item { id, .. } | Reach::Node(id)) => side.is_gone(id),
            Some(Reach::Digest) => true,
            _ => false,
        };
        if !gone {
            return false;
        }
    }
    any
}

/// Hunks of code without a language: whole words, or bytes if the size is odd.
fn word_hunks(old: &[u8], new: &[u8], budget: &mut Budget) -> Vec<Hunk> {
    const WORD: usize = 4;
    if !old.len().is_multiple_of(WORD) || !new.len().is_multiple_of(WORD) {
        return bytes::hunks(old, new, budget);
    }
    let (a, b) = (old.as_chunks::<WORD>().0, new.as_chunks::<WORD>().0);
    let mut hunks: Vec<Hunk> = Vec::new();
    let (mut i, mut j) = (0, 0);
    for (p, q) in align(a, b, budget).into_iter().chain([(a.len(), b.len())]) {
        if p > i || q > j {
            hunks.push((i * WORD..p * WORD, j * WORD..q * WORD));
        }
        (i, j) = (p + 1, q + 1);
    }
    hunks
}

/// A range, clipped.
fn within(range: Range<usize>, size: usize) -> Range<usize> {
    let end = range.end.min(size);
    range.start.min(end)..end
}

#[cfg(test)]
mod tests {
    use super::{Budget, word_hunks};

    #[test]
    fn code_without_a_language_differs_in_whole_words() {
        let words = |letters: &str| letters.bytes().flat_map(|letter| [letter, 0, 0, 0]).collect::<Vec<u8>>();
        for (old, new, expected) in [
            ("abc", "abc", vec![]),
            ("abcd", "axcd", vec![(4..8, 4..8)]),
            ("abcd", "abxcd", vec![(8..8, 8..12)]),
            ("abcd", "acd", vec![(4..8, 4..4)]),
            ("abcd", "abc", vec![(12..16, 12..12)]),
            ("abcd", "xbcy", vec![(0..4, 0..4), (12..16, 12..16)]),
            ("", "ab", vec![(0..0, 0..8)]),
        ] {
            assert_eq!(word_hunks(&words(old), &words(new), &mut Budget(1000)), expected, "{old} {new}");
        }
        // The last byte is in no word.
        assert_eq!(word_hunks(b"abcde", b"abXde", &mut Budget(1000)), [(2..3, 2..3)]);
    }
}
