//! Sources assembled separately and linked behave as when assembled together.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::support;
use glassbox_core::limits::Limits as ReadLimits;
use glassbox_core::reader::Window;
use glassbox_pica_asm::{Assembly, Input as Source, Options as AsmOptions, assemble};
use glassbox_pica_link::{Input, ObjectParts, Options, link, object_from_assembly};
use glassbox_shbin::model::{Binary, Executable, Shbin};
use glassbox_shbin::read::read;
use glassbox_shbin::write::{Layout, write};
use glassbox_testing::corpus;

/// Assembles one source to an object.
fn object(assembly: &Assembly) -> Option<Shbin<'static>> {
    let binary = assembly.binary.as_ref()?;
    let code: Vec<u32> = binary.program.code.iter().collect();
    let descriptors: Vec<u32> = binary.program.descriptors.iter().map(|entry| entry.operands.0).collect();
    let lines: Vec<(&str, u32)> = assembly
        .words
        .iter()
        .map(|word| (assembly.files[word.file as usize].as_str(), word.line.max(0) as u32))
        .collect();
    let procedures: Vec<(&str, u32, u32)> = assembly
        .procedures
        .iter()
        .map(|procedure| (procedure.name.as_str(), procedure.start, procedure.size))
        .collect();
    let calls: Vec<(u32, &str)> = assembly
        .calls
        .iter()
        .filter(|call| !call.is_resolved)
        .map(|call| (call.word, call.name.as_str()))
        .collect();
    let parts = ObjectParts {
        version: 0x1002,
        code: &code,
        descriptors: &descriptors,
        lines: &lines,
        procedures: &procedures,
        calls: &calls,
        ..ObjectParts::default()
    };
    let Some(executable) = binary.executables.first() else {
        return Some(object_from_assembly(parts));
    };
    let entry = assembly.entries.first().and_then(Option::as_ref);
    Some(object_from_assembly(ObjectParts {
        stage: executable.stage,
        merge: executable.merge,
        input_mask: executable.input_mask,
        output_mask: executable.output_mask,
        geometry: executable.geometry,
        tables: executable.tables.clone(),
        entry: entry.map(|entry| entry.procedure.as_str()),
        ..parts
    }))
}

/// Groups of sources that form one program.
fn groups() -> Vec<(String, Vec<PathBuf>)> {
    let mut groups: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in corpus::files("shbin/generated", &["pica"]) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = stem.rsplit_once('_').map_or(stem.as_str(), |(name, _)| name).to_owned();
        groups.entry(name).or_default().push(path);
    }
    let mut groups: Vec<(String, Vec<PathBuf>)> =
        groups.into_iter().filter(|(_, group)| group.len() > 1).collect();
    let own = |names: &[&str]| names.iter().map(|name| corpus::file(&format!("shbin/own/{name}"))).collect();
    groups.push(("multi_a".into(), own(&["multi_lib.v.pica", "multi_a.v.pica"])));
    groups.push(("multi_ab".into(), own(&["multi_lib.v.pica", "multi_a.v.pica", "multi_b.v.pica"])));
    let all: Vec<PathBuf> = corpus::files("shbin/own", &["pica"]);
    for pair in all.windows(2) {
        let name = pair.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ");
        groups.push((name, pair.to_vec()));
    }
    groups
}

#[test]
fn linking_objects_is_like_assembling_together() {
    let (mut tried, mut linked_groups, mut executables, mut refused) = (0, 0, 0, BTreeMap::new());
    for (name, paths) in groups() {
        let texts: Vec<(String, String)> = paths
            .iter()
            .map(|path| {
                let bytes = std::fs::read(path).expect("the source can be read");
                (path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned())
            })
            .collect();
        let sources: Vec<Source<'_>> = texts.iter().map(|(name, text)| Source { name, text }).collect();
        let Some(together) = assemble(&sources, &AsmOptions::default()).binary else {
            continue;
        };
        let options = AsmOptions { object: true, ..AsmOptions::default() };
        let objects: Option<Vec<Shbin<'_>>> =
            sources.iter().map(|source| object(&assemble(std::slice::from_ref(source), &options))).collect();
        let Some(objects) = objects else { continue };
        tried += 1;
        let written: Vec<Vec<u8>> = objects
            .iter()
            .map(|model| write(model, &Layout::canonical()).expect("an object can be written"))
            .collect();
        let files: Vec<_> = written
            .iter()
            .map(|bytes| read(Window::whole(bytes), &ReadLimits::default()).expect("an object"))
            .collect();
        for (file, model) in files.iter().zip(&objects) {
            assert_eq!(&file.model, model, "{name}");
            let found = glassbox_shbin::check::check(file);
            let bad = found
                .items()
                .iter()
                .find(|item| item.rule.id.starts_with("DVOJ") && item.rule.id != "DVOJ-05");
            assert!(bad.is_none(), "{name}: {bad:?}");
        }
        let inputs: Vec<Input<'_>> = files.iter().map(|file| Input::file(&name, file)).collect();
        let linked = match link(&inputs, &Options { independent: true }) {
            Ok(linked) => linked,
            Err(found) => {
                for finding in found {
                    *refused.entry(finding.rule.id).or_insert(0) += 1;
                }
                continue;
            }
        };
        linked_groups += 1;
        let binary = &linked.binary;
        assert_eq!(binary.executables.len(), together.executables.len(), "{name}");
        let words = |binary: &Binary<'_>| binary.program.code.len();
        // The NOP that picasso needs at the end of one source moves to the start of the next, which
        // an object cannot express.
        let same_places = words(binary) == words(&together);
        assert!(words(binary).abs_diff(words(&together)) < sources.len(), "{name}");
        for (word, line) in linked.lines.iter().enumerate() {
            assert_eq!(line.line.is_some(), word < words(binary), "{name}");
        }
        for (index, (one, other)) in binary.executables.iter().zip(&together.executables).enumerate() {
            assert_eq!(
                (one.stage, one.merge, one.geometry),
                (other.stage, other.merge, other.geometry),
                "{name} {index}"
            );
            if same_places {
                let place = |executable: &Executable<'_>| (executable.main, executable.end_main);
                assert_eq!(place(one), place(other), "{name} {index}");
            }
            let named = |executable: &Executable<'_>| {
                let tables = &executable.tables;
                let names = tables.uniforms.iter().map(|uniform| tables.symbols.text(uniform.name));
                names.collect::<std::collections::BTreeSet<_>>()
            };
            // A library's uniforms and constants are lost when it is assembled with its callers.
            if named(one) != named(other) || one.tables.constants.len() != other.tables.constants.len() {
                continue;
            }
            executables += 1;
            assert_eq!(support::outputs(binary, index), support::outputs(&together, index), "{name} {index}");
        }
    }
    println!(
        "{tried} groups, {linked_groups} linked, {executables} executables compared, refused {refused:?}"
    );
    assert!(linked_groups >= 25 && executables >= 50, "{linked_groups} {executables}");
}
