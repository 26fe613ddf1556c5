//! Swizzles of constructors: `half4(a, b.xy, c).zw` becomes `half2(b.y, c)`.

use crate::build::Builder;
use crate::ir::expression::{Components, Expr};

/// Contribution of one argument to the result, in the order of the result.
struct Part {
    argument: usize,
    /// Components of a vector; empty for a scalar.
    components: Vec<u8>,
}

impl Builder<'_> {
    /// Builds a constructor of the selected components. `None` if a non-trivial argument would be evaluated twice, if
    /// one with side effects would not be evaluated exactly once, or if an argument is a matrix.
    pub(super) fn swizzled_constructor(
        &mut self,
        constructor: Expr,
        arguments: &[Expr],
        components: Components,
        is_shared: bool,
    ) -> Option<Expr> {
        let mut slots = Vec::with_capacity(4);
        for (number, &argument) in arguments.iter().enumerate() {
            let ty = self.program.ty_of(argument).meaning;
            if !ty.is_scalar() && !ty.is_vector() {
                return None;
            }
            slots.extend((0..ty.columns()).map(|component| (number, component)));
        }
        let mut uses = vec![0; arguments.len()];
        for &component in components.get() {
            let &(number, _) = slots.get(usize::from(component))?;
            *uses.get_mut(number)? += 1;
        }
        for (&argument, &uses) in arguments.iter().zip(&uses) {
            if (uses > 1 || is_shared) && !self.may_copy() {
                return None;
            }
            if (uses > 1 && !self.is_trivial(argument)) || (uses != 1 && self.has_side_effects(argument)) {
                return None;
            }
        }
        let mut parts: Vec<Part> = Vec::with_capacity(4);
        for &component in components.get() {
            let &(argument, inner) = slots.get(usize::from(component))?;
            let is_scalar = self.program.ty_of(*arguments.get(argument)?).meaning.is_scalar();
            match parts.last_mut() {
                Some(last) if !is_scalar && last.argument == argument => last.components.push(inner),
                _ => parts
                    .push(Part { argument, components: if is_scalar { Vec::new() } else { vec![inner] } }),
            }
        }
        let mut chosen = Vec::with_capacity(parts.len());
        let mut is_taken = vec![is_shared; arguments.len()];
        for part in parts {
            let argument = *arguments.get(part.argument)?;
            let taken = is_taken.get_mut(part.argument)?;
            let value = if std::mem::replace(taken, true) { self.counted_copy(argument) } else { argument };
            chosen.push(if part.components.is_empty() {
                value
            } else {
                let span = self.program.span_of(value);
                self.make_swizzle(value, Components::new(&part.components), span)
            });
        }
        let scalar = self.component(self.program.ty_of(constructor));
        let ty = self.compound_type(scalar, components.get().len() as u8, 1);
        let span = self.program.span_of(constructor);
        self.construct(ty, &chosen, span)
    }
}
