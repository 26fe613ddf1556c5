//! Reads resources and constant buffers from DXIL metadata: resource names, which are in no other part, and buffer
//! members.
//!
//! Source: the DXIL description in the DirectX shader compiler's documentation, sections on resources and type
//! annotations.

mod types;

use glassbox_core::interface::{Block, Interface, Member, Resource, Type};
use glassbox_dxil::Module;
use glassbox_dxil::metadata::Item;
use glassbox_dxil::shader::resource::tag;

use super::budget::Budget;
use super::resources::{Class, kind_words, registers, resource};
use crate::context::Context;
use crate::part::Content;
use crate::part::psv::raw::ResourceKind;
use crate::part::rdat::raw::DxilType;
use crate::part::rdef::raw::BufferType;
use types::{Shape, Types};

/// Maximum number of resources listed.
const MAX_LISTED: usize = 1 << 14;
/// Maximum nesting depth of structures.
const MAX_DEPTH: u32 = 16;
/// Register size, bytes; array elements and matrix columns are register-aligned.
const REGISTER: u32 = 16;

/// Tags of a field annotation.
const MATRIX: u32 = 2;
const OFFSET: u32 = 3;
const NAME: u32 = 6;
const COMPONENT: u32 = 7;

/// Resources and buffers of a module.
#[derive(Default)]
pub(super) struct Found {
    pub(super) resources: Vec<Resource>,
    pub(super) blocks: Vec<Block>,
}

/// Reads resources and buffers. The compiler keeps names in the `STAT` module and may strip them from the program;
/// debug files hold only the program with debug information.
pub(super) fn found(context: &Context<'_, '_>, budget: &mut Budget) -> Option<Found> {
    let read = |code| match context.find(code) {
        Some((_, Content::Program(program))) => Module::read(program.bitcode).ok(),
        _ => None,
    };
    let statistics = read(b"STAT");
    let debug = if statistics.is_none() && context.module().is_none() { read(b"ILDB") } else { None };
    let module = statistics.as_ref().or(context.module()).or(debug.as_ref())?;
    let view = View {
        module,
        types: Types::read(module.bytes),
        annotations: Vec::new(),
        work: context.limits.work(module.bytes.len() as u64),
    };
    view.annotated().read(budget)
}

struct View<'m, 'a> {
    module: &'m Module<'a>,
    types: Types,
    /// Type and annotation node of each structure, sorted by type.
    annotations: Vec<(u64, u32)>,
    /// Remaining budget of node operands.
    work: u64,
}

impl View<'_, '_> {
    /// Collects the structure annotations.
    fn annotated(mut self) -> Self {
        let named = self.module.metadata.named("dx.typeAnnotations");
        let items: Vec<u32> =
            named.map(|named| named.items.iter().copied().take(MAX_LISTED).collect()).unwrap_or_default();
        for item in items {
            let Some(node) = self.node(item) else { continue };
            if self.number(&node, 0) != Some(0) {
                continue;
            }
            for pair in node.get(1..).unwrap_or_default().chunks_exact(2) {
                if let [Some(key), Some(annotation)] = *pair
                    && let Some(Item::Value { type_id, .. }) = self.module.metadata.item(key)
                {
                    self.annotations.push((type_id, annotation));
                }
            }
        }
        self.annotations.sort_unstable();
        self
    }

    /// Operands of a node; `None` if the budget is exhausted.
    fn node(&mut self, number: u32) -> Option<Vec<Option<u32>>> {
        self.work = self.work.checked_sub(1)?;
        let node = self.module.metadata.node(number)?;
        self.work = self.work.saturating_sub(node.len() as u64);
        Some(node)
    }

    /// Integer value of an operand; `None` if negative.
    fn number(&self, node: &[Option<u32>], index: usize) -> Option<u32> {
        match self.module.metadata.item((*node.get(index)?)?)? {
            Item::Value { value, .. } => u32::try_from(self.module.integer(value)?).ok(),
            _ => None,
        }
    }

    fn text(&mut self, node: &[Option<u32>], index: usize, budget: &mut Budget) -> String {
        let number = node.get(index).copied().flatten().filter(|_| self.work > 0);
        let text = number.and_then(|number| self.module.metadata.string(number)).unwrap_or_default();
        // Strings are decoded on every use, and many nodes may share a long one.
        self.work = self.work.saturating_sub(text.len() as u64);
        budget.string(&text)
    }

    fn read(mut self, budget: &mut Budget) -> Option<Found> {
        let items = self.module.metadata.named("dx.resources")?.items.clone();
        let lists = self.node(*items.first()?)?;
        let mut found = Found::default();
        // In `PSV0` order: buffers, samplers, SRVs, UAVs.
        let order = [(2, Class::Buffer), (3, Class::Sampler), (0, Class::View), (1, Class::Unordered)];
        for (place, class) in order {
            let list = lists.get(place).copied().flatten().and_then(|number| self.node(number));
            for entry in list.unwrap_or_default().into_iter().flatten().take(MAX_LISTED) {
                let Some(node) = self.node(entry) else { continue };
                self.resource(class, &node, budget, &mut found);
            }
        }
        Some(found)
    }

    fn resource(&mut self, class: Class, node: &[Option<u32>], budget: &mut Budget, found: &mut Found) {
        let name = self.text(node, 2, budget);
        let space = self.number(node, 3);
        let lower = self.number(node, 4);
        // A negative or overflowing count means unbounded.
        let count = self.number(node, 5).filter(|&count| count != u32::MAX);
        let kind = match class {
            Class::Buffer => ResourceKind::CBUFFER,
            Class::Sampler => ResourceKind::SAMPLER,
            Class::View | Class::Unordered => ResourceKind(self.number(node, 6).unwrap_or(0)),
        };
        let (read, write, dimension) = kind_words(kind);
        let word = if class == Class::Unordered { write } else { read };
        let mut out = match lower {
            Some(lower) => resource(class, word, space, lower, count),
            None => Resource { kind: word.to_owned(), ..Resource::default() },
        };
        out.name.clone_from(&name);
        out.dimension = dimension.map(str::to_owned);
        let properties = match class {
            Class::View => Some(8),
            Class::Unordered => Some(10),
            _ => None,
        };
        let properties = properties
            .and_then(|place| node.get(place).copied().flatten())
            .and_then(|number| self.node(number));
        for pair in properties.unwrap_or_default().chunks_exact(2) {
            match (self.number(pair, 0), self.number(pair, 1)) {
                (Some(tag::ELEMENT_TYPE), Some(component)) => out.format = Some(scalar(component)),
                (Some(tag::STRIDE), Some(stride)) => out.element_size = Some(stride),
                _ => {}
            }
        }
        if class == Class::Sampler && self.number(node, 6) == Some(1) {
            out.format = Some("comparison".to_owned());
        }
        if class == Class::Buffer || kind == ResourceKind::TBUFFER {
            let structure = self.structure(node);
            let members = structure.map_or_else(Vec::new, |structure| self.fields(structure, budget));
            // The size of a constant buffer is in the resource, that of a texture buffer in the structure annotation.
            let size = match (class, structure) {
                (Class::Buffer, _) => self.number(node, 6),
                (_, Some(structure)) => self.size(structure),
                (_, None) => None,
            };
            found.blocks.push(Block {
                name,
                kind: Some(if class == Class::Buffer { "cbuffer" } else { "tbuffer" }.to_owned()),
                register: lower.map(|lower| registers(class, lower, count)),
                set: space.filter(|_| lower.is_some()),
                binding: lower,
                // The module gives the end of the last member; buffers take whole registers.
                size: size.and_then(|size| size.checked_next_multiple_of(REGISTER)),
                members,
                ..Block::default()
            });
        }
        if kind == ResourceKind::STRUCTURED_BUFFER {
            found.blocks.extend(self.element(node, &out, budget));
        }
        found.resources.push(out);
    }

    /// The structure of a buffer of these, as `RDEF` has it. Offsets of its annotation are those of constant buffers.
    fn element(&mut self, node: &[Option<u32>], buffer: &Resource, budget: &mut Budget) -> Option<Block> {
        let structure = self.structure(node)?;
        let mut members = self.fields(structure, budget);
        let [element] = members.as_mut_slice() else { return None };
        element.name = "$Element".to_owned();
        let mut open = vec![&mut *element];
        while let Some(member) = open.pop() {
            (member.offset, member.array_stride, member.matrix_stride) = (None, None, None);
            open.extend(member.ty.iter_mut().flat_map(|ty| &mut ty.members));
        }
        element.offset = Some(0);
        Some(Block {
            name: buffer.name.clone(),
            kind: Some(BufferType::RESOURCE_BIND_INFO.to_string()),
            size: buffer.element_size,
            members,
            ..Block::default()
        })
    }

    /// Structure type of a resource's global symbol.
    fn structure(&self, node: &[Option<u32>]) -> Option<u64> {
        let symbol = node.get(1).copied().flatten().and_then(|number| self.module.metadata.item(number));
        let Some(Item::Value { type_id, .. }) = symbol else {
            return None;
        };
        let mut at = type_id;
        for _ in 0..MAX_DEPTH {
            match self.types.shape(at) {
                Some(Shape::Pointer(to) | Shape::Array(_, to)) => at = *to,
                _ => break,
            }
        }
        Some(at)
    }

    /// Annotation of a structure; `None` after stripping, which leaves only the types.
    fn annotation(&mut self, structure: u64) -> Option<Vec<Option<u32>>> {
        let place = self.annotations.partition_point(|entry| entry.0 < structure);
        let found = self.annotations.get(place).filter(|entry| entry.0 == structure);
        let number = found.map(|entry| entry.1)?;
        self.node(number)
    }

    /// Size of a structure: the end of its last member, bytes.
    fn size(&mut self, structure: u64) -> Option<u32> {
        let annotation = self.annotation(structure)?;
        self.number(&annotation, 0)
    }

    /// Fields of a structure, expanded to the maximum depth.
    fn fields(&mut self, structure: u64, budget: &mut Budget) -> Vec<Member> {
        let mut root = Type::default();
        let mut open: Vec<(Vec<usize>, u64)> = vec![(Vec::new(), structure)];
        while let Some((way, structure)) = open.pop() {
            let fields = self.shallow(structure, budget);
            let mut members = Vec::with_capacity(fields.len());
            for (index, (member, inner)) in fields.into_iter().enumerate() {
                if let Some(inner) = inner
                    && (way.len() as u32) < MAX_DEPTH
                {
                    let mut next = way.clone();
                    next.push(index);
                    open.push((next, inner));
                }
                members.push(member);
            }
            let mut place = Some(&mut root);
            for &index in &way {
                place = place.and_then(|ty| ty.members.get_mut(index)?.ty.as_mut());
            }
            if let Some(place) = place {
                place.members = members;
            }
        }
        root.members
    }

    /// Fields of a structure, each with its own structure type.
    fn shallow(&mut self, structure: u64, budget: &mut Budget) -> Vec<(Member, Option<u64>)> {
        let Some(Shape::Struct(elements)) = self.types.shape(structure).cloned() else {
            return Vec::new();
        };
        // Operand 0 is the size of the structure.
        let Some(fields) = self.annotation(structure) else {
            return Vec::new();
        };
        let mut out = Vec::new();
        for (index, element) in elements.into_iter().enumerate() {
            if !budget.member() {
                break;
            }
            let field = fields.get(index + 1).copied().flatten().and_then(|number| self.node(number));
            out.push(self.field(element, &field.unwrap_or_default(), budget));
        }
        out
    }

    fn field(
        &mut self,
        element: u64,
        annotation: &[Option<u32>],
        budget: &mut Budget,
    ) -> (Member, Option<u64>) {
        let mut member = Member::default();
        let mut component = None;
        let mut matrix = None;
        for pair in annotation.chunks_exact(2) {
            match self.number(pair, 0) {
                Some(NAME) => member.name = self.text(pair, 1, budget),
                Some(OFFSET) => member.offset = self.number(pair, 1),
                Some(COMPONENT) => component = self.number(pair, 1),
                Some(MATRIX) => {
                    let node = pair.get(1).copied().flatten().and_then(|number| self.node(number));
                    matrix = node.and_then(|node| {
                        Some((self.number(&node, 0)?, self.number(&node, 1)?, self.number(&node, 2)?))
                    });
                }
                _ => {}
            }
        }
        let mut ty = Type { rows: 1, columns: 1, ..Type::default() };
        let mut at = element;
        let mut inner = None;
        for _ in 0..MAX_DEPTH {
            match self.types.shape(at) {
                Some(Shape::Array(count, of)) => {
                    let count = u32::try_from(*count).unwrap_or(u32::MAX);
                    ty.array.push(glassbox_core::interface::ArraySize::Fixed(count));
                    at = *of;
                }
                Some(Shape::Vector(count)) => {
                    // Matrix columns are an array of vectors.
                    match matrix {
                        Some(_) => drop(ty.array.pop()),
                        None => ty.rows = u32::try_from(*count).unwrap_or(u32::MAX),
                    }
                    break;
                }
                Some(Shape::Struct(_)) => {
                    inner = matrix.is_none().then_some(at);
                    break;
                }
                _ => break,
            }
        }
        ty.scalar = match (inner, component) {
            (Some(_), _) => "struct".to_owned(),
            (None, Some(component)) => scalar(component),
            (None, None) => "unknown".to_owned(),
        };
        if let Some((rows, columns, orientation)) = matrix {
            ty.rows = rows;
            ty.columns = columns;
            member.row_major = orientation == 1;
            member.matrix_stride = Some(REGISTER);
        }
        if !ty.array.is_empty() && inner.is_none() {
            let registers = match matrix {
                Some((rows, _, 1)) => rows,
                Some((_, columns, _)) => columns,
                None => 1,
            };
            member.array_stride = registers.checked_mul(REGISTER);
        }
        member.ty = Some(ty);
        (member, inner)
    }
}

/// Name of a component type in DXIL numbering.
fn scalar(component: u32) -> String {
    super::library::scalar(DxilType(u8::try_from(component).unwrap_or(0)))
}

/// Replaces data of other parts by module data: resources of single shaders, and buffers without `RDEF`.
pub(super) fn merge(context: &Context<'_, '_>, is_library: bool, budget: &mut Budget, out: &mut Interface) {
    let Some(found) = found(context, budget) else {
        return;
    };
    let stages = out.entry_points.first().filter(|_| !is_library).map(|entry| entry.stage.clone());
    let stages: Vec<String> = stages.into_iter().collect();
    if !is_library || out.resources.is_empty() {
        let (stated, counted) = (out.resources.len(), found.resources.len());
        if stated != counted && stated > 0 {
            out.notes
                .push(format!("the module has {counted} resources, the tables of the container {stated}"));
        }
        out.resources = found.resources;
        for resource in &mut out.resources {
            resource.stages.clone_from(&stages);
        }
    }
    out.blocks = found.blocks;
    for block in &mut out.blocks {
        block.stages.clone_from(&stages);
    }
}
