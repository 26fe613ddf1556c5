//! Reads arbitrary bytes as a typed module: a module that was read can be written, and reading and writing the result
//! gives the same bytes.
#![no_main]

use glassbox_dxil::ir::{FunctionId, Typed, encode};

fn look(bytes: &[u8]) {
    let size = bytes.len() as u64 * 8;
    let within = |fault: glassbox_dxil::BitcodeError| assert!(fault.bits.end <= size, "{fault:?}");
    let module = match Typed::read(bytes) {
        Ok(module) => module,
        Err(fault) => return within(fault),
    };
    for index in 0..module.functions.len() {
        if let Err(fault) = module.body(FunctionId::at(index)) {
            return within(fault);
        }
    }
    let written = encode(&module).expect("what was read can be written");
    let again = Typed::read(&written).expect("what was written can be read");
    assert!(encode(&again).expect("it can be written again") == written);
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    look(bytes);
    // Most inputs lack the magic; try the contents with it too.
    look(&[b"BC\xc0\xde", bytes].concat());
});
