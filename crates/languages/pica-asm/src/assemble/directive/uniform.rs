//! Implements the uniform directives `.fvec`, `.ivec` and `.bool`.

use crate::assemble::allocate::UniformClass;
use crate::assemble::arguments::Arguments;
use crate::assemble::fault::Result;
use crate::assemble::number::{self, trim};
use crate::assemble::state::{Assembler, Class, Executable, MAX_TABLE, NameKind, Uniform};
use crate::rules;
use glassbox_core::diagnostic::{Reporter, Severity};

pub(super) fn float<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    uniforms(assembler, arguments, UniformClass::Float)
}

pub(super) fn integer<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    uniforms(assembler, arguments, UniformClass::Integer)
}

pub(super) fn bool<'a>(assembler: &mut Assembler<'a>, arguments: &mut Arguments<'a>) -> Result<()> {
    uniforms(assembler, arguments, UniformClass::Bool)
}

fn uniforms<'a>(
    assembler: &mut Assembler<'a>,
    arguments: &mut Arguments<'a>,
    class: UniformClass,
) -> Result<()> {
    assembler.executable(arguments.statement);
    let mut count = 0;
    while let Some(text) = arguments.comma() {
        count += 1;
        if let Err(fault) = uniform(assembler, text, class) {
            if assembler.is_compatible() {
                return Err(fault);
            }
            assembler.report(*fault);
        }
    }
    if count == 0 {
        let fault = assembler.missing(arguments, "a name").finding;
        Reporter::push(assembler, fault.severity(Severity::Warning));
    }
    Ok(())
}

fn uniform<'a>(assembler: &mut Assembler<'a>, text: &'a str, class: UniformClass) -> Result<()> {
    let (name, size) = match text.find('[') {
        None => (text, 1),
        Some(open) => {
            let name = &text[..open];
            let Some((inner, tail)) = text[open + 1..].split_once(']') else {
                assembler.scope.broken.insert(trim(name));
                let fault = assembler.fault(
                    &rules::OFFSET,
                    &text[open..],
                    format!("missing closing bracket: {text}"),
                    "`[` has no `]`",
                );
                return Err(fault.help(format!("an array is declared as `{} {name}[4]`", class.directive())));
            };
            (name, size(assembler, name, trim(inner), tail)?)
        }
    };
    declare(assembler, name, size, class).inspect_err(|_| {
        assembler.scope.broken.insert(name);
    })
}

fn size<'a>(assembler: &mut Assembler<'a>, name: &'a str, inner: &'a str, tail: &'a str) -> Result<i32> {
    let (size, rest) = number::decimal(inner);
    if size < 1 {
        assembler.scope.broken.insert(name);
        let fault = assembler.fault(
            &rules::NUMBER,
            inner,
            format!("invalid uniform size: {name}[{inner}]"),
            format!("`{inner}` is not a size, expected a number from 1 up"),
        );
        return Err(fault.help("the size is the number of registers; there are no expressions"));
    }
    if !rest.is_empty() {
        assembler.ignored_number(inner, rest, &size.to_string());
    }
    let tail = trim(tail);
    if !tail.is_empty() {
        let message = format!("`{tail}` follows the size and is ignored");
        assembler.remark(&rules::IGNORED_TEXT, tail, message).help("names are separated by commas");
    }
    Ok(size)
}

fn declare<'a>(assembler: &mut Assembler<'a>, name: &'a str, size: i32, class: UniformClass) -> Result<()> {
    assembler.check_identifier(name, "uniform", "invalid uniform name")?;
    assembler.check_unused(name)?;
    let shares = !assembler.scope.executable.is_some_and(|index| {
        let executable = assembler.executables.get(index);
        executable.is_some_and(Executable::has_own_space)
    });
    let known = if shares { known(assembler, name, size, class)? } else { None };
    let register = match known {
        Some(register) => register,
        None => fresh(assembler, name, size, class)?,
    };
    let uniform = Uniform { name, register, size, class, input: assembler.input };
    if shares {
        assembler.uniforms_by_name.entry(name).or_insert(assembler.uniforms.len());
        assembler.uniforms.push(uniform);
    }
    if !name.starts_with('_') {
        let executable = assembler.executable(name);
        if executable.uniforms.len() == MAX_TABLE {
            let fault = assembler.fault(
                &rules::TABLE_FULL,
                name,
                format!("too many referenced uniforms: {name}"),
                format!("the file names more than {MAX_TABLE} uniforms and inputs"),
            );
            return Err(fault.help(
                "join some of them to arrays, or begin their names with `_` to keep them out of the table",
            ));
        }
        executable.uniforms.push(uniform);
    }
    let kind = match class {
        UniformClass::Float => Class::Float,
        UniformClass::Integer => Class::Integer,
        UniformClass::Bool => Class::Bool,
    };
    assembler.declare(name, NameKind::Uniform, kind, register, size);
    Ok(())
}

/// Register of a uniform declared by an earlier file.
fn known<'a>(
    assembler: &mut Assembler<'a>,
    name: &'a str,
    size: i32,
    class: UniformClass,
) -> Result<Option<i32>> {
    let earlier = assembler.uniforms_by_name.get(name).copied();
    let Some(&earlier) = earlier.and_then(|index| assembler.uniforms.get(index)) else {
        return Ok(None);
    };
    let first = assembler.place_in(earlier.input, earlier.name);
    if earlier.class != class {
        let fault = assembler.fault(
            &rules::UNIFORM_DIFFERS,
            name,
            format!("mismatched uniform type: {name}"),
            format!(
                "`{name}` is declared as {} here and as {} before",
                class.directive(),
                earlier.class.directive()
            ),
        );
        return Err(fault.label(first, "it is declared here first").help(
            "the files of a program share their uniforms; declare it identically, or give one of them another name",
        ));
    }
    if earlier.size != size {
        let fault = assembler.fault(
            &rules::UNIFORM_DIFFERS,
            name,
            format!("uniform '{name}' previously declared as having size {}", earlier.size),
            format!("`{name}` has {size} registers here and {} before", earlier.size),
        );
        return Err(fault.label(first, "it is declared here first").help(
            "the files of a program share their uniforms; declare it identically, or give one of them another name",
        ));
    }
    Ok(Some(earlier.register))
}

/// Allocates registers for a new uniform.
fn fresh<'a>(assembler: &mut Assembler<'a>, name: &'a str, size: i32, class: UniformClass) -> Result<i32> {
    if assembler.uniforms.len() >= MAX_TABLE {
        let fault = assembler.fault(
            &rules::TABLE_FULL,
            name,
            format!("too many global uniforms: {name}"),
            format!("the program declares more than {MAX_TABLE} uniforms, repeated ones included"),
        );
        return Err(fault.help("join some of them to arrays"));
    }
    let range = assembler.space().class(class);
    if let Some(register) = range.uniform(size) {
        return Ok(register);
    }
    let left = range.left();
    let fault = assembler.fault(
        &rules::NO_REGISTER,
        name,
        format!("not enough uniform space: {name}[{size}]"),
        format!("`{name}` needs {size} {} registers, {left} are left for uniforms", class.words()),
    );
    Err(fault
        .note(format!(
            "there are {} for the uniforms of all files and the constants of each",
            match class {
                UniformClass::Float => "96 float registers",
                UniformClass::Integer => "4 integer registers",
                UniformClass::Bool => "16 bool registers (15 in a geometry shader)",
            }
        ))
        .help("declare smaller arrays, or remove constants"))
}
