//! Moves bodies and constants to another module by translating every handle that refers outside them.

use super::body::{Body, Local};
use super::constant::{Constant, Constants};
use super::handle::{AttributesId, FunctionId, KindId, List, MetadataId, TypeId, ValueId};
use super::instruction::{Call, Instruction, Location, Op};
use super::metadata::Attachment;
use super::module::{Places, UseList};
use super::symbols::Named;

/// Translates handles from one module to another. Never called for local handles.
pub trait Remap {
    /// Reason for a missing handle.
    type Error;

    /// Translates a type.
    fn ty(&mut self, ty: TypeId) -> Result<TypeId, Self::Error>;
    /// Translates a module value.
    fn value(&mut self, value: ValueId) -> Result<ValueId, Self::Error>;
    /// Translates a function.
    fn function(&mut self, function: FunctionId) -> Result<FunctionId, Self::Error>;
    /// Translates module metadata.
    fn metadata(&mut self, metadata: MetadataId) -> Result<MetadataId, Self::Error>;
    /// Translates an attribute list.
    fn attributes(&mut self, list: AttributesId) -> Result<AttributesId, Self::Error>;
    /// Translates an attachment kind.
    fn kind(&mut self, kind: KindId) -> Result<KindId, Self::Error>;
}

/// Translates a value; local values are unchanged.
fn value<M: Remap>(map: &mut M, value: ValueId) -> Result<ValueId, M::Error> {
    Ok(match value.list() {
        List::Module(_) => map.value(value)?,
        List::Local(_) => value,
        List::Metadata(id) if id.is_local() => value,
        List::Metadata(id) => ValueId::metadata(map.metadata(id)?),
    })
}

/// A constant that owns its operands; equality is structural.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Detached {
    /// The constant, with empty spans.
    constant: Constant,
    operands: Vec<ValueId>,
    words: Vec<u64>,
    texts: [Vec<u8>; 2],
}

impl Constants {
    /// Detaches a constant of this list.
    pub fn detach(&self, constant: Constant) -> Detached {
        use super::pool::Span;
        let mut out =
            Detached { constant, operands: Vec::new(), words: Vec::new(), texts: [Vec::new(), Vec::new()] };
        match &mut out.constant {
            Constant::Aggregate(span) | Constant::GetElementPtr { operands: span, .. } => {
                out.operands = self.operands(*span).to_vec();
                *span = Span::EMPTY;
            }
            Constant::Wide(span) | Constant::WideFloat(span) | Constant::Data(span) => {
                out.words = self.words(*span).to_vec();
                *span = Span::EMPTY;
            }
            Constant::String(text) | Constant::CString(text) => {
                out.texts[0] = self.text(*text).to_vec();
                *text = Span::EMPTY;
            }
            Constant::InlineAsm { assembly, constraints, .. } => {
                out.texts = [self.text(*assembly).to_vec(), self.text(*constraints).to_vec()];
                (*assembly, *constraints) = (Span::EMPTY, Span::EMPTY);
            }
            _ => {}
        }
        out
    }

    /// Attaches a detached constant to this list's pools without adding it.
    pub fn attach(&mut self, detached: &Detached) -> Constant {
        let mut constant = detached.constant;
        match &mut constant {
            Constant::Aggregate(span) | Constant::GetElementPtr { operands: span, .. } => {
                *span = self.operands.add(detached.operands.iter().copied());
            }
            Constant::Wide(span) | Constant::WideFloat(span) | Constant::Data(span) => {
                *span = self.words.add(detached.words.iter().copied());
            }
            Constant::String(text) | Constant::CString(text) => {
                *text = self.texts.add(detached.texts[0].iter().copied());
            }
            Constant::InlineAsm { assembly, constraints, .. } => {
                *assembly = self.texts.add(detached.texts[0].iter().copied());
                *constraints = self.texts.add(detached.texts[1].iter().copied());
            }
            _ => {}
        }
        constant
    }
}

impl Detached {
    /// A constant without operands.
    pub fn plain(constant: Constant) -> Detached {
        Constants::default().detach(constant)
    }

    /// A structure, array or vector.
    pub fn aggregate(parts: &[ValueId]) -> Detached {
        Detached { operands: parts.to_vec(), ..Detached::plain(Constant::Aggregate(super::Span::EMPTY)) }
    }

    /// The constant, with empty spans.
    pub fn constant(&self) -> Constant {
        self.constant
    }

    /// The operands, in the order of [`Constants::references`].
    pub(super) fn operands_mut(&mut self) -> impl Iterator<Item = &mut ValueId> {
        let own: &mut [ValueId] = match &mut self.constant {
            Constant::Cast { value, .. } => std::slice::from_mut(value),
            Constant::Binary { operands, .. }
            | Constant::Compare { operands, .. }
            | Constant::ExtractElement(operands) => operands,
            Constant::Select(operands)
            | Constant::InsertElement(operands)
            | Constant::ShuffleVector(operands) => operands,
            _ => &mut [],
        };
        self.operands.iter_mut().chain(own)
    }

    /// Translates to another module.
    ///
    /// # Errors
    ///
    /// Errors of `map`.
    pub fn remap<M: Remap>(mut self, map: &mut M) -> Result<Detached, M::Error> {
        for operand in self.operands_mut() {
            *operand = value(map, *operand)?;
        }
        match &mut self.constant {
            Constant::GetElementPtr { source, .. } => *source = map.ty(*source)?,
            Constant::BlockAddress { function, .. } => *function = map.function(*function)?,
            _ => {}
        }
        Ok(self)
    }
}

impl Body {
    /// Translates the body to a function of another module.
    ///
    /// # Errors
    ///
    /// Errors of `map`.
    pub fn remap<M: Remap>(&self, function: FunctionId, map: &mut M) -> Result<Body, M::Error> {
        let mut out =
            Body { function, constants: Constants::default(), places: Places::default(), ..self.clone() };
        for Local { ty, .. } in &mut out.locals {
            *ty = map.ty(*ty)?;
        }
        for (id, constant) in &self.constants.items {
            let detached = self.constants.detach(*constant).remap(map)?;
            let constant = out.constants.attach(&detached);
            out.constants.items.push((*id, constant));
        }
        for operand in out.operands.iter_mut() {
            *operand = value(map, *operand)?;
        }
        for instruction in &mut out.instructions {
            remap_instruction(instruction, map)?;
        }
        for operand in &mut out.metadata {
            *operand = value(map, *operand)?;
        }
        for Location { scope, inlined_at, .. } in &mut out.locations {
            for node in [scope, inlined_at].into_iter().flatten() {
                *node = map.metadata(*node)?;
            }
        }
        for (_, Attachment { kind, node }) in &mut out.attachments {
            *kind = map.kind(*kind)?;
            *node = map.metadata(*node)?;
        }
        for UseList { of, .. } in &mut out.use_lists {
            if let Named::Value(id) = of {
                *id = value(map, *id)?;
            }
        }
        Ok(out)
    }
}

fn remap_instruction<M: Remap>(instruction: &mut Instruction, map: &mut M) -> Result<(), M::Error> {
    instruction.ty = map.ty(instruction.ty)?;
    match &mut instruction.op {
        Op::GetElementPtr { source: ty, .. } | Op::Alloca { allocated: ty, .. } => *ty = map.ty(*ty)?,
        Op::Call(Call { function_type, attributes, .. })
        | Op::Invoke(Call { function_type, attributes, .. }) => {
            *function_type = map.ty(*function_type)?;
            if let Some(list) = attributes {
                *list = map.attributes(*list)?;
            }
        }
        _ => {}
    }
    Ok(())
}
