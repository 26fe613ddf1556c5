//! `dx.viewIdState`: which outputs depend on the view, and which on which inputs.
//!
//! The words are, in order: the number of input scalars; for each stream of a geometry shader, once otherwise: the number
//! of output scalars, a mask of them that depend on the view where the shader reads it, and for each input scalar a mask of
//! the outputs that it contributes to; then for hull shaders the same of patch constants, for mesh shaders the number of
//! primitive scalars and their mask by view, for domain shaders the number of patch-constant scalars and for each a mask of
//! the outputs. A mask takes a word for 32 scalars.
//!
//! Source: the constant arrays in the modules of the corpus beside the tables of `PSV0`.

/// A bit for each of a number of scalars.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mask {
    /// The words, lowest scalars first.
    pub words: Vec<u32>,
}

impl Mask {
    /// A mask of so many scalars without any.
    pub fn new(scalars: u32) -> Mask {
        Mask {
            words: vec![0; words(scalars)],
        }
    }

    /// Adds a scalar; nothing happens beyond the size.
    pub fn insert(&mut self, scalar: u32) {
        if let Some(word) = self.words.get_mut((scalar / 32) as usize) {
            *word |= 1 << (scalar % 32);
        }
    }

    /// Whether a scalar is in it.
    pub fn contains(&self, scalar: u32) -> bool {
        self.words
            .get((scalar / 32) as usize)
            .is_some_and(|word| word >> (scalar % 32) & 1 != 0)
    }
}

/// Words of a mask of so many scalars.
fn words(scalars: u32) -> usize {
    scalars.div_ceil(32) as usize
}

/// What contributes to a set of scalars.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dependence {
    /// Number of scalars that are written; for the last table of domain shaders, of those that are read.
    pub scalars: u32,
    /// Scalars that depend on the view; `None` where the shader does not read it, or the table has none.
    pub view: Option<Mask>,
    /// For each scalar that is read the scalars that it contributes to; empty where the table has none.
    pub contributions: Vec<Mask>,
}

/// The state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ViewState {
    /// Number of input scalars.
    pub inputs: u32,
    /// Outputs, by stream; one for all but geometry shaders.
    pub outputs: Vec<Dependence>,
    /// Patch constants of hull shaders and primitive outputs of mesh shaders as they are written; patch constants of domain
    /// shaders as they are read.
    pub patches: Option<Dependence>,
}

/// The shape of a state: what a kind of shader has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Inputs and outputs.
    Plain,
    /// Four streams.
    Geometry,
    /// Patch constants that are written.
    Hull,
    /// Patch constants that are read.
    Domain,
    /// Primitives, without inputs.
    Mesh,
}

impl Shape {
    /// The shape for a number of a shader kind; `None` for kinds without signatures.
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
    /// Reads the words; `None` when they end too early or too late.
    pub fn read(words: &[u32], shape: Shape, uses_view: bool) -> Option<ViewState> {
        let mut rest = words;
        let mut state = ViewState {
            inputs: number(&mut rest)?,
            ..ViewState::default()
        };
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
                Some(Dependence {
                    scalars,
                    view: None,
                    contributions: masks(&mut rest, scalars, outputs)?,
                })
            }
        };
        rest.is_empty().then_some(state)
    }

    /// The words.
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

/// So many masks of so many scalars.
fn masks(rest: &mut &[u32], count: u32, scalars: u32) -> Option<Vec<Mask>> {
    let size = words(scalars);
    let needed = (count as usize).checked_mul(size)?;
    let (taken, behind) = rest.split_at_checked(needed)?;
    *rest = behind;
    if size == 0 {
        // Masks without words say nothing, and there may be any number of them.
        return Some(Vec::new());
    }
    Some(
        taken
            .chunks_exact(size)
            .map(|words| Mask {
                words: words.to_vec(),
            })
            .collect(),
    )
}
