//! The subcommands.

mod asm;
mod bpx_assembly;
mod compile;
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
mod packages;
mod parse;
mod part;
mod print;
mod repair;
mod run;
mod scan;
mod sign;
mod strip;
mod symbols;
mod symtab;
mod validate;
mod view;

use anyhow::Result;
use clap::{Args as _, Subcommand};

use crate::context::{Context, Status};

pub(crate) use asm::{picasso_arguments, run_picasso};

/// Subcommands: each is a module with `Arguments` and `run`. The name in parentheses is a former one that still works.
macro_rules! commands {
    ($($name:literal $(($old:literal))? $variant:ident $module:ident),+ $(,)?) => {
        /// The subcommands in the order of the help page.
        #[derive(Subcommand, Debug)]
        pub(crate) enum Command {
            $(
                #[command(name = $name $(, alias = $old)?)]
                $variant(Box<$module::Arguments>),
            )+
        }

        /// Runs a subcommand.
        pub(crate) fn run(command: Command, context: &Context) -> Result<Status> {
            match command {
                $(Command::$variant(arguments) => $module::run(&arguments, context),)+
            }
        }

        /// Describes one subcommand, which is much faster than describing all.
        pub(crate) fn described(name: &str) -> Option<clap::Command> {
            match name {
                $($name $(| $old)? => Some($module::Arguments::augment_args(clap::Command::new($name))),)+
                _ => None,
            }
        }
    };
}

commands! {
    "info" Info info,
    "dump" Dump dump,
    "print" Print print,
    "parse" Parse parse,
    "validate" Validate validate,
    "explain" Explain explain,
    "interface" Interface interface,
    "symbols" Symbols symbols,
    "extract" Extract extract,
    "scan" Scan scan,
    "diff" Diff diff,
    "view" View view,
    "repair" Repair repair,
    "part" Part part,
    "strip" Strip strip,
    "sign" Sign sign,
    "symtab" Symtab symtab,
    "disasm" Disasm disasm,
    "asm" Asm asm,
    "compile" Compile compile,
    "bpx-assembly" ("assemble") BpxAssembly bpx_assembly,
    "link" Link link,
    "run" Run run,
    "convert" Convert convert,
    "completions" Completions completions,
    "man" Man man,
}
