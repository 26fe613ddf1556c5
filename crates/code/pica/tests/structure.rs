//! Tests the nesting of code: hand-made cases, and laws over random words.

use glassbox_pica::structure::{Entry, Event, Kind, NestingFindingKind, Node, Sizes, Structure};
use glassbox_pica::{Opcode, flow::WordSet};

use glassbox_testing::random::Random;

fn flow(opcode: Opcode, target: u32, count: u32) -> u32 {
    opcode.base_word() | target << 10 | count
}

const NOP: u32 = 0x8400_0000;
const END: u32 = 0x8800_0000;

/// One token per step: `{` and `}` with the node's words, `|` before an else part, words by number.
fn outline(structure: &Structure) -> String {
    let mut out = String::new();
    for event in structure.events() {
        let text = match event {
            Event::Open(node) => {
                let node = &structure.nodes[node];
                let letter = match node.kind {
                    Kind::Code => 'c',
                    Kind::Procedure => 'p',
                    Kind::If { .. } => 'i',
                    Kind::Loop => 'l',
                };
                if node.kind.has_head() { format!("{letter}{}{{", node.start) } else { format!("{letter}{{") }
            }
            Event::Word(word) => format!("{word}"),
            Event::Else(_) => "|".to_owned(),
            Event::Close(_) => "}".to_owned(),
        };
        out.push_str(&text);
        out.push(' ');
    }
    out.trim_end().to_owned()
}

fn check(code: &[u32], entries: &[Entry], expected: &str, unnested: &[(usize, NestingFindingKind)]) {
    let structure = Structure::new(code, entries, Sizes::Machine);
    assert_eq!(outline(&structure), expected);
    let found: Vec<(usize, NestingFindingKind)> =
        structure.unnested.iter().map(|range| (range.start, range.kind)).collect();
    assert_eq!(found, unnested, "{expected}");
}

#[test]
fn ranges_nest_as_they_were_written() {
    let to = |start, end| Entry { start, end: Some(end) };
    let from = |start| Entry { start, end: None };
    let ifc = |target, count| flow(Opcode::IFC, target, count);
    let call = |target, count| flow(Opcode::CALL, target, count);
    let looped = |last| flow(Opcode::LOOP, last, 0);
    let jump = |target| flow(Opcode::JMPC, target, 0);

    check(&[], &[], "", &[]);
    check(&[NOP, END], &[to(0, 2)], "p{ 0 1 }", &[]);
    // Parts of an IF, without and with an else, and an empty true part.
    check(&[ifc(2, 0), NOP, END], &[], "i0{ 1 } 2", &[]);
    check(&[ifc(2, 1), NOP, NOP, END], &[], "i0{ 1 | 2 } 3", &[]);
    check(&[ifc(1, 1), NOP, END], &[], "i0{ | 1 } 2", &[]);
    // A loop ends after its target; a block in a block may end with it.
    check(&[looped(2), ifc(3, 0), NOP, END], &[], "l0{ i1{ 2 } } 3", &[]);
    check(&[looped(0), END], &[], "l0{ } 1", &[]);
    // A procedure equal to a whole block encloses it; one in an else part is inside that part.
    check(&[call(1, 2), looped(2), NOP, END], &[], "0 p{ l1{ 2 } } 3", &[]);
    check(&[ifc(2, 2), NOP, NOP, NOP, call(2, 2), END], &[], "i0{ 1 | p{ 2 3 } } 4 5", &[]);
    // Two sizes at one start are two procedures; one called twice is one; an empty one precedes the others.
    check(
        &[call(4, 2), call(4, 1), call(4, 2), call(4, 0), NOP, END],
        &[],
        "0 1 2 3 p{ } p{ p{ 4 } 5 }",
        &[],
    );
    check(&[NOP, call(2, 0)], &[], "0 1 p{ }", &[]);
    // An entry without an end extends to the next procedure, or over a block that reaches further.
    check(&[NOP, NOP, NOP, call(2, 1)], &[from(0), from(1)], "p{ 0 } p{ 1 } p{ 2 } 3", &[]);
    check(
        &[looped(3), NOP, NOP, NOP, END],
        &[from(0), from(2)],
        "p{ l0{ 1 2 3 } } 4",
        &[(2, NestingFindingKind::Crosses(2))],
    );
    // Crossing, backward and out-of-range targets.
    check(
        &[ifc(3, 0), looped(3), NOP, NOP, END],
        &[],
        "i0{ 1 2 } 3 4",
        &[(1, NestingFindingKind::Crosses(1))],
    );
    check(
        &[ifc(3, 2), NOP, looped(3), NOP, NOP, END],
        &[],
        "i0{ 1 2 | 3 4 } 5",
        &[(2, NestingFindingKind::Crosses(1))],
    );
    check(
        &[NOP, ifc(1, 0), looped(1)],
        &[],
        "0 1 2",
        &[(1, NestingFindingKind::Backwards), (2, NestingFindingKind::Backwards)],
    );
    check(
        &[ifc(1, 5), call(2, 9)],
        &[],
        "0 1",
        &[(0, NestingFindingKind::Outside), (2, NestingFindingKind::Outside)],
    );
    check(&[call(1, 3), ifc(3, 0), NOP, NOP], &[], "0 p{ i1{ 2 } 3 }", &[]);
    // A range cannot begin with the instruction of a longer block.
    check(
        &[ifc(4, 0), NOP, NOP, NOP, call(0, 2), END],
        &[],
        "i0{ 1 2 3 } 4 5",
        &[(0, NestingFindingKind::Crosses(1))],
    );
    check(&[jump(1), END], &[to(5, 4)], "0 1", &[(5, NestingFindingKind::Backwards)]);
}

#[test]
fn written_sizes_over_255_are_accepted_on_request() {
    let mut code = vec![NOP; 302];
    code[0] = flow(Opcode::CALL, 2, 300);
    assert!(Structure::new(&code, &[], Sizes::Machine).procedure(2, 2 + 44).is_some());
    assert!(Structure::new(&code, &[], Sizes::Written).procedure(2, 302).is_some());
}

#[test]
fn jumps_over_borders_are_marked() {
    let cases: [(&[u32], bool, bool); 7] = [
        // Inside, to the instruction itself, and past the block.
        (&[flow(Opcode::LOOP, 2, 0), flow(Opcode::JMPC, 2, 0), NOP, END], false, false),
        (&[flow(Opcode::LOOP, 2, 0), NOP, NOP, flow(Opcode::JMPC, 0, 0)], false, false),
        (&[flow(Opcode::LOOP, 2, 0), NOP, NOP, flow(Opcode::JMPC, 1, 0)], true, false),
        (&[flow(Opcode::LOOP, 2, 0), flow(Opcode::JMPU, 3, 0), NOP, END], false, true),
        (&[flow(Opcode::LOOP, 2, 0), flow(Opcode::JMPU, 0, 0), NOP, END], false, true),
        // Between the parts of an IF.
        (&[flow(Opcode::IFC, 2, 1), flow(Opcode::JMPU, 2, 0), NOP, END], true, true),
        (&[flow(Opcode::IFC, 2, 1), flow(Opcode::JMPU, 1, 0), NOP, END], false, false),
    ];
    for (code, entered, left) in cases {
        let structure = Structure::new(code, &[], Sizes::Machine);
        let node = &structure.nodes[1];
        assert_eq!((node.entered, node.left), (entered, left), "{code:08x?}");
    }
}

/// Words that are mostly flow control with nearby targets.
fn random_code(random: &mut Random, words: usize) -> Vec<u32> {
    const OPCODES: [Opcode; 8] = [
        Opcode::CALL,
        Opcode::CALLU,
        Opcode::IFC,
        Opcode::IFU,
        Opcode::LOOP,
        Opcode::JMPC,
        Opcode::NOP,
        Opcode::MOV,
    ];
    (0..words)
        .map(|at| {
            let opcode = OPCODES[random.index(OPCODES.len())];
            let target = (at as u32 + random.below(8) as u32).saturating_sub(2);
            let count = random.below(5) as u32;
            match random.below(8) {
                0 => NOP,
                _ => flow(opcode, target, count),
            }
        })
        .collect()
}

#[test]
fn random_code_is_covered_once_and_nests() {
    let mut random = Random::new(7);
    for round in 0..3000u32 {
        let words = (round % 40) as usize;
        let code = random_code(&mut random, words);
        let entries = [
            Entry { start: 0, end: None },
            Entry { start: words / 2, end: (round % 3 == 0).then_some(words) },
        ];
        let structure = Structure::new(&code, &entries, Sizes::Machine);
        let mut seen = WordSet::default();
        let mut next = 0;
        let mut open = vec![0];
        for event in structure.events() {
            let word = match event {
                Event::Open(node) => {
                    assert_eq!(structure.nodes[node].parent, open.last().copied());
                    open.push(node);
                    let node = &structure.nodes[node];
                    node.kind.has_head().then_some(node.start)
                }
                Event::Word(word) => {
                    assert_eq!(structure.innermost(word), *open.last().unwrap(), "{code:08x?}");
                    Some(word)
                }
                Event::Else(node) => {
                    assert_eq!(structure.nodes[node].else_part().start, next);
                    None
                }
                Event::Close(node) => {
                    assert_eq!(open.pop(), Some(node));
                    assert_eq!(structure.nodes[node].end, next);
                    None
                }
            };
            if let Some(word) = word {
                assert_eq!(word, next, "{code:08x?}");
                assert!(seen.insert(word));
                next += 1;
            }
        }
        assert_eq!((next, seen.len(), open.len()), (words, words, 1));
        for (at, node) in structure.nodes.iter().enumerate().skip(1) {
            assert_eq!((node.entered, node.left), marks(&code, node), "{at} {code:08x?}");
        }
    }
}

/// Expected marks of a node, computed jump by jump.
fn marks(code: &[u32], node: &Node) -> (bool, bool) {
    let part = |word: usize| match word {
        _ if node.body().contains(&word) => Some(0),
        _ if node.else_part().contains(&word) => Some(1),
        _ => None,
    };
    let mut marks = (false, false);
    for (at, &word) in code.iter().enumerate() {
        if word >> 26 != 0x2C && word >> 26 != 0x2D {
            continue;
        }
        let target = (word >> 10 & 0xFFF) as usize;
        if part(at) != part(target) {
            marks.0 |= part(target).is_some();
            marks.1 |= part(at).is_some();
        }
    }
    marks
}
