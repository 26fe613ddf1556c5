//! Names that a compile records: what each stands for, and what is done to it.

use std::collections::BTreeMap;

use glassbox_glsl::source::IncludeList;
use glassbox_glsl::stage::Stage;
use glassbox_glsl::{Options, StageSource, compile_program};
use glassbox_syntax::uses::UseKind;

const TEXT: &str = "#version 450
#define TWICE(x) ((x) + (x))
layout(location = 0) out vec4 color;
float half_of(float whole) { return whole * 0.5; }
void main() {
    float size = 1.0;
    { float size = 2.0; size += half_of(size); }
    color = vec4(TWICE(size));
}
";

/// Line and column, what is done there, and the line and column where the same thing is first named: by hand.
const EXPECTED: [(u32, u32, UseKind, (u32, u32)); 13] = [
    (3, 31, UseKind::Declare, (3, 31)),
    (4, 7, UseKind::Declare, (4, 7)),
    (4, 21, UseKind::Declare, (4, 21)),
    (4, 37, UseKind::Read, (4, 21)),
    (5, 6, UseKind::Declare, (5, 6)),
    (6, 11, UseKind::Declare, (6, 11)),
    (7, 13, UseKind::Declare, (7, 13)),
    (7, 25, UseKind::Write, (7, 13)),
    (7, 33, UseKind::Call, (4, 7)),
    (7, 41, UseKind::Read, (7, 13)),
    (8, 5, UseKind::Write, (3, 31)),
    // Both uses in the macro are the argument.
    (8, 24, UseKind::Read, (6, 11)),
    (8, 24, UseKind::Read, (6, 11)),
];

#[test]
fn names_are_recorded_with_what_is_done_to_them() {
    let source = StageSource::new(Stage::Fragment, "uses.frag", TEXT);
    let compiled = compile_program(&[source], &IncludeList::default(), &Options::default());
    assert!(!compiled.findings.has_errors(), "{:?}", compiled.findings.items());
    let mut first: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    let mut found = Vec::new();
    for one in compiled.stages[0].uses.list() {
        let place = compiled.sources.location(one.from.written).line_column.expect("it is in the text");
        let known = *first.entry(one.symbol).or_insert(place);
        found.push((place.0, place.1, one.kind, known));
    }
    found.sort_by_key(|(line, column, ..)| (*line, *column));
    assert_eq!(found, EXPECTED);
    let at = TEXT.find("half_of(size)").expect("it is there") as u32 + 3;
    let call = compiled.stages[0].uses.at(0, at).expect("a name is there");
    assert_eq!(call.kind, UseKind::Call);
}
