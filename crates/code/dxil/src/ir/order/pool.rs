//! Makes each constant of a module one, wherever it is used.

use foldhash::{HashMap, HashMapExt as _};

use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::MAX_NESTING;
use crate::ir::body::Body;
use crate::ir::constant::{Constant, Constants};
use crate::ir::global::{Definition, Function};
use crate::ir::handle::{FunctionId, List, TypeId, ValueId};
use crate::ir::metadata::Metadata;
use crate::ir::module::{Typed, Value};
use crate::ir::remap::Detached;
use crate::ir::types::Type;

/// A module whose values have one numbering: [`ValueId::module`] counts variables, functions and aliases in the
/// order of their lists, then constants, of the module and of all bodies.
pub(super) struct Pooled {
    /// The module. Its bodies, initializers and metadata refer to values by the new numbers; its own list of
    /// values and its constants are the old ones.
    pub(super) module: Typed<'static>,
    /// Old number of each global, by new number.
    pub(super) globals: Vec<ValueId>,
    /// All constants.
    pub(super) constants: Constants,
    /// Type of each constant.
    pub(super) types: Vec<TypeId>,
}

impl Pooled {
    /// Pools the constants of a module that is loaded.
    pub(super) fn new(mut module: Typed<'static>) -> Result<Pooled, BitcodeError> {
        let (variables, functions) = (module.variables.len(), module.functions.len());
        let globals: Vec<ValueId> = module
            .variables
            .iter()
            .map(|variable| variable.value)
            .chain(module.functions.iter().map(|function| function.value))
            .chain(module.aliases.iter().map(|alias| alias.value))
            .collect();
        let numbers = module.values.iter().map(|(value, _)| match *value {
            Value::Variable(id) => Some(ValueId::module(id.0)),
            Value::Function(id) => Some(ValueId::module((variables + id.index()) as u32)),
            Value::Alias(id) => Some(ValueId::module((variables + functions + id.index()) as u32)),
            _ => None,
        });
        let known = numbers.collect();
        let definitions = module
            .functions
            .iter_mut()
            .map(|function| std::mem::replace(&mut function.definition, Definition::Declaration));
        let definitions: Vec<Definition> = definitions.collect();
        let mut pool = Pooling {
            module: &module,
            known,
            globals: globals.len(),
            constants: Constants::default(),
            types: Vec::new(),
            unique: HashMap::new(),
        };
        let mut bodies = Vec::with_capacity(definitions.len());
        for definition in definitions {
            bodies.push(match definition {
                Definition::Body(body) => Some(pool.body(*body)?),
                _ => None,
            });
        }
        let mut initializers = Vec::new();
        for value in globals_values(&module) {
            initializers.push(pool.value(value, None, 0)?);
        }
        let mut wrapped = Vec::new();
        for item in &module.metadata.items {
            if let Metadata::Value(value) = item {
                wrapped.push(pool.value(*value, None, 0)?);
            }
        }
        let Pooling { constants, types, .. } = pool;
        let mut initializers = initializers.into_iter();
        each_value_mut(&mut module, |value| *value = initializers.next().unwrap_or(*value));
        let mut wrapped = wrapped.into_iter();
        for item in &mut module.metadata.items {
            if let Metadata::Value(value) = item {
                *value = wrapped.next().unwrap_or(*value);
            }
        }
        for (function, body) in module.functions.iter_mut().zip(bodies) {
            if let Some(body) = body {
                function.definition = Definition::Body(Box::new(body));
            }
        }
        Ok(Pooled { module, globals, constants, types })
    }

    /// Place of a value among the constants; `None` for globals.
    pub(super) fn constant(&self, value: ValueId) -> Option<(usize, Constant)> {
        let place = value.index().checked_sub(self.globals.len())?;
        Some((place, self.constants.items.get(place)?.1))
    }

    /// Number of globals and constants.
    pub(super) fn len(&self) -> usize {
        self.globals.len() + self.types.len()
    }

    /// Type of a global or a constant.
    pub(super) fn type_of(&self, value: ValueId) -> Option<TypeId> {
        match self.globals.get(value.index()) {
            Some(global) => self.module.type_of(*global),
            None => self.types.get(value.index() - self.globals.len()).copied(),
        }
    }

    /// New number of a function.
    pub(super) fn function(&self, function: FunctionId) -> ValueId {
        ValueId::module((self.module.variables.len() + function.index()) as u32)
    }

    /// Body of a function.
    pub(super) fn body(function: &Function) -> Option<&Body> {
        match &function.definition {
            Definition::Body(body) => Some(body),
            _ => None,
        }
    }
}

/// Values that globals refer to, in a fixed order.
fn globals_values(module: &Typed<'_>) -> Vec<ValueId> {
    let initializers = module.variables.iter().filter_map(|variable| variable.initializer);
    let aliasees = module.aliases.iter().map(|alias| alias.aliasee);
    let functions = module.functions.iter();
    let data = functions.flat_map(|function| [function.prefix, function.prologue, function.personality]);
    initializers.chain(aliasees).chain(data.flatten()).collect()
}

/// Calls `each` with the values of [`globals_values`].
fn each_value_mut(module: &mut Typed<'_>, mut each: impl FnMut(&mut ValueId)) {
    module.variables.iter_mut().filter_map(|variable| variable.initializer.as_mut()).for_each(&mut each);
    module.aliases.iter_mut().map(|alias| &mut alias.aliasee).for_each(&mut each);
    for function in &mut module.functions {
        let data = [&mut function.prefix, &mut function.prologue, &mut function.personality];
        data.into_iter().flatten().for_each(&mut each);
    }
}

/// State while constants are pooled.
struct Pooling<'m> {
    module: &'m Typed<'static>,
    /// New number of each old value of the module, once known.
    known: Vec<Option<ValueId>>,
    globals: usize,
    constants: Constants,
    types: Vec<TypeId>,
    unique: HashMap<(TypeId, Detached), ValueId>,
}

/// A body and the new numbers of its constants, once known.
struct Local<'b> {
    body: &'b Body,
    known: Vec<Option<ValueId>>,
}

fn missing(of: Entity, value: ValueId, count: usize) -> BitcodeError {
    let (found, count) = (value.index() as u64, count as u64);
    BitcodeError::new(BitcodeErrorKind::Number { of, found, count }, 0..0)
}

impl Pooling<'_> {
    fn value(
        &mut self,
        value: ValueId,
        mut local: Option<&mut Local<'_>>,
        depth: u32,
    ) -> Result<ValueId, BitcodeError> {
        if depth > MAX_NESTING {
            return Err(BitcodeError::new(BitcodeErrorKind::Nested { of: Entity::Constant }, 0..0));
        }
        let index = value.index();
        let found = match value.list() {
            List::Metadata(_) => return Ok(value),
            List::Module(_) => {
                let known = self.known.get(index).copied();
                match known.ok_or_else(|| missing(Entity::Value, value, self.known.len()))? {
                    Some(known) => return Ok(known),
                    None => self.module.values.get(index).copied(),
                }
            }
            List::Local(_) => match &local {
                None => return Err(missing(Entity::Value, value, 0)),
                Some(local) => match local.body.local(value) {
                    None => return Err(missing(Entity::Value, value, local.known.len())),
                    Some(found) if !matches!(found.value, Value::Constant(_)) => return Ok(value),
                    Some(found) => match local.known.get(index).copied().flatten() {
                        Some(known) => return Ok(known),
                        None => Some((found.value, found.ty)),
                    },
                },
            },
        };
        let Some((Value::Constant(id), ty)) = found else {
            return Err(missing(Entity::Value, value, self.known.len()));
        };
        let list = match (value.is_local(), &local) {
            (true, Some(local)) => &local.body.constants,
            _ => &self.module.constants,
        };
        let constant = list.get(id).ok_or_else(|| missing(Entity::Constant, value, list.items.len()))?;
        let mut detached = list.detach(constant);
        for operand in detached.operands_mut() {
            *operand = self.value(*operand, local.as_deref_mut(), depth + 1)?;
        }
        let number = self.intern(ty, detached);
        let slot = match local {
            Some(local) if value.is_local() => local.known.get_mut(index),
            _ => self.known.get_mut(index),
        };
        if let Some(slot) = slot {
            *slot = Some(number);
        }
        Ok(number)
    }

    fn intern(&mut self, ty: TypeId, detached: Detached) -> ValueId {
        // Compilers know one zero of each type.
        let is_scalar = matches!(self.module.types.get(ty), Some(Type::Integer(_)))
            || self.module.types.get(ty).is_some_and(Type::is_float);
        let detached = match detached.constant() {
            Constant::Integer(0) | Constant::Float(0) if is_scalar => Detached::plain(Constant::Null),
            _ => detached,
        };
        let key = (ty, detached);
        if let Some(known) = self.unique.get(&key) {
            return *known;
        }
        let number = ValueId::module((self.globals + self.types.len()) as u32);
        let constant = self.constants.attach(&key.1);
        self.constants.items.push((number, constant));
        self.types.push(ty);
        self.unique.insert(key, number);
        number
    }

    /// Translates the operands of a body.
    fn body(&mut self, body: Body) -> Result<Body, BitcodeError> {
        let mut local = Local { known: vec![None; body.locals.len()], body: &body };
        let mut operands = body.operands.clone();
        for instruction in &body.instructions {
            for operand in operands.get_mut(instruction.operands) {
                *operand = self.value(*operand, Some(&mut local), 0)?;
            }
        }
        let mut metadata = body.metadata.clone();
        for value in &mut metadata {
            *value = self.value(*value, Some(&mut local), 0)?;
        }
        Ok(Body { operands, metadata, ..body })
    }
}
