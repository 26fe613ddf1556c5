//! Compiles a text of WGSL: `compile_wgsl FILE [FOLDER]` prints what was found, and writes a module for each entry point to the folder.

use std::process::ExitCode;

use glassbox_lower_wgsl::{Options, lower};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), folder) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: compile FILE [FOLDER]");
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::from(2);
        }
    };
    match lower(&text, &Options::default()) {
        Ok(lowered) => {
            for entry in lowered.entry_points {
                println!("{} {}", entry.stage, entry.name);
                let Some(folder) = &folder else { continue };
                let path = format!("{folder}/{}.spv", entry.name);
                if let Err(error) = std::fs::write(&path, entry.module.bytes().unwrap_or_default()) {
                    eprintln!("{path}: {error}");
                    return ExitCode::from(2);
                }
            }
            ExitCode::SUCCESS
        }
        Err(findings) => {
            for finding in findings {
                let (line, column) = finding.location.line_column.unwrap_or_default();
                eprintln!("{file}:{line}:{column}: {} {}", finding.rule.id, finding.message);
            }
            ExitCode::FAILURE
        }
    }
}
