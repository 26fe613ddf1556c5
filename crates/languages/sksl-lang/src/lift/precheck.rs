//! Conservative validity checks during lifting: any doubt clears `is_sound`.
//!
//! Nothing is reported here. What cannot be verified is left to the checker, which reports it or accepts it. So a
//! check here may be stricter than the rule, but not more lenient. A test compares the two.

use glassbox_sksl::builtin::{Binary, Narrowing, Type};
use glassbox_sksl::check::{MAX_STRUCT_DEPTH, main_fits, needs_main};
use glassbox_sksl::raw::{ModifierFlags, RefKind, VERSION};
use glassbox_sksl::read::{File, is_chain};

use super::Lifter;
use crate::ir::arena::List;
use crate::ir::expression::{Constructor, Expr, ExpressionKind};
use crate::ir::program::Element;
use crate::ir::symbol::{Symbol, SymbolKind};
use crate::ir::ty::{Spelling, Ty};

/// Returns whether a file has version 8, was read completely and has nothing after its end.
pub(super) fn is_framed(file: &File<'_>) -> bool {
    let is_whole = file.stop.is_none() && file.has_strings() && file.trailing().is_empty();
    is_whole && file.model.dialect.version == VERSION && is_chain(&file.model.strings)
}

impl Lifter<'_> {
    /// Requires a rule to hold.
    pub(super) fn require(&mut self, holds: bool) {
        self.is_sound &= holds;
    }

    fn meaning(&self, expression: Expr) -> Type {
        self.program.ty_of(expression).meaning
    }

    /// Requires a boolean condition.
    pub(super) fn vouch_for_condition(&mut self, test: Expr) {
        self.require(self.meaning(test).is_bool());
    }

    /// Requires operands that a binary operator accepts, and an assignable operand if it assigns.
    pub(super) fn vouch_for_binary(&mut self, left: Expr, operator: Option<Binary>, fits: bool) {
        let writes = operator.is_some_and(Binary::is_assignment);
        self.require(fits && (!writes || self.can_write(left)));
    }

    /// Requires an assignable operand of an increment or decrement.
    pub(super) fn vouch_for_writing(&mut self, operand: Expr) {
        self.require(self.can_write(operand));
    }

    fn can_write(&self, operand: Expr) -> bool {
        let mut at = operand;
        loop {
            match self.program.kind_of(at) {
                ExpressionKind::FieldAccess { base, .. } | ExpressionKind::Index { base, .. } => at = base,
                ExpressionKind::Swizzle { base, components } => {
                    let components = components.get();
                    let repeats = |(place, component)| components[..place].contains(component);
                    if components.iter().enumerate().any(repeats) {
                        return false;
                    }
                    at = base;
                }
                ExpressionKind::VariableReference { variable, .. } => {
                    let read_only = ModifierFlags(ModifierFlags::CONST.0 | ModifierFlags::UNIFORM.0);
                    return match &self.program.symbols[variable].kind {
                        SymbolKind::Variable(variable) => !variable.modifiers.has_any(read_only),
                        _ => false,
                    };
                }
                _ => return false,
            }
        }
    }

    /// Requires an integer index into a vector, matrix or array, in bounds if it is a literal.
    pub(super) fn vouch_for_index(&mut self, base: Expr, index: Expr) {
        let in_bounds = match self.program.kind_of(index) {
            ExpressionKind::Literal(value) => {
                let count = self.program.types.index_count(self.meaning(base));
                count.is_some_and(|count| value >= 0.0 && value < f64::from(count))
            }
            _ => true,
        };
        self.require(in_bounds && self.meaning(index).is_integer());
    }

    /// Requires the components of a swizzle to exist.
    pub(super) fn vouch_for_swizzle(&mut self, base: Expr, components: &[u8]) {
        let ty = self.meaning(base);
        let width = match ty {
            Type::Scalar(_) | Type::Vector(..) => ty.columns(),
            _ => 0,
        };
        let is_swizzle = matches!(components.len(), 1..=4);
        self.require(is_swizzle && components.iter().all(|&component| component < width));
    }

    /// Requires a boolean condition and values of the same type.
    pub(super) fn vouch_for_ternary(&mut self, test: Expr, if_true: Expr, if_false: Expr) {
        self.vouch_for_condition(test);
        let types = &self.program.types;
        let (a, b) = types.settle_literals(self.meaning(if_true), self.meaning(if_false));
        let fits = types.coerces(a, b, Narrowing::Allowed) || types.coerces(b, a, Narrowing::Allowed);
        self.require(fits);
    }

    /// Requires constructor arguments that form a value of the type.
    pub(super) fn vouch_for_constructor(&mut self, kind: Constructor, result: Type, arguments: List<Expr>) {
        self.require(self.is_constructor(kind, result, arguments));
    }

    fn is_constructor(&self, kind: Constructor, result: Type, arguments: List<Expr>) -> bool {
        let types = &self.program.types;
        let arguments = self.program.expression_lists.get(arguments);
        let mut values = arguments.iter().map(|&argument| self.meaning(argument).settled());
        match (kind, arguments) {
            (Constructor::Array, _) => types.array(result).is_some_and(|array| {
                arguments.len() == array.count as usize && values.all(|ty| ty == array.element)
            }),
            (Constructor::Struct, _) => types.structure(result).is_some_and(|structure| {
                arguments.len() == structure.fields.len()
                    && values.zip(&structure.fields).all(|(ty, field)| ty == field.ty)
            }),
            (Constructor::Compound, _) => {
                let mut slots = 0;
                let are_parts = values.all(|ty| {
                    slots += u32::from(ty.width());
                    let is_part = ty.is_scalar() || ty.is_vector() || ty.width() == 4;
                    is_part && ty.scalar() == result.scalar()
                });
                let has_shape = result.is_vector() || result.is_matrix();
                has_shape && are_parts && slots == u32::from(result.width())
            }
            (_, &[argument]) => {
                let from = self.meaning(argument).settled();
                let shape = |ty: Type| (ty.columns(), ty.rows());
                let same_scalar = from.scalar() == result.scalar();
                match kind {
                    Constructor::ArrayCast => matches!(
                        (types.array(from), types.array(result)),
                        (Some(a), Some(b)) if a.count == b.count && shape(a.element) == shape(b.element)
                    ),
                    Constructor::CompoundCast => {
                        (from.is_vector() || from.is_matrix()) && shape(from) == shape(result)
                    }
                    Constructor::DiagonalMatrix => from.is_scalar() && result.is_matrix() && same_scalar,
                    Constructor::MatrixResize => from.is_matrix() && result.is_matrix() && same_scalar,
                    Constructor::ScalarCast => from.is_scalar() && result.is_scalar(),
                    _ => from.is_scalar() && result.is_vector() && same_scalar,
                }
            }
            _ => false,
        }
    }

    /// Requires arguments that match the parameters, assignable ones for `out` parameters.
    pub(super) fn vouch_for_call(&mut self, function: Symbol, result: Type, arguments: List<Expr>) {
        self.require(self.is_call(function, result, arguments));
    }

    fn is_call(&self, function: Symbol, result: Type, arguments: List<Expr>) -> bool {
        let SymbolKind::Function(data) = &self.program.symbols[function].kind else {
            return false;
        };
        let arguments = self.program.expression_lists.get(arguments);
        // All overloads of a builtin function have the same `out` parameters, and the call was matched with one of them.
        let is_builtin = data.builtin.is_some();
        if arguments.len() != data.parameters.len() || (!is_builtin && data.result.meaning != result) {
            return false;
        }
        let mut pairs = arguments.iter().zip(&data.parameters);
        pairs.all(|(&argument, &parameter)| {
            let SymbolKind::Variable(parameter) = &self.program.symbols[parameter].kind else {
                return false;
            };
            let (found, wanted) = (self.meaning(argument), parameter.ty.meaning);
            let passes = is_builtin
                || found == wanted
                || matches!(found, Type::Scalar(scalar) if scalar.is_literal())
                    && self.program.types.coerces(found, wanted, Narrowing::Allowed);
            passes && (!parameter.modifiers.has_any(ModifierFlags::OUT) || self.can_write(argument))
        })
    }

    /// Requires a known kind of access to a variable.
    pub(super) fn vouch_for_reference(&mut self, kind: RefKind) {
        self.require(kind <= RefKind::POINTER);
    }

    /// Requires a value of the result type of the current function.
    pub(super) fn vouch_for_return(&mut self, value: Option<Expr>) {
        let fits = match value {
            None => self.result.is_void(),
            Some(value) => !self.result.is_void() && self.meaning(value).settled() == self.result,
        };
        self.require(fits);
    }

    /// Requires a declaration that agrees with its variable's type and is the only one of the variable.
    pub(super) fn vouch_for_declaration(&mut self, variable: Symbol, base: Ty, array_size: u32) {
        let SymbolKind::Variable(data) = &self.program.symbols[variable].kind else {
            return self.require(false);
        };
        let (element, count) = match self.program.types.array(data.ty.meaning) {
            Some(array) => (array.element, array.count),
            None => (data.ty.meaning, 0),
        };
        let agrees = element == base.meaning && count == array_size;
        let is_first = data.declaration.is_none();
        self.require(agrees && is_first);
    }

    /// Requires distinct case values and at most one default.
    pub(super) fn vouch_for_cases(&mut self, mut values: Vec<Option<i64>>) {
        values.sort_unstable();
        self.require(values.is_sorted_by(|a, b| a < b));
    }

    /// Requires distinct field names and limited nesting of structs.
    pub(super) fn vouch_for_struct(&mut self, symbol: Symbol) {
        let SymbolKind::Struct(structure) = &self.program.symbols[symbol].kind else {
            return self.require(false);
        };
        let mut names: Vec<_> = structure.fields.iter().map(|field| field.name.0).collect();
        names.sort_unstable();
        let have_names = !names.is_empty() && names.is_sorted_by(|a, b| a < b);
        let depth = self.program.types.struct_depth(structure.ty.meaning);
        self.require(have_names && depth <= MAX_STRUCT_DEPTH);
    }

    /// Requires the variable of an interface block to have a block type or an array of one.
    pub(super) fn vouch_for_block(&mut self, variable: Symbol) {
        let ty = self.variable_type(variable).map(|ty| match ty.meaning {
            Type::Array(_) => self.program.component(ty),
            _ => ty,
        });
        let is_block = match ty.map(|ty| ty.spelling) {
            Some(Spelling::Symbol(symbol)) => matches!(
                &self.program.symbols[symbol].kind,
                SymbolKind::Struct(structure) if structure.is_interface_block
            ),
            _ => false,
        };
        self.require(is_block);
    }

    /// Requires the `main` of the program's kind.
    pub(super) fn vouch_for_main(&mut self) {
        let kind = self.program.kind;
        if !needs_main(kind) {
            return;
        }
        let ways = ModifierFlags::IN.0 | ModifierFlags::OUT.0 | ModifierFlags::CONST.0;
        let (mut any, mut fit) = (false, true);
        for element in &self.program.elements {
            let Element::Function { declaration, .. } = *element else {
                continue;
            };
            let SymbolKind::Function(function) = &self.program.symbols[declaration].kind else {
                continue;
            };
            if !function.is_main {
                continue;
            }
            let parameter = |&symbol: &Symbol| match &self.program.symbols[symbol].kind {
                SymbolKind::Variable(variable) => {
                    (variable.ty.meaning, ModifierFlags(variable.modifiers.flags.0 & ways))
                }
                _ => (Type::Invalid, ModifierFlags(0)),
            };
            let parameters: Vec<_> = function.parameters.iter().map(parameter).collect();
            any = true;
            fit &= main_fits(kind, function.result.meaning, &parameters);
        }
        self.require(any && fit);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use glassbox_core::limits::Limits;
    use glassbox_core::reader::Window;
    use glassbox_sksl::raw::ProgramKind;
    use glassbox_sksl::read::open;
    use glassbox_testing::case::files;

    use crate::lift::Lifter;
    use crate::{Encoding, Options, compile, encode};

    /// Asserts that a file that a compiler wrote does not need the checker.
    fn assert_sound(bytes: &[u8], path: &Path) {
        let file = open(Window::whole(bytes), &Limits::default()).expect("the file reads");
        let (lifted, is_sound) = Lifter::lift(&file.model, Vec::new());
        assert!(lifted.is_ok() && is_sound, "{}", path.display());
    }

    #[test]
    fn the_rules_hold_for_compiled_examples() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/sksl");
        let mut count = 0;
        for path in files(&folder, "rts") {
            let text = std::fs::read_to_string(&path).expect("the example is readable");
            let program = compile(&text, &Options::new(ProgramKind::SHADER)).program;
            let program = program.expect("the example compiles");
            // Calls of children have no command.
            if let Ok(bytes) = encode(&program, Encoding::Strict) {
                assert_sound(&bytes, &path);
                count += 1;
            }
        }
        assert!(count >= 6, "{count}");
    }

    #[test]
    fn the_rules_hold_for_the_samples() {
        let samples = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples"), "bin");
        assert!(samples.len() >= 30, "{}", samples.len());
        for path in samples {
            assert_sound(&std::fs::read(&path).expect("the sample is readable"), &path);
        }
    }
}
