//! Prints the structural diff of two files.
//!
//! `cargo run --example diff -- OLD NEW`; without arguments, two of the repository's examples.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut arguments = std::env::args().skip(1);
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| format!("{root}/{default}"));
    let (old, new) = (next("examples/pair.shbin"), next("docs/examples/broken.shbin"));

    let (old, new) = (std::fs::read(old)?, std::fs::read(new)?);
    let (old, new) = (glassbox::open(&old), glassbox::open(&new));
    // Trees are compared, not bytes: data that only moved is reported as moved.
    for change in old.diff(&new) {
        let range = change.new_range.or(change.old_range).unwrap_or_default();
        println!("{:#06x}  {}: {}", range.start, change.kind, change.path);
        println!("          old: {}", change.old.as_deref().unwrap_or("-"));
        println!("          new: {}", change.new.as_deref().unwrap_or("-"));
    }
    Ok(())
}
