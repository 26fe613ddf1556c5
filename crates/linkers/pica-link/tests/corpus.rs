//! Splits and relinks the files of the corpus.

use crate::support;
use glassbox_core::diagnostic::Severity;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_pica_link::{Input, Options, link, part_object, split};
use glassbox_shbin::model::{Binary, Shbin};
use glassbox_shbin::read::read;
use glassbox_shbin::write::{Layout, write};
use glassbox_testing::corpus;

/// Every intact corpus file with executables, with its name.
fn files() -> Vec<(String, Vec<u8>)> {
    let folders = ["own", "ext", "generated", "errors", "found", "other", "old", "synthetic"];
    let paths = folders.iter().flat_map(|folder| corpus::files(&format!("shbin/{folder}"), &["shbin"]));
    paths
        .map(|path| {
            let bytes = std::fs::read(&path).expect("the file can be read");
            (path.display().to_string(), bytes)
        })
        .collect()
}

fn binary<'b>(model: &'b Shbin<'b>) -> Option<&'b Binary<'b>> {
    match model {
        Shbin::Binary(binary) if binary.missing.is_empty() => Some(binary),
        _ => None,
    }
}

#[test]
fn parts_do_what_the_whole_did_and_link_again() {
    let (mut several, mut parts_seen, mut whole_parts, mut dropped) = (0, 0, 0, 0);
    for (name, bytes) in files() {
        let Ok(file) = read(Window::whole(&bytes), &Limits::default()) else {
            continue;
        };
        let Some(binary) = binary(&file.model) else {
            continue;
        };
        // nihstro writes invalid entry points.
        let words = binary.program.code.len() as u32;
        if binary.executables.iter().any(|executable| executable.main >= words) {
            continue;
        }
        let parts = split(binary);
        assert_eq!(parts.len(), binary.executables.len(), "{name}");
        several += usize::from(parts.len() > 1);
        for (index, part) in parts.iter().enumerate() {
            parts_seen += 1;
            whole_parts += usize::from(part.kept_all.is_some());
            dropped += binary.program.code.len() - part.binary.program.code.len();
            let (before, after) = (&binary.executables[index], &part.binary.executables[0]);
            assert_eq!(
                support::behaviour(binary, index),
                support::behaviour(&part.binary, 0),
                "{name} {index}"
            );
            assert_eq!(
                (before.stage, before.merge, before.input_mask, before.output_mask, before.geometry),
                (after.stage, after.merge, after.input_mask, after.output_mask, after.geometry),
                "{name} {index}"
            );
            assert_eq!(before.tables.constants, after.tables.constants, "{name} {index}");
            assert_eq!(before.tables.outputs, after.tables.outputs, "{name} {index}");
            assert_eq!(before.tables.uniforms, after.tables.uniforms, "{name} {index}");
            assert_eq!(before.tables.symbols, after.tables.symbols, "{name} {index}");
            assert_eq!(part.words.len(), part.binary.program.code.len(), "{name} {index}");
        }
        let models: Vec<Shbin<'_>> = parts.iter().map(|part| Shbin::Binary(part.binary.clone())).collect();
        again(&name, binary, &models);
        let objects: Vec<Shbin<'_>> = parts.iter().map(part_object).collect();
        again(&name, binary, &objects);
    }
    println!(
        "{several} files of several executables, {parts_seen} parts, {whole_parts} of them with all code, {dropped} words dropped"
    );
    assert!(several >= 24, "{several} files of several executables");
}

/// Links the parts and compares the executables with those of the original file.
fn again(name: &str, binary: &Binary<'_>, parts: &[Shbin<'_>]) {
    // Inputs are written and read back, so that findings have byte ranges to check.
    let written: Vec<Vec<u8>> =
        parts.iter().map(|part| write(part, &Layout::canonical()).expect("a part can be written")).collect();
    let read: Vec<_> = written
        .iter()
        .map(|bytes| read(Window::whole(bytes), &Limits::default()).expect("a part can be read"))
        .collect();
    let inputs: Vec<Input<'_>> = read.iter().map(|file| Input::file(name, file)).collect();
    let options = Options { independent: true };
    let linked = match link(&inputs, &options) {
        Ok(linked) => linked,
        Err(found) => {
            // picasso accepts the 513th word of a vertex program; the hardware does not.
            let too_long = |id: &str| id == "PICA-LINK-07";
            let errors = found.iter().filter(|item| item.severity == Severity::Error);
            assert!(errors.clone().all(|item| too_long(item.rule.id)), "{name}: {found:?}");
            assert!(binary.program.code.len() > 512, "{name}");
            return;
        }
    };
    assert_eq!(linked.binary.executables.len(), binary.executables.len(), "{name}");
    for index in 0..binary.executables.len() {
        assert_eq!(
            support::behaviour(binary, index),
            support::behaviour(&linked.binary, index),
            "{name} {index}"
        );
        assert_eq!(
            support::outputs(binary, index),
            support::outputs(&linked.binary, index),
            "{name} {index}"
        );
        let (before, after) = (&binary.executables[index], &linked.binary.executables[index]);
        assert_eq!(before.tables.constants, after.tables.constants, "{name} {index}");
        assert_eq!(before.tables.outputs, after.tables.outputs, "{name} {index}");
        let uniforms = |binary: &glassbox_shbin::model::Executable<'_>| -> Vec<_> {
            let tables = &binary.tables;
            let names = tables.uniforms.iter();
            names.map(|uniform| (tables.symbols.text(uniform.name), uniform.first, uniform.last)).collect()
        };
        assert_eq!(uniforms(before), uniforms(after), "{name} {index}");
    }
}

#[test]
fn a_file_that_is_linked_alone_stays_what_it_is() {
    let mut same = 0;
    for (name, bytes) in files() {
        let Ok(file) = read(Window::whole(&bytes), &Limits::default()) else {
            continue;
        };
        let Some(binary) = binary(&file.model) else {
            continue;
        };
        let Ok(linked) = link(&[Input::file(&name, &file)], &Options::default()) else {
            continue;
        };
        // Assemblers share descriptors by the linker's rule, so their tables are unchanged.
        let is_picasso =
            glassbox_shbin::producer::producer(&file) == Some(glassbox_shbin::producer::Producer::Picasso);
        // `synthetic` files imitate picasso's producer but have layouts that it does not write.
        if is_picasso && !name.contains("synthetic") {
            assert_eq!(linked.binary.program.code, binary.program.code, "{name}");
            assert_eq!(linked.binary, *binary, "{name}");
            same += 1;
        }
    }
    println!("{same} files of picasso are linked to themselves");
    assert!(same > 120, "{same}");
}
