//! Places: parts of variables that can be read and written.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{NumberKind, Scalar, Type};
use glassbox_sksl::raw::{Operator, Storage as Kind};
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};
use glassbox_sksl_lang::ir::symbol::Symbol;
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::build::{Id, glsl, op};

use crate::lowering::{Binding, Lowering, Storage};
use crate::session::Outcome;
use crate::types::{Form, has_truth};

/// A part of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    storage: Storage,
    /// Indices of members and elements on the way.
    chain: Vec<Id>,
    /// What the way leads to.
    ty: Type,
    /// Components of the vector there, in the order of the value.
    components: Option<Vec<u8>>,
}

impl Place {
    pub(crate) fn whole(storage: Storage, ty: Type) -> Place {
        Place { storage, chain: Vec::new(), ty, components: None }
    }

    /// Type of the value.
    pub(crate) fn ty(&self) -> Type {
        match (&self.components, self.ty.scalar()) {
            (Some(components), Some(scalar)) => {
                Type::compound(scalar, components.len() as u8, 1).unwrap_or(self.ty)
            }
            _ => self.ty,
        }
    }

    /// The variable, if the place is all of one within a function.
    pub(crate) fn local(&self) -> Option<Id> {
        let is_local = self.storage.class == storage_class::FUNCTION && self.storage.form == Form::Logical;
        (is_local && self.chain.is_empty() && self.components.is_none()).then_some(self.storage.pointer)
    }
}

impl<'p> Lowering<'_, 'p> {
    /// The part of a variable that an expression means; none for expressions that are not rooted in one.
    pub(crate) fn place(&mut self, expression: Expr) -> Outcome<Option<Place>> {
        let node = self.program.expressions[expression];
        self.enter(node.span)?;
        let place = match node.kind {
            ExpressionKind::VariableReference { variable, .. } => self.root(variable, node.span)?,
            ExpressionKind::FieldAccess { base, index, .. } => {
                let ty = self.meaning(base);
                let field = self.program.types.field(ty, index as usize).map(|field| field.ty);
                let Some(field) = field else {
                    return self.malformed(node.span, "the field does not exist");
                };
                if let Some(variable) = self.per_vertex(base, index) {
                    Some(Place::whole(variable, field))
                } else {
                    let index = self.s.b.constant_uint(index);
                    self.place(base)?.map(|place| place.step(index, field))
                }
            }
            ExpressionKind::Swizzle { base, components } => {
                if self.meaning(base).is_vector() {
                    let place = self.place(base)?;
                    place.and_then(|place| place.swizzled(components.get()))
                } else {
                    None
                }
            }
            ExpressionKind::Index { base, index } => match self.place(base)? {
                Some(place) => self.element(place, self.meaning(base), index, node.span)?,
                None => None,
            },
            _ => None,
        };
        self.leave();
        Ok(place)
    }

    /// The variable of a symbol. One that is not declared yet is declared.
    fn root(&mut self, symbol: Symbol, span: Span) -> Outcome<Option<Place>> {
        let Some(variable) = self.variable_of(symbol) else {
            return self.malformed(span, "what is named is no variable");
        };
        let ty = variable.ty.meaning;
        let binding = match self.bindings.get(&symbol) {
            Some(binding) => *binding,
            None if variable.storage == Kind::LOCAL => self.declare(symbol, ty, span)?,
            None => {
                let name = self.program.symbol_name(symbol);
                return self.malformed(span, format!("`{name}` is used where it is not declared"));
            }
        };
        Ok(match binding {
            Binding::Variable(storage) => Some(Place::whole(storage, ty)),
            Binding::Uniform(index) => {
                let Some(block) = self.s.block else {
                    return self.malformed(span, "a uniform has no block");
                };
                let class = self.uniform_class();
                let index = self.s.b.constant_uint(index);
                let storage = Storage { pointer: block, class, form: Form::Block };
                Some(Place::whole(storage, Type::Void).step(index, ty))
            }
            Binding::Value(_) | Binding::PerVertex(_) => None,
        })
    }

    /// Declares a variable of the function.
    pub(crate) fn declare(&mut self, symbol: Symbol, ty: Type, span: Span) -> Outcome<Binding> {
        let name = self.program.symbol_name(symbol).to_owned();
        let storage = self.local(ty, &name, span)?;
        let binding = Binding::Variable(storage);
        self.bindings.insert(symbol, binding);
        Ok(binding)
    }

    /// A variable of the function.
    pub(crate) fn local(&mut self, ty: Type, name: &str, span: Span) -> Outcome<Storage> {
        let id = self.ty(ty, span)?;
        let pointer = self.s.b.pointer(storage_class::FUNCTION, id);
        let pointer = self.s.b.variable(pointer);
        if !name.is_empty() {
            self.s.b.name(pointer, name);
        }
        self.relax_variable(pointer, ty);
        Ok(Storage { pointer, class: storage_class::FUNCTION, form: Form::Logical })
    }

    /// Marks a variable whose values allow less precision.
    pub(crate) fn relax_variable(&mut self, pointer: Id, ty: Type) {
        let mut inner = ty;
        while let Some(array) = self.program.types.array(inner) {
            inner = array.element;
        }
        self.s.relax(pointer, inner);
    }

    /// The variable of a field of the block of built-in outputs.
    fn per_vertex(&self, base: Expr, index: u32) -> Option<Storage> {
        let ExpressionKind::VariableReference { variable, .. } = self.program.kind_of(base) else {
            return None;
        };
        let Some(Binding::PerVertex(fields)) = self.bindings.get(&variable) else { return None };
        let pointer = *fields.get(index as usize)?;
        Some(Storage { pointer, class: storage_class::OUTPUT, form: Form::Logical })
    }

    fn element(&mut self, place: Place, ty: Type, index: Expr, span: Span) -> Outcome<Option<Place>> {
        let types = &self.program.types;
        let (Some(count), Some(element)) = (types.index_count(ty), types.indexed(ty)) else {
            let message = format!("a value of type `{}` has no elements", types.name(ty));
            return self.malformed(span, message);
        };
        if let Some(components) = &place.components {
            let components = components.clone();
            let index = match self.constant_index(index, count) {
                Some(index) => {
                    let component = components.get(index as usize).copied().unwrap_or_default();
                    self.s.b.constant_uint(component.into())
                }
                None => {
                    let index = self.clamped_index(index, count)?;
                    self.component_of(&components, index, span)?
                }
            };
            return Ok(Some(Place { components: None, ..place }.step(index, element)));
        }
        let index = self.clamped_index(index, count)?;
        Ok(Some(place.step(index, element)))
    }

    /// The number of a component of which the place among others is computed.
    fn component_of(&mut self, components: &[u8], index: Id, span: Span) -> Outcome<Id> {
        let ty = Type::Vector(Scalar::Uint, components.len() as u8);
        let uint = self.s.b.uint();
        let list: Vec<Id> =
            components.iter().map(|&component| self.s.b.constant(uint, component.into())).collect();
        let list = self.compose(ty, &list, span)?;
        self.op(op::VECTOR_EXTRACT_DYNAMIC, Type::Scalar(Scalar::Uint), &[list, index], span)
    }

    /// An index that the text states, limited to the elements that there are.
    pub(crate) fn constant_index(&self, index: Expr, count: u32) -> Option<u32> {
        let value = self.literal(index)?;
        // Negative indices and those past the end mean the last element.
        Some(if value < 0.0 || value >= f64::from(count) { count.saturating_sub(1) } else { value as u32 })
    }

    /// An index, limited to the elements that there are.
    pub(crate) fn clamped_index(&mut self, index: Expr, count: u32) -> Outcome<Id> {
        if let Some(index) = self.constant_index(index, count) {
            return Ok(self.s.b.constant_uint(index));
        }
        let span = self.program.span_of(index);
        let ty = self.meaning(index);
        let value = self.value(index)?;
        let is_inside = |(least, greatest): (i64, i64)| least >= 0 && greatest < i64::from(count);
        if self.range(index, 8).is_some_and(is_inside) {
            return Ok(value);
        }
        let uint = Type::Scalar(Scalar::Uint);
        let value = self.cast_scalar(value, ty.scalar(), uint, span)?;
        let last = self.s.b.constant_uint(count.saturating_sub(1));
        self.glsl(glsl::U_MIN, uint, &[value, last], span)
    }

    /// The least and greatest value of an index, if they follow from the counters of loops.
    fn range(&self, index: Expr, depth: u32) -> Option<(i64, i64)> {
        let depth = depth.checked_sub(1)?;
        match self.program.kind_of(index) {
            ExpressionKind::Literal(value) => Some((value as i64, value as i64)),
            ExpressionKind::VariableReference { variable, .. } => self.counters.get(&variable).copied(),
            ExpressionKind::Binary { left, operator, right } => {
                let (a, b) = (self.range(left, depth)?, self.range(right, depth)?);
                let all = match operator {
                    Operator::PLUS => [a.0.checked_add(b.0)?, a.1.checked_add(b.1)?],
                    Operator::MINUS => [a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?],
                    Operator::STAR if a.0 >= 0 && b.0 >= 0 => [a.0.checked_mul(b.0)?, a.1.checked_mul(b.1)?],
                    _ => return None,
                };
                let limits = i64::from(i32::MIN)..=i64::from(i32::MAX);
                all.iter().all(|value| limits.contains(value)).then_some((all[0], all[1]))
            }
            _ => None,
        }
    }

    /// A pointer to what the way leads to.
    fn pointer(&mut self, place: &Place, span: Span) -> Outcome<Id> {
        if place.chain.is_empty() {
            return Ok(place.storage.pointer);
        }
        let ty = self.s.in_form(self.source, place.ty, place.storage.form, span)?;
        let ty = self.s.b.pointer(place.storage.class, ty);
        let mut operands = vec![place.storage.pointer];
        operands.extend(&place.chain);
        Ok(self.s.b.value(op::ACCESS_CHAIN, ty, &operands))
    }

    /// What a place holds.
    pub(crate) fn read(&mut self, place: &Place, span: Span) -> Outcome<Id> {
        let pointer = self.pointer(place, span)?;
        let stored = self.s.in_form(self.source, place.ty, place.storage.form, span)?;
        let loaded = self.s.b.value(op::LOAD, stored, &[pointer]);
        self.s.relax(loaded, place.ty);
        let value = self.value_in_form(loaded, place.ty, place.storage.form, span)?;
        match &place.components {
            Some(components) => self.shuffled(value, place.ty, components, span),
            None => Ok(value),
        }
    }

    /// Puts a value in a place.
    pub(crate) fn write(&mut self, place: &Place, value: Id, span: Span) -> Outcome<()> {
        if let Some(components) = &place.components {
            return self.write_components(place, components, value, span);
        }
        let pointer = self.pointer(place, span)?;
        let value = if place.storage.form == Form::Port && has_truth(self.source, place.ty) {
            let scalar = place.ty.scalar();
            self.cast_scalar(value, scalar, place.ty.with_scalar(Scalar::Uint), span)?
        } else {
            value
        };
        self.s.b.effect(op::STORE, &[pointer, value]);
        Ok(())
    }

    fn write_components(&mut self, place: &Place, components: &[u8], value: Id, span: Span) -> Outcome<()> {
        let whole = Place { components: None, ..place.clone() };
        let Some(element) = self.program.types.indexed(place.ty) else {
            return self.malformed(span, "components are written of what has none");
        };
        if let [only] = components {
            let index = self.s.b.constant_uint(u32::from(*only));
            return self.write(&whole.step(index, element), value, span);
        }
        let old = self.read(&whole, span)?;
        let width = place.ty.width();
        // The components of the value follow those of the old one.
        let lanes: Vec<u32> = (0..width)
            .map(|lane| {
                let from = components.iter().rposition(|component| *component == lane);
                from.map_or(u32::from(lane), |from| u32::from(width) + from as u32)
            })
            .collect();
        let new = self.op_with(op::VECTOR_SHUFFLE, place.ty, (&[old, value], &lanes), span)?;
        self.write(&whole, new, span)
    }

    /// Components of a vector.
    pub(crate) fn shuffled(&mut self, value: Id, ty: Type, components: &[u8], span: Span) -> Outcome<Id> {
        let Some(scalar) = ty.scalar() else {
            return self.malformed(span, "components are read of what has none");
        };
        let Some(result) = Type::compound(scalar, components.len() as u8, 1) else {
            return self.malformed(span, "the number of components is wrong");
        };
        if ty.is_scalar() {
            return self.splat(result, value, span);
        }
        if components.iter().any(|component| *component >= ty.width()) {
            return self.malformed(span, "the component does not exist");
        }
        match components {
            [only] => self.extract(result, value, u32::from(*only), span),
            _ if components.iter().copied().eq(0..ty.width()) => Ok(value),
            _ => {
                let lanes: Vec<u32> = components.iter().map(|component| u32::from(*component)).collect();
                self.op_with(op::VECTOR_SHUFFLE, result, (&[value, value], &lanes), span)
            }
        }
    }

    /// A loaded value without the layout of its variable.
    fn value_in_form(&mut self, loaded: Id, ty: Type, form: Form, span: Span) -> Outcome<Id> {
        let is_plain = matches!(ty, Type::Scalar(_) | Type::Vector(..) | Type::Matrix(..));
        if form == Form::Logical || is_plain && ty.scalar().map(Scalar::kind) != Some(NumberKind::Boolean) {
            return Ok(loaded);
        }
        if is_plain {
            let zero = self.number(ty.with_scalar(Scalar::Uint), 0.0, span)?;
            return self.op(op::I_NOT_EQUAL, ty, &[loaded, zero], span);
        }
        if form == Form::Port {
            return Ok(loaded);
        }
        if !has_truth(self.source, ty) {
            return self.op(op::COPY_LOGICAL, ty, &[loaded], span);
        }
        let mut parts = Vec::new();
        for (index, part) in (0..).zip(self.part_types(ty)) {
            let stored = self.s.in_form(self.source, part, form, span)?;
            let value = self.s.b.value_with(op::COMPOSITE_EXTRACT, stored, &[loaded], &[index]);
            parts.push(self.value_in_form(value, part, form, span)?);
        }
        self.compose(ty, &parts, span)
    }
}

impl Place {
    fn step(mut self, index: Id, ty: Type) -> Place {
        self.chain.push(index);
        self.ty = ty;
        self
    }

    fn swizzled(mut self, components: &[u8]) -> Option<Place> {
        let inner = match &self.components {
            Some(outer) => components
                .iter()
                .map(|&component| outer.get(usize::from(component)).copied())
                .collect::<Option<_>>()?,
            None => components.to_vec(),
        };
        self.components = Some(inner);
        Some(self)
    }
}
