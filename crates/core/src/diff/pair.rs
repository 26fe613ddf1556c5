//! Pairs the items of two files: nodes and elements of one with those of the other.
//!
//! Nodes are paired by name from the root down. If several share a name, as numbered ones do, contents
//! decide: equal ones in order first, then equal ones out of order (moved), then the most similar of the
//! rest. Table elements follow once all nodes are paired, so that a pointer to a node is compared by the
//! node's partner and not by its number.

use std::collections::{HashMap, VecDeque};

use crate::reader::NodeKind;

use super::align::{Budget, align, best_pairs};
use super::reach::Reach;
use super::side::{NONE, Side, mix, same_kind};

/// Maximum table size, cells, for comparing the likeness of unmatched items.
const MAX_WEIGHED: usize = 1 << 14;
/// Minimum likeness of two paired items, in thousandths.
const MIN_LIKE: u32 = 300;

/// Result of pairing apart from the partners, which are stored in the sides.
pub(super) struct Pairing {
    /// True for old items whose order changed.
    pub(super) moved: Vec<bool>,
    /// Old parents with reordered children.
    pub(super) reordered: Vec<bool>,
    /// Old nodes whose partner has another kind.
    pub(super) other_kind: Vec<bool>,
}

/// Pairs the items of two files.
pub(super) fn pair<'a>(old: &mut Side<'a>, new: &mut Side<'a>, budget: &mut Budget) -> Pairing {
    let pairing = Pairing {
        moved: vec![false; old.items.len()],
        reordered: vec![false; old.items.len()],
        other_kind: vec![false; old.items.len()],
    };
    let mut pairer = Pairer { old, new, budget, pairing };
    let tables = pairer.nodes();
    for (a, b) in tables {
        pairer.elements(a, b);
    }
    pairer.pairing
}

struct Pairer<'p, 'a> {
    old: &'p mut Side<'a>,
    new: &'p mut Side<'a>,
    budget: &'p mut Budget,
    pairing: Pairing,
}

/// Strategy for pairing the items of a sequence.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// By similarity.
    Alike,
    /// Sequentially: items with a single value are either alike or not.
    InTurn,
}

impl Pairer<'_, '_> {
    /// Pairs all nodes; returns the pairs of tables.
    fn nodes(&mut self) -> Vec<(u32, u32)> {
        let mut tables = Vec::new();
        let mut stack = vec![(0, 0)];
        while let Some((a, b)) = stack.pop() {
            self.tie(a, b);
            if !same_kind(self.old.kind(a), self.new.kind(b)) {
                self.pairing.other_kind[a as usize] = true;
                continue;
            }
            if self.old.is_taken_apart(a)
                && self.new.is_taken_apart(b)
                && !matches!(self.old.kind(a), NodeKind::Group)
            {
                tables.push((a, b));
            }
            let (xs, ys) = (self.old.children(a).to_vec(), self.new.children(b).to_vec());
            let (mut xs, mut ys) = (xs.as_slice(), ys.as_slice());
            while let (Some(&x), Some(&y)) = (xs.first(), ys.first()) {
                let (left, right) = (self.name(true, x), self.name(false, y));
                let take = |side: bool, items: &[u32], name| {
                    items.iter().take_while(|&&item| self.name(side, item) == name).count()
                };
                let p = if left <= right { take(true, xs, left) } else { 0 };
                let q = if right <= left { take(false, ys, right) } else { 0 };
                let (mine, theirs) = (&xs[..p], &ys[..q]);
                (xs, ys) = (&xs[p..], &ys[q..]);
                match (mine, theirs) {
                    (&[x], &[y]) => stack.push((x, y)),
                    ([], _) | (_, []) => {}
                    _ => stack.extend(self.siblings(mine, theirs)),
                }
            }
        }
        tables
    }

    fn name(&self, old: bool, id: u32) -> (&'static str, bool) {
        let side = if old { &*self.old } else { &*self.new };
        let name = side.tree.node(side.items[id as usize].node).name;
        (name.text, name.index.is_some())
    }

    fn tie(&mut self, a: u32, b: u32) {
        self.old.partner[a as usize] = b;
        self.new.partner[b as usize] = a;
    }

    /// Pairs nodes of one name.
    fn siblings(&mut self, xs: &[u32], ys: &[u32]) -> Vec<(u32, u32)> {
        let a: Vec<u64> = xs.iter().map(|&x| self.old.keys[x as usize]).collect();
        let b: Vec<u64> = ys.iter().map(|&y| self.new.keys[y as usize]).collect();
        let filler = |kind: NodeKind| matches!(kind, NodeKind::Raw | NodeKind::Padding);
        let may_move = !xs.iter().any(|&x| filler(self.old.kind(x)));
        self.sequence(xs, ys, &a, &b, Manner::Alike, may_move)
    }

    /// Pairs the elements of two tables.
    fn elements(&mut self, a: u32, b: u32) {
        let (xs, ys) = (self.old.elements(a).to_vec(), self.new.elements(b).to_vec());
        let pooled = self.old.is_pooled(a) || self.new.is_pooled(b);
        if xs.is_empty() || ys.is_empty() || pooled {
            return;
        }
        let keys: Vec<u64> = xs.iter().map(|&x| self.strict_key(true, x)).collect();
        let others: Vec<u64> = ys.iter().map(|&y| self.strict_key(false, y)).collect();
        let cells = self.old.cells(xs[0]).count();
        let manner = if cells > 1 { Manner::Alike } else { Manner::InTurn };
        // Equal numbers meet by chance; equal records and names do not.
        let plain = cells == 1 && self.old.cells(xs[0]).all(|cell| cell.link.is_none());
        for (x, y) in self.sequence(&xs, &ys, &keys, &others, manner, !plain) {
            self.tie(x, y);
        }
    }

    /// A key that identifies a link by the partner of its target.
    fn strict_key(&mut self, old: bool, id: u32) -> u64 {
        let side = if old { &mut *self.old } else { &mut *self.new };
        if !side.has_cells(id) {
            return side.keys[id as usize];
        }
        let keys = std::mem::take(&mut side.keys);
        let mut key = 21;
        for cell in side.cells(id) {
            let part = match cell.link {
                None => side.cell_key(&cell, None),
                Some(_) => match side.reach(&cell) {
                    Reach::Item { id, within } if side.is_element(id) => {
                        mix(mix(22, keys[id as usize]), within)
                    }
                    Reach::Item { id, within } => mix(node_key(side, old, id), within),
                    Reach::Node(id) => node_key(side, old, id),
                    _ => side.cell_key(&cell, Some(&keys)),
                },
            };
            key = mix(key, part);
        }
        side.keys = keys;
        key
    }

    /// Pairs two sequences of items by their keys and then by likeness.
    fn sequence(
        &mut self,
        xs: &[u32],
        ys: &[u32],
        a: &[u64],
        b: &[u64],
        manner: Manner,
        may_move: bool,
    ) -> Vec<(u32, u32)> {
        let mut pairs = align(a, b, self.budget);
        let firm = pairs.len();
        let mut free_a = vec![true; xs.len()];
        let mut free_b = vec![true; ys.len()];
        for &(i, j) in &pairs {
            (free_a[i], free_b[j]) = (false, false);
        }
        if may_move && firm < xs.len() && firm < ys.len() {
            let mut places: HashMap<u64, VecDeque<usize>> = HashMap::new();
            for j in (0..ys.len()).filter(|&j| free_b[j]) {
                places.entry(b[j]).or_default().push_back(j);
            }
            for i in 0..xs.len() {
                if free_a[i]
                    && let Some(j) = places.get_mut(&a[i]).and_then(VecDeque::pop_front)
                {
                    (free_a[i], free_b[j]) = (false, false);
                    self.pairing.moved[xs[i] as usize] = true;
                    let parent = self.old.items[xs[i] as usize].parent;
                    self.pairing.reordered[parent as usize] = true;
                    pairs.push((i, j));
                }
            }
        }
        let (mut i, mut j) = (0, 0);
        for gap in 0..=firm {
            let (p, q) = if gap < firm { pairs[gap] } else { (xs.len(), ys.len()) };
            let left: Vec<usize> = (i..p).filter(|&i| free_a[i]).collect();
            let right: Vec<usize> = (j..q).filter(|&j| free_b[j]).collect();
            if !left.is_empty() && !right.is_empty() {
                let found = self.gap(xs, ys, &left, &right, manner);
                pairs.extend(found.into_iter().map(|(i, j)| (left[i], right[j])));
            }
            (i, j) = (p + 1, q + 1);
        }
        pairs.into_iter().map(|(i, j)| (xs[i], ys[j])).collect()
    }

    /// Pairs items between two that are paired.
    fn gap(
        &mut self,
        xs: &[u32],
        ys: &[u32],
        left: &[usize],
        right: &[usize],
        manner: Manner,
    ) -> Vec<(usize, usize)> {
        let (n, m) = (left.len(), right.len());
        let weight = n.saturating_mul(m);
        let cost = weight.saturating_mul(64).saturating_add(256 * (n + m));
        if manner == Manner::InTurn || weight > MAX_WEIGHED || !self.budget.take(cost) {
            return (0..n.min(m)).map(|at| (at, at)).collect();
        }
        let mine: Vec<Vec<u64>> = left.iter().map(|&i| self.old.features(xs[i])).collect();
        let theirs: Vec<Vec<u64>> = right.iter().map(|&j| self.new.features(ys[j])).collect();
        let pairs = best_pairs(n, m, |i, j| {
            let like = likeness(&mine[i], &theirs[j]);
            let same = same_kind(self.old.kind(xs[left[i]]), self.new.kind(ys[right[j]]));
            if same && like >= MIN_LIKE { like } else { 0 }
        });
        let simple =
            |kind: NodeKind| !matches!(kind, NodeKind::Group | NodeKind::Record(_) | NodeKind::Records(_));
        if !simple(self.old.kind(xs[left[0]])) {
            return pairs;
        }
        // A lone value, string or code block still pairs with the one at its position, however different.
        let mut out = Vec::with_capacity(n.min(m));
        let (mut i, mut j) = (0, 0);
        for (p, q) in pairs.into_iter().chain([(n, m)]) {
            out.extend((i..p).zip(j..q));
            if p < n {
                out.push((p, q));
            }
            (i, j) = (p + 1, q + 1);
        }
        out
    }
}

/// A key of a link's target node: equal on both sides exactly for partners.
fn node_key(side: &Side<'_>, old: bool, id: u32) -> u64 {
    match (old, side.partner[id as usize]) {
        (old, NONE) => mix(if old { 23 } else { 24 }, u64::from(id)),
        (true, _) => mix(25, u64::from(id)),
        (false, partner) => mix(25, u64::from(partner)),
    }
}

/// Similarity of two sorted lists, in thousandths.
fn likeness(a: &[u64], b: &[u64]) -> u32 {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, shared) = (i + 1, j + 1, shared + 1),
        }
    }
    (2000 * shared / (a.len() + b.len()).max(1)) as u32
}
