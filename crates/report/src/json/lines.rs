//! Writes the origin of each code word of a linked file as JSON: `docs/schema/lines.json`.

use serde::Serialize;

/// The entry of a linked file.
#[derive(Serialize, Debug)]
pub struct LinesFile<'a> {
    file: &'a str,
    inputs: Vec<InputJson<'a>>,
    sources: &'a [String],
    lines: Vec<LineJson>,
}

#[derive(Serialize, Debug)]
struct InputJson<'a> {
    file: &'a str,
    start: u32,
    words: u32,
}

#[derive(Serialize, Debug)]
struct LineJson {
    word: u32,
    input: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

impl<'a> LinesFile<'a> {
    /// The words of `file`: `inputs` are name, first word and number of words; `lines` has, for each word in order, the
    /// index of the input and, if known, the index of the source and the line.
    pub fn new(
        file: &'a str,
        inputs: impl Iterator<Item = (&'a str, u32, u32)>,
        sources: &'a [String],
        lines: impl Iterator<Item = (u32, Option<(u32, u32)>)>,
    ) -> LinesFile<'a> {
        LinesFile {
            file,
            inputs: inputs.map(|(file, start, words)| InputJson { file, start, words }).collect(),
            sources,
            lines: (0..)
                .zip(lines)
                .map(|(word, (input, place))| LineJson {
                    word,
                    input,
                    source: place.map(|place| place.0),
                    line: place.map(|place| place.1),
                })
                .collect(),
        }
    }
}
