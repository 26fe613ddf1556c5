//! Golden files: stored output that a test compares with what it finds.
//!
//! With `GLASSBOX_BLESS=1` in the environment, tests rewrite the files instead; review the change with `git diff`.

use std::fmt::Write as _;
use std::path::Path;

use glassbox_core::format::Format;
use glassbox_core::language::Registry;

use crate::lines::{Aligned, align};

/// Equal lines shown around each difference.
const CONTEXT: usize = 2;
/// Maximum number of lines shown of a difference.
const MAX_SHOWN: usize = 120;

/// True if golden files are rewritten instead of compared.
pub fn is_blessing() -> bool {
    std::env::var_os("GLASSBOX_BLESS").is_some()
}

/// Compares output with a golden file, or writes the file if [`is_blessing`].
///
/// # Panics
/// If they differ, with the differing lines, or if the file cannot be written.
#[track_caller]
pub fn golden(path: impl AsRef<Path>, found: impl AsRef<[u8]>) {
    if let Some(difference) = difference(path, found) {
        panic!("{difference}");
    }
}

/// Compares the text form of a file with a golden file, as [`golden`] does.
///
/// # Panics
/// If they differ.
#[track_caller]
pub fn text_form(path: impl AsRef<Path>, format: &dyn Format, registry: &Registry, bytes: &[u8]) {
    let mut text = Vec::new();
    let tree = crate::tree::tree(format, bytes);
    glassbox_core::text::print(bytes, &tree, registry, &mut text).expect("memory takes it");
    golden(path, text);
}

/// As [`text_form`], but the comments of the golden file may be others: it must assemble to the bytes.
///
/// # Panics
/// If it does not.
#[track_caller]
pub fn assembles_to(path: impl AsRef<Path>, format: &dyn Format, registry: &Registry, bytes: &[u8]) {
    let stored = std::fs::read_to_string(path.as_ref()).unwrap_or_default();
    let assembled = glassbox_core::text::assemble(&stored, registry);
    if is_blessing() || !assembled.is_ok_and(|assembled| assembled == bytes) {
        text_form(path, format, registry, bytes);
    }
}

/// As [`golden`], for tests that collect their failures: the differing lines, `None` if there are none.
///
/// # Panics
/// If the file cannot be written.
pub fn difference(path: impl AsRef<Path>, found: impl AsRef<[u8]>) -> Option<String> {
    let (path, found) = (path.as_ref(), found.as_ref());
    let expected = std::fs::read(path);
    if expected.as_ref().is_ok_and(|expected| expected == found) {
        return None;
    }
    if is_blessing() {
        std::fs::write(path, found).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return None;
    }
    let shown = match expected {
        Ok(expected) => changes(&String::from_utf8_lossy(&expected), &String::from_utf8_lossy(found)),
        Err(error) => format!("{error}\n{}", changes("", &String::from_utf8_lossy(found))),
    };
    Some(format!(
        "{} differs (- expected, + found; GLASSBOX_BLESS=1 accepts what is found)\n{shown}",
        path.display()
    ))
}

/// The lines that differ, each run after the number of its first line in the expected text.
fn changes(expected: &str, found: &str) -> String {
    let (expected, found): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    let aligned = align(&expected, &found);
    let is_change = |item: &Aligned<'_, &str>| !matches!(item, Aligned::Both(_));
    let mut out = String::new();
    let (mut number, mut last, mut shown) = (1, None, 0);
    for (at, item) in aligned.iter().enumerate() {
        let around = at.saturating_sub(CONTEXT)..(at + CONTEXT + 1).min(aligned.len());
        if aligned[around].iter().any(is_change) {
            if shown == MAX_SHOWN {
                out.push_str("...\n");
                return out;
            }
            if at == 0 || last != Some(at - 1) {
                let _ = writeln!(out, "line {number}:");
            }
            let (mark, line) = match item {
                Aligned::Both(line) => (' ', line),
                Aligned::Left(line) => ('-', line),
                Aligned::Right(line) => ('+', line),
            };
            let _ = writeln!(out, "{mark}{line}");
            last = Some(at);
            shown += 1;
        }
        number += usize::from(!matches!(item, Aligned::Right(_)));
    }
    if out.is_empty() {
        out.push_str("only line ends or invalid UTF-8 differ\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::changes;

    #[test]
    fn changed_lines_are_shown_with_their_neighbours() {
        let expected = "a\nb\nc\nd\ne\nf\ng\nh\ni\n";
        assert_eq!(
            changes(expected, "a\nb\nc\nd\nE\nf\ng\nh\ni\nj\n"),
            "line 3:\n c\n d\n-e\n+E\n f\n g\n h\n i\n+j\n"
        );
        assert_eq!(changes(expected, &expected[2..]), "line 1:\n-a\n b\n c\n");
        assert_eq!(changes("a\n", "a"), "only line ends or invalid UTF-8 differ\n");
        assert_eq!(changes("", "a\n"), "line 1:\n+a\n");
    }
}
