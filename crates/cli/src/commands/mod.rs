//! The subcommands.

mod asm;
mod completions;
mod convert;
mod diff;
mod disasm;
mod dump;
mod explain;
mod extract;
mod info;
mod interface;
mod link;
mod man;
mod parse;
mod part;
mod print;
mod repair;
mod run;
mod scan;
mod sign;
mod strip;
mod symbols;
mod validate;

use anyhow::Result;
use clap::Subcommand;

use crate::context::{Context, Status};

pub(crate) use asm::{picasso_arguments, run_picasso};

/// The subcommands in the order of the help page.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Info(info::Arguments),
    Dump(dump::Arguments),
    Print(print::Arguments),
    Parse(parse::Arguments),
    Validate(validate::Arguments),
    Explain(explain::Arguments),
    Interface(interface::Arguments),
    Symbols(symbols::Arguments),
    Extract(extract::Arguments),
    Scan(scan::Arguments),
    Diff(diff::Arguments),
    Repair(repair::Arguments),
    Part(part::Arguments),
    Strip(strip::Arguments),
    Sign(sign::Arguments),
    Disasm(disasm::Arguments),
    Asm(asm::Arguments),
    Link(link::Arguments),
    Run(Box<run::Arguments>),
    Convert(convert::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Runs a subcommand.
pub(crate) fn run(command: Command, context: &mut Context) -> Result<Status> {
    match command {
        Command::Info(arguments) => info::run(&arguments, context),
        Command::Dump(arguments) => dump::run(&arguments, context),
        Command::Print(arguments) => print::run(&arguments, context),
        Command::Parse(arguments) => parse::run(&arguments, context),
        Command::Validate(arguments) => validate::run(&arguments, context),
        Command::Explain(arguments) => explain::run(&arguments, context),
        Command::Interface(arguments) => interface::run(&arguments, context),
        Command::Symbols(arguments) => symbols::run(&arguments, context),
        Command::Extract(arguments) => extract::run(&arguments, context),
        Command::Scan(arguments) => scan::run(&arguments, context),
        Command::Diff(arguments) => diff::run(&arguments, context),
        Command::Repair(arguments) => repair::run(&arguments, context),
        Command::Part(arguments) => part::run(&arguments, context),
        Command::Strip(arguments) => strip::run(&arguments, context),
        Command::Sign(arguments) => sign::run(&arguments, context),
        Command::Disasm(arguments) => disasm::run(&arguments, context),
        Command::Asm(arguments) => asm::run(&arguments, context),
        Command::Link(arguments) => link::run(&arguments, context),
        Command::Run(arguments) => run::run(&arguments, context),
        Command::Convert(arguments) => convert::run(&arguments, context),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
    }
}
