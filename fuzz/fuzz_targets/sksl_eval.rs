//! Runs arbitrary bytes as binary SkSL, within small limits: no panic, no hang.
#![no_main]

use std::sync::Arc;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::read::open;
use glassbox_sksl_eval::{Code, Effect, Frame, Settings};
use glassbox_sksl_lang::{Encoding, encode, lift};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = open(Window::whole(bytes), &Limits::default()) else {
        return;
    };
    let Ok(program) = lift(&file) else {
        return;
    };
    let _ = encode(&program, Encoding::Extended);
    let settings = Settings {
        step_limit: 1000,
        operation_limit: 1 << 14,
        slot_limit: 1 << 12,
        register_limit: 1 << 10,
        ..Settings::default()
    };
    let Ok(code) = Code::compile(&program, &settings) else {
        return;
    };
    let mut frame = Frame::new(4, 2);
    frame.threads = 1;
    let mut pixels = [0_u8; 32];
    let _ = Effect::new(Arc::new(code)).render(&frame, &mut pixels, &|_| ());
});
