//! What comes of programs: `tests/cases/NAME.glsl` has the texts of a part `program`, `NAME.out` what they become and what is
//! said of them. With `GLASSBOX_BLESS=1` the latter are written anew.

use crate::support;

use glassbox_glsl::Adapted;

#[test]
fn programs_become_what_is_expected() {
    for path in support::files("cases", "glsl") {
        let text = std::fs::read_to_string(&path).expect("the case is read");
        let adapted = support::parts(&text)["program"].adapt();
        let mut found = String::new();
        for stage in &adapted.stages {
            found.push_str(&format!("== {}\n{}", stage.stage, stage.text));
            for one in &stage.combined {
                found.push_str(&format!(
                    "// {} at {}.{}, {} at {}.{}\n",
                    one.name,
                    one.texture_place.set,
                    one.texture_place.binding,
                    one.sampler,
                    one.sampler_place.set,
                    one.sampler_place.binding
                ));
            }
            for place in &stage.explicit {
                found.push_str(&format!("// explicit {}.{}\n", place.set, place.binding));
            }
        }
        for finding in adapted.findings.items() {
            found.push_str(&support::shown(finding, &adapted.sources));
        }
        support::compare(&path.with_extension("out"), &found);
        every_byte_leads_back(&adapted);
    }
}

/// Every byte comes from a part of a text; a word that the source has there is the same word.
fn every_byte_leads_back(adapted: &Adapted) {
    for stage in &adapted.stages {
        let mut same = 0_usize;
        let mut words = 0_usize;
        for at in 0..stage.text.len() {
            let provenance = stage.map.at(at).expect("every byte comes from somewhere");
            for origin in [provenance.written, provenance.used] {
                let text = adapted.sources.text(origin.file);
                assert!(text.get(origin.span.range()).is_some(), "{origin:?} lies in its text");
            }
            let begins = |at: usize| {
                let is_letter = |at: usize| {
                    stage
                        .text
                        .as_bytes()
                        .get(at)
                        .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                };
                is_letter(at) && !at.checked_sub(1).is_some_and(is_letter)
            };
            let written = provenance.written.span.of(adapted.sources.text(provenance.written.file));
            // What stands for the whole stage, such as functions of the library, leads to the directive.
            if begins(at) && !matches!(written, "" | "version") {
                words += 1;
                same += usize::from(stage.text[at..].starts_with(written));
            }
        }
        assert!(same * 4 > words, "{same} of {words} words lead to themselves");
    }
}

#[test]
fn texts_that_are_cut_or_mixed_up_do_no_harm() {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    let files = support::files("cases", "glsl").into_iter().chain(support::files("rules", "glsl"));
    // The case of the limit takes as long as texts may.
    for path in files.filter(|path| !path.ends_with("GLSL-10.glsl")) {
        let text = std::fs::read_to_string(&path).expect("the case is read");
        for part in support::parts(&text).values() {
            for round in 0..12 {
                let mut change = |text: &str| {
                    let mut letters: Vec<char> = text.chars().take(20_000).collect();
                    if round % 3 == 0 {
                        letters.truncate(random(letters.len()));
                    }
                    for _ in 0..random(6) {
                        let (from, to) = (random(letters.len()), random(letters.len()));
                        if round % 2 == 0 && from < letters.len() {
                            letters.remove(from);
                        } else if from < letters.len() && to < letters.len() {
                            letters.swap(from, to);
                        }
                    }
                    letters.into_iter().collect()
                };
                let adapted = part.changed(&mut change).adapt();
                for finding in adapted.findings.items() {
                    support::shown(finding, &adapted.sources);
                }
            }
        }
    }
}
