//! Links built programs to an assembly.

use glassbox_bpx::file::Numbering;
use glassbox_bpx::read::open;
use glassbox_bpx_link::{Input, Options, link};
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

use crate::project::Project;
use crate::rules;
use crate::sources::{Files, Sources, beside};

/// Placeholder for the target's name in a path.
const TARGET: &str = "{target}";

/// Assemblies of a project: one for all targets, or one per target.
pub(super) struct Assemblies {
    chains: Vec<Chain>,
}

/// Assembly and its parents.
struct Chain {
    /// Target whose programs are linked to it; `None` for all.
    target: Option<&'static str>,
    /// The assembly, then its parents.
    files: Vec<ChainFile>,
}

struct ChainFile {
    path: String,
    bytes: Vec<u8>,
    /// Location of its name in the project file.
    at: Location,
}

impl Assemblies {
    /// Reads a project's assembly and its parents. `None` if the project has none, or one is
    /// unusable, which is reported.
    pub(super) fn read(
        project: &Project,
        files: &dyn Files,
        sources: &Sources,
        findings: &mut Diagnostics,
    ) -> Option<Assemblies> {
        let assembly = project.assembly.as_ref()?;
        let mut names = std::iter::once(assembly).chain(&project.parents);
        let targets: Vec<Option<&'static str>> = if names.any(|name| name.value.contains(TARGET)) {
            project.targets.iter().map(|target| Some(target.name())).collect()
        } else {
            vec![None]
        };
        let project_name = sources.get(0).map_or("", |file| file.name.as_str());
        let limits = Limits::default();
        let mut chains = Vec::new();
        let mut is_whole = true;
        for target in targets {
            let mut chain = Chain { target, files: Vec::new() };
            for stated in std::iter::once(assembly).chain(&project.parents) {
                let name = stated.value.replace(TARGET, target.unwrap_or_default());
                let path = beside(project_name, &name);
                let at = sources.location(0, stated.span.range());
                let message = match files.read(&path) {
                    Err(reason) => format!("found no assembly in {path}: {reason}"),
                    Ok(bytes) => {
                        let file = open(Window::whole(&bytes), &limits, Numbering::Released);
                        if file.is_ok_and(|file| file.is_assembly()) {
                            chain.files.push(ChainFile { path, bytes, at });
                            continue;
                        }
                        format!("found {path}, which is not an assembly")
                    }
                };
                let help = "name a file written by `glassbox bpx-assembly`";
                findings.report(&rules::ASSEMBLY, at, message).help(help);
                is_whole = false;
            }
            chains.push(chain);
        }
        is_whole.then_some(Assemblies { chains })
    }

    /// Files that were read, without duplicates.
    pub(super) fn paths(&self) -> Vec<String> {
        let mut paths: Vec<String> = Vec::new();
        for file in self.chains.iter().flat_map(|chain| &chain.files) {
            if !paths.contains(&file.path) {
                paths.push(file.path.clone());
            }
        }
        paths
    }

    /// Links a target's program: each external symbol must have the same definition in the assembly
    /// or a parent. `places` locates the program's symbols in the sources.
    pub(super) fn link(
        &self,
        program: &[u8],
        target: &'static str,
        places: &[Location],
        findings: &mut Diagnostics,
    ) -> Option<Vec<u8>> {
        let mut chains = self.chains.iter();
        let chain = chains.find(|chain| chain.target.is_none_or(|known| known == target))?;
        let limits = Limits::default();
        let program = open(Window::whole(program), &limits, Numbering::Released).ok()?;
        let mut files = Vec::with_capacity(chain.files.len());
        for file in &chain.files {
            files.push(open(Window::whole(&file.bytes), &limits, Numbering::Released).ok()?);
        }
        let pairs = chain.files.iter().zip(&files);
        let assemblies: Vec<Input<'_>> =
            pairs.map(|(chain, file)| Input { name: &chain.path, file }).collect();
        let input = Input { name: "the program", file: &program };
        let linked = link(&input, &assemblies, &Options::default(), &limits);
        for mut finding in linked.findings {
            chain.place(&mut finding, places);
            // All targets have the same symbols; report each problem once.
            let is_known = findings
                .items()
                .iter()
                .any(|known| known.rule == finding.rule && known.message == finding.message);
            if !is_known {
                findings.push(finding);
            }
        }
        linked.done.map(|_| linked.bytes)
    }
}

impl Chain {
    /// Moves a finding from the packages, which are not written yet or not by the user, to the
    /// symbol's declaration and the assembly's name.
    fn place(&self, finding: &mut Diagnostic, places: &[Location]) {
        let assembly = |input: u32| {
            let place = (input as usize).saturating_sub(1);
            self.files.get(place).map(|file| file.at.clone())
        };
        let symbol = (finding.location.input == 0)
            .then(|| symbol_of(&finding.location.path))
            .flatten()
            .and_then(|symbol| places.get(symbol));
        match symbol {
            Some(place) => {
                finding.location = place.clone();
                finding.labels.clear();
                if let Some(at) = assembly(1) {
                    finding.labels.push(glassbox_core::diagnostic::Label {
                        location: at,
                        message: "the program is linked to this".to_owned(),
                    });
                }
            }
            None => {
                finding.location = assembly(finding.location.input).unwrap_or_default();
                finding.labels.clear();
            }
        }
    }
}

/// Symbol number in the path of a field.
fn symbol_of(path: &str) -> Option<usize> {
    let (_, rest) = path.split_once("symbols[")?;
    rest.split_once(']')?.0.parse().ok()
}
