//! Writes modules of SkSL programs: `cargo run --example lower -- FOLDER FILE…` puts each, sources and binaries, in the folder as
//! `NAME.spv`. The kind of a source follows from its suffix.

use std::error::Error;
use std::path::Path;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_lower_sksl::{Options, lower};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Program, compile, lift};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((folder, files)) = arguments.split_first() else {
        return Err("state a folder and files".into());
    };
    for file in files {
        let path = Path::new(file);
        let lowered = program(path).and_then(|program| {
            lower(&program, &Options::default()).map_err(|findings| findings[0].to_string())
        });
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match lowered {
            Ok(lowered) => {
                let bytes = lowered.module.bytes().ok_or("an instruction is too long")?;
                std::fs::write(Path::new(folder).join(format!("{name}.spv")), bytes)?;
            }
            Err(error) => println!("{file}: {error}"),
        }
    }
    Ok(())
}

fn program(path: &Path) -> Result<Program, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let kind = match path.extension().and_then(|end| end.to_str()) {
        Some("rtcf") => ProgramKind::COLOR_FILTER,
        Some("rtb") => ProgramKind::BLENDER,
        Some("frag") => ProgramKind::FRAGMENT,
        Some("vert") => ProgramKind::VERTEX,
        Some("mv") => ProgramKind::MESH_VERTEX,
        Some("mf") => ProgramKind::MESH_FRAGMENT,
        Some("bin") => {
            let file = glassbox_sksl::read::open(Window::whole(&bytes), &Limits::default())
                .map_err(|finding| finding.to_string())?;
            return lift(&file).map_err(|findings| findings[0].to_string());
        }
        _ => ProgramKind::SHADER,
    };
    let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    let compiled = compile(&text, &glassbox_sksl_lang::Options::new(kind));
    compiled.program.ok_or_else(|| compiled.findings.first().map_or(String::new(), ToString::to_string))
}
