//! Emits every accepted source of the corpus: modules are valid and agree with their reflection data.

use std::collections::BTreeSet;
use std::path::PathBuf;

use glassbox_core::diagnostic::Severity;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_spirv::reflect::{Reflection, ScalarClass};
use glassbox_spirv::{optimize, reflect};
use glassbox_testing::corpus;
use glassbox_testing::spirv::validate;
use glassbox_vbc::program::Layout;
use glassbox_vsl::emit::emit;
use glassbox_vsl::model::StageKind;
use glassbox_vsl::{Options, analyze, compile};

/// The sources in a corpus folder, by name.
fn sources(folder: &str) -> Vec<(String, String)> {
    let files = corpus::files(&format!("vbc/{folder}"), &[".vsl"]);
    let read = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let bytes = std::fs::read(path).expect("the source can be read");
        (name.into_owned(), String::from_utf8_lossy(&bytes).into_owned())
    };
    files.iter().map(read).collect()
}

glassbox_testing::asking!(spirv_val: modules_are_emitted);

#[test]
fn modules_are_emitted() {
    let mut failures = Vec::new();
    let mut count = 0;
    for folder in ["src", "conformance"] {
        for (name, text) in sources(folder) {
            for names in [false, true] {
                let options = Options { names, ..Options::default() };
                let (Some(shader), _) = analyze(&text, &options) else {
                    continue;
                };
                for stage in [StageKind::Vertex, StageKind::Fragment] {
                    count += 1;
                    let checked = match emit(&shader, stage, &options) {
                        Ok(words) => validate(&words).and_then(|()| {
                            validate(&optimize(&words)).map_err(|error| format!("optimized: {error}"))
                        }),
                        Err(error) => Err(error.to_string()),
                    };
                    if let Err(error) = checked {
                        failures.push(format!("{folder}/{name}, {stage:?}: {error}"));
                    }
                }
            }
        }
    }
    println!("{count} modules");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Expected warnings: outputs not numbered 0, 1, 2 in order, cube images, a capability that the runtime
/// enables on request only, booleans in the uniform, unread subpass inputs.
const WANTED: [&str; 5] = ["VBC-OUT-06", "VBC-BIND-13", "VBC-X-08", "VBC-UNIF-06", "VBC-X-05"];

#[test]
fn files_and_modules_agree() {
    let mut failures = Vec::new();
    for folder in ["src", "conformance"] {
        for (name, text) in sources(folder) {
            for optimize in [false, true] {
                let options = Options { optimize, ..Options::default() };
                let Some(program) = compile(&text, &options).program else {
                    continue;
                };
                let bytes = glassbox_vbc::write::write(&program, &Layout::default()).expect("a file");
                let findings = glassbox_vbc::check::check_bytes(&bytes, &Limits::default());
                for finding in findings.items() {
                    let fine = match finding.severity {
                        Severity::Error => false,
                        Severity::Warning => WANTED.contains(&finding.rule.id),
                        _ => true,
                    };
                    if !fine {
                        failures.push(format!("{folder}/{name}: {}: {}", finding.rule.id, finding.message));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The externally visible part of a module: descriptors, locations, capabilities, push-constant words.
fn face(reflection: &Reflection) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let entry = &reflection.entry_points[0];
    let used = |variable| entry.use_of(variable).is_some();
    for descriptor in reflection.descriptors.iter().filter(|descriptor| used(descriptor.variable)) {
        let length = match descriptor.count {
            glassbox_spirv::reflect::DescriptorCount::Array(length) => length.default_value(),
            _ => None,
        };
        let strides: Vec<String> = reflection
            .members(descriptor.element)
            .iter()
            .map(|member| format!("{:?} {:?}", member.offset, member.matrix_stride))
            .collect();
        all.insert(format!(
            "{:?}.{:?} {:?} of {length:?} {:?} {} {strides:?}",
            descriptor.set.unwrap_or(99),
            descriptor.binding.unwrap_or(99),
            descriptor.kind,
            descriptor.input_attachment,
            descriptor.non_writable,
        ));
    }
    let locations = [("in", reflection.input_locations(entry)), ("out", reflection.output_locations(entry))];
    for (what, locations) in locations {
        for location in locations {
            assert_ne!(location.class, ScalarClass::Bool);
            all.insert(format!(
                "{what} {} {:?} {}x{} {:?} {}",
                location.location,
                location.class,
                location.columns,
                location.components,
                location.array.and_then(|length| length.default_value()),
                location.flat,
            ));
        }
    }
    for block in reflection.push_constants() {
        let offsets: Vec<Option<u32>> =
            reflection.members(block.ty).iter().map(|member| member.offset).collect();
        all.insert(format!("push constants {offsets:?}"));
    }
    for read in &entry.push_reads {
        all.insert(format!("reads {:?} {:?}", read.word.member, read.word.half));
    }
    for capability in &reflection.capabilities {
        all.insert(format!("capability {}", capability.value));
    }
    all
}

/// Compares the interfaces of the old compiler's modules and ours.
#[test]
fn modules_look_like_those_of_the_old_compiler() {
    let mut failures = Vec::new();
    let mut count = 0;
    for (name, text) in sources("src") {
        let file = name.replace(".vsl", ".vbc");
        let folders = ["corrected", "released"];
        let path = folders.iter().find_map(|folder| corpus::find(&format!("vbc/{folder}/{file}")));
        let Some(path) = path else { continue };
        let bytes = std::fs::read(path).expect("the file can be read");
        let (old, _) = glassbox_vbc::read::open(Window::whole(&bytes), &Limits::default()).expect("a file");
        let glassbox_vbc::read::File::Released(old) = old else { panic!("an older layout") };
        let options = Options::default();
        let (Some(shader), _) = analyze(&text, &options) else {
            failures.push(format!("{name}: not accepted"));
            continue;
        };
        for (stage, index) in [(StageKind::Vertex, 0), (StageKind::Fragment, 4)] {
            let old = old.program.modules[index].as_ref().expect("the module is there");
            let words = optimize(&emit(&shader, stage, &options).expect("a module"));
            let ours: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let (old, ours) =
                (face(&reflect(old).expect("a module")), face(&reflect(&ours).expect("a module")));
            count += 1;
            for line in old.difference(&ours) {
                failures.push(format!("{name} {stage:?}: only the old one has {line}"));
            }
            for line in ours.difference(&old) {
                failures.push(format!("{name} {stage:?}: only ours has {line}"));
            }
        }
    }
    println!("{count} modules");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
