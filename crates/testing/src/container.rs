//! Reads DirectX containers of the corpus for tests of the code in them: parts, facts, listings.
//!
//! It only finds the parts of valid files; container tests have their own reader.

use std::io::Read;
use std::path::Path;

use crate::corpus;

/// Parts of a container: tag and data. Nested containers are not opened.
pub fn parts(bytes: &[u8]) -> Vec<([u8; 4], &[u8])> {
    let word = |at: usize| -> Option<usize> {
        let bytes = bytes.get(at..at + 4)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes) as usize)
    };
    let mut out = Vec::new();
    if bytes.starts_with(b"DXBC") {
        for index in 0..word(28).unwrap_or(0).min(1000) {
            let Some(at) = word(32 + 4 * index) else { break };
            let Some(size) = word(at + 4) else { continue };
            let code = bytes[at..at + 4].first_chunk().copied().unwrap_or_default();
            if let Some(data) = bytes.get(at + 8..at + 8 + size) {
                out.push((code, data));
            }
        }
    }
    out
}

/// Programs of shader model 4 and 5 in a container, including library functions.
pub fn token_streams(bytes: &[u8]) -> Vec<&[u8]> {
    let mut out = Vec::new();
    for (code, data) in parts(bytes) {
        match &code {
            b"SHDR" | b"SHEX" => out.push(data),
            // Functions are in nested containers, one level deep.
            b"LIBF" => out.extend(
                parts(data)
                    .into_iter()
                    .filter(|(code, _)| matches!(code, b"SHDR" | b"SHEX"))
                    .map(|(_, data)| data),
            ),
            _ => {}
        }
    }
    out
}

/// Header words and bitcode of a program part.
pub fn program(data: &[u8]) -> Option<([u32; 2], &[u8])> {
    let word = |at: usize| -> Option<u32> {
        let bytes = data.get(at..at + 4)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    };
    if data.get(8..12)? != b"DXIL" {
        return None;
    }
    let start = 8 + word(16)? as usize;
    let bitcode = data.get(start..start + word(20)? as usize)?;
    Some(([word(0)?, word(12)?], bitcode))
}

/// Intact corpus containers with their corpus paths, without nested ones.
///
/// # Panics
/// If one cannot be read.
pub fn containers() -> Vec<(String, Vec<u8>)> {
    let files = corpus::files("dxcontainer", &[".dxil", ".dxbc"]);
    files.iter().map(|path| (corpus::name(path), std::fs::read(path).expect("it is readable"))).collect()
}

fn oracle(container: &str, folder: &str, ending: &str) -> Option<String> {
    let name = Path::new(container.strip_prefix("dxcontainer/")?).with_extension("");
    let name = name.to_string_lossy().replace('/', "_");
    let path = |ending: &str| corpus::find(&format!("dxcontainer/{folder}/{name}{ending}"));
    if let Some(path) = path(ending) {
        return Some(std::fs::read_to_string(path).expect("it is text"));
    }
    let packed = path(&format!("{ending}.gz"))?;
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(packed).ok()?)
        .read_to_string(&mut text)
        .expect("it is text");
    Some(text)
}

/// Facts about a container; see `facts/README.md` in the corpus.
///
/// # Panics
/// If they are not JSON.
pub fn facts(container: &str) -> Option<serde_json::Value> {
    oracle(container, "facts", ".json").map(|text| serde_json::from_str(&text).expect("it is JSON"))
}

/// Listing of a container, written by another disassembler.
///
/// # Panics
/// If it is not text.
pub fn listing(container: &str) -> Option<String> {
    oracle(container, "listing", ".txt")
}

/// Bitcode of the program part, and the compiler part if there is one.
///
/// # Panics
/// If the container has no bitcode.
pub fn code(container: &[u8]) -> (&[u8], Option<&[u8]>) {
    let parts = parts(container);
    let find = |wanted: &[u8; 4]| parts.iter().find(|part| part.0 == *wanted).map(|part| part.1);
    let (_, bitcode) = find(b"DXIL").and_then(program).expect("the container has bitcode");
    (bitcode, find(b"VERS"))
}
