//! Sorts uniforms as picasso does.
//!
//! picasso sorts by register with its C++ library's sort, which is unstable for longer lists. Two names of
//! one input register have equal keys, so the algorithm is reproduced step by step.

/// Lists up to this length are insertion-sorted, which is stable.
const SHORT: usize = 16;

/// Sorts by a key with libstdc++'s algorithm.
pub(crate) fn sort_by_register<T, K: Ord + Copy>(items: &mut [T], key: impl Fn(&T) -> K) {
    let mut keys: Vec<K> = items.iter().map(&key).collect();
    keys.sort_unstable();
    let distinct = keys.windows(2).all(|pair| pair[0] != pair[1]);
    if distinct || items.len() <= SHORT {
        items.sort_by_key(key);
        return;
    }
    // The library switches to heapsort at twice the logarithm. Only lists built to defeat the pivot choice
    // get there; they are sorted stably here.
    let mut depth_left = 2 * items.len().ilog2();
    let mut parts = vec![(0, items.len(), depth_left)];
    while let Some((first, mut last, depth)) = parts.pop() {
        depth_left = depth;
        while last - first > SHORT {
            if depth_left == 0 {
                items[first..last].sort_by_key(&key);
                break;
            }
            depth_left -= 1;
            let cut = partition(items, first, last, &key);
            parts.push((cut, last, depth_left));
            last = cut;
        }
    }
    // Insertion sort finishes the nearly sorted list.
    items.sort_by_key(key);
}

/// Partitions around the median of three, moved to the front; returns the start of the upper part.
fn partition<T, K: Ord>(items: &mut [T], first: usize, last: usize, key: &impl Fn(&T) -> K) -> usize {
    let (a, b, c) = (first + 1, first + (last - first) / 2, last - 1);
    let less = |items: &[T], x: usize, y: usize| key(&items[x]) < key(&items[y]);
    let median = if less(items, a, b) {
        if less(items, b, c) {
            b
        } else if less(items, a, c) {
            c
        } else {
            a
        }
    } else if less(items, a, c) {
        a
    } else if less(items, b, c) {
        c
    } else {
        b
    };
    items.swap(first, median);
    let (mut low, mut high) = (first + 1, last);
    loop {
        while less(items, low, first) {
            low += 1;
        }
        high -= 1;
        while less(items, first, high) {
            high -= 1;
        }
        if low >= high {
            return low;
        }
        items.swap(low, high);
        low += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::sort_by_register;

    #[test]
    fn short_lists_keep_the_order_of_equal_keys() {
        let mut items = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        sort_by_register(&mut items, |item| item.0);
        assert_eq!(items, [(1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
    }

    #[test]
    fn every_list_is_sorted() {
        for length in 0..200usize {
            let mut items: Vec<usize> = (0..length).map(|at| at * 7919 % 13).collect();
            sort_by_register(&mut items, |&item| item);
            assert!(items.is_sorted(), "{length}");
        }
    }
}
