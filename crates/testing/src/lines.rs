//! Longest common subsequences, of lines or other items.

/// Above this many pairs of items, [`align`] pairs none of them, which bounds its memory.
const MAX_PAIRS: usize = 1 << 20;

/// Item of an alignment.
#[derive(Clone, Copy)]
pub(crate) enum Aligned<'a, T> {
    /// In both lists.
    Both(&'a T),
    /// In the first list only.
    Left(&'a T),
    /// In the second list only.
    Right(&'a T),
}

/// Numbers of equal items at the start and at the end.
fn equal_ends<T: PartialEq>(left: &[T], right: &[T]) -> (usize, usize) {
    let start = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let ends = left[start..].iter().rev().zip(right[start..].iter().rev());
    (start, ends.take_while(|(a, b)| a == b).count())
}

/// Length of the longest common subsequence.
pub fn common_length<T: PartialEq>(left: &[T], right: &[T]) -> usize {
    let (start, end) = equal_ends(left, right);
    let right = &right[start..right.len() - end];
    let mut row = vec![0; right.len() + 1];
    for item in &left[start..left.len() - end] {
        let mut diagonal = 0;
        for (at, other) in right.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if item == other { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    start + end + row[right.len()]
}

/// Aligns two lists along their longest common subsequence.
pub(crate) fn align<'a, T: PartialEq>(left: &'a [T], right: &'a [T]) -> Vec<Aligned<'a, T>> {
    let (start, end) = equal_ends(left, right);
    let (one, other) = (&left[start..left.len() - end], &right[start..right.len() - end]);
    let mut out: Vec<_> = left[..start].iter().map(Aligned::Both).collect();
    let width = other.len() + 1;
    // Lengths of the common subsequences of the suffixes.
    let mut common = Vec::new();
    if one.len() * other.len() <= MAX_PAIRS {
        common.resize((one.len() + 1) * width, 0_u32);
        for at in (0..one.len()).rev() {
            for beside in (0..other.len()).rev() {
                common[at * width + beside] = if one[at] == other[beside] {
                    common[(at + 1) * width + beside + 1] + 1
                } else {
                    common[(at + 1) * width + beside].max(common[at * width + beside + 1])
                };
            }
        }
    }
    let length = |at: usize, beside: usize| common.get(at * width + beside).copied().unwrap_or(0);
    let (mut at, mut beside) = (0, 0);
    while at < one.len() || beside < other.len() {
        if !common.is_empty() && at < one.len() && beside < other.len() && one[at] == other[beside] {
            out.push(Aligned::Both(&one[at]));
            at += 1;
            beside += 1;
        } else if beside == other.len()
            || (at < one.len() && length(at + 1, beside) >= length(at, beside + 1))
        {
            out.push(Aligned::Left(&one[at]));
            at += 1;
        } else {
            out.push(Aligned::Right(&other[beside]));
            beside += 1;
        }
    }
    out.extend(left[left.len() - end..].iter().map(Aligned::Both));
    out
}

#[cfg(test)]
mod tests {
    use super::{Aligned, align, common_length};

    #[test]
    fn lists_are_aligned_along_their_common_items() {
        for (left, right, expected) in [
            ("", "", ""),
            ("ab", "ab", " a b"),
            ("ab", "", "-a-b"),
            ("xaby", "xbay", " x-a b+a y"),
            ("abc", "axc", " a-b+x c"),
        ] {
            let (one, other): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
            let shown: String = align(&one, &other)
                .into_iter()
                .flat_map(|item| match item {
                    Aligned::Both(item) => [' ', *item],
                    Aligned::Left(item) => ['-', *item],
                    Aligned::Right(item) => ['+', *item],
                })
                .collect();
            assert_eq!(shown, expected, "{left} {right}");
            assert_eq!(common_length(&one, &other), expected.matches(' ').count());
        }
    }
}
