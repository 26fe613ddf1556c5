//! Implements [`Format`] for DirectX containers.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Rule};
use glassbox_core::format::{
    Artifact, ContainerPart, DigestPolicy, Edit, EditError, Embedded, Format, MatchConfidence, OpenedFile,
    Repair, ScanBudget, Summary, WriteError, WriteLayout,
};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::needs::Needs;
use glassbox_core::reader::{Reader, Window};

use glassbox_dxil::validate::model_named;

use crate::container::Container;
use crate::program::Version;
pub use crate::raw::ID;
use crate::write::{Draft, Layout, canonical, with_layout};
use crate::{
    artifacts, check, edit, extent, interface, names, needs, part, raw, read, repair, rules, summary,
};

/// DirectX containers.
#[derive(Clone, Copy, Debug)]
pub struct DxContainerFormat;

/// The instance to register.
pub static FORMAT: DxContainerFormat = DxContainerFormat;

impl Format for DxContainerFormat {
    fn id(&self) -> &'static str {
        ID
    }

    fn title(&self) -> &'static str {
        "DirectX container (DXBC, DXIL)"
    }

    fn rules(&self) -> &'static [&'static Rule] {
        &rules::RULES
    }

    fn detect(&self, bytes: &[u8]) -> MatchConfidence {
        let magic = bytes.get(..4).unwrap_or(bytes);
        if magic == raw::MAGIC {
            MatchConfidence::Yes
        } else if !magic.is_empty() && raw::MAGIC.starts_with(magic) {
            MatchConfidence::Maybe
        } else {
            MatchConfidence::No
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["dxil", "dxbc"]
    }

    fn signatures(&self) -> &'static [&'static [u8]] {
        &[&raw::MAGIC]
    }

    fn extent(&self, bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
        extent::extent(bytes, effort)
    }

    fn map(&self, reader: &mut Reader<'_, &mut Map>) -> Result<(), Box<Diagnostic>> {
        read::name(reader)
    }

    fn open<'a>(
        &self,
        window: Window<'a>,
        limits: &Limits,
    ) -> Result<Box<dyn OpenedFile + 'a>, Box<Diagnostic>> {
        Ok(Box::new(read::open(window, limits)?))
    }
}

impl OpenedFile for Container<'_> {
    fn check(&self) -> Diagnostics {
        check::check(self)
    }

    fn check_for(&self, environment: &str) -> Diagnostics {
        check::check_for(self, model_named(environment).map(|model| Version::new(model.major, model.minor)))
    }

    fn summary(&self) -> Summary {
        summary::summary(self)
    }

    fn needs(&self) -> Option<Needs> {
        needs::needs(self)
    }

    fn interface(&self) -> Interface {
        interface::interface(&self.context())
    }

    fn symbols(&self) -> Vec<Symbol> {
        names::symbols(self)
    }

    fn artifacts(&self) -> Vec<Artifact<'_>> {
        artifacts::artifacts(self)
    }

    fn strings_in_code(&self) -> Vec<(String, Vec<u8>)> {
        names::in_code(self)
    }

    fn embedded(&self) -> Vec<Embedded<'_>> {
        artifacts::embedded(self)
    }

    fn parts(&self) -> Vec<ContainerPart> {
        summary::directory(self)
    }

    fn edit(&self, edit: &Edit<'_>, digest: DigestPolicy) -> Result<Vec<u8>, EditError> {
        edit::edit(self, edit, digest.into())
    }

    fn check_symbols(&self) -> Option<Diagnostics> {
        self.directory.find(b"SYM0")?;
        let mut findings = Diagnostics::new(self.limits.diagnostics.max(1));
        let all = check::check(self);
        let about = |id: &str| {
            id.starts_with("DXC-SYM-") || id.starts_with("DXC-STR-") || id == rules::program::BITCODE.id
        };
        findings.extend(all.items().iter().filter(|finding| about(finding.rule.id)).cloned());
        Some(findings)
    }

    fn check_root_signature(&self, data: &[u8]) -> Option<Diagnostics> {
        let (signature, findings) = part::rts::parse(data, &self.limits);
        Some(signature.map_or(findings, |signature| check::coverage(self, &signature)))
    }

    fn repairs(&self) -> Vec<Repair> {
        repair::repairs(self)
    }

    fn repair(&self, name: &str) -> Result<Vec<u8>, EditError> {
        repair::repair(self, name)
    }

    fn write(&self, layout: WriteLayout) -> Result<Vec<u8>, WriteError> {
        let draft = Draft::of(self);
        match layout {
            WriteLayout::Canonical => canonical(&draft),
            WriteLayout::Original => with_layout(&draft, &Layout::of(self)),
        }
    }
}
