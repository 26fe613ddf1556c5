//! The GLSL compiler on arbitrary text, as two stages that include each other's text, or as one stage in two texts: no panic, every finding in its text, and
//! modules that read.
#![no_main]

use glassbox_glsl::source::IncludeList;
use glassbox_glsl::stage::Stage;
use glassbox_glsl::{Interface, Options, StageSource, Text, compile_program};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (first, second) = text.split_once('\0').unwrap_or((&text, &text));
    let (stage, other) = match bytes.len() % 3 {
        0 => (Stage::Vertex, Stage::Fragment),
        1 => (Stage::Vertex, Stage::Geometry),
        _ => (Stage::TessellationControl, Stage::TessellationEvaluation),
    };
    let (first, second) = (Text { name: "a", text: first }, Text { name: "b", text: second });
    let stages = if bytes.len() % 5 < 2 {
        vec![StageSource { stage, texts: vec![first, second] }]
    } else {
        vec![StageSource { stage, texts: vec![first] }, StageSource { stage: other, texts: vec![second] }]
    };
    let includes = IncludeList(vec![("c".to_owned(), second.text.to_owned())]);
    let options = Options {
        interface: if bytes.len() % 2 == 0 { Interface::Separated } else { Interface::Completed },
        ..Options::default()
    };
    let compiled = compile_program(&stages, &includes, &options);
    for finding in compiled.findings.items() {
        let place = &finding.location;
        let text = compiled.sources.text(place.input);
        assert!(text.get(place.start as usize..place.end as usize).is_some());
        assert!(place.line_column.is_some());
    }
    for stage in &compiled.stages {
        assert!(stage.module.words().is_some());
        for origin in &stage.origins {
            let origin = origin.primary();
            assert!(compiled.sources.text(origin.file).get(origin.span.range()).is_some());
        }
    }
});
