//! Project files: what they say, and what is wrong with them.

use glassbox_programs::permutation::MOST;
use glassbox_programs::project::{is_project_text, read};

/// Findings as `ID line: message`.
fn findings(text: &str) -> Vec<String> {
    let (_, findings) = read(text);
    let shown = findings.items().iter().map(|finding| {
        let line = finding.location.line_column.map_or(0, |(line, _)| line);
        format!("{} {line}: {}", finding.rule.id, finding.message)
    });
    shown.collect()
}

#[test]
fn settings_of_a_program_go_before_those_of_all() {
    let (project, found) = read(
        "to = ['spirv']
        defines = { A = 1, B = true }
        include = 'common'
        optimize = false
        [permutations]
        P = [0, 1]
        [programs.one]
        stages = { fragment = ['one.frag', 'noise.frag'], vert = { file = 'one.vert', defines = { C = 'x' } } }
        [programs.two]
        source = 'two.wgsl'
        to = ['wgsl', 'hlsl']
        versions = { hlsl = '6.0' }
        defines = { A = 2 }
        debug = true
        permutations = { Q = ['a', 'a', 1.5] }
        ",
    );
    assert!(found.items().is_empty(), "{:?}", found.items());
    let [one, two] = project.programs.as_slice() else { panic!("{project:?}") };
    let files = one.stages.iter().flat_map(|stage| stage.files.iter().map(|file| (stage.stage.name(), file)));
    let files: Vec<(&str, &str)> = files.map(|(stage, file)| (stage, file.value.as_str())).collect();
    assert_eq!(files, [("vertex", "one.vert"), ("fragment", "one.frag"), ("fragment", "noise.frag")]);
    assert_eq!(one.stages[0].defines, [("C".to_owned(), "x".to_owned())]);
    assert_eq!((one.settings.optimize, one.settings.debug), (Some(false), None));
    assert_eq!(one.permutations.all().len(), 2);
    assert_eq!(two.settings.defines, [("B".to_owned(), "1".to_owned()), ("A".to_owned(), "2".to_owned())]);
    assert_eq!(two.settings.to.iter().map(|to| to.value.as_str()).collect::<Vec<_>>(), ["wgsl", "hlsl"]);
    assert_eq!(two.settings.include[0].value, "common");
    let values: Vec<String> = two.permutations.all().into_iter().flatten().map(|(_, value)| value).collect();
    assert_eq!(values, ["a", "1.5"]);
}

#[test]
fn combinations_are_in_order_and_excluded_ones_missing() {
    let (project, _) = read(
        "to = 'spirv'\n[programs.p]\nsource = 'p.wgsl'\n[programs.p.permutations]\nA = [0, 1]\nB = ['x', 'y', 'z']\n\
         exclude = [{ A = 1, B = 'y' }, { B = 'z' }]\n",
    );
    let all = project.programs[0].permutations.all();
    let shown: Vec<String> = all
        .iter()
        .map(|values| values.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(""))
        .collect();
    assert_eq!(shown, ["0x", "0y", "1x"]);
}

#[test]
fn mistakes_are_found_where_they_stand() {
    for (text, expected) in [
        (
            "to = 'spirv'\n[programs.p]\n",
            "BUILD-04 2: found no stages of the program `p`, expected one at least",
        ),
        ("[programs.p]\nsource = 'p'\n", "BUILD-04 1: found nothing that the program `p` becomes"),
        (
            "to = 'spirv'\n[programs.p]\nstages = { vertex = {} }\n",
            "BUILD-04 3: found the stage `vertex` without a file",
        ),
        (
            "[programs.p]\nsources = 'p'\nto = 'spirv'\nsource = 'x'\n",
            "BUILD-02 2: found the key `sources`, which a program does not have",
        ),
        ("to = 1\n", "BUILD-03 1: found an integer for `to`, expected a string or a list of strings"),
        (
            "to = 'x'\n[programs.'a/b']\nsource = 'x'",
            "BUILD-03 2: found \"a/b\" as the name of a program, expected letters, digits, `_`, `-` and `.`",
        ),
        ("[permutations]\nA = []\n", "BUILD-03 2: found a list for `A`, expected one value at least"),
        (
            "[permutations]\nA = [1]\nexclude = [{ B = 1 }]\n",
            "BUILD-05 3: found `B`, which is not one of the macros",
        ),
        (
            "[permutations]\nA = [1]\nexclude = [{ A = 2 }]\n",
            "BUILD-05 3: found \"2\" for `A`, which it never is",
        ),
        (
            "[permutations]\nexclude = [{}]\n",
            "BUILD-05 2: found an exclusion without a macro, expected one at least",
        ),
        (
            "to = \n",
            "BUILD-01 1: found text that is not TOML: string values must be quoted, expected literal string",
        ),
    ] {
        assert_eq!(findings(text), [expected], "{text}");
    }
}

#[test]
fn a_program_with_mistakes_does_not_stop_the_others() {
    let (project, findings) =
        read("to = 'spirv'\n[programs.bad]\nstage = 1\n[programs.good]\nsource = 'x.wgsl'\n");
    assert_eq!(findings.items().len(), 1);
    assert_eq!(project.programs.len(), 1);
    assert_eq!(project.programs[0].name.value, "good");
}

#[test]
fn combinations_are_counted_before_they_are_made() {
    let list = |count: usize| (0..count).map(|value| value.to_string()).collect::<Vec<_>>().join(", ");
    let text = |count: usize| format!("[permutations]\nA = [{}]\nB = [{}]\n", list(256), list(count));
    assert_eq!(findings(&text(256)), [""; 0]);
    let found = findings(&text(257));
    assert_eq!(found, [format!("BUILD-06 1: found 256 x 257 combinations, expected at most {MOST}")]);
    let many: String = (0..100).map(|name| format!("M{name} = [0, 1]\n")).collect();
    assert_eq!(findings(&format!("[permutations]\n{many}")).len(), 1);
}

#[test]
fn files_of_programs_are_told_from_others() {
    assert!(is_project_text("to = 'spirv'\n[programs.a]\nsource = 'x'\n"));
    assert!(!is_project_text("target = 'VK10'\n[stages]\nvertex = 'programs'\n"));
    assert!(!is_project_text("programs = 3\n"));
}

#[test]
fn mutated_files_are_read_to_the_end() {
    let text = "to = ['spirv', 'wgsl']\ndefines = { A = 1 }\n[permutations]\nP = [0, 1, 'x']\nexclude = [{ P = 1 }]\n\
                [programs.one]\nstages = { vertex = 'a', fragment = { file = 'b', defines = { C = 2 } } }\nenv = 'vulkan1.2'\n\
                [programs.two]\nsource = 'c'\nversions = { wgsl = '1' }\npermutations = { Q = [true] }\n";
    let mut random = glassbox_testing::random::Random::new(3);
    let marks =
        ["[", "]", "{", "}", "=", "'", "\n", "programs", "exclude", "9999999999999999999999", "\u{e9}"];
    for _ in 0..4000 {
        let changed = glassbox_testing::random::mutate_text(text, &marks, 6, &mut random);
        let (project, findings) = read(&changed);
        for finding in findings.items() {
            assert!(finding.location.end as usize <= changed.len(), "{changed}\n{finding:?}");
        }
        for program in &project.programs {
            assert!(program.permutations.all().len() <= MOST);
        }
    }
}
