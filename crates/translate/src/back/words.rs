//! Identifiers in the text of C-like languages, and the words that each language keeps for itself.

use std::collections::HashSet;
use std::sync::LazyLock;

/// A language whose text is renamed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    Wgsl,
    Glsl,
    Hlsl,
    Msl,
}

/// The words of each language: keywords, reserved words, types, and built-in functions, which nothing may hide.
static GLSL: LazyLock<HashSet<&str>> = LazyLock::new(|| list(include_str!("words/glsl.txt")));
static HLSL: LazyLock<HashSet<&str>> = LazyLock::new(|| list(include_str!("words/hlsl.txt")));
static MSL: LazyLock<HashSet<&str>> = LazyLock::new(|| list(include_str!("words/msl.txt")));
static WGSL: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let mut words = list(include_str!("words/wgsl.txt"));
    words.extend(naga::keywords::wgsl::RESERVED);
    words
});

fn list(text: &str) -> HashSet<&str> {
    text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_ascii_whitespace).collect()
}

/// Whether a language keeps a word for itself.
pub(super) fn is_reserved(word: &str, language: Language) -> bool {
    match language {
        Language::Glsl => GLSL.contains(word) || word.starts_with("gl_"),
        // Its types are made of a scalar type and sizes: float4, half3x3, min16uint2.
        Language::Hlsl => HLSL.contains(word) || is_sized(word, &HLSL) || word.starts_with("SV_"),
        Language::Msl => MSL.contains(word) || is_sized(word, &MSL) || word.starts_with("__"),
        Language::Wgsl => WGSL.contains(word) || word == "_" || word.starts_with("__"),
    }
}

/// Whether a word is one of a list with one or two sizes behind it.
fn is_sized(word: &str, list: &HashSet<&str>) -> bool {
    let size = |text: &str| text.strip_suffix(['1', '2', '3', '4']).map(str::len);
    let size = |text: &str| size(text).and_then(|length| word.get(..length));
    let Some(one) = size(word) else {
        return false;
    };
    list.contains(one) || one.strip_suffix('x').and_then(size).is_some_and(|two| list.contains(two))
}

/// A name as an identifier of a language: other characters become underscores, and what a language forbids is fixed.
pub(super) fn identifier(name: &str, language: Language) -> String {
    let mut result = String::with_capacity(name.len() + 1);
    for letter in name.chars() {
        let letter = if letter.is_ascii_alphanumeric() { letter } else { '_' };
        // The block of root constants is called by everybody with two underscores, where the language allows it.
        let may_double = match language {
            Language::Glsl => name == super::prepare::ROOT_NAME,
            Language::Hlsl => true,
            Language::Msl | Language::Wgsl => false,
        };
        if letter == '_' && result.ends_with('_') && !may_double {
            continue;
        }
        result.push(letter);
    }
    if result.is_empty() || result.starts_with(|letter: char| letter.is_ascii_digit()) {
        result.insert(0, '_');
    }
    // No ending makes these names free.
    let (forbidden, instead) = match language {
        Language::Glsl => ("gl_", "g_"),
        Language::Hlsl => ("SV_", "S_"),
        Language::Msl | Language::Wgsl => return result,
    };
    match result.strip_prefix(forbidden) {
        Some(rest) => format!("{instead}{rest}"),
        None => result,
    }
}

/// What numbers are put behind to make names that are like one: without underscores at its ends, and nothing that a language keeps for
/// itself whatever stands behind.
pub(super) fn stem(name: &str, language: Language) -> String {
    match name.trim_matches('_') {
        "" => "name".to_owned(),
        stem => identifier(stem, language),
    }
}

/// At most how many names that end with a number a language keeps for itself: words, and words with one size behind them.
pub(super) fn most_numbered(language: Language) -> usize {
    let list = match language {
        Language::Glsl => &GLSL,
        Language::Hlsl => &HLSL,
        Language::Msl => &MSL,
        Language::Wgsl => &WGSL,
    };
    list.len().saturating_mul(5)
}

/// An identifier in a text.
pub(super) struct Word<'a> {
    /// Where it begins.
    pub(super) start: usize,
    /// It.
    pub(super) text: &'a str,
    /// Whether it follows a point: a member or components.
    pub(super) member: bool,
}

/// The identifiers of a text. Comments, lines of the preprocessor and numbers have none.
pub(super) fn identifiers(text: &str) -> impl Iterator<Item = Word<'_>> {
    let bytes = text.as_bytes();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut at = 0;
    let mut before = b'\n';
    std::iter::from_fn(move || {
        while let Some(&byte) = bytes.get(at) {
            let rest = bytes.get(at..).unwrap_or_default();
            let line = |rest: &[u8]| rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            if byte == b'#' && before == b'\n' || rest.starts_with(b"//") {
                at += line(rest);
            } else if byte.is_ascii_digit() {
                // With its exponent and suffix; the sign in an exponent splits it, and what follows is a number again.
                at += rest.iter().position(|byte| !is_part(byte) && *byte != b'.').unwrap_or(rest.len());
                before = byte;
            } else if byte.is_ascii_alphabetic() || byte == b'_' {
                let length = rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len());
                let word = Word {
                    start: at,
                    text: text.get(at..at + length).unwrap_or_default(),
                    member: before == b'.',
                };
                at += length;
                before = b'a';
                return Some(word);
            } else {
                if byte != b' ' {
                    before = byte;
                }
                at += 1;
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_numbers_members_and_comments() {
        let text = "#version 330 core\nvec4 a = b.xyz * 1.0e5 + 0x1Fu; // c\nd.e";
        let found: Vec<(&str, bool)> = identifiers(text).map(|word| (word.text, word.member)).collect();
        let expected =
            [("vec4", false), ("a", false), ("b", false), ("xyz", true), ("d", false), ("e", true)];
        assert_eq!(found, expected);
    }

    #[test]
    fn words_of_languages_are_reserved() {
        for (word, language) in [
            ("texture", Language::Glsl),
            ("sample", Language::Glsl),
            ("gl_Position", Language::Glsl),
            ("float4x4", Language::Hlsl),
            ("half3", Language::Hlsl),
            ("mul", Language::Hlsl),
            ("float2", Language::Msl),
            ("constant", Language::Msl),
            ("vec4f", Language::Wgsl),
        ] {
            assert!(is_reserved(word, language), "{word} in {language:?}");
        }
        for (word, language) in [
            ("albedo", Language::Glsl),
            ("mul", Language::Glsl),
            ("color0", Language::Hlsl),
            ("float5", Language::Hlsl),
            ("position", Language::Msl),
        ] {
            assert!(!is_reserved(word, language), "{word} in {language:?}");
        }
    }

    #[test]
    fn names_become_identifiers() {
        for (name, glsl, hlsl) in [
            ("albedo", "albedo", "albedo"),
            ("a.b c", "a_b_c", "a_b_c"),
            ("a__b", "a_b", "a__b"),
            ("2d", "_2d", "_2d"),
            ("gl_x", "g_x", "gl_x"),
            ("__Root", "__Root", "__Root"),
            ("", "_", "_"),
        ] {
            assert_eq!(identifier(name, Language::Glsl), glsl);
            assert_eq!(identifier(name, Language::Hlsl), hlsl);
        }
    }
}
