//! Presents bitcode as a [`View`]: blocks, abbreviations, records and operands with their bits.
//!
//! Source: the LLVM bitcode file format as of LLVM 3.7.

use std::fmt::Write as _;
use std::ops::Range;

use glassbox_core::view::{Detail, Label, View, ViewBuilder};

use crate::abbreviation::{Abbreviation, Operand, Scalar};
use crate::bits::Bits;
use crate::record::Record;
use crate::walk::{Block, Event, Walk};
use crate::{BlockId, record_name, wrapper};

/// Name of the language.
pub const LANGUAGE: &str = "dxil";

/// The view of bitcode.
#[derive(Clone, Copy, Debug)]
pub struct Bitcode;

/// The registered instance.
pub static VIEW: Bitcode = Bitcode;

/// Maximum number of operands listed for a record.
const MAX_LISTED: usize = 24;
/// Minimum length of a text.
const MIN_TEXT: usize = 3;
/// Width of abbreviation ids outside blocks.
const OUTER_WIDTH: u32 = 2;

impl View for Bitcode {
    fn language(&self) -> &'static str {
        LANGUAGE
    }

    fn name(&self, code: &[u8], names: &mut ViewBuilder<'_>) {
        let content = wrapper::content(code);
        let start = content.start * 8;
        if start > 0 {
            names.leaf(Detail::Records, 0..start, Label::new("wrapper"));
        }
        let stream = code.get(content.start as usize..).unwrap_or_default();
        if stream.starts_with(&wrapper::MAGIC) {
            let magic = u64::from(u32::from_le_bytes(wrapper::MAGIC));
            names.leaf(Detail::Records, start..start + 32, Label::new("magic").value(magic));
        }
        let mut namer = Namer { code, names, meaning: String::new(), width: OUTER_WIDTH, outer: Vec::new() };
        let mut walk = Walk::new(code);
        while !namer.names.is_stopped() {
            match walk.next() {
                None => break,
                Some(Ok(Event::Enter(block))) => namer.enter(&block),
                Some(Ok(Event::Leave(block))) => namer.leave(&block),
                Some(Ok(Event::Abbreviation(abbreviation, bits))) => namer.abbreviation(&abbreviation, bits),
                Some(Ok(Event::Record(record))) => {
                    let block = walk.block().map(|block| block.id);
                    namer.record(block.unwrap_or_default(), &record);
                }
                Some(Err(fault)) => {
                    // A fault may overlap bits already named: names get the remaining ones.
                    let message = fault.to_string();
                    let label = Label::new("fault").meaning(&message);
                    namer.names.leaf(Detail::Records, fault.bits.clone(), label);
                }
            }
        }
    }
}

struct Namer<'n, 's> {
    code: &'n [u8],
    names: &'n mut ViewBuilder<'s>,
    meaning: String,
    /// Width of abbreviation ids in the innermost block.
    width: u32,
    /// The same for its parents.
    outer: Vec<u32>,
}

impl Namer<'_, '_> {
    fn field(&mut self, bits: Range<u64>, label: Label<'_>) {
        self.names.leaf(Detail::Fields, bits, label);
    }

    fn enter(&mut self, block: &Block) {
        self.meaning.clear();
        let words = block.bits.end.saturating_sub(block.content) / 32;
        let _ = write!(self.meaning, "block {}, ids of {} bits, {words} words", block.id.0, block.width);
        let name = block.id.name().unwrap_or("block");
        let label = Label::new(name).meaning(&self.meaning);
        self.names.open(Detail::Blocks, block.bits.clone(), label);
        if self.names.wants(Detail::Fields) {
            let id = block.bits.start..block.bits.start + u64::from(self.width);
            let mut bits = Bits::new(self.code, id.end, block.content);
            self.field(id.clone(), Label::new("abbreviation_id").value(1));
            // The walk has read both, so they are present.
            let _ = bits.variable(8);
            let number = u64::from(block.id.0);
            self.field(id.end..bits.at(), Label::new("block_id").value(number));
            let start = bits.at();
            let _ = bits.variable(4);
            let width = u64::from(block.width);
            self.field(start..bits.at(), Label::new("width").value(width));
            let count = block.content.saturating_sub(32);
            if bits.at() < count {
                self.field(bits.at()..count, Label::new("alignment"));
            }
            self.field(count..block.content, Label::new("words").value(words));
        }
        self.outer.push(self.width);
        self.width = block.width;
    }

    fn leave(&mut self, block: &Block) {
        let end = block.bits.end;
        // The end marker is an id of zeros, padded with zeros to a word.
        if self.names.wants(Detail::Fields) && self.names.at() < end && end - self.names.at() < 64 {
            let start = self.names.at();
            let stop = (start + u64::from(self.width)).min(end);
            self.field(start..stop, Label::new("end_block").value(0));
            if stop < end {
                self.field(stop..end, Label::new("alignment"));
            }
        }
        self.names.close();
        self.width = self.outer.pop().unwrap_or(OUTER_WIDTH);
    }

    fn abbreviation(&mut self, abbreviation: &Abbreviation, bits: Range<u64>) {
        self.meaning.clear();
        for (index, operand) in abbreviation.operands().iter().enumerate() {
            if index > 0 {
                self.meaning.push_str(", ");
            }
            match *operand {
                Operand::Scalar(scalar) => write_scalar(scalar, &mut self.meaning),
                Operand::Array(scalar) => {
                    self.meaning.push_str("array of ");
                    write_scalar(scalar, &mut self.meaning);
                }
                Operand::Blob => self.meaning.push_str("blob"),
            }
        }
        let label = Label::new("define_abbreviation").meaning(&self.meaning);
        self.names.leaf(Detail::Records, bits, label);
    }

    fn record(&mut self, block: BlockId, record: &Record<'_>) {
        if !self.names.wants(Detail::Records) {
            return;
        }
        self.meaning.clear();
        write_operands(record, &mut self.meaning);
        let name = record_name::of(block, record.code).unwrap_or("record");
        let mut label = Label::new(name).meaning(&self.meaning);
        if name == "record" {
            label = label.value(record.code);
        }
        self.names.open(Detail::Records, record.bits.clone(), label);
        if self.names.wants(Detail::Fields) {
            let id = record.bits.start..record.bits.start + u64::from(self.width);
            self.field(id, Label::new("abbreviation_id").value(record.abbreviation));
            let mut fields = record.fields();
            if let Some(bits) = fields.code() {
                self.field(bits, Label::new("code").value(record.code));
            }
            for (number, field) in fields.by_ref().enumerate() {
                if !field.count.is_empty() {
                    self.field(field.count, Label::new("count"));
                }
                let label = Label::new("operand").index(number as u64).value(field.value);
                self.field(field.bits, label);
            }
            if let Some(blob) = record.blob() {
                let size = blob.len() as u64;
                let end = record.bits.end;
                self.field(fields.at()..end, Label::new("blob").value(size));
            }
        }
        self.names.close();
    }
}

fn write_scalar(scalar: Scalar, out: &mut String) {
    let _ = match scalar {
        Scalar::Literal(value) => write!(out, "{value}"),
        Scalar::Fixed(width) => write!(out, "fixed({width})"),
        Scalar::Variable(width) => write!(out, "vbr({width})"),
        Scalar::Char6 => write!(out, "char6"),
    };
}

/// Writes operands as numbers; a printable tail as text.
fn write_operands(record: &Record<'_>, out: &mut String) {
    let mut text = 0;
    let mut count = 0usize;
    for operand in record.operands() {
        count += 1;
        text = match operand {
            0x20..=0x7e => text + 1,
            // Prefix of a literal name.
            1 => 1,
            _ => 0,
        };
    }
    let numbers = if text >= MIN_TEXT && text + 2 >= count { count - text } else { count };
    out.push('[');
    for (index, operand) in record.operands().take(numbers).take(MAX_LISTED).enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        let _ = write!(out, "{operand}");
    }
    if numbers > MAX_LISTED {
        let _ = write!(out, ", … {} more", numbers - MAX_LISTED);
    }
    out.push(']');
    if numbers < count {
        let characters = record.operands().skip(numbers).take(MAX_LISTED * 8);
        out.push_str(" \"");
        for character in characters {
            let _ = write!(out, "{}", (character as u8).escape_ascii());
        }
        out.push('"');
        if text > MAX_LISTED * 8 {
            out.push('…');
        }
    }
    if let Some(blob) = record.blob() {
        let _ = write!(out, " and {} bytes", blob.len());
    }
}
