//! Assembles arithmetic instructions.

use glassbox_pica::Opcode;
use glassbox_pica::descriptor::{Descriptor, Mask, Selection, Swizzle};
use glassbox_pica::instruction::Instruction;
use glassbox_pica::register::{Comparison, Destination, Index, Source};
use glassbox_pica::sharing::{LIMIT, MAD_LIMIT};

use super::Import;
use super::line::Line;
use super::value::{Kind, Value};
use crate::assemble::fault::{Result, StatementError};
use crate::rules;
use glassbox_core::suggest::similar;

/// Arithmetic mnemonics with their number of sources.
static MNEMONICS: [(&str, Opcode, usize); 22] = [
    ("mova", Opcode::MOVA, 1),
    ("exp", Opcode::EX2, 1),
    ("ex2", Opcode::EX2, 1),
    ("log", Opcode::LG2, 1),
    ("lg2", Opcode::LG2, 1),
    ("lit", Opcode::LITP, 1),
    ("litp", Opcode::LITP, 1),
    ("flr", Opcode::FLR, 1),
    ("rcp", Opcode::RCP, 1),
    ("rsq", Opcode::RSQ, 1),
    ("mov", Opcode::MOV, 1),
    ("add", Opcode::ADD, 2),
    ("dp3", Opcode::DP3, 2),
    ("dp4", Opcode::DP4, 2),
    ("dph", Opcode::DPH, 2),
    ("dst", Opcode::DST, 2),
    ("mul", Opcode::MUL, 2),
    ("sge", Opcode::SGE, 2),
    ("slt", Opcode::SLT, 2),
    ("max", Opcode::MAX, 2),
    ("min", Opcode::MIN, 2),
    ("mad", Opcode::MAD, 3),
];

/// Other words that start a statement.
static WORDS: [&str; 16] = [
    "nop",
    "end",
    "emit",
    "else",
    "endif",
    "endloop",
    "cmp",
    "break",
    "breakc",
    "if",
    "loop",
    "jmp",
    "call",
    "setemitraw",
    "setemit",
    "main:",
];

/// Comparisons, longer symbols first.
static COMPARISONS: [(&str, Comparison); 6] = [
    ("==", Comparison::EQ),
    ("!=", Comparison::NE),
    ("<=", Comparison::LE),
    (">=", Comparison::GE),
    ("<", Comparison::LT),
    (">", Comparison::GT),
];

/// An operand and its source text.
type Operand<'a> = (Value, &'a str);

impl<'a> Import<'_, 'a> {
    /// Assembles an instruction after its mnemonic.
    pub(super) fn instruction(&mut self, word: &'a str, line: &mut Line<'a>) -> Result<()> {
        let known = MNEMONICS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(word));
        if let Some(&(_, opcode, count)) = known {
            let result = match opcode {
                Opcode::MOVA => self.mova(line),
                Opcode::MAD => self.mad(line),
                _ => self.arithmetic(opcode, count, line),
            };
            return self.emit_or_keep_place(result, line.statement);
        }
        if word.eq_ignore_ascii_case("cmp") {
            let result = self.compare(line);
            return self.emit_or_keep_place(result, line.statement);
        }
        if let Some(result) = self.flow(word, line) {
            return result;
        }
        let message = format!("`{word}` is not an instruction of nihstro");
        let fault = self.assembler.fault(&rules::UNKNOWN_COMMAND, word, "", message);
        let names = MNEMONICS.iter().map(|(name, ..)| *name).chain(WORDS);
        Err(match similar(word, names) {
            Some(close) => fault.help(format!("did you mean `{close}`?")),
            None => fault.help("statements are instructions, labels with a colon, and `.alias`"),
        })
    }

    /// Appends a word, even for an invalid instruction, so that labels keep their positions.
    pub(super) fn emit_or_keep_place(&mut self, word: Result<u32>, statement: &'a str) -> Result<()> {
        let (word, result) = match word {
            Ok(word) => (word, Ok(())),
            Err(fault) => (Opcode::NOP.base_word(), Err(fault)),
        };
        self.assembler.emit(word, statement);
        result
    }

    /// Parses comma-separated operands and rejects trailing text.
    fn operands(&mut self, line: &mut Line<'a>, count: usize) -> Result<Vec<Operand<'a>>> {
        let mut operands = Vec::with_capacity(count);
        for number in 0..count {
            if number > 0 && !line.take(",") {
                let message = format!("{count} operands are expected, found {number}");
                let fault = self.assembler.fault(&rules::MISSING_OPERAND, line.here(), "", message);
                return Err(fault.help("operands are separated by commas"));
            }
            operands.push(self.expression(line)?);
        }
        self.end(line)?;
        Ok(operands)
    }

    fn arithmetic(&mut self, opcode: Opcode, count: usize, line: &mut Line<'a>) -> Result<u32> {
        let operands = self.operands(line, count + 1)?;
        let [to, a, rest @ ..] = operands.as_slice() else {
            return Ok(opcode.base_word());
        };
        let destination = self.writable(to)?;
        let mut a = *a;
        let mut opcode_used = opcode;
        self.readable(&a)?;
        let Some(&b) = rest.first() else {
            self.same_count(line, opcode, to, &[&a])?;
            let mask = to.0.components.mask();
            let mut select = a.0.components.spread(mask);
            let is_scalar = matches!(opcode, Opcode::EX2 | Opcode::LG2 | Opcode::RCP | Opcode::RSQ);
            if is_scalar && mask & 0b1000 == 0 {
                // The hardware reads the first lane, whichever lane is written.
                select |= u32::from(a.0.components.as_slice().first().copied().unwrap_or(0)) << 6;
            }
            // There is no second source; nihstro fills its field anyway.
            let second = Value::register(Kind::Input, 0);
            let parts = [(&a.0, select), (&second, second.components.spread(mask))];
            let descriptor = self.descriptor(line.statement, mask, &parts, LIMIT)?;
            return Ok(word(Instruction::Unary {
                opcode,
                destination,
                source: source(&a.0),
                index: a.0.index,
                descriptor,
                reserved: 0,
            }));
        };
        let mut b = b;
        self.readable(&b)?;
        if a.0.is_wide() && b.0.is_wide() {
            return Err(self.two_uniforms(&a, &b));
        }
        if b.0.is_wide() {
            match opcode {
                Opcode::ADD | Opcode::MUL | Opcode::DP3 | Opcode::DP4 | Opcode::MAX | Opcode::MIN => {
                    std::mem::swap(&mut a, &mut b);
                }
                Opcode::DPH => opcode_used = Opcode::DPHI,
                Opcode::DST => opcode_used = Opcode::DSTI,
                Opcode::SGE => opcode_used = Opcode::SGEI,
                _ => opcode_used = Opcode::SLTI,
            }
        }
        self.distinct_inputs(&[&a, &b])?;
        let is_dot = matches!(opcode, Opcode::DP3 | Opcode::DP4 | Opcode::DPH);
        let mask = to.0.components.mask();
        let selects = if is_dot {
            self.dot_counts(line, opcode, &a, &b)?;
            [a.0.components.expanded(), b.0.components.expanded()]
        } else {
            self.same_count(line, opcode, to, &[&a, &b])?;
            [a.0.components.spread(mask), b.0.components.spread(mask)]
        };
        let parts = [(&a.0, selects[0]), (&b.0, selects[1])];
        let descriptor = self.descriptor(line.statement, mask, &parts, LIMIT)?;
        let wide = if opcode_used == opcode { &a } else { &b };
        Ok(word(Instruction::Binary {
            opcode: opcode_used,
            destination,
            sources: [source(&a.0), source(&b.0)],
            index: wide.0.index,
            descriptor,
        }))
    }

    fn mova(&mut self, line: &mut Line<'a>) -> Result<u32> {
        let operands = self.operands(line, 1)?;
        let [a] = operands.as_slice() else {
            return Ok(Opcode::MOVA.base_word());
        };
        self.readable(a)?;
        if a.0.components.as_slice().len() != 2 {
            return Err(self.wrong_count(a.1, "`mova` takes two components, one for a0 and one for a1"));
        }
        let parts = [(&a.0, a.0.components.expanded())];
        let descriptor = self.descriptor(line.statement, 0b1100, &parts, LIMIT)?;
        Ok(word(Instruction::Unary {
            opcode: Opcode::MOVA,
            destination: Destination(0),
            source: source(&a.0),
            index: a.0.index,
            descriptor,
            reserved: 0,
        }))
    }

    fn mad(&mut self, line: &mut Line<'a>) -> Result<u32> {
        let operands = self.operands(line, 4)?;
        let [to, a, b, c] = operands.as_slice() else {
            return Ok(Opcode::MAD.base_word());
        };
        let destination = self.writable(to)?;
        for operand in [a, b, c] {
            self.readable(operand)?;
        }
        let (mut a, mut b) = (a, b);
        let mut wide = [a, b, c].into_iter().filter(|operand| operand.0.is_wide());
        if let (Some(first), Some(second)) = (wide.next(), wide.next()) {
            return Err(self.two_uniforms(first, second));
        }
        let inverted = c.0.is_wide();
        if a.0.is_wide() {
            // Factors commute, and the first slot cannot be a uniform.
            std::mem::swap(&mut a, &mut b);
        }
        self.distinct_inputs(&[a, b, c])?;
        self.same_count(line, Opcode::MAD, to, &[a, b, c])?;
        let mask = to.0.components.mask();
        let parts = [a, b, c].map(|operand| (&operand.0, operand.0.components.spread(mask)));
        let descriptor = self.descriptor(line.statement, mask, &parts, MAD_LIMIT)?;
        Ok(word(Instruction::Ternary {
            opcode: if inverted { Opcode::MADI } else { Opcode::MAD },
            destination,
            sources: [a, b, c].map(|operand| source(&operand.0)),
            index: if inverted { c.0.index } else { b.0.index },
            descriptor,
        }))
    }

    /// `cmp a.xy, b.xy, <, >=`.
    fn compare(&mut self, line: &mut Line<'a>) -> Result<u32> {
        let mut a = self.expression(line)?;
        self.comma(line)?;
        let mut b = self.expression(line)?;
        self.comma(line)?;
        let mut x = self.comparison(line)?;
        self.comma(line)?;
        let mut y = self.comparison(line)?;
        self.end(line)?;
        self.readable(&a)?;
        self.readable(&b)?;
        if a.0.is_wide() && b.0.is_wide() {
            return Err(self.two_uniforms(&a, &b));
        }
        if b.0.is_wide() {
            std::mem::swap(&mut a, &mut b);
            (x, y) = (turned(x), turned(y));
        }
        for operand in [&a, &b] {
            if operand.0.components.as_slice().len() != 2 {
                return Err(self.wrong_count(operand.1, "`cmp` compares two components"));
            }
        }
        let parts = [(&a.0, a.0.components.expanded()), (&b.0, b.0.components.expanded())];
        let descriptor = self.descriptor(line.statement, 0, &parts, LIMIT)?;
        Ok(word(Instruction::Compare {
            operators: [x, y],
            sources: [source(&a.0), source(&b.0)],
            index: a.0.index,
            descriptor,
        }))
    }

    fn comma(&self, line: &mut Line<'a>) -> Result<()> {
        if line.take(",") {
            return Ok(());
        }
        let message = "two sources and two comparisons are expected";
        let fault = self.assembler.fault(&rules::MISSING_OPERAND, line.here(), "", message);
        Err(fault.help("it is written `cmp a.xy, b.xy, <, >=`"))
    }

    fn comparison(&self, line: &mut Line<'a>) -> Result<Comparison> {
        for (sign, comparison) in COMPARISONS {
            if line.take(sign) {
                return Ok(comparison);
            }
        }
        let part = line.here();
        let fault = self.assembler.fault(&rules::COMPARISON, part, "", "a comparison is expected here");
        Err(fault.help("comparisons are ==, !=, <, <=, > and >="))
    }

    fn writable(&self, to: &Operand<'a>) -> Result<Destination> {
        let number = to.0.number as u8;
        match to.0.kind {
            Kind::Output if to.0.index == Index::None => Ok(Destination(number)),
            Kind::Temporary if to.0.index == Index::None => Ok(Destination(0x10 + number)),
            kind => {
                let message = format!("`{}` is {} and cannot be written", to.1, kind.words());
                let fault = self.assembler.fault(&rules::WRONG_REGISTER, to.1, "", message);
                Err(fault.help("write to an output or to r0-r15, without an index register"))
            }
        }
    }

    fn readable(&self, from: &Operand<'a>) -> Result<()> {
        match from.0.kind {
            Kind::Input | Kind::Temporary if from.0.index != Index::None => {
                let message = format!("`{}` cannot be indexed, only float uniforms can", from.1);
                let fault = self.assembler.fault(&rules::INDEX_REGISTER, from.1, "", message);
                Err(fault.help("index a `c` register"))
            }
            Kind::Input | Kind::Temporary | Kind::Float => Ok(()),
            kind => {
                let message = format!("`{}` is {} and cannot be read here", from.1, kind.words());
                let fault = self.assembler.fault(&rules::WRONG_REGISTER, from.1, "", message);
                Err(fault.help("sources are v0-v15, r0-r15 and c0-c95"))
            }
        }
    }

    fn two_uniforms(&self, a: &Operand<'a>, b: &Operand<'a>) -> Box<StatementError> {
        let message = format!("`{}` and `{}` are uniforms, an instruction reads one", a.1, b.1);
        let fault = self.assembler.fault(&rules::WRONG_REGISTER, b.1, "", message);
        let fault = fault.label(self.assembler.place(a.1), "the other uniform");
        fault.help(format!("copy one of them to a temporary register first: `mov r0, {}`", b.1))
    }

    fn distinct_inputs(&self, sources: &[&Operand<'a>]) -> Result<()> {
        let mut inputs = sources.iter().filter(|source| source.0.kind == Kind::Input);
        let Some(first) = inputs.next() else { return Ok(()) };
        let Some(other) = inputs.find(|other| other.0.number != first.0.number) else {
            return Ok(());
        };
        let message = format!(
            "v{} and v{} are read by one instruction, the hardware reads one input register at a time",
            first.0.number, other.0.number
        );
        let fault = self.assembler.fault(&rules::TWO_INPUTS, other.1, "", message);
        let fault = fault.label(self.assembler.place(first.1), "the other input register");
        Err(fault.help("copy one of them to a temporary register first"))
    }

    /// Rejects operands with different numbers of components.
    fn same_count(
        &self,
        line: &Line<'a>,
        opcode: Opcode,
        to: &Operand<'a>,
        sources: &[&Operand<'a>],
    ) -> Result<()> {
        let count = to.0.components.as_slice().len();
        let Some(other) = sources.iter().find(|source| source.0.components.as_slice().len() != count) else {
            return Ok(());
        };
        debug_assert!(!line.statement.is_empty());
        let found = other.0.components.as_slice().len();
        let message = format!(
            "`{}` has {found} components, the destination of `{}` has {count}",
            other.1,
            opcode.info().mnemonic
        );
        Err(self.wrong_count(other.1, &message))
    }

    fn dot_counts(&self, line: &Line<'a>, opcode: Opcode, a: &Operand<'a>, b: &Operand<'a>) -> Result<()> {
        let counts = [a, b].map(|operand| operand.0.components.as_slice().len());
        let (good, expected) = match opcode {
            Opcode::DP3 => (counts == [3, 3], "three components each"),
            Opcode::DP4 => (counts == [4, 4], "four components each"),
            _ => (counts[0] >= 3 && counts[1] >= 3, "three or four components each"),
        };
        if good {
            return Ok(());
        }
        let message = format!(
            "`{}` takes sources with {expected}, found {} and {}",
            opcode.info().mnemonic,
            counts[0],
            counts[1]
        );
        Err(self.wrong_count(line.statement, &message))
    }

    fn wrong_count(&self, part: &'a str, message: &str) -> Box<StatementError> {
        let fault = self.assembler.fault(&rules::NIHSTRO_COMPONENTS, part, "", message);
        fault.help("select components with letters after a dot, one for each that is written")
    }

    /// Descriptor of an instruction: the first equal one, or a new one.
    fn descriptor(
        &mut self,
        statement: &'a str,
        mask: u8,
        sources: &[(&Value, u32)],
        limit: usize,
    ) -> Result<u8> {
        let none = Selection { negate: false, swizzle: Swizzle(0) };
        let mut descriptor = Descriptor { mask: Mask(mask), sources: [none; 3], bit31: false };
        for (slot, (value, select)) in descriptor.sources.iter_mut().zip(sources) {
            *slot = Selection { negate: value.negative, swizzle: Swizzle(*select as u8) };
        }
        let value = descriptor.encode();
        let at = self.descriptors.iter().position(|&known| known == value);
        let at = at.unwrap_or(self.descriptors.len());
        if at >= limit {
            let message = match limit {
                LIMIT => "the program needs more than 128 operand descriptors, the hardware has no more",
                _ => "this `mad` needs a new operand descriptor, and it reaches only the first 32",
            };
            let fault = self.assembler.fault(&rules::DESCRIPTORS, statement, "", message);
            return Err(
                fault.help("use the same masks and selections more often, or put `mad` instructions first")
            );
        }
        if at == self.descriptors.len() {
            self.descriptors.push(value);
        }
        Ok(at as u8)
    }
}

fn source(value: &Value) -> Source {
    let number = value.number as u8;
    match value.kind {
        Kind::Temporary => Source(0x10 + number),
        Kind::Float => Source(0x20 + number),
        _ => Source(number),
    }
}

/// The comparison with its sides swapped.
fn turned(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::LT => Comparison::GT,
        Comparison::LE => Comparison::GE,
        Comparison::GT => Comparison::LT,
        Comparison::GE => Comparison::LE,
        same => same,
    }
}

fn word(instruction: Instruction) -> u32 {
    let encoded = instruction.encode();
    debug_assert!(encoded.is_ok(), "{encoded:?}");
    encoded.unwrap_or_else(|_| Opcode::NOP.base_word())
}
