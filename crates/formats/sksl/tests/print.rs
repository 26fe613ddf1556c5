//! Compares the printers with Skia's texts of the same programs, and with the texts of our own programs.
//!
//! `print/NAME.dehydrated.sksl` is a program, `NAME.source` and `NAME.description` its text in the two
//! styles.

use std::path::Path;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::dehydrated::{parse, text};
use glassbox_sksl::dialect::Dialect;
use glassbox_sksl::print::{Style, listing};
use glassbox_sksl::read::{open, open_with};
use glassbox_testing::random::Random;
use glassbox_testing::sha256::sha256;
use glassbox_testing::sksl::manifest::manifest;
use glassbox_testing::{case, golden};

fn printed(bytes: &[u8], style: Style) -> Vec<u8> {
    let file = open(Window::whole(bytes), &Limits::default()).expect("a binary of this format");
    let mut out = Vec::new();
    listing(&file.model, style, &mut out).expect("memory takes all");
    out
}

#[test]
fn descriptions_are_those_of_skia() {
    let mut failures = Vec::new();
    let mut count = 0;
    for row in manifest() {
        let Some(digest) = &row.description else { continue };
        if sha256(&printed(&row.bytes(), Style::Description)) != *digest {
            failures.push(row.name);
        }
        count += 1;
    }
    assert!(failures.is_empty(), "{} of {count} differ\n{}", failures.len(), failures.join("\n"));
    assert!(count >= 26, "{count}");
}

#[test]
fn programs_print_as_written_beside_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/print");
    let mut failures = Vec::new();
    let mut count = 0;
    for path in case::files(&folder, "dehydrated.sksl") {
        count += 1;
        let path = path.with_extension("").with_extension("");
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let spelled =
            std::fs::read_to_string(path.with_extension("dehydrated.sksl")).expect("the program is readable");
        let bytes = parse(&spelled).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        // That program ends early, so its array is not what would be written.
        if name != "cut" {
            assert_eq!(text(&bytes, &name), spelled, "{name}");
        }
        for style in Style::ALL {
            failures.extend(golden::difference(path.with_extension(style.name()), printed(&bytes, style)));
        }
    }
    assert!(count > 5);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The programs of `print/`.
fn own_programs() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/print");
    case::files(&folder, "dehydrated.sksl")
        .iter()
        .map(|path| {
            parse(&std::fs::read_to_string(path).expect("the program is readable"))
                .expect("the program is spelled right")
        })
        .collect()
}

#[test]
fn whatever_can_be_read_can_be_printed() {
    let mut random = Random::new(8);
    for program in own_programs() {
        for _ in 0..1500 {
            let mut bytes = program.clone();
            for _ in 0..1 + random.below(3) {
                let at = 4 + random.index(bytes.len() - 4);
                bytes[at] = random.below(256) as u8;
            }
            if random.below(4) == 0 {
                bytes.truncate(4 + random.index(bytes.len() - 4));
            }
            let Ok(file) = open(Window::whole(&bytes), &Limits::default()) else {
                continue;
            };
            for style in Style::ALL {
                let mut out = Vec::new();
                listing(&file.model, style, &mut out).expect("memory takes all");
                assert!(String::from_utf8(out).is_ok());
            }
        }
    }
}

/// A program of a few bytes that repeatedly declares a function with 255 parameters of long names.
#[test]
fn text_stays_in_proportion_to_its_file() {
    const NAME: [u8; 2] = [2, 0];
    const TIMES: usize = 30_000;
    let mut bytes = vec![8, 0, 0, 1, 255];
    bytes.extend([b'n'; 255]);
    let builtin_type = [51, 255, 255, NAME[0], NAME[1]];
    bytes.extend([43, 3, 52, 0, 2, 0]);
    bytes.extend([55, 1, 0, 17, NAME[0], NAME[1]]);
    bytes.extend(builtin_type);
    bytes.extend([3, 28, 2, 0, 17, NAME[0], NAME[1], 255]);
    bytes.extend([1, 0].repeat(255));
    bytes.extend(builtin_type);
    bytes.extend([0, 0, 20]);
    bytes.extend([30, 2, 0].repeat(TIMES));
    bytes.extend([21, 0]);
    for style in Style::ALL {
        let out = printed(&bytes, style);
        assert!(out.len() < 32 << 20, "{} bytes", out.len());
        assert!(out.ends_with(b"out of proportion to its file */\n"));
    }
}

/// `void f() { switch (1) { case 2: break; discard; default: ; } }` in the layout of the public document, where
/// cases have expressions and statement lists, and literals have no type.
#[test]
fn cases_of_the_public_document() {
    let mut bytes = vec![8, 0, 7, 0, 1, b'f', 4, b'v', b'o', b'i', b'd'];
    bytes.extend([43, 7, 52, 1, 0, 28, 1, 0, 17, 1, 0, 0, 0, 51, 255, 255, 4, 2, 0, 1, 0, 1, 0]);
    bytes.extend([20, 29, 1, 0, 2, 58, 1]);
    bytes.extend([49, 0, 58, 36, 1, 0, 0, 0, 2]);
    bytes.extend([0, 36, 2, 0, 0, 0, 2, 4, 18]);
    bytes.extend([1, 1, 40]);
    bytes.extend([1, 21, 0]);
    let file = open_with(Window::whole(&bytes), &Limits::default(), Dialect::DOCUMENT_8);
    assert_eq!(file.stop, None);
    let text = |style| {
        let mut out = Vec::new();
        listing(&file.model, style, &mut out).expect("memory takes all");
        String::from_utf8(out).expect("text")
    };
    assert_eq!(
        text(Style::Source),
        "\
void f() {
    switch (1) {
        case 2:
            break;
            discard;
        default:
    }
}
"
    );
    assert_eq!(
        text(Style::Description),
        "void f() {\nswitch (1) {\ncase 2:\n\nbreak;\ndiscard;\ndefault:\n;}\n}\n"
    );
}

#[test]
fn styles_have_names() {
    for style in Style::ALL {
        assert_eq!(Style::from_name(style.name()), Some(style));
    }
    assert_eq!(Style::from_name("nothing"), None);
    assert_eq!(Style::default(), Style::Source);
}
