//! Checks the bitcode view against a module counted by hand, and the view laws over the corpus and damaged
//! streams.

use std::ops::ControlFlow;

use glassbox_core::view::{self, Detail};
use glassbox_dxil::view::VIEW;
use glassbox_dxil::write::{Outline, Stream};
use glassbox_dxil::{Event, Linkage, Walk};
use glassbox_testing::container::{containers, parts, program};
use glassbox_testing::random::{Random, mutate};
use glassbox_testing::tree::{assert_view_covers, view_lines};

#[test]
fn every_bit_of_a_small_stream_is_named() {
    // Computed by hand from the format: ids of 2 bits outside, 3 inside; a record holds code, count and
    // operands in 6-bit chunks, of which the top bit is the continuation bit.
    let mut stream = Stream::new();
    stream.block(8, 3, |module| {
        module.record(1, &[1]);
        module.text(2, &[], b"dxil");
    });
    let code = stream.finish();
    assert_eq!(
        view_lines(&VIEW, &code, Detail::Fields),
        [
            "0 0..32 magic 3737142082",
            "0 32..192 module block 8, ids of 3 bits, 3 words",
            "1 32..34 abbreviation_id 1",
            "1 34..42 block_id 8",
            "1 42..46 width 3",
            "1 46..64 alignment",
            "1 64..96 words 3",
            "1 96..117 version [1]",
            "2 96..99 abbreviation_id 3",
            "2 99..105 code 1",
            "2 105..111 count",
            "2 111..117 operand[0] 1",
            "1 117..180 triple [] \"dxil\"",
            "2 117..120 abbreviation_id 3",
            "2 120..126 code 2",
            "2 126..132 count",
            "2 132..144 operand[0] 100",
            "2 144..156 operand[1] 120",
            "2 156..168 operand[2] 105",
            "2 168..180 operand[3] 108",
            "1 180..183 end_block 0",
            "1 183..192 alignment",
        ]
    );
    assert_eq!(
        view_lines(&VIEW, &code, Detail::Blocks),
        ["0 32..192 module block 8, ids of 3 bits, 3 words"]
    );
}

#[test]
fn corpus_modules_are_named_to_the_last_bit() {
    for (name, bytes) in containers() {
        for (_, data) in parts(&bytes) {
            let Some((_, bitcode)) = program(data).filter(|(_, bitcode)| bitcode.starts_with(b"BC")) else {
                continue;
            };
            assert_view_covers(&VIEW, bitcode, &name);
            if name.contains("dxil_bc_") {
                // Their bitcode is damaged, so it has faults and records without names.
                continue;
            }
            // As many records as a walk finds, none without a name.
            let walked = Walk::new(bitcode).flatten();
            let records = walked.filter(|event| matches!(event, Event::Record(_))).count();
            let mut named = 0;
            view::items(&VIEW, bitcode, Detail::Records, &mut |item| {
                assert_ne!(item.name, "record", "{name}: {item:?}");
                assert_ne!(item.name, "fault", "{name}: {item:?}");
                let other = ["define_abbreviation", "magic", "wrapper"].contains(&item.name);
                named += usize::from(item.detail == Detail::Records && !other);
                ControlFlow::Continue(())
            });
            assert_eq!(named, records, "{name}");
        }
    }
}

#[test]
fn damaged_streams_obey_the_law() {
    let bitcode = Outline::new("lib", 6, 3)
        .define(b"\x01?Shade@@YAMM@Z", Linkage::EXTERNAL)
        .declare(b"\x01?Noise@@YAMM@Z")
        .bitcode();
    for seed in 0..3000 {
        let changed = mutate(&bitcode, &mut Random::new(seed));
        assert_view_covers(&VIEW, &changed, &format!("seed {seed}"));
    }
}
