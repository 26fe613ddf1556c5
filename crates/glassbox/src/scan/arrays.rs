//! Searches the arrays of numbers in C and C++ sources for files.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use glassbox_core::format::{Format, MatchConfidence};

use super::{ArrayFind, ScanMatch, ScanOptions, ScanResult, binaries};
use crate::c_array::{self, Array};

/// An array with the files in it.
pub(crate) struct ScannedArray {
    /// Position and width of the array.
    pub(crate) array: Array,
    /// Decoded bytes of the array.
    pub(crate) content: Vec<u8>,
    /// Files in it, outer before inner; ranges are relative to the start of the content.
    pub(crate) files: Vec<ScanMatch>,
}

/// The arrays of a text that contain files. An array that begins like a file is that file, however malformed; other
/// arrays are searched for whole files.
pub(crate) fn scan_arrays(bytes: &[u8], nested: bool) -> Vec<ScannedArray> {
    let all = c_array::arrays(bytes).map(|array| {
        let content = array.content(bytes);
        let files = files(&content, nested);
        ScannedArray { array, content, files }
    });
    all.filter(|held| !held.files.is_empty()).collect()
}

fn files(content: &[u8], nested: bool) -> Vec<ScanMatch> {
    let options = ScanOptions { nested, ..ScanOptions::default() };
    let found = binaries(content, &options, &|_| {}).finds;
    let begins = |format: &&&dyn Format| format.detect(content) == MatchConfidence::Yes;
    let whole = crate::formats().iter().find(begins);
    let Some(format) = whole.filter(|_| found.first().is_none_or(|first| first.range.start > 0)) else {
        return found;
    };
    let mut all = vec![ScanMatch { format: *format, range: 0..content.len(), inside: None, array: None }];
    let inner = found
        .into_iter()
        .filter(|_| nested)
        .map(|find| ScanMatch { inside: Some(find.inside.map_or(0, |outer| outer + 1)), ..find });
    all.extend(inner);
    all
}

/// Adds the files in arrays to those stored directly in a text, which are few, if any.
pub(super) fn add_arrays(bytes: &[u8], held: Vec<ScannedArray>, found: &mut ScanResult) {
    let (mut line, mut counted) = (1, 0);
    for one in held {
        let text = one.array.text.clone();
        let content: Arc<[u8]> = one.content.into();
        let places = one.array.places(bytes);
        let start = places.as_ref().and_then(|places| places.first());
        let start = text.start + start.map_or(0, |place| place.0 as usize);
        let skipped = bytes.get(counted..start).unwrap_or_default();
        line += skipped.iter().filter(|byte| **byte == b'\n').count();
        counted = start;
        let first = found.finds.len();
        for find in one.files {
            let range = match &places {
                Some(places) => spelled(places, &find.range, &one.array),
                None => text.clone(),
            };
            found.finds.push(ScanMatch {
                format: find.format,
                range,
                inside: find.inside.map(|outer| first + outer),
                array: Some(ArrayFind {
                    name: one.array.name.clone(),
                    line,
                    range: find.range,
                    content: Arc::clone(&content),
                }),
            });
        }
    }
    // Finds are sorted by offset, and each refers to others by index.
    let mut order: Vec<usize> = (0..found.finds.len()).collect();
    order.sort_by_key(|&number| (found.finds[number].range.start, Reverse(found.finds[number].range.end)));
    let mut new = vec![0; order.len()];
    for (place, &number) in order.iter().enumerate() {
        new[number] = place;
    }
    let finds = order.iter().map(|&number| {
        let mut find = found.finds[number].clone();
        find.inside = find.inside.map(|outer| new[outer]);
        find
    });
    found.finds = finds.collect();
}

/// The numbers that spell a range of an array's bytes.
fn spelled(places: &[(u32, u8)], range: &Range<usize>, array: &Array) -> Range<usize> {
    let width = array.width.bytes();
    let first = places.get(range.start / width);
    let last = places.get(range.end.saturating_sub(1) / width);
    match (first, last) {
        (Some(first), Some(last)) => {
            let end = array.text.start + last.0 as usize + usize::from(last.1);
            array.text.start + first.0 as usize..end
        }
        _ => array.text.clone(),
    }
}
