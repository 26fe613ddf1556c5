//! Tests reflection against sources and tables, and checks that compare executables.

use crate::support;
use glassbox_core::format::Format;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::record::Records;
use glassbox_shbin::FORMAT;
use glassbox_shbin::bare::BareCode;
use glassbox_shbin::model::Shbin;
use glassbox_shbin::raw::{Semantic, Stage};
use glassbox_testing::{corpus, interface, tree};

fn lines(format: &dyn Format, bytes: &[u8]) -> Vec<String> {
    let opened = format.open(Window::whole(bytes), &Limits::default()).expect("it is readable");
    interface::lines(&opened.interface())
}

/// Expectations by hand from the sources beside the files.
#[test]
fn executables() {
    let cases: [(&str, &[&str]); 6] = [
        (
            "own/gsh_fixed.g",
            &[
                "entry geometry main dvle[0] modes(entry=0, entry end=8, merge outputs=1, geometry mode=fixed, vertex array=c0, vertices=4)",
                "out o0.xyzw position float4",
                "out o1.xyzw dummy float4",
                "block stages(geometry)",
                "member scale c48 float4",
                "member flags b0-b1 bool[2]",
            ],
        ),
        (
            "own/gsh_variable.g",
            &[
                "entry geometry main dvle[0] modes(entry=0, entry end=14, geometry mode=variable, full vertices=3)",
                "out o0.xyzw position float4",
                "block stages(geometry)",
                "member proj c48-c51 float4[4]",
                "constant dvle[0] i3 = (0, 1, 2, 0)",
            ],
        ),
        (
            "own/tbl_outputs.v",
            &[
                "entry vertex main dvle[0] modes(entry=0, entry end=7)",
                "out o0.xyzw position float4",
                "out o6.xyzw normalquat float4",
                "out o1.xyz color float3",
                "out o3.xy texcoord0 float2",
                "out o3.z texcoord0w float",
                "out o4.xy texcoord1 float2",
                "out o4.zw texcoord2 float2",
                "out o2.xyz view float3",
            ],
        ),
        (
            "own/tbl_uniforms.v",
            &[
                "entry vertex main dvle[0] modes(entry=0, entry end=10)",
                "in position location 0 v0 float4",
                "in texcoord location 1 v1 float4",
                "in auto location 2 v2 float4",
                "in weights location 9 v9 float4",
                "out o0.xyzw position float4",
                "block stages(vertex)",
                "member proj c0-c3 float4[4]",
                "member mat.diffuse c6 float4",
                "member bones c7-c18 float4[12]",
                "member loopA i0 int4",
                "member loopB i1-i2 int4[2]",
                "member useFog b0 bool",
                "member lights b1-b4 bool[4]",
            ],
        ),
        (
            "own/multi_ab",
            &[
                "entry vertex main dvle[0] modes(entry=4, entry end=9)",
                "out o0.xyzw position float4",
                "out o1.xyzw color float4",
                "entry vertex main dvle[1] modes(entry=9, entry end=16)",
                "out o0.xyzw position float4",
                "out o1.xyzw texcoord0 float4",
                "block stages(vertex)",
                "member proj c0-c3 float4[4]",
                "member tint c5 float4",
                "block stages(vertex)",
                "member proj c0-c3 float4[4]",
                "member offset c6 float4",
                "member mirror b0 bool",
                "constant dvle[0] c95 = (1, 1, 1, 1)",
                "constant dvle[1] c95 = (2, 2, 2, 2)",
                "constant dvle[1] c94 = (3, 3, 3, 3)",
            ],
        ),
        (
            "synthetic/sdk_like_merge",
            &[
                "entry vertex main dvle[0] modes(entry=0, entry end=3)",
                "in p location 0 v0 float4",
                "in q location 1 v1 float4",
                "out o0.xyzw position float4",
                "out o1.xyzw dummy float4",
                "entry geometry gmain dvle[1] modes(entry=3, entry end=13, merge outputs=1, geometry mode=point)",
                "out o0.xyzw position float4",
                "block stages(geometry)",
                "member on b0 bool",
                "constant dvle[1] i0 = (1, 2, 3, 4)",
                "constant dvle[1] b15 = true",
            ],
        ),
    ];
    for (name, expected) in cases {
        let bytes = corpus::bytes(&format!("shbin/{name}.shbin"));
        assert_eq!(lines(&FORMAT, &bytes), expected, "{name}");
    }
}

/// The headers that picasso writes beside a file list its uniforms.
#[test]
fn uniforms_are_those_of_picasso() {
    for path in corpus::files("shbin/own", &[".h"]) {
        let header = std::fs::read_to_string(&path).expect("it is text");
        let bytes = std::fs::read(path.with_extension("shbin")).expect("the file is there");
        let shown = lines(&FORMAT, &bytes);
        let mut seen = 0;
        let all: Vec<Vec<&str>> = header.lines().map(|line| line.split_whitespace().collect()).collect();
        for pair in all.windows(2) {
            let [[_, start, first], [_, _, count]] = [&pair[0][..], &pair[1][..]] else {
                continue;
            };
            let Some((class, name)) = start.split_once('_').and_then(|(_, rest)| rest.split_once('_')) else {
                continue;
            };
            let letter = match class {
                "FVEC" => 'c',
                "IVEC" => 'i',
                "FLAG" => 'b',
                _ => continue,
            };
            let first = first.trim_start_matches("BIT(").trim_end_matches(')').split('+').next();
            let first = first.expect("a number");
            let first = match first.strip_prefix("0x") {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => first.parse(),
            };
            let (first, count) = (first.expect("a register"), count.parse::<u32>().expect("a count"));
            let registers = match count {
                1 => format!("{letter}{first}"),
                _ => format!("{letter}{first}-{letter}{}", first + count - 1),
            };
            let name = name.trim_end_matches("(_n)").replace('$', ".");
            let expected = format!("member {name} {registers} ");
            assert!(shown.iter().any(|line| line.starts_with(&expected)), "{}: {expected}", path.display());
            seen += 1;
        }
        let defines = header.lines().filter(|line| line.contains("_ULEN_"));
        assert_eq!(seen, defines.count(), "{}", path.display());
    }
}

#[test]
fn bare_code_shows_the_registers_in_use() {
    let cases: [(&str, u32, &[&str]); 3] = [
        (
            "mov o2, v3, d0\nadd o0, c4, v1, d0\nend\nmov o5, v6, d0\n",
            0,
            &[
                "entry vertex main code modes(entry=0)",
                "in location 1 v1 float4",
                "in location 3 v3 float4",
                "out o0 float4",
                "out o2 float4",
            ],
        ),
        (
            "end\nsetemit 0\nmov o1, v0, d0\nemit\nend\n",
            1,
            &[
                "entry geometry main code modes(entry=1, geometry mode=point)",
                "in location 0 v0 float4",
                "out o1 float4",
            ],
        ),
        ("mov r0, c0, d0\nend\n", 0, &["entry vertex main code modes(entry=0)"]),
    ];
    for (source, entry, expected) in cases {
        let format = BareCode::new(&0x36Fu32.to_le_bytes(), entry).expect("one descriptor");
        let shown = lines(&format, support::code(source).bytes());
        let (note, shown) = shown.split_last().expect("there is a note");
        assert!(note.starts_with("note bare code"), "{note}");
        assert_eq!(shown, expected, "{source}");
    }
}

/// Ids of the findings in `pair` after a change of its executables.
fn findings(change: impl FnOnce(&mut [glassbox_shbin::model::Executable<'static>])) -> Vec<&'static str> {
    let Shbin::Binary(mut binary) = support::pair() else { unreachable!("a binary") };
    change(&mut binary.executables);
    let bytes = support::bytes(&Shbin::Binary(binary));
    tree::rule_ids(&FORMAT, &bytes)
}

#[test]
fn a_merge_needs_a_generic_output_of_the_vertex_stage() {
    let merge = "SHBIN-DVLE-16";
    let found = |semantic: Semantic, vertex: bool| {
        findings(|executables| {
            let [first, second] = executables else { unreachable!("two executables") };
            first.tables.outputs = Records::from_iter([
                support::output(Semantic::POSITION, 0, 15),
                support::output(semantic, 1, 15),
            ]);
            second.merge = 1;
            if !vertex {
                first.stage = Stage::GEOMETRY;
            }
        })
        .contains(&merge)
    };
    assert!(!found(Semantic::GENERIC, true));
    assert!(found(Semantic::COLOR, true));
    assert!(!found(Semantic::COLOR, false), "the vertex stage is elsewhere");
}

/// The rasteriser has seven slots; a vertex stage before a geometry stage may write more registers.
#[test]
fn slots_count_in_the_last_stage_only() {
    let slots = "SHBIN-OUT-05";
    let eight =
        || Records::from_iter((0..8).map(|register| support::output(Semantic::GENERIC, register, 15)));
    let found = |index: usize, stages: [Stage; 2]| {
        findings(|executables| {
            executables[index].tables.outputs = eight();
            executables[index].output_mask = 0xFF;
            for (executable, stage) in executables.iter_mut().zip(stages) {
                executable.stage = stage;
            }
        })
        .contains(&slots)
    };
    assert!(!found(0, [Stage::VERTEX, Stage::GEOMETRY]));
    assert!(found(1, [Stage::VERTEX, Stage::GEOMETRY]));
    assert!(found(0, [Stage::VERTEX, Stage::VERTEX]));
}

/// Memory behind a program is zero and does not belong to it, unless the program begins there.
#[test]
fn bare_code_ends_with_its_last_word_or_its_entry() {
    let code = |words: [u32; 6]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    for (words, entry, size) in [
        ([7, 0, 0, 0, 0, 0], 0, 4),
        ([7, 0, 9, 0, 0, 0], 0, 12),
        ([7, 0, 9, 0, 0, 0], 4, 20),
        ([7, 0, 9, 0, 0, 0], 5, 24),
        ([7, 0, 0, 0, 0, 8], 1, 24),
    ] {
        let format = BareCode::new(&0x36Fu32.to_le_bytes(), entry).expect("one descriptor");
        let whole = format.whole(&code(words)).expect("it is code");
        assert_eq!(whole.size, size, "{words:?} from {entry}");
    }
}
