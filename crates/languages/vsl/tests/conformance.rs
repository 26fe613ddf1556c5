//! Checks the verdict on the corpus: 381 one-construct programs, and real sources.
//!
//! The corrected compiler's columns in the table of results decide, except for the cases below, where the
//! intended language differs.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use glassbox_core::diagnostic::{Diagnostic, Folded, Severity};
use glassbox_testing::corpus;
use glassbox_vsl::{Options, compile};

/// A source whose verdict or code differs from the corrected compiler's.
struct Exception {
    source: &'static str,
    /// Code of the first error; `None` if accepted.
    code: Option<&'static str>,
    reason: &'static str,
}

const fn accepted(source: &'static str, reason: &'static str) -> Exception {
    Exception { source, code: None, reason }
}

const fn other(source: &'static str, code: &'static str, reason: &'static str) -> Exception {
    Exception { source, code: Some(code), reason }
}

const EXCEPTIONS: &[Exception] = &[
    accepted("in_desc", "inputs may be declared in any order (section 5, defect 23)"),
    accepted("booleq", "`==` is defined on bool (section 9)"),
    accepted("ternary_bool", "`?:` is defined on bool (section 9)"),
    accepted("struct_fieldname_fn", "fields may have names of functions (section 6)"),
    accepted("struct_fieldname_glob", "fields may have names of globals (section 6)"),
    accepted("gl_name", "names are not passed to GLSL (section 6)"),
    accepted("glslname2", "names are not passed to GLSL (section 6)"),
    accepted("minus_lex", "the minus sign is no part of a number (section 2)"),
    accepted("mat_mul_nsq", "all products of linear algebra are defined (section 9)"),
    accepted("ternary_nest", "`?:` groups from the right (section 9)"),
    accepted("texelfetch_isampler", "a texel is of the sampler's kind (section 14, defect 16)"),
    other("biglit2", "VSL-E133", "an int has 32 bits (section 2)"),
    other("in_15mat", "VSL-E162", "the last location of an input is checked too (section 5)"),
    other(
        "lit_hex_negative",
        "VSL-E132",
        "the minus sign is an operator, which a uint does not have (section 2)",
    ),
    other("neg_uint", "VSL-E290", "the minus sign is not defined on uint (section 9)"),
    other(
        "struct_no_semicolon",
        "VSL-E001",
        "the place is where the semicolon is missing, not the next token",
    ),
];

fn errors(findings: &[Diagnostic]) -> Vec<&Diagnostic> {
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    errors.collect()
}

fn shown(findings: &[Diagnostic]) -> String {
    let mut out = String::new();
    for finding in findings {
        let (line, column) = finding.location.line_column.unwrap_or_default();
        out.push_str(&format!(
            "\n    {line}:{column} {} {}: {}",
            finding.severity, finding.rule.id, finding.message
        ));
    }
    out
}

#[test]
fn verdicts_are_those_of_the_table() {
    let folder = corpus::file("vbc/conformance");
    let table = fs::read_to_string(folder.join("RESULTS.tsv")).expect("the table is readable");
    let exceptions: HashMap<&str, &Exception> =
        EXCEPTIONS.iter().map(|found| (found.source, found)).collect();
    let mut failures = Vec::new();
    let mut count = 0;
    let mut used = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, _, _, _, result, code, place] = cells[..] else {
            panic!("a row of the table has other columns: {row}");
        };
        count += 1;
        let text = fs::read_to_string(folder.join(name)).expect("the source is readable");
        let compilation = compile(&text, &Options::default());
        let errors = errors(&compilation.findings);
        let mut fail = |what: &str| failures.push(format!("{name}: {what}{}", shown(&compilation.findings)));
        if compilation.program.is_some() != errors.is_empty() {
            fail("a program comes of a source exactly when it has no errors");
        }
        for error in &errors {
            if error.location.line_column.is_none() {
                fail("an error has no position");
            }
        }
        let first = errors.first().map(|error| error.rule.id);
        let stem = name.trim_end_matches(".vsl");
        if let Some(exception) = exceptions.get(stem) {
            used += 1;
            if first != exception.code {
                fail(&format!("expected {:?}: {}", exception.code, exception.reason));
            }
            continue;
        }
        match result {
            "ok" if first.is_some() => fail("expected to be accepted"),
            "ok" => {}
            _ if first.is_none() => fail(&format!("expected to be rejected ({result} {code})")),
            _ if !code.is_empty() && first != Some(code) => fail(&format!("expected {code} first")),
            _ => {
                let line = place.split(':').next().and_then(|line| line.parse::<u32>().ok());
                let found = errors[0].location.line_column.map(|(line, _)| line);
                // For a missing declaration the table has line 0.
                if line.is_some_and(|line| line > 0 && Some(line) != found) {
                    fail(&format!("expected line {place}"));
                }
            }
        }
    }
    assert_eq!(used, EXCEPTIONS.len(), "an exception names no source");
    assert_eq!(count, 381);
    assert!(failures.is_empty(), "{} of {count} fail\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn real_sources_are_accepted() {
    let mut failures = Vec::new();
    for path in corpus::files("vbc/src", &[".vsl"]) {
        let text = fs::read_to_string(&path).expect("the source is readable");
        let compilation = compile(&text, &Options::default());
        if !errors(&compilation.findings).is_empty() || compilation.program.is_none() {
            failures.push(format!("{}{}", path.display(), shown(&compilation.findings)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Conditions covered by two codes of the brief: expects the code that both compilers of the table give.
#[test]
fn of_two_codes_the_one_of_the_compilers_is_given() {
    let program = |globals: &str, vertex: &str, fragment: &str| {
        format!(
            "@shader graphics;\nin(0) float3 pos;\nout(0) float4 color;\n{globals}\n@vert {{ {vertex} $Position = float4(pos, 1); }}\n@frag {{ {fragment} color = float4(1); }}\n"
        )
    };
    let counter = "for (i; 0 : 10) { for (i; 0 : 2) { } }";
    for (text, code) in [
        // A loop's name that is already used: E114, not E270.
        (program("", "", counter), "VSL-E114"),
        (program("", "", "for (color; 0 : 10) { }"), "VSL-E114"),
        // An array of bindings: the type is checked first.
        (program("bind(3) Sampler2D a[2];", "", ""), "VSL-E126"),
        // A name not visible in the stage is unknown; a visible write-only one is not readable.
        (program("", "", "float3 x = pos;"), "VSL-E320"),
        (program("", "float4 x = color;", ""), "VSL-E320"),
        (program("local(vert) float3 n;", "n = pos; float3 m = n;", ""), "VSL-E321"),
        (program("", "float4 p = $Position;", ""), "VSL-E321"),
    ] {
        let found = compile(&text, &Options::default()).findings;
        let errors = errors(&found);
        assert_eq!(errors.first().map(|error| error.rule.id), Some(code), "{text}{}", shown(&found));
    }
}

/// Each error yields one finding, however often its name is used.
#[test]
fn a_mistake_that_is_repeated_is_told_once() {
    let head = "@shader graphics;\nin(0) float3 pos;\nout(0) float4 color;\nlocal(vert) float2 uv;\n";
    let vertex = "@vert { uv = pos.xy; $Position = float4(pos, 1); }\n";
    let same = |statement: &str| {
        format!("{head}{vertex}@frag {{ {} color = float4(uv, uv); }}\n", statement.repeat(500))
    };
    for text in [
        same("color = float4(unknown);\n"),
        same("uv = float2(1, 1);\n"),
        same("for (i; 0 : 3) { float x; x = 1.0; }\n"),
        format!(
            "{head}@vert {{ {} $Position = float4(pos, 1); }}\n@frag {{ color = float4(uv, uv); }}\n",
            "uv += uv;\n".repeat(500)
        ),
    ] {
        let found = compile(&text, &Options::default()).findings;
        assert!(found.len() >= 500);
        let standing: Vec<_> =
            Folded::new(&found).groups().map(|(first, rest)| (first.message.clone(), rest.len())).collect();
        assert!(standing.len() <= 2, "{standing:?}");
    }
}

/// The same checks without the corpus, on sources of our own.
#[test]
fn own_sources_have_their_verdict() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sources");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the sources can be listed").flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|ending| ending != "vsl") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("the source is readable");
        let compilation = compile(&text, &Options::default());
        assert!(
            compilation.program.is_some() && compilation.findings.is_empty(),
            "{}{}",
            path.display(),
            shown(&compilation.findings)
        );
        count += 1;
    }
    assert!(count > 0, "there are no sources");
}
