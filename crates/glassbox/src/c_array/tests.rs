use super::*;

fn found(text: &str) -> Vec<(String, Vec<u8>)> {
    let bytes = text.as_bytes();
    arrays(bytes).map(|array| (array.name.clone(), array.content(bytes))).collect()
}

fn one(text: &str) -> (String, Vec<u8>) {
    let mut all = found(text);
    assert_eq!(all.len(), 1, "{text}: {all:?}");
    all.remove(0)
}

#[test]
fn declarations_give_name_and_width() {
    let bytes = vec![1, 2, 3, 4, 5];
    let words: Vec<u8> = (1u32..6).flat_map(u32::to_le_bytes).collect();
    let halves: Vec<u8> = (1u16..6).flat_map(u16::to_le_bytes).collect();
    let longs: Vec<u8> = (1u64..6).flat_map(u64::to_le_bytes).collect();
    for (declaration, name, expected) in [
        ("const BYTE g_main[] =\n", "g_main", &bytes),
        ("static const unsigned char shader [5] = ", "shader", &bytes),
        ("static constexpr std::uint8_t kShader[]", "kShader", &bytes),
        ("const uint8_t vs[] PROGMEM = ", "vs", &bytes),
        ("unsigned char vs[] __attribute__((aligned(4))) = ", "vs", &bytes),
        ("constexpr std::array<uint8_t, 5> code = {", "code", &bytes),
        ("const DWORD words[5] = ", "words", &words),
        ("static const uint32_t spv[] = ", "spv", &words),
        ("const unsigned int spv[] = ", "spv", &words),
        ("const unsigned spv[] = ", "spv", &words),
        ("const unsigned short half[] = ", "half", &halves),
        ("const uint64_t longs[] = ", "longs", &longs),
        ("const Blob code[] = ", "code", &bytes),
        ("return (Blob)", "", &bytes),
        ("int other = 7; const BYTE g_vs[] = /* bytes */ ", "g_vs", &bytes),
        ("#if 0\nps_5_0\nmov o0.xyzw, l(0,0)\nret\n#endif\n\nconst BYTE g_ps[] =\n", "g_ps", &bytes),
        ("// int32_t old[] =\nconst BYTE g_ps[] =\n", "g_ps", &bytes),
    ] {
        let text = format!("{declaration}{{ 1, 0x02, 03, '\\4', 5u }};");
        let (found, content) = one(&text);
        assert_eq!((found.as_str(), &content), (name, expected), "{text}");
    }
}

#[test]
fn literals() {
    let (_, content) = one(
        "char x[] = { 'D', '\\x58', (char)0x42, (unsigned char) 67, -1, 0b101, 0X1fU, 1'0, '\\'', '\\n', };",
    );
    assert_eq!(content, [b'D', 0x58, 0x42, 67, 255, 5, 31, 10, b'\'', b'\n']);
    let (_, content) = one("{0x07230203,0x0001'0000,\n// a comment, 7\n0x000d000b, /* , 9 */ 24, 0}");
    assert_eq!(content[..8], [3, 2, 0x23, 7, 0, 0, 1, 0]);
    assert_eq!(content.len(), 20);
    let (_, content) = one("{1, 2, 3, 4, 0x100000000}");
    assert_eq!(content.len(), 40);
}

#[test]
fn lists_without_braces_are_whole_texts() {
    let text = "\u{feff}\t// 1011.6.0\n\t0x07230203,0x00010500,0x0008000b,0x00000015,0x00000000\n";
    assert_eq!(one(text).1.len(), 20);
    assert!(found("1, 2, 3, 4, 5, six").is_empty());
    assert!(found("1, 2, 3, 4, 5 }").is_empty());
}

#[test]
fn what_is_no_array_is_passed_over() {
    for text in [
        "",
        "{",
        "{}",
        "{1,2,3,4}",
        "{ 1.5, 2.5, 3.5, 4.5, 5.5 }",
        "{ a, b, c, d, e }",
        "{ 1, 2, 3, sizeof(x), 5 }",
        "{ 1 2 3 4 5 }",
        "{ 1,, 2, 3, 4, 5 }",
        "{ 0xg, 1, 2, 3, 4 }",
        "{ 99999999999999999999, 1, 2, 3, 4 }",
        "{ /* 1, 2, 3, 4, 5 }",
        "if (x) { return 1; }",
    ] {
        assert!(found(text).is_empty(), "{text}");
    }
    assert!(found("\0{1,2,3,4,5}").is_empty(), "binary data");
}

#[test]
fn several_arrays_and_nested_braces() {
    let all =
        found("struct { BYTE a[5]; } x = { { 1,2,3,4,5 }, { 6,7,8,9,10 } };\nBYTE last[] = { 1,2,3,4,5");
    let contents: Vec<u8> = all.iter().map(|(_, content)| content[0]).collect();
    assert_eq!(contents, [1, 6, 1], "the last one is cut off");
    assert_eq!(all[2].0, "last");
}

#[test]
fn places_are_those_of_the_numbers() {
    let text = "BYTE x[] = { 1, /* 2, */ 0x33,\n 4, 5, 6 };";
    let array = arrays(text.as_bytes()).next().expect("there is one");
    let spelled: Vec<&str> = array
        .places(text.as_bytes())
        .expect("there are few")
        .iter()
        .map(|&(start, size)| {
            let start = array.text.start + start as usize;
            &text[start..start + usize::from(size)]
        })
        .collect();
    assert_eq!(spelled, ["1", "0x33", "4", "5", "6"]);
}

#[test]
fn codecs_take_back_what_they_spell() {
    let content: Vec<u8> = (0..64).collect();
    for width in [Width::One, Width::Two, Width::Four, Width::Eight] {
        let codec = Numerals(width);
        let text = codec.encode(&content).expect("the size is even");
        assert_eq!(codec.decode(&text, 64), Ok(content.clone()));
        assert_eq!(codec.decode(&text, 8), Err(DecodeError::TooLong));
    }
    assert!(Numerals(Width::Four).encode(&[1, 2, 3]).is_err());
    assert_eq!(Numerals(Width::One).decode(b"1, x", 8), Err(DecodeError::Malformed));
}

/// Unterminated comments and arrays must not each cost a search to the end: a text of a megabyte would take minutes.
#[test]
fn beginnings_without_end_are_cheap() {
    for piece in ["{/*", "{ 1, /*", "{1,2,3,4,5,", "{{", "{//", "{/* */", "(", "{(char)"] {
        let text = piece.repeat((1 << 20) / piece.len());
        assert!(found(&text).len() < 2, "{piece}");
    }
}
