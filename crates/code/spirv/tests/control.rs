//! Tests control flow: dominators, loops, structure, restructuring.

mod support;

use glassbox_spirv::assemble;
use glassbox_spirv::control::{Dominators, Graph, Loops, Structure, restructure};
use glassbox_spirv::module::Module;
use glassbox_testing::random::Random;
use support::flow::{module_text, naive_dominators, random_function, random_graph, random_structured};
use support::run::{run_blocks, run_structure};

fn module(text: &str) -> Module {
    let bytes = assemble(text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    Module::read(&bytes).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Number of random functions; more with `SEEDS`.
fn seeds() -> u64 {
    std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(400)
}

#[test]
fn structures_run_as_their_blocks() {
    for seed in 0..seeds() {
        let text = random_structured(&mut Random::new(seed), 1 + seed as usize % 40);
        let module = module(&text);
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
        let after = Module::read(&after.bytes().expect("it can be written")).expect("it can be read");
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

/// Names of the blocks in the order of the text.
fn block_names(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_suffix(" = OpLabel")).map(|name| &name[1..]).collect()
}

#[test]
fn structures_are_as_in_the_table() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/control/structures.txt");
    let table = std::fs::read_to_string(&path).expect("the table is there");
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
    if std::env::var_os("GLASSBOX_BLESS").is_some() {
        std::fs::write(&path, &expected).expect("the table can be written");
    }
    assert_eq!(table, expected, "GLASSBOX_BLESS=1 writes the table");
}
