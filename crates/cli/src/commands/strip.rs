//! `glassbox strip`.

use anyhow::{Result, bail};
use clap::Args;
use glassbox_core::format::{Edit, Strip};

use crate::args::InputFile;
use crate::change::{self, Change, Digest};
use crate::context::{Context, Status};

/// Remove data that programs do not need to run: debug data, reflection, names
///
/// Offsets, sizes and digests are updated; unsigned files stay unsigned unless --sign is given. Missing data is not
/// an error.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox strip shader.dxil --debug -o small.dxil
  glassbox strip shader.dxil --debug --reflection --in-place
  glassbox strip shader.dxil --all --sign -o signed.dxil
  glassbox strip shader.dxil --all --digest zero -o unsigned.dxil
  glassbox strip shader.spv --debug --names -o small.spv

Exit status:
  0  fine
  1  the input has an unknown format, is a text form with errors, or cannot be stripped
  2  the command could not run, or the input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: InputFile,
    #[command(flatten)]
    change: Change,
    /// Debug information
    #[arg(long)]
    debug: bool,
    /// Reflection
    #[arg(long)]
    reflection: bool,
    /// Names without effect at run time
    #[arg(long)]
    names: bool,
    /// The root signature
    #[arg(long)]
    root_signature: bool,
    /// Private data
    #[arg(long)]
    private: bool,
    /// All of these
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    digest: Digest,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let chosen = [
        (arguments.debug, Strip::Debug),
        (arguments.reflection, Strip::Reflection),
        (arguments.names, Strip::Names),
        (arguments.root_signature, Strip::RootSignature),
        (arguments.private, Strip::Private),
    ];
    let wanted: Vec<Strip> =
        chosen.into_iter().filter(|(chosen, _)| *chosen || arguments.all).map(|(_, strip)| strip).collect();
    if wanted.is_empty() {
        bail!(
            "nothing to strip; choose --debug, --reflection, --names, --root-signature, --private or --all"
        );
    }
    change::apply(
        context,
        &arguments.file.path()?,
        &arguments.change,
        arguments.digest.policy(),
        &[Edit::Strip(&wanted)],
    )
}
