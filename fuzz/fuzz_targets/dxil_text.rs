//! Assembles arbitrary text as LLVM assembly. Mistakes lie in the text and have rules and cures. A module that was
//! assembled has a listing that assembles to the same module.
#![no_main]

use glassbox_dx_asm::dxil::assemble::{Options, assemble};
use glassbox_dx_asm::dxil::{Selection, bitcode};

/// What a listing says instead of something that is too long or has no spelling.
const CUT: [&str; 3] = ["...", "<", "left out"];

libfuzzer_sys::fuzz_target!(|text: &str| {
    let options = Options::default();
    let made = match assemble(text, &options) {
        Ok(made) => made,
        Err(errors) => {
            for error in &errors {
                assert!(text.get(error.span.clone()).is_some(), "{error:?}");
                assert!(error.rule.is_some() && error.help.is_some(), "{error:?}");
            }
            return;
        }
    };
    let listing = bitcode(&made, &Selection::default()).expect("what was made can be read");
    let listing = String::from_utf8(listing).expect("names are escaped");
    match assemble(&listing, &options) {
        Ok(again) => {
            let second = bitcode(&again, &Selection::default()).expect("what was made can be read");
            assert!(second == listing.as_bytes(), "{listing}");
        }
        Err(errors) => assert!(CUT.iter().any(|cut| listing.contains(cut)), "{errors}\n{listing}"),
    }
});
