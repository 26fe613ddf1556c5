//! Changes tokens of the samples and of the cases of the rules, and compares what the compiler makes of it with `changed.txt`.
//!
//! A line has a file, the number of changed texts, how many of them compile, and a digest of all findings and results. The digests hold
//! behaviour as it is; that it is right rests on other tests.

use std::fmt::Write as _;
use std::path::Path;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl::read::open;
use glassbox_sksl_lang::{Encoding, Options, compile, describe, encode, lift};
use glassbox_testing::digest::Digest;
use glassbox_testing::golden::golden;
use glassbox_testing::random::Random;

use crate::support::kind_of;

/// Changes of each token.
const CHANGES: usize = 5;
/// Longest text that is changed, bytes.
const MOST_BYTES: usize = 4000;

const WORDS: [&str; 36] = [
    "int",
    "uint",
    "short",
    "ushort",
    "half",
    "float",
    "bool",
    "void",
    "float2",
    "half4",
    "int3",
    "bool2",
    "float3x3",
    "const",
    "uniform",
    "in",
    "out",
    "inout",
    "if",
    "else",
    "for",
    "while",
    "switch",
    "case",
    "break",
    "continue",
    "return",
    "discard",
    "struct",
    "layout",
    "true",
    "sqrt",
    "main",
    "p",
    "x",
    "sk_FragColor",
];
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "32",
    "1.0",
    "0.5",
    "1e39",
    "0x10",
    "32768",
    "2147483648",
    "4294967295",
    "4294967296",
];
const SIGNS: [&str; 38] = [
    "+", "-", "*", "/", "%", "<", ">", "<=", "==", "!=", "&&", "||", "^^", "!", "~", "&", "|", "^", "<<",
    ">>", "=", "+=", "*=", "<<=", "++", "--", "(", ")", "{", "}", "[", "]", ".", ",", ";", ":", "?", "@",
];

/// Ranges of words, numbers and signs.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let length = match rest[0] {
            byte if byte.is_ascii_digit() => {
                rest.iter().take_while(|byte| is_word(**byte) || **byte == b'.').count()
            }
            byte if is_word(byte) => rest.iter().take_while(|byte| is_word(**byte)).count(),
            byte if byte.is_ascii_punctuation() => 1,
            _ => 0,
        };
        if length > 0 {
            tokens.push((at, at + length));
        }
        at += length.max(1);
    }
    tokens
}

/// The text with one token removed, doubled, swapped with the next, or replaced.
fn changed(text: &str, tokens: &[(usize, usize)], index: usize, random: &mut Random) -> String {
    let (start, end) = tokens[index];
    let token = &text[start..end];
    let other = tokens[random.index(tokens.len())];
    let replacement = match random.below(10) {
        0 => String::new(),
        1 => format!("{token} {token}"),
        2 => {
            let Some(&(from, to)) = tokens.get(index + 1) else { return text[..start].to_owned() };
            return [&text[..start], &text[from..to], &text[end..from], token, &text[to..]].concat();
        }
        3 | 4 => text[other.0..other.1].to_owned(),
        _ if token.starts_with(|first: char| first.is_ascii_digit()) => {
            NUMBERS[random.index(NUMBERS.len())].to_owned()
        }
        _ if token.starts_with(|first: char| first.is_ascii_punctuation() && first != '_') => {
            SIGNS[random.index(SIGNS.len())].to_owned()
        }
        _ => WORDS[random.index(WORDS.len())].to_owned(),
    };
    [&text[..start], &replacement, &text[end..]].concat()
}

/// Adds all that the compiler makes of a text. Returns whether it compiles.
fn add(digest: &mut Digest, text: &str, options: &Options) -> bool {
    let compilation = compile(text, options);
    compilation.findings.iter().for_each(|finding| digest.add_finding(finding));
    let Some(program) = compilation.program else { return false };
    digest.add(describe(&program).as_bytes());
    match encode(&program, Encoding::Strict) {
        Ok(bytes) => {
            digest.add(&bytes);
            let file = open(Window::whole(&bytes), &Limits::default()).expect("an encoded program is read");
            // A program without `main` compiles, but its file breaks a rule.
            match lift(&file) {
                Ok(again) => assert_eq!(encode(&again, Encoding::Strict).ok(), Some(bytes), "{text}"),
                Err(findings) => findings.iter().for_each(|finding| digest.add_finding(finding)),
            }
        }
        Err(findings) => findings.iter().for_each(|finding| digest.add_finding(finding)),
    }
    true
}

/// The texts of a file: the parts of a case, or the whole.
fn texts(text: &str) -> Vec<&str> {
    if !text.starts_with("//==") {
        return vec![text];
    }
    text.split("//==").skip(1).filter_map(|part| Some(part.split_once('\n')?.1)).collect()
}

#[test]
fn changed_texts_lead_to_the_recorded_results() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut paths = Vec::new();
    for name in ["samples", "errors", "recovery"] {
        let entries = std::fs::read_dir(folder.join(name)).expect("the folder is there");
        paths.extend(entries.map(|entry| entry.expect("it can be listed").path()));
    }
    paths.sort();
    let mut table = String::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(kind) = kind_of(&name) else { continue };
        let text = std::fs::read_to_string(&path).expect("a source is read");
        let (mut digest, mut changes, mut valid) = (Digest::default(), 0, 0);
        let mut random = Random::new(name.len() as u64);
        for text in texts(&text).into_iter().filter(|text| text.len() <= MOST_BYTES) {
            let tokens = tokens(text);
            for index in 0..tokens.len() {
                for _ in 0..CHANGES {
                    let mut options =
                        Options::new(if random.below(8) == 0 { ProgramKind::FRAGMENT } else { kind });
                    options.optimize = random.below(4) > 0;
                    options.es2 = random.below(4) == 0;
                    let changed = changed(text, &tokens, index, &mut random);
                    changes += 1;
                    valid += u32::from(add(&mut digest, &changed, &options));
                }
            }
        }
        writeln!(table, "{name}: {changes} changes, {valid} compile, {:016x}", digest.value())
            .expect("memory can be written");
    }
    golden(folder.join("changed.txt"), table);
}
