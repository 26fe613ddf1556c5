//! Defines findings.

use std::ops::Range;

/// Findings of one kind past this number are only counted.
pub const MAX_PER_KIND: usize = 64;

/// Severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Informational.
    Info,
    /// Works, at least on some targets, but is suspicious or known to fail on hardware.
    Warning,
    /// Definitely wrong.
    Error,
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident $code:expr, $severity:ident;)*) => {
        /// Kind of a finding. Numbers are those of the rules SHBIN-CODE-01 to -20.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum FindingKind {
            $($(#[doc = $doc])* $name,)*
        }

        impl FindingKind {
            /// All kinds.
            pub const ALL: &'static [FindingKind] = &[$(FindingKind::$name),*];

            /// Number of the SHBIN-CODE rule; `None` for [`FindingKind::InputNotInMask`], which is DVLE-14.
            #[must_use]
            pub const fn code(self) -> Option<u8> {
                match self {
                    $(FindingKind::$name => $code,)*
                }
            }

            /// Default severity; a finding may override it.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self {
                    $(FindingKind::$name => Severity::$severity,)*
                }
            }
        }
    };
}

kinds! {
    /// CODE-01: an undocumented opcode.
    UnknownOpcode Some(1), Warning;
    /// CODE-01 in an unreachable word.
    UnreachableUnknownOpcode Some(1), Info;
    /// CODE-02: a descriptor index past the table.
    DescriptorOutOfRange Some(2), Error;
    /// CODE-03: a flow target or call body outside the code.
    TargetOutside Some(3), Error;
    /// CODE-04: an IF or LOOP target not after the instruction.
    TargetNotAfter Some(4), Error;
    /// CODE-05: a call body that calls itself.
    Recursion Some(5), Error;
    /// CODE-05: more CALLs, IFs or LOOPs open at once than the hardware's stacks hold.
    NestingDepth Some(5), Warning;
    /// CODE-06: execution can run past the last word.
    RunsPastEnd Some(6), Warning;
    /// CODE-07: two MOVA in adjacent words, which hang the hardware.
    AdjacentMova Some(7), Warning;
    /// CODE-08: two different input registers in one instruction.
    TwoInputs Some(8), Warning;
    /// CODE-09: comparison operator 6 or 7.
    ReservedComparison Some(9), Warning;
    /// CODE-10: LOOP integer register above 3.
    LoopRegister Some(10), Warning;
    /// CODE-11: BREAK outside a loop, or inside an IF nested in the loop.
    MisplacedBreak Some(11), Warning;
    /// CODE-12: EMIT or SETEMIT in a vertex shader.
    EmitInVertex Some(12), Error;
    /// CODE-12: a geometry shader without EMIT.
    MissingEmit Some(12), Warning;
    /// CODE-12: EMIT before any SETEMIT. Info, because reference programs do so and only the slot is
    /// undefined.
    EmitBeforeSetEmit Some(12), Info;
    /// CODE-13: bits 8-9 of a flow instruction set, as by an overflowing NUM.
    CountOverflow Some(13), Warning;
    /// CODE-14: a flow instruction or the end of an inner block as the last word of a block.
    BlockEnd Some(14), Warning;
    /// CODE-15: a mapped output component written on some paths only.
    OutputNotOnEveryPath Some(15), Warning;
    /// CODE-15: a mapped output component never written. Info, because program fragments do so on purpose.
    OutputNeverWritten Some(15), Info;
    /// CODE-15: a mapped output component written more than once on a path. Info, because working programs do
    /// so.
    OutputRewritten Some(15), Info;
    /// CODE-16: reserved bits of an instruction set.
    ReservedBits Some(16), Info;
    /// CODE-16: bit 31 or the second word of a descriptor set; the index is a descriptor index.
    DescriptorReservedBits Some(16), Info;
    /// CODE-17: an index register on a non-uniform source.
    IgnoredIndex Some(17), Warning;
    /// CODE-18: an empty destination mask.
    EmptyMask Some(18), Warning;
    /// CODE-19: a jump into or out of an IF, LOOP or CALL body.
    CrossingJump Some(19), Warning;
    /// CODE-20: a LOOP integer register neither constant nor uniform.
    UnknownLoopCount Some(20), Info;
    /// DVLE-14: reachable code reads an input register missing from the input mask.
    InputNotInMask None, Warning;
}

/// A finding about the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Kind of the finding.
    pub kind: FindingKind,
    /// Word index; a descriptor index for [`FindingKind::DescriptorReservedBits`].
    pub word: usize,
    /// Severity, possibly other than the default.
    pub severity: Severity,
    /// One sentence, lower case, without a full stop.
    pub message: String,
    /// Output register, for findings about outputs.
    pub output: Option<u8>,
    /// Bit range in the word, low bit first.
    pub bits: Option<Range<u8>>,
    /// Related words, each with a short note.
    pub related: Vec<(usize, String)>,
}

/// Collects findings: one per kind and word, a bounded number per kind.
#[derive(Default)]
pub(super) struct Findings {
    found: Vec<Finding>,
    counts: std::collections::HashMap<FindingKind, usize>,
    seen: std::collections::HashSet<(FindingKind, usize)>,
    suppressed: usize,
}

impl Findings {
    /// Adds a finding unless the word already has one of this kind.
    pub(super) fn add(&mut self, kind: FindingKind, word: usize, message: String, bits: Option<Range<u8>>) {
        self.push(Finding {
            kind,
            word,
            severity: kind.severity(),
            message,
            output: None,
            bits,
            related: Vec::new(),
        });
    }

    /// Adds a finding unless the word already has one of this kind.
    pub(super) fn push(&mut self, finding: Finding) {
        if self.seen.insert((finding.kind, finding.word)) {
            self.push_another(finding);
        }
    }

    /// Adds a finding even if the word already has one of this kind.
    pub(super) fn push_another(&mut self, finding: Finding) {
        let count = self.counts.entry(finding.kind).or_default();
        if *count >= MAX_PER_KIND {
            self.suppressed += 1;
        } else {
            *count += 1;
            self.found.push(finding);
        }
    }

    /// True if there is a finding of this kind.
    pub(super) fn has(&self, kind: FindingKind) -> bool {
        self.counts.contains_key(&kind)
    }

    /// Findings in order, and the number suppressed.
    pub(super) fn finish(mut self) -> (Vec<Finding>, usize) {
        self.found.sort_by_key(|finding| (finding.word, finding.kind));
        (self.found, self.suppressed)
    }
}
