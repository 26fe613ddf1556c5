//! Tests the text form of modules: reading, writing, and errors.

use glassbox_core::format::TextEncoding;
use glassbox_sksl::dehydrated::{Dehydrated, is_text, module_name, parse, text};
use glassbox_testing::corpus;

/// A module that declares `float4 sk_FragCoord` with `layout(builtin = 15)`, by the description of the format.
const MODULE: &[u8] = &[
    8, 0, 20, 0, // version, bytes of strings
    12, b's', b'k', b'_', b'F', b'r', b'a', b'g', b'C', b'o', b'o', b'r', b'd', //
    6, b'f', b'l', b'o', b'a', b't', b'4', //
    52, 1, 1, 0, // a builtin table that owns one symbol
    55, 1, 0,  // a variable
    38, // its modifiers
    37, 0, 2, 0, 0, 255, 255, 255, 255, 255, 255, 255, 15, 0, 255, 0, 2, 0, //
    51, 255, 255, 15, 0, 0, 1, 0, // its type and storage; one entry
    0, 0,  // the entry
    20, // elements
    31, // a global variable
    56, 1, 0, //
    51, 255, 255, 15, 0, 0,  //
    58, // no value
    21, // the end
];

const TEXT: &str = "\
static uint8_t SKSL_INCLUDE_sksl_rt_shader[] = {8,0,20,0,
12,115,107,95,70,114,97,103,67,111,111,114,100,
6,102,108,111,97,116,52,
52,1,1,0,
55,1,0,
38,
37,0,2,0,0,255,255,255,255,255,255,255,15,0,255,0,2,0,
51,255,255,15,0,0,1,0,
0,0,
20,
31,
56,1,0,
51,255,255,15,0,0,
58,
21,};
static constexpr size_t SKSL_INCLUDE_sksl_rt_shader_LENGTH = sizeof(SKSL_INCLUDE_sksl_rt_shader);
";

#[test]
fn lines_begin_where_commands_do() {
    assert_eq!(text(MODULE, "sksl_rt_shader"), TEXT);
    assert_eq!(parse(TEXT).as_deref(), Ok(MODULE));
    assert_eq!(module_name(TEXT), Some("sksl_rt_shader"));
}

#[test]
fn a_file_that_is_not_whole_comes_back_too() {
    for length in 0..MODULE.len() {
        let bytes = &MODULE[..length];
        let spelled = text(bytes, "cut");
        if length > 0 {
            assert_eq!(parse(&spelled).as_deref(), Ok(bytes), "{length}");
        }
    }
    let mut longer = MODULE.to_vec();
    longer.extend([1; 40]);
    assert_eq!(parse(&text(&longer, "longer")), Ok(longer));
}

#[test]
fn names_become_identifiers() {
    assert!(text(MODULE, "a b.é").starts_with("static uint8_t SKSL_INCLUDE_a_b__[] = {8,0,20,0,\n"));
}

#[test]
fn other_spellings_of_numbers_are_understood() {
    assert_eq!(parse("x[] = { 1, 0x0a ,\t255 }"), Ok(vec![1, 10, 255]));
    assert_eq!(parse("{007}"), Ok(vec![7]));
}

#[test]
fn texts_are_told_from_binaries() {
    assert!(is_text(TEXT.as_bytes()));
    assert!(is_text(b"static constexpr uint8_t X[] = {14,0,"));
    assert!(!is_text(MODULE));
    assert!(!is_text(b"half4 main(float2 p) { return half4(1); }"));
    assert!(!is_text(b"{1,2}"));
    assert!(!is_text(b""));
    assert!(!is_text(b"static uint8_t X[]\x00 = {"));
    assert_eq!(Dehydrated.suffix(), ".dehydrated.sksl");
    assert_eq!(Dehydrated.read(TEXT.as_bytes()), Some(Ok(MODULE.to_vec())));
    assert_eq!(Dehydrated.read(MODULE), None);
    assert!(
        matches!(Dehydrated.read(b"uint8_t x[] = {1,\xff}"), Some(Err(errors)) if errors[0].span == (17..18))
    );
}

/// Checks the text marked by each error, and its message.
fn check(text: &str, expected: &[(&str, &str)]) {
    let errors = parse(text).expect_err(text);
    let found: Vec<(&str, &str)> = errors
        .iter()
        .map(|error| {
            let end = error.span.end.min(text.len());
            (&text[error.span.start.min(end)..end], error.message.as_str())
        })
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn faults_carry_their_place() {
    check("", &[("", "found no `{`, expected an array of bytes")]);
    check("half4", &[("h", "found no `{`, expected an array of bytes")]);
    check("x[] = {1,2,", &[("{", "found no `}` after the numbers")]);
    check("x[] = { }", &[("{ }", "found no number, expected a file of at least 4 bytes")]);
    check(
        "{1,256, -1,0x,2 3,,4}",
        &[
            ("256", "found 256, expected a byte, 0 to 255"),
            ("-1", "found `-1`, expected a number"),
            ("0x", "found `0x`, expected a number"),
            ("2 3", "found `2 3`, expected a number"),
            (",", "found `,`, expected a number"),
        ],
    );
    let many = format!("{{{}}}", "x,".repeat(100));
    assert_eq!(parse(&many).expect_err("no numbers").len(), 20);
}

/// Sizes in bytes of the version 8 texts committed by Skia.
const SIZES: [(&str, usize); 5] =
    [("frag", 1156), ("gpu", 69286), ("public", 33598), ("rt_shader", 379), ("vert", 978)];

#[test]
#[ignore = "needs GLASSBOX_CORPUS: modules of Skia"]
fn needs_corpus_modules_are_spelled_as_skia_spelled_them() {
    let folder = corpus::needed();
    for (module, size) in SIZES {
        let path = folder.join(format!("sksl/v8/module/sksl_{module}.bin"));
        let bytes = std::fs::read(path).expect("the corpus is readable");
        let spelled = text(&bytes, &format!("sksl_{module}"));
        assert_eq!(spelled.len(), size, "{module}");
        assert_eq!(parse(&spelled), Ok(bytes), "{module}");
    }
}

#[test]
fn every_file_of_the_corpus_comes_back() {
    for row in corpus::expected("sksl") {
        let bytes = row.bytes();
        if !bytes.is_empty() {
            assert_eq!(parse(&text(&bytes, "x")), Ok(bytes), "{}", row.name);
        }
    }
}
