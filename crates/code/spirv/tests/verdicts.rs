//! Checks small changes of valid modules. `verdicts.txt` has, for each, the verdict of spirv-val and the rules that are broken here.
//!
//! The verdicts are from spirv-val of SPIRV-Tools v2026.4. `GLASSBOX_BLESS=1` rewrites the rules, and with `needs_spirv_val` the
//! verdicts too.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use glassbox_core::diagnostic::Severity;
use glassbox_spirv::check::{CheckOptions, Environment, check};
use glassbox_testing::golden::{golden, is_blessing};
use glassbox_testing::random::Random;
use glassbox_testing::spirv::programs::{Stage, module};
use glassbox_testing::spirv::validate_for;
use glassbox_testing::tool::{Tool, is_asked};

/// Changes of each module.
const CHANGES: u64 = 160;
/// Changes that spirv-val refuses and no rule here describes; fewer are better.
const MOST_MISSED: usize = 3;

/// Verdicts that an older spirv-val may give otherwise: v2023.1 has 32.
const MOST_OTHERS: usize = 40;

const ENVIRONMENTS: [&str; 2] = ["vulkan1.2", "spv1.5"];

glassbox_testing::asking!(spirv_val: changed_modules_break_the_recorded_rules);

fn bases() -> Vec<(String, Vec<u32>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let names = ["branching", "compute", "fragment", "interpolated", "looping", "mesh", "textured"];
    let files = names.map(|name| (name.to_owned(), folder.join(format!("declare/{name}.spvasm"))));
    let files = files.into_iter().chain([("shader".to_owned(), folder.join("check/shader.spvasm"))]);
    let files = files.map(|(name, path)| (name, std::fs::read_to_string(path).expect("the module is read")));
    let generated = [Stage::Compute, Stage::Fragment].into_iter().flat_map(|stage| {
        let text = move |seed| module(stage, 12, &mut Random::new(seed));
        (0..3).map(move |seed| (format!("{stage:?}{seed}"), text(seed)))
    });
    let words = |text: &str| {
        let bytes = glassbox_spirv::assemble(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
        bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
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

/// Rules with errors, once each.
fn broken(words: &[u32], environment: &str) -> String {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let environment = Environment::named(environment).expect("the environment is known");
    let mut rules = Vec::new();
    for finding in check(&bytes, &CheckOptions::new(environment)) {
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
    let recorded: BTreeMap<&str, &str> = recorded
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(key, rest)| (key, rest.split(' ').next().unwrap_or_default()))
        .collect();
    let (mut text, mut wrong, mut missed, mut others) = (String::new(), Vec::new(), 0, 0);
    for (name, words) in bases() {
        for seed in 0..CHANGES {
            let changed = change(&words, &mut Random::new(seed));
            let environment = ENVIRONMENTS[(seed & 1) as usize];
            let key = format!("{name} {seed} {environment}");
            let mut verdict = recorded.get(key.as_str()).copied().unwrap_or("unknown");
            if is_asked(Tool::SpirvVal) {
                let asked = if validate_for(&changed, environment).is_ok() { "valid" } else { "invalid" };
                others += usize::from(asked != verdict);
                if is_blessing() {
                    verdict = asked;
                }
            }
            let rules = broken(&changed, environment);
            if verdict == "valid" && !rules.is_empty() {
                wrong.push(key.clone());
            }
            missed += usize::from(verdict == "invalid" && rules.is_empty());
            writeln!(text, "{key}: {verdict} {rules}").expect("memory can be written");
        }
    }
    assert!(is_blessing() || others <= MOST_OTHERS, "spirv-val has {others} other verdicts than recorded");
    golden(&path, text.replace(" \n", "\n"));
    assert!(wrong.is_empty(), "spirv-val accepts what is refused: {}", wrong.join(", "));
    assert!(missed <= MOST_MISSED, "{missed} are missed");
}
