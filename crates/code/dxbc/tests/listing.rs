//! Prints every token stream of the corpus: the lines match the legacy compiler's listing and assemble to the
//! same tokens.

use glassbox_dxbc::assemble::assemble;
use glassbox_dxbc::print::{Floats, Options, Release, Style, print};
use glassbox_testing::container::{containers, listing, token_streams};

/// Shader model 4 and 5 instructions of a listing: without comments, source lines, and the shader model 2
/// code that precedes them up to an empty line.
fn instructions(listing: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut is_older = false;
    for line in listing.lines() {
        let word = line.trim_start();
        is_older |= word.starts_with("ps_2_") || word.starts_with("vs_2_");
        if !is_older && !word.starts_with("//") && !word.starts_with('#') {
            out.push(line);
        }
        is_older &= !line.is_empty();
    }
    out
}

/// Disassembler release of a listing, detected from its tables.
fn release(listing: &str) -> Release {
    if listing.contains("HLSL Bind") || listing.contains("CB0[") { Release::V10 } else { Release::V6_3 }
}

#[test]
fn listing_lines_are_reproduced() {
    let (mut files, mut lines) = (0, 0);
    for (name, bytes) in containers() {
        let streams = token_streams(&bytes);
        let (false, Some(listing)) = (streams.is_empty(), listing(&name)) else {
            continue;
        };
        let options = Options { style: Style::Fxc, release: release(&listing), ..Options::default() };
        let printed: String = streams.iter().map(|stream| print(stream, &options)).collect();
        let expected = instructions(&listing);
        for (index, (ours, theirs)) in printed.lines().zip(&expected).enumerate() {
            assert_eq!(ours, *theirs, "{name}, line {index}");
        }
        assert_eq!(printed.lines().count(), expected.len(), "{name}");
        files += 1;
        lines += expected.len();
    }
    println!("{files} listings, {lines} lines");
    assert!(files >= 29, "{files} listings");
}

#[test]
fn exact_text_assembles_to_the_same_bytes() {
    let options = Options::EXACT;
    let (mut streams, mut lines, mut numbers) = (0, 0, 0);
    for (name, bytes) in containers() {
        for stream in token_streams(&bytes) {
            let text = print(stream, &options);
            let made = assemble(&text).unwrap_or_else(|errors| panic!("{name}: {errors:?}\n{text}"));
            assert_eq!(made, stream, "{name}\n{text}");
            // Damaged streams may have words that no instruction explains.
            let is_damaged = name.contains("malformed");
            streams += 1;
            lines += text.lines().count();
            let unsaid = text.lines().filter(|line| line.contains(".words") || line.contains("#(")).count();
            assert!(is_damaged || unsaid == 0, "{name}\n{text}");
            numbers += unsaid;
        }
    }
    println!("{streams} streams, {lines} lines, {numbers} of them with numbers for words");
}

/// Listing style round-trips too where it is lossless: except for floats with more than six decimals.
#[test]
fn listing_text_assembles_to_the_same_bytes_except_floats() {
    for (name, bytes) in containers() {
        if name.contains("malformed") {
            // Words that no instruction explains have no listing.
            continue;
        }
        for stream in token_streams(&bytes) {
            let full = Options { floats: Floats::Exact, ..Options::default() };
            assert_eq!(assemble(&print(stream, &full)).ok().as_deref(), Some(stream), "{name}");
            let text = print(stream, &Options::default());
            let made = assemble(&text).unwrap_or_else(|errors| panic!("{name}: {errors:?}\n{text}"));
            assert_eq!(made.len(), stream.len(), "{name}\n{text}");
            let words = made.as_chunks::<4>().0.iter().zip(stream.as_chunks::<4>().0);
            for (ours, theirs) in words {
                let [ours, theirs] = [ours, theirs].map(|word| f32::from_le_bytes(*word));
                let is_near = (ours - theirs).abs() < 1e-6;
                assert!(ours.to_bits() == theirs.to_bits() || is_near, "{name}: {ours} {theirs}\n{text}");
            }
        }
    }
}
