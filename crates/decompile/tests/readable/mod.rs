//! Tests how readable texts are: the sources beside this file were compiled by the compilers of their languages, and
//! what is written back is measured against them.
//!
//! A text is counted in tokens, without comments and directives. `tokens.tsv` has the counts for each source, and those
//! of other programs, which `peers.tsv` records.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use glassbox_decompile::{Api, Options, Target, decompile};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Module};
use glassbox_testing::golden::golden;
use glassbox_testing::{glslang, hlsl, tint};

const LANGUAGES: [(&str, Target); 3] =
    [("glsl", Target::Glsl(450, Api::Vulkan)), ("hlsl", Target::Hlsl(66)), ("wgsl", Target::Wgsl)];

/// A source, what it was compiled to and what is written of that.
struct Program {
    /// Path below this folder.
    name: String,
    target: Target,
    source: String,
    plain: Module,
    optimized: Module,
    plain_text: String,
    optimized_text: String,
    /// The optimized module in a language that SPIRV-Cross writes too: it has no WGSL.
    compared_text: String,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/readable")
}

fn module(path: &Path) -> Module {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Module::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The programs, in the order of their names.
fn programs() -> &'static [Program] {
    static PROGRAMS: OnceLock<Vec<Program>> = OnceLock::new();
    PROGRAMS.get_or_init(read)
}

fn read() -> Vec<Program> {
    let mut all = Vec::new();
    for (language, target) in LANGUAGES {
        for entry in std::fs::read_dir(folder().join(language)).expect("the folder is there") {
            let path = entry.expect("it is readable").path();
            if path.extension().is_some_and(|extension| extension == "spv") {
                continue;
            }
            let file = path.file_name().and_then(|name| name.to_str()).expect("it is text");
            let name = format!("{language}/{file}");
            let plain = module(&path.with_file_name(format!("{file}.spv")));
            let optimized = module(&path.with_file_name(format!("{file}.optimized.spv")));
            let compared = if target == Target::Wgsl { LANGUAGES[0].1 } else { target };
            all.push(Program {
                plain_text: text(&name, &plain, target),
                optimized_text: text(&name, &optimized, target),
                compared_text: text(&name, &optimized, compared),
                source: std::fs::read_to_string(&path).expect("it is text"),
                name,
                target,
                plain,
                optimized,
            });
        }
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(all.len(), 150);
    all
}

fn text(name: &str, module: &Module, target: Target) -> String {
    let source = decompile(module, &target, &Options::default());
    source.unwrap_or_else(|refusal| panic!("{name}: {refusal}")).text
}

/// Operators of more than one character, the longest first.
const OPERATORS: [&str; 18] = [
    "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "+=", "-=", "*=",
    "/=",
];

/// Tokens of a text without comments and directives.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut starts_line = true;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = if first.is_whitespace() {
            starts_line |= first == '\n';
            rest = &rest[first.len_utf8()..];
            continue;
        } else if rest.starts_with("//") || first == '#' && starts_line {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
            continue;
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
            continue;
        } else if first.is_ascii_digit()
            || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())
        {
            let mut end = 0;
            for (index, c) in rest.char_indices() {
                let is_sign =
                    (c == '-' || c == '+') && rest[..index].ends_with(['e', 'E']) && !rest.starts_with("0x");
                if !is_word(c) && c != '.' && !is_sign {
                    break;
                }
                end = index + 1;
            }
            end
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            let long =
                OPERATORS.iter().chain(&["%=", "&=", "|=", "^="]).find(|long| rest.starts_with(**long));
            long.map_or(first.len_utf8(), |long| long.len())
        };
        starts_line = false;
        found.push(&rest[..length]);
        rest = &rest[length..];
    }
    found
}

#[test]
fn tokens_are_counted_as_compilers_read_them() {
    for (text, expected) in [
        ("#version 450\nvec2 a = b.xy; // c", vec!["vec2", "a", "=", "b", ".", "xy", ";"]),
        ("x += 1.5e-3f; /* y */ i++", vec!["x", "+=", "1.5e-3f", ";", "i", "++"]),
        ("a<<=0x1Fu>>2", vec!["a", "<<=", "0x1Fu", ">>", "2"]),
        ("-> .5 m[3].w", vec!["->", ".5", "m", "[", "3", "]", ".", "w"]),
    ] {
        assert_eq!(tokens(text), expected);
    }
}

/// Counts of a program.
struct Counts {
    name: String,
    source: usize,
    plain: usize,
    optimized: usize,
    /// The optimized module in the language that SPIRV-Cross writes it in: it has no WGSL.
    compared: usize,
    /// True if the optimizer repeated a function or the rounds of a loop.
    expanded: bool,
}

/// Counts of SPIRV-Cross and naga for a program, plain and optimized; `-` where they write no text.
fn peers() -> BTreeMap<String, [Option<usize>; 4]> {
    let text = std::fs::read_to_string(folder().join("peers.tsv")).expect("it is there");
    let rows = text.lines().skip(1).map(|line| {
        let mut cells = line.split('\t');
        let name = cells.next().unwrap_or_default().to_owned();
        (name, std::array::from_fn(|_| cells.next().and_then(|cell| cell.parse().ok())))
    });
    rows.collect()
}

fn count(module: &Module, opcode: u16) -> usize {
    module.walk().filter(|at| module.opcode(*at) == opcode).count()
}

/// True if functions are called more than once, or loops are gone.
fn is_expanded(program: &Program) -> bool {
    let module = &program.plain;
    let calls: Vec<Id> = module
        .walk()
        .filter(|at| module.opcode(*at) == op::FUNCTION_CALL)
        .map(|at| module.word(at, 0))
        .collect();
    let distinct: HashSet<&Id> = calls.iter().collect();
    let loops = |module| count(module, op::LOOP_MERGE);
    distinct.len() < calls.len() || loops(&program.optimized) < loops(module)
}

fn counts() -> Vec<Counts> {
    let count = |program: &Program| Counts {
        name: program.name.clone(),
        source: tokens(&program.source).len(),
        plain: tokens(&program.plain_text).len(),
        optimized: tokens(&program.optimized_text).len(),
        compared: tokens(&program.compared_text).len(),
        expanded: is_expanded(program),
    };
    programs().iter().map(count).collect()
}

/// The ratio that a share of all are at most.
fn quantile(mut ratios: Vec<f64>, share: f64) -> f64 {
    ratios.sort_by(f64::total_cmp);
    let index = (ratios.len() as f64 * share).ceil() as usize;
    ratios[index.clamp(1, ratios.len()) - 1]
}

#[test]
fn texts_are_as_long_as_their_sources() {
    let (counts, peers) = (counts(), peers());
    let cell = |count: Option<usize>| count.map_or("-".to_owned(), |count| count.to_string());
    let mut table = "source\ttokens\tplain\toptimized\texpanded\tas GLSL\tSPIRV-Cross plain\toptimized\tnaga plain\toptimized\n".to_owned();
    let mut shorter = 0;
    for row in &counts {
        let [cross, cross_optimized, naga, naga_optimized] =
            peers.get(&row.name).copied().unwrap_or_default();
        shorter += usize::from(cross_optimized.is_none_or(|cross| row.compared < cross));
        let expanded = if row.expanded { "yes" } else { "no" };
        let (name, source, plain, optimized) = (&row.name, row.source, row.plain, row.optimized);
        let compared = if row.name.starts_with("wgsl") { row.compared.to_string() } else { "-".to_owned() };
        let others = [cross, cross_optimized, naga, naga_optimized].map(cell).join("\t");
        table
            .push_str(&format!("{name}\t{source}\t{plain}\t{optimized}\t{expanded}\t{compared}\t{others}\n"));
    }
    golden(folder().join("tokens.tsv"), table);

    let ratios =
        |pick: fn(&Counts) -> usize| counts.iter().map(move |row| pick(row) as f64 / row.source as f64);
    let plain: Vec<f64> = ratios(|row| row.plain).collect();
    let (median, most) = (quantile(plain.clone(), 0.5), quantile(plain, 0.95));
    assert!(median <= 1.10 && most <= 1.25, "plain: {median:.3} in the median, {most:.3} in 95 %");
    let kept: Vec<f64> = counts
        .iter()
        .filter(|row| !row.expanded)
        .map(|row| row.optimized as f64 / row.source as f64)
        .collect();
    assert!(kept.len() >= 60, "{} programs in which nothing was repeated", kept.len());
    let median = quantile(kept, 0.5);
    assert!(median <= 1.35, "optimized: {median:.3} in the median");
    assert!(
        shorter * 100 >= counts.len() * 95,
        "{shorter} of {} are shorter than SPIRV-Cross's",
        counts.len()
    );
}

/// Variables that are declared with another variable as their value, where neither text nor source changes either.
fn renamed<'t>(tokens: &[&'t str]) -> Vec<(&'t str, &'t str)> {
    let is_name = |token: &str| {
        token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && !["true", "false", "return"].contains(&token)
    };
    let is_changed = |name: &str| {
        tokens.windows(2).any(|pair| {
            pair[0] == name
                && (pair[1].ends_with('=') && !["==", "<=", ">=", "!="].contains(&pair[1])
                    || matches!(pair[1], "++" | "--" | "[" | "."))
                || pair[1] == name && matches!(pair[0], "&" | "++" | "--")
        })
    };
    let copies = tokens.windows(6).filter(|window| {
        let &[before, kind, name, equals, value, end] = *window else { return false };
        matches!(before, ";" | "{" | "}")
            && is_name(kind)
            && is_name(name)
            && equals == "="
            && is_name(value)
            && end == ";"
    });
    copies
        .map(|window| (window[2], window[4]))
        .filter(|(name, value)| {
            let assigned = tokens.windows(2).filter(|pair| pair[0] == *name && pair[1] == "=").count();
            assigned == 1 && !is_changed_besides(tokens, name) && !is_changed(value)
        })
        .collect()
}

/// True if a variable is changed after its declaration.
fn is_changed_besides(tokens: &[&str], name: &str) -> bool {
    tokens.windows(2).any(|pair| {
        let compound =
            pair[1].len() > 1 && pair[1].ends_with('=') && !["==", "<=", ">=", "!="].contains(&pair[1]);
        pair[0] == name && (compound || matches!(pair[1], "++" | "--" | "." | "["))
    })
}

#[test]
fn no_variable_only_renames_another() {
    for program in programs() {
        let own: HashSet<(&str, &str)> = renamed(&tokens(&program.source)).into_iter().collect();
        for text in [&program.plain_text, &program.optimized_text] {
            let found: Vec<_> =
                renamed(&tokens(text)).into_iter().filter(|pair| !own.contains(pair)).collect();
            assert!(found.is_empty(), "{}: {found:?}\n{text}", program.name);
        }
    }
}

/// Loops that test a value before each round which each round changes by a constant.
fn counted_loops(module: &Module) -> usize {
    let mut found = 0;
    for function in &module.functions {
        for header in &function.blocks {
            let Some(merge) = module.merge(header).filter(|at| module.opcode(*at) == op::LOOP_MERGE) else {
                continue;
            };
            let (after, latch) = (module.word(merge, 0), module.word(merge, 1));
            let phis = header.body.iter().copied().filter(|at| module.opcode(*at) == op::PHI);
            let counters: Vec<Id> = phis
                .filter(|at| {
                    let id = module.get(*at).result;
                    module.operands(*at).iter().step_by(2).any(|value| {
                        let step = module.definition(*value);
                        step.is_some_and(|step| {
                            matches!(module.opcode(step), op::I_ADD | op::I_SUB)
                                && module.word(step, 0) == id
                                && module.constant(module.word(step, 1)).is_some()
                        })
                    })
                })
                .map(|at| module.get(at).result)
                .collect();
            // The first branch of a round is the test.
            let mut block = header;
            for _ in 0..4 {
                let end = block.terminator();
                match (module.opcode(end), module.operands(end)) {
                    (op::BRANCH, &[next]) if next != latch => {
                        let Some(found) = function.blocks.iter().find(|block| block.label == next) else {
                            break;
                        };
                        block = found;
                    }
                    (op::BRANCH_CONDITIONAL, &[condition, yes, no, ..]) if block.label != latch => {
                        let leaves = |target: Id| {
                            target == after
                                || function.blocks.iter().any(|block| {
                                    block.label == target
                                        && block.body.len() == 1
                                        && module.opcode(block.terminator()) == op::BRANCH
                                        && module.word(block.terminator(), 0) == after
                                })
                        };
                        let tests = module.definition(condition).is_some_and(|at| {
                            module.operands(at).iter().any(|operand| counters.contains(operand))
                        });
                        found += usize::from(tests && (leaves(yes) || leaves(no)));
                        break;
                    }
                    _ => break,
                }
            }
        }
    }
    found
}

#[test]
fn loops_with_counters_are_for_loops() {
    let mut all = 0;
    for program in programs() {
        let fors =
            |text: &str| tokens(text).windows(3).filter(|part| part[0] == "for" && part[2] != ";").count();
        let plain = &program.plain_text;
        assert!(fors(plain) >= fors(&program.source), "{}: {plain}", program.name);
        let optimized = &program.optimized_text;
        let counted = counted_loops(&program.optimized);
        assert!(fors(optimized) >= counted, "{}: {counted} loops\n{optimized}", program.name);
        all += counted;
    }
    assert!(all >= 40, "{all} loops");
}

#[test]
fn compilers_accept_what_is_written_of_sources() {
    for program in programs() {
        for text in [&program.plain_text, &program.optimized_text] {
            let checked = match program.target {
                Target::Wgsl => tint::validate(text),
                Target::Glsl(..) => {
                    let stage = program.name.rsplit('.').next().unwrap_or_default();
                    glslang::compile_for(text, stage, "vulkan1.1").map(drop)
                }
                _ => {
                    let stage = program.name.rsplit('.').nth(1).unwrap_or_default();
                    let failures =
                        hlsl::validate(&[hlsl::File { name: "text", stage, model: 6, minor: 6, text }]);
                    failures.into_values().next().map_or(Ok(()), Err)
                }
            };
            checked.unwrap_or_else(|error| panic!("{}: {error}\n{text}", program.name));
        }
    }
}

glassbox_testing::asking!(dxc: compilers_accept_what_is_written_of_sources);
glassbox_testing::asking!(glslang: compilers_accept_what_is_written_of_sources);
glassbox_testing::asking!(tint: compilers_accept_what_is_written_of_sources);
