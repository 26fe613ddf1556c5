//! Looks up and runs directives.

mod block;
mod constant;
mod geometry;
mod name;
mod uniform;

use super::arguments::Arguments;
use super::exact;
use super::fault::Result;
use super::state::Assembler;
use crate::rules;
use glassbox_core::suggest::similar;

/// A directive.
pub(crate) struct Directive {
    /// Name without the dot, in lower case.
    pub(crate) name: &'static str,
    /// Syntax, for help.
    pub(crate) usage: &'static str,
    /// True if picasso lacks it.
    pub(crate) is_extension: bool,
    /// Implementation.
    pub(crate) run: for<'a> fn(&mut Assembler<'a>, &mut Arguments<'a>) -> Result<()>,
}

const fn row(
    name: &'static str,
    usage: &'static str,
    run: for<'a> fn(&mut Assembler<'a>, &mut Arguments<'a>) -> Result<()>,
) -> Directive {
    Directive { name, usage, is_extension: false, run }
}

/// A table row for a directive that picasso lacks.
pub(crate) const fn extension(
    name: &'static str,
    usage: &'static str,
    run: for<'a> fn(&mut Assembler<'a>, &mut Arguments<'a>) -> Result<()>,
) -> Directive {
    Directive { is_extension: true, ..row(name, usage, run) }
}

/// Directives of picasso.
static DIRECTIVES: &[Directive] = &[
    row("proc", ".proc name", block::procedure),
    row("else", ".else", block::otherwise),
    row("end", ".end", block::end),
    row("alias", ".alias name register", name::alias),
    row("fvec", ".fvec name[size], …", uniform::float),
    row("ivec", ".ivec name[size], …", uniform::integer),
    row("bool", ".bool name[size], …", uniform::bool),
    row("constf", ".constf name(x, y, z, w)", constant::float),
    row("consti", ".consti name(x, y, z, w)", constant::integer),
    row(
        "constfa",
        ".constfa name[size], then .constfa (x, y, z, w) for each element and .end",
        constant::array,
    ),
    row("in", ".in name register", name::input),
    row("out", ".out name type.mask register", name::output),
    row("entry", ".entry procedure", name::entry),
    row("nodvle", ".nodvle", name::no_executable),
    row("gsh", ".gsh point c0", geometry::geometry),
    row("setf", ".setf c0(x, y, z, w)", constant::set_float),
    row("seti", ".seti i0(x, y, z, w)", constant::set_integer),
    row("setb", ".setb b0 true", constant::set_bool),
];

/// All tables of directives, in search order.
static TABLES: &[&[Directive]] = &[DIRECTIVES, exact::DIRECTIVES];

/// All directives.
pub(crate) fn directives() -> impl Iterator<Item = &'static Directive> {
    TABLES.iter().copied().flatten()
}

/// The directive with this name, ignoring case.
pub(crate) fn directive(name: &str) -> Option<&'static Directive> {
    directives().find(|row| row.name.eq_ignore_ascii_case(name))
}

impl<'a> Assembler<'a> {
    /// Runs a directive; `name` is without its dot.
    pub(crate) fn run_directive(&mut self, name: &'a str, arguments: &mut Arguments<'a>) -> Result<()> {
        let row = directive(name).filter(|row| !(row.is_extension && self.is_compatible()));
        if let Some(row) = row {
            return (row.run)(self, arguments).map_err(|fault| match fault.finding.help {
                Some(_) => fault,
                None => fault.help(format!("it is written `{}`", row.usage)),
            });
        }
        let picasso = format!("invalid instruction: {name}");
        if directive(name).is_some() {
            let message = format!("`.{name}` is an extension, which picasso does not have");
            let fault = self.fault(&rules::EXTENSION, arguments.word, picasso, message);
            return Err(fault.help("assemble without --compat picasso"));
        }
        let fault = self.fault(
            &rules::UNKNOWN_COMMAND,
            arguments.word,
            picasso,
            format!("`.{name}` is not a directive"),
        );
        let known = directives().map(|row| row.name);
        let is_mnemonic = super::mnemonic::mnemonic(name).is_some();
        Err(match similar(name, known) {
            _ if is_mnemonic => fault.help(format!("instructions have no dot: `{name}`")),
            Some(close) => fault.help(format!("did you mean `.{close}`?")),
            None => match FOREIGN.iter().find(|(word, _)| word.eq_ignore_ascii_case(name)) {
                Some((_, help)) => fault.help(*help),
                None => fault.help("the directives are .proc .else .end .alias .fvec .ivec .bool .constf .consti .constfa .setf .seti .setb .in .out .entry .nodvle .gsh"),
            },
        })
    }
}

/// Other assemblers' directives and their equivalents.
static FOREIGN: &[(&str, &str)] = &[
    (
        "vsh",
        "the entry procedure is named by `.entry`; a file is a vertex shader unless `.gsh` says otherwise",
    ),
    ("const", "constants are declared by `.constf name(x, y, z, w)`"),
    ("uniform", "uniforms are declared by `.fvec`, `.ivec` and `.bool`"),
    ("opdesc", "operand descriptors are made from the operands"),
    ("include", "there is no include; give several files to the assembler"),
    ("macro", "there are no macros; run a preprocessor first, its line markers are understood"),
    ("define", "use `.alias name register`, or run a preprocessor first"),
    ("main", "the entry procedure is `main`, or the one that `.entry` names"),
    ("endproc", "a procedure is closed by `.end`"),
    ("endif", "a condition is closed by `.end`"),
];
