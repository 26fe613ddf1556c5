//! Tests the code rules, one small program each.

use crate::support;
use glassbox_pica::assembly::assemble;
use glassbox_pica::check::{
    Entry, FindingKind as K, MAX_PER_KIND, OutputMapping, Report, Severity, Stage, check_entry, check_program,
};
use glassbox_pica::flow::{Budget, CallDepth, FlowGraph, WordSet};
use glassbox_testing::random::Random;
use support::words;

/// Descriptor 0 writes all components, 1 only x, 2 only y, 3 none.
const DESCRIPTORS: [[u32; 2]; 4] = [[0x0D86_C36F, 0], [0x0D86_C368, 0], [0x0D86_C364, 0], [0x0D86_C360, 0]];

fn code(text: &str) -> Vec<u32> {
    words(&assemble(text).into_result().expect("the program assembles"))
}

fn report(text: &str, stage: Stage, outputs: &[OutputMapping]) -> Report {
    let code = code(text);
    let entry = Entry { outputs, known_integers: 1, ..Entry::new(&code, &DESCRIPTORS, 0, stage) };
    check_entry(&entry, &mut Budget::for_code(code.len()))
}

#[track_caller]
fn check(text: &str, expected: &[(K, usize)]) {
    let report = report(text, Stage::Vertex, &[]);
    let found: Vec<_> = report.findings.iter().map(|finding| (finding.kind, finding.word)).collect();
    assert_eq!(found, expected, "{:#?}", report.findings);
    assert!(!report.truncated);
}

/// Checks a vertex shader with o0.xyzw mapped; compares messages without their common suffix.
#[track_caller]
fn check_outputs(text: &str, expected: &[&str]) {
    let report = report(text, Stage::Vertex, &[OutputMapping { register: 0, mask: 0xF, semantic: 0 }]);
    let found: Vec<_> = report
        .findings
        .iter()
        .filter(|finding| finding.kind.code() == Some(15))
        .map(|finding| finding.message.trim_end_matches(", expected exactly one write"))
        .collect();
    assert_eq!(found, expected, "{:#?}", report.findings);
}

#[test]
fn clean_program() {
    check("mov o0, v0, d0\nloop i0, e\nnop\ne: nop\ncall p, 1\nend\np: mov r0, c1[aL], d0\n", &[]);
}

#[test]
fn single_words() {
    check(".word 0x40000000\nend\n.word 0x40000000", &[(K::UnknownOpcode, 0)]);
    check("mov o0, v0, d4\nend", &[(K::DescriptorOutOfRange, 0)]);
    check("add o0, v0, v1, d0\nend", &[(K::TwoInputs, 0)]);
    check("add o0, v0, v0, d0\nend", &[]);
    check(
        "cmp v0, op6, eq, v0, d0\ncmp v0, eq, op7, v0, d0\nend",
        &[(K::ReservedComparison, 0), (K::ReservedComparison, 1)],
    );
    check("mov o0, r0[aL], d0\nend", &[(K::IgnoredIndex, 0)]);
    check("mov o0, r0, d3\ncmp r0, eq, eq, r0, d3\nend", &[(K::EmptyMask, 0)]);
    check("mova a0, r0, d0\nmova a0, r0, d0\nend", &[(K::AdjacentMova, 1)]);
    check("end reserved 0x1", &[(K::ReservedBits, 0)]);
    check(
        "mov o0, v0, d0, reserved 0x1\nmova r1, v0, d0\nend",
        &[(K::ReservedBits, 0), (K::ReservedBits, 1)],
    );
    check("emit\nsetemit 0\nend", &[(K::EmitInVertex, 0), (K::EmitInVertex, 1)]);
    check("loop i5, 1\nnop\nend", &[(K::LoopRegister, 0)]);
    check("loop i1, 1\nnop\nend", &[(K::UnknownLoopCount, 0)]);
    check("ifu b0, l, 0, reserved 0x1\nnop\nl: end", &[(K::CountOverflow, 0)]);
}

#[test]
fn flow() {
    check("call 9, 1\nend", &[(K::TargetOutside, 0)]);
    check("call 1, 2\nend", &[(K::TargetOutside, 0)]);
    check("nop\nifu b0, 1, 0\nend", &[(K::TargetNotAfter, 1)]);
    check("nop\nmov o0, v0, d0", &[(K::RunsPastEnd, 1)]);
    check("p: call p, 2\nend", &[(K::Recursion, 0)]);
    check("break\nend", &[(K::MisplacedBreak, 0)]);
    check("loop i0, e\nifc cmp.x, f, 0\nbreak\nf: nop\ne: nop\nend", &[(K::MisplacedBreak, 2)]);
    check("loop i0, e\nbreakc cmp.x\ne: nop\nend", &[]);
    check("loop i0, e\ne: breakc cmp.x\nend", &[(K::BlockEnd, 1)]);
    check("loop i0, e\nnop\nloop i0, e\nnop\ne: nop\nend", &[(K::BlockEnd, 4)]);
    check("jmpc cmp.x, in\nifu b0, l, 0\nnop\nin: nop\nl: end", &[(K::CrossingJump, 0)]);
    check("ifu b0, l, 0\njmpc cmp.x, l\nnop\nl: end", &[(K::CrossingJump, 1)]);
    check("ifu b0, l, 0\njmpc cmp.x, in\nin: nop\nl: end", &[]);
    check("loop i0, e\njmpc cmp.x, out\ne: nop\nnop\nout: end", &[(K::CrossingJump, 1)]);
    check("call p, 2\njmpc cmp.x, in\nend\np: nop\nin: nop", &[(K::CrossingJump, 1), (K::RunsPastEnd, 4)]);
}

#[test]
fn depth() {
    let calls: String = (0..6).map(|level| format!("p{level}: call p{}, 3\nnop\nend\n", level + 1)).collect();
    let report = report(&format!("{calls}p6: nop\nnop\nend"), Stage::Vertex, &[]);
    assert_eq!(report.flow.call_depth, CallDepth::Bounded(6));
    assert!(report.findings.iter().any(|finding| finding.kind == K::NestingDepth));
}

#[test]
fn geometry() {
    for (text, expected) in [
        ("end", &[K::MissingEmit][..]),
        ("emit\nend", &[K::EmitBeforeSetEmit]),
        ("mov r0, v0, d0\nemit\nsetemit 0\nend", &[K::EmitBeforeSetEmit]),
        ("ifu b0, f, 0\nnop\nf: emit\nend", &[K::EmitBeforeSetEmit]),
        ("ifu b0, f, 0\nsetemit 0\nf: emit\nend", &[]),
        ("setemit 0\nemit\nend", &[]),
        ("setemit 0\nend", &[K::MissingEmit]),
    ] {
        let report = report(text, Stage::Geometry, &[]);
        let kinds: Vec<K> = report.findings.iter().map(|finding| finding.kind).collect();
        assert_eq!(kinds, expected, "{text}");
    }
}

#[test]
fn outputs_written_once() {
    check_outputs("mov o0, v0, d0\nend", &[]);
    check_outputs("ifu b0, f, 1\nmov o0, v0, d0\nf: mov o0, v0, d0\nend", &[]);
    check_outputs("call p, 1\nend\np: mov o0, v0, d0", &[]);
    check_outputs("ifu b0, f, 0\nmov o0, v0, d0\nend\nf: mov o0, v0, d0\nend", &[]);
    check_outputs("jmpc cmp.x, l\nmov o0, v0, d0\nend\nl: mov o0, v0, d0\nend", &[]);
    check_outputs("mova a0, c0, d0\nmov o0, v0, d0\nend", &[]);
}

#[test]
fn outputs_missing() {
    check_outputs("end", &["output o0.xyzw is never written"]);
    check_outputs("mov o0, v0, d1\nend", &["output o0.yzw is never written"]);
    check_outputs(
        "mov o0, v0, d1\nifu b0, f, 0\nmov o0, v0, d2\nf: end",
        &["output o0.y is not written on every path", "output o0.zw is never written"],
    );
    check_outputs("ifu b0, f, 0\nmov o0, v0, d0\nf: end", &["output o0.xyzw is not written on every path"]);
    check_outputs("callu b0, p, 1\nend\np: mov o0, v0, d0", &["output o0.xyzw is not written on every path"]);
}

#[test]
fn outputs_not_consumed_by_the_rasterizer() {
    let mapping = |mask, semantic| OutputMapping { register: 1, mask, semantic };
    for (mask, semantic, expected) in [
        (0xF, 0, "xyzw"),
        (0xF, 3, "xy"),
        (0xC, 5, "zw"),
        (0x4, 4, "z"),
        (0xF, 8, "xyz"),
        (0xF, 9, ""),
        (0, 0, ""),
    ] {
        let report = report("end", Stage::Vertex, &[mapping(mask, semantic)]);
        let found: Vec<_> =
            report.findings.iter().map(|finding| finding.message.split(' ').nth(1).unwrap()).collect();
        let wanted: Vec<_> =
            Some(format!("o1.{expected}")).filter(|_| !expected.is_empty()).into_iter().collect();
        assert_eq!(found, wanted, "{mask:X} {semantic}");
    }
}

#[test]
fn outputs_repeated() {
    check_outputs("mov o0, v0, d0\nmov o0, v0, d1\nend", &["output o0.x can be written more than once"]);
    check_outputs(
        "mov o0, v0, d0\nifu b0, f, 0\nmov o0, v0, d2\nf: end",
        &["output o0.y can be written more than once"],
    );
    check_outputs(
        "loop i0, e\nnop\ne: mov o0, v0, d0\nend",
        &["output o0.xyzw can be written more than once"],
    );
    check_outputs(
        "call p, 1\ncall p, 1\nend\np: mov o0, v0, d0",
        &["output o0.xyzw can be written more than once"],
    );
}

/// A boolean decides one write, the flags the other: none, one and both are possible.
#[test]
fn unrelated_conditions_are_independent() {
    check_outputs(
        "ifu b0, f, 0\nmov o0, v0, d0\nnop\nf: nop\njmpc cmp.x, l\nmov o0, v0, d0\nl: end",
        &["output o0.xyzw is not written on every path", "output o0.xyzw can be written more than once"],
    );
}

#[test]
fn uncertain_outputs_are_not_reported() {
    // The two tests of b0 are mutually exclusive.
    check_outputs("ifu b0, f, 0\nmov o0, v0, d0\nnop\nf: nop\njmpu b0, l\nmov o0, v0, d0\nl: end", &[]);
    // The compare flags decide both.
    check_outputs("ifc cmp.x, f, 0\nmov o0, v0, d0\nnop\nf: nop\njmpc cmp.x, l\nmov o0, v0, d0\nl: end", &[]);
    check_outputs("loop i0, e\nifc cmp.x, f, 0\nmov o0, v0, d0\nf: nop\ne: nop\nend", &[]);
    check_outputs("nop\nmov o0, v0, d0\nmov o0, v0, d0\njmpc cmp.x, 0\nend", &[]);
    check_outputs("nop", &[]);
}

#[test]
fn inputs() {
    let code = code("mov o0, v3, d0\nadd r0, c0, v1, d0\nend\nmov r0, v7, d0");
    let entry = Entry { input_mask: 1 << 1, ..Entry::new(&code, &DESCRIPTORS, 0, Stage::Vertex) };
    let report = check_entry(&entry, &mut Budget::for_code(code.len()));
    assert_eq!(report.inputs_read, 0b1010);
    assert_eq!(report.findings.len(), 1);
    assert_eq!(
        (report.findings[0].kind, report.findings[0].severity),
        (K::InputNotInMask, Severity::Warning)
    );
    let entry = Entry { declared_inputs: 1 << 3, ..entry };
    let report = check_entry(&entry, &mut Budget::for_code(code.len()));
    assert_eq!(report.findings[0].severity, Severity::Info);
}

#[test]
fn program_wide() {
    let findings = check_program(&[0x4000_0000, 0x4000_0000], &[[1 << 31, 0], [0, 15], [0, 0]], &{
        let mut reachable = WordSet::default();
        reachable.insert(0);
        reachable
    });
    let found: Vec<_> = findings.iter().map(|finding| (finding.kind, finding.word)).collect();
    assert_eq!(
        found,
        [(K::DescriptorReservedBits, 0), (K::UnreachableUnknownOpcode, 1), (K::DescriptorReservedBits, 1)]
    );
}

#[test]
fn findings_are_bounded() {
    let report = report(&"mov o0, v0, d9\n".repeat(1000), Stage::Vertex, &[]);
    assert_eq!(report.findings.len(), MAX_PER_KIND + 1);
    assert_eq!(report.suppressed, 1000 - MAX_PER_KIND);
}

#[test]
fn regions() {
    let code = code(
        "call p, 2\nifu b0, f, 1\nnop\nf: nop\nl: loop i0, e\nnop\ne: nop\njmpc cmp.x, l\nend\np: nop\nnop",
    );
    let graph = FlowGraph::new(&code, 0, &mut Budget::for_code(code.len()));
    assert_eq!(graph.regions.len(), 2);
    let main = &graph.regions[0];
    assert_eq!(main.words.iter().collect::<Vec<_>>(), (0..9).collect::<Vec<_>>());
    assert_eq!((main.if_depth, main.loop_depth), (1, 1));
    assert_eq!(main.back_edges().collect::<Vec<_>>(), [(7, 4), (6, 5)]);
    assert_eq!((graph.regions[1].start, graph.regions[1].end), (9, Some(11)));
    assert_eq!(graph.call_depth, CallDepth::Bounded(1));
    assert_eq!(graph.runs_past_end(), None);
    assert_eq!(graph.reachable.len(), 11);
}

#[test]
fn entry_outside_the_code() {
    for main in [0, 7, usize::MAX / 2] {
        let report = check_entry(&Entry::new(&[], &[], main, Stage::Vertex), &mut Budget::for_code(0));
        assert_eq!(report.findings[0].kind, K::RunsPastEnd);
    }
}

#[test]
fn random_words_never_panic() {
    let mut random = Random::new(7);
    for round in 0..3000 {
        let length = random.index(200) + 1;
        let flow_only = round % 2 == 0;
        let code: Vec<u32> = (0..length)
            .map(|_| {
                let word = random.word();
                let target = (random.index(length + 2) as u32) << 10;
                if flow_only {
                    0x8000_0000 | ((random.below(16) as u32) << 26) | (word & 0x03C0_001F) | target
                } else {
                    word
                }
            })
            .collect();
        let outputs = [OutputMapping { register: 0, mask: 0xF, semantic: 0 }];
        let entry = Entry { outputs: &outputs, ..Entry::new(&code, &DESCRIPTORS, 0, Stage::Vertex) };
        let _ = check_entry(&entry, &mut Budget::for_code(code.len()));
        let _ = check_entry(&entry, &mut Budget::new(random.below(2000)));
    }
}

#[test]
fn hostile_code_is_bounded() {
    // Every word calls a body of its own that spans all the others.
    let calls: Vec<u32> = (0..4096u32).map(|at| 0x9000_0000 | (at * 7 % 4000) << 10 | at & 0xFF).collect();
    let breaks: Vec<u32> = (0..4096u32)
        .map(|at| match at % 3 {
            0 => 0xA400_0000 | (4000 - at / 2) << 10,
            1 => 0x9C00_0000 | 4095 << 10,
            _ => 0x8C00_0000,
        })
        .collect();
    for code in [calls, breaks] {
        let entry = Entry::new(&code, &DESCRIPTORS, 0, Stage::Vertex);
        let mut budget = Budget::for_code(code.len());
        let before = budget.left();
        let report = check_entry(&entry, &mut budget);
        assert!(budget.left() < before);
        assert!(check_entry(&entry, &mut Budget::new(5000)).truncated);
        assert!(!report.findings.is_empty());
    }
}
