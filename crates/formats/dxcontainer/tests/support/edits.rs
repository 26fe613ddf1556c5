//! Checks invariants of edits on arbitrary bytes.

use glassbox_core::format::{Edit, Strip, SymbolNames, SymbolTable};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::digest::State;
use glassbox_dxcontainer::edit::{edit, stripped};
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::read;
use glassbox_dxcontainer::write::Signing;

const SIGNINGS: [Signing; 9] = [
    Signing::Same,
    Signing::Sign,
    Signing::IfSigned,
    Signing::Retail,
    Signing::Debug,
    Signing::Bypass,
    Signing::PreviewBypass,
    Signing::Zero,
    Signing::Keep,
];

/// Applies the edit selected by `choice` and checks the result.
///
/// # Panics
/// If the result violates an edit's guarantee.
pub(crate) fn assert_edit(choice: u8, bytes: &[u8]) {
    let limits = Limits::default();
    let Ok(before) = read::open(Window::whole(bytes), &limits) else {
        return;
    };
    let signing = SIGNINGS[usize::from(choice % 8)];
    let names: Vec<String> =
        before.parts().iter().filter_map(|part| String::from_utf8(part.code.0.to_vec()).ok()).collect();
    let pick = names.get(usize::from(choice / 8) % names.len().max(1));
    let name = pick.map_or("DXIL", |name| name.as_str());
    let edits = [
        Edit::Sign,
        Edit::Remove { name },
        Edit::Replace { name, data: b"replaced" },
        Edit::Add { name: "XHSH", data: b"added", before: None },
        Edit::Add { name: "XHSH", data: &[0; 40], before: Some(name) },
        Edit::Strip(&Strip::ALL),
        Edit::Strip(&Strip::ALL[..2]),
        Edit::AddSymbols(SymbolTable::default()),
        Edit::AddSymbols(SymbolTable { names: SymbolNames::Unmarked, packed: true, approximate: true }),
        Edit::RemoveSymbols,
    ];
    for wanted in edits {
        match edit(&before, &wanted, signing) {
            Err(error) => assert!(!error.message.is_empty(), "{wanted:?} says why it is refused"),
            Ok(out) => {
                let after = read::open(Window::whole(&out), &limits).expect("an edit gives a container");
                assert_sound(&after, &wanted);
                assert_signed(&before, &after, signing);
                assert_kept(&before, &after, &wanted);
                assert_sections(&before, &after, &wanted);
            }
        }
    }
}

/// Checks that the directory has no gaps, overlaps or wrong sizes.
fn assert_sound(after: &Container<'_>, edit: &Edit<'_>) {
    let header = after.directory.header.expect("it has a header");
    assert_eq!(header.part_count as usize, after.parts().len(), "{edit:?}");
    let mut at = 32 + 4 * u64::from(header.part_count);
    for (entry, part) in after.directory.entries.iter().zip(after.parts()) {
        assert_eq!(entry.start(), at, "{edit:?}: parts follow each other");
        assert_eq!(u64::from(part.stated), part.size(), "{edit:?}: parts are whole");
        at = entry.end();
    }
    assert_eq!(u64::from(header.size), at, "{edit:?}: the size is the end of the last part");
}

fn assert_signed(before: &Container<'_>, after: &Container<'_>, signing: Signing) {
    let (old, new) = (before.digest_state(), after.digest_state());
    let wanted = match signing {
        Signing::Keep => {
            let stored = |container: &Container<'_>| container.directory.magic.map(|magic| magic.digest);
            assert_eq!(stored(before), stored(after));
            return;
        }
        Signing::Retail => State::Retail,
        Signing::Debug => State::Debug,
        Signing::Bypass => State::Bypass,
        Signing::PreviewBypass => State::PreviewBypass,
        Signing::Zero => State::Unsigned,
        Signing::Same => match old {
            State::Debug | State::Unsigned | State::Bypass | State::PreviewBypass => old,
            _ => State::Retail,
        },
        Signing::Sign => match old {
            State::Debug => old,
            _ => State::Retail,
        },
        Signing::IfSigned => match old {
            State::Retail | State::Debug => old,
            _ => State::Unsigned,
        },
    };
    assert_eq!(new, wanted, "{signing:?} of what was {old:?}");
}

/// Checks that unnamed parts keep their data and order. Symbol tables are checked separately.
fn assert_kept(before: &Container<'_>, after: &Container<'_>, edit: &Edit<'_>) {
    let edited = |code: &[u8; 4]| {
        let drops_program = matches!(edit, Edit::Remove { name: "DXIL" });
        match edit {
            _ if *code == *b"SYM0" || *code == *b"STR0" && drops_program => true,
            Edit::Add { name, .. } | Edit::Remove { name } | Edit::Replace { name, .. } => {
                name.as_bytes() == code
            }
            Edit::Strip(what) => what.iter().any(|&what| stripped(what).iter().any(|other| **other == *code)),
            Edit::Sign => false,
            Edit::AddSymbols(_) | Edit::RemoveSymbols => matches!(code, b"SYM0" | b"STR0"),
        }
    };
    let kept = |container: &Container<'_>| -> Vec<([u8; 4], Vec<u8>)> {
        container
            .parts()
            .iter()
            .filter(|part| !edited(&part.code.0))
            .map(|part| (part.code.0, part.data(container.window).to_vec()))
            .collect()
    };
    assert_eq!(kept(before), kept(after), "{edit:?}");
}

/// Checks that every symbol still refers to its original part.
fn assert_sections(before: &Container<'_>, after: &Container<'_>, edit: &Edit<'_>) {
    let codes = |container: &Container<'_>| -> Option<Vec<Option<[u8; 4]>>> {
        let Content::Symbols(model) = container.content(b"SYM0")? else {
            return None;
        };
        let code = |section| container.directory.part(section).map(|part| part.code.0);
        Some(model.symbols.iter().map(|symbol| code(symbol.section_index)).collect())
    };
    let (Some(before), Some(after)) = (codes(before), codes(after)) else {
        return;
    };
    if matches!(edit, Edit::Replace { name: "SYM0", .. }) {
        return;
    }
    for (old, new) in before.into_iter().zip(after) {
        if old == Some(*b"DXIL") {
            assert_eq!(new, old, "{edit:?}");
        }
    }
}
