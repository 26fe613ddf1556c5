//! Lists the DXIL program of a container: `cargo run --example list shader.dxil`.

use std::io::Write as _;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dx_asm::dxil::{self, Selection};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name a container")?;
    let bytes = std::fs::read(path)?;
    let container = glassbox_dxcontainer::read::open(Window::whole(&bytes), &Limits::default())
        .map_err(|diagnostic| diagnostic.message.clone())?;
    let text = dxil::container(&container, &Selection::default())?;
    std::io::stdout().write_all(&text)?;
    Ok(())
}
