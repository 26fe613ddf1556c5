//! Makes BPXS packages of a program's stages, with the builder of packages.

use std::io;
use std::sync::{Mutex, PoisonError};

use glassbox::bpx_build::build::build_switches;
use glassbox::bpx_build::project::switches::{COMMAND_LINE, Switches};
use glassbox::bpx_build::sources::Files as PackageFiles;
use glassbox::programs::rules;
use glassbox::stages::{Language, stage_of_name};
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::stage::Stage;
use glassbox_syntax::source::Sources;

use super::files::Files;
use super::program::STAGES;
use super::unit::{Built, Made, Unit};

/// The files of a run, for the builder of packages.
struct Read<'f> {
    files: &'f Files,
    looked: Mutex<Vec<String>>,
}

impl PackageFiles for Read<'_> {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        if !looked.iter().any(|known| known == path) {
            looked.push(path.to_owned());
        }
        drop(looked);
        let text = self.files.text(path).ok_or(io::ErrorKind::NotFound)?;
        Ok(text.text.as_bytes().to_vec())
    }
}

/// Makes the packages of a program, one for each rendering platform. Findings have places in `sources`.
pub(super) fn build(unit: &Unit, files: &Files, sources: &mut Sources, built: &mut Built) {
    let start = Location::default();
    if unit.platforms.is_empty() {
        let message = "found no rendering platform of the package, expected one such as VK10";
        built.findings.push(
            Diagnostic::new(&rules::TARGET, start, message)
                .help("name it with --target VK10, or in a project file with target = \"VK10\""),
        );
        return;
    }
    let mut stages = Vec::new();
    for file in &unit.files {
        let stage = file.stage.or_else(|| stage_of_name(&file.path));
        match stage.and_then(name_of) {
            Some(name) => stages.push((name, vec![file.path.clone()])),
            None => {
                let message = format!("found {}, which is no stage of packages", file.path);
                let known = format!("packages have the stages {}", STAGES.join(", "));
                let at = Location::default().input(sources.find(&file.path).unwrap_or(0));
                built.findings.push(Diagnostic::new(&rules::TARGET, at, message).help(known));
                return;
            }
        }
    }
    let all = unit.options.defines.iter().map(|(name, text)| (None, name.clone(), text.clone()));
    let own = unit.options.stage_defines.iter().flat_map(|(stage, defines)| {
        let stage = name_of(*stage);
        defines.iter().map(move |(name, text)| (stage, name.clone(), text.clone()))
    });
    let language = unit.files.iter().find_map(|file| file.language);
    let switches = Switches {
        targets: unit.platforms.clone(),
        stages,
        language: language
            .filter(|language| *language != Language::Hlsl)
            .map(|known| known.name().to_owned()),
        include: unit.include.clone(),
        defines: all.chain(own).collect(),
        ..Switches::default()
    };
    let read = Read { files, looked: Mutex::default() };
    let package = build_switches(&switches, &read);
    let looked = read.looked.into_inner().unwrap_or_else(PoisonError::into_inner);
    built.looked.extend(looked.into_iter().filter(|path| !unit.files.iter().any(|file| file.path == *path)));
    let numbers: Vec<u32> = package
        .sources
        .files()
        .iter()
        .map(|file| match sources.find(&file.name).filter(|_| file.name != COMMAND_LINE) {
            Some(number) => number,
            None => sources.add(file.name.clone(), file.text.clone()),
        })
        .collect();
    let place = |location: &mut Location| {
        location.input = numbers.get(location.input as usize).copied().unwrap_or(0);
    };
    for mut finding in package.findings {
        place(&mut finding.location);
        finding.labels.iter_mut().for_each(|label| place(&mut label.location));
        built.findings.push(finding);
    }
    for program in package.programs {
        built.made.push(Made {
            target: "bpxs".to_owned(),
            stage: String::new(),
            entry: program.target_name.to_owned(),
            extension: format!("{}.bpx", program.target_name),
            source: 0,
            is_alone: true,
            is_text: false,
            bytes: program.bytes,
        });
    }
}

/// The name of a stage in packages.
fn name_of(stage: Stage) -> Option<&'static str> {
    STAGES.into_iter().find(|name| Stage::named(name) == Some(stage))
}
