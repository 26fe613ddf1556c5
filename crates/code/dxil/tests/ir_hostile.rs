//! Reads arbitrary bytes as typed modules: nothing panics, and any readable module round-trips to a fixed
//! point.

use glassbox_dxil::ir::{self, FunctionId, Typed};
use glassbox_dxil::write::Outline;
use glassbox_dxil::{Linkage, Walk};
use glassbox_testing::container::{containers, parts, program};
use glassbox_testing::random::{Random, mutate};

/// True if the bytes are a readable module, which is then written twice.
fn read_everything(bytes: &[u8]) -> bool {
    let size = bytes.len() as u64 * 8;
    let module = match Typed::read(bytes) {
        Ok(module) => module,
        Err(fault) => {
            assert!(fault.bits.start <= fault.bits.end && fault.bits.end <= size, "{fault:?}");
            return false;
        }
    };
    for index in 0..module.functions.len() {
        if let Err(fault) = module.body(FunctionId::at(index)) {
            assert!(fault.bits.start <= fault.bits.end && fault.bits.end <= size, "{fault:?}");
            return false;
        }
    }
    let written = ir::encode(&module).expect("what was read can be written");
    let again = Typed::read(&written).unwrap_or_else(|fault| panic!("{fault} at {:?}", fault.bits));
    let twice = ir::encode(&again).expect("it can be written again");
    assert!(written == twice, "it is written the same");
    true
}

fn modules() -> Vec<Vec<u8>> {
    let outline = Outline::new("lib", 6, 3)
        .define(b"\x01?Shade@@YAMM@Z", Linkage::EXTERNAL)
        .define(b"\x01?Helper@@YAMM@Z", Linkage::INTERNAL)
        .declare(b"\x01?Noise@@YAMM@Z")
        .bitcode();
    let mut modules = vec![outline];
    for (name, bytes) in containers() {
        if name.contains("dxc19/") || name.contains("/yaml/") || name.contains("malformed/") {
            let programs = parts(&bytes).into_iter().filter_map(|(_, data)| program(data));
            modules.extend(
                programs.map(|(_, bitcode)| bitcode.to_vec()).filter(|bitcode| bitcode.len() < 12000),
            );
        }
    }
    modules
}

#[test]
fn foreign_bitcode_keeps_its_meaning() {
    let mut count = 0;
    for bytes in modules() {
        let Ok(module) = Typed::read(&bytes) else { continue };
        let written = ir::encode(&module).expect("it can be written");
        let again = Typed::read(&written).expect("it can be read again");
        assert!(module.same(&again).expect("the bodies are read"), "{count}");
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn mutations_are_read_or_rejected() {
    let modules = modules();
    let mut read = 0;
    for seed in 0..6000 {
        let mut random = Random::new(seed);
        let bytes = mutate(&modules[seed as usize % modules.len()], &mut random);
        read += u32::from(read_everything(&bytes));
    }
    assert!(read > 100, "{read} of them were read");
    println!("{read} of 6000 mutations were read");
}

/// Mutated bytes rarely form a valid bitstream; mutated operands always do.
#[test]
fn mutated_operands_are_read_or_rejected() {
    let modules = modules();
    let mut read = 0;
    for seed in 0..6000u64 {
        let mut random = Random::new(seed);
        let bytes = mutate_operands(&modules[seed as usize % modules.len()], &mut random);
        read += u32::from(read_everything(&bytes));
    }
    assert!(read > 100, "{read} of them were read");
    println!("{read} of 6000 rewordings were read");
}

/// The same blocks and records without abbreviations, with a few operands changed and records dropped.
fn mutate_operands(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    use glassbox_dxil::Event;
    use glassbox_dxil::write::Stream;
    let mut stream = Stream::new();
    let mut open = Vec::new();
    let count = Walk::new(bytes).count() as u64;
    for event in Walk::new(bytes) {
        match event {
            Ok(Event::Enter(block)) => open.push(stream.enter(block.id.0, block.width.min(32))),
            Ok(Event::Leave(_)) => {
                if let Some(entered) = open.pop() {
                    stream.leave(entered);
                }
            }
            Ok(Event::Record(record)) => {
                let mut operands: Vec<u64> = record.operands().collect();
                let mut code = record.code;
                if random.below(count / 2) == 0 {
                    let small = random.below(40);
                    match random.below(8) {
                        0 => continue,
                        1 => code = small,
                        2 => operands.push(small),
                        3 => {
                            operands.pop();
                        }
                        _ => {
                            let index = random.below(operands.len().max(1) as u64) as usize;
                            if let Some(operand) = operands.get_mut(index) {
                                *operand = match random.below(4) {
                                    0 => operand.wrapping_sub(1),
                                    1 => *operand + 1,
                                    2 => small,
                                    _ => u64::MAX >> random.below(64),
                                };
                            }
                        }
                    }
                }
                if !open.is_empty() {
                    stream.record(code, &operands);
                }
            }
            _ => {}
        }
    }
    while let Some(entered) = open.pop() {
        stream.leave(entered);
    }
    stream.finish()
}
