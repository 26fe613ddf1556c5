//! Prints a file as text, changes one field by its name, and assembles the text again.
//!
//! `cargo run --example edit -- FILE FIELD VALUE`; without arguments, a program begins at its second instruction.

use std::error::Error;

use glassbox::core::text::{Edit, edit};

fn main() -> Result<(), Box<dyn Error>> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/pair.shbin");
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| default.to_owned());
    let label = arguments.next().unwrap_or_else(|| "dvle[0].main".to_owned());
    let value = arguments.next().unwrap_or_else(|| "1".to_owned());

    let old = std::fs::read(&path)?;
    let text = glassbox::open(&old).text();
    // The text assembles to the same bytes, whatever the file is.
    assert_eq!(glassbox::assemble(text.as_bytes())?, old);

    // Sizes, offsets and checksums are expressions in the text, so they follow from the edit.
    let set = Edit::Set { label, value };
    let edited = edit(&text, &[set], &glassbox::registry())?;
    let new = glassbox::assemble(edited.as_bytes())?;

    for change in glassbox::open(&old).diff(&glassbox::open(&new)) {
        println!("{change}");
    }
    Ok(())
}
