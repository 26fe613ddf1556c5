//! Compares what can be extracted with the facts.

use glassbox_core::format::{ArtifactKind, OpenedFile as _};
use glassbox_dxcontainer::container::Container;
use serde_json::Value;

use super::compare::{Compare, list, stage};

/// Kind, extension, stage and content of an artifact.
type Row<'a> = (ArtifactKind, &'static str, Option<&'static str>, Vec<u8>);

pub(crate) fn compare(container: &Container<'_>, compare: &mut Compare<'_>) {
    let facts = compare.facts;
    let file = container.window.bytes;
    let is_dxil = facts["program"]["encoding"] == "dxil";
    let stage = stage(&facts["program"]["kind"]);
    let mut expected: Vec<Row<'_>> = Vec::new();
    let mut strings: Vec<Row<'_>> = Vec::new();
    let mut string = |text: &str| strings.push((ArtifactKind::String, "txt", None, text.into()));
    let mut embedded = Vec::new();
    for part in list(&facts["container"]["parts"]) {
        let start = part["offset"].as_u64().expect("a part has an offset") as usize + 8;
        let size = part["size"].as_u64().expect("a part has a size") as usize;
        let data = &file[start..start + size];
        let whole = |kind, extension, stage| (kind, extension, stage, data.to_vec());
        match part["code"].as_str().expect("a part has a code") {
            "DXIL" | "ILDB" | "STAT" if is_dxil => {
                // The header ends with offset and size of the bitcode; the offset counts from the magic at byte 8.
                let word =
                    |at: usize| u32::from_le_bytes(*data[at..].first_chunk().expect("a word")) as usize;
                let bitcode = data[8 + word(16)..][..word(20)].to_vec();
                expected.push(whole(ArtifactKind::Data, "bin", None));
                if !bitcode.is_empty() {
                    expected.push((ArtifactKind::Data, "bc", stage, bitcode));
                }
            }
            "SHDR" | "SHEX" => expected.push(whole(ArtifactKind::Code("dxbc"), "tokens", stage)),
            "LIBF" => {
                embedded.push(("dxcontainer", data));
                expected.push(whole(ArtifactKind::File("dxcontainer"), "dxbc", None));
            }
            "SPDB" | "PRIV" if data.starts_with(b"Microsoft C/C++ MSF 7.00") => {
                embedded.push(("pdb", data));
                expected.push(whole(ArtifactKind::File("pdb"), "pdb", None));
            }
            code => {
                expected.push(whole(ArtifactKind::Data, "bin", None));
                match code {
                    "ILDN" => string(facts["debug_name"].as_str().expect("it has a name")),
                    "VERS" => list(&facts["compiler_version"]["strings"])
                        .iter()
                        .filter_map(Value::as_str)
                        .for_each(&mut string),
                    "LIBH" => list(&facts["library_functions"])
                        .iter()
                        .filter_map(|function| function["name"].as_str())
                        .for_each(&mut string),
                    _ => {}
                }
            }
        }
    }
    expected.extend(strings);
    let artifacts = container.artifacts();
    let mut names: Vec<&str> = artifacts.iter().map(|artifact| artifact.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    compare.is("artifacts with names", names.len(), &artifacts.len().into());
    let found: Vec<Row<'_>> = artifacts
        .iter()
        // The names of symbol tables are compared as symbols, the sources with the files that were compiled.
        .filter(|artifact| !artifact.name.starts_with("sym0-") && !artifact.name.contains("-args"))
        .filter(|artifact| artifact.kind != ArtifactKind::Source)
        .map(|artifact| (artifact.kind, artifact.extension, artifact.stage, artifact.bytes.to_vec()))
        .collect();
    compare.is("artifacts", found.len(), &expected.len().into());
    for (index, (ours, fact)) in found.iter().zip(&expected).enumerate() {
        let shown = |row: &Row<'_>| format!("{:?} {} {:?}, {} bytes", row.0, row.1, row.2, row.3.len());
        compare.is(&format!("artifacts[{index}]"), shown(ours), &shown(fact).into());
        compare.is(&format!("artifacts[{index}].bytes"), ours.3 == fact.3, &true.into());
    }
    let found: Vec<(&str, &[u8])> =
        container.embedded().iter().map(|embedded| (embedded.format, embedded.window.bytes)).collect();
    compare.is("embedded files", found == embedded, &true.into());
}
