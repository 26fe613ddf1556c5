//! Malformed and random texts: no panic, spans inside the text, bounded time.

use glassbox_pica_asm::{Assembly, Input, Mode, Options, assemble, nihstro};
use glassbox_testing::random::{Random, mutate_text};

const MEGABYTE: usize = 1 << 20;

fn check(assembly: &Assembly, text: &str) {
    for finding in &assembly.findings {
        let places =
            std::iter::once(&finding.location).chain(finding.labels.iter().map(|label| &label.location));
        for place in places {
            assert!(place.start <= place.end && place.end as usize <= text.len(), "{finding:?}");
            assert!(place.line_column.is_some(), "{finding:?}");
        }
        assert!(!finding.message.is_empty());
    }
    assert!(assembly.findings.len() <= 1000);
}

fn all_ways(text: &str) {
    let inputs = [Input { name: "hostile.pica", text }];
    for mode in [Mode::Glassbox, Mode::Picasso] {
        for object in [false, true] {
            let options = Options { mode, object, ..Options::default() };
            check(&assemble(&inputs, &options), text);
        }
    }
    check(&nihstro::assemble(inputs[0], &Options::default()), text);
}

#[test]
fn a_megabyte_of_anything_is_bounded() {
    let pieces = [
        "a",
        ":",
        "\n",
        "[",
        "#",
        "# 1 \"x\"\n",
        "\0",
        "é",
        ".",
        ",",
        ";",
        "\"",
        "-",
        "{",
        " ",
        ".proc a\n",
        ".proc main\n.end\n",
        ".end\n",
        ".fvec ",
        "a,",
        ".alias a r0\n",
        ".constfa a[]\n",
        ".constfa a[999999999]\n.end\n",
        "l:l:\n",
        "jmpu b0, x\n",
        "end\n",
        ".gsh point c0\n",
        "if cc.x\n",
        "main:\n",
        ".alias x c0 as (1, 2, 3, 4)\n",
        ".word 1\n",
        ".descriptor 0, 1\n",
        ".executable vertex, 1, 0\n",
    ];
    for piece in pieces {
        all_ways(&piece.repeat(MEGABYTE / piece.len()));
        let inside = format!(".proc main\n{}", piece.repeat(MEGABYTE / piece.len()));
        all_ways(&inside);
    }
}

#[test]
fn many_different_names_are_bounded() {
    let numbered = |line: &str| {
        let lines = (0..MEGABYTE / (line.len() + 5)).map(|number| line.replace('#', &number.to_string()));
        lines.collect::<String>()
    };
    for line in [
        "mov r0, name#\n",
        "call name#\n",
        "jmpu b0, name#\n",
        "name#: nop\n",
        ".alias name# r0\n",
        ".alias name# r0\nmov r0, nome#\n",
        ".proc p#\nnop\n.end\n.proc q#\ncall p#\n.end\n",
        "bogus# r0\n",
        "# # \"file#\"\nnop\n",
        ".fvec name#\n",
    ] {
        all_ways(&format!(".proc main\n{}", numbered(line)));
        all_ways(&numbered(line));
    }
}

#[test]
fn deep_calls_and_jumps_are_bounded() {
    // Each procedure calls the next one twice: the number of paths doubles each time.
    let calls: String =
        (0..200).map(|number| format!(".proc p{number}\ncall p{0}\ncall p{0}\n.end\n", number + 1)).collect();
    all_ways(&format!(".proc main\ncall p0\nend\n.end\n{calls}.proc p200\nnop\n.end\n"));
    let jumps: String = (0..1000)
        .map(|number| {
            format!(
                "l{number}: jmpu b0, l{}\nifu b1\njmpc cmp.x, l{}\n.end\n",
                number * 7 % 1000,
                number * 13 % 1000
            )
        })
        .collect();
    all_ways(&format!(".gsh\n.proc main\n{jumps}end\n.end\n"));
}

#[test]
fn texts_with_damage_are_read() {
    let mut random = Random::new(0x9157);
    let sources: Vec<String> = glassbox_testing::corpus::files("shbin", &[".pica", ".vsh"])
        .iter()
        .map(|path| String::from_utf8_lossy(&std::fs::read(path).expect("the source is there")).into_owned())
        .filter(|text| text.len() < 4000)
        .collect();
    let marks = [
        ".", ",", "[", "]", "(", ")", ":", "-", "!", "#", "\"", "{", "0x", "\n", " ", "é", "\0", "a0.x",
        ".end\n", ";",
    ];
    for round in 0..4000 {
        let text = mutate_text(&sources[round % sources.len()], &marks, 4, &mut random);
        all_ways(&text);
    }
}

#[test]
fn comments_in_front_do_not_hide_the_language() {
    let comments = "; a comment\n\n".repeat(5000);
    for (statement, is_source) in [(".proc main", true), ("nop", false), (".nothing", false)] {
        let text = format!("{comments}{statement}\n");
        assert_eq!(glassbox_pica_asm::is_source(&text), is_source, "{statement}");
    }
}
