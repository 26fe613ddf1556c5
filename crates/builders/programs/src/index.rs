//! The list of the results of a project: which permutation of which program became which file.

use std::fmt::Write as _;

use smol_str::SmolStr;

use crate::permutation::Permutation;
use crate::stored::{Reader, Writer};

/// A result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// What it is: `wgsl`.
    pub target: SmolStr,
    /// Its stage; empty for a result of a whole program.
    pub stage: SmolStr,
    /// Its entry point; empty for a result of a whole program.
    pub entry: SmolStr,
    /// The file, relative to the folder of the results.
    pub file: SmolStr,
}

impl Output {
    pub(crate) fn write(&self, fields: &mut Writer) {
        [&self.target, &self.stage, &self.entry, &self.file].into_iter().for_each(|text| fields.text(text));
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Option<Output> {
        let mut text = || reader.text().map(SmolStr::new);
        Some(Output { target: text()?, stage: text()?, entry: text()?, file: text()? })
    }
}

/// The results of a permutation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results<'r> {
    /// The program.
    pub program: &'r str,
    /// Macros and values; empty for a program without permutations.
    pub defines: &'r Permutation,
    /// The results; empty for a permutation with errors.
    pub outputs: &'r [Output],
    /// True if it was not built because it has errors.
    pub is_wrong: bool,
}

/// The index as JSON: `docs/schema/programs.json`. Results of one program follow each other.
#[must_use]
pub fn json(all: &[Results<'_>]) -> String {
    let mut out = String::from("{\"schema\":1,\"programs\":[");
    let mut program = None;
    for results in all {
        if program == Some(results.program) {
            out.push_str(",\n  ");
        } else {
            out.push_str(if program.is_some() { "]},\n" } else { "\n" });
            program = Some(results.program);
            out.push_str("{\"name\":");
            string(&mut out, results.program);
            out.push_str(",\"permutations\":[\n  ");
        }
        out.push_str("{\"defines\":{");
        for (at, (name, value)) in results.defines.iter().enumerate() {
            out.push_str(if at > 0 { "," } else { "" });
            string(&mut out, name);
            out.push(':');
            string(&mut out, value);
        }
        // Writing to memory does not fail.
        let _ = write!(out, "}},\"ok\":{},\"outputs\":[", !results.is_wrong);
        for (at, output) in results.outputs.iter().enumerate() {
            out.push_str(if at > 0 { "," } else { "" });
            let fields = [
                ("{\"target\":", &output.target),
                (",\"stage\":", &output.stage),
                (",\"entry\":", &output.entry),
                (",\"file\":", &output.file),
            ];
            for (key, value) in fields {
                out.push_str(key);
                string(&mut out, value);
            }
            out.push('}');
        }
        out.push_str("]}");
    }
    out.push_str(if program.is_some() { "]}\n]}\n" } else { "]}\n" });
    out
}

/// Writes a string of JSON.
fn string(out: &mut String, text: &str) {
    out.push('"');
    if text.bytes().all(|byte| byte >= 0x20 && byte != 0x7f && byte != b'"' && byte != b'\\' && byte < 0x80) {
        out.push_str(text);
        out.push('"');
        return;
    }
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => {
                // Writing to memory does not fail.
                let _ = c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
