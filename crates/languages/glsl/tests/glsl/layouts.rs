//! Offsets of members: `tests/layouts/NAME.glsl` states them behind `//@`.

use std::collections::HashMap;

use glassbox_glsl::source::IncludeList;
use glassbox_glsl::stage::Stage;
use glassbox_glsl::{Options, StageSource, compile_program};
use glassbox_spirv::disassemble;

use crate::support;

#[test]
fn members_lie_where_the_rules_say() {
    for path in support::files("layouts", "glsl") {
        let text = std::fs::read_to_string(&path).expect("the case is read");
        let stage = StageSource::new(Stage::Compute, "case.comp", &text);
        let compiled = compile_program(&[stage], &IncludeList::default(), &Options::default());
        for finding in compiled.findings.items() {
            println!("{}", support::shown(finding, &compiled.sources));
        }
        let found = offsets(&compiled.stages[0].module.words().expect("the module has words"));
        let mut expected = 0;
        for line in text.lines() {
            let Some((declaration, offset)) = line.split_once("//@") else { continue };
            let name = declaration.trim().trim_end_matches(';').rsplit(' ').next().expect("a name");
            let name = name.split('[').next().expect("a name");
            assert_eq!(found.get(name).map(String::as_str), Some(offset.trim()), "{name}");
            expected += 1;
        }
        assert!(expected > 0, "{} states no offset", path.display());
    }
}

/// Offsets of members, by their names.
fn offsets(words: &[u32]) -> HashMap<String, String> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let text = disassemble(&bytes, &Default::default()).expect("the module is read");
    let (mut names, mut offsets) = (HashMap::new(), HashMap::new());
    for line in text.lines() {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["OpMemberName", structure, member, name] => {
                names.insert((structure, member), name.trim_matches('"'));
            }
            ["OpMemberDecorate", structure, member, "Offset", offset] => {
                let name = names.get(&(structure, member)).expect("members have names");
                offsets.insert((*name).to_owned(), offset.to_owned());
            }
            _ => {}
        }
    }
    offsets
}
