//! Reads arbitrary bytes as bitcode: nothing panics, work and memory are linear, repeated reads agree.

use glassbox_dxil::write::{Outline, Stream};
use glassbox_dxil::{Event, Linkage, Module, Walk, check};
use glassbox_testing::container::{containers, parts, program};
use glassbox_testing::random::{Random, mutate};

/// Accesses everything in the bytes.
fn read_everything(bytes: &[u8]) -> String {
    let mut seen = 0u64;
    let mut at = 0;
    for event in Walk::new(bytes) {
        match event {
            Ok(Event::Record(record)) => {
                assert!(record.bits.start >= at && record.bits.end <= bytes.len() as u64 * 8);
                at = record.bits.end;
                assert_eq!(record.operands().count() as u64, record.len());
                seen =
                    record.operands().fold(seen, |sum, operand| sum.wrapping_mul(31).wrapping_add(operand));
            }
            Ok(Event::Enter(block)) => assert!(block.bits.end <= bytes.len() as u64 * 8),
            Ok(_) => {}
            Err(fault) => {
                assert!(fault.bits.end <= bytes.len() as u64 * 8, "{fault:?}");
                seen += fault.bits.start;
            }
        }
    }
    let faults = check::structure(bytes);
    let Ok(module) = Module::read(bytes) else {
        return format!("{seen} {faults:?}");
    };
    let names: Vec<&[u8]> = module.functions.iter().map(|function| &*function.name).collect();
    let symbols = check::symbols(&module, names.iter().copied());
    let rows = check::rows(&module, names.iter().map(|name| (*name, names.clone())).take(20));
    let items = (0..module.metadata.items.len() as u32).filter_map(|item| module.metadata.item(item)).count();
    format!("{seen} {faults:?} {:?} {symbols:?} {rows:?} {items}", module.facts())
}

#[test]
fn mutations_are_read_the_same_twice() {
    let outline = Outline::new("lib", 6, 3)
        .define(b"\x01?Shade@@YAMM@Z", Linkage::EXTERNAL)
        .define(b"\x01?Helper@@YAMM@Z", Linkage::INTERNAL)
        .declare(b"\x01?Noise@@YAMM@Z")
        .bitcode();
    let mut modules = vec![outline];
    for (name, bytes) in containers() {
        // One compiler's output is variety enough for mutations.
        if name.contains("dxc19/") {
            let programs = parts(&bytes).into_iter().filter_map(|(_, data)| program(data));
            modules
                .extend(programs.map(|(_, bitcode)| bitcode.to_vec()).filter(|bitcode| bitcode.len() < 8000));
        }
    }
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let bytes = mutate(&modules[seed as usize % modules.len()], &mut random);
        assert_eq!(read_everything(&bytes), read_everything(&bytes), "seed {seed}");
    }
}

#[test]
fn random_bytes_are_read() {
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let mut bytes = b"BC\xc0\xde".to_vec();
        if seed % 2 == 0 {
            // A module block of many words, so that more than the first bits are read.
            bytes.extend([0x21, 0x0c, 0, 0, 0x40, 0, 0, 0]);
        }
        bytes.extend(random.bytes(300));
        read_everything(&bytes);
    }
}

#[test]
fn records_of_literals_cost_no_more_than_their_bits() {
    let mut stream = Stream::new();
    stream.block(8, 3, |module| {
        // An abbreviation of 64 literals: every record that uses it takes three bits.
        module.fixed(2, 3);
        module.variable(64, 5);
        for _ in 0..64 {
            module.fixed(1, 1);
            module.variable(8, 8);
        }
        (0..500_000).for_each(|_| module.fixed(4, 3));
    });
    // Quadratic work here takes hours.
    let _ = Module::read(&stream.finish());
}

#[test]
fn shared_abbreviations_are_not_copied() {
    let mut stream = Stream::new();
    stream.block(8, 3, |module| {
        module.block(0, 3, |info| {
            info.record(1, &[11]);
            for _ in 0..100_000 {
                info.fixed(2, 3);
                info.variable(1, 5);
                info.fixed(1, 1);
                info.variable(8, 8);
            }
        });
        for _ in 0..50_000 {
            module.block(11, 3, |_| {});
        }
    });
    // A copy per block would be five billion abbreviations.
    let _ = Module::read(&stream.finish());
}

#[test]
fn entry_points_that_share_a_long_node_are_cut() {
    let mut stream = Stream::new();
    stream.block(8, 3, |module| {
        module.block(15, 3, |metadata| {
            metadata.record(3, &vec![1; 20_000]);
            metadata.text(4, &[], b"dx.entryPoints");
            metadata.record(10, &vec![0; 20_000]);
        });
    });
    let bytes = stream.finish();
    let module = Module::read(&bytes).expect("it is a module");
    assert!(module.facts().entry_points.len() < 100);
}
