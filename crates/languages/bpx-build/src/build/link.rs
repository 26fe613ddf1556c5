//! The programs linked to an assembly at once.

use glassbox_bpx::file::Numbering;
use glassbox_bpx::pack::Pack;
use glassbox_bpx::raw::SymbolFlags;
use glassbox_bpx::read::open;
use glassbox_bpx_link::{Input, Options, link};
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

use crate::rules;

/// An assembly and its parents.
pub(super) struct Assembly {
    /// Path, bytes and where the project file names it; the assembly first.
    chain: Vec<(String, Vec<u8>, Location)>,
    hash: u64,
}

impl Assembly {
    /// Opens the files; `None` where one is no assembly, which is reported.
    pub(super) fn new(
        chain: Vec<(String, Vec<u8>, Location)>,
        findings: &mut Diagnostics,
    ) -> Option<Assembly> {
        let limits = Limits::default();
        let mut hash = None;
        for (path, bytes, at) in &chain {
            let file = open(Window::whole(bytes), &limits, Numbering::Released);
            match file {
                Ok(file) if file.is_assembly() => {
                    hash = hash.or(Some(file.shader_ext().assembly.0));
                }
                _ => {
                    let message = format!("found {path}, which is no assembly");
                    let help = "name a file that `glassbox assemble` has made";
                    findings.push(Diagnostic::new(&rules::ASSEMBLY, at.clone(), message).help(help));
                    return None;
                }
            }
        }
        let hash = hash?;
        Some(Assembly { chain, hash })
    }

    /// Links a program: each external symbol is one of the assembly or of a parent, with the same definition.
    pub(super) fn link(&self, mut pack: Pack<'static>, findings: &mut Diagnostics) -> Option<Pack<'static>> {
        let limits = Limits::default();
        let bytes = pack.write().ok()?;
        let program = open(Window::whole(&bytes), &limits, Numbering::Released).ok()?;
        let mut files = Vec::with_capacity(self.chain.len());
        for (_, bytes, _) in &self.chain {
            files.push(open(Window::whole(bytes), &limits, Numbering::Released).ok()?);
        }
        let assemblies: Vec<Input<'_>> = self
            .chain
            .iter()
            .zip(&files)
            .map(|((name, ..), file)| Input { name, file })
            .collect();
        let input = Input {
            name: "the program",
            file: &program,
        };
        let linked = link(&input, &assemblies, &Options::default(), &limits);
        for mut finding in linked.findings {
            // Input 0 is the program, which has no place in a source; the others are the files of the chain.
            let place = (finding.location.input as usize).saturating_sub(1);
            if let Some((_, _, at)) = self.chain.get(place) {
                finding.location = at.clone();
            }
            finding.labels.clear();
            // Each target has the same symbols; what is wrong with them is said once.
            let is_known = findings
                .items()
                .iter()
                .any(|known| known.rule == finding.rule && known.message == finding.message);
            if !is_known {
                findings.push(finding);
            }
        }
        linked.done?;
        pack.assembly = self.hash;
        for symbol in &mut pack.symbols {
            if symbol.flags.has(SymbolFlags::EXTERNAL) {
                symbol.flags = symbol.flags.with(SymbolFlags::ASSEMBLY);
            }
        }
        Some(pack)
    }
}
