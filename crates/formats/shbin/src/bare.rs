//! Handles code words without a container, as in emulator memory; descriptors and entry point are supplied by
//! the caller.

use glassbox_core::diagnostic::{Diagnostic, Rule};
use glassbox_core::format::{Format, MatchConfidence, OpenedFile, Whole, WriteError};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{NoRecorder, NodeKind, Reader, Recorder, Window};
use glassbox_core::record::{Records, Values};
use glassbox_pica::check::{Entry, Stage as CodeStage};
use glassbox_pica::flow::{Budget, FlowGraph};
use glassbox_pica::instruction::sources;
use glassbox_pica::opcode::Class;
use glassbox_pica::register::{Destination, Source};
use glassbox_pica::{Opcode, format::Field};

use crate::file::{File, Heads, Part, ReadRange};
use crate::format::FORMAT;
use crate::model::{Binary, Executable, Program, Shbin};
use crate::raw::{self, Descriptor, Stage};
use crate::rules;
use crate::write::{Layout, write};

/// Size of a descriptor table entry in files, in bytes.
const ENTRY: usize = 8;
/// Size of a code word, and of a descriptor stored as its first word only, in bytes.
const WORD: usize = 4;

/// Bare code with its descriptors.
#[derive(Clone, Debug)]
pub struct BareCode {
    descriptors: Vec<Descriptor>,
    entry: u32,
}

impl BareCode {
    /// Creates code with an entry word. The descriptors are single words, as in hardware, or a file's table
    /// entries of two words each, in which every second word is zero. `Err` describes invalid descriptors.
    pub fn new(descriptors: &[u8], entry: u32) -> Result<BareCode, WriteError> {
        if !descriptors.len().is_multiple_of(WORD) {
            return Err(WriteError::new(format!(
                "found {} bytes of descriptors, expected a multiple of {WORD}",
                descriptors.len()
            )));
        }
        let words: Vec<u32> = Values::<u32>::new(descriptors, 0).iter().collect();
        let is_table = words.len().is_multiple_of(ENTRY / WORD)
            && words.iter().skip(1).step_by(2).all(|&second| second == 0);
        let step = if is_table { ENTRY / WORD } else { 1 };
        let count = words.len() / step;
        // Memory has room for 128; unused ones are zero.
        let last = words.iter().rposition(|&word| word != 0).map_or(0, |at| at / step + 1);
        if last as u64 > raw::DESCRIPTORS {
            return Err(WriteError::new(format!(
                "found {count} descriptors, expected at most {}",
                raw::DESCRIPTORS
            )));
        }
        let kept = words.iter().step_by(step).take(raw::DESCRIPTORS as usize);
        Ok(BareCode { descriptors: kept.map(|&word| Descriptor::new(word)).collect(), entry })
    }

    fn read<'a, R: Recorder>(&self, reader: &mut Reader<'a, R>) -> Result<File<'a>, Box<Diagnostic>> {
        let (root, size) = (reader.root, reader.size());
        let whole = size / WORD as u64 * WORD as u64;
        let kind = NodeKind::Code { language: "pica", side_table: None };
        let code = match reader.bytes(root.name("code"), 0, whole, kind) {
            Ok((bytes, _)) => Values::new(bytes, reader.absolute(0)),
            Err(_) => Values::default(),
        };
        if whole < size {
            reader.node(root.name("trailing"), whole, size, NodeKind::Raw);
            let location = reader.location(whole, size, "trailing");
            let message = format!("found {} bytes after the last code word", size - whole);
            reader
                .report(&rules::FILE_TRAILING, location, message)
                .help(format!("cut the code after {whole} bytes; each word has 4"));
        }
        let words: Vec<u32> = code.iter().collect();
        let (stage, input_mask, output_mask) = facts(&words, self.entry);
        let binary = Binary {
            program: Program {
                code,
                descriptors: Records::from_iter(self.descriptors.iter().copied()),
                ..Program::default()
            },
            executables: vec![Executable {
                stage,
                main: self.entry,
                input_mask,
                output_mask,
                ..Executable::default()
            }],
            ..Binary::default()
        };
        Ok(File {
            window: reader.window(),
            model: Shbin::Binary(binary),
            heads: Heads { bare: Some(self.entry), ..Heads::default() },
            claims: vec![ReadRange { part: Part::Code, start: 0, end: whole }],
            diagnostics: std::mem::take(&mut reader.diagnostics),
            limits: reader.limits,
        })
    }
}

/// Unit, input registers and output registers of the code reachable from the entry.
fn facts(code: &[u32], entry: u32) -> (Stage, u16, u16) {
    let flow = FlowGraph::new(code, entry as usize, &mut Budget::for_code(code.len()));
    let mut stage = Stage::VERTEX;
    let (mut inputs, mut outputs) = (0, 0);
    for word in flow.reachable.iter().filter_map(|at| code.get(at)) {
        let opcode = Opcode::of(*word);
        if opcode.info().class == Class::Geometry {
            stage = Stage::GEOMETRY;
        }
        let destination = Destination(opcode.format().get(*word, Field::Destination) as u8);
        if let Some(output) = destination.as_output().filter(|_| opcode.has_destination()) {
            outputs |= 1 << output;
        }
        for input in sources(*word).filter_map(Source::as_input) {
            inputs |= 1 << input;
        }
    }
    (stage, inputs, outputs)
}

/// Entry of bare code for the checks; its tables are unknown.
pub(crate) fn entry<'e>(
    code: &'e [u32],
    descriptors: &'e [[u32; 2]],
    executable: &Executable<'_>,
) -> Entry<'e> {
    let stage = match executable.stage {
        Stage::GEOMETRY => CodeStage::Geometry,
        _ => CodeStage::Vertex,
    };
    Entry { known_integers: u8::MAX, ..Entry::new(code, descriptors, executable.main as usize, stage) }
}

impl Format for BareCode {
    fn id(&self) -> &'static str {
        "pica"
    }

    fn title(&self) -> &'static str {
        "PICA200 code words"
    }

    fn rules(&self) -> &'static [&'static Rule] {
        rules::RULES
    }

    fn detect(&self, _: &[u8]) -> MatchConfidence {
        MatchConfidence::No
    }

    fn map(&self, reader: &mut Reader<'_, &mut Map>) -> Result<(), Box<Diagnostic>> {
        self.read(reader).map(|_| ())
    }

    fn open<'a>(
        &self,
        window: Window<'a>,
        limits: &Limits,
    ) -> Result<Box<dyn OpenedFile + 'a>, Box<Diagnostic>> {
        Ok(Box::new(self.read(&mut Reader::new(window, NoRecorder, *limits))?))
    }

    /// Code words up to the last nonzero one: memory after a program is zero.
    fn whole(&self, bytes: &[u8]) -> Option<Whole> {
        let file = self.read(&mut Reader::new(Window::whole(bytes), NoRecorder, Limits::default())).ok()?;
        let Shbin::Binary(mut binary) = file.model else {
            return None;
        };
        let words: Vec<u32> = binary.program.code.iter().collect();
        let used = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        let used = used.max(self.entry as usize + 1).min(words.len());
        binary.program.code = Values::from_iter(words.into_iter().take(used));
        let bytes = write(&Shbin::Binary(binary), &Layout::canonical()).ok()?;
        let read = crate::read::read(Window::whole(&bytes), &Limits::default()).ok()?;
        let start = match &read.model {
            Shbin::Binary(binary) => binary.program.code.start(),
            Shbin::Object(_) => 0,
        };
        Some(Whole { format: &FORMAT, start, size: (used * WORD) as u64, bytes })
    }
}
