//! Assembles the examples in `docs/pica/language.md` and checks their documented results.
//!
//! A block ```` ```pica ```` is a source without findings; `fragment` wraps it in a procedure, `error` marks
//! one with findings. A comment of eight hexadecimal digits is the code word of its line, a comment
//! `PICA-ASM-nn` the finding on its line.

use std::collections::BTreeMap;

use glassbox_core::diagnostic::Severity;
use glassbox_pica_asm::{Input, Options, assemble};
use glassbox_testing::page::{self, Block};

const BEFORE: &str =
    ".fvec u[8]\n.ivec n\n.bool flag\n.proc helper\nnop\n.end\n.out - position\n.proc main\n";
const AFTER: &str = "mov o0, r0\nend\n.end\n";

#[test]
fn every_example_does_what_the_page_says() {
    page::assert_examples(&["pica/language.md"], "pica", 15, check);
}

fn check(block: &Block) -> Result<(), String> {
    let tagged = |tag: &str| block.is_tagged(tag);
    let fragment = tagged("fragment");
    let text = if fragment { format!("{BEFORE}{}{AFTER}", block.text) } else { block.text.clone() };
    let options = Options {
        // Fragments use unwritten registers.
        lints: !fragment,
        ..Options::default()
    };
    let assembly = assemble(&[Input { name: "example", text: &text }], &options);
    let expected = page::rules_in_comments(&text, ";", "PICA-ASM-");
    let mut words: BTreeMap<usize, u32> = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        for word in line.split_once(';').map_or("", |(_, comment)| comment).split_whitespace() {
            if word.len() == 8
                && let Ok(value) = u32::from_str_radix(word, 16)
            {
                words.insert(number + 1, value);
            }
        }
    }
    let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for finding in &assembly.findings {
        let line = finding.location.line_column.map_or(0, |(line, _)| line as usize);
        found.entry(line).or_default().push(finding.rule.id.to_owned());
    }
    if found != expected {
        let all: Vec<String> = assembly.findings.iter().map(|one| one.message.clone()).collect();
        return Err(format!("found {found:?}, the page says {expected:?}: {all:?}"));
    }
    let failed = assembly.findings.iter().any(|finding| finding.severity == Severity::Error);
    if failed != tagged("error") || failed == assembly.binary.is_some() {
        return Err(format!("it {} errors", if failed { "has" } else { "has no" }));
    }
    let Some(binary) = &assembly.binary else {
        return Ok(());
    };
    let code: Vec<u32> = binary.program.code.iter().collect();
    let mut at_lines: BTreeMap<usize, u32> = BTreeMap::new();
    for (source, word) in assembly.words.iter().zip(&code) {
        let before = text.get(..source.start as usize).unwrap_or_default();
        // Padding follows the line's own word.
        at_lines.entry(1 + before.matches('\n').count()).or_insert(*word);
    }
    for (line, word) in words {
        match at_lines.get(&line) {
            Some(&found) if found == word => {}
            found => return Err(format!("line {line} is {found:08X?}, the page says {word:08X}")),
        }
    }
    Ok(())
}

/// Every instruction and directive is on the page.
#[test]
fn every_word_of_the_language_is_described() {
    let page = page::read("pica/language.md");
    let is_described = |word: &str| {
        let code = page.split('`').skip(1).step_by(2);
        code.into_iter().any(|code| code.split_whitespace().next() == Some(word))
    };
    let directives = glassbox_pica_asm::vocabulary::directives().map(|(name, _)| format!(".{name}"));
    let mnemonics = glassbox_pica_asm::vocabulary::mnemonics().map(str::to_owned);
    let missing: Vec<String> = directives.chain(mnemonics).filter(|word| !is_described(word)).collect();
    assert!(missing.is_empty(), "not on the page: {missing:?}");
}

/// Sources in `docs/pica/from-picasso.md` that picasso interprets unexpectedly: picasso mode accepts them,
/// the default mode reports them.
#[test]
fn differences_from_picasso_are_as_described() {
    let long = format!("call p\nend\n.end\n.proc p\n{}", "nop\n".repeat(256));
    let full = "nop\n".repeat(511);
    let rows: &[(&str, Severity)] = &[
        (".consti n(300, 0, 1, 0)", Severity::Warning),
        ("mov r0, c0[a0.x-1]", Severity::Error),
        ("mov r0, r0x", Severity::Error),
        ("mov r0, c4.x[2]", Severity::Error),
        ("mov r0, r010", Severity::Warning),
        ("mov r0, R8", Severity::Warning),
        ("setemit 0, often", Severity::Error),
        (".constf n(1, 2, 3, 4) five", Severity::Warning),
        ("mov -r0, r1", Severity::Warning),
        ("mov r0.yx, r1", Severity::Warning),
        (&long, Severity::Error),
        (&full, Severity::Error),
    ];
    let mut failures = Vec::new();
    for (row, severity) in rows {
        let text = format!(".out - position\n.proc main\nmov o0, v0\n{row}\nend\n.end\n");
        let with = |mode| {
            let options = Options { mode, lints: false, ..Options::default() };
            let input = Input { name: "a.pica", text: &text };
            assemble(&[input], &options)
        };
        let shown: String = row.chars().take(40).collect();
        if with(glassbox_pica_asm::Mode::Picasso).binary.is_none() {
            failures.push(format!("picasso refuses {shown}"));
        }
        let ours = with(glassbox_pica_asm::Mode::Glassbox);
        let worst = ours.findings.iter().map(|finding| finding.severity).max();
        let all: Vec<&str> = ours.findings.iter().map(|finding| finding.message.as_str()).collect();
        if worst != Some(*severity) {
            failures.push(format!("{shown}: {worst:?}, expected {severity}: {all:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
