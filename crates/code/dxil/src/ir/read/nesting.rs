//! Rejects cyclic and too deeply nested types, constants and metadata.

use crate::ir::MAX_NESTING;

/// Checks `count` items; `parts` appends the numbers of an item's components. The error is the first item
/// that contains itself (`true`) or is nested deeper than [`MAX_NESTING`] (`false`). Work and memory are
/// linear in the number of components.
pub(super) fn check(count: usize, mut parts: impl FnMut(u32, &mut Vec<u32>)) -> Result<(), (u32, bool)> {
    const OPEN: u32 = u32::MAX;
    // Depth plus 1 of finished items; 0 for unvisited ones.
    let mut depths = vec![0u32; count];
    let mut path: Vec<(u32, Vec<u32>, u32)> = Vec::new();
    for first in 0..count as u32 {
        if depths.get(first as usize) != Some(&0) {
            continue;
        }
        let mut list = Vec::new();
        parts(first, &mut list);
        if list.is_empty() {
            if let Some(depth) = depths.get_mut(first as usize) {
                *depth = 1;
            }
            continue;
        }
        path.push((first, list, 0));
        if let Some(depth) = depths.get_mut(first as usize) {
            *depth = OPEN;
        }
        while let Some((index, list, deepest)) = path.last_mut() {
            if let Some(part) = list.pop() {
                match depths.get(part as usize) {
                    Some(&OPEN) => return Err((*index, true)),
                    Some(&0) => {
                        let mut list = Vec::new();
                        parts(part, &mut list);
                        if path.len() > MAX_NESTING as usize {
                            return Err((part, false));
                        }
                        if let Some(depth) = depths.get_mut(part as usize) {
                            *depth = OPEN;
                        }
                        path.push((part, list, 0));
                    }
                    Some(&depth) => *deepest = (*deepest).max(depth),
                    None => {}
                }
                continue;
            }
            let (index, depth) = (*index, *deepest + 1);
            path.pop();
            if depth > MAX_NESTING {
                return Err((index, false));
            }
            if let Some(slot) = depths.get_mut(index as usize) {
                *slot = depth;
            }
            if let Some((_, _, deepest)) = path.last_mut() {
                *deepest = (*deepest).max(depth);
            }
        }
    }
    Ok(())
}
