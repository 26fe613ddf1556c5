//! Tests the projects in `tests/projects`: symbols for every target, and consistency of packages,
//! code and symbols.
//!
//! A line `-- NAME` starts a file, the first of which is the project file; lines `>> ` are the
//! symbols and findings; `GLASSBOX_BLESS=1` rewrites them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::support;
use glassbox_bpx::check::check_bytes;
use glassbox_bpx::extended::{ExtendedData, MemberType};
use glassbox_bpx::file::{File, Numbering};
use glassbox_bpx::raw::{SymbolFlags, SymbolType};
use glassbox_bpx::read::open;
use glassbox_bpx_build::build::{Build, Program};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_spirv::reflect::{DescriptorKind, reflect};
use glassbox_testing::{case, golden};

struct Project {
    name: String,
    files: Vec<(String, String)>,
}

fn projects() -> Vec<Project> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/projects");
    let read = |path: PathBuf| Project {
        files: support::files(&std::fs::read_to_string(&path).expect("the project can be read")),
        name: path.display().to_string(),
    };
    case::files(&folder, "project").into_iter().map(read).collect()
}

fn with_file<T>(bytes: &[u8], look: impl FnOnce(&File<'_>) -> T) -> T {
    let file = open(Window::whole(bytes), &Limits::default(), Numbering::Released);
    look(&file.unwrap_or_else(|finding| panic!("{}", finding.message)))
}

fn data(data: &ExtendedData<'_>) -> String {
    let plain = |ty: glassbox_bpx::extended::Plain| {
        let (rows, columns) = ty.shape();
        format!("{}{rows}x{columns}", ty.base().name().unwrap())
    };
    match data {
        ExtendedData::Texture(texture) => format!("{} {}", texture.ty, plain(texture.value)),
        ExtendedData::Structure(structure) => {
            let mut text = format!("{} bytes {{", structure.size);
            for member in &structure.props {
                let ty = match member.ty {
                    MemberType::Plain(ty) => plain(ty),
                    MemberType::StructRef(at) => format!("symbol {at}"),
                    MemberType::Array(length, ty) => format!("{}[{length}]", plain(ty)),
                    MemberType::StructArray(length, at) => format!("symbol {at}[{length}]"),
                };
                let name = String::from_utf8_lossy(&member.name);
                write!(text, " {}: {ty} {name};", member.offset).unwrap();
            }
            text + " }"
        }
        ExtendedData::Constant(constant) => {
            format!("{} at {}, {} bytes", plain(constant.ty), constant.offset, constant.size)
        }
        ExtendedData::Pipeline(pipeline) => format!("{pipeline:?}"),
        ExtendedData::Output(output) => format!("{} {:?}", plain(output.ty), output.blendfunc),
        ExtendedData::Other(_) => "other".to_owned(),
    }
}

fn listing(program: &Program) -> String {
    with_file(&program.bytes, |file| {
        let objects = file.objects(1 << 16);
        let mut text = String::new();
        for (at, symbol) in file.symbols().iter().enumerate() {
            let name = file.name_of(&symbol);
            let flags = SymbolFlags(symbol.flags.0 & !SymbolFlags::EXTENDED_DATA.0);
            let register = if symbol.flags.has(SymbolFlags::REGISTER) {
                format!(" {}", symbol.register)
            } else {
                String::new()
            };
            write!(text, ">> {at} {} `{name}`{register} [{flags}]", symbol.symbol_type).unwrap();
            let number = objects.at(symbol.extended_data);
            if let Some(document) = number.and_then(|at| objects.documents.get(at))
                && symbol.flags.has(SymbolFlags::EXTENDED_DATA)
            {
                let decoded = ExtendedData::decode(symbol.symbol_type, document.root());
                write!(text, " {}", data(&decoded)).unwrap();
            }
            text.push('\n');
        }
        text
    })
}

fn found(build: &Build) -> String {
    let mut text = String::new();
    for finding in &build.findings {
        let at = &finding.location;
        let file = &build.sources.files()[at.input as usize].name;
        let (line, column) = at.line_column.unwrap_or_default();
        let (id, message) = (finding.rule.id, &finding.message);
        writeln!(text, ">> {} {id} {file}:{line}:{column}: {message}", finding.severity).unwrap();
        for note in &finding.notes {
            writeln!(text, ">>   note: {note}").unwrap();
        }
    }
    text
}

#[test]
fn symbols_are_what_the_sources_say() {
    let mut failures = Vec::new();
    for project in projects() {
        let build = support::build(&project.files);
        let mut text = found(&build);
        let targets: Vec<&str> = build.programs.iter().map(|program| program.target_name).collect();
        writeln!(text, ">> {}", targets.join(" ")).unwrap();
        match build.programs.first() {
            Some(first) => text += &listing(first),
            None => failures.push(format!("{}: nothing is built\n{text}", project.name)),
        }
        failures.extend(golden::difference(&project.name, support::source(&project.files) + &text));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn packages_have_no_findings_and_the_same_symbols_for_every_target() {
    for project in projects() {
        let build = support::build(&project.files);
        let first = build.programs.first().map(listing);
        for program in &build.programs {
            let findings = check_bytes(&program.bytes, &Limits::default());
            assert!(
                findings.items().is_empty(),
                "{} for {}: {:#?}",
                project.name,
                program.target_name,
                findings.items()
            );
            assert_eq!(first.as_ref(), Some(&listing(program)), "{}", project.name);
        }
    }
}

#[test]
fn two_builds_are_the_same() {
    for project in projects() {
        let (a, b) = (support::build(&project.files), support::build(&project.files));
        assert_eq!(a.programs, b.programs, "{}", project.name);
    }
}

/// Compares the modules in Vulkan packages with the symbols.
#[test]
fn modules_have_what_symbols_say_at_the_registers_that_they_say() {
    let mut seen = 0;
    for project in projects() {
        let build = support::build(&project.files);
        let programs = build.programs.iter();
        for program in programs.filter(|program| program.target_name.starts_with("VK")) {
            with_file(&program.bytes, |file| {
                for (_, stage, code) in file.shaders() {
                    let reflection = reflect(code).expect("a module");
                    for symbol in file.symbols().iter() {
                        let class = match symbol.symbol_type {
                            SymbolType::CONSTANT_BUFFER => (0, DescriptorKind::UniformBuffer),
                            SymbolType::TEXTURE => (1, DescriptorKind::SampledImage),
                            SymbolType::SAMPLER => (2, DescriptorKind::Sampler),
                            _ => continue,
                        };
                        if symbol.flags.0 & stage.bit() == 0 || !symbol.flags.has(SymbolFlags::REGISTER) {
                            continue;
                        }
                        let descriptor = reflection.descriptors.iter().find(|descriptor| {
                            descriptor.set == Some(class.0)
                                && descriptor.binding == Some(u32::from(symbol.register))
                        });
                        let name = file.name_of(&symbol);
                        // The vendor's declarations have symbols even if the code does not use
                        // them.
                        let is_sal = project.files.iter().any(|(_, text)| text.contains("#sal"));
                        match descriptor {
                            Some(descriptor) => {
                                assert_eq!(descriptor.kind, class.1, "{}: {name}", project.name);
                                seen += 1;
                            }
                            None => assert!(is_sal, "{}: {name} in {stage}", project.name),
                        }
                    }
                }
            });
        }
    }
    assert!(seen > 10, "{seen}");
}
