//! The GLSL adapter on arbitrary text, as two stages that include each other's text: no panic, every finding in its text, every
//! byte of what comes out from a place in one.
#![no_main]

use glassbox_glsl::source::IncludeList;
use glassbox_glsl::stage::Stage;
use glassbox_glsl::{Options, StageSource, adapt_program};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (first, second) = text.split_once('\0').unwrap_or((&text, &text));
    let (stage, other) = match bytes.len() % 3 {
        0 => (Stage::Vertex, Stage::Fragment),
        1 => (Stage::Vertex, Stage::Geometry),
        _ => (Stage::TessellationControl, Stage::TessellationEvaluation),
    };
    let stages = [
        StageSource {
            stage,
            name: "a",
            text: first,
        },
        StageSource {
            stage: other,
            name: "b",
            text: second,
        },
    ];
    let includes = IncludeList(vec![("c".to_owned(), second.to_owned())]);
    let adapted = adapt_program(&stages, &includes, &Options::default());
    for finding in adapted.findings.items() {
        let place = &finding.location;
        let text = adapted.sources.text(place.input);
        assert!(text.get(place.start as usize..place.end as usize).is_some());
        assert!(place.line_column.is_some());
    }
    for stage in &adapted.stages {
        for at in 0..stage.text.len() {
            let origin = stage.map.at(at).map(|provenance| provenance.primary());
            let origin = origin.unwrap_or_default();
            assert!(adapted.sources.text(origin.file).get(origin.span.range()).is_some());
        }
    }
});
