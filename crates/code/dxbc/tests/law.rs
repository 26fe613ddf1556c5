//! Checks properties of any bytes and any text: exact text round-trips, nothing panics, errors are within the
//! text.

use glassbox_dxbc::assemble::assemble;
use glassbox_dxbc::flow::{Target, graph};
use glassbox_dxbc::graph::dot;
use glassbox_dxbc::level9;
use glassbox_dxbc::print::{Floats, Options, Release, Style, print};
use glassbox_testing::container::{containers, token_streams};
use glassbox_testing::dxbc::program;
use glassbox_testing::random::{Random, mutate, mutate_number};

/// Number of rounds; more in optimized builds.
fn rounds() -> u64 {
    if cfg!(debug_assertions) { 500 } else { 4000 }
}

/// Prints bytes in every style; returns the exact text.
fn assert_round_trip(bytes: &[u8], what: &str) -> String {
    let text = print(bytes, &Options::EXACT);
    let made = assemble(&text).unwrap_or_else(|errors| panic!("{what}: {errors:?}\n{text}"));
    assert_eq!(made, bytes, "{what}\n{text}");
    for release in [Release::V6_3, Release::V10] {
        for floats in [Floats::Six, Floats::Exact] {
            let options = Options { style: Style::Fxc, release, floats };
            check_mistakes(&print(bytes, &options));
        }
    }
    let graph = graph(bytes);
    for edge in &graph.edges {
        assert!(edge.from < graph.blocks.len(), "{what}");
        assert!(!matches!(edge.to, Target::Block(block) if block >= graph.blocks.len()), "{what}");
    }
    assert!(dot(bytes, what).ends_with("}\n"));
    let _ = level9::print(bytes);
    text
}

/// Assembles a text; errors must be within it.
fn check_mistakes(text: &str) {
    for error in assemble(text).err().unwrap_or_default() {
        assert!(text.get(error.span.clone()).is_some(), "{error:?}\n{text}");
        assert!(error.help.is_some(), "{error:?}");
    }
}

#[test]
fn random_programs_are_printed_symbolically() {
    for seed in 0..rounds() {
        let bytes = program(&mut Random::new(seed));
        let text = assert_round_trip(&bytes, &format!("seed {seed}"));
        assert!(!text.contains(".words") && !text.contains("#("), "seed {seed}\n{text}");
    }
}

#[test]
fn any_bytes_have_an_exact_text() {
    for seed in 0..rounds() {
        let mut random = Random::new(seed);
        let base = program(&mut random);
        let bytes = match seed % 3 {
            0 => random.bytes(200),
            // A consistent header makes more of the words count.
            1 => {
                let code = random.bytes(200);
                let length = code.len() as u32 / 4 + 2;
                [&0x51u32.to_le_bytes()[..], &length.to_le_bytes(), &code].concat()
            }
            _ => mutate(&base, &mut random),
        };
        if !bytes.is_empty() {
            assert_round_trip(&bytes, &format!("seed {seed}"));
        }
    }
}

#[test]
fn mutations_of_the_corpus_have_an_exact_text() {
    let mut random = Random::new(7);
    let rounds = if cfg!(debug_assertions) { 3 } else { 40 };
    for (name, bytes) in containers() {
        for stream in token_streams(&bytes) {
            for _ in 0..rounds {
                let mutated = mutate(stream, &mut random);
                if !mutated.is_empty() {
                    assert_round_trip(&mutated, &name);
                }
            }
        }
    }
}

#[test]
fn errors_are_within_the_text() {
    for seed in 0..rounds() {
        let mut random = Random::new(seed);
        let text = print(&program(&mut random), &Options::EXACT);
        check_mistakes(&mutate_number(&text, &mut random));
        let mutated = mutate(text.as_bytes(), &mut random);
        check_mistakes(&String::from_utf8_lossy(&mutated));
    }
}
