//! The programs linked to an assembly at once.

use glassbox_bpx::file::Numbering;
use glassbox_bpx::pack::Pack;
use glassbox_bpx::raw::SymbolFlags;
use glassbox_bpx::read::open;
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
        // What one file of the chain does not have another may; what one defines differently is wrong in any case.
        let mut missing: Option<Vec<Diagnostic>> = None;
        let mut wrong = Vec::new();
        for (_, assembly, at) in &self.chain {
            let Ok(assembly) = open(Window::whole(assembly), &limits, Numbering::Released) else {
                continue;
            };
            let found = glassbox_bpx::link::check(&program, &assembly, &limits).into_sorted();
            let (absent, other): (Vec<_>, Vec<_>) = found
                .into_iter()
                .partition(|finding| finding.rule == &glassbox_bpx::rules::LNK_01);
            missing = Some(match missing {
                None => absent,
                Some(before) => {
                    let still = |finding: &Diagnostic| {
                        absent.iter().any(|other| other.message == finding.message)
                    };
                    before.into_iter().filter(still).collect()
                }
            });
            wrong.extend(other.into_iter().map(|finding| (finding, at.clone())));
        }
        let at = self.chain.first().map(|(_, _, at)| at.clone()).unwrap_or_default();
        let missing = missing.unwrap_or_default().into_iter().map(|finding| (finding, at.clone()));
        let all: Vec<_> = missing.chain(wrong).collect();
        if !all.is_empty() {
            for (mut finding, at) in all {
                // Each target has the same symbols; what is wrong with them is said once.
                finding.location = at;
                let is_known = findings.items().iter().any(|known| {
                    known.rule == finding.rule && known.message == finding.message
                });
                if !is_known {
                    findings.push(finding);
                }
            }
            return None;
        }
        pack.assembly = self.hash;
        for symbol in &mut pack.symbols {
            if symbol.flags.has(SymbolFlags::EXTERNAL) {
                symbol.flags = symbol.flags.with(SymbolFlags::ASSEMBLY);
            }
        }
        Some(pack)
    }
}
