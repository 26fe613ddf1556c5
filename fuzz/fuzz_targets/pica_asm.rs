//! Assembles arbitrary text as PICA200 shaders: no panic, every finding located in its text, and the same bytes in
//! both modes.
#![no_main]

use glassbox_pica_asm::{Input, Mode, Options, assemble, nihstro};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (first, second) = text.split_once('\u{1}').unwrap_or((&text, ""));
    let inputs = [
        Input {
            name: "first.v.pica",
            text: first,
        },
        Input {
            name: "second.v.pica",
            text: second,
        },
    ];
    let options = |mode| Options {
        mode,
        auto_nop: first.len() % 2 == 0,
        object: second.len() % 2 == 1,
        ..Options::default()
    };
    let own = assemble(&inputs, &options(Mode::Glassbox));
    let picasso = assemble(&inputs, &options(Mode::Picasso));
    for finding in own.findings.iter().chain(&picasso.findings) {
        let place = &finding.location;
        let text = inputs[place.input as usize].text;
        assert!(place.start <= place.end && place.end as usize <= text.len());
        assert!(place.line_column.is_some());
    }
    // A file accepted in both modes is the same, unless the source uses extensions.
    if let (Some(own), Some(picasso)) = (own.bytes(), picasso.bytes()) {
        assert_eq!(own, picasso);
    }
    let dialect = nihstro::assemble(inputs[0], &Options::default());
    assert!(dialect.binary.is_none() || dialect.bytes().is_some());
});
