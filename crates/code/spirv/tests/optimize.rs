//! Tests the optimizer: textual cases before and after, and properties of every module.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support;
use glassbox_core::format::ScanBudget;
use glassbox_spirv::reflect::{TypeId, Variable};
use glassbox_spirv::{Binary, Options, assemble, disassemble, optimize, reflect};
use glassbox_testing::golden;
use glassbox_testing::random::Random;
use glassbox_testing::spirv::validate;
use glassbox_testing::{corpus, trace};
use support::{files_below, fixtures, modules_in};

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Error of the validator for a module; `None` if it accepts the module or is not run.
fn validation_error(module: &[u8]) -> Option<String> {
    validate(&words(module)).err()
}

/// Declarations around every case: `%float` and the like, an output, an input, push constants.
const FRAME: &str = include_str!("optimize/frame.txt");

/// Assembles a case as a whole module; ids keep their names from the text.
fn module(case: &str) -> Vec<u8> {
    // Declarations of a case precede its functions; its decorations start a line.
    let is_decoration = |line: &&str| {
        ["OpDecorate", "OpMemberDecorate"].iter().any(|start| line.trim_start().starts_with(start))
    };
    let (decorations, rest): (Vec<&str>, Vec<&str>) = case.lines().partition(is_decoration);
    let interface = case.lines().find_map(|line| line.strip_prefix("; interface")).unwrap_or_default();
    let text = FRAME
        .replace("INTERFACE", interface)
        .replace("DECORATIONS", &decorations.join("\n"))
        .replace("CASE", &rest.join("\n"));
    let mut names = String::new();
    for line in text.lines() {
        if let Some((id, _)) = line.split_once('=')
            && let Some(name) = id.trim().strip_prefix('%')
        {
            names.push_str(&format!("OpName %{name} \"{name}\"\n"));
        }
    }
    let text = text.replace("NAMES", &names);
    assemble(&text).unwrap_or_else(|errors| {
        let line = text.lines().nth(errors[0].line - 1).unwrap_or_default();
        panic!("{}: {line}", errors[0])
    })
}

/// A module as text from its first type on.
fn text(module: &[u8]) -> String {
    let options = Options { indent: 12, header: false, ..Options::default() };
    let text = disassemble(module, &options).expect("it is a module");
    text.lines()
        .skip_while(|line| !line.contains("OpEntryPoint"))
        .filter(|line| !line.contains("OpName") && !line.contains("OpExecutionMode"))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Asserts that two modules have the same effects whichever branches are taken. Returns false if that is
/// undecidable.
fn assert_same_effects(before: &[u8], after: &[u8], what: &str) -> bool {
    let mut is_decided = false;
    for seed in 0..16 {
        let found = trace::effects(&words(before), seed);
        assert_eq!(found, trace::effects(&words(after), seed), "{what}, branches {seed}");
        is_decided |= found.is_some();
    }
    is_decided
}

glassbox_testing::asking!(spirv_val: cases, modules_of_the_corpus);

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/optimize");
    let mut count = 0;
    for path in files_below(&folder) {
        if path.extension().is_none_or(|end| end != "spvasm") {
            continue;
        }
        let name = path.display();
        let case = std::fs::read_to_string(&path).expect("a case is readable");
        let before = module(&case);
        assert_eq!(validation_error(&before), None, "{name}");
        let after = bytes(&optimize(&words(&before)));
        golden(path.with_extension("expected"), text(&after));
        assert_eq!(validation_error(&after), None, "{name}");
        assert_eq!(bytes(&optimize(&words(&after))), after, "{name}: twice");
        assert_same_effects(&before, &after, &name.to_string());
        count += 1;
    }
    assert!(count > 15, "{count} cases");
}

/// The modules of a file, each as long as its instructions go.
fn whole_modules(bytes: &[u8]) -> Vec<&[u8]> {
    let modules = modules_in(bytes).into_iter().filter_map(|from| {
        let length = glassbox_spirv::extent(from, &mut ScanBudget::new(1 << 30))?;
        from.get(..length)
    });
    modules.collect()
}

/// True if another stage or the application sees writes to a variable.
fn is_seen(variable: &str) -> bool {
    !variable.contains("class: 6,")
}

/// External variables of an entry point, by all their visible properties, and whether it writes them.
fn interface(module: &[u8]) -> BTreeSet<(String, bool)> {
    let reflection = reflect(module).expect("it is a module");
    let mut all = BTreeSet::new();
    for entry in &reflection.entry_points {
        for used in &entry.uses {
            if let Some(variable) = reflection.variable(used.variable) {
                // Numbers of ids and types differ, and so do names.
                let known = Variable { id: 0, name: None, ty: TypeId(0), range: 0..0, ..variable.clone() };
                let locations =
                    [reflection.input_locations(entry), reflection.output_locations(entry)].concat();
                let shapes: Vec<String> = locations
                    .iter()
                    .filter(|location| location.variable == used.variable)
                    .map(|one| format!("{:?} {} {} {}", one.class, one.width, one.components, one.columns))
                    .collect();
                all.insert((format!("{known:?} {shapes:?}"), used.written));
            }
        }
    }
    all
}

#[test]
fn modules_of_the_corpus() {
    let (mut count, mut valid, mut followed, mut before, mut after) = (0, 0, 0, 0, 0);
    let mut failures = Vec::new();
    for folder in ["vbc", "bpxs", "dxcontainer"] {
        for path in corpus::files(folder, &[""]) {
            let file = std::fs::read(&path).expect("the corpus can be read");
            for module in whole_modules(&file) {
                let name = path.display();
                let smaller = bytes(&optimize(&words(module)));
                count += 1;
                let again = bytes(&optimize(&words(&smaller)));
                if again != smaller {
                    failures.push(format!(
                        "{name}: another {} bytes go",
                        smaller.len() as i64 - again.len() as i64
                    ));
                }
                assert!(Binary::read(&smaller).is_ok_and(|module| {
                    let mut walk = module.walk();
                    walk.by_ref().count();
                    smaller == module.bytes()
                        && (walk.rest().is_none() || smaller.len() == module.bytes().len())
                }));
                let (had, has) = (interface(module), interface(&smaller));
                // A variable read without effect may be gone; a written one may not.
                if !has.is_subset(&had)
                    || had.iter().any(|one| one.1 && is_seen(&one.0) && !has.contains(one))
                {
                    failures.push(format!("{name}: {had:?} became {has:?}"));
                }
                // Deliberately invalid modules have no effects to compare.
                let is_damaged =
                    ["/malformed/", "/bad-"].iter().any(|part| path.to_string_lossy().contains(part));
                if !is_damaged && validation_error(module).is_none() {
                    valid += 1;
                    followed += usize::from(assert_same_effects(module, &smaller, &name.to_string()));
                    before += module.len();
                    after += smaller.len();
                    if let Some(error) = validation_error(&smaller) {
                        failures.push(format!("{name}: {error}"));
                    }
                }
            }
        }
    }
    println!(
        "{count} modules, nothing said against {valid}, {followed} followed: {before} bytes became {after}"
    );
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    assert!(count > 100, "the corpus has modules");
}

#[test]
fn non_shader_modules_stay_unchanged() {
    let case = std::fs::read_to_string(fixtures().join("../optimize/promote-straight.spvasm"))
        .expect("the fixture can be read");
    let right = words(&module(&case));
    assert_ne!(optimize(&right), right);
    type Damage = fn(&mut Vec<u32>);
    let damages: [(&str, Damage); 9] = [
        ("no word", Vec::clear),
        ("another magic number", |words| words[0] += 1),
        ("the bytes of each word swapped", |words| {
            words.iter_mut().for_each(|word| *word = word.swap_bytes())
        }),
        ("a header alone", |words| words.truncate(5)),
        ("a bound below the ids", |words| words[3] = 5),
        ("a cut instruction", |words| words.truncate(words.len() - 2)),
        ("no end of the function", |words| words.truncate(words.len() - 1)),
        ("an opcode of no table", |words| words.extend([1 << 16 | 0xfff0])),
        ("a kernel's capability", |words| words.splice(5..5, [2 << 16 | 17, 6]).for_each(drop)),
    ];
    for (what, damage) in damages {
        let mut wrong = right.clone();
        damage(&mut wrong);
        assert_eq!(optimize(&wrong), wrong, "{what}");
    }
}

#[test]
fn self_referential_values_stop_the_optimizer() {
    // Each load yields what the other's value was stored as: not a valid module, and the search must end.
    let case = "%main = OpFunction %void None %fn
        %entry = OpLabel
        %x = OpVariable %l_float Function
        %y = OpVariable %l_float Function
        OpStore %x %b
        %a = OpLoad %float %x
        OpStore %y %a
        %b = OpLoad %float %y
        %result = OpCompositeConstruct %float4 %a %b %a %b
        OpStore %color %result
        OpReturn
        OpFunctionEnd";
    let wrong = words(&module(case));
    assert_eq!(optimize(&wrong), wrong);
}

#[test]
fn damaged_modules() {
    let mut random = Random::new(5);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/optimize");
    let cases: Vec<Vec<u32>> = files_below(&folder)
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "spvasm"))
        .map(|path| words(&module(&std::fs::read_to_string(path).expect("a case is readable"))))
        .collect();
    let mut changed = 0;
    for _ in 0..20_000 {
        let mut wrong = cases[random.index(cases.len())].clone();
        for _ in 0..1 + random.index(3) {
            // Mostly small numbers, so that ids become other existing ids.
            let at = 5 + random.index(wrong.len() - 5);
            wrong[at] = match random.index(4) {
                0 => random.word(),
                1 => wrong[at] ^ 1 << random.index(32),
                _ => random.index(80) as u32,
            };
        }
        let smaller = optimize(&wrong);
        changed += usize::from(smaller != wrong);
        let bytes = bytes(&smaller);
        if smaller != wrong {
            let mut walk = Binary::read(&bytes).expect("it has a header").walk();
            walk.by_ref().count();
            assert_eq!(walk.rest(), None);
        }
    }
    assert!(changed > 1000, "{changed}");
}

#[test]
fn long_modules_take_linear_time() {
    // One variable live through many loops, and many variables live through one: either would be slow if each
    // variable cost a walk over all blocks.
    let mut body = String::from("%main = OpFunction %void None %fn\n%entry = OpLabel\n");
    let count = 3000;
    for number in 0..count {
        body.push_str(&format!("%x{number} = OpVariable %l_float4 Function\n"));
    }
    for number in 0..count {
        body.push_str(&format!(
            "OpStore %x{number} %v0
            OpBranch %h{number}
            %h{number} = OpLabel
            OpLoopMerge %e{number} %n{number} None
            OpBranch %b{number}
            %b{number} = OpLabel
            %l{number} = OpLoad %float4 %x0
            OpStore %color %l{number}
            OpBranchConditional %true %e{number} %n{number}
            %n{number} = OpLabel
            OpStore %x0 %v0
            OpBranch %h{number}
            %e{number} = OpLabel\n"
        ));
    }
    for number in 0..count {
        body.push_str(&format!("%r{number} = OpLoad %float4 %x{number}\nOpStore %color %r{number}\n"));
    }
    body.push_str("OpReturn\nOpFunctionEnd\n");
    let before = words(&module(&body));
    let after = optimize(&before);
    assert!(after.len() < before.len());
}
