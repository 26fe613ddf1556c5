//! Assembles a text: `asm FILE > MODULE`.

use std::io::Write;

use glassbox_spirv::assemble;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: asm FILE > MODULE")?;
    let text = std::fs::read_to_string(&path)?;
    match assemble(&text) {
        Ok(bytes) => std::io::stdout().lock().write_all(&bytes)?,
        Err(errors) => {
            for error in errors {
                eprintln!("{path}:{error}");
            }
            std::process::exit(1);
        }
    }
    Ok(())
}
