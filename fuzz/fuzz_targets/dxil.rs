//! Reads arbitrary bytes as bitcode, calls every query, and reads them again with the same result.
#![no_main]

use glassbox_dxil::{Event, Module, Walk, check};

fn look(bytes: &[u8]) -> String {
    let mut sum = 0u64;
    for event in Walk::new(bytes) {
        match event {
            Ok(Event::Record(record)) => {
                assert_eq!(record.operands().count() as u64, record.len());
                sum = record
                    .operands()
                    .fold(sum, |sum, operand| sum.wrapping_mul(31).wrapping_add(operand));
            }
            Ok(_) => {}
            Err(fault) => assert!(fault.bits.end <= bytes.len() as u64 * 8),
        }
    }
    let faults = check::structure(bytes);
    let Ok(module) = Module::read(bytes) else {
        return format!("{sum} {faults:?}");
    };
    let names: Vec<&[u8]> = module.functions.iter().map(|function| &*function.name).collect();
    let symbols = check::symbols(&module, names.iter().copied());
    let items = (0..module.metadata.items.len() as u32).filter_map(|item| module.metadata.item(item));
    format!(
        "{sum} {faults:?} {:?} {symbols:?} {}",
        module.facts(),
        items.count()
    )
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    assert_eq!(look(bytes), look(bytes));
    // Most inputs lack the magic; try the contents with it too.
    let with_magic = [b"BC\xc0\xde", bytes].concat();
    assert_eq!(look(&with_magic), look(&with_magic));
});
