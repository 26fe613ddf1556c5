//! Reads and writes `dx.viewIdState`: dependence of outputs on the view id and on inputs.
//!
//! The words are, in order: the number of input scalars; for each stream of a geometry shader, once
//! otherwise: the number of output scalars, a mask of those that depend on the view id if the shader reads
//! it, and for each input scalar a mask of the outputs it contributes to; then for hull shaders the same for
//! patch constants, for mesh shaders the number of primitive scalars and their view-id mask, for domain
//! shaders the number of patch-constant scalars and for each a mask of outputs. A mask takes one word per 32
//! scalars.
//!
//! Source: the constant arrays in the modules of the corpus compared with the tables of `PSV0`.

/// A bit set of scalars.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mask {
    /// The words, lowest scalars first.
    pub words: Vec<u32>,
}

impl Mask {
    /// An empty mask for `scalars` scalars.
    pub fn new(scalars: u32) -> Mask {
        Mask { words: vec![0; words(scalars)] }
    }

    /// Inserts a scalar; ignored if out of range.
    pub fn insert(&mut self, scalar: u32) {
        if let Some(word) = self.words.get_mut((scalar / 32) as usize) {
            *word |= 1 << (scalar % 32);
        }
    }

    /// True if the mask contains a scalar.
    pub fn contains(&self, scalar: u32) -> bool {
        self.words.get((scalar / 32) as usize).is_some_and(|word| word >> (scalar % 32) & 1 != 0)
    }
}

/// Size of a mask for `scalars` scalars in words.
fn words(scalars: u32) -> usize {
    scalars.div_ceil(32) as usize
}

/// Dependence of a set of scalars.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dependence {
    /// Number of scalars written; for the last table of domain shaders, number read.
    pub scalars: u32,
    /// Scalars that depend on the view id; `None` if the shader does not read it or the table has no mask.
    pub view: Option<Mask>,
    /// By scalar read, the scalars it contributes to; empty if the table has none.
    pub contributions: Vec<Mask>,
}

/// Decoded view state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ViewState {
    /// Number of input scalars.
    pub inputs: u32,
    /// Outputs by stream; one entry except for geometry shaders.
    pub outputs: Vec<Dependence>,
    /// Patch constants written by hull shaders, primitive outputs of mesh shaders, or patch constants read by
    /// domain shaders.
    pub patches: Option<Dependence>,
}

/// Layout of a view state, by kind of shader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Inputs and outputs.
    Plain,
    /// Four streams.
    Geometry,
    /// Patch constants, written.
    Hull,
    /// Patch constants, read.
    Domain,
    /// Primitives, no inputs.
    Mesh,
}

impl Shape {
    /// Layout for a shader kind number; `None` for kinds without signatures.
    pub fn of(kind: u16) -> Option<Shape> {
        Some(match kind {
            0 | 1 => Shape::Plain,
            2 => Shape::Geometry,
            3 => Shape::Hull,
            4 => Shape::Domain,
            13 => Shape::Mesh,
            _ => return None,
        })
    }
}

impl ViewState {
    /// Decodes the words; `None` if there are too few or too many.
    pub fn read(words: &[u32], shape: Shape, uses_view: bool) -> Option<ViewState> {
        let mut rest = words;
        let mut state = ViewState { inputs: number(&mut rest)?, ..ViewState::default() };
        let streams = if shape == Shape::Geometry { 4 } else { 1 };
        let inputs = if shape == Shape::Mesh { 0 } else { state.inputs };
        for _ in 0..streams {
            let scalars = number(&mut rest)?;
            state.outputs.push(Dependence {
                scalars,
                view: masks(&mut rest, u32::from(uses_view), scalars)?.pop(),
                contributions: masks(&mut rest, inputs, scalars)?,
            });
        }
        state.patches = match shape {
            Shape::Plain | Shape::Geometry => None,
            Shape::Hull | Shape::Mesh => {
                let scalars = number(&mut rest)?;
                Some(Dependence {
                    scalars,
                    view: masks(&mut rest, u32::from(uses_view), scalars)?.pop(),
                    contributions: masks(&mut rest, inputs, scalars)?,
                })
            }
            Shape::Domain => {
                let scalars = number(&mut rest)?;
                let outputs = state.outputs.first().map_or(0, |outputs| outputs.scalars);
                Some(Dependence { scalars, view: None, contributions: masks(&mut rest, scalars, outputs)? })
            }
        };
        rest.is_empty().then_some(state)
    }

    /// Encodes the words.
    pub fn words(&self) -> Vec<u32> {
        let mut out = vec![self.inputs];
        for part in self.outputs.iter().chain(&self.patches) {
            out.push(part.scalars);
            for mask in part.view.iter().chain(&part.contributions) {
                out.extend_from_slice(&mask.words);
            }
        }
        out
    }
}

fn number(rest: &mut &[u32]) -> Option<u32> {
    let (&first, behind) = rest.split_first()?;
    *rest = behind;
    Some(first)
}

/// Reads `count` masks of `scalars` scalars.
fn masks(rest: &mut &[u32], count: u32, scalars: u32) -> Option<Vec<Mask>> {
    let size = words(scalars);
    let needed = (count as usize).checked_mul(size)?;
    let (taken, behind) = rest.split_at_checked(needed)?;
    *rest = behind;
    if size == 0 {
        // Empty masks carry no information, and their number is unbounded.
        return Some(Vec::new());
    }
    Some(taken.chunks_exact(size).map(|words| Mask { words: words.to_vec() }).collect())
}
