//! Reads bitcode into a typed module.

pub(crate) mod attributes;
mod body;
pub(crate) mod constants;
pub(crate) mod globals;
pub(crate) mod instruction;
pub(crate) mod metadata;
mod nesting;
mod numbers;
mod source;
pub(crate) mod symbols;
pub(crate) mod types;

use std::ops::Range;

use super::constant::{Constant, Constants};
use super::global::Definition;
use super::handle::{ConstantId, FunctionId, TypeId, ValueId};
use super::module::{Places, Typed, Value};
use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind};
use crate::walk::{Block, Resume};
use crate::wrapper;
pub(crate) use body::read as body;
use numbers::{Expected, Numbers};
use source::{Item, Source, unknown_block};
use symbols::Counts;

/// Most globals and kinds of attachments that memory is reserved for before they are read.
const MAX_GUESS: usize = 64;

/// Reads a module without its function bodies.
pub(crate) fn module(bytes: &[u8]) -> Result<Typed<'_>, BitcodeError> {
    let bitcode = wrapper::recognise(bytes)?;
    of_source(Source::new(bytes), bytes, bitcode)
}

/// As [`module`], with an error for all that [`Module`](crate::Module) reports.
pub(crate) fn sound(bytes: &[u8]) -> Result<Typed<'_>, BitcodeError> {
    let bitcode = wrapper::recognise(bytes)?;
    if !(bitcode.end - bitcode.start).is_multiple_of(4) {
        let bits = bitcode.start * 8..bitcode.end * 8;
        return Err(BitcodeError::new(BitcodeErrorKind::Unaligned, bits));
    }
    of_source(Source::strict(bytes), bytes, bitcode)
}

fn of_source<'a>(
    mut source: Source<'a>,
    bytes: &'a [u8],
    bitcode: Range<u64>,
) -> Result<Typed<'a>, BitcodeError> {
    let mut module = Typed { bytes, ..Typed::default() };
    // Modules without much code have about one global in a hundred bytes.
    let guess = (bytes.len() / 100).min(MAX_GUESS);
    module.functions.reserve(guess);
    module.values.reserve(guess);
    module.value_places.0.reserve(guess);
    let mut found = false;
    while let Some(item) = source.next()? {
        match item {
            Item::Enter(block) if block.id == BlockId::MODULE && !found => {
                found = true;
                module.place = block.bits;
                content(&mut source, &mut module)?;
            }
            Item::Enter(block) => return Err(unknown_block(&block)),
            // The walk reports items outside blocks.
            Item::Leave | Item::Record { .. } => {}
        }
    }
    module.shared = source.shared();
    if found {
        Ok(module)
    } else {
        Err(BitcodeError::new(BitcodeErrorKind::NoModule, bitcode.start * 8..bitcode.end * 8))
    }
}

/// State while reading a module.
#[derive(Default)]
struct ModuleReader {
    expected: Expected,
    /// Defined functions in order.
    defined: Vec<FunctionId>,
    /// Their bodies in order.
    bodies: Vec<Resume>,
}

fn content<'a>(source: &mut Source<'a>, module: &mut Typed<'a>) -> Result<(), BitcodeError> {
    let mut reader = ModuleReader::default();
    loop {
        source.records(|row| globals::record(row, module, &mut reader.expected, &mut reader.defined))?;
        match source.next()? {
            None | Some(Item::Leave) => break,
            Some(Item::Enter(block)) => reader.block(&block, source, module)?,
            Some(Item::Record { code, bits }) => {
                let row = source.row(code, bits);
                globals::record(&row, module, &mut reader.expected, &mut reader.defined)?;
            }
        }
    }
    reader.finish(module)
}

impl ModuleReader {
    fn block<'a>(
        &mut self,
        block: &Block,
        source: &mut Source<'a>,
        module: &mut Typed<'a>,
    ) -> Result<(), BitcodeError> {
        match block.id {
            BlockId::TYPE => {
                module.types.reserve(block.size());
                types::read(source, &mut module.types)
            }
            BlockId::PARAMATTR_GROUP => attributes::groups(source, &mut module.attributes),
            BlockId::PARAMATTR => attributes::lists(source, &mut module.attributes),
            BlockId::CONSTANTS => {
                let guess = (block.size() / 20) as usize;
                module.values.reserve(guess);
                module.value_places.0.reserve(guess);
                module.constants.items.reserve(guess);
                self.constants(source, module)
            }
            BlockId::METADATA => {
                module.metadata_width = block.width;
                // Strings take about a hundred bits, nodes and values forty, characters and operands eight.
                let guess = (block.size() / 50) as usize;
                module.metadata.items.reserve(guess);
                module.metadata_places.0.reserve(guess);
                module.metadata.texts.reserve(guess * 2);
                module.metadata.operands.reserve(guess * 2);
                // A block of kinds has nothing else; a few dozen are known.
                let few = guess.min(MAX_GUESS);
                module.metadata.nodes.reserve(few);
                module.metadata.named.reserve(few / 4);
                module.kinds.reserve(few / 2);
                module.texts.reserve(few * 8);
                self.expected.reserve(guess / 2);
                metadata::read(source, module, &mut self.expected)
            }
            BlockId::VALUE_SYMTAB => {
                let counts = counts(module);
                module.symbols.reserve(block.size());
                symbols::read(source, &mut module.symbols, counts)
            }
            BlockId::USELIST => {
                let counts = counts(module);
                symbols::uses(source, &mut module.use_lists, counts, &mut self.expected)
            }
            BlockId::FUNCTION => {
                self.bodies.extend(source.skip_body());
                Ok(())
            }
            _ => Err(unknown_block(block)),
        }
    }

    fn constants<'a>(&mut self, source: &mut Source<'a>, module: &mut Typed<'a>) -> Result<(), BitcodeError> {
        let target = constants::Target {
            types: &module.types,
            numbers: Numbers::MODULE,
            expected: &mut self.expected,
            sink: Sink {
                constants: &mut module.constants,
                values: &mut module.values,
                places: &mut module.value_places,
            },
        };
        constants::read(source, target)
    }

    /// Resolves forward references and assigns bodies to definitions.
    fn finish(self, module: &mut Typed<'_>) -> Result<(), BitcodeError> {
        let count = module.values.len() as u64;
        self.expected.check(count, |value| module.type_of(value))?;
        let index = |value: ValueId| match module.value(value) {
            Some(Value::Constant(id)) => Some(id.0),
            _ => None,
        };
        let bits = |constant: u32| {
            let value = module.constants.items.get(constant as usize).map(|item| item.0);
            let index = value.and_then(|value| module.value_places.get(value.index()));
            index.unwrap_or_default()
        };
        constants::check(&module.constants, index, bits)?;
        metadata::check(module)?;
        let (defined, bodies) = (self.defined.len() as u64, self.bodies.len() as u64);
        if defined != bodies {
            let bits = match self.defined.get(self.bodies.len()) {
                Some(function) => module
                    .functions
                    .get(function.index())
                    .and_then(|function| module.value_places.get(function.value.index())),
                None => self.bodies.last().map(|body| body.block().bits.clone()),
            };
            return Err(BitcodeError::new(
                BitcodeErrorKind::Bodies { defined, bodies },
                bits.unwrap_or_default(),
            ));
        }
        for (id, body) in self.defined.into_iter().zip(self.bodies) {
            if let Some(function) = module.functions.get_mut(id.index()) {
                function.definition = Definition::Encoded(body);
            }
        }
        Ok(())
    }
}

/// Collects module constants.
struct Sink<'m> {
    constants: &'m mut Constants,
    values: &'m mut Vec<(Value, TypeId)>,
    places: &'m mut Places,
}

impl constants::Sink for Sink<'_> {
    fn constants(&mut self) -> &mut Constants {
        self.constants
    }

    fn function(&self, value: ValueId) -> Option<FunctionId> {
        match self.values.get(value.index())?.0 {
            Value::Function(id) => Some(id),
            _ => None,
        }
    }

    fn add(&mut self, ty: TypeId, constant: Constant, bits: Range<u64>) {
        let value = ValueId::module(self.values.len() as u32);
        let id = ConstantId::at(self.constants.items.len());
        self.values.push((Value::Constant(id), ty));
        self.places.0.push(bits);
        self.constants.items.push((value, constant));
    }
}

fn counts(module: &Typed<'_>) -> Counts {
    Counts { numbers: Numbers::MODULE, values: module.values.len() as u64, blocks: 0 }
}
