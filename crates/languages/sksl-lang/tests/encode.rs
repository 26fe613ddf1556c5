//! Limits of the binary format: every rule fires for its cases and not for near misses.

use crate::support;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::span::Span;
use glassbox_sksl::check::check;
use glassbox_sksl::print::Style;
use glassbox_sksl::raw::{LayoutFlags, ProgramKind};
use glassbox_sksl::read::open;
use glassbox_sksl_lang::ir::expression::ExpressionKind;
use glassbox_sksl_lang::ir::modifiers::Layout;
use glassbox_sksl_lang::ir::program::Element;
use glassbox_sksl_lang::ir::statement::StatementKind;
use glassbox_sksl_lang::ir::symbol::{SymbolData, SymbolKind};
use glassbox_sksl_lang::{Encoding, Options, Program, compile, describe, encode, lift};
use support::{bytes_of, compiled, kind_of, lifted, lines, printed};

fn program(name: &str, text: &str) -> Program {
    let options = Options::new(kind_of(name).expect("a kind of program"));
    compiled(text, &options).unwrap_or_else(|findings| panic!("{findings}\n{text}"))
}

/// Rules that fire when a source is encoded, with the lines.
fn refused(name: &str, text: &str, encoding: Encoding) -> Vec<(&'static str, u32)> {
    match encode(&program(name, text), encoding) {
        Ok(bytes) => {
            let file = open(Window::whole(&bytes), &Limits::default()).expect("what was written can be read");
            assert!(file.stop.is_none() && file.trailing().is_empty(), "{text}");
            Vec::new()
        }
        Err(findings) => {
            let line = |finding: &glassbox_core::diagnostic::Diagnostic| {
                assert!(finding.help.is_some() || finding.rule.id == "SKSL-E510", "{finding:?}");
                finding.location.line_column.map_or(0, |(line, _)| line)
            };
            findings.iter().map(|finding| (finding.rule.id, line(finding))).collect()
        }
    }
}

#[test]
fn kinds_of_later_versions() {
    let compilation = compile("void main() {}", &Options::new(ProgramKind::COMPUTE));
    assert!(compilation.program.is_none());
    assert_eq!(compilation.findings[0].rule.id, "SKSL-E500");
    assert!(compile("void main() {}", &Options::new(ProgramKind::VERTEX)).findings.is_empty());
}

#[test]
fn builtin_variables() {
    let reads = "half4 main(float2 p) {\n    return half4(half2(sk_FragCoord.xy), 0, 1);\n}\n";
    assert_eq!(refused("a.rts", reads, Encoding::Strict), [("SKSL-E501", 2)]);
    assert_eq!(refused("a.rts", reads, Encoding::Extended), []);
    let own = "half4 main(float2 p) {\n    float4 sk_Coord = p.xyxy;\n    return half4(half2(sk_Coord.xy), 0, 1);\n}\n";
    assert_eq!(refused("a.rts", own, Encoding::Strict), []);
    // Every fragment program imports one.
    assert_eq!(refused("a.frag", "void main() {}\n", Encoding::Strict), [("SKSL-E501", 1)]);
    assert_eq!(refused("a.vert", "void main() {}\n", Encoding::Strict), []);
    // Each variable once, at its first use, however it is used.
    let several = "half4 shade() {
    return half4(half(sk_FragCoord.x));
}
void main() {
    if (sk_Clockwise) { sk_FragColor = shade(); }
    sk_FragColor += half4(half2(sk_FragCoord.xy), 0, 0);
}
";
    assert_eq!(
        refused("a.frag", several, Encoding::Strict),
        [("SKSL-E501", 2), ("SKSL-E501", 5), ("SKSL-E501", 5)]
    );
    // A block is identified by its members.
    let vertex = "void main() {
    sk_Position = float4(1);
    sk_PointSize = sk_Position.x;
}
";
    assert_eq!(refused("a.vert", vertex, Encoding::Strict), [("SKSL-E501", 2), ("SKSL-E501", 3)]);
}

/// Extended files are read without findings and have the same contents.
#[test]
fn extended_files_can_be_read() {
    let cases = [
        ("a.rts", "half4 main(float2 p) { return half4(half2(sk_FragCoord.xy), 0, 1); }", 2),
        (
            "a.frag",
            "in half4 shade;\nvoid main() { sk_FragColor = sk_Clockwise ? shade : half4(half(sk_FragCoord.x)); }",
            3,
        ),
        (
            "a.vert",
            "in float4 at;\nvoid main() { sk_Position = at; sk_PointSize = float(sk_VertexID + sk_InstanceID); }",
            4,
        ),
    ];
    for (name, text, count) in cases {
        let program = program(name, text);
        let bytes =
            encode(&program, Encoding::Extended).unwrap_or_else(|findings| panic!("{}", lines(&findings)));
        let file = open(Window::whole(&bytes), &Limits::default()).expect("what was written can be read");
        let found = check(&file, &Limits::default()).into_sorted();
        let errors =
            found.iter().filter(|finding| finding.severity == glassbox_core::diagnostic::Severity::Error);
        assert_eq!(errors.map(support::line).collect::<Vec<_>>(), [""; 0], "{text}");
        let again = lift(&file).unwrap_or_else(|findings| panic!("{}", lines(&findings)));
        assert_eq!(encode(&again, Encoding::Extended).ok(), Some(bytes), "{text}");
        let builtins = again.symbols.iter().filter(|(_, data)| match &data.kind {
            SymbolKind::Variable(variable) => variable.builtin.is_some(),
            _ => false,
        });
        let named = text.matches("sk_").count();
        assert!(builtins.count() <= named && named >= count - 1, "{text}");
        assert_eq!(again.shared.len(), 0);
    }
}

/// Name, location, index and number; `-1` is not given.
#[test]
fn layouts_of_builtin_variables() {
    let text = "void main() { sk_FragColor = sk_Clockwise ? half4(1) : half4(half(sk_FragCoord.x)); }";
    let program = program("a.frag", text);
    for (name, location, index, builtin) in
        [("sk_FragColor", 0, 0, 10001), ("sk_Clockwise", -1, -1, 17), ("sk_FragCoord", -1, -1, 15)]
    {
        let mut flags = LayoutFlags::BUILTIN.0;
        if location >= 0 {
            flags |= LayoutFlags::LOCATION.0 | LayoutFlags::INDEX.0;
        }
        let expected = Layout { flags: LayoutFlags(flags), location, index, builtin, ..Layout::default() };
        let mut layouts = program.symbols.iter().filter_map(|(symbol, data)| match &data.kind {
            SymbolKind::Variable(variable) if program.symbol_name(symbol) == name => {
                Some(variable.modifiers.layout)
            }
            _ => None,
        });
        assert_eq!(layouts.next(), Some(expected), "{name}");
    }
}

#[test]
fn child_calls() {
    let calls = "uniform shader child;\nhalf4 main(float2 p) {\n    return child.eval(p);\n}\n";
    let declares = "uniform shader child;\nhalf4 main(float2 p) {\n    return half4(1);\n}\n";
    for encoding in Encoding::ALL {
        assert_eq!(refused("a.rts", calls, encoding), [("SKSL-E502", 3)]);
        assert_eq!(refused("a.rts", declares, encoding), []);
    }
}

#[test]
fn counts() {
    let block = |count: usize| {
        let statements = "    v = v + 1;\n".repeat(count - 2);
        format!("half4 main(float2 p) {{\n    half v = 0;\n{statements}    return half4(v);\n}}\n")
    };
    let structure = |count: usize| {
        let fields: String = (0..count).map(|at| format!("half f{at}; ")).collect();
        format!("struct S {{ {fields} }};\nuniform half k;\nhalf4 main(float2 p) {{ return half4(k); }}\n")
    };
    let overloads = |count: usize| {
        let functions: String = (0..count)
            .map(|at| format!("half f(half{} a, int[{}] b) {{ return a.x; }}\n", 2 + at % 3, 1 + at / 3))
            .collect();
        format!("{functions}half4 main(float2 p) {{ return half4(1); }}\n")
    };
    let array = |count: usize| {
        let values = vec!["p.x"; count].join(", ");
        let sizes = format!("float[{count}]({values})");
        format!("half4 main(float2 p) {{ return half4(half({sizes}[0])); }}\n")
    };
    for encoding in Encoding::ALL {
        assert_eq!(refused("a.rts", &block(256), encoding)[0].0, "SKSL-E503");
        assert_eq!(refused("a.rts", &block(255), encoding), []);
        assert_eq!(refused("a.rts", &overloads(255), encoding), []);
        assert_eq!(refused("a.rts", &structure(255), encoding), []);
    }
    assert_eq!(refused("a.rts", &array(256), Encoding::Extended)[0].0, "SKSL-E504");
    assert_eq!(refused("a.rts", &array(255), Encoding::Extended), []);
    assert_eq!(refused("a.rts", &array(128), Encoding::Strict)[0].0, "SKSL-E504");
    assert_eq!(refused("a.rts", &array(127), Encoding::Strict), []);
}

#[test]
fn array_sizes() {
    let array =
        |count: u32| format!("uniform half a[{count}];\nhalf4 main(float2 p) {{ return half4(a[1]); }}\n");
    assert_eq!(refused("a.rts", &array(127), Encoding::Strict), []);
    assert_eq!(refused("a.rts", &array(128), Encoding::Strict)[0].0, "SKSL-E504");
    assert_eq!(refused("a.rts", &array(255), Encoding::Extended), []);
    assert_eq!(refused("a.rts", &array(256), Encoding::Extended)[0].0, "SKSL-E504");
}

#[test]
fn layouts() {
    let text = |layout: &str| format!("layout({layout}) out half4 a;\nvoid main() {{ a = half4(1); }}\n");
    for (fits, does_not) in [("location = 127", "location = 128"), ("index = 127", "index = 128")] {
        assert_eq!(refused("a.vert", &text(fits), Encoding::Strict), [], "{fits}");
        assert_eq!(refused("a.vert", &text(does_not), Encoding::Extended)[0], ("SKSL-E505", 1), "{does_not}");
    }
    let block = |layout: &str| format!("layout({layout}) uniform B {{ half4 a; }};\nvoid main() {{}}\n");
    for (fits, does_not) in
        [("binding = 32767", "binding = 32768"), ("binding = 1, set = 127", "binding = 1, set = 128")]
    {
        assert_eq!(refused("a.vert", &block(fits), Encoding::Strict), [], "{fits}");
        assert_eq!(refused("a.vert", &block(does_not), Encoding::Strict)[0].0, "SKSL-E505", "{does_not}");
    }
}

#[test]
fn layout_qualifiers_are_written() {
    let declared = [
        "layout(location = 3, index = 1) out half4 a;",
        "layout(binding = 5, set = 2) uniform sampler2D a;",
        "layout(binding = 1, input_attachment_index = 4) uniform subpassInput a;",
        "layout(builtin = 17) in float4 a;",
        "layout(binding = 7) uniform B { layout(offset = 16) half4 a; };",
    ];
    for declaration in declared {
        let text = format!("{declaration}\nvoid main() {{}}\n");
        let options = Options::new(kind_of("a.vert").expect("it is a kind"));
        let bytes = bytes_of(&text, &options).unwrap_or_else(|findings| panic!("{declaration}: {findings}"));
        let text = printed(&bytes, Style::Source);
        let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(joined.contains(declaration), "{declaration}: {text}");
    }
}

#[test]
fn names() {
    let text = |length: usize| {
        let name = "n".repeat(length);
        format!("uniform half {name};\nhalf4 main(float2 p) {{ return half4({name}); }}\n")
    };
    assert_eq!(refused("a.rts", &text(255), Encoding::Strict), []);
    assert_eq!(refused("a.rts", &text(256), Encoding::Extended)[0].0, "SKSL-E508");
    let many = |count: usize| {
        let uniforms: String =
            (0..count).map(|at| format!("uniform half {}{at:05};\n", "n".repeat(240))).collect();
        format!("{uniforms}half4 main(float2 p) {{ return half4(1); }}\n")
    };
    assert_eq!(refused("a.rts", &many(265), Encoding::Strict), []);
    assert_eq!(refused("a.rts", &many(270), Encoding::Strict)[0].0, "SKSL-E507");
}

/// Parsing a source with too many symbols is slow, so the program is built directly.
#[test]
fn ids() {
    let mut program = program("a.rts", "uniform half k;\nhalf4 main(float2 p) { return half4(k); }\n");
    let table = program.table;
    let kept = program.symbols.len();
    let template = program.tables[table].owned[0];
    let add = |program: &mut Program, count: usize| {
        for _ in 0..count {
            let data = SymbolData {
                name: program.symbols[template].name,
                span: Span::default(),
                kind: program.symbols[template].kind.clone(),
            };
            let symbol = program.symbols.add(data);
            program.tables[table].owned.push(symbol);
        }
    };
    let numbered = program.tables[table].owned.len();
    assert!(numbered <= kept);
    add(&mut program, 65_534 - numbered);
    assert!(encode(&program, Encoding::Strict).is_ok());
    add(&mut program, 1);
    let findings = encode(&program, Encoding::Strict).expect_err("one too many");
    assert_eq!(findings[0].rule.id, "SKSL-E506");
}

#[test]
fn elements() {
    let extension = "#extension a_b : enable\nvoid main() {}\n";
    assert_eq!(refused("a.vert", extension, Encoding::Extended)[0].0, "SKSL-E509");
    assert_eq!(refused("a.vert", "#extension a_b : disable\nvoid main() {}\n", Encoding::Strict), []);
    assert_eq!(
        refused("a.vert", "layout(location = 1) in;\nvoid main() {}\n", Encoding::Strict)[0].0,
        "SKSL-E509"
    );
    assert_eq!(
        describe(&program("a.vert", extension)),
        "#extension a_b : enablevoid main() {\n\n}\n".replace("\n\n", "\n")
    );
}

#[test]
fn unfinished_programs() {
    let mut program = program("a.rts", "half4 main(float2 p) { return half4(1); }\n");
    assert!(encode(&program, Encoding::Strict).is_ok());
    let ty = glassbox_sksl_lang::ir::ty::Ty::own(glassbox_sksl::builtin::HALF4);
    let poison = program.expression(ExpressionKind::Poison, ty, Span::default());
    let statement = program.statement(StatementKind::Expression(poison), Span::default());
    let statements = program.statement_lists.add(&[statement]);
    let body =
        program.statement(StatementKind::Block { statements, table: None, is_scope: true }, Span::default());
    let Some(Element::Function { declaration, .. }) = program.elements.first().copied() else {
        panic!("main is the first element");
    };
    program.elements = vec![Element::Function { declaration, body }];
    let findings = encode(&program, Encoding::Strict).expect_err("an expression without a value");
    assert_eq!(findings[0].rule.id, "SKSL-E510");
}

#[test]
fn files_without_a_program() {
    // Version 11 has kinds of programs that version 8 lacks, such as 2.
    let file = |kind: u8| {
        let mut bytes = vec![11, 0, 0, 0];
        bytes.extend([43, kind, 0, 52, 0, 0, 0, 0, 0, 20, 21, 0]);
        bytes
    };
    let refused = |kind| lifted(&file(kind)).err().unwrap_or_default();
    assert!(refused(2).contains("SKSL-E520"), "{}", refused(2));
    assert_eq!(refused(0), "");
}
