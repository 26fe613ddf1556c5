//! Compares interfaces of built packages, as read by this project, with interfaces worked out by
//! hand.
//!
//! A pipeline is a folder of `crates/testing/pipelines`: a project file with its sources, and
//! `interface.tsv`, one line per symbol and one per member, in any order:
//!
//! ```text
//! NAME          TYPE    REGISTER or -   stages V H D G P, or -   external or internal   contents of its object
//! NAME.MEMBER   OFFSET  TYPE, followed by [N] for an array
//! ```
//!
//! Every package of a pipeline has that interface, for every target, and validates without
//! findings. `GLASSBOX_BPX_WRITE` may name an output folder for the checks of `.ci`:
//! `PIPELINE/TARGET.bpx`.

use std::path::{Path, PathBuf};

use glassbox_bpx::check::check_bytes;
use glassbox_bpx::extended::{ExtendedData, MemberType, Plain, Structure};
use glassbox_bpx::file::{File, Numbering};
use glassbox_bpx::pack::Pack;
use glassbox_bpx::raw::{Stage, SymbolFlags, Target};
use glassbox_bpx::read::open;
use glassbox_bpx_build::build::{Build, build};
use glassbox_bpx_build::sources::Files;
use glassbox_core::diagnostic::Severity;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

/// Files on disk, one of them modified.
#[derive(Default)]
struct Disk {
    /// End of the path, text to replace, replacement.
    change: Option<(&'static str, &'static str, &'static str)>,
}

impl Files for Disk {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        let bytes = std::fs::read(path)?;
        match self.change {
            Some((end, from, to)) if path.ends_with(end) => {
                let text = String::from_utf8_lossy(&bytes);
                assert!(text.contains(from), "{path} has no `{from}`");
                Ok(text.replacen(from, to, 1).into_bytes())
            }
            _ => Ok(bytes),
        }
    }
}

fn pipelines() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testing/pipelines");
    let entries = std::fs::read_dir(folder).expect("the folder of the pipelines is there");
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

fn name(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn project(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("pipeline.toml")).expect("the project file is readable")
}

/// Builds a folder's pipeline for one target, or for all that support it.
fn built(folder: &Path, target: &str) -> Build {
    let path = folder.join("pipeline.toml");
    let text = project(folder).replace("\"all\"", &format!("\"{target}\""));
    build(&path.to_string_lossy(), &text, &Disk::default())
}

fn findings(build: &Build) -> String {
    let lines = build.findings.iter().map(|finding| {
        let file = build.sources.get(finding.location.input);
        let file = file.map_or("", |file| file.name.rsplit('/').next().unwrap_or_default());
        format!("  {} {file}: {}", finding.rule.id, finding.message)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Stages listed in a project file.
fn stages(text: &str) -> Vec<&'static str> {
    let states = |stage: &&str| text.lines().any(|line| line.starts_with(&format!("{stage} =")));
    ["vertex", "hull", "domain", "geometry", "pixel"].into_iter().filter(states).collect()
}

/// True if a target supports the stages of a pipeline.
fn is_written(stages: &[&str], target: &str) -> bool {
    let has = |stage: &str| stages.contains(&stage);
    match target {
        _ if !has("geometry") && !has("hull") => true,
        "MT" | "ES30" | "ES31" => false,
        "GL33" => !has("hull"),
        _ => true,
    }
}

fn plain(ty: Plain) -> String {
    let scalar = ty.base().scalar();
    match ty.shape() {
        (1, 1) => scalar.to_owned(),
        (rows, 1) => format!("{scalar}{rows}"),
        (rows, columns) => format!("{scalar}{rows}x{columns}"),
    }
}

fn object(data: &ExtendedData<'_>) -> String {
    match data {
        ExtendedData::Texture(texture) => {
            let shape = texture.ty.to_string();
            format!("{} {}", shape.trim_start_matches('T'), plain(texture.value))
        }
        ExtendedData::Structure(structure) => format!("size {}", structure.size),
        ExtendedData::Constant(constant) => {
            let (offset, size) = (constant.offset, constant.size);
            format!("{} offset {offset} size {size}", plain(constant.ty))
        }
        ExtendedData::Pipeline(state) => {
            let on = |on: bool| if on { "on" } else { "off" };
            format!(
                "depth {}, write {}, scissor {}, {}, {}",
                on(state.depth_enable),
                on(state.depth_write_enable),
                on(state.scissor_enable),
                state.render_mode,
                state.culling_mode
            )
        }
        ExtendedData::Output(output) => match output.blendfunc {
            None => plain(output.ty),
            Some(blend) => format!(
                "{} {} {} {}, {} {} {}",
                plain(output.ty),
                blend.src_color,
                blend.color_op,
                blend.dst_color,
                blend.src_alpha,
                blend.alpha_op,
                blend.dst_alpha
            ),
        },
        ExtendedData::Other(_) => "of another shape".to_owned(),
    }
}

fn members(name: &str, structure: &Structure<'_>, names: &[String], lines: &mut Vec<String>) {
    let reference = |index: u16| names.get(usize::from(index)).map_or("?", String::as_str);
    for member in &structure.props {
        let ty = match member.ty {
            MemberType::Plain(ty) => plain(ty),
            MemberType::Array(count, ty) => format!("{}[{count}]", plain(ty)),
            MemberType::StructRef(index) => reference(index).to_owned(),
            MemberType::StructArray(count, index) => format!("{}[{count}]", reference(index)),
        };
        let member_name = String::from_utf8_lossy(&member.name);
        lines.push(format!("{name}.{member_name}\t{}\t{ty}", member.offset));
    }
}

/// Interface of a package as sorted lines.
fn interface(file: &File<'_>, most: usize) -> Result<Vec<String>, String> {
    let pack = Pack::of(file, most)?;
    let documents = file.objects(most);
    let names = pack.symbols.iter().map(|symbol| String::from_utf8_lossy(&symbol.name));
    let names: Vec<String> = names.map(|name| name.into_owned()).collect();
    let mut lines = Vec::new();
    for ((symbol, record), name) in pack.symbols.iter().zip(file.symbols().iter()).zip(&names) {
        let letters = Stage::ALL.into_iter().zip("VHDGP".chars());
        let used = letters.filter(|(stage, _)| symbol.flags.0 & stage.bit() != 0);
        let mut stages: String = used.map(|(_, letter)| letter).collect();
        if stages.is_empty() {
            stages.push('-');
        }
        let register = symbol.register;
        let register = register.map_or_else(|| "-".to_owned(), |register| register.to_string());
        let has = |flag| symbol.flags.has(flag);
        let linkage = match (has(SymbolFlags::EXTERNAL), has(SymbolFlags::INTERNAL)) {
            (true, false) => "external",
            (false, true) => "internal",
            _ => "neither or both",
        };
        let kind = symbol.symbol_type;
        let mut line = format!("{name}\t{kind}\t{register}\t{stages}\t{linkage}");
        let document = Some(record)
            .filter(|record| record.flags.has(SymbolFlags::EXTENDED_DATA))
            .and_then(|record| documents.at(record.extended_data))
            .and_then(|number| documents.documents.get(number));
        if let Some(document) = document {
            let data = ExtendedData::decode(kind, document.root());
            line.push('\t');
            line.push_str(&object(&data));
            if let Some(structure) = data.structure() {
                members(name, structure, &names, &mut lines);
            }
        }
        lines.push(line);
    }
    lines.sort();
    Ok(lines)
}

fn expected(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("interface.tsv")).expect("the interface is readable");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut lines: Vec<String> = lines.map(str::to_owned).collect();
    lines.sort();
    lines
}

/// Differences between two lists of lines.
fn difference(expected: &[String], found: &[String]) -> String {
    let missing = expected.iter().filter(|line| !found.contains(line));
    let extra = found.iter().filter(|line| !expected.contains(line));
    let missing = missing.map(|line| format!("  expected {line}"));
    let lines = missing.chain(extra.map(|line| format!("  found    {line}")));
    lines.collect::<Vec<_>>().join("\n")
}

/// Faults of a target's package.
fn faults(bytes: &[u8], expected: &[String]) -> Vec<String> {
    let limits = Limits::default();
    let checked = check_bytes(bytes, &limits);
    let items = checked.items().iter();
    let mut faults: Vec<String> =
        items.map(|finding| format!("  {} {}", finding.rule.id, finding.message)).collect();
    let file = open(Window::whole(bytes), &limits, Numbering::Released).expect("the package is one");
    match interface(&file, limits.nodes) {
        Ok(found) if found == expected => {}
        Ok(found) => faults.push(difference(expected, &found)),
        Err(error) => faults.push(format!("  {error}")),
    }
    faults
}

/// Writes a package for the checks of `.ci`, if requested.
fn keep(name: &str, target: &str, bytes: &[u8]) {
    let Some(folder) = std::env::var_os("GLASSBOX_BPX_WRITE") else {
        return;
    };
    let folder = Path::new(&folder).join(name);
    std::fs::create_dir_all(&folder).expect("the folder for packages can be made");
    std::fs::write(folder.join(format!("{target}.bpx")), bytes).expect("the package can be written");
}

/// Every pipeline builds for every target that supports it; each package validates and has the
/// interface of the sources.
#[test]
fn interfaces() {
    let (mut wrong, mut packages) = (Vec::new(), 0);
    for folder in pipelines() {
        let (name, expected) = (name(&folder), expected(&folder));
        let project = project(&folder);
        let stages = stages(&project);
        for &(number, target) in Target::NAMES.entries {
            if number == u64::from(Target::ANY.0) {
                continue;
            }
            let build = built(&folder, target);
            let is_refused = || {
                let mut rules = build.findings.iter().map(|finding| finding.rule.id);
                rules.any(|rule| rule == "TRANSLATE-31")
            };
            let found = match (build.programs.first(), is_written(&stages, target)) {
                (Some(program), true) => {
                    packages += 1;
                    keep(&name, target, &program.bytes);
                    faults(&program.bytes, &expected)
                }
                (Some(_), false) => vec!["  it is built, although the target lacks a stage".to_owned()],
                (None, false) if is_refused() => Vec::new(),
                (None, _) => vec![format!("  it is not built\n{}", findings(&build))],
            };
            if !found.is_empty() {
                wrong.push(format!("{name} {target}:\n{}", found.join("\n")));
            }
        }
    }
    eprintln!("{packages} packages");
    assert!(wrong.is_empty(), "{} are wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(packages > 400, "only {packages} packages");
}

/// One run for all targets gives the same packages as one run for each, and again on repetition.
#[test]
fn reproducible() {
    for folder in pipelines() {
        let [once, again] = [0; 2].map(|_| built(&folder, "all"));
        assert!(once.programs == again.programs, "{}", name(&folder));
        for program in &once.programs {
            let alone = built(&folder, program.target_name);
            let alone = alone.programs.first().map(|program| &program.bytes);
            assert!(alone == Some(&program.bytes), "{} {}", name(&folder), program.target_name);
        }
    }
}

/// Pipelines supported by every target build without warnings.
#[test]
fn quiet() {
    let mut said = Vec::new();
    for folder in pipelines() {
        let stages = stages(&project(&folder));
        let build = built(&folder, "all");
        let is_loud = build.findings.iter().any(|finding| finding.severity >= Severity::Warning);
        if stages.len() == 2 && is_loud {
            said.push(format!("{}:\n{}", name(&folder), findings(&build)));
        }
    }
    assert!(said.is_empty(), "{}", said.join("\n"));
}

/// A character in the pixel stage changes only the code of that stage.
#[test]
fn one_character() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testing/pipelines/camera-block");
    let text = project(&folder);
    let path = folder.join("pipeline.toml");
    let disk = Disk { change: Some(("camera.frag", "0.5 + 0.5", "0.4 + 0.5")) };
    let changed = build(&path.to_string_lossy(), &text, &disk);
    let before = built(&folder, "all");
    assert_eq!(before.programs.len(), changed.programs.len());
    let limits = Limits::default();
    for (before, after) in before.programs.iter().zip(&changed.programs) {
        let open =
            |bytes| open(Window::whole(bytes), &limits, Numbering::Released).expect("the package is one");
        let (before, after) = (open(&before.bytes), open(&after.bytes));
        let [before, after] =
            [&before, &after].map(|file| Pack::of(file, limits.nodes).expect("it can be read"));
        assert_eq!(before.symbols, after.symbols);
        let differ = before.shaders.iter().zip(&after.shaders).filter(|(before, after)| before != after);
        let differ: Vec<Stage> = differ.map(|(before, _)| before.stage).collect();
        assert_eq!(differ, [Stage::PIXEL], "{}", before.target);
    }
}
