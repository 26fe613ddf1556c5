//! Aligns two sequences of keys: finds the matching items, in order.
//!
//! Common prefix and suffix are trimmed first. The rest is compared exactly if few edits separate the two
//! (Myers), and split at keys that are unique on both sides otherwise (patience). All steps draw on one
//! budget; once it is spent, the remaining items stay unaligned, which makes a longer report but never a
//! wrong one.

use std::collections::HashMap;
use std::ops::Range;

/// Maximum number of edits for an exact comparison of a segment.
const MAX_EDITS: usize = 256;

/// Steps that an alignment may still take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget(pub(super) u64);

impl Budget {
    /// Takes steps; `false` if too few are left.
    pub(super) fn take(&mut self, steps: usize) -> bool {
        match self.0.checked_sub(steps as u64) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => {
                self.0 = 0;
                false
            }
        }
    }
}

/// Pairs of positions with equal keys, rising on both sides.
pub(super) fn align<K: Copy + Eq + std::hash::Hash>(
    a: &[K],
    b: &[K],
    budget: &mut Budget,
) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut segments = vec![(0..a.len(), 0..b.len())];
    while let Some((mut x, mut y)) = segments.pop() {
        while !x.is_empty() && !y.is_empty() && a[x.start] == b[y.start] {
            pairs.push((x.start, y.start));
            (x.start, y.start) = (x.start + 1, y.start + 1);
        }
        while !x.is_empty() && !y.is_empty() && a[x.end - 1] == b[y.end - 1] {
            (x.end, y.end) = (x.end - 1, y.end - 1);
            pairs.push((x.end, y.end));
        }
        if x.is_empty() || y.is_empty() || budget.0 == 0 {
            continue;
        }
        if let Some(found) = myers(&a[x.clone()], &b[y.clone()], budget) {
            pairs.extend(found.into_iter().map(|(i, j)| (x.start + i, y.start + j)));
            continue;
        }
        let anchors = unique_in_order(a, b, &x, &y, budget);
        if anchors.is_empty() {
            continue;
        }
        let (mut i, mut j) = (x.start, y.start);
        for (p, q) in anchors {
            pairs.push((p, q));
            segments.push((i..p, j..q));
            (i, j) = (p + 1, q + 1);
        }
        segments.push((i..x.end, j..y.end));
    }
    pairs.sort_unstable();
    pairs
}

/// Longest common subsequence if the edit distance is at most [`MAX_EDITS`].
fn myers<K: Eq>(a: &[K], b: &[K], budget: &mut Budget) -> Option<Vec<(usize, usize)>> {
    let (n, m) = (a.len() as isize, b.len() as isize);
    if (n - m).unsigned_abs() > MAX_EDITS {
        return None;
    }
    // A failed attempt must leave enough budget for the split at unique keys.
    let mut steps = (16 * (a.len() + b.len()) + (1 << 12)).min(budget.0 as usize);
    let mut take = |count: usize, budget: &mut Budget| {
        steps = steps.checked_sub(count)?;
        budget.take(count).then_some(())
    };
    // `reach[k + limit]` is the furthest position in `a` on diagonal `k`; each round is kept for backtracking.
    let limit = MAX_EDITS.min(a.len() + b.len()) as isize;
    let at = |k: isize| (k + limit + 1) as usize;
    let mut reach = vec![0isize; 2 * limit as usize + 3];
    let mut rounds: Vec<Vec<isize>> = Vec::new();
    for d in 0..=limit {
        take(d as usize + 1, budget)?;
        rounds.push(reach[at(-d)..=at(d)].to_vec());
        for k in (-d..=d).step_by(2) {
            let down = k == -d || (k != d && reach[at(k - 1)] < reach[at(k + 1)]);
            let mut x = if down { reach[at(k + 1)] } else { reach[at(k - 1)] + 1 };
            let start = x;
            while x < n && x - k < m && x >= 0 && x - k >= 0 && a[x as usize] == b[(x - k) as usize] {
                x += 1;
            }
            take((x - start) as usize, budget)?;
            reach[at(k)] = x;
            if x >= n && x - k >= m {
                return Some(backtrack(&rounds, d, k, n));
            }
        }
    }
    None
}

/// Walks the rounds of [`myers`] from the end and collects the equal pairs.
fn backtrack(rounds: &[Vec<isize>], d: isize, k: isize, n: isize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let (mut x, mut k) = (n, k);
    for d in (0..=d).rev() {
        // Each round stores the furthest reach of the previous one on diagonals `-d..=d`.
        let before = |k: isize| rounds[d as usize][(k + d) as usize];
        let (from, next) = if d == 0 {
            (0, k)
        } else if k == -d || (k != d && before(k - 1) < before(k + 1)) {
            (before(k + 1), k + 1)
        } else {
            (before(k - 1) + 1, k - 1)
        };
        while x > from {
            x -= 1;
            pairs.push((x as usize, (x - k) as usize));
        }
        x = if next < k { from - 1 } else { from };
        k = next;
    }
    pairs.reverse();
    pairs
}

/// The longest rising run of keys that occur once on either side.
fn unique_in_order<K: Copy + Eq + std::hash::Hash>(
    a: &[K],
    b: &[K],
    x: &Range<usize>,
    y: &Range<usize>,
    budget: &mut Budget,
) -> Vec<(usize, usize)> {
    if !budget.take(2 * (x.len() + y.len())) {
        return Vec::new();
    }
    const TWICE: usize = usize::MAX;
    let once = |keys: &[K], range: &Range<usize>| {
        let mut places: HashMap<K, usize> = HashMap::with_capacity(range.len());
        for at in range.clone() {
            places.entry(keys[at]).and_modify(|place| *place = TWICE).or_insert(at);
        }
        places
    };
    let there = once(b, y);
    let here = once(a, x);
    let common: Vec<(usize, usize)> = x
        .clone()
        .filter(|at| here.get(&a[*at]) == Some(at))
        .filter_map(|at| Some((at, there.get(&a[at]).copied().filter(|&place| place != TWICE)?)))
        .collect();
    longest_increasing(&common)
}

/// The longest subsequence that rises in the second part; the first rises already.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.iter().enumerate() {
        let place = ends.partition_point(|&end| pairs[end].1 < pair.1);
        before.push(place.checked_sub(1).map(|place| ends[place]));
        match ends.get_mut(place) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut out = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(index) = at {
        out.push(pairs[index]);
        at = before[index];
    }
    out.reverse();
    out
}

/// Pairs of ascending positions with the largest total likeness. `like` returns 0 for forbidden pairs. The work is `n *
/// m`, bounded by the caller.
pub(super) fn best_pairs(
    n: usize,
    m: usize,
    mut like: impl FnMut(usize, usize) -> u32,
) -> Vec<(usize, usize)> {
    let width = m + 1;
    let mut sums = vec![0u32; (n + 1) * width];
    let mut likes = vec![0u32; n * m];
    for i in 0..n {
        for j in 0..m {
            let score = like(i, j);
            likes[i * m + j] = score;
            let skip = sums[i * width + j + 1].max(sums[(i + 1) * width + j]);
            let both = if score > 0 { sums[i * width + j].saturating_add(score) } else { 0 };
            sums[(i + 1) * width + j + 1] = skip.max(both);
        }
    }
    let (mut i, mut j) = (n, m);
    let mut pairs = Vec::new();
    while i > 0 && j > 0 {
        let here = sums[i * width + j];
        let score = likes[(i - 1) * m + j - 1];
        if score > 0 && here == sums[(i - 1) * width + j - 1].saturating_add(score) {
            (i, j) = (i - 1, j - 1);
            pairs.push((i, j));
        } else if here == sums[(i - 1) * width + j] {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    pairs.reverse();
    pairs
}

/// Steps that one alignment of code may take.
const CODE_STEPS: u64 = 1 << 26;

/// Pairs of positions with equal keys, ascending on both sides; for [`CodeDiff`](super::CodeDiff)s, whose
/// keys are hashes of instruction semantics. Work is bounded: two long sequences with little in common may
/// stay partly unaligned.
pub fn align_keys(old: &[u64], new: &[u64]) -> Vec<(usize, usize)> {
    align(old, new, &mut Budget(CODE_STEPS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, length: usize) {
        let (a, b) = (a.as_bytes(), b.as_bytes());
        let pairs = align(a, b, &mut Budget(1 << 20));
        assert!(pairs.iter().all(|&(i, j)| a[i] == b[j]));
        assert!(pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
        assert_eq!(pairs.len(), length);
    }

    #[test]
    fn longest_common_subsequences() {
        check("", "", 0);
        check("abc", "", 0);
        check("abc", "abc", 3);
        check("abcabba", "cbabac", 4);
        check("xaxcxabc", "abcy", 3);
        check("aaaa", "aa", 2);
        check("qabcdefr", "sabcdeft", 6);
    }

    #[test]
    fn far_apart_is_cut_at_unique_keys() {
        let a: Vec<u32> = (0..2000).collect();
        let b: Vec<u32> = (0..2000).map(|i| if i % 3 == 0 { 10_000 + i } else { i }).collect();
        let pairs = align(&a, &b, &mut Budget(1 << 20));
        assert_eq!(pairs.len(), 2000 - 667);
    }

    #[test]
    fn a_spent_budget_leaves_the_ends() {
        let pairs = align(b"abcXdef", b"abcYYdef", &mut Budget(0));
        assert_eq!(pairs.len(), 6);
    }
}
