//! Prints inputs, outputs and resources of shaders as a table. The same code serves every format.
//!
//! `cargo run --example interface -- FILE…`; without files, one of each kind of the repository's folder `examples`.

use std::error::Error;
use std::path::PathBuf;

use glassbox::core::interface::Variable;

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
        paths = ["pair.shbin", "lit.vbc", "vertex.dxil", "fragment.spv", "packed.bpx"]
            .map(|name| PathBuf::from(folder).join(name))
            .to_vec();
    }
    println!("what           stage      name                     where");
    for path in paths {
        let bytes = std::fs::read(&path)?;
        let interface = glassbox::open(&bytes).interface();
        println!("-- {}", path.display());
        for entry in &interface.entry_points {
            println!("{:<14} {:<10} {}", "entry point", entry.stage, entry.name);
            for (what, list) in [("input", &entry.inputs), ("output", &entry.outputs)] {
                for variable in list {
                    println!("{what:<14} {:<10} {:<24} {}", entry.stage, name(variable), place(variable));
                }
            }
        }
        for resource in &interface.resources {
            let stages = resource.stages.join(",");
            let binding = resource.binding.map_or_else(String::new, |number| format!("binding {number}"));
            println!("{:<14} {stages:<10} {:<24} {binding}", resource.kind, resource.name);
        }
        for block in &interface.blocks {
            println!("{:<14} {:<10} {}", "block", block.stages.join(","), block.name);
        }
    }
    Ok(())
}

fn name(variable: &Variable) -> &str {
    variable.semantic.as_deref().unwrap_or(&variable.name)
}

/// Formats count locations or name registers, never both.
fn place(variable: &Variable) -> String {
    match (&variable.register, variable.location) {
        (Some(register), _) => register.clone(),
        (None, Some(location)) => format!("location {location}"),
        (None, None) => String::new(),
    }
}
