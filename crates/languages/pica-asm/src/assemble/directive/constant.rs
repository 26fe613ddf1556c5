//! Implements the constant directives `.constf`, `.consti`, `.constfa`, `.setf`, `.seti` and `.setb`.

use glassbox_core::diagnostic::Severity;
use glassbox_pica::float24::{self, WrongValueBand, wrong_value_band};

use crate::assemble::allocate::UniformClass;
use crate::assemble::arguments::Arguments;
use crate::assemble::fault::Result;
use crate::assemble::line::is_identifier;
use crate::assemble::number::{self, trim};
use crate::assemble::operand::is_register_like;
use crate::assemble::state::{Array, Assembler, BlockKind, Class, Constant, MAX_TABLE, NameKind};
use crate::rules;

pub(super) fn float<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    constant(assembler, arguments, UniformClass::Float)
}

pub(super) fn integer<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    constant(assembler, arguments, UniformClass::Integer)
}

pub(super) fn set_float<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    set(assembler, arguments, UniformClass::Float)
}

pub(super) fn set_integer<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    set(assembler, arguments, UniformClass::Integer)
}

/// A constant in a register allocated by the assembler.
fn constant<'a>(
    assembler: &mut Assembler<'a>,
    arguments: &mut Arguments<'a>,
    class: UniformClass,
) -> Result<()> {
    assembler.executable(arguments.statement);
    let name = before_parenthesis(assembler, arguments)?;
    let result = named(assembler, arguments, name, class);
    if result.is_err() {
        assembler.scope.broken.insert(name);
    }
    result
}

fn named<'a>(
    assembler: &mut Assembler<'a>,
    arguments: &mut Arguments<'a>,
    name: &'a str,
    class: UniformClass,
) -> Result<()> {
    let values = four(assembler, arguments)?;
    assembler.check_unused(name)?;
    if !is_identifier(name) || name.is_empty() {
        let message = format!("`{name}` is not a valid name, so nothing can use this constant");
        assembler
            .remark(&rules::IDENTIFIER, name, message)
            .severity(Severity::Warning)
            .help("names consist of letters, digits, `_` and `$`, and do not begin with a digit");
    }
    let Some(register) = assembler.space().class(class).constant(1) else {
        return Err(no_space(
            assembler,
            name,
            class,
            format!("not enough space for local constant '{name}'"),
        ));
    };
    check_count(assembler, name, 1)?;
    let value = value(assembler, class, register, values);
    assembler.executable(name).constants.push(value);
    let kind = match class {
        UniformClass::Float => Class::Float,
        _ => Class::Integer,
    };
    assembler.declare(name, NameKind::Constant, kind, register, 1);
    Ok(())
}

/// A constant in a register given in the source.
fn set<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>, class: UniformClass) -> Result<()> {
    assembler.executable(arguments.statement);
    let name = before_parenthesis(assembler, arguments)?;
    let values = four(assembler, arguments)?;
    let operand = assembler.operand(name, false)?;
    let (range, words) = match class {
        UniformClass::Float => (0x20..0x80, "floating point"),
        _ => (0x80..0x84, "integer"),
    };
    if !range.contains(&operand.register) {
        let fault = assembler.fault(
            &rules::WRONG_REGISTER,
            name,
            format!("invalid {words} vector uniform: {}", operand.quoted),
            format!("`{}` is not one of the {} registers", operand.quoted, class.words()),
        );
        return Err(fault.help(match class {
            UniformClass::Float => "`.setf` sets one of c0-c95",
            _ => "`.seti` sets one of i0-i3",
        }));
    }
    check_count(assembler, name, 1)?;
    let value = value(assembler, class, operand.register, values);
    assembler.executable(name).constants.push(value);
    Ok(())
}

/// Rejects a comma between the operands of `.setb`.
fn comma_behind_bool<'a>(assembler: &mut Assembler<'a>, register: &'a str, comma: &'a str) {
    let message = "`.setb` takes no comma, it is ignored";
    let mut finding = assembler.remark(&rules::IGNORED_TEXT, comma, message);
    finding.help(format!("write `.setb {register} true`, with a space only"));
    if is_register_like(register) {
        finding.note("picasso ignores it too");
    } else {
        let note = format!("picasso treats it as a part of the name and knows no `{register},`");
        finding.note(note).severity(Severity::Error);
    }
}

/// `.setb REGISTER VALUE`.
pub(super) fn set_bool<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    assembler.executable(arguments.statement);
    let mut name = assembler.word(arguments, "a bool register")?;
    if let Some(register) = name.strip_suffix(',').filter(|_| !assembler.is_compatible()) {
        comma_behind_bool(assembler, register, &name[register.len()..]);
        name = register;
    }
    let value = assembler.word(arguments, "`true` or `false`")?;
    assembler.done(arguments)?;
    let register = assembler.bool_register(name)?;
    let is = |known: [&str; 3]| known.iter().any(|known| known.eq_ignore_ascii_case(value));
    let value = if is(["true", "on", "1"]) {
        true
    } else if is(["false", "off", "0"]) {
        false
    } else {
        let fault = assembler.fault(
            &rules::BOOL_VALUE,
            value,
            format!("invalid bool value: {value}"),
            format!("`{value}` is not a bool, expected `true` or `false`"),
        );
        return Err(fault.help("`true`, `on` and `1` are true; `false`, `off` and `0` are false"));
    };
    check_count(assembler, name, 1)?;
    let register = 0x88 + register as i32;
    assembler.executable(name).constants.push(Constant::Bool(register, value));
    Ok(())
}

/// `.constfa NAME[SIZE]` opens an array; inside it `.constfa (x, y, z, w)` is an element.
pub(super) fn array<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    let is_inside = assembler.blocks.last().is_some_and(|block| block.kind == BlockKind::Array);
    if is_inside {
        return element(assembler, arguments);
    }
    let text = assembler.operand_text(arguments, "a name with a size in brackets")?;
    if let Err(fault) = assembler.done(arguments) {
        if !assembler.is_compatible() {
            assembler.open(BlockKind::Array, arguments.statement)?;
        }
        return Err(fault);
    }
    if assembler.array.is_some() {
        let fault = assembler.fault(
            &rules::ARRAY,
            arguments.statement,
            "an array is being listed already",
            "an array of constants is open already",
        );
        return Err(fault.help("close it with `.end` before the next one begins"));
    }
    assembler.check_depth(arguments.statement)?;
    let header = header(assembler, text);
    let (name, size) = match header {
        Ok(header) => header,
        Err(fault) if assembler.is_compatible() => return Err(fault),
        Err(fault) => {
            let name = trim(text.split('[').next().unwrap_or(text));
            assembler.scope.broken.insert(name);
            assembler.open(BlockKind::Array, arguments.statement)?;
            return Err(fault);
        }
    };
    assembler.open(BlockKind::Array, arguments.statement)?;
    assembler.array = Some(Array { name, size, elements: Vec::new() });
    Ok(())
}

/// Name and size of an array.
fn header<'a>(assembler: &mut Assembler<'a>, text: &'a str) -> Result<(&'a str, Option<i32>)> {
    let Some(open) = text.find('[') else {
        let fault = assembler.fault(
            &rules::ARRAY,
            text,
            format!("missing opening bracket: {text}"),
            format!("`{text}` has no size, expected `[` and `]` after the name"),
        );
        return Err(if text.starts_with('(') {
            fault.help("elements belong inside an array: open one with `.constfa name[]` first")
        } else {
            fault.help(format!(
                "`.constfa {text}[]` takes its size from the elements; `.constf` declares one constant"
            ))
        });
    };
    let name = &text[..open];
    let Some((inner, tail)) = text[open + 1..].split_once(']') else {
        let fault = assembler.fault(
            &rules::ARRAY,
            &text[open..],
            format!("missing closing bracket: {text}"),
            "`[` has no `]`",
        );
        return Err(fault.help(format!("write `.constfa {name}[]`")));
    };
    let (inner, tail) = (trim(inner), trim(tail));
    if !tail.is_empty() {
        let fault = assembler.fault(
            &rules::ARRAY,
            tail,
            format!("garbage found: {tail}"),
            format!("`{tail}` follows the size"),
        );
        return Err(fault.help("the elements follow on lines of their own: `.constfa (x, y, z, w)`"));
    }
    let mut size = None;
    if !inner.is_empty() {
        let (value, rest) = number::decimal(inner);
        if value <= 0 {
            let fault = assembler.fault(
                &rules::ARRAY,
                inner,
                format!("invalid array size: {name}[{inner}]"),
                format!("`{inner}` is not a size, expected a number from 1 up"),
            );
            return Err(fault.help("leave the brackets empty to take the size from the elements"));
        }
        if !rest.is_empty() {
            assembler.ignored_number(inner, rest, &value.to_string());
        }
        size = Some(value);
    }
    assembler.check_identifier(name, "array", "invalid array name")?;
    Ok((name, size))
}

fn element<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    if let Some(array) = &assembler.array
        && let Some(size) = array.size
        && array.elements.len() as i64 == i64::from(size)
    {
        let fault = assembler.fault(
            &rules::ARRAY,
            arguments.statement,
            format!("too many elements in the array, expected {size}"),
            match size {
                1 => format!("`{}` has one element, this is another", array.name),
                _ => format!("`{}` has {size} elements, this is one more", array.name),
            },
        );
        return Err(fault.help("raise the size in the brackets, or leave it out"));
    }
    let Some(rest) = arguments.rest.strip_prefix('(') else {
        let text = assembler.operand_text(arguments, "four numbers in parentheses")?;
        let fault = assembler.fault(
            &rules::CONSTANT,
            text,
            "invalid syntax",
            format!("`{text}` is not an element, expected `(` and four numbers"),
        );
        return Err(if text.contains('[') {
            fault.help("close the array with `.end` before the next one begins")
        } else {
            fault.help("an element of the open array is written `.constfa (x, y, z, w)`")
        });
    };
    arguments.rest = rest;
    let texts = four(assembler, arguments)?;
    let values = floats(assembler, texts);
    if let Some(array) = &mut assembler.array {
        array.elements.push(values);
    }
    Ok(())
}

/// Ends an array: allocates its registers and creates its constants.
pub(super) fn end_array<'a>(assembler: &mut Assembler<'a>, statement: &'a str) -> Result<()> {
    assembler.executable(statement);
    // No array means an invalid opening, already reported.
    let Some(array) = assembler.array.take() else {
        return Ok(());
    };
    let name = array.name;
    let result = define_array(assembler, array, statement);
    if result.is_err() {
        assembler.scope.broken.insert(name);
    }
    result
}

fn define_array<'a>(assembler: &mut Assembler<'a>, array: Array<'a>, statement: &'a str) -> Result<()> {
    let Array { name, size, elements } = array;
    assembler.check_unused(name)?;
    let count = elements.len().max(size.map_or(0, |size| size as usize));
    if count == 0 {
        let fault = assembler.fault(
            &rules::ARRAY,
            statement,
            format!("no elements have been specified in array '{name}'"),
            format!("array `{name}` has no elements"),
        );
        let fault = fault.label(assembler.place(name), "the array");
        return Err(fault.help("list them between `.constfa` and `.end`: `.constfa (x, y, z, w)`"));
    }
    let Some(first) = assembler.space().class(UniformClass::Float).constant(count) else {
        let picasso = format!("not enough space for local constant array '{name}'");
        return Err(no_space(assembler, name, UniformClass::Float, picasso));
    };
    check_count(assembler, name, count)?;
    let zeros = std::iter::repeat([0.0; 4]);
    let values = elements.into_iter().chain(zeros).take(count);
    let constants = (first..).zip(values).map(|(register, value)| Constant::Float(register, value));
    assembler.executable(name).constants.extend(constants);
    assembler.declare(name, NameKind::Constant, Class::Float, first, count as i32);
    Ok(())
}

fn before_parenthesis<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<&'a str> {
    arguments
        .parenthesis()
        .ok_or_else(|| assembler.missing(arguments, "a name and four numbers in parentheses"))
}

/// Four numbers as text, up to the closing parenthesis.
fn four<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<[&'a str; 4]> {
    let mut texts = [""; 4];
    for text in texts.iter_mut().take(3) {
        *text = assembler.operand_text(arguments, "four numbers")?;
    }
    let Some((last, tail)) = arguments.rest.split_once(')') else {
        let part = if arguments.rest.is_empty() { arguments.end() } else { arguments.rest };
        let count = arguments.statement.matches(',').count() + 1;
        let fault = assembler.fault(
            &rules::CONSTANT,
            part,
            "invalid syntax",
            match arguments.rest {
                "" if count <= 3 => "three numbers, expected four".to_owned(),
                _ => "the closing parenthesis is missing".to_owned(),
            },
        );
        return Err(fault.help("a constant has four numbers in parentheses: `(0.0, 0.5, 1.0, -1.0)`"));
    };
    texts[3] = trim(last);
    let tail = trim(tail);
    if !tail.is_empty() {
        let message = format!("`{tail}` follows the parenthesis and is ignored");
        assembler
            .remark(&rules::IGNORED_TEXT, tail, message)
            .help("remove it, or put it into a comment with `;`");
    }
    Ok(texts)
}

fn value<'a>(
    assembler: &mut Assembler<'a>,
    class: UniformClass,
    register: i32,
    texts: [&'a str; 4],
) -> Constant {
    match class {
        UniformClass::Float => Constant::Float(register, floats(assembler, texts)),
        _ => Constant::Integer(register, texts.map(|text| integer_component(assembler, text))),
    }
}

fn floats<'a>(assembler: &mut Assembler<'a>, texts: [&'a str; 4]) -> [f32; 4] {
    texts.map(|text| {
        let (value, rest) = number::float(text);
        if !rest.is_empty() || text.is_empty() {
            assembler.ignored_number(text, rest, &format!("{value:?}"));
        }
        if !assembler.is_compatible() {
            check_float24(assembler, text, value);
        }
        value
    })
}

fn integer_component<'a>(assembler: &mut Assembler<'a>, text: &'a str) -> u8 {
    let (value, rest) = number::decimal(text);
    if !rest.is_empty() || text.is_empty() {
        assembler.ignored_number(text, rest, &value.to_string());
    }
    if !(-128..=255).contains(&value) {
        let message = format!("{value} does not fit into 8 bits, {} remains of it", value as u8);
        assembler
            .remark(&rules::NUMBER, text, message)
            .severity(Severity::Warning)
            .help("the components of integer registers are 0 to 255");
    }
    value as u8
}

/// Reports a constant whose value changes when cut to 24 bits.
fn check_float24<'a>(assembler: &mut Assembler<'a>, text: &'a str, value: f32) {
    let stored = float24::encode(value, float24::Rounding::TruncatePicasso);
    let becomes = float24::decode(stored);
    let message = match wrong_value_band(value) {
        Some(WrongValueBand::NotANumber) => format!("{text} becomes NaN in the 24 bits of a register"),
        Some(WrongValueBand::Subnormal) => {
            format!("{text} is so small that the 24 bits of a register hold {becomes:e} for it")
        }
        None if value.is_nan() => format!("{text} becomes infinite in the 24 bits of a register"),
        None if value.is_finite() && becomes.is_infinite() => {
            format!("{text} is too large for the 24 bits of a register and becomes infinite")
        }
        None if value != 0.0 && becomes == 0.0 => {
            format!("{text} is too small for the 24 bits of a register and becomes 0")
        }
        None => return,
    };
    assembler
        .remark(&rules::FLOAT24, text, message)
        .help("registers hold magnitudes from 2^-62 to just below 2^64");
}

fn no_space<'a>(
    assembler: &mut Assembler<'a>,
    name: &'a str,
    class: UniformClass,
    picasso: String,
) -> Box<crate::assemble::fault::StatementError> {
    let message = format!("there are not enough {} registers left for `{name}`", class.words());
    let fault = assembler.fault(&rules::NO_REGISTER, name, picasso, message);
    fault
        .note("constants take registers from the top down, uniforms from the bottom up, until they meet")
        .help("declare smaller arrays, or hand values over as uniforms that share registers")
}

fn check_count<'a>(assembler: &mut Assembler<'a>, name: &'a str, more: usize) -> Result<()> {
    if assembler.executable(name).constants.len() + more <= MAX_TABLE {
        return Ok(());
    }
    let fault = assembler.fault(
        &rules::TABLE_FULL,
        name,
        "too many local constants",
        format!("the file has more than {MAX_TABLE} constants"),
    );
    Err(fault
        .help("the table of a file holds no more; move some to another file or hand them over as uniforms"))
}
