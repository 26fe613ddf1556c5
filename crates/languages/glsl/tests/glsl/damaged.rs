//! Texts that are cut or mixed up do no harm, and every finding lies in a text.

use glassbox_glsl::{Interface, Options};

use crate::support;

#[test]
fn texts_that_are_cut_or_mixed_up_do_no_harm() {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    let files = support::files("link", "glsl").into_iter().chain(support::files("rules", "glsl"));
    let files = files.chain(support::files("texts", "glsl"));
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
                let interface = if round % 2 == 0 { Interface::Separated } else { Interface::Completed };
                let options = Options { interface, ..Options::default() };
                let compiled = part.changed(&mut change).compile(&options);
                for finding in compiled.findings.items() {
                    support::shown(finding, &compiled.sources);
                }
            }
        }
    }
}
