//! The module.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::attributes::Attributes;
use super::body::Body;
use super::constant::{Constant, Constants};
use super::global::{Alias, Comdat, Definition, Function, Variable};
use super::handle::{
    AliasId, ConstantId, FunctionId, InstructionId, KindId, List, MetadataId, TypeId, ValueId, VariableId,
};
use super::metadata::MetadataTable;
use super::pool::{Pool, Span, Text};
use super::symbols::{Named, Symbols};
use super::types::{Type, Types};
use crate::error::BitcodeError;
use crate::walk::Shared;

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A global variable.
    Variable(VariableId),
    /// A function.
    Function(FunctionId),
    /// An alias.
    Alias(AliasId),
    /// A constant: of the module, or of the body for local values.
    Constant(ConstantId),
    /// An argument, counted from 0.
    Argument(u32),
    /// The result of an instruction.
    Instruction(InstructionId),
    /// Metadata as an operand.
    Metadata(MetadataId),
}

/// An order of uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UseList {
    /// Whose uses.
    pub of: Named,
    /// The order: for each use its place.
    pub order: Vec<u32>,
}

/// Where things stand in the file that they were read from. Two modules that differ in this only are equal.
#[derive(Clone, Debug, Default)]
pub struct Places(pub Vec<Range<u64>>);

impl PartialEq for Places {
    fn eq(&self, _: &Places) -> bool {
        true
    }
}

impl Places {
    /// The bits of entry `index`, counted from the first bit of the bytes that were read.
    pub fn get(&self, index: usize) -> Option<Range<u64>> {
        self.0.get(index).cloned()
    }
}

/// A module with types.
///
/// Lists stand in the order of the file, and what refers to an entry holds its place. Bodies are read when
/// [`body`](Typed::body) asks for them. The bytes that it was read from are borrowed for that only; a module that was made, or
/// whose bodies were all [read](Typed::load), borrows nothing.
#[derive(Clone, Debug, Default)]
pub struct Typed<'a> {
    /// All bytes that were given.
    pub bytes: &'a [u8],
    /// 1 when operands in function bodies refer to values by distance.
    pub version: u64,
    /// Target triple, `dxil-ms-dx`.
    pub triple: Vec<u8>,
    /// Sizes and alignments of types.
    pub data_layout: Vec<u8>,
    /// Assembly of the target; not in DXIL.
    pub assembly: Vec<u8>,
    /// Types.
    pub types: Types,
    /// Attributes.
    pub attributes: Attributes,
    /// Names of sections.
    pub sections: Vec<Text>,
    /// Names of garbage collectors.
    pub collectors: Vec<Text>,
    /// Names of libraries that are needed; older than LLVM 3.7.
    pub libraries: Vec<Text>,
    /// Groups of sections.
    pub comdats: Vec<Comdat>,
    /// Every value of the module with its type: globals, and constants.
    pub values: Vec<(Value, TypeId)>,
    /// Global variables.
    pub variables: Vec<Variable>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Aliases.
    pub aliases: Vec<Alias>,
    /// Constants.
    pub constants: Constants,
    /// Metadata.
    pub metadata: MetadataTable,
    /// Numbers and names of the kinds of attachments.
    pub kinds: Vec<(KindId, Text)>,
    /// Names of values.
    pub symbols: Symbols,
    /// Orders of uses.
    pub use_lists: Vec<UseList>,
    /// The bits of each value's record, in the order of `values`; empty for modules that were made.
    pub value_places: Places,
    /// The bits of each record of metadata, in the order of its items; empty for modules that were made.
    pub metadata_places: Places,
    pub(crate) texts: Pool<u8>,
    /// What the bodies that were left out are read with.
    pub(crate) shared: Arc<Shared>,
}

impl<'a> Typed<'a> {
    /// Reads a module. The bodies of its functions are found but not read.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its bits. A module with types either holds everything of the file or is not made;
    /// [`Module`](crate::Module) is what looks into damaged ones.
    pub fn read(bytes: &'a [u8]) -> Result<Typed<'a>, BitcodeError> {
        super::read::module(bytes)
    }

    /// The body of a function; `None` for declarations.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong in it, with its bits.
    pub fn body(&self, function: FunctionId) -> Result<Option<Cow<'_, Body>>, BitcodeError> {
        let Some(found) = self.functions.get(function.index()) else {
            return Ok(None);
        };
        Ok(match &found.definition {
            Definition::Declaration => None,
            Definition::Body(body) => Some(Cow::Borrowed(body)),
            Definition::Encoded(place) => Some(Cow::Owned(super::read::body(self, function, place)?)),
        })
    }

    /// Reads all bodies that were not read, so that they can be changed and the bytes are not needed any more.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong in one of them, with its bits.
    pub fn load(mut self) -> Result<Typed<'static>, BitcodeError> {
        for index in 0..self.functions.len() {
            let read = self.body(FunctionId::at(index))?.map(Cow::into_owned);
            if let (Some(body), Some(function)) = (read, self.functions.get_mut(index)) {
                function.definition = Definition::Body(Box::new(body));
            }
        }
        Ok(Typed { bytes: &[], ..self })
    }

    /// Whether two modules are the same: everything but where it stood in a file.
    ///
    /// # Errors
    ///
    /// What is wrong with a body that was not read yet.
    pub fn same(&self, other: &Typed<'_>) -> Result<bool, BitcodeError> {
        let tables = (self.version, &self.types, &self.attributes, &self.metadata)
            == (other.version, &other.types, &other.attributes, &other.metadata);
        let strings = (&self.triple, &self.data_layout, &self.assembly, &self.texts)
            == (&other.triple, &other.data_layout, &other.assembly, &other.texts);
        let names = (&self.sections, &self.collectors, &self.libraries, &self.kinds)
            == (&other.sections, &other.collectors, &other.libraries, &other.kinds);
        let values = (&self.comdats, &self.values, &self.variables, &self.aliases)
            == (&other.comdats, &other.values, &other.variables, &other.aliases);
        let rest = (&self.constants, &self.symbols, &self.use_lists)
            == (&other.constants, &other.symbols, &other.use_lists);
        let count = self.functions.len() == other.functions.len();
        if !(tables && strings && names && values && rest && count) {
            return Ok(false);
        }
        for (index, (a, b)) in self.functions.iter().zip(&other.functions).enumerate() {
            let id = FunctionId::at(index);
            if !a.same_record(b) || self.body(id)? != other.body(id)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What a value of the module is.
    #[inline]
    pub fn value(&self, value: ValueId) -> Option<Value> {
        match value.list() {
            List::Module(index) => self.values.get(index as usize).map(|found| found.0),
            List::Local(_) => None,
            List::Metadata(metadata) => Some(Value::Metadata(metadata)),
        }
    }

    /// The type of a value of the module, or of metadata as an operand.
    #[inline]
    pub fn type_of(&self, value: ValueId) -> Option<TypeId> {
        match value.list() {
            List::Module(index) => self.values.get(index as usize).map(|found| found.1),
            List::Local(_) => None,
            List::Metadata(_) => self.types.find(Type::Metadata),
        }
    }

    /// The name of a value of the module.
    pub fn name(&self, value: ValueId) -> Option<&[u8]> {
        match value.list() {
            List::Module(_) => self.symbols.value(value),
            _ => None,
        }
    }

    /// The module seen from a body, or on its own: values of both lists by one question.
    pub fn scope<'m>(&'m self, body: Option<&'m Body>) -> Scope<'m> {
        Scope { module: self, body }
    }

    /// The function that a value is.
    pub fn function(&self, value: ValueId) -> Option<(FunctionId, &Function)> {
        match self.value(value)? {
            Value::Function(id) => Some((id, self.functions.get(id.index())?)),
            _ => None,
        }
    }

    /// The constant of the module that a value is.
    pub fn constant(&self, value: ValueId) -> Option<Constant> {
        match self.value(value)? {
            Value::Constant(id) => self.constants.get(id),
            _ => None,
        }
    }

    /// A whole number that a value of the module is, of at most 64 bits.
    pub fn integer(&self, value: ValueId) -> Option<i64> {
        match self.constant(value)? {
            Constant::Integer(number) => Some(number),
            Constant::Null => match self.types.get(self.type_of(value)?)? {
                Type::Integer(_) => Some(0),
                _ => None,
            },
            _ => None,
        }
    }

    /// The name of a kind of attachments.
    pub fn kind(&self, kind: KindId) -> Option<&[u8]> {
        let found = self.kinds.iter().find(|found| found.0 == kind)?;
        Some(self.text(found.1))
    }

    /// Bytes of the name of a section, collector, library, comdat or kind.
    pub fn text(&self, text: Text) -> &[u8] {
        self.texts.get(text)
    }

    /// Adds such a name.
    pub fn add_text(&mut self, text: &[u8]) -> Text {
        match text {
            [] => Span::EMPTY,
            _ => self.texts.add(text.iter().copied()),
        }
    }

    fn push_value(&mut self, value: Value, ty: TypeId) -> ValueId {
        let id = ValueId::module(u32::try_from(self.values.len()).unwrap_or(u32::MAX));
        self.values.push((value, ty));
        id
    }

    /// Adds a global variable; its value is set here.
    pub fn add_variable(&mut self, variable: Variable) -> ValueId {
        let ty = self.types.pointer(variable.ty, variable.address_space);
        let value = self.push_value(Value::Variable(VariableId::at(self.variables.len())), ty);
        self.variables.push(Variable { value, ..variable });
        value
    }

    /// Adds a function; its value is set here, and the function of its body.
    pub fn add_function(&mut self, function: Function) -> ValueId {
        let ty = self.types.pointer(function.ty, 0);
        let id = FunctionId::at(self.functions.len());
        let value = self.push_value(Value::Function(id), ty);
        let mut function = Function { value, ..function };
        if let Definition::Body(body) = &mut function.definition {
            body.function = id;
        }
        self.functions.push(function);
        value
    }

    /// Adds an alias; its value is set here.
    pub fn add_alias(&mut self, alias: Alias) -> ValueId {
        let value = self.push_value(Value::Alias(AliasId::at(self.aliases.len())), alias.ty);
        self.aliases.push(Alias { value, ..alias });
        value
    }

    /// Adds a constant of the module, whether there is an equal one or not. Its runs must be of
    /// [`constants`](Self::constants).
    pub fn add_constant(&mut self, ty: TypeId, constant: Constant) -> ValueId {
        let value = self.push_value(Value::Constant(ConstantId::at(self.constants.items.len())), ty);
        self.constants.items.push((value, constant));
        value
    }
}

/// A module as seen from one of its bodies.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'m> {
    /// The module.
    pub module: &'m Typed<'m>,
    /// The body whose values are known besides those of the module.
    pub body: Option<&'m Body>,
}

impl<'m> Scope<'m> {
    /// What a value is.
    #[inline]
    pub fn value(&self, value: ValueId) -> Option<Value> {
        match value.list() {
            List::Local(_) => self.body?.local(value).map(|local| local.value),
            _ => self.module.value(value),
        }
    }

    /// The type of a value.
    #[inline]
    pub fn type_of(&self, value: ValueId) -> Option<TypeId> {
        match value.list() {
            List::Local(_) => self.body?.local(value).map(|local| local.ty),
            _ => self.module.type_of(value),
        }
    }

    /// The name of a value.
    pub fn name(&self, value: ValueId) -> Option<&'m [u8]> {
        match value.list() {
            List::Local(_) => self.body?.symbols.value(value),
            _ => self.module.name(value),
        }
    }

    /// The constant that a value is, with the list that its runs are asked of.
    pub fn constant(&self, value: ValueId) -> Option<(Constant, &'m Constants)> {
        let Value::Constant(id) = self.value(value)? else {
            return None;
        };
        let constants = match value.list() {
            List::Local(_) => &self.body?.constants,
            _ => &self.module.constants,
        };
        Some((constants.get(id)?, constants))
    }

    /// The value that metadata wraps: of the module, or of the body for local metadata.
    pub fn wrapped(&self, metadata: MetadataId) -> Option<ValueId> {
        match metadata.is_local() {
            true => self.body?.metadata.get(metadata.index()).copied(),
            false => self.module.metadata.value(metadata),
        }
    }

    /// A whole number that a value is, of at most 64 bits.
    pub fn integer(&self, value: ValueId) -> Option<i64> {
        match self.constant(value)?.0 {
            Constant::Integer(number) => Some(number),
            Constant::Null => match self.module.types.get(self.type_of(value)?)? {
                Type::Integer(_) => Some(0),
                _ => None,
            },
            _ => None,
        }
    }
}
