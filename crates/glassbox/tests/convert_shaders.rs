//! Converts files that hold shaders: the VBC files of the corpus to every language, packages to other targets.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use glassbox::core::limits::Limits;
use glassbox::{ConversionError, ConversionOptions, Converted, NameMap, conversion};
use glassbox_bpx::check::check_bytes;
use glassbox_bpx::file::Numbering;
use glassbox_bpx::pack::Pack;
use glassbox_bpx::raw::Target;
use glassbox_bpx::read::open;
use glassbox_bpx_build::build::build;
use glassbox_bpx_build::sources::{Files, Memory};
use glassbox_core::reader::Window;
use glassbox_testing::corpus;

fn convert(
    from: &str,
    to: &str,
    bytes: &[u8],
    entry: Option<&str>,
    target: Option<&str>,
) -> Result<Converted, Vec<String>> {
    let options = ConversionOptions {
        entry: entry.map(str::to_owned),
        target: target.map(str::to_owned),
        ..ConversionOptions::default()
    };
    let conversion = conversion(from, to).expect("the conversion is there");
    conversion.run(bytes, &options, &Limits::default()).map_err(|error| match error {
        ConversionError::File(findings) => {
            assert!(!findings.is_empty(), "a refusal says why");
            findings.iter().map(|finding| format!("{}: {}", finding.rule.id, finding.message)).collect()
        }
        error => panic!("the options are right: {error}"),
    })
}

#[test]
fn modules_of_the_corpus_are_converted_or_refused_under_a_rule() {
    let mut counts: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for row in corpus::expected("vbc").iter().filter(|row| row.verdict == "ok") {
        let bytes = row.bytes();
        for language in ["wgsl", "glsl", "hlsl", "msl", "spirv"] {
            for stage in ["vertex", "fragment"] {
                let result = match convert("vbc", language, &bytes, Some(stage), None) {
                    Ok(_) => "converted".to_owned(),
                    Err(findings) => findings[0].split(':').next().unwrap_or_default().to_owned(),
                };
                *counts.entry((language, result)).or_default() += 1;
            }
        }
        let result = match convert("vbc", "bpxs", &bytes, None, Some("VK10")) {
            Ok(converted) => {
                let findings = check_bytes(&converted.bytes, &Limits::default());
                assert!(!findings.has_errors(), "{}: {:?}", row.name, findings.items());
                "converted".to_owned()
            }
            Err(findings) => findings[0].split(':').next().unwrap_or_default().to_owned(),
        };
        *counts.entry(("bpxs", result)).or_default() += 1;
    }
    for ((language, result), count) in &counts {
        println!("{language}\t{result}\t{count}");
    }
    // Shaders naga cannot read are refused; otherwise languages differ only in points and primitives.
    let converted = |language: &str| counts.get(&(language, "converted".to_owned())).copied();
    for language in ["wgsl", "glsl", "hlsl", "msl", "spirv", "bpxs"] {
        assert!(converted(language) > Some(0), "{language}");
    }
}

/// Converts every package of the corpus to another kind of code: the result is valid and has the original symbols.
/// Whatever a file is and however it is damaged, each conversion of its format ends, with a result or with a reason.
#[test]
fn every_file_is_converted_or_refused() {
    let files = corpus::files("", &[""]);
    let next = AtomicUsize::new(0);
    let counts = [const { AtomicUsize::new(0) }; 2];
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let bytes = std::fs::read(path).expect("the corpus can be read");
                    let Some(format) = glassbox::detect(&bytes).filter(|_| bytes.len() < 100_000) else {
                        continue;
                    };
                    for conversion in glassbox::conversions().iter().filter(|one| one.from() == format.id()) {
                        let options = ConversionOptions::default();
                        let is_refused = match conversion.run(&bytes, &options, &Limits::default()) {
                            Ok(_) => false,
                            Err(ConversionError::File(findings)) => {
                                assert!(!findings.is_empty(), "{}: {}", path.display(), conversion.to());
                                true
                            }
                            Err(_) => true,
                        };
                        counts[usize::from(is_refused)].fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let [converted, refused] = counts.map(AtomicUsize::into_inner);
    assert!(converted > 1000 && refused > 500, "{converted} converted, {refused} refused");
}

#[test]
fn packages_of_the_corpus_are_converted_or_refused_under_a_rule() {
    let mut done = 0;
    for row in corpus::expected("bpxs") {
        let bytes = row.bytes();
        for target in ["VK10", "GL42", "DX11"] {
            let Ok(converted) = convert("bpx", "bpxs", &bytes, None, Some(target)) else {
                continue;
            };
            let before = check_bytes(&bytes, &Limits::default());
            let after = check_bytes(&converted.bytes, &Limits::default());
            assert!(!before.has_errors(), "{} is damaged", row.name);
            let is_new = |rule: &&str| !before.items().iter().any(|item| item.rule.id == *rule);
            let rules = after.items().iter().map(|item| item.rule.id);
            assert_eq!(rules.filter(|rule| is_new(rule)).collect::<Vec<_>>(), [""; 0], "{}", row.name);
            assert_eq!(symbols(&bytes), symbols(&converted.bytes), "{}", row.name);
            done += 1;
        }
    }
    println!("{done} packages converted");
}

/// Description of a package without its code.
fn symbols(bytes: &[u8]) -> String {
    let limits = Limits::default();
    let file = open(Window::whole(bytes), &limits, Numbering::Released).expect("it is a package");
    let pack = Pack::of(&file, limits.nodes).expect("the package can be read whole");
    format!("{:?} {}", pack.symbols, pack.assembly)
}

struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// Packages of each pipeline that has vertex and pixel stages, converted to another target: valid, with the same symbols.
#[test]
fn packages_keep_their_interface() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testing/pipelines");
    let mut failures = Vec::new();
    let mut done = 0;
    for entry in std::fs::read_dir(folder).expect("the pipelines are there").flatten() {
        let path = entry.path().join("pipeline.toml");
        let text = std::fs::read_to_string(&path).expect("there is a project file");
        for (from, to) in [("VK10", "GL46"), ("GL46", "VK10"), ("GL33", "DX11")] {
            let project = text.replace("\"all\"", &format!("\"{from}\""));
            let built = build(&path.to_string_lossy(), &project, &Disk);
            // Targets that cannot hold the pipeline are the business of the build's own tests.
            let Some(program) = built.programs.iter().find(|program| program.target_name == from) else {
                continue;
            };
            let name = entry.file_name().to_string_lossy().into_owned();
            match convert("bpx", "bpxs", &program.bytes, None, Some(to)) {
                Err(found) => failures.push(format!("{name} {from} to {to}: {found:?}")),
                Ok(converted) => {
                    let limits = Limits::default();
                    let findings = check_bytes(&converted.bytes, &limits);
                    assert!(findings.items().is_empty(), "{name}: {:?}", findings.items());
                    let read = |bytes: &[u8]| {
                        let file = open(Window::whole(bytes), &limits, Numbering::Released)
                            .expect("it is a package");
                        let pack = Pack::of(&file, limits.nodes).expect("the package can be read whole");
                        (format!("{:?} {}", pack.symbols, pack.assembly), pack.target)
                    };
                    let (symbols, _) = read(&program.bytes);
                    let (converted, target) = read(&converted.bytes);
                    assert_eq!(symbols, converted, "{name}");
                    assert_eq!(target.name(), Some(to));
                    done += 1;
                }
            }
        }
    }
    println!("{done} packages converted, {} refused", failures.len());
    for failure in &failures {
        println!("{failure}");
    }
    assert!(done > failures.len(), "most packages convert");
}

fn flat(target: &str) -> Vec<u8> {
    let mut memory = Memory::default();
    let text =
        "@vertex fn corner(@location(0) place: vec3f) -> @builtin(position) vec4f { return vec4f(place, 1); }
                struct Tint { color: vec4f }
                @group(0) @binding(1) var<uniform> tint: Tint;
                @fragment fn fill() -> @location(0) vec4f { return tint.color; }";
    memory.files.insert("flat.wgsl".to_owned(), text.into());
    let project = format!("target = '{target}'\n[stages]\nvertex = 'flat.wgsl'\npixel = 'flat.wgsl'\n");
    let built = build("flat.toml", &project, &memory);
    built.programs.into_iter().next().expect("it is built").bytes
}

fn changed(bytes: &[u8], change: impl FnOnce(&mut Pack<'_>)) -> Vec<u8> {
    let limits = Limits::default();
    let file = open(Window::whole(bytes), &limits, Numbering::Released).expect("it is a package");
    let mut pack = Pack::of(&file, limits.nodes).expect("the package can be read whole");
    change(&mut pack);
    pack.write().expect("it can be written")
}

/// The code of a package without any name in it.
fn stripped(bytes: &[u8]) -> Vec<u8> {
    changed(bytes, |pack| {
        for shader in &mut pack.shaders {
            let words = shader.code.as_chunks().0.iter();
            let mut words: Vec<u32> = words.map(|word| u32::from_le_bytes(*word)).collect();
            let mut at = 5;
            // Names of variables and of members.
            while let Some(first) = words.get(at).copied() {
                let length = (first >> 16).max(1) as usize;
                match first & 0xffff {
                    5 | 6 => drop(words.drain(at..at + length)),
                    _ => at += length,
                }
            }
            shader.code = words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>().into();
        }
    })
}

#[test]
fn stripped_modules_get_the_names_of_the_symbols() {
    let bare = stripped(&flat("VK10"));
    let text = |entry: &str, language: &str| {
        let converted = convert("bpx", language, &bare, Some(entry), None).expect("it is converted");
        let Some(NameMap::Shader(names)) = converted.map else {
            panic!("there is a map of names");
        };
        (String::from_utf8(converted.bytes).expect("it is text"), names)
    };
    let (vertex, names) = text("vertex", "glsl");
    assert!(vertex.contains("in vec3 place;"), "{vertex}");
    assert_eq!(names.inputs[0].name, "place");
    let (pixel, names) = text("pixel", "hlsl");
    assert!(pixel.contains("register(b1)"), "{pixel}");
    let block = &names.resources[0];
    assert_eq!((&*block.symbol, &*block.members[0].name), ("tint", "color"), "{pixel}");
    assert_eq!(names.outputs[0].name, "output0");
    // And into packages for targets that bind by name.
    let package = convert("bpx", "bpxs", &bare, None, Some("GL33")).expect("it is converted");
    assert!(package.notes.is_empty(), "{:?}", package.notes);
    let code = String::from_utf8_lossy(&package.bytes).into_owned();
    assert!(code.contains("uniform tint {") && code.contains("in vec3 place;"), "{code}");
}

#[test]
fn findings_stand_at_the_code_that_they_are_about() {
    let wrong = changed(&flat("GL42"), |pack| {
        pack.shaders[1].code =
            b"#version 420\nout vec4 color;\nvoid main() { color = nowhere; }\n".as_slice().into();
    });
    let options = ConversionOptions { target: Some("VK10".to_owned()), ..ConversionOptions::default() };
    let conversion = conversion("bpx", "bpxs").expect("the conversion is there");
    let Err(ConversionError::File(found)) = conversion.run(&wrong, &options, &Limits::default()) else {
        panic!("it is refused");
    };
    let location = &found[0].location;
    assert_eq!(location.path, "shader[1].payload");
    assert_eq!(&wrong[location.start as usize..location.end as usize], b"nowhere", "{found:?}");
}

/// Each rule of the conversion fires where it should; the unmodified package converts.
#[test]
fn rules_fire() {
    let good = flat("VK10");
    assert!(convert("bpx", "bpxs", &good, None, Some("GL42")).is_ok());
    let nothing = changed(&good, |pack| pack.symbols.clear());
    let strange = changed(&good, |pack| pack.target = Target::DX11);
    assert!(convert("bpx", "bpxs", &strange, None, Some("GL42")).is_ok(), "the code is what counts");
    let empty = changed(&good, |pack| pack.shaders.clear());
    let assembly = changed(&good, |pack| {
        pack.pack_type = glassbox_bpx::raw::PackType::ASSEMBLY;
        pack.shaders.clear();
    });
    for (bytes, rule) in [
        (assembly, "TRANSLATE-61"),
        (flat("DX11"), "TRANSLATE-60"),
        (flat("MT"), "TRANSLATE-60"),
        (empty, "TRANSLATE-61"),
        (nothing, "TRANSLATE-62"),
    ] {
        let found = convert("bpx", "bpxs", &bytes, None, Some("GL42")).expect_err("it is refused");
        assert!(found[0].starts_with(rule), "{rule}: {found:?}");
    }
    // A second shader of a stage, and for packages damage of any kind under its own rule.
    let twice = changed(&good, |pack| pack.shaders.push(pack.shaders[0].clone()));
    let found = convert("bpx", "wgsl", &twice, Some("corner"), None).expect_err("it is refused");
    assert!(found.iter().any(|text| text.starts_with("TRANSLATE-63")), "{found:?}");
    assert!(convert("bpx", "wgsl", &good, Some("vertex"), None).is_ok());
    let mut damaged = good.clone();
    damaged.truncate(good.len() - 1);
    let found = convert("bpx", "bpxs", &damaged, None, Some("GL42")).expect_err("it is refused");
    assert!(found.iter().all(|text| !text.starts_with("TRANSLATE-")), "{found:?}");
    // The only block of the stage has another name and register than in the code.
    let renamed = changed(&good, |pack| {
        for symbol in &mut pack.symbols {
            if symbol.register == Some(1) {
                (symbol.name, symbol.register) = (b"other".as_slice().into(), Some(7));
            }
        }
    });
    let converted = convert("bpx", "bpxs", &renamed, None, Some("GL42")).expect("it is converted");
    let notes: Vec<&str> = converted.notes.iter().map(|note| note.rule.id).collect();
    assert_eq!(notes, ["TRANSLATE-64"]);
    assert!(String::from_utf8_lossy(&converted.bytes).contains("binding = 7"));
    let sure = convert("bpx", "bpxs", &good, None, Some("GL42")).expect("it is converted");
    assert!(sure.notes.is_empty(), "{:?}", sure.notes);
}

/// Each line of a text is at an instruction of the module that the file has, whatever names were added to it.
#[test]
fn lines_are_at_instructions_of_the_file() {
    let mut lines = 0;
    let mut check = |from: &str, language: &str, bytes: &[u8], stage: &str, what: &str| {
        let Ok(converted) = convert(from, language, bytes, Some(stage), None) else { return };
        let Some(NameMap::Shader(names)) = converted.map else { panic!("{what}: it has names") };
        let Some(module) = names.module else {
            assert!(names.lines.is_empty(), "{what}");
            return;
        };
        let text = std::str::from_utf8(&converted.bytes).expect("it is text");
        let count = text.lines().count() as u32;
        assert!(!names.lines.is_empty(), "{what}: {text}");
        assert!(names.lines.is_sorted_by(|a, b| a.line < b.line), "{what}");
        assert!(names.lines.iter().all(|line| (1..=count).contains(&line.line)), "{what}");
        let module = &bytes[module.start as usize..module.end as usize];
        if module.get(..4) != Some(&[3, 2, 0x23, 7]) {
            // It is packed.
            return;
        }
        for line in &names.lines {
            let (start, end) = (line.start as usize, line.end as usize);
            let words = module.get(start + 2..start + 4).expect("it is in the module");
            let words = usize::from(u16::from_le_bytes([words[0], words[1]]));
            assert_eq!((start % 4, start + 4 * words), (0, end), "{what}: {line:?}");
            assert!(start >= 20 && end <= module.len(), "{what}: {line:?}");
            lines += 1;
        }
    };
    for row in corpus::expected("vbc").iter().filter(|row| row.verdict == "ok") {
        let bytes = row.bytes();
        for language in ["wgsl", "glsl", "hlsl", "msl"] {
            for stage in ["vertex", "fragment"] {
                check("vbc", language, &bytes, stage, &format!("{}, {language}, {stage}", row.name));
            }
        }
    }
    for target in ["VK10", "GL42"] {
        let bytes = flat(target);
        for language in ["wgsl", "glsl", "hlsl", "msl"] {
            check("bpx", language, &bytes, "fragment", &format!("{target}, {language}"));
            if target == "VK10" {
                check("bpx", language, &stripped(&bytes), "fragment", &format!("stripped, {language}"));
            }
        }
    }
    assert!(lines > 200, "{lines} lines");
}
