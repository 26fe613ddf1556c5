//! Reads the tables in a module's metadata: shader model, entry point, resources, structure annotations.
//!
//! Source: the description of DXIL in the DirectX shader compiler's documentation.

use std::collections::HashMap;

use glassbox_dxcontainer::program::ShaderKind;
use glassbox_dxil::ir::{Metadata, MetadataId, TypeId, Typed};

/// Operands of a metadata node.
pub(super) type Operands<'m> = &'m [Option<MetadataId>];

/// Most rows of a table shown.
pub(super) const MAX_ROWS: usize = 1 << 16;

/// Tables of a module.
pub(super) struct Tables<'m> {
    /// Module read.
    pub(super) module: &'m Typed<'m>,
    /// Text allowed per table, bytes.
    pub(super) room: usize,
    /// Annotation of each structure.
    annotations: HashMap<TypeId, Operands<'m>>,
}

impl<'m> Tables<'m> {
    pub(super) fn new(module: &'m Typed<'m>) -> Tables<'m> {
        let mut tables = Tables {
            module,
            room: module.bytes.len().saturating_mul(64).saturating_add(1 << 20),
            annotations: HashMap::new(),
        };
        let named = module.metadata.named("dx.typeAnnotations").unwrap_or_default();
        for &node in named {
            let operands = module.metadata.node(node).unwrap_or_default();
            // Annotations of structures have tag 0, of functions tag 1.
            if tables.number(operands, 0) != Some(0) {
                continue;
            }
            for pair in operands.get(1..).unwrap_or_default().chunks_exact(2) {
                let &[Some(structure), Some(annotation)] = pair else {
                    continue;
                };
                let ty = module.metadata.value(structure).and_then(|value| module.type_of(value));
                if let (Some(ty), Some(annotation)) = (ty, module.metadata.node(annotation)) {
                    tables.annotations.entry(ty).or_insert(annotation);
                }
            }
        }
        tables
    }

    /// Annotation of a structure: its size, then a node per field.
    pub(super) fn annotation(&self, structure: TypeId) -> Option<Operands<'m>> {
        self.annotations.get(&structure).copied()
    }

    /// Integer operand.
    pub(super) fn number(&self, operands: Operands<'_>, index: usize) -> Option<i64> {
        let value = self.module.metadata.value((*operands.get(index)?)?)?;
        self.module.integer(value)
    }

    /// Operand as an unsigned 32-bit number; 0 if it is not one.
    pub(super) fn word(&self, operands: Operands<'_>, place: usize) -> u32 {
        self.number(operands, place).map_or(0, |number| number as u32)
    }

    /// String operand.
    pub(super) fn text(&self, operands: Operands<'_>, index: usize) -> &'m [u8] {
        let id = operands.get(index).copied().flatten();
        id.and_then(|id| self.module.metadata.string(id)).unwrap_or_default()
    }

    /// Node operand.
    pub(super) fn node(&self, operands: Operands<'_>, index: usize) -> Operands<'m> {
        let id = operands.get(index).copied().flatten();
        id.and_then(|id| self.module.metadata.node(id)).unwrap_or_default()
    }

    /// Type of a value operand.
    pub(super) fn type_of(&self, operands: Operands<'_>, index: usize) -> Option<TypeId> {
        let id = (*operands.get(index)?)?;
        match self.module.metadata.get(id)? {
            Metadata::Value(value) => self.module.type_of(value),
            _ => None,
        }
    }

    /// Value of a tag in a list of pairs.
    pub(super) fn tagged(&self, operands: Operands<'_>, tag: i64) -> Option<i64> {
        let place = self.place(operands, tag)?;
        self.number(operands, place)
    }

    /// Index of a tag's value in a list of pairs.
    pub(super) fn place(&self, operands: Operands<'_>, tag: i64) -> Option<usize> {
        let places = (0..operands.len()).step_by(2);
        places
            .map(|place| (place, self.number(operands, place)))
            .find_map(|(place, found)| (found == Some(tag)).then_some(place + 1))
    }

    /// Operands of the first node of a named one.
    pub(super) fn first(&self, name: &str) -> Operands<'m> {
        let first = self.module.metadata.named(name).and_then(|nodes| nodes.first());
        first.and_then(|&id| self.module.metadata.node(id)).unwrap_or_default()
    }

    /// True if the module states a DXIL version; there is nothing to write otherwise.
    pub(super) fn is_dxil(&self) -> bool {
        self.module.metadata.named("dx.version").is_some()
    }

    /// Shader kind, from the profile's prefix.
    pub(super) fn kind(&self) -> ShaderKind {
        match self.text(self.first("dx.shaderModel"), 0) {
            b"ps" => ShaderKind::PIXEL,
            b"vs" => ShaderKind::VERTEX,
            b"gs" => ShaderKind::GEOMETRY,
            b"hs" => ShaderKind::HULL,
            b"ds" => ShaderKind::DOMAIN,
            b"cs" => ShaderKind::COMPUTE,
            b"lib" => ShaderKind::LIBRARY,
            b"ms" => ShaderKind::MESH,
            b"as" => ShaderKind::AMPLIFICATION,
            _ => ShaderKind::INVALID,
        }
    }

    /// Entry point: function, name, signatures, resources, properties.
    pub(super) fn entry(&self) -> Operands<'m> {
        self.first("dx.entryPoints")
    }

    /// Shader flags.
    pub(super) fn flags(&self) -> u64 {
        let properties = self.node(self.entry(), 4);
        self.tagged(properties, 0).unwrap_or(0) as u64
    }

    /// Resources of a class: 0 SRV, 1 UAV, 2 constant buffer, 3 sampler.
    pub(super) fn resources(&self, class: usize) -> impl Iterator<Item = Operands<'m>> {
        let list = self.node(self.first("dx.resources"), class);
        let module = self.module;
        let items = list.iter().flatten().take(MAX_ROWS);
        items.filter_map(move |&id| module.metadata.node(id))
    }
}
