//! Opens files of any kind and prints their findings.
//!
//! `cargo run --example check -- FILE…`; without files, four of the repository's examples.

use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        paths = [
            "examples/pair.shbin",
            "docs/examples/broken.shbin",
            "examples/lit.vbc",
            "examples/library.dxil",
        ]
        .map(|name| PathBuf::from(root).join(name))
        .to_vec();
    }
    for path in paths {
        let bytes = std::fs::read(&path)?;
        // Opening never fails: a file that is cut off or of no known kind has findings too.
        let file = glassbox::open(&bytes);
        println!("{}: {}", path.display(), file.summary().kind);
        for finding in file.check().into_sorted() {
            println!("  {finding}");
            println!("    {}", finding.cure());
        }
    }
    Ok(())
}
