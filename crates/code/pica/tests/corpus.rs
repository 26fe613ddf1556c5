//! Tests the rules against the corpus and the output of its reference validator.

use std::collections::{BTreeMap, BTreeSet};

use crate::support;
use glassbox_pica::assembly::{Options, assemble, disassemble};
use glassbox_pica::check::{Entry, FindingKind, OutputMapping, Severity, Stage, check_entry, check_program};
use glassbox_pica::flow::{Budget, WordSet};
use glassbox_testing::corpus;
use support::words;

/// Parts of a DVLB used by the code rules; `None` if a header or table is out of range.
struct Program {
    code: Vec<u32>,
    descriptors: Vec<[u32; 2]>,
    entries: Vec<Dvle>,
}

struct Dvle {
    main: usize,
    stage: Stage,
    outputs: Vec<OutputMapping>,
    masks: (u16, u16),
    declared_inputs: u16,
    known_integers: u8,
}

fn read(file: &[u8]) -> Option<Program> {
    let u32_at =
        |at: usize| Some(u32::from_le_bytes(file.get(at..at.checked_add(4)?)?.try_into().ok()?) as usize);
    let u16_at = |at: usize| Some(u16::from_le_bytes(file.get(at..at.checked_add(2)?)?.try_into().ok()?));
    if file.get(..4)? != b"DVLB" {
        return None;
    }
    let count = u32_at(4)?;
    let dvlp = count.checked_mul(4)?.checked_add(8)?;
    if file.get(dvlp..dvlp + 4)? != b"DVLP" {
        return None;
    }
    let table = |offset, size| {
        file.get(dvlp + u32_at(dvlp + offset)?..)?.get(..u32_at(dvlp + offset + 4)?.checked_mul(size)?)
    };
    let code = words(table(8, 4)?);
    let descriptors = words(table(16, 8)?).chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
    let mut entries = Vec::new();
    for at in 0..count {
        let Some(start) = u32_at(8 + 4 * at) else { continue };
        if file.get(start..start + 4) != Some(b"DVLE") || file.len() < start + 0x40 {
            continue;
        }
        let (stage, main) = (file[start + 6], u32_at(start + 8)?);
        if stage > 1 || main >= code.len() {
            continue;
        }
        let rows = |offset: usize, size: usize| {
            let (first, count) =
                (start + u32_at(start + offset).unwrap(), u32_at(start + offset + 4).unwrap());
            let fits = first + count * size <= file.len();
            (0..if fits { count } else { 0 }).map(move |row| first + row * size)
        };
        let mut entry = Dvle {
            main,
            stage: if stage == 0 { Stage::Vertex } else { Stage::Geometry },
            outputs: Vec::new(),
            masks: (u16_at(start + 16)?, u16_at(start + 18)?),
            declared_inputs: 0,
            known_integers: 0,
        };
        for row in rows(0x28, 8) {
            let [semantic, register, mask] = [0, 2, 4].map(|offset| u16_at(row + offset).unwrap());
            entry.outputs.push(OutputMapping { register, mask, semantic });
        }
        for row in rows(0x18, 0x14) {
            if u16_at(row)? == 1 && u16_at(row + 2)? < 4 {
                entry.known_integers |= 1 << u16_at(row + 2)?;
            }
        }
        for row in rows(0x30, 8) {
            let range = u16_at(row + 4)?..=u16_at(row + 6)?;
            (0..4)
                .filter(|number| range.contains(&(0x70 + number)))
                .for_each(|number| entry.known_integers |= 1 << number);
            (0..16)
                .filter(|number| range.contains(number))
                .for_each(|number| entry.declared_inputs |= 1 << number);
        }
        entries.push(entry);
    }
    Some(Program { code, descriptors, entries })
}

/// Rule ids and severities of all findings about a program.
fn findings(program: &Program) -> (BTreeSet<(FindingKind, Severity)>, bool) {
    let mut found = BTreeSet::new();
    let mut reachable = WordSet::default();
    let mut budget = Budget::for_code(program.code.len());
    let mut truncated = false;
    for dvle in &program.entries {
        let entry = Entry {
            outputs: &dvle.outputs,
            input_mask: dvle.masks.0,
            output_mask: dvle.masks.1,
            declared_inputs: dvle.declared_inputs,
            known_integers: dvle.known_integers,
            ..Entry::new(&program.code, &program.descriptors, dvle.main, dvle.stage)
        };
        let report = check_entry(&entry, &mut budget);
        reachable.extend(&report.flow.reachable);
        truncated |= report.truncated;
        found.extend(report.findings.iter().map(|finding| (finding.kind, finding.severity)));
    }
    let program_wide = check_program(&program.code, &program.descriptors, &reachable);
    found.extend(program_wide.iter().map(|finding| (finding.kind, finding.severity)));
    (found, truncated)
}

/// SHBIN files of the corpus with the ids reported by the validator.
fn reference() -> Vec<(String, String)> {
    let mut rows = corpus::table("shbin/findings.tsv");
    let further = corpus::outside_manifest("shbin").into_iter();
    rows.extend(
        further.filter(|row| row[0].ends_with(".shbin")).map(|row| vec![row[0].clone(), row[11].clone()]),
    );
    rows.into_iter().map(|row| (format!("shbin/{}", row[0]), row[1].clone())).collect()
}

/// Geometry programs that set vertex slots but never emit. The reference counts SETEMIT as an emission.
const SETEMIT_COUNTED_AS_EMIT: [&str; 6] = [
    "shbin/errors/setemit_flag.shbin",
    "shbin/generated/g50028.shbin",
    "shbin/generated/g50098.shbin",
    "shbin/generated/g50160.shbin",
    "shbin/generated/g50179.shbin",
    "shbin/generated/g50194.shbin",
];

#[test]
fn findings_equal_the_reference() {
    let verdicts: BTreeMap<String, String> =
        corpus::expected("shbin").into_iter().map(|row| (row.name, row.verdict)).collect();
    let all = reference();
    let mut wrong = Vec::new();
    let mut compared = 0;
    let mut unmodelled: BTreeMap<FindingKind, Vec<&str>> = BTreeMap::new();
    for (name, ids) in &all {
        let file =
            std::fs::read(corpus::find(name).expect("the corpus has the file")).expect("it can be read");
        let Some(program) = read(&file) else { continue };
        compared += 1;
        let (found, truncated) = findings(&program);
        assert!(!truncated, "{name}");
        let reference: BTreeSet<String> =
            ids.split(' ').filter_map(|id| id.strip_prefix("SHBIN-CODE-")).map(str::to_owned).collect();
        let ours: BTreeSet<String> = found
            .iter()
            .filter(|(kind, _)| *kind != FindingKind::UnreachableUnknownOpcode)
            .filter_map(|&(kind, severity)| Some((kind.code()?, severity)))
            .filter(|(code, _)| !matches!(code, 15 | 19 | 20))
            .map(|(code, severity)| format!("{code:02}:{}", ["I", "W", "E"][severity as usize]))
            .collect();
        let without_emission = |ids: &BTreeSet<String>| -> BTreeSet<String> {
            let others = ids.iter().filter(|id| !id.starts_with("12:"));
            others.cloned().collect()
        };
        let is_same = if SETEMIT_COUNTED_AS_EMIT.contains(&name.as_str()) {
            ours != reference && without_emission(&ours) == reference
        } else {
            ours == reference
        };
        if !is_same {
            wrong.push(format!("{name}: found {ours:?}, the reference has {reference:?}"));
        }
        let verdict = verdicts.get(name).map_or("", String::as_str);
        for &(kind, severity) in &found {
            let modelled = !matches!(kind.code(), Some(15 | 19 | 20) | None);
            if !modelled {
                unmodelled.entry(kind).or_default().push(name);
            }
            if matches!(kind.code(), Some(15 | 19))
                && severity > Severity::Info
                && matches!(verdict, "ok" | "info")
            {
                wrong.push(format!("{name}: {kind:?}, but the file is {verdict}"));
            }
        }
    }
    for (kind, names) in unmodelled {
        println!("{kind:?}: {} files, {}", names.len(), names.join(" "));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 180, "only {compared} programs");
}

#[test]
fn code_round_trips() {
    for path in corpus::files("shbin", &[""]) {
        let name = path.display();
        let file = std::fs::read(&path).expect("it can be read");
        let Some(program) = read(&file) else { continue };
        let code = support::bytes(&program.code);
        let descriptors: Vec<u32> = program.descriptors.iter().map(|pair| pair[0]).collect();
        let options = Options { descriptors: &descriptors, readable: true, positions: true, names: &[] };
        for code in [code.as_slice(), file.as_slice()] {
            assert_eq!(assemble(&disassemble(code, &options)).into_result().as_deref(), Ok(code), "{name}");
        }
    }
}
