//! Compiles one source to a binary N times in one process, for instruction counters: runs with 0, 1 and 2 give the
//! cost of the first and of each later compilation.
//!
//! ```text
//! cargo build --release --example repeat
//! valgrind --tool=callgrind target/release/examples/repeat 2 FILE.rts
//! ```

use std::hint::black_box;
use std::process::ExitCode;

use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Encoding, Options, compile, encode};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, file] = &arguments[..] else {
        eprintln!("repeat COUNT FILE");
        return ExitCode::from(2);
    };
    let Ok(text) = std::fs::read_to_string(file) else {
        eprintln!("{file} cannot be read");
        return ExitCode::from(2);
    };
    let options = Options::new(ProgramKind::SHADER);
    let mut size = 0;
    for _ in 0..count.parse::<u32>().unwrap_or(1) {
        let program = compile(black_box(&text), &options).program;
        size = program
            .and_then(|program| encode(&program, Encoding::Strict).ok())
            .map_or(0, |bytes| black_box(bytes).len());
    }
    println!("{size}");
    ExitCode::SUCCESS
}
