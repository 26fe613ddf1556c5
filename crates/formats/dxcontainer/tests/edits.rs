//! Tests edits: effects, rejections with their reasons, and invariants on arbitrary bytes.

use crate::support;
use glassbox_core::format::{DigestPolicy, Edit, OpenedFile, Strip};
use glassbox_dxcontainer::digest::State;
use glassbox_dxcontainer::edit::{add_symbols, edit};
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::symbols::{NameForm, Packing};
use glassbox_dxcontainer::write::Signing;
use glassbox_testing::random::{Random, mutate};
use glassbox_testing::{corpus, tree};
use support::edits::assert_edit;
use support::{codes, container, ids, library, open, shader};

fn add<'e>(name: &'e str, data: &'e [u8], before: Option<&'e str>) -> Edit<'e> {
    Edit::Add { name, data, before }
}

/// Section index of every symbol.
fn sections(bytes: &[u8]) -> Vec<u32> {
    match open(bytes).content(b"SYM0") {
        Some(Content::Symbols(model)) => model.symbols.iter().map(|symbol| symbol.section_index).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_part_is_added_before_private_data() {
    let before = shader();
    let after = edit(&open(&before), &add("XHSH", b"data", None), Signing::Same).expect("it is sound");
    assert_eq!(codes(&after), ["SFI0", "ISG1", "OSG1", "PSV0", "ILDN", "HASH", "DXIL", "XHSH", "PRIV"]);
    assert_eq!(open(&after).data(b"XHSH"), Some(&b"data"[..]));
    assert_eq!(open(&after).digest_state(), State::Retail);
    let first = edit(&open(&before), &add("XHSH", b"", Some("SFI0")), Signing::Same).expect("it is sound");
    assert_eq!(codes(&first)[..2], ["XHSH", "SFI0"]);
}

#[test]
fn adding_and_removing_again_gives_the_same_bytes() {
    for before in [shader(), library(), support::compute(), support::legacy()] {
        let more = edit(&open(&before), &add("FX10", b"12345", Some(&codes(&before)[0])), Signing::Same)
            .expect("it is sound");
        let back = edit(&open(&more), &Edit::Remove { name: "FX10" }, Signing::Same).expect("it is sound");
        assert!(back == before);
    }
}

#[test]
fn symbols_follow_their_part() {
    let before = library();
    assert_eq!(sections(&before), [2; 6]);
    let more = edit(&open(&before), &add("FX10", b"", Some("SFI0")), Signing::Same).expect("it is sound");
    assert_eq!(sections(&more), [3; 6]);
    let less = edit(&open(&more), &Edit::Remove { name: "VERS" }, Signing::Same).expect("it is sound");
    assert_eq!(sections(&less), [2; 6]);
    let stripped = edit(&open(&before), &Edit::Remove { name: "DXIL" }, Signing::Same).expect("it is sound");
    assert_eq!(codes(&stripped), ["SFI0", "VERS"], "symbols without a program mean nothing");
}

#[test]
fn one_of_many_parts_is_named_by_number() {
    let before = support::legacy();
    let less = edit(&open(&before), &Edit::Remove { name: "LIBF[1]" }, Signing::Same).expect("it is sound");
    assert_eq!(codes(&less), ["LIBF", "LIBH"]);
    let none = edit(&open(&before), &Edit::Remove { name: "LIBF" }, Signing::Same).expect("it is sound");
    assert_eq!(codes(&none), ["LIBH"]);
    let refused = edit(&open(&before), &Edit::Remove { name: "LIBF[2]" }, Signing::Same).unwrap_err();
    assert_eq!(refused.message, "found no part LIBF[2]");
}

#[test]
fn digests_follow_the_policy() {
    let bytes = shader();
    let opened = open(&bytes);
    let policies = [
        (DigestPolicy::Same, State::Retail),
        (DigestPolicy::Sign, State::Retail),
        (DigestPolicy::Keep, State::Wrong),
        (DigestPolicy::Bypass, State::Bypass),
        (DigestPolicy::PreviewBypass, State::PreviewBypass),
        (DigestPolicy::Zero, State::Unsigned),
    ];
    for (policy, state) in policies {
        let after = OpenedFile::edit(&opened, &Edit::Strip(&[Strip::Private]), policy).expect("it is sound");
        assert_eq!(open(&after).digest_state(), state, "{policy:?}");
    }
    // Debug signatures stay debug; `IfSigned` leaves unsigned containers zero, like the compiler's own builder.
    let debug = edit(&opened, &Edit::Sign, Signing::Debug).expect("it is sound");
    let again = edit(&open(&debug), &Edit::Strip(&Strip::ALL), Signing::Same).expect("it is sound");
    assert_eq!(open(&again).digest_state(), State::Debug);
    let zero = edit(&opened, &Edit::Sign, Signing::Zero).expect("it is sound");
    let again = edit(&open(&zero), &Edit::Strip(&Strip::ALL), Signing::IfSigned).expect("it is sound");
    assert_eq!(open(&again).digest_state(), State::Unsigned);
    let signed = edit(&open(&zero), &Edit::Sign, Signing::Sign).expect("it is sound");
    assert!(signed == bytes);
    // An edit does not sign an unsigned container.
    for (signing, state) in [
        (Signing::Zero, State::Unsigned),
        (Signing::Bypass, State::Bypass),
        (Signing::PreviewBypass, State::PreviewBypass),
        (Signing::Debug, State::Debug),
    ] {
        let before = edit(&opened, &Edit::Sign, signing).expect("it is sound");
        let edits = [
            Edit::Strip(&Strip::ALL),
            Edit::Remove { name: "PRIV" },
            Edit::Replace { name: "PRIV", data: b"other" },
            add("XHSH", b"data", None),
        ];
        for change in edits {
            let after = edit(&open(&before), &change, Signing::default()).expect("it is sound");
            assert_eq!(open(&after).digest_state(), state, "{change:?}");
            let after = edit(&open(&before), &change, Signing::Sign).expect("it is sound");
            let signed = if state == State::Debug { state } else { State::Retail };
            assert_eq!(open(&after).digest_state(), signed, "{change:?}");
        }
    }
}

#[test]
fn refusals_name_the_rule() {
    let bytes = shader();
    let opened = open(&bytes);
    let refused = [
        (add("DXIL", b"", None), Some("DXC-CTR-14")),
        (add("PRIVATE", b"", None), None),
        (add("XNAP", b"", Some("RDEF")), None),
        (Edit::Replace { name: "RDEF", data: b"" }, None),
        (Edit::Remove { name: "LIBF[x]" }, None),
    ];
    for (wanted, rule) in refused {
        let error = edit(&opened, &wanted, Signing::Same).unwrap_err();
        assert_eq!(error.rule.map(|rule| rule.id), rule, "{wanted:?}");
    }
    let mut cut = bytes.clone();
    cut.truncate(400);
    let error = edit(&open(&cut), &Edit::Sign, Signing::Same).unwrap_err();
    assert_eq!(error.rule.map(|rule| rule.id), Some("DXC-CTR-04"));
    let only = container(&[(b"RTS0", vec![0; 24])]);
    let error = add_symbols(&open(&only), NameForm::Raw, Packing::Suffixes, Signing::Same).unwrap_err();
    assert_eq!(error.rule.map(|rule| rule.id), Some("DXC-SYM-07"));
}

#[test]
fn derived_symbols_replace_those_that_are_there() {
    let bytes = library();
    let again = add_symbols(&open(&bytes), NameForm::Raw, Packing::Suffixes, Signing::Same)
        .expect("it has a program");
    assert!(again == bytes);
    let plain = add_symbols(&open(&bytes), NameForm::WithoutMarker, Packing::None, Signing::Same)
        .expect("it has a program");
    let found = ids(&plain);
    assert!(found.iter().all(|id| ["DXC-DCL-02", "DXC-SYM-10", "DXC-SYM-14"].contains(id)), "{found:?}");
}

/// Damaged files of one shader: the repair offered, whether it is applied by default, and the rule that it satisfies.
#[test]
fn repairs_fix_what_they_say() {
    let cases = [
        ("bad_digest", "digest", true, "DXC-CTR-16"),
        ("zero_digest", "sign", false, "DXC-CTR-16"),
        ("bypass_digest", "sign", false, "DXC-CTR-16"),
        ("preview_digest", "sign", false, "DXC-CTR-16"),
        ("debug_digest", "sign", false, "DXC-CTR-16"),
        ("size_huge", "size", true, "DXC-CTR-06"),
        ("size_small", "size", true, "DXC-CTR-06"),
        ("size_zero", "size", true, "DXC-CTR-06"),
        ("trailing_16", "trailing", false, "DXC-CTR-05"),
        ("offsets_reversed", "directory", false, "DXC-CTR-11"),
        ("priv_not_last", "private", true, "DXC-CTR-17"),
    ];
    let whole = corpus::bytes("dxcontainer/dxc19/vs_min_6_0.dxil");
    for (file, name, by_default, rule) in cases {
        let broken = corpus::bytes(&format!("dxcontainer/malformed/{file}.dxil"));
        let opened = open(&broken);
        let offered: Vec<_> =
            opened.repairs().iter().map(|repair| (repair.name, repair.by_default, repair.rule)).collect();
        assert_eq!(offered, [(name, by_default, Some(rule))], "{file}");
        let fixed = opened.repair(name).expect("it is offered");
        assert!(!ids(&fixed).contains(&rule), "{file}");
        match name {
            "directory" => assert_eq!(codes(&fixed), codes(&broken)),
            "private" => {
                let mut order = codes(&broken);
                order.rotate_left(1);
                assert_eq!(codes(&fixed), order);
                assert_eq!(open(&fixed).data(b"PRIV"), opened.data(b"PRIV"));
            }
            _ => assert!(fixed == whole, "{file}"),
        }
        assert_eq!(open(&fixed).digest_state(), State::Retail, "{file}");
        assert!(open(&fixed).repairs().is_empty(), "{file}");
        assert!(open(&fixed).repair(name).is_err(), "{file}");
    }
    for file in ["truncated_last4", "truncated_half", "part_size_last", "offset_past_end"] {
        let broken = corpus::bytes(&format!("dxcontainer/malformed/{file}.dxil"));
        assert_eq!(open(&broken).repairs(), [], "{file}");
    }
}

#[test]
fn edits_of_any_bytes_keep_their_promise() {
    let mut files = vec![shader(), library(), support::compute(), support::legacy()];
    files.extend(
        corpus::expected("dxcontainer")
            .iter()
            .map(corpus::Expected::bytes)
            .filter(|bytes| bytes.len() < 16 << 10),
    );
    let mut random = Random::new(77);
    for bytes in &files {
        for _ in 0..4 {
            let choice = random.below(256) as u8;
            assert_edit(choice, bytes);
            assert_edit(choice, &mutate(bytes, &mut random));
        }
    }
}

/// Every prefix of a file, and every header and table byte set to invalid values, is read without panicking.
#[test]
fn cut_and_broken_directories_are_only_reported() {
    let registry = support::registry();
    for bytes in [shader(), library(), support::compute(), support::legacy()] {
        for length in 0..bytes.len() {
            let cut = &bytes[..length];
            tree::diagnostics(&glassbox_dxcontainer::FORMAT, cut);
            if length % 16 == 0 || length < 128 {
                tree::assert_laws(&glassbox_dxcontainer::FORMAT, &registry, cut, &format!("cut at {length}"));
            }
        }
        for at in 4..120 {
            for value in [0, 1, 0x7F, 0x80, 0xFF] {
                let mut broken = bytes.clone();
                broken[at] = value;
                tree::assert_laws(
                    &glassbox_dxcontainer::FORMAT,
                    &registry,
                    &broken,
                    &format!("{value:#x} at {at}"),
                );
            }
        }
    }
}
