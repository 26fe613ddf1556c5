//! The functions of a name, found by the types of their parameters.

use std::rc::Rc;

use foldhash::HashMap;
use smallvec::SmallVec;

use crate::model::FunctionId;
use crate::types::{Length, Scalar, Type, Types};

/// Functions that are compared one by one before they are found by a table.
const FEW: usize = 8;

/// Functions that a search gives.
pub(crate) type Near = SmallVec<[FunctionId; FEW]>;

/// Types of parameters.
pub(crate) type Parameters = SmallVec<[Type; 4]>;

/// The functions of a name, in the order of declaration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overloads {
    /// Those of scopes further out, which come first: a local declaration adds to them.
    outer: Option<Rc<Overloads>>,
    own: Vec<FunctionId>,
    /// Of `own`, once there are more than a few.
    table: Option<Box<Table>>,
}

/// Functions by the types of their parameters.
#[derive(Clone, Debug, Default)]
struct Table {
    same: HashMap<Key, Near>,
    /// By types without regard to components: what conversions may reach.
    alike: HashMap<Key, Near>,
}

/// Types of parameters, equal where [`Types::is_same`] holds for each two.
type Key = SmallVec<[Part; 6]>;

/// A part of a type: the dimensions of arrays come before what they are of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Part {
    Dimension(Length),
    Type(Type),
}

fn key(types: &Types, parameters: &[Type], of: impl Fn(Type) -> Type) -> Key {
    let mut key = Key::new();
    for &parameter in parameters {
        let mut ty = parameter;
        while let Some(array) = types.as_array(ty) {
            key.push(Part::Dimension(array.length));
            ty = array.element;
        }
        // No conversion reaches into arrays.
        key.push(Part::Type(if ty == parameter { of(ty) } else { ty }));
    }
    key
}

/// The same type for all that differ in their components.
fn shape(ty: Type) -> Type {
    ty.with_scalar(Scalar::Float)
}

impl Table {
    fn insert(&mut self, id: FunctionId, types: &Types, parameters: &[Type]) {
        self.same.entry(key(types, parameters, |ty| ty)).or_default().push(id);
        self.alike.entry(key(types, parameters, shape)).or_default().push(id);
    }
}

impl Overloads {
    /// No functions but those of scopes further out.
    pub(crate) fn within(outer: Rc<Overloads>) -> Overloads {
        Overloads { outer: Some(outer), ..Overloads::default() }
    }

    /// Adds a function; `parameters` are those of any of the functions.
    pub(crate) fn push(
        &mut self,
        id: FunctionId,
        types: &Types,
        parameters: impl Fn(FunctionId) -> Parameters,
    ) {
        self.own.push(id);
        match &mut self.table {
            Some(table) => table.insert(id, types, &parameters(id)),
            None if self.own.len() > FEW => {
                let table = self.table.insert(Box::default());
                self.own.iter().for_each(|id| table.insert(*id, types, &parameters(*id)));
            }
            None => {}
        }
    }

    /// These and those of scopes further out, the outermost first.
    fn levels(&self) -> impl Iterator<Item = &Overloads> {
        let mut levels: SmallVec<[&Overloads; 2]> = SmallVec::new();
        let mut next = Some(self);
        while let Some(level) = next {
            levels.push(level);
            next = level.outer.as_deref();
        }
        levels.into_iter().rev()
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = FunctionId> {
        self.levels().flat_map(|level| level.own.iter().copied())
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.levels().map(|level| level.own.len()).sum()
    }

    /// The functions that may have parameters of these types: all that have, and hardly any other.
    pub(crate) fn same(&self, types: &Types, wanted: &[Type]) -> Near {
        self.search(|table| &table.same, || key(types, wanted, |ty| ty))
    }

    /// The functions that may take arguments of these types after conversions.
    pub(crate) fn alike(&self, types: &Types, wanted: &[Type]) -> Near {
        self.search(|table| &table.alike, || key(types, wanted, shape))
    }

    fn search(&self, of: impl Fn(&Table) -> &HashMap<Key, Near>, key: impl Fn() -> Key) -> Near {
        let mut near = Near::new();
        for level in self.levels() {
            match &level.table {
                Some(table) => near.extend(of(table).get(&key()).into_iter().flatten().copied()),
                None => near.extend_from_slice(&level.own),
            }
        }
        near
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types of six parameters, each a scalar or a vector: the number in base 4.
    fn vectors(number: u32, scalar: Scalar) -> Parameters {
        (0..6).map(|digit| Type::vector(scalar, (number >> (2 * digit) & 3) as u8 + 1)).collect()
    }

    /// Functions that are looked at while one of each of these parameters is declared, and then called with arguments
    /// of other types.
    fn looked_at(types: &Types, parameters: &[Parameters], called: &[Parameters]) -> usize {
        let (mut overloads, mut sum) = (Overloads::default(), 0);
        for (own, id) in parameters.iter().zip(0..) {
            sum += overloads.same(types, own).len();
            overloads.push(FunctionId(id), types, |id| parameters[id.0 as usize].clone());
        }
        for (arguments, id) in called.iter().zip(0..) {
            let near = [overloads.same(types, &parameters[id as usize]), overloads.alike(types, arguments)];
            assert!(near.iter().all(|near| near.contains(&FunctionId(id))), "function {id}");
            sum += near.iter().map(|near| near.len()).sum::<usize>();
        }
        sum
    }

    #[test]
    fn a_call_looks_at_as_many_functions_however_many_there_are() {
        let mut types = Types::default();
        for count in [16, 64, 1024, 4096] {
            let floats: Vec<_> = (0..count).map(|number| vectors(number, Scalar::Float)).collect();
            let integers: Vec<_> = (0..count).map(|number| vectors(number, Scalar::Int)).collect();
            let arrays = (1..=count).map(|length| types.array(Type::FLOAT, Length::Fixed(length)));
            let arrays: Vec<Parameters> = arrays.map(|ty| [ty].into_iter().collect()).collect();
            // Declarations among the first few look at those before; then there is one for each call.
            let most = FEW * (FEW + 1) / 2 + 2 * count as usize;
            for (parameters, called) in [(&floats, &integers), (&arrays, &arrays)] {
                assert_eq!(looked_at(&types, parameters, called), most, "{count} functions");
            }
        }
    }

    #[test]
    fn a_local_declaration_adds_to_those_further_out() {
        let types = Types::default();
        let parameters: Vec<_> = (0..20).map(|number| vectors(number, Scalar::Float)).collect();
        let mut outer = Overloads::default();
        for id in 0..12 {
            outer.push(FunctionId(id), &types, |id| parameters[id.0 as usize].clone());
        }
        let mut inner = Overloads::within(Rc::new(outer));
        for id in 12..20 {
            inner.push(FunctionId(id), &types, |id| parameters[id.0 as usize].clone());
        }
        assert_eq!((inner.len(), inner.iter().map(|id| id.0).collect::<Vec<_>>()), (20, (0..20).collect()));
        for id in 0..20 {
            assert!(inner.same(&types, &parameters[id as usize]).contains(&FunctionId(id)), "function {id}");
        }
    }
}
