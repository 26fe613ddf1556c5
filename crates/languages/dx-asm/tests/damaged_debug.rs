//! Lists shader model 4 and 5 programs with damaged debug information: no panic, the program is complete, and
//! the text stays proportional to the file.

use std::fs;
use std::path::Path;

use glassbox_core::limits::Limits;
use glassbox_dx_asm::dxbc::{Words, listing};
use glassbox_dxbc::print::Floats;
use glassbox_testing::random::Random;

/// Programs with debug information, and its byte range.
fn programs() -> Vec<(Vec<u8>, std::ops::Range<usize>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fxc");
    ["zi_lines", "zi_interfaces", "zi_parts", "zi_hull"]
        .iter()
        .map(|name| {
            let bytes = fs::read(folder.join(format!("{name}.dxbc"))).expect("it can be read");
            let parts = bytes.windows(4).position(|word| word == b"SPDB");
            let start = parts.expect("it has debug information") + 8;
            let end = bytes.len();
            (bytes, start..end)
        })
        .collect()
}

fn text(bytes: &[u8]) -> String {
    listing(bytes, &Limits::default(), Words::Own, Floats::Six).expect("there is a program")
}

/// Instructions of a listing.
fn instructions(text: &str) -> Vec<&str> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split("//").next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .collect()
}

/// Words that make counts and record lengths large, small or negative.
const WORDS: [u8; 8] = [0, 1, 2, 0x10, 0x7f, 0x80, 0xf2, 0xff];

#[test]
fn damage() {
    let (mut kept, mut gone) = (0, 0);
    for (bytes, place) in programs() {
        let whole = text(&bytes);
        assert!(whole.contains("#line"));
        // The database consists of blocks; symbols, lines and types are not only in the last ones.
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut bytes = bytes.clone();
            for _ in 0..=random.below(4) {
                let at = place.start + random.below((place.len()) as u64) as usize;
                bytes[at] = match random.below(2) {
                    0 => WORDS[random.below(8) as usize],
                    _ => random.below(256) as u8,
                };
            }
            let damaged = text(&bytes);
            assert_eq!(instructions(&damaged), instructions(&whole));
            assert!(damaged.len() < whole.len() + (32 << 20));
            if damaged.contains("#line") { kept += 1 } else { gone += 1 }
        }
    }
    assert!(kept > 50 && gone > 20, "{kept} listings with lines, {gone} without");
}

#[test]
fn cut_off() {
    for (bytes, place) in programs() {
        let whole = text(&bytes);
        for end in (place.start..place.end).step_by(397) {
            let mut bytes = bytes.clone();
            bytes[end..].fill(0);
            assert_eq!(instructions(&text(&bytes)), instructions(&whole));
        }
    }
}
