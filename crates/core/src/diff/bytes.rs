//! Aligns unstructured bytes: finds the ranges in which two byte strings differ.
//!
//! Long strings are anchored at common blocks found with a rolling hash, so that an insertion stays one range
//! whatever follows it; short stretches between anchors are aligned byte by byte. Ranges separated by only a
//! few equal bytes are merged: in changed data equal bytes occur by chance.

use std::collections::HashMap;
use std::ops::Range;

use super::align::{Budget, align};

/// A range of the old side and its replacement on the new side; one of them may be empty.
pub(super) type Hunk = (Range<usize>, Range<usize>);

/// Smallest block that ties two runs together.
const MIN_BLOCK: usize = 32;
/// Maximum number of blocks remembered; longer runs use longer blocks.
const MAX_BLOCKS: usize = 1 << 16;
/// Longest stretch that is aligned byte by byte.
const MAX_EXACT: usize = 1 << 12;
/// Fewer equal bytes than this do not separate two hunks.
const MIN_EQUAL: usize = 8;

/// Differing ranges of two byte strings, in order.
pub(super) fn hunks(a: &[u8], b: &[u8], budget: &mut Budget) -> Vec<Hunk> {
    let prefix = common_prefix(a, b);
    let suffix = common_suffix(&a[prefix..], &b[prefix..]);
    let (x, y) = (prefix..a.len() - suffix, prefix..b.len() - suffix);
    if x.is_empty() && y.is_empty() {
        return Vec::new();
    }
    if x.is_empty() || y.is_empty() {
        return vec![(x, y)];
    }
    let mut hunks = Vec::new();
    let (mut i, mut j) = (x.start, y.start);
    for (p, q, size) in ties(&a[x.clone()], &b[y.clone()], budget) {
        let (p, q) = (x.start + p, y.start + q);
        between(a, b, i..p, j..q, budget, &mut hunks);
        (i, j) = (p + size, q + size);
    }
    between(a, b, i..x.end, j..y.end, budget, &mut hunks);
    join(hunks)
}

/// Length of the common prefix, bytes.
pub(super) fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    const STRIDE: usize = 1 << 10;
    let size = a.len().min(b.len());
    let mut at = 0;
    while at < size {
        let end = (at + STRIDE).min(size);
        if a[at..end] != b[at..end] {
            let equal = a[at..end].iter().zip(&b[at..end]).take_while(|(x, y)| x == y);
            return at + equal.count();
        }
        at = end;
    }
    size
}

/// Length of the common suffix, bytes.
pub(super) fn common_suffix(a: &[u8], b: &[u8]) -> usize {
    const STRIDE: usize = 1 << 10;
    let size = a.len().min(b.len());
    let (a, b) = (&a[a.len() - size..], &b[b.len() - size..]);
    let mut at = size;
    while at > 0 {
        let start = at.saturating_sub(STRIDE);
        if a[start..at] != b[start..at] {
            let equal = a[start..at].iter().rev().zip(b[start..at].iter().rev());
            return size - at + equal.take_while(|(x, y)| x == y).count();
        }
        at = start;
    }
    size
}

fn between(
    a: &[u8],
    b: &[u8],
    mut x: Range<usize>,
    mut y: Range<usize>,
    budget: &mut Budget,
    out: &mut Vec<Hunk>,
) {
    let prefix = common_prefix(&a[x.clone()], &b[y.clone()]);
    (x.start, y.start) = (x.start + prefix, y.start + prefix);
    let suffix = common_suffix(&a[x.clone()], &b[y.clone()]);
    (x.end, y.end) = (x.end - suffix, y.end - suffix);
    if x.is_empty() && y.is_empty() {
        return;
    }
    if x.is_empty() || y.is_empty() || x.len().max(y.len()) > MAX_EXACT {
        out.push((x, y));
        return;
    }
    let (mut i, mut j) = (x.start, y.start);
    for (p, q) in align(&a[x.clone()], &b[y.clone()], budget) {
        let (p, q) = (x.start + p, y.start + q);
        if p > i || q > j {
            out.push((i..p, j..q));
        }
        (i, j) = (p + 1, q + 1);
    }
    if i < x.end || j < y.end {
        out.push((i..x.end, j..y.end));
    }
}

/// Joins hunks that fewer than [`MIN_EQUAL`] bytes separate.
fn join(hunks: Vec<Hunk>) -> Vec<Hunk> {
    let mut out: Vec<Hunk> = Vec::new();
    for (x, y) in hunks {
        match out.last_mut() {
            Some(last) if x.start - last.0.end < MIN_EQUAL => {
                last.0.end = x.end;
                last.1.end = y.end;
            }
            _ => out.push((x, y)),
        }
    }
    out
}

/// Stretches that both sides hold, as start, start and size, rising on both sides.
fn ties(a: &[u8], b: &[u8], budget: &mut Budget) -> Vec<(usize, usize, usize)> {
    let block = MIN_BLOCK.max(a.len() / MAX_BLOCKS);
    if a.len() < 2 * block || b.len() < block || !budget.take(a.len() + b.len()) {
        return Vec::new();
    }
    const BASE: u64 = 0x0100_0000_01b3;
    let push = |hash: u64, byte: u8| hash.wrapping_mul(BASE).wrapping_add(u64::from(byte) + 1);
    let top = (1..block).fold(1u64, |power, _| power.wrapping_mul(BASE));
    let mut places: HashMap<u64, Option<usize>> = HashMap::new();
    for (index, chunk) in a.chunks_exact(block).enumerate() {
        let hash = chunk.iter().fold(0, |hash, &byte| push(hash, byte));
        // A block that occurs twice is not an anchor.
        places.entry(hash).and_modify(|place| *place = None).or_insert(Some(index * block));
    }
    let mut out = Vec::new();
    let (mut used_a, mut used_b) = (0, 0);
    let mut at = 0;
    let mut hash = 0;
    let mut filled = 0;
    while at + block <= b.len() {
        while filled < block {
            hash = push(hash, b[at + filled]);
            filled += 1;
        }
        if let Some(&Some(place)) = places.get(&hash)
            && place >= used_a
            && a[place..place + block] == b[at..at + block]
        {
            let back = common_suffix(&a[used_a..place], &b[used_b..at]);
            let (p, q) = (place - back, at - back);
            let size = common_prefix(&a[p..], &b[q..]);
            out.push((p, q, size));
            (used_a, used_b) = (p + size, q + size);
            (at, hash, filled) = (q + size, 0, 0);
            continue;
        }
        let leaving = (u64::from(b[at]) + 1).wrapping_mul(top);
        hash = hash.wrapping_sub(leaving);
        filled -= 1;
        at += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(size: usize) -> Vec<u8> {
        let mut state = 1u64;
        (0..size)
            .map(|_| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 33) as u8
            })
            .collect()
    }

    #[test]
    fn an_insertion_is_one_hunk() {
        let a = noise(100_000);
        let mut b = a.clone();
        b.splice(40_000..40_000, noise(700));
        assert_eq!(hunks(&a, &b, &mut Budget(1 << 24)), [(40_000..40_000, 40_000..40_700)]);
        b[90_000] ^= 1;
        let found = hunks(&a, &b, &mut Budget(1 << 24));
        assert_eq!(found, [(40_000..40_000, 40_000..40_700), (89_300..89_301, 90_000..90_001)]);
    }

    #[test]
    fn equal_and_empty() {
        assert!(hunks(b"same", b"same", &mut Budget(9)).is_empty());
        assert_eq!(hunks(b"", b"new", &mut Budget(9)), [(0..0, 0..3)]);
        assert_eq!(hunks(b"abcd", b"axcd", &mut Budget(99)), [(1..2, 1..2)]);
    }
}
