//! Reads arbitrary bytes as a token stream, calls every query, and reads them again with the same result.
#![no_main]

use glassbox_dxbc::{Program, check, declaration};

fn look(bytes: &[u8]) -> String {
    let found = check(bytes);
    assert!(
        found
            .iter()
            .all(|one| one.bytes.start <= one.bytes.end && one.bytes.end <= bytes.len())
    );
    let Ok(program) = Program::read(bytes) else {
        return format!("{found:?}");
    };
    let mut walk = program.walk();
    let mut at = 8;
    let mut sum = 0;
    for one in walk.by_ref() {
        assert_eq!(one.range().start, at);
        at = one.range().end;
        sum += format!("{:?}", declaration(&one, program.has_spaces())).len();
        for operand in one.operands().flatten() {
            let mut open = vec![operand];
            while let Some(operand) = open.pop() {
                sum += operand.immediates().len() + operand.words();
                open.extend(operand.indices().filter_map(|index| index.relative));
            }
        }
    }
    format!("{found:?} {sum} {:?}", walk.rest())
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    assert_eq!(look(bytes), look(bytes));
    // A valid header makes more of the words significant.
    let length = (bytes.len() / 4) as u32 + 2;
    let with_header = [&[0x51, 0, 0, 0][..], &length.to_le_bytes(), bytes].concat();
    assert_eq!(look(&with_header), look(&with_header));
});
