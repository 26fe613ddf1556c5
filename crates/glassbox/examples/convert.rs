//! Converts a shader to another language.
//!
//! `cargo run --example convert -- FILE LANGUAGE`; without arguments, a SPIR-V module becomes WGSL and HLSL.

use std::error::Error;

use glassbox::ConversionOptions;

fn main() -> Result<(), Box<dyn Error>> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/fragment.spv");
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| default.to_owned());
    let languages = match arguments.next() {
        Some(language) => vec![language],
        None => vec!["wgsl".to_owned(), "hlsl".to_owned()],
    };
    let bytes = std::fs::read(&path)?;
    let file = glassbox::open(&bytes);
    for language in languages {
        // The error names the feature the target lacks, or the languages this file can be converted to.
        let converted = file.convert(&language, &ConversionOptions::default())?;
        for note in &converted.notes {
            eprintln!("{note}");
        }
        match String::from_utf8(converted.bytes) {
            Ok(text) => println!("// {language}\n{text}"),
            Err(binary) => println!("// {language}: {} bytes", binary.as_bytes().len()),
        }
    }
    Ok(())
}
