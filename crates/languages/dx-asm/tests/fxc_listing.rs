//! Compares complete listings with those of the legacy compiler's disassembler.

use glassbox_core::limits::Limits;
use glassbox_dx_asm::dxbc::{Words, has_tokens, listing as ours};
use glassbox_dxbc::print::{Floats, Release};
use glassbox_testing::container::{containers, listing};
use glassbox_testing::lines::common_length;

/// Release of the disassembler that made a listing, detected by its tables.
fn release(listing: &str) -> Release {
    if listing.contains("HLSL Bind") || listing.contains("CB0[") { Release::V10 } else { Release::V6_3 }
}

/// Lines without the root signature, which the legacy compiler does not list.
fn without_root_signature(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    if let Some(title) = lines.iter().position(|line| line.starts_with("// Root signature, version")) {
        let is_clause = |line: &&&str| line.starts_with("//   ") || **line == "//";
        let below = lines[title + 1..].iter().take_while(is_clause).count();
        lines.drain(title - 1..=title + below);
    }
    lines
}

#[test]
fn listings_are_those_of_the_legacy_compiler() {
    let limits = Limits::default();
    let (mut files, mut whole, mut lines, mut equal) = (0, 0, 0, 0);
    for (name, bytes) in containers() {
        let Some(theirs) = listing(&name).filter(|_| has_tokens(&bytes, &limits)) else {
            continue;
        };
        let text =
            ours(&bytes, &limits, Words::Of(release(&theirs)), Floats::Six).expect("there is a token stream");
        let ours = without_root_signature(&text);
        let theirs: Vec<&str> = theirs.lines().collect();
        let found = common_length(&ours, &theirs);
        files += 1;
        lines += theirs.len();
        equal += found;
        whole += usize::from(ours == theirs);
        if found != theirs.len() || found != ours.len() {
            for (place, line) in theirs.iter().enumerate() {
                if ours.get(place) != Some(line) {
                    eprintln!("{name}:{}\n  ours   {:?}\n  theirs {line:?}", place + 1, ours.get(place));
                    break;
                }
            }
            panic!("{name}: {found} of {} lines are equal", theirs.len());
        }
    }
    println!("{equal} of {lines} lines in {files} listings, {whole} of them whole");
    assert!(files >= 29, "{files} listings");
}
