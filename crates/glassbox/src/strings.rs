//! Finds strings stored more than once in a file, and the bytes that sharing them would save.

use std::collections::HashMap;

use glassbox_core::reader::NodeKind;
use glassbox_core::walk::leaf_fields;

use crate::File;

/// Minimum length of a string, bytes: a shared one is reached through a number of the same size.
const MIN_LENGTH: usize = 4;

/// A string with several occurrences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repeated {
    /// The string without its terminator.
    pub text: Vec<u8>,
    /// Paths of the occurrences, in file order.
    pub places: Vec<String>,
    /// Bytes taken by all occurrences but one, terminators included.
    pub saving: u64,
}

/// The strings of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Strings {
    /// Number of strings, duplicates included.
    pub count: usize,
    /// Bytes that they take, terminators included.
    pub bytes: u64,
    /// Strings that occur in several parts of the file, largest saving first.
    pub repeated: Vec<Repeated>,
}

impl Strings {
    /// Bytes that one string table for the whole file would save.
    pub fn saving(&self) -> u64 {
        self.repeated.iter().map(|repeated| repeated.saving).sum()
    }
}

/// The strings of a file: those named by its field tree, and those its format finds in code. Padding and strings of
/// less than four bytes do not count.
pub fn strings(file: &File<'_>) -> Strings {
    let tree = file.tree();
    let bytes = tree.whole(file.bytes());
    let mut places: HashMap<Vec<u8>, Vec<String>> = HashMap::new();
    let mut order: Vec<Vec<u8>> = Vec::new();
    let mut all = Strings::default();
    let mut take = |text: &[u8], path: String| {
        let text = text.strip_suffix(&[0]).unwrap_or(text);
        if text.len() < MIN_LENGTH || text.contains(&0) {
            return;
        }
        all.count += 1;
        all.bytes += text.len() as u64 + 1;
        match places.get_mut(text) {
            Some(known) => known.push(path),
            None => {
                order.push(text.to_vec());
                places.insert(text.to_vec(), vec![path]);
            }
        }
    };
    for &leaf in tree.leaves() {
        if !matches!(tree.node(leaf).kind, NodeKind::Strings | NodeKind::Text) {
            continue;
        }
        let path = tree.path(leaf);
        for part in leaf_fields(&tree, leaf, &bytes) {
            take(part.bytes(&bytes), part.path(&path));
        }
    }
    for (path, text) in file.strings_in_code() {
        take(&text, path);
    }
    for text in order {
        let Some(found) = places.remove(&text) else {
            continue;
        };
        let first = top(&found[0]);
        if found.iter().all(|path| top(path) == first) {
            continue;
        }
        all.repeated.push(Repeated {
            saving: (found.len() as u64 - 1) * (text.len() as u64 + 1),
            text,
            places: found,
        });
    }
    all.repeated.sort_by_key(|repeated| std::cmp::Reverse(repeated.saving));
    all
}

/// The outermost part of a path.
fn top(path: &str) -> &str {
    path.split('.').next().unwrap_or(path)
}
