//! Holds a typed module.

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

/// Definition of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A global variable.
    Variable(VariableId),
    /// A function.
    Function(FunctionId),
    /// An alias.
    Alias(AliasId),
    /// A constant of the module or, for local values, of the body.
    Constant(ConstantId),
    /// An argument, counted from 0.
    Argument(u32),
    /// The result of an instruction.
    Instruction(InstructionId),
    /// Metadata as an operand.
    Metadata(MetadataId),
}

/// A use-list order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UseList {
    /// Value or block whose uses are ordered.
    pub of: Named,
    /// Permutation of the uses.
    pub order: Vec<u32>,
}

/// Positions in the source file. Modules that differ only in these are equal.
#[derive(Clone, Debug, Default)]
pub struct Places(pub Vec<Range<u64>>);

impl PartialEq for Places {
    fn eq(&self, _: &Places) -> bool {
        true
    }
}

impl Places {
    /// Bits of entry `index`, counted from the first bit of the input.
    pub fn get(&self, index: usize) -> Option<Range<u64>> {
        self.0.get(index).cloned()
    }
}

/// A typed module.
///
/// Lists are in file order; references are indices. [`body`](Typed::body) decodes bodies on demand from the
/// borrowed input; a constructed or fully [loaded](Typed::load) module borrows nothing.
#[derive(Clone, Debug, Default)]
pub struct Typed<'a> {
    /// The whole input.
    pub bytes: &'a [u8],
    /// Bits of the module block; empty for constructed modules.
    pub place: Range<u64>,
    /// 1 if operands in function bodies are relative.
    pub version: u64,
    /// Target triple, `dxil-ms-dx`.
    pub triple: Vec<u8>,
    /// Sizes and alignments of types, as text.
    pub data_layout: Vec<u8>,
    /// Module assembly; not in DXIL.
    pub assembly: Vec<u8>,
    /// Type table.
    pub types: Types,
    /// Attribute groups and lists.
    pub attributes: Attributes,
    /// Section names.
    pub sections: Vec<Text>,
    /// Garbage collector names.
    pub collectors: Vec<Text>,
    /// Names of required libraries; older than LLVM 3.7.
    pub libraries: Vec<Text>,
    /// COMDATs.
    pub comdats: Vec<Comdat>,
    /// All module values with their types: globals, then constants.
    pub values: Vec<(Value, TypeId)>,
    /// Global variables.
    pub variables: Vec<Variable>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Aliases.
    pub aliases: Vec<Alias>,
    /// Constants of the module.
    pub constants: Constants,
    /// Metadata of the module.
    pub metadata: MetadataTable,
    /// Numbers and names of attachment kinds.
    pub kinds: Vec<(KindId, Text)>,
    /// Symbol table.
    pub symbols: Symbols,
    /// Use-list orders.
    pub use_lists: Vec<UseList>,
    /// Bits of each value's record, in `values` order; empty for constructed modules.
    pub value_places: Places,
    /// Bits of each metadata record, in item order; empty for constructed modules.
    pub metadata_places: Places,
    /// Width of the abbreviation ids in front of metadata records.
    pub(crate) metadata_width: u32,
    pub(crate) texts: Pool<u8>,
    /// Shared abbreviations for decoding bodies.
    pub(crate) shared: Arc<Shared>,
}

impl<'a> Typed<'a> {
    /// Reads a module; function bodies are located but not decoded.
    ///
    /// # Errors
    ///
    /// The first error, with its bits. A typed module holds everything in the file or is not created; use
    /// [`Module`](crate::Module) for damaged ones.
    pub fn read(bytes: &'a [u8]) -> Result<Typed<'a>, BitcodeError> {
        super::read::module(bytes)
    }

    /// The body of a function; `None` for declarations.
    ///
    /// # Errors
    ///
    /// The first error in it, with its bits.
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

    /// Decodes all remaining bodies, so that they can be changed and the input is no longer needed.
    ///
    /// # Errors
    ///
    /// The first error in a body, with its bits.
    pub fn load(mut self) -> Result<Typed<'static>, BitcodeError> {
        for index in 0..self.functions.len() {
            let read = self.body(FunctionId::at(index))?.map(Cow::into_owned);
            if let (Some(body), Some(function)) = (read, self.functions.get_mut(index)) {
                function.definition = Definition::Body(Box::new(body));
            }
        }
        Ok(Typed { bytes: &[], ..self })
    }

    /// True if two modules are equal except for file positions.
    ///
    /// # Errors
    ///
    /// An error in a body not decoded yet.
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

    /// Definition of a module value.
    #[inline]
    pub fn value(&self, value: ValueId) -> Option<Value> {
        match value.list() {
            List::Module(index) => self.values.get(index as usize).map(|found| found.0),
            List::Local(_) => None,
            List::Metadata(metadata) => Some(Value::Metadata(metadata)),
        }
    }

    /// Type of a module value, or of metadata as an operand.
    #[inline]
    pub fn type_of(&self, value: ValueId) -> Option<TypeId> {
        match value.list() {
            List::Module(index) => self.values.get(index as usize).map(|found| found.1),
            List::Local(_) => None,
            List::Metadata(_) => self.types.find(Type::Metadata),
        }
    }

    /// Name of a module value.
    pub fn name(&self, value: ValueId) -> Option<&[u8]> {
        match value.list() {
            List::Module(_) => self.symbols.value(value),
            _ => None,
        }
    }

    /// Lookup scope of the module, with or without a body.
    pub fn scope<'m>(&'m self, body: Option<&'m Body>) -> Scope<'m> {
        Scope { module: self, body }
    }

    /// Function that a value refers to.
    pub fn function(&self, value: ValueId) -> Option<(FunctionId, &Function)> {
        match self.value(value)? {
            Value::Function(id) => Some((id, self.functions.get(id.index())?)),
            _ => None,
        }
    }

    /// Module constant that a value refers to.
    pub fn constant(&self, value: ValueId) -> Option<Constant> {
        match self.value(value)? {
            Value::Constant(id) => self.constants.get(id),
            _ => None,
        }
    }

    /// Integer constant that a module value refers to, at most 64 bits.
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

    /// Name of an attachment kind.
    pub fn kind(&self, kind: KindId) -> Option<&[u8]> {
        let found = self.kinds.iter().find(|found| found.0 == kind)?;
        Some(self.text(found.1))
    }

    /// Bytes of a section, collector, library, COMDAT or kind name.
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

    /// Adds a global variable; sets its value.
    pub fn add_variable(&mut self, variable: Variable) -> ValueId {
        let ty = self.types.pointer(variable.ty, variable.address_space);
        let value = self.push_value(Value::Variable(VariableId::at(self.variables.len())), ty);
        self.variables.push(Variable { value, ..variable });
        value
    }

    /// Adds a function; sets its value and the function of its body.
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

    /// Adds an alias; sets its value.
    pub fn add_alias(&mut self, alias: Alias) -> ValueId {
        let value = self.push_value(Value::Alias(AliasId::at(self.aliases.len())), alias.ty);
        self.aliases.push(Alias { value, ..alias });
        value
    }

    /// Adds a module constant without deduplication. Its spans must be from [`constants`](Self::constants).
    pub fn add_constant(&mut self, ty: TypeId, constant: Constant) -> ValueId {
        let value = self.push_value(Value::Constant(ConstantId::at(self.constants.items.len())), ty);
        self.constants.items.push((value, constant));
        value
    }
}

/// Looks up values of a module and one of its bodies.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'m> {
    /// The module.
    pub module: &'m Typed<'m>,
    /// Body whose local values are in scope.
    pub body: Option<&'m Body>,
}

impl<'m> Scope<'m> {
    /// Definition of a value.
    #[inline]
    pub fn value(&self, value: ValueId) -> Option<Value> {
        match value.list() {
            List::Local(_) => self.body?.local(value).map(|local| local.value),
            _ => self.module.value(value),
        }
    }

    /// Type of a value.
    #[inline]
    pub fn type_of(&self, value: ValueId) -> Option<TypeId> {
        match value.list() {
            List::Local(_) => self.body?.local(value).map(|local| local.ty),
            _ => self.module.type_of(value),
        }
    }

    /// Name of a value.
    pub fn name(&self, value: ValueId) -> Option<&'m [u8]> {
        match value.list() {
            List::Local(_) => self.body?.symbols.value(value),
            _ => self.module.name(value),
        }
    }

    /// Constant that a value refers to, with the list its spans refer to.
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

    /// Value that metadata wraps, of the module or the body.
    pub fn wrapped(&self, metadata: MetadataId) -> Option<ValueId> {
        if metadata.is_local() {
            self.body?.metadata.get(metadata.index()).copied()
        } else {
            self.module.metadata.value(metadata)
        }
    }

    /// Integer constant that a value refers to, at most 64 bits.
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
