//! Takes image instructions apart.

use foldhash::HashSet;
use glassbox_spirv::build::value::{dim, image_operands as bits};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ImageType, Type};

use super::{ANY, Language, POSTFIX, Writer};
use crate::tree::{Kind, Node, Step, Var};

/// Rounds over the calls of a module.
const MAX_ROUNDS: usize = 64;

/// Optional operands of an image instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extras {
    pub(crate) bias: Option<Node>,
    pub(crate) lod: Option<Node>,
    pub(crate) grad: Option<(Node, Node)>,
    pub(crate) offset: Option<Node>,
    pub(crate) offsets: Option<Node>,
    pub(crate) sample: Option<Node>,
    pub(crate) min_lod: Option<Node>,
}

impl<L: Language> Writer<'_, '_, L> {
    /// The image type of an image or a combined sampler.
    pub(crate) fn image_type(&self, node: Node) -> Option<ImageType> {
        match self.module.ty(self.tree.node(node).ty)? {
            Type::Image(image) => Some(image),
            Type::SampledImage { image } => match self.module.ty(image)? {
                Type::Image(image) => Some(image),
                _ => None,
            },
            _ => None,
        }
    }

    /// Variables of samplers, combined with textures or not, that compare; through calls too.
    pub(crate) fn comparing_samplers(&self) -> HashSet<Var> {
        let (mut found, mut calls) = (HashSet::default(), Vec::new());
        if !self.has_types(|opcode| matches!(opcode, op::TYPE_SAMPLER | op::TYPE_SAMPLED_IMAGE)) {
            return found;
        }
        for node in self.tree.nodes() {
            let Kind::Operation(opcode, span) = self.tree.kind(node) else { continue };
            let operands = self.tree.operands(span);
            if opcode == op::FUNCTION_CALL {
                calls.push((self.module.word(self.tree.node(node).at, 0), operands));
            } else if compares(opcode) {
                found.extend(operands.first().and_then(|sampler| self.sampler_root(*sampler)));
            }
        }
        let mut pairs = Vec::new();
        for (callee, arguments) in calls {
            let body = self.tree.body_of(callee);
            let Some(body) = body else { continue };
            for (argument, parameter) in arguments.iter().zip(&body.parameters) {
                pairs.extend(self.sampler_root(*argument).map(|var| [var, self.tree.actual(*parameter)]));
            }
        }
        for _ in 0..MAX_ROUNDS {
            let before = found.len();
            for pair in
                pairs.iter().filter(|pair| pair.iter().any(|var| found.contains(var))).collect::<Vec<_>>()
            {
                found.extend(*pair);
            }
            if found.len() == before {
                break;
            }
        }
        found
    }

    /// True if the module has types with such opcodes.
    pub(crate) fn has_types(&self, fits: impl Fn(u16) -> bool) -> bool {
        self.tree.types().iter().any(|at| fits(self.module.opcode(*at)))
    }

    /// The variable that a sampler is from.
    pub(crate) fn sampler_root(&self, mut node: Node) -> Option<Var> {
        for _ in 0..16 {
            if let Some(var) = self.tree.variable_of(node) {
                return Some(var);
            }
            node = match self.tree.kind(node) {
                Kind::Load(place) => place,
                Kind::Path(base, _) => base,
                Kind::Operation(op::SAMPLED_IMAGE, span) => *self.tree.operands(span).get(1)?,
                _ => return None,
            };
        }
        None
    }

    /// Optional operands of an image instruction, whose mask is the word with this index.
    pub(crate) fn extras(&self, node: Node, operands: &[Node], first: usize) -> Extras {
        let mut extras = Extras::default();
        let at = self.tree.node(node).at;
        // Ids before the mask: as many words.
        let mask = self.module.word(at, first);
        let mut next = operands.iter().skip(first).copied();
        if mask & bits::BIAS != 0 {
            extras.bias = next.next();
        }
        if mask & bits::LOD != 0 {
            extras.lod = next.next();
        }
        if mask & bits::GRAD != 0 {
            extras.grad = next.next().zip(next.next());
        }
        if mask & (bits::CONST_OFFSET | bits::OFFSET) != 0 {
            extras.offset = next.next();
        }
        if mask & bits::CONST_OFFSETS != 0 {
            extras.offsets = next.next();
        }
        if mask & bits::SAMPLE != 0 {
            extras.sample = next.next();
        }
        if mask & bits::MIN_LOD != 0 {
            extras.min_lod = next.next();
        }
        extras
    }

    /// Components of a coordinate, the layer included.
    pub(crate) fn dimensions(image: &ImageType) -> u32 {
        let own = match image.dim {
            dim::DIM_1D | dim::BUFFER => 1,
            dim::DIM_3D | dim::CUBE => 3,
            _ => 2,
        };
        own + image.arrayed.min(1)
    }

    /// True if a node is this component of a vector.
    pub(crate) fn is_part(&self, node: Node, vector: Node, index: u32) -> bool {
        match self.tree.kind(node) {
            Kind::Path(base, steps) => {
                let is = |whole, index| base == whole && self.tree.steps(steps) == [Step::Part(index)];
                match self.tree.kind(vector) {
                    Kind::Swizzle(whole, lanes) if self.tree.variable_of(vector).is_none() => {
                        lanes.as_slice().get(index as usize).is_some_and(|lane| is(whole, u32::from(*lane)))
                    }
                    _ => is(vector, index),
                }
            }
            _ => false,
        }
    }

    /// Writes the first components of a vector.
    pub(crate) fn components(&mut self, vector: Node, count: u32, size: u32) {
        if size <= count {
            return self.expr(vector, ANY);
        }
        self.expr(vector, POSTFIX);
        self.out.push('.');
        self.out.push_str(&"xyzw"[..count.clamp(1, 4) as usize]);
    }

    /// Writes a component of a vector.
    pub(crate) fn component(&mut self, vector: Node, index: u32) {
        let (vector, index) = match self.tree.kind(vector) {
            Kind::Swizzle(inner, lanes) if self.tree.variable_of(vector).is_none() => {
                (inner, lanes.as_slice().get(index as usize).map_or(index, |lane| u32::from(*lane)))
            }
            _ => (vector, index),
        };
        self.expr(vector, POSTFIX);
        self.out.push('.');
        self.out.push(['x', 'y', 'z', 'w'][(index & 3) as usize]);
    }

    /// Value of a node that is a constant of 32 bits.
    pub(crate) fn constant_of(&self, node: Node) -> Option<u32> {
        match self.tree.kind(node) {
            Kind::Constant(id) => self.module.constant_u32(id),
            _ => None,
        }
    }
}

/// The instruction that reads the same texels and does not say whether they are resident.
pub(crate) fn without_residency(opcode: u16) -> u16 {
    match opcode {
        op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_SPARSE_DREF_GATHER => {
            opcode - op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD + op::IMAGE_SAMPLE_IMPLICIT_LOD
        }
        op::IMAGE_SPARSE_READ => op::IMAGE_READ,
        _ => opcode,
    }
}

/// True if an instruction samples and compares with a reference.
pub(crate) fn compares(opcode: u16) -> bool {
    matches!(
        without_residency(opcode),
        op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD
            | op::IMAGE_SAMPLE_DREF_EXPLICIT_LOD
            | op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD
            | op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD
            | op::IMAGE_DREF_GATHER
    )
}
