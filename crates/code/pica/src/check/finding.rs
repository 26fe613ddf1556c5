//! The shape of a finding.

use std::ops::Range;

/// More findings of one kind than this are counted, not kept.
pub const MAX_PER_KIND: usize = 64;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Runs, or runs on some targets, but suspicious or known to fail on hardware.
    Warning,
    /// Certainly wrong.
    Error,
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident $code:expr, $severity:ident;)*) => {
        /// What a finding is about. The numbers are those of the rules SHBIN-CODE-01 to -20.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum FindingKind {
            $($(#[doc = $doc])* $name,)*
        }

        impl FindingKind {
            /// Every kind.
            pub const ALL: &'static [FindingKind] = &[$(FindingKind::$name),*];

            /// The number of the SHBIN-CODE rule. `None` for [`FindingKind::InputNotInMask`], which is DVLE-14.
            #[must_use]
            pub const fn code(self) -> Option<u8> {
                match self {
                    $(FindingKind::$name => $code,)*
                }
            }

            /// The usual severity. A finding may carry another.
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
    /// CODE-01: an opcode that nobody has documented.
    UnknownOpcode Some(1), Warning;
    /// CODE-01 in a word that no entry reaches.
    UnreachableUnknownOpcode Some(1), Info;
    /// CODE-02: descriptor index past the table.
    DescriptorOutOfRange Some(2), Error;
    /// CODE-03: flow target or call body outside the code.
    TargetOutside Some(3), Error;
    /// CODE-04: IF or LOOP target not after the instruction.
    TargetNotAfter Some(4), Error;
    /// CODE-05: a call body that calls itself.
    Recursion Some(5), Error;
    /// CODE-05: more calls, IFs or LOOPs open at once than the hardware keeps.
    NestingDepth Some(5), Warning;
    /// CODE-06: execution can run past the last word.
    RunsPastEnd Some(6), Warning;
    /// CODE-07: two MOVA in adjacent words, which freeze the hardware.
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
    /// CODE-12: EMIT before any SETEMIT. Info, because reference programs do so and only the slot is left to chance.
    EmitBeforeSetEmit Some(12), Info;
    /// CODE-13: bits 8-9 of a flow instruction set, as an overflowing NUM leaves them.
    CountOverflow Some(13), Warning;
    /// CODE-14: flow instruction or end of an inner block as the last word of a block.
    BlockEnd Some(14), Warning;
    /// CODE-15: a mapped output component that some paths write and others do not.
    OutputNotOnEveryPath Some(15), Warning;
    /// CODE-15: a mapped output component that nothing writes. Info, because program fragments do so on purpose.
    OutputNeverWritten Some(15), Info;
    /// CODE-15: a mapped output component that a path writes more than once. Info, because working programs do so.
    OutputRewritten Some(15), Info;
    /// CODE-16: reserved bits of an instruction set.
    ReservedBits Some(16), Info;
    /// CODE-16: bit 31 or the second word of a descriptor set; the index is a descriptor's.
    DescriptorReservedBits Some(16), Info;
    /// CODE-17: index register on a source that is no uniform.
    IgnoredIndex Some(17), Warning;
    /// CODE-18: empty destination mask.
    EmptyMask Some(18), Warning;
    /// CODE-19: jump into or out of an IF, LOOP or CALL body.
    CrossingJump Some(19), Warning;
    /// CODE-20: LOOP integer register neither constant nor uniform.
    UnknownLoopCount Some(20), Info;
    /// DVLE-14: reachable code reads an input register that the input mask lacks.
    InputNotInMask None, Warning;
}

/// One observation about the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What it is about.
    pub kind: FindingKind,
    /// Word index; a descriptor index for [`FindingKind::DescriptorReservedBits`].
    pub word: usize,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence, lower case, without a full stop.
    pub message: String,
    /// The output register that it is about, for what concerns outputs.
    pub output: Option<u8>,
    /// The bits of the word that are meant, low bit first.
    pub bits: Option<Range<u8>>,
    /// Other words that belong to it, each with a short remark.
    pub related: Vec<(usize, String)>,
}

/// Collects findings: one of a kind for a word, a bounded number of each kind.
#[derive(Default)]
pub(super) struct Findings {
    found: Vec<Finding>,
    counts: std::collections::HashMap<FindingKind, usize>,
    seen: std::collections::HashSet<(FindingKind, usize)>,
    suppressed: usize,
}

impl Findings {
    /// Adds a finding, unless the word has one of this kind.
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

    /// Adds a finding, unless the word has one of this kind.
    pub(super) fn push(&mut self, finding: Finding) {
        if self.seen.insert((finding.kind, finding.word)) {
            self.push_another(finding);
        }
    }

    /// Adds a finding, even when the word has one of this kind.
    pub(super) fn push_another(&mut self, finding: Finding) {
        let count = self.counts.entry(finding.kind).or_default();
        if *count >= MAX_PER_KIND {
            self.suppressed += 1;
        } else {
            *count += 1;
            self.found.push(finding);
        }
    }

    /// Whether there is a finding of a kind.
    pub(super) fn has(&self, kind: FindingKind) -> bool {
        self.counts.contains_key(&kind)
    }

    /// The findings in order, and how many were left out.
    pub(super) fn finish(mut self) -> (Vec<Finding>, usize) {
        self.found.sort_by_key(|finding| (finding.word, finding.kind));
        (self.found, self.suppressed)
    }
}
