//! Links arbitrary packages as program, assembly and parent: no panic, and unlinking restores the input.
#![no_main]

use glassbox::LinkInput;
use glassbox::bpx_link::{Change, Options, assemble, check_set, link, merge, unlink};
use glassbox::core::limits::Limits;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // The first two bytes are the size of the first package.
    let Some((at, rest)) = bytes.split_first_chunk::<2>() else {
        return;
    };
    let at = usize::from(u16::from_le_bytes(*at)).min(rest.len());
    let (one, other) = rest.split_at(at);
    let limits = Limits::default();
    let one = LinkInput { name: "one", bytes: one };
    let other = LinkInput { name: "other", bytes: other };
    let main = assemble(&[one, other], &[], "main", &limits);
    assemble(&[one], &[other], "child", &limits);
    merge(&[one, other], &limits);
    check_set(&[one, other], &limits);
    let main = LinkInput { name: "main", bytes: &main.bytes };
    for assembly in [main, other] {
        let linked = link(&one, &[assembly], &Options::default(), &limits);
        if linked.done.is_some_and(|linked| linked.change == Change::Linked) {
            let program = LinkInput { name: "linked", bytes: &linked.bytes };
            let again = link(&program, &[assembly], &Options::default(), &limits);
            assert_eq!(again.done.map(|linked| linked.change), Some(Change::None));
            assert!(unlink(&program, &limits).done.is_some());
        }
    }
});
