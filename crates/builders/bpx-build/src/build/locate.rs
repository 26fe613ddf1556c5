//! Locates the declaration of a name by searching the sources, since modules do not record it.

use glassbox_core::diagnostic::Location;

use crate::sources::Sources;

/// First occurrence of a name as a whole word outside comments; the start of the first file if
/// there is none. For `BLOCK.MEMBER`, the first occurrence after the block's name where the block
/// is declared with its members.
pub(super) fn locate(sources: &Sources, files: &[u32], path: &str) -> Location {
    let (block, name) = path.split_once('.').unwrap_or(("", path));
    if !block.is_empty() && !name.contains('.') {
        for &file in files {
            let text = sources.get(file).map_or("", |file| file.text.as_str());
            // In other languages, members precede the variable.
            let behind = find(text, block)
                .filter(|at| {
                    let rest = text.get(at + block.len()..).unwrap_or_default();
                    rest.trim_start().starts_with('{')
                })
                .and_then(|at| Some((at, find(text.get(at..)?, name)?)));
            if let Some((at, inside)) = behind {
                return sources.location(file, at + inside..at + inside + name.len());
            }
        }
    }
    let name = path.rsplit('.').next().unwrap_or(path);
    let own = name.strip_suffix("_sampler").unwrap_or(name);
    for wanted in [name, own] {
        for &file in files {
            let text = sources.get(file).map_or("", |file| file.text.as_str());
            if let Some(at) = find(text, wanted) {
                return sources.location(file, at..at + wanted.len());
            }
        }
    }
    let first = files.first().copied().unwrap_or_default();
    sources.location(first, 0..0)
}

fn find(text: &str, name: &str) -> Option<usize> {
    if name.is_empty() {
        return None;
    }
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or(line);
        for (at, _) in code.match_indices(name) {
            let bytes = code.as_bytes();
            let before = at.checked_sub(1).and_then(|at| bytes.get(at));
            if !is_word(before) && !is_word(bytes.get(at + name.len())) {
                return Some(start + at);
            }
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn names_are_found_as_words_outside_of_comments() {
        let text = "// tint\nuniform vec4 tinted;\nuniform vec4 tint;\n";
        assert_eq!(find(text, "tint"), text.find(" tint;").map(|at| at + 1));
        assert_eq!(find(text, "tin"), None);
        assert_eq!(find(text, ""), None);
    }
}
