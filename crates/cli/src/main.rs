//! The `glassbox` command: arguments and glue, one file per subcommand.

mod args;
mod batch;
mod change;
mod commands;
mod context;
mod conversion;
mod findings;
mod gate;
mod identity;
mod input;
mod interrupt;
mod output;
mod page;
mod pipeline;
mod png;
mod progress;
mod query;
mod reports;
mod root_signature;
mod watch;

use std::path::Path;
use std::process::ExitCode;

use crate::context::{Context, Mistaken, Status};

fn main() -> ExitCode {
    // Some options of picasso, such as -h, have another meaning in this program.
    let arguments: Vec<_> = std::env::args_os().collect();
    if let Some((name, arguments)) = commands::picasso_arguments(&arguments) {
        return commands::run_picasso(&name, &arguments);
    }
    // The program starts itself to load libraries that may crash.
    if let [_, word, library] = &arguments[..]
        && word == glassbox_dxcompiler::worker::WORD
    {
        return serve(Path::new(library));
    }
    let cli = args::Cli::read(&arguments);
    let context = Context::new(&cli.globals);
    if let Some(most) = cli.globals.max_input {
        input::set_limit(most);
    }
    let done = match commands::run(cli.command, &context) {
        Err(error) if error.is::<Mistaken>() => Ok(Status::Errors),
        done => done,
    };
    let done = done.and_then(|status| {
        context.close(status)?;
        Ok(status)
    });
    match done {
        Ok(status) => status.into(),
        // A reader that closes the pipe early is not a failure: `glassbox dump file | head` ends this way.
        Err(error) if is_broken_pipe(&error) => Status::Fine.into(),
        Err(error) => {
            context.print_error(&format!("{error:#}"));
            Status::Failed.into()
        }
    }
}

/// Answers one request with a foreign library.
fn serve(library: &Path) -> ExitCode {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    match glassbox_dxcompiler::worker::serve(library, &mut input, &mut output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<std::io::Error>();
        io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
