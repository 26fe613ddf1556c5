//! Predicates and helpers for types as spelt in a program.

use glassbox_sksl::builtin::Type;

use crate::build::Builder;
use crate::ir::symbol::{FieldData, SymbolKind};
use crate::ir::ty::{Spelling, Ty};

impl Builder<'_> {
    /// Returns whether a value of one type needs no conversion to the other. Aliases equal their target, but an array
    /// of an alias has another name than an array of the target and is converted by element.
    #[inline]
    pub(crate) fn same_type(&self, a: Ty, b: Ty) -> bool {
        a.meaning == b.meaning && (!a.meaning.is_array() || self.same_name(a, b))
    }

    #[inline(never)]
    fn same_name(&self, a: Ty, b: Ty) -> bool {
        self.program.type_text(a) == self.program.type_text(b)
    }

    /// Element type of an array, component type of a vector or matrix; any other type unchanged.
    pub(crate) fn component(&self, ty: Ty) -> Ty {
        match (ty.meaning, ty.spelling) {
            (Type::Array(_), Spelling::Symbol(symbol)) => match &self.program.symbols[symbol].kind {
                SymbolKind::Array(array) => array.element,
                _ => Ty::own(self.program.types.component(ty.meaning)),
            },
            (Type::Scalar(_), _) => ty,
            (Type::Vector(..) | Type::Matrix(..) | Type::Array(_), _) => {
                Ty::own(self.program.types.component(ty.meaning))
            }
            _ => ty,
        }
    }

    /// Type with `columns` by `rows` scalars: the scalar itself for 1 by 1, otherwise the builtin name; literal types
    /// are settled first.
    pub(crate) fn compound_type(&self, scalar: Ty, columns: u8, rows: u8) -> Ty {
        if (columns, rows) == (1, 1) {
            return scalar;
        }
        let ty = scalar.meaning.settled().scalar().and_then(|scalar| Type::compound(scalar, columns, rows));
        Ty::own(ty.unwrap_or(Type::Invalid))
    }

    /// Number of values that an index can select: columns of a vector or matrix, elements of an array.
    pub(crate) fn index_count(&self, ty: Ty) -> u32 {
        self.program.types.index_count(ty.meaning).unwrap_or(0)
    }

    /// Fields of a struct or interface block.
    pub(crate) fn fields(&self, ty: Ty) -> &[FieldData] {
        match ty.spelling {
            Spelling::Symbol(symbol) => match &self.program.symbols[symbol].kind {
                SymbolKind::Struct(declaration) => &declaration.fields,
                _ => &[],
            },
            _ => &[],
        }
    }
}
