//! Compares the assembler's errors with the `.err` file beside each `.bad.spvasm`.

use crate::support;
use glassbox_spirv::{MAX_ERRORS, assemble};
use glassbox_testing::case::files;
use glassbox_testing::golden;
use glassbox_testing::random::Random;
use support::fixtures;

#[test]
fn messages() {
    let mut count = 0;
    for path in files(&fixtures(), "bad.spvasm") {
        let text = std::fs::read_to_string(&path).expect("fixtures are text");
        let errors = assemble(&text).expect_err("a bad fixture");
        let mut found = String::new();
        for error in &errors {
            assert!(text.get(error.span.clone()).is_some(), "{}: {:?}", path.display(), error.span);
            found.push_str(&format!("{error}\n"));
        }
        golden(path.with_extension("").with_extension("err"), &found);
        count += 1;
    }
    assert!(count >= 4);
}

#[test]
fn errors_are_limited() {
    let errors = assemble(&"OpWrong\n".repeat(5000)).expect_err("every line is wrong");
    assert_eq!(errors.len(), MAX_ERRORS);
    let errors = assemble(&";! wrong\n".repeat(5000)).expect_err("every line is wrong");
    assert_eq!(errors.len(), MAX_ERRORS);
}

#[test]
fn columns_count_characters() {
    let errors = assemble("OpName %a \"größe\" ?").expect_err("too much");
    assert_eq!((errors[0].line, errors[0].column), (1, 19), "{}", errors[0]);
}

#[test]
fn random_text_is_rejected_or_assembled() {
    let pieces = [
        "OpName",
        "OpLoad",
        "OpSwitch",
        "OpExtInst",
        "OpConstant",
        "%a",
        "%1",
        "%4294967295",
        "=",
        "!",
        "!5",
        "!0xffffffffff",
        "\"",
        "\"x\"",
        "\\",
        ";",
        ";!",
        "\n",
        "\n",
        "ids",
        "a=1",
        "1.5",
        "-7",
        "0x1p+128",
        "None",
        "Lod|Bias",
        "|",
        "%",
        "ü",
        "OpSpecConstantOp",
        "IAdd",
        "OpTypeInt",
        "32",
        "bound",
        "trailing",
        "ff",
        "endian",
        "big",
        "header",
        "3",
        "\0",
    ];
    let mut random = Random::new(9);
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..random.index(30) {
            text.push_str(pieces[random.index(pieces.len())]);
            if random.index(4) > 0 {
                text.push(' ');
            }
        }
        if let Ok(bytes) = assemble(&text) {
            support::assert_law(&bytes, &text);
        }
    }
}

#[test]
fn unterminated_strings_take_linear_time() {
    for line in ["\\\"\n", "\"\n\\\"", "%1 ; x\n"] {
        let text = format!("\"\n{};! bound 3\n", line.repeat(200_000));
        assert!(assemble(&text).is_err());
    }
}
