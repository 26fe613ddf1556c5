//! Extracts the source texts embedded in a module: `OpSource` and the shader debug info set.

use std::collections::{HashMap, HashSet};

use glassbox_spirv::grammar::instruction::non_semantic_shader_debug_info_100::{
    DEBUG_SOURCE, DEBUG_SOURCE_CONTINUED,
};
use glassbox_spirv::grammar::op::{EXT_INST, EXT_INST_IMPORT, SOURCE, SOURCE_CONTINUED, STRING};
use glassbox_spirv::grammar::value::source_language;
use glassbox_spirv::{Binary, Instruction};

/// An embedded source text.
pub(crate) struct SourceText {
    /// File name without folders, unique in the module.
    pub(crate) name: String,
    /// Source text.
    pub(crate) text: String,
}

/// Source texts in module order, one per file.
pub(crate) fn sources(module: &Binary<'_>) -> Vec<SourceText> {
    let mut collector = Collector::default();
    for instruction in module.walk() {
        collector.visit(&instruction);
    }
    collector.finish()
}

/// A source text before its name is made unique.
struct Found {
    file: String,
    extension: &'static str,
    text: String,
}

#[derive(Default)]
struct Collector {
    strings: HashMap<u32, String>,
    /// Result ids of the imported debug info sets.
    sets: HashSet<u32>,
    /// File extension for the language of the last `OpSource`, for unnamed files.
    extension: &'static str,
    found: Vec<Found>,
    /// True if the last source instruction gave a text that may be continued.
    goes_on: bool,
}

impl Collector {
    fn visit(&mut self, instruction: &Instruction<'_>) {
        match instruction.opcode {
            STRING => {
                if let (Some(id), Some((text, _))) = (instruction.word(0), instruction.string(1)) {
                    self.strings.insert(id, text);
                }
            }
            EXT_INST_IMPORT => {
                if let (Some(id), Some((name, _))) = (instruction.word(0), instruction.string(1))
                    && name.contains("DebugInfo")
                {
                    self.sets.insert(id);
                }
            }
            SOURCE => {
                self.extension = extension(instruction.word(0).unwrap_or(0));
                let file = instruction.word(2);
                let text = instruction.string(3).map(|(text, _)| text);
                self.add(file, text);
            }
            SOURCE_CONTINUED => {
                let text = instruction.string(0).map(|(text, _)| text);
                self.go_on(text);
            }
            EXT_INST if instruction.word(2).is_some_and(|set| self.sets.contains(&set)) => {
                let text = |place| self.strings.get(&instruction.word(place)?).cloned();
                match instruction.word(3) {
                    Some(DEBUG_SOURCE) => {
                        let text = text(5);
                        self.add(instruction.word(4), text);
                    }
                    Some(DEBUG_SOURCE_CONTINUED) => {
                        let text = text(4);
                        self.go_on(text);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, file: Option<u32>, text: Option<String>) {
        self.goes_on = text.is_some();
        let Some(text) = text else { return };
        let file = file.and_then(|file| self.strings.get(&file)).cloned();
        self.found.push(Found { file: file.unwrap_or_default(), extension: self.extension, text });
    }

    fn go_on(&mut self, text: Option<String>) {
        if let (true, Some(last), Some(text)) = (self.goes_on, self.found.last_mut(), text) {
            last.text.push_str(&text);
        }
    }

    fn finish(self) -> Vec<SourceText> {
        let mut out: Vec<SourceText> = Vec::new();
        let mut used: HashSet<String> = HashSet::new();
        let mut seen: HashSet<(String, String)> = HashSet::new();
        for found in self.found {
            // Compilers may emit the same text in both forms.
            if !seen.insert((found.file.clone(), found.text.clone())) {
                continue;
            }
            let base = found.file.rsplit(['/', '\\']).next().unwrap_or_default();
            let (stem, extension) = match base {
                "" => ("source", found.extension),
                base => base.rsplit_once('.').unwrap_or((base, "")),
            };
            let dot = if extension.is_empty() { "" } else { "." };
            let mut name = format!("{stem}{dot}{extension}");
            let mut number = 1;
            while !used.insert(name.clone()) {
                number += 1;
                name = format!("{stem}-{number}{dot}{extension}");
            }
            out.push(SourceText { name, text: found.text });
        }
        out
    }
}

/// Usual file extension of a `SourceLanguage`.
fn extension(language: u32) -> &'static str {
    match language {
        source_language::ESSL | source_language::GLSL => "glsl",
        source_language::OPEN_CL_C => "cl",
        source_language::OPEN_CL_CPP | source_language::CPP_FOR_OPEN_CL => "clcpp",
        source_language::HLSL => "hlsl",
        source_language::WGSL => "wgsl",
        source_language::SLANG => "slang",
        _ => "txt",
    }
}
