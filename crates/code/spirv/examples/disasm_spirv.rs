//! Prints a module as assembly: `disasm_spirv [--numeric] FILE`.

use std::io::Write;

use glassbox_spirv::{Names, Options, disassemble};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut options = Options::default();
    let mut path = None;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--numeric" => options.names = Names::Numeric,
            _ => path = Some(argument),
        }
    }
    let bytes = std::fs::read(path.ok_or("usage: disasm_spirv [--numeric] FILE")?)?;
    let text = disassemble(&bytes, &options)?;
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}
