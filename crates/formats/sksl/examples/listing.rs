//! Prints a binary: `listing FILE [source|description]`.

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::print::{Style, listing};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("the name of a file is missing")?;
    let style = arguments.next().and_then(|name| Style::from_name(&name)).unwrap_or_default();
    let bytes = std::fs::read(path)?;
    let file = glassbox_sksl::read::open(Window::whole(&bytes), &Limits::default())
        .map_err(|finding| finding.message)?;
    listing(&file.model, style, &mut std::io::stdout().lock())?;
    Ok(())
}
