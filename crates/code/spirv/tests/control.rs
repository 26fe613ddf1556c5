//! Tests control flow: dominators, loops, structure, restructuring.

use std::fmt::Write as _;

use crate::support;
use glassbox_spirv::control::{Dominators, Graph, Loops, Structure, restructure};
use glassbox_spirv::module::Module;
use glassbox_testing::digest::Digest;
use glassbox_testing::golden::golden;
use glassbox_testing::random::Random;
use glassbox_testing::spirv::validate_for;
use support::flow::{module_text, naive_dominators, random_function, random_graph, random_structured};
use support::module;
use support::run::{run_blocks, run_structure};

glassbox_testing::asking!(spirv_val: structures_run_as_their_blocks, restructured_functions_do_the_same, deep_functions_are_restructured);

/// The environment of the newest version, which the assembler writes.
const ENVIRONMENT: &str = "vulkan1.3";

/// Number of random functions; more with `SEEDS`.
fn seeds() -> u64 {
    std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(400)
}

#[test]
fn structures_run_as_their_blocks() {
    for seed in 0..seeds() {
        let text = random_structured(&mut Random::new(seed), 1 + seed as usize % 40);
        let module = module(&text);
        let words = module.words().expect("it can be written");
        validate_for(&words, ENVIRONMENT).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let function = &module.functions[0];
        let structure =
            Structure::of(&module, function).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        for input in 0..4 {
            let blocks = run_blocks(&module, function, input);
            let tree = run_structure(&module, function, &structure, input);
            assert_eq!(tree, blocks, "seed {seed}\n{text}");
        }
    }
}

#[test]
fn restructured_functions_do_the_same() {
    for seed in 0..seeds() {
        let text = random_function(&mut Random::new(seed), 2 + seed as usize % 39);
        let before = module(&text);
        let mut after = before.clone();
        restructure(&mut after, 0).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let words = after.words().expect("it can be written");
        validate_for(&words, ENVIRONMENT).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let after = Module::from_words(&words).expect("it can be read");
        let (old, new) = (&before.functions[0], &after.functions[0]);
        let structure = Structure::of(&after, new).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        for input in 0..4 {
            let expected = run_blocks(&before, old, input);
            let found = run_blocks(&after, new, input);
            assert_eq!((&found.stored, found.end), (&expected.stored, expected.end), "seed {seed}\n{text}");
            let tree = run_structure(&after, new, &structure, input);
            assert_eq!(tree, found, "seed {seed}\n{text}");
        }
    }
}

/// Functions of a line of the table of restructured ones.
const ALIKE: u64 = 20;

/// The random function of a seed, or one with merges of which some are missing and some have control operands.
fn partly_structured(seed: u64) -> String {
    let mut random = Random::new(seed);
    if seed.is_multiple_of(2) {
        return random_function(&mut random, 2 + seed as usize % 39);
    }
    let text = random_structured(&mut random, 1 + seed as usize % 40);
    let mut changed = String::new();
    for line in text.lines() {
        let control = if line.contains("OpLoopMerge") { "Unroll" } else { "Flatten" };
        match (line.trim_end().strip_suffix("None"), random.below(4)) {
            (Some(_), 0) if line.contains("Merge") => {}
            (Some(merge), 1) if line.contains("Merge") => {
                writeln!(changed, "{merge}{control}").expect("memory can be written")
            }
            _ => writeln!(changed, "{line}").expect("memory can be written"),
        }
    }
    changed
}

#[test]
fn restructured_functions_are_as_recorded() {
    let mut table = String::new();
    for first in (0..400).step_by(ALIKE as usize) {
        let (mut digest, mut blocks) = (Digest::default(), 0);
        for seed in first..first + ALIKE {
            let mut module = module(&partly_structured(seed));
            let result = restructure(&mut module, 0);
            digest.add(format!("{result:?}").as_bytes());
            digest.add(&module.bytes().expect("it can be written"));
            blocks += module.functions[0].blocks.len();
        }
        writeln!(table, "from {first}: {blocks} blocks, {:016x}", digest.value())
            .expect("memory can be written");
    }
    golden(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/control/restructured.txt"), table);
}

/// Names of the blocks in the order of the text.
fn block_names(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_suffix(" = OpLabel")).map(|name| &name[1..]).collect()
}

#[test]
fn structures_are_as_in_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/control/structures.txt");
    let table = std::fs::read_to_string(path).expect("the table is there");
    let mut expected = String::new();
    for case in table.split("== ").skip(1) {
        let (title, case) = case.split_once('\n').expect("a title has a line");
        let blocks = case.split("--\n").next().unwrap_or_default().trim_end();
        let module = module(&module_text(&format!("{blocks}\n"), 0));
        let names = block_names(blocks);
        let tree = match Structure::of(&module, &module.functions[0]) {
            Ok(structure) => structure.display(|block| names[block as usize].to_string()),
            Err(error) => format!("{:?} at {}\n", error.kind, names[error.block as usize]),
        };
        expected.push_str(&format!("== {title}\n{blocks}\n--\n{tree}\n"));
    }
    golden(path, expected);
}

/// Successors of a graph as rows of a table.
fn blocks_of(graph: &[Vec<usize>]) -> String {
    let mut text = String::new();
    for (block, next) in graph.iter().enumerate() {
        text.push_str(&format!("%b{block} = OpLabel\n"));
        text.push_str(&match &next[..] {
            [] => "OpReturn\n".to_string(),
            [to] => format!("OpBranch %b{to}\n"),
            [first, others @ ..] => {
                let cases: String =
                    others.iter().zip(1..).map(|(to, value)| format!(" {value} %b{to}")).collect();
                format!("OpSwitch %c1 %b{first}{cases}\n")
            }
        });
    }
    text
}

#[test]
fn dominators_are_as_defined() {
    for seed in 0..seeds() {
        let edges = random_graph(&mut Random::new(seed), 24);
        let count = edges.len();
        let module = module(&module_text(&blocks_of(&edges), 0));
        let graph = Graph::of(&module, &module.functions[0]);
        let dominators = Dominators::of(&graph);
        let expected = naive_dominators(&edges, 0);
        // Backwards from an exit that follows every end.
        let mut reversed = vec![Vec::new(); count + 1];
        for (from, next) in edges.iter().enumerate() {
            next.iter().for_each(|to| reversed[*to].push(from));
            if next.is_empty() && expected[from][from] {
                reversed[count].push(from);
            }
        }
        let post = Dominators::post(&graph);
        let expected_post = naive_dominators(&reversed, count);
        for b in 0..count {
            assert_eq!(graph.is_reachable(b as u32), expected[b][b], "seed {seed}");
            for a in 0..count {
                assert_eq!(dominators.dominates(a as u32, b as u32), expected[b][a], "seed {seed}: {a} {b}");
                assert_eq!(post.dominates(a as u32, b as u32), expected_post[b][a], "seed {seed}: {a} {b}");
            }
            // All strict dominators of a block dominate the immediate one.
            for (tree, table) in [(&dominators, &expected), (&post, &expected_post)] {
                let strict = (0..count).filter(|a| *a != b && table[b][*a]);
                let closest = strict.max_by_key(|a| table[*a].iter().filter(|dominates| **dominates).count());
                assert_eq!(tree.immediate(b as u32), closest.map(|a| a as u32), "seed {seed}: {b}");
            }
        }
    }
}

#[test]
fn loops_are_as_defined() {
    let mut irreducible = 0;
    for seed in 0..seeds() {
        let edges = random_graph(&mut Random::new(seed), 16);
        let count = edges.len();
        let module = module(&module_text(&blocks_of(&edges), 0));
        let graph = Graph::of(&module, &module.functions[0]);
        let loops = Loops::of(&graph, &Dominators::of(&graph));
        let dominates = naive_dominators(&edges, 0);
        let mut depths = vec![0; count];
        let mut forward = edges.clone();
        for header in (0..count).filter(|header| dominates[*header][*header]) {
            // The natural loop: what reaches a block that closes it, without the header.
            let mut inside = vec![false; count];
            inside[header] = true;
            let closes = |from: &usize| edges[*from].contains(&header) && dominates[*from][header];
            let mut work: Vec<usize> = (0..count).filter(closes).collect();
            let is_header = !work.is_empty();
            while let Some(block) = work.pop() {
                if !std::mem::replace(&mut inside[block], true) {
                    work.extend(
                        (0..count).filter(|from| dominates[*from][*from] && edges[*from].contains(&block)),
                    );
                }
            }
            (0..count).filter(|block| is_header && inside[*block]).for_each(|block| depths[block] += 1);
            let found = loops.loops().iter().filter(|found| found.header == header as u32).count();
            assert_eq!(found, usize::from(is_header), "seed {seed}");
            for (from, next) in forward.iter_mut().enumerate() {
                next.retain(|to| *to != header || !dominates[from][header]);
            }
        }
        for (block, depth) in depths.iter().enumerate() {
            let innermost = loops.innermost(block as u32).map(|index| loops.loops()[index as usize]);
            assert_eq!(innermost.map_or(0, |found| found.depth + 1), *depth, "seed {seed}: {block}");
        }
        // A block is on a cycle with several entries if it reaches itself by the other edges.
        let reaches_itself = |block: usize| {
            let mut seen = vec![false; count];
            let mut work = forward[block].clone();
            while let Some(block) = work.pop() {
                if !std::mem::replace(&mut seen[block], true) {
                    work.extend(&forward[block]);
                }
            }
            seen[block]
        };
        let on_cycles = (0..count).filter(|block| dominates[*block][*block] && reaches_itself(*block));
        let mut found: Vec<u32> = loops.irreducible().iter().flatten().copied().collect();
        found.sort_unstable();
        assert_eq!(found, on_cycles.map(|block| block as u32).collect::<Vec<_>>(), "seed {seed}");
        irreducible += usize::from(!found.is_empty());
    }
    assert!(irreducible > 10, "{irreducible} graphs are irreducible");
}

/// Selections in selections, each with a block after it.
fn nested_selections(depth: usize) -> String {
    let mut text = String::from("%b0 = OpLabel\n");
    for level in 0..depth {
        let next = level + 1;
        text.push_str(&format!(
            "OpSelectionMerge %m{level} None\nOpBranchConditional %true %b{next} %m{level}\n"
        ));
        text.push_str(&format!("%b{next} = OpLabel\n"));
    }
    for level in (0..depth).rev() {
        text.push_str(&format!("OpBranch %m{level}\n%m{level} = OpLabel\n"));
    }
    text + "OpReturn\n"
}

/// Loops in loops, with a branch out of all of them in the innermost.
fn nested_loops(depth: usize) -> String {
    let mut text = String::from("%b = OpLabel\nOpBranch %h0\n");
    for level in 0..depth {
        text.push_str(&format!("%h{level} = OpLabel\nOpBranchConditional %true %h{} %m{level}\n", level + 1));
    }
    text.push_str(&format!("%h{depth} = OpLabel\n%x = OpLoad %uint %in\nOpStore %out %x\n"));
    text.push_str(&format!(
        "%t = OpULessThan %bool %x %c32768\nOpBranchConditional %t %m0 %n{}\n",
        depth - 1
    ));
    for level in (0..depth).rev() {
        text.push_str(&format!("%n{level} = OpLabel\nOpBranch %h{level}\n%m{level} = OpLabel\n"));
        let outer =
            level.checked_sub(1).map_or("OpReturn".to_string(), |outer| format!("OpBranch %n{outer}"));
        text.push_str(&format!("{outer}\n"));
    }
    text
}

fn check_depth(blocks: &str) {
    let before = module(&module_text(blocks, 0));
    let mut after = before.clone();
    restructure(&mut after, 0).unwrap_or_else(|error| panic!("{error}"));
    let function = &after.functions[0];
    let structure = Structure::of(&after, function).unwrap_or_else(|error| panic!("{error}"));
    assert!(structure.count() > function.blocks.len());
    let expected = run_blocks(&before, &before.functions[0], 1);
    let found = run_blocks(&after, function, 1);
    assert_eq!((found.stored, found.end), (expected.stored, expected.end));
}

#[test]
fn depth_does_not_matter() {
    const DEPTH: usize = 100_000;
    let text = nested_selections(DEPTH);
    let nested = module(&module_text(&text, 0));
    let structure = Structure::of(&nested, &nested.functions[0]).unwrap_or_else(|error| panic!("{error}"));
    // A block and a selection for each level; the blocks after them, three edges; the last block and the end.
    assert_eq!(structure.count(), DEPTH * 6 + 2);
    check_depth(&text);
    check_depth(&nested_loops(DEPTH));
}

#[test]
fn deep_functions_are_restructured() {
    for text in [nested_selections(40), nested_loops(40)] {
        let mut module = module(&module_text(&text, 0));
        restructure(&mut module, 0).unwrap_or_else(|error| panic!("{error}"));
        validate_for(&module.words().expect("it can be written"), ENVIRONMENT)
            .unwrap_or_else(|error| panic!("{error}"));
        check_depth(&text);
    }
}
