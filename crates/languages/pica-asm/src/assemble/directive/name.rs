//! Implements `.alias`, `.in`, `.out`, `.entry` and `.nodvle`: names of registers, properties of the file.

use crate::assemble::allocate::UniformClass;
use crate::assemble::arguments::Arguments;
use crate::assemble::fault::Result;
use crate::assemble::line::is_identifier;
use crate::assemble::operand::{IDENTITY, is_register_like, mask, swizzle};
use crate::assemble::state::{Assembler, Class, MAX_TABLE, Name, NameKind, Output, Uniform};
use crate::rules;
use glassbox_core::diagnostic::Severity;
use glassbox_core::suggest::similar;

/// Most outputs of a file.
const MAX_OUTPUTS: usize = 16;
/// First output register without a semantic of its own.
const FIRST_DUMMY: i32 = 7;
/// Number of the type `dummy`.
const DUMMY: u16 = 9;

/// Output types in both spellings, with their numbers.
static TYPES: [(&str, u16); 16] = [
    ("pos", 0),
    ("position", 0),
    ("nquat", 1),
    ("normalquat", 1),
    ("clr", 2),
    ("color", 2),
    ("tcoord0", 3),
    ("texcoord0", 3),
    ("tcoord0w", 4),
    ("texcoord0w", 4),
    ("tcoord1", 5),
    ("texcoord1", 5),
    ("tcoord2", 6),
    ("texcoord2", 6),
    ("view", 8),
    ("dummy", DUMMY),
];

pub(super) fn alias<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let name = assembler.word(arguments, "a name")?;
    let result = define_alias(assembler, arguments, name);
    if result.is_err() {
        assembler.scope.broken.insert(name);
    }
    result
}

fn define_alias<'a>(
    assembler: &mut Assembler<'a>,
    arguments: &mut Arguments<'a>,
    name: &'a str,
) -> Result<()> {
    let text = assembler.word(arguments, "a register")?;
    assembler.done(arguments)?;
    assembler.check_identifier(name, "alias", "invalid alias name")?;
    if is_register_like(name) {
        let fault = assembler.fault(
            &rules::IDENTIFIER,
            name,
            "cannot redefine register",
            format!("`{name}` looks like a register and cannot be an alias"),
        );
        return Err(fault.help("choose a name that is not one of the letters o, v, r, c, i, b and a digit"));
    }
    let operand = assembler.operand(text, false)?;
    assembler.check_unused(name)?;
    let last = match operand.register {
        ..0x10 => 0x10,
        0x10..0x20 => 0x20,
        0x20..0x80 => 0x80,
        0x80..0x88 => 0x88,
        _ => 0x98,
    };
    let value = operand.register | (operand.selection << 8) as i32;
    if operand.register > 0xFF {
        assembler
            .remark(&rules::REGISTER_NUMBER, text, format!("`{text}` is not a register"))
            .help("use a smaller offset");
    }
    let index = assembler.scope.declared.len();
    assembler.scope.names.insert(name, index);
    assembler.scope.declared.push(Name {
        text: name,
        kind: NameKind::Alias,
        value,
        class: operand.class,
        size: if operand.class == Class::Raw { i32::MAX } else { last - operand.register },
        is_used: false,
    });
    Ok(())
}

pub(super) fn input<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    assembler.executable(arguments.statement);
    let name = assembler.word(arguments, "a name")?;
    let result = define_input(assembler, arguments, name);
    if result.is_err() {
        assembler.scope.broken.insert(name);
    }
    result
}

fn define_input<'a>(
    assembler: &mut Assembler<'a>,
    arguments: &mut Arguments<'a>,
    name: &'a str,
) -> Result<()> {
    let text = arguments.space();
    assembler.done(arguments)?;
    assembler.check_identifier(name, "input", "invalid identifier")?;
    assembler.check_unused(name)?;
    let register = match text {
        Some(text) => {
            let operand = assembler.operand(text, false)?;
            if !(0..0x10).contains(&operand.register) {
                let fault = assembler.fault(
                    &rules::WRONG_REGISTER,
                    text,
                    format!("invalid input register: {}", operand.quoted),
                    format!("`{}` is not an input register", operand.quoted),
                );
                return Err(fault.help("inputs are v0-v14; leave the register out to take the next free one"));
            }
            operand.register
        }
        None => {
            let taken = assembler.executable(name).input_mask;
            let free = taken.trailing_ones() as i32;
            if free == 16 {
                let fault = assembler.fault(
                    &rules::NO_REGISTER,
                    name,
                    "too many inputs",
                    format!("all 16 input registers are taken, none is left for `{name}`"),
                );
                return Err(fault.help("combine attributes that use few components in one register"));
            }
            free
        }
    };
    let input = assembler.input;
    let executable = assembler.executable(name);
    if executable.uniforms.len() == MAX_TABLE {
        let fault = assembler.fault(
            &rules::TABLE_FULL,
            name,
            "too many uniforms in DVLE",
            format!("the file names more than {MAX_TABLE} uniforms and inputs"),
        );
        return Err(fault.help("join some of them to arrays"));
    }
    executable.input_mask |= 1 << register;
    executable.uniforms.push(Uniform { name, register, size: 1, class: UniformClass::Float, input });
    assembler.declare(name, NameKind::Input, Class::Input, register, 1);
    Ok(())
}

pub(super) fn output<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    assembler.executable(arguments.statement);
    let name = assembler.word(arguments, "a name, or `-` for none")?;
    let result = define_output(assembler, arguments, name);
    if result.is_err() {
        assembler.scope.broken.insert(name);
    }
    result
}

fn define_output<'a>(
    assembler: &mut Assembler<'a>,
    arguments: &mut Arguments<'a>,
    name: &'a str,
) -> Result<()> {
    let statement = arguments.statement;
    let mut kind = assembler.word(arguments, "a type")?;
    let text = arguments.space();
    assembler.done(arguments)?;
    let name = (name != "-").then_some(name);
    if let Some(name) = name {
        assembler.check_identifier(name, "output", "invalid identifier")?;
    }
    let mut selection = IDENTITY;
    let mut register = None;
    let mut letters = kind;
    if let Some(text) = text {
        let operand = assembler.operand(text, false)?;
        let count = assembler.executable(statement).output_registers();
        if !(0..count).contains(&operand.register) {
            let fault = assembler.fault(
                &rules::WRONG_REGISTER,
                text,
                format!("invalid output register: {}", operand.quoted),
                format!("`{}` is not an output register here, expected o0-o{}", operand.quoted, count - 1),
            );
            return Err(fault.help("leave the register out to take the next free one"));
        }
        register = Some(operand.register);
        selection = operand.selection;
        letters = text;
    } else if let Some((head, mask)) = kind.split_once('.') {
        kind = head;
        letters = mask;
        selection = match swizzle(mask) {
            Some(selection) => selection,
            None => {
                let mut fault = assembler.bad_swizzle(mask);
                fault.picasso = format!("invalid output mask: {mask}");
                return Err(fault);
            }
        };
    }
    assembler.check_mask_order(selection, letters);
    // The table uses bit 0 for x.
    let mask = mask(selection).reverse_bits() >> 4;
    let Some(&(_, semantic)) = TYPES.iter().find(|(known, _)| known.eq_ignore_ascii_case(kind)) else {
        return Err(unknown_type(assembler, kind, text.is_some()));
    };
    let executable = assembler.executable(statement);
    // o8 and above share the bits of o0 and above.
    let claim = |register: i32| u32::from(mask).wrapping_shl(4 * register as u32);
    let register = match register {
        Some(register) => {
            if executable.taken & claim(register) != 0 {
                return Err(collision(assembler, text.unwrap_or(statement), register, mask));
            }
            Some(register)
        }
        None => {
            let free = executable.output_mask.trailing_ones() as i32;
            (free < executable.output_registers()).then_some(free)
        }
    };
    let full = executable.outputs.len() == MAX_OUTPUTS;
    let Some(register) = register.filter(|_| !full) else {
        let fault = assembler.fault(
            &rules::NO_REGISTER,
            statement,
            "too many outputs",
            "all output registers are taken",
        );
        return Err(fault.help(
            "put several outputs into one register: `.out - texcoord0 o1.xy` and `.out - texcoord1 o1.zw`",
        ));
    };
    if let Some(name) = name {
        assembler.check_unused(name)?;
    }
    if register >= FIRST_DUMMY && semantic != DUMMY {
        let fault = assembler.fault(
            &rules::OUTPUT_REGISTER,
            text.unwrap_or(statement),
            format!("this register (o{register}) can only be a dummy output"),
            format!("o{register} cannot carry `{kind}`, only o0 to o6 can"),
        );
        return Err(fault.help(
            "put several outputs into one register: `.out - texcoord0 o1.xy` and `.out - texcoord1 o1.zw`",
        ));
    }
    let executable = assembler.executable(statement);
    executable.outputs.push(Output { semantic, register, mask, part: statement });
    executable.output_mask |= 1 << register;
    executable.taken |= claim(register);
    if semantic == DUMMY && executable.has_own_space() {
        executable.merge = true;
    }
    if let Some(name) = name {
        assembler.declare(name, NameKind::Output, Class::Output, register, 1);
    }
    Ok(())
}

fn unknown_type<'a>(
    assembler: &mut Assembler<'a>,
    kind: &'a str,
    has_register: bool,
) -> Box<crate::assemble::fault::StatementError> {
    let fault = assembler.fault(
        &rules::OUTPUT_TYPE,
        kind,
        format!("invalid output type: {kind}"),
        format!("`{kind}` is not a type of output"),
    );
    if has_register && let Some((head, mask)) = kind.split_once('.') {
        let fault = fault.note("the components go on the type, or on the register if there is one");
        return fault.help(format!("write `{head}` and the mask on the register: `o0.{mask}`"));
    }
    let close = similar(kind, TYPES.iter().map(|(known, _)| *known));
    match close {
        Some(known) => fault.help(format!("did you mean `{known}`?")),
        None => fault.help("types are position, normalquat, color, texcoord0, texcoord0w, texcoord1, texcoord2, view and dummy"),
    }
}

fn collision<'a>(
    assembler: &mut Assembler<'a>,
    part: &'a str,
    register: i32,
    mask: u8,
) -> Box<crate::assemble::fault::StatementError> {
    let outputs = assembler.executable(part).outputs.clone();
    let overlaps = |output: &&Output<'_>| (output.register - register) % 8 == 0 && output.mask & mask != 0;
    let first = outputs.iter().find(overlaps).copied();
    let aliased = first.is_some_and(|first| first.register != register);
    let message = if aliased {
        format!("o{register} cannot be declared together with o{}", register ^ 8)
    } else {
        format!("components of o{register} are declared twice")
    };
    let mut fault = assembler.fault(
        &rules::OUTPUT_REGISTER,
        part,
        "this output collides with another one previously defined",
        message,
    );
    if let Some(first) = first {
        fault = fault.label(assembler.place(first.part), "the other output");
    }
    if aliased {
        fault
            .note("picasso counts o8-o15 with the bits of o0-o7; the same sources stay assemblable by both")
            .help("use another register")
    } else {
        fault.help("name other components, `o1.zw`, or leave the register out to take a free one")
    }
}

pub(super) fn entry<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    assembler.executable(arguments.statement);
    let name = assembler.word(arguments, "the name of a procedure")?;
    assembler.done(arguments)?;
    assembler.check_identifier(name, "procedure", "invalid identifier")?;
    let executable = assembler.executable(name);
    executable.entry = name;
    executable.entry_part = Some(name);
    Ok(())
}

pub(super) fn no_executable<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    assembler.executable(arguments.statement);
    assembler.done(arguments)?;
    assembler.executable(arguments.statement).is_omitted = true;
    Ok(())
}

impl<'a> Assembler<'a> {
    /// Takes the next word as text.
    pub(crate) fn word(&self, arguments: &mut Arguments<'a>, what: &str) -> Result<&'a str> {
        arguments.space().ok_or_else(|| self.missing(arguments, what))
    }

    /// Rejects an invalid identifier. picasso accepts the empty name.
    pub(crate) fn check_identifier(&self, name: &'a str, what: &str, picasso: &str) -> Result<()> {
        if is_identifier(name) && (!name.is_empty() || self.is_compatible()) {
            return Ok(());
        }
        let message = format!("`{name}` cannot be the name of this {what}");
        let fault = self.fault(&rules::IDENTIFIER, name, format!("{picasso}: {name}"), message);
        Err(fault.help("names consist of letters, digits, `_` and `$`, and do not begin with a digit"))
    }

    /// Rejects a name that is already declared.
    pub(crate) fn check_unused(&self, name: &'a str) -> Result<()> {
        let Some(first) = self.scope.names.get(name) else {
            return Ok(());
        };
        let fault = self.fault(
            &rules::DUPLICATE_NAME,
            name,
            format!("identifier already used: {name}"),
            format!("`{name}` is declared already"),
        );
        let Some(first) = self.scope.declared.get(*first) else {
            return Err(fault);
        };
        Err(fault
            .label(self.place(first.text), format!("it is {} here", first.kind.words()))
            .help("give one of them another name"))
    }

    /// Declares a name for registers without sign or selector.
    pub(crate) fn declare(&mut self, name: &'a str, kind: NameKind, class: Class, register: i32, size: i32) {
        let index = self.scope.declared.len();
        self.scope.names.insert(name, index);
        self.scope.declared.push(Name {
            text: name,
            kind,
            value: register | (IDENTITY << 8) as i32,
            class,
            size,
            is_used: false,
        });
    }

    /// Reports trailing text after a number.
    pub(crate) fn ignored_number(&mut self, text: &'a str, rest: &'a str, value: &str) {
        let is_none = rest.len() == text.len();
        let (part, message) = match is_none {
            true if text.is_empty() => (text, format!("a number is missing here, {value} is used")),
            true => (text, format!("`{text}` is not a number, {value} is used")),
            false => (rest, format!("`{rest}` is ignored, the number is {value}")),
        };
        self.remark(&rules::NUMBER, part, message)
            .severity(Severity::Warning)
            .help("write the value itself: there are no expressions");
    }

    /// Rejects blocks nested too deeply.
    pub(crate) fn check_depth(&mut self, statement: &'a str) -> Result<()> {
        if self.blocks.len() < crate::assemble::state::MAX_NESTING {
            return Ok(());
        }
        let message = "blocks nest deeper than 32";
        let fault = self.fault(&rules::NESTING, statement, "too many nested blocks", message);
        Err(fault.help("close blocks that have ended"))
    }
}
