//! Checks the structure of a program. Findings carry a kind and a byte range; the container maps them to
//! rules and file positions.

use std::cmp::Ordering;
use std::ops::Range;

use glassbox_core::diagnostic::Severity;

use crate::names::CustomDataClass;
use crate::operand::{MAX_NESTING, OperandError};
use crate::walk::{HEADER_WORDS, Instruction, Program, Stop};

/// Maximum number of findings kept.
pub const MAX_FINDINGS: usize = 256;

/// Kind of a finding. [`FindingKind::number`] gives its rule in the format description, DXC-TPF-01 to -05.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FindingKind {
    /// TPF-01: fewer than eight bytes.
    HeaderError,
    /// TPF-01: the stated length is less than two words or exceeds the data.
    Length,
    /// TPF-01: bytes after the stated length.
    Leftover,
    /// TPF-02: an instruction of zero words.
    ZeroLength,
    /// TPF-02: an instruction that extends past the end.
    PastEnd,
    /// TPF-03: a reserved or undocumented opcode.
    UnknownOpcode,
    /// TPF-04: custom data or a function table of fewer than two words, or extending past the end.
    LongLength,
    /// TPF-04: an immediate constant buffer with an incomplete row of four words.
    ImmediateBuffer,
    /// TPF-05: an instruction that ends inside an operand or the words after the operands.
    OperandShort,
    /// TPF-05: more unexplained words after the operands than
    /// [`spare_words`](crate::opcode::Opcode::spare_words).
    OperandLeft,
    /// TPF-05: operands nested too deep or with an undocumented encoding.
    OperandEncoding,
}

impl FindingKind {
    /// Rule number in the description.
    pub const fn number(self) -> u8 {
        match self {
            FindingKind::HeaderError | FindingKind::Length | FindingKind::Leftover => 1,
            FindingKind::ZeroLength | FindingKind::PastEnd => 2,
            FindingKind::UnknownOpcode => 3,
            FindingKind::LongLength | FindingKind::ImmediateBuffer => 4,
            FindingKind::OperandShort | FindingKind::OperandLeft | FindingKind::OperandEncoding => 5,
        }
    }

    /// Severity of the rule.
    pub const fn severity(self) -> Severity {
        match self {
            FindingKind::Leftover => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Kind of the finding.
    pub kind: FindingKind,
    /// Byte range in the program.
    pub bytes: Range<usize>,
    /// One sentence: lower case, found and expected, no full stop.
    pub message: String,
    /// Suggested fix.
    pub help: &'static str,
}

/// All findings in a program, at most [`MAX_FINDINGS`].
pub fn check(bytes: &[u8]) -> Vec<Finding> {
    let program = match Program::read(bytes) {
        Ok(program) => program,
        Err(short) => {
            return vec![Finding {
                kind: FindingKind::HeaderError,
                bytes: 0..bytes.len(),
                message: short.to_string(),
                help: "the program was cut off; get a complete copy of the file, or rebuild it",
            }];
        }
    };
    let mut found = Vec::new();
    header(&program, &mut found);
    let mut walk = program.walk();
    for instruction in walk.by_ref() {
        if found.len() >= MAX_FINDINGS {
            return found;
        }
        found.extend(one(&instruction));
    }
    if let Some(rest) = walk.rest() {
        let first = rest.range.start..rest.range.end.min(rest.range.start + 4);
        let left = rest.range.len() / 4;
        let finding = match rest.reason {
            Stop::ZeroLength => Finding {
                kind: FindingKind::ZeroLength,
                bytes: first,
                message: "found an instruction of 0 words, expected at least 1".to_owned(),
                help: "the code after it is lost; rebuild the shader",
            },
            Stop::PastEnd { length } => Finding {
                kind: FindingKind::PastEnd,
                bytes: first,
                message: format!(
                    "found an instruction of {length} words, but {left} are left in the program"
                ),
                help: "the program was cut off, or an earlier length is wrong; rebuild the shader",
            },
            Stop::LongLength { length } => Finding {
                kind: FindingKind::LongLength,
                bytes: rest.range.start..rest.range.end.min(rest.range.start + 8),
                message: format!("found a length of {length} words, expected 2 to the {left} that are left"),
                help: "the second word counts all words, itself and the first included",
            },
        };
        found.push(finding);
    }
    found
}

fn header(program: &Program<'_>, found: &mut Vec<Finding>) {
    let available = program.bytes().len() / 4;
    let stated = program.length;
    let sound = stated as usize >= HEADER_WORDS && stated as usize <= available;
    if !sound {
        found.push(Finding {
            kind: FindingKind::Length,
            bytes: 4..8,
            message: format!("found a length of {stated} words, expected 2 to {available}"),
            help: "the length counts version and length too and must fit into the part",
        });
    } else if !program.leftover().is_empty() {
        let leftover = program.leftover();
        found.push(Finding {
            kind: FindingKind::Leftover,
            message: format!("found {} bytes after the {stated} words of the program", leftover.len()),
            bytes: leftover,
            help: "cut them off, or correct the length",
        });
    }
}

/// First error in an instruction.
fn one(instruction: &Instruction<'_>) -> Option<Finding> {
    let start = instruction.range().start;
    let opcode = instruction.opcode;
    if opcode.is_reserved() {
        return Some(Finding {
            kind: FindingKind::UnknownOpcode,
            bytes: start..start + 4,
            message: format!("found opcode {}, expected one that programs may have", opcode.0),
            help: "check which tool wrote the shader",
        });
    }
    match instruction.custom_data() {
        Some((CustomDataClass::IMMEDIATE_CONSTANT_BUFFER, words)) if words.len() % 4 != 0 => Some(Finding {
            kind: FindingKind::ImmediateBuffer,
            bytes: start + 4..start + 8,
            message: format!(
                "found an immediate constant buffer of {} words, expected rows of 4",
                words.len()
            ),
            help: "the length counts two words more than the rows have",
        }),
        Some(_) => None,
        None => operands(instruction),
    }
}

/// Checks that operands and trailing words account for the whole instruction.
fn operands(instruction: &Instruction<'_>) -> Option<Finding> {
    let range = instruction.range();
    let opcode = instruction.opcode;
    let finding = |kind, bytes, message| {
        let help = "the instruction or its length is damaged; rebuild the shader";
        Some(Finding { kind, bytes, message, help })
    };
    let mut operands = instruction.operands();
    let mut fault = None;
    let mut number = 0;
    for operand in operands.by_ref() {
        match operand {
            Ok(_) => number += 1,
            Err(found) => fault = Some(found),
        }
    }
    let at = range.start + operands.place() * 4;
    if let Some(fault) = fault {
        let (kind, message) = match fault {
            OperandError::Short => {
                (FindingKind::OperandShort, format!("{opcode} ends inside operand {number}"))
            }
            OperandError::Deep => (
                FindingKind::OperandEncoding,
                format!("operand {number} of {opcode} nests more than {MAX_NESTING} operands in indices"),
            ),
            OperandError::Components => (
                FindingKind::OperandEncoding,
                format!("operand {number} of {opcode} has a number of components that is unknown"),
            ),
            OperandError::Representation => (
                FindingKind::OperandEncoding,
                format!("operand {number} of {opcode} has an undocumented index"),
            ),
        };
        return finding(kind, at.min(range.end)..range.end, message);
    }
    let left = instruction.words().len().saturating_sub(operands.place());
    let expected = instruction.trailing_words()?;
    let (kind, bytes) = match left.cmp(&expected) {
        Ordering::Less => (FindingKind::OperandShort, range),
        Ordering::Equal => return None,
        Ordering::Greater if left - expected <= opcode.spare_words() => return None,
        Ordering::Greater => (FindingKind::OperandLeft, at + expected * 4..range.end),
    };
    let message = format!("found {left} words after the operands of {opcode}, expected {expected}");
    finding(kind, bytes, message)
}
