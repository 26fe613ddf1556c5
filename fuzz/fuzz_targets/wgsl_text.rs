//! The compiler of WGSL on arbitrary text: no panic, every finding in the text, every instruction from a place in it.
#![no_main]

use glassbox_lower_wgsl::{Options, lower, rules};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match lower(&text, &Options::default()) {
        Ok(lowered) => {
            for entry in &lowered.entry_points {
                let module = &entry.module;
                for at in module.walk() {
                    assert!(text.get(module.origin(at)).is_some());
                }
            }
        }
        Err(findings) => {
            for finding in &findings {
                let place = &finding.location;
                assert!(text.get(place.start as usize..place.end as usize).is_some());
                // naga stops at some texts; a module that is wrong is a mistake of ours.
                let is_ours = finding.rule.id == rules::STOPPED.id && finding.message.contains("its module breaks");
                assert!(!is_ours, "{}", finding.message);
            }
        }
    }
});
