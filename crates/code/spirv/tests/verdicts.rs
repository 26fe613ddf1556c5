//! Checks small changes of valid modules. `verdicts.txt` has, for each, the verdict of spirv-val and the rules that are broken here.
//! Beside the name of a module stands a digest of all findings of these changes and more.
//!
//! The verdicts are from spirv-val of SPIRV-Tools v2026.4. `GLASSBOX_BLESS=1` rewrites the rules, and with `needs_spirv_val` the
//! verdicts too. The even changes are judged for Vulkan 1.3, the odd ones for universal SPIR-V 1.6.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use glassbox_core::diagnostic::Severity;
use glassbox_spirv::check::{CheckOptions, Environment, Finding, check};
use glassbox_testing::case::files;
use glassbox_testing::digest::Digest;
use glassbox_testing::golden::{golden, is_blessing};
use glassbox_testing::random::Random;
use glassbox_testing::spirv::programs::{Stage, module};
use glassbox_testing::spirv::validate_for;
use glassbox_testing::tool::{Tool, is_asked};

/// Changes of each module with a verdict.
const CHANGES: u64 = 120;

/// Changes of each module whose findings are in its digest.
const DIGESTED: u64 = 600;

/// Of a thousand changes of modules that it knows, how many an older spirv-val may judge otherwise: v2023.1 judges 16.2.
const MOST_OTHERS: usize = 20;

const ENVIRONMENTS: [&str; 2] = ["vulkan1.3", "spv1.6"];

glassbox_testing::asking!(spirv_val: changed_modules_break_the_recorded_rules);

/// Files of modules that have, together, most instructions of shaders.
const FOLDERS: [&str; 7] = [
    "code/spirv/tests/check",
    "code/spirv/tests/declare",
    "decompile/tests/glsl",
    "decompile/tests/hlsl",
    "decompile/tests/msl",
    "decompile/tests/stages",
    "decompile/tests/wgsl",
];

/// Names and words of the modules.
pub(crate) fn bases() -> Vec<(String, Vec<u32>)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = FOLDERS.into_iter().flat_map(|folder| files(&crates.join(folder), "spvasm"));
    let files = files.filter(|path| !path.to_string_lossy().contains(".optimized.")).map(|path| {
        let parts: Vec<_> = path.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
        let name = format!("{}/{}", parts[1], parts[0].trim_end_matches(".spvasm"));
        (name, std::fs::read_to_string(path).expect("the module is read"))
    });
    let generated = [Stage::Compute, Stage::Fragment].into_iter().flat_map(|stage| {
        let text = move |seed| module(stage, 12, &mut Random::new(seed));
        (0..3).map(move |seed| (format!("{stage:?}{seed}"), text(seed)))
    });
    let words = |text: &str| {
        let bytes = glassbox_spirv::assemble(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let mut words: Vec<u32> =
            bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        // Files that state no version are written for different ones: the newest in which they are valid.
        let versions = [words[1], 0x0001_0300, 0x0001_0000];
        let is_valid = |version: &u32| {
            let module = [&words[..1], &[*version], &words[2..]].concat();
            broken(&findings(&module, ENVIRONMENTS[1])).is_empty()
        };
        words[1] = versions.into_iter().find(is_valid).expect("a base is valid in one of the versions");
        words
    };
    files.chain(generated).map(|(name, text)| (name, words(&text))).collect()
}

/// Where the instructions of a module begin, and its end.
fn starts(words: &[u32]) -> Vec<usize> {
    let mut starts = vec![5];
    while let Some(word) = starts.last().and_then(|at| words.get(*at)) {
        starts.push(starts.last().expect("there is one") + (word >> 16) as usize);
    }
    starts
}

/// Changes one instruction.
fn change(words: &[u32], random: &mut Random) -> Vec<u32> {
    let starts = starts(words);
    let index = random.index(starts.len() - 2);
    let [start, end, next] = [starts[index], starts[index + 1], starts[index + 2]];
    let (before, instruction, after) = (&words[..start], &words[start..end], &words[end..]);
    let mut changed = instruction.to_vec();
    let operand = 1 + random.index((changed.len() - 1).max(1));
    let kind = if changed.len() == 1 { 6 + random.below(4) } else { random.below(10) };
    match kind {
        // Any id, likely a type or a constant of another kind.
        0..3 => changed[operand] = 1 + random.below(u64::from(words[3]) - 1) as u32,
        // The same operand of another instruction with this opcode.
        3 | 4 => {
            let others: Vec<usize> = starts[..starts.len() - 1]
                .iter()
                .copied()
                .filter(|at| words[*at] as u16 == instruction[0] as u16 && words[*at] >> 16 > operand as u32)
                .collect();
            changed[operand] = words[others[random.index(others.len())] + operand];
        }
        5 => changed[operand] ^= 1 << random.below(6),
        6 => changed.clear(),
        7 => changed.extend_from_slice(instruction),
        8 => changed[0] = changed[0].wrapping_add_signed(random.below(9) as i32 - 4),
        // Swapped with the next.
        _ => return [before, &words[end..next], instruction, &words[next..]].concat(),
    }
    [before, &changed, after].concat()
}

/// Little-endian bytes of a module.
pub(crate) fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn findings(words: &[u32], environment: &str) -> Vec<Finding> {
    let bytes = bytes_of(words);
    let environment = Environment::named(environment).expect("the environment is known");
    check(&bytes, &CheckOptions::new(environment))
}

/// Digest of all findings of the changes of a module.
fn digest(words: &[u32]) -> u64 {
    let mut digest = Digest::default();
    for seed in 0..DIGESTED {
        let changed = change(words, &mut Random::new(seed));
        let findings = findings(&changed, ENVIRONMENTS[(seed & 1) as usize]);
        for Finding { rule, severity, at, range, operand, message, note, text } in findings {
            let id = rule.id;
            let all = format!("{id} {severity:?} {at:?} {range:?} {operand} {message} {note:?} {text}");
            digest.add(all.as_bytes());
        }
    }
    digest.value()
}

/// Rules with errors, once each.
fn broken(findings: &[Finding]) -> String {
    let mut rules = Vec::new();
    for finding in findings {
        if finding.severity == Severity::Error && !rules.contains(&finding.rule.id) {
            rules.push(finding.rule.id);
        }
    }
    rules.join(" ").replace("SPIRV-", "")
}

#[test]
fn changed_modules_break_the_recorded_rules() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts.txt");
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    let mut verdicts = BTreeMap::new();
    let mut base = "";
    for line in recorded.lines() {
        match line.split_once(": ") {
            Some((seed, rest)) => {
                let verdict = rest.split(' ').next().unwrap_or_default();
                verdicts.insert((base, seed.parse().expect("a change has a number")), verdict);
            }
            None => base = line.split(' ').next().unwrap_or_default(),
        }
    }
    let (mut text, mut wrong, mut missed) = (String::new(), Vec::new(), Vec::new());
    let (mut known, mut others) = (0, 0);
    for (name, words) in bases() {
        writeln!(text, "{name} (findings {:016x})", digest(&words)).expect("memory can be written");
        // An older spirv-val does not know all that is in the modules.
        let is_known = ENVIRONMENTS.map(|environment| {
            is_asked(Tool::SpirvVal)
                && validate_for(&words, environment).is_ok()
                    == broken(&findings(&words, environment)).is_empty()
        });
        for seed in 0..CHANGES {
            let changed = change(&words, &mut Random::new(seed));
            let environment = ENVIRONMENTS[(seed & 1) as usize];
            let mut verdict = verdicts.get(&(name.as_str(), seed)).copied().unwrap_or("unknown");
            if is_asked(Tool::SpirvVal) {
                let asked = if validate_for(&changed, environment).is_ok() { "valid" } else { "invalid" };
                if is_known[(seed & 1) as usize] {
                    known += 1;
                    others += usize::from(asked != verdict);
                }
                if is_blessing() {
                    verdict = asked;
                }
            }
            let findings = findings(&changed, environment);
            let rules = broken(&findings);
            if verdict == "valid" && !rules.is_empty() {
                wrong.push(format!("{name} {seed}"));
            }
            if verdict == "invalid" && findings.is_empty() {
                missed.push(format!("{name} {seed}"));
            }
            writeln!(text, "{seed}: {verdict} {rules}").expect("memory can be written");
        }
    }
    let is_alike = others * 1000 <= known * MOST_OTHERS;
    assert!(is_blessing() || is_alike, "spirv-val has {others} of {known} other verdicts than recorded");
    golden(&path, text.replace(" \n", "\n"));
    assert!(wrong.is_empty(), "spirv-val accepts what is refused: {}", wrong.join(", "));
    assert!(missed.is_empty(), "spirv-val refuses what no rule describes: {}", missed.join(", "));
}
