//! Disassembles a token stream: `disasm_dxbc [--exact] FILE`; the file is the data of a part `SHDR` or `SHEX`.

use std::io::Write;

use glassbox_dxbc::print::{Options, Style, print};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut options = Options::default();
    let mut path = None;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--exact" => options.style = Style::Exact,
            _ => path = Some(argument),
        }
    }
    let bytes = std::fs::read(path.ok_or("usage: disasm_dxbc [--exact] FILE")?)?;
    std::io::stdout().lock().write_all(print(&bytes, &options).as_bytes())?;
    Ok(())
}
