//! Tests hand-written samples: `cases/NAME.asm` is exact text, after `//== words` the words it assembles to,
//! derived by hand from the format description, and after `//== fxc` the lines in listing style. Either part
//! may be missing.

use std::fs;
use std::path::Path;

use glassbox_dxbc::assemble::assemble;
use glassbox_dxbc::print::{Floats, Options, Release, Style, print};

#[test]
fn samples_assemble_to_their_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the cases can be listed") {
        let path = entry.expect("the cases can be listed").path();
        let name = path.display();
        let text = fs::read_to_string(&path).expect("a case can be read");
        let (source, fxc) = text.split_once("//== fxc\n").unwrap_or((&text, ""));
        let (source, words) = source.split_once("//== words\n").unwrap_or((source, ""));
        let made = assemble(source).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let options = |style| Options { style, release: Release::V10, floats: Floats::Six };
        // Exact output assembles to the same bytes, though a sample may be spelled differently.
        let exact = print(&made, &options(Style::Exact));
        assert_eq!(assemble(&exact).ok().as_ref(), Some(&made), "{name}\n{exact}");
        assert!(!exact.contains(".words") || source.contains(".words"), "{name}\n{exact}");
        // So does a listing with exact floats, except for numbers without syntax.
        let full = Options { floats: Floats::Exact, ..options(Style::Fxc) };
        if !source.contains("#(") && !source.contains(".length") {
            assert_eq!(assemble(&print(&made, &full)).ok(), Some(made.clone()), "{name}");
        }
        if !words.is_empty() {
            // One line of words per instruction, with a comment.
            let expected: Vec<u32> = words
                .lines()
                .filter_map(|line| line.split("//").next())
                .flat_map(str::split_whitespace)
                .map(|word| u32::from_str_radix(word, 16).expect("words are hexadecimal"))
                .collect();
            let found: Vec<u32> =
                made.as_chunks::<4>().0.iter().skip(2).map(|word| u32::from_le_bytes(*word)).collect();
            let hex =
                |words: &[u32]| -> Vec<String> { words.iter().map(|word| format!("{word:08x}")).collect() };
            assert_eq!(hex(&found), hex(&expected), "{name}");
            count += 1;
        }
        if !fxc.is_empty() {
            assert_eq!(print(&made, &options(Style::Fxc)), fxc, "{name}");
            count += 1;
        }
    }
    assert!(count >= 9, "{count} samples");
}
