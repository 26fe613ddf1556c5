//! Compiles the stages of a program and writes a module for each: `compile_glsl [--api vulkan|opengl] [--env NAME] [-g] [-D NAME=VALUE]
//! [-I FOLDER] [--check] [-o FOLDER] FILE…`. The stage of a file is its ending; `FILE:STAGE` states another. Files of one stage are texts of it. Exits with 1 where there are
//! errors.

use std::path::{Path, PathBuf};

use glassbox_core::diagnostic::Severity;
use glassbox_glsl::language::Api;
use glassbox_glsl::source::{Include, Included};
use glassbox_glsl::stage::Stage;
use glassbox_glsl::{Interface, Options, StageSource, Text, compile_program};
use glassbox_spirv::check::{CheckOptions, Environment, check};

/// Included texts in folders.
struct Folders(Vec<PathBuf>);

impl Include for Folders {
    fn find(&self, path: &str, is_system: bool, from: &str) -> Option<Included> {
        let beside = Path::new(from).parent().map(Path::to_owned).filter(|_| !is_system);
        let mut folders = beside.into_iter().chain(self.0.iter().cloned());
        folders.find_map(|folder| {
            let full = folder.join(path);
            let text = std::fs::read_to_string(&full).ok()?;
            Some(Included { name: full.to_string_lossy().into_owned(), text })
        })
    }

    fn known(&self, _from: &str) -> Vec<String> {
        Vec::new()
    }
}

fn main() -> std::process::ExitCode {
    let mut options = Options::default();
    let mut folders = Folders(Vec::new());
    let mut out = None;
    let mut is_checked = false;
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_default();
        match argument.as_str() {
            "--api" => {
                options.api = match value().as_str() {
                    "vulkan" => Api::Vulkan,
                    "opengl" => Api::OpenGl,
                    _ => Api::Any,
                }
            }
            "--env" => {
                let name = value();
                let found = Environment::NAMED.iter().find(|(known, _)| *known == name);
                options.environment = found.map_or(options.environment, |(_, environment)| *environment);
            }
            "--separate" => options.interface = Interface::Separated,
            "--as-is" => options.interface = Interface::Stated,
            "-g" => options.debug = true,
            "--check" => is_checked = true,
            "-D" => {
                let define = value();
                let (name, body) = define.split_once('=').unwrap_or((&define, "1"));
                options.defines.push((name.to_owned(), body.to_owned()));
            }
            "-I" => folders.0.push(value().into()),
            "-o" => out = Some(PathBuf::from(value())),
            _ => files.push(argument),
        }
    }
    let mut texts = Vec::new();
    for file in &files {
        let (path, stage) = match file.rsplit_once(':') {
            Some((path, stage)) => (path, Some(stage)),
            None => (file.as_str(), None),
        };
        let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let stage = Stage::named(stage.unwrap_or(ending)).unwrap_or(Stage::Fragment);
        let bytes = std::fs::read(path).unwrap_or_default();
        texts.push((stage, path, String::from_utf8_lossy(&bytes).into_owned()));
    }
    let mut sources: Vec<StageSource<'_>> = Vec::new();
    for (stage, name, text) in &texts {
        match sources.iter_mut().find(|known| known.stage == *stage) {
            Some(known) => known.texts.push(Text { name, text }),
            None => sources.push(StageSource::new(*stage, name, text)),
        }
    }
    let compiled = compile_program(&sources, &folders, &options);
    for finding in compiled.findings.items() {
        let severity = match finding.rule.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            _ => "info",
        };
        let file = compiled.sources.name(finding.location.input);
        let (line, column) = finding.location.line_column.unwrap_or_default();
        println!("{file}:{line}:{column}: {severity} [{}] {}", finding.rule.id, finding.message);
    }
    for (number, stage) in compiled.stages.iter().enumerate() {
        let words = stage.module.words().unwrap_or_default();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        if is_checked {
            for finding in check(&bytes, &CheckOptions::new(options.environment)) {
                println!("check: {} {}: {}", finding.rule.id, finding.message, finding.text);
            }
        }
        if let Some(folder) = &out {
            let path = if compiled.stages.len() == 1 && folder.extension().is_some() {
                folder.clone()
            } else {
                folder.join(format!("{number}.spv"))
            };
            std::fs::write(path, bytes).expect("the module is written");
        }
    }
    std::process::ExitCode::from(u8::from(compiled.findings.has_errors()))
}
