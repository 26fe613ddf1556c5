//! Reads arbitrary bytes as a program of shader model 4 or 5, and arbitrary text as its assembly: exact text
//! assembles to the same bytes, errors are located in the text, and nothing panics.
#![no_main]

use glassbox_dxbc::assemble::{assemble, cut_floats};
use glassbox_dxbc::graph::dot;
use glassbox_dxbc::level9;
use glassbox_dxbc::print::{Options, print};

fn hold(bytes: &[u8]) {
    if bytes.is_empty() {
        return;
    }
    let exact = print(bytes, &Options::EXACT);
    assert_eq!(assemble(&exact).ok().as_deref(), Some(bytes), "{exact}");
    let usual = print(bytes, &Options::default());
    text(&usual);
    let _ = cut_floats(&usual);
    let _ = dot(bytes, "main");
    let _ = level9::print(bytes);
}

/// Text that assembles has an exact text that assembles to the same bytes.
fn text(source: &str) {
    match assemble(source) {
        Ok(bytes) => {
            let exact = print(&bytes, &Options::EXACT);
            assert_eq!(assemble(&exact).ok(), Some(bytes), "{exact}");
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            for error in errors {
                assert!(source.get(error.span.clone()).is_some(), "{error:?}");
            }
        }
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    hold(bytes);
    // A valid header makes more of the words significant.
    let length = (bytes.len() / 4) as u32 + 2;
    for version in [0x40u32, 0x51] {
        hold(&[&version.to_le_bytes()[..], &length.to_le_bytes(), bytes].concat());
    }
    let source = String::from_utf8_lossy(bytes);
    text(&source);
    text(&format!("ps_5_1\n{source}"));
});
