//! `base.mask`: components of a vector or scalar, mixed with the constants 0 and 1.

use glassbox_core::span::Span;

use crate::build::Builder;
use crate::ir::expression::{Components, Constructor, Expr, ExpressionKind};
use crate::ir::ty::Ty;
use crate::rules::expression as rules;
use smallvec::SmallVec;

/// Letter of a mask.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letter {
    /// Component of the base.
    Component(u8),
    /// Constant, 0 or 1.
    Number(u8),
}

/// Meaning of a letter, and the letter set that it belongs to. A mask may use only one set.
fn letter_of(letter: char) -> Option<(Letter, Option<u8>)> {
    let (component, set) = match letter {
        '0' => return Some((Letter::Number(0), None)),
        '1' => return Some((Letter::Number(1), None)),
        'x' => (0, 0),
        'y' => (1, 0),
        'z' => (2, 0),
        'w' => (3, 0),
        'r' => (0, 1),
        'g' => (1, 1),
        'b' => (2, 1),
        'a' => (3, 1),
        's' => (0, 2),
        't' => (1, 2),
        'p' => (2, 2),
        'q' => (3, 2),
        'L' => (0, 3),
        'T' => (1, 3),
        'R' => (2, 3),
        'B' => (3, 3),
        _ => return None,
    };
    Some((Letter::Component(component), Some(set)))
}

/// Fast path for the most common masks: components of a vector with `columns` columns, one letter set, no constants.
/// `None` for any other mask, valid or not.
fn plain_mask(mask: &str, columns: u8) -> Option<Components> {
    let mut components = [0; 4];
    let mut first_set = None;
    for (at, &letter) in mask.as_bytes().iter().enumerate() {
        let (Letter::Component(component), set) = letter_of(char::from(letter))? else {
            return None;
        };
        if component >= columns || *first_set.get_or_insert(set) != set {
            return None;
        }
        *components.get_mut(at)? = component;
    }
    (!mask.is_empty()).then(|| Components::first(components, mask.len()))
}

impl Builder<'_> {
    /// Builds `base.mask`.
    pub(crate) fn swizzle(&mut self, base: Expr, mask: &str, mask_span: Span, span: Span) -> Option<Expr> {
        let ty = self.program.ty_of(base);
        if !ty.meaning.is_scalar() && !ty.meaning.is_vector() {
            self.refuse_field(base, mask, mask_span);
            return None;
        }
        let span = self.anchored(base, span);
        let plain = plain_mask(mask, ty.meaning.columns());
        if let Some(components) = plain {
            let base = self.settled_base(base, ty)?;
            return Some(self.make_swizzle(base, components, span));
        }
        let letters = self.mask_letters(base, mask, mask_span)?;
        let mut components: SmallVec<[u8; 4]> = SmallVec::new();
        for letter in letters.iter() {
            if let Letter::Component(component) = *letter {
                components.push(component);
            }
        }
        let place = self.program.span_of(base);
        let base = self.settled_base(base, ty)?;
        let packed = self.make_swizzle(base, Components::new(&components), span);
        if components.len() == letters.len() {
            return Some(packed);
        }
        // Evaluates the base once: its packed components, then 0 and 1 as needed, in order of appearance, and a
        // second swizzle that moves each into place.
        let scalar = self.component(ty);
        let mut arguments = vec![packed];
        let mut numbers: [Option<u8>; 2] = [None; 2];
        let (mut next_component, mut next_number) = (0, components.len() as u8);
        let mut order = Vec::with_capacity(4);
        for &letter in letters.iter() {
            let Letter::Number(number) = letter else {
                order.push(next_component);
                next_component += 1;
                continue;
            };
            let known = numbers.get_mut(usize::from(number))?;
            order.push(match *known {
                Some(at) => at,
                None => {
                    *known = Some(next_number);
                    next_number += 1;
                    let literal = self.int_literal(i64::from(number), place);
                    arguments.push(self.make_scalar_cast(scalar, literal, place));
                    next_number - 1
                }
            });
        }
        let wide = self.compound_type(scalar, next_number, 1);
        let all = self.construct(wide, &arguments, place)?;
        Some(self.make_swizzle(all, Components::new(&order), span))
    }

    /// Base of a swizzle, with literal types settled.
    fn settled_base(&mut self, base: Expr, ty: Ty) -> Option<Expr> {
        let settled = Ty { meaning: ty.meaning.settled(), ..ty };
        self.coerce(base, settled)
    }

    /// Parses a mask and checks that the base has each component.
    fn mask_letters(&mut self, base: Expr, mask: &str, mask_span: Span) -> Option<SmallVec<[Letter; 4]>> {
        let base_span = self.program.span_of(base);
        let columns = self.program.ty_of(base).meaning.columns();
        let mut letters: SmallVec<[Letter; 4]> = SmallVec::new();
        let mut first_set = None;
        let mut mixed = false;
        for letter in mask.chars() {
            if letters.len() == 4 {
                let message = format!("`{mask}` has more than four letters");
                let help = "a vector has four components at most: leave letters out";
                self.wrong(&rules::SWIZZLE_LENGTH, mask_span, message, help);
                return None;
            }
            let Some((meaning, set)) = letter_of(letter) else {
                let message = format!("`{letter}` is not a component of a vector, in `{mask}`");
                let help =
                    "components are `xyzw`, `rgba`, `stpq` or `LTRB`, and `0` and `1` for those numbers";
                self.wrong(&rules::SWIZZLE_LETTER, mask_span, message, help);
                return None;
            };
            if let Some(set) = set {
                mixed |= *first_set.get_or_insert(set) != set;
            }
            letters.push(meaning);
        }
        let place = self.on_line(base_span, mask_span);
        if mixed {
            let message = format!("`{mask}` mixes sets of letters");
            let components: String = letters.iter().map(|&letter| plain_letter(letter)).collect();
            let help = format!("take all letters from one set: `{components}`");
            self.wrong(&rules::SWIZZLE_SET, place, message, help);
            return None;
        }
        let missing = letters
            .iter()
            .find(|letter| matches!(letter, Letter::Component(component) if *component >= columns));
        if let Some(&missing) = missing {
            let found = self.shown_of(base);
            let message = format!("`{found}` has no component `{}`", plain_letter(missing));
            let known = "xyzw".get(..usize::from(columns)).unwrap_or_default();
            let help = format!("its components are `{known}`");
            self.wrong(&rules::SWIZZLE_COMPONENT, place, message, help);
            return None;
        }
        if !letters.iter().any(|letter| matches!(letter, Letter::Component(_))) {
            let message = format!("`{mask}` names no component");
            let help = "name one component at least, or write a constructor of the numbers";
            self.wrong(&rules::SWIZZLE_CONSTANT, place, message, help);
            return None;
        }
        Some(letters)
    }

    /// Selects components of a value that has them. For a scalar the result is a splat; all components in order yield
    /// the value itself; swizzles of swizzles are composed; components of constructors are built from their arguments
    /// if that is not more expensive.
    pub(crate) fn make_swizzle(&mut self, base: Expr, components: Components, span: Span) -> Expr {
        let (mut base, mut components) = (base, components);
        loop {
            let ty = self.program.ty_of(base);
            let wanted = components.get();
            if ty.meaning.is_scalar() {
                let place = self.program.span_of(base);
                let splat = self.compound_type(ty, wanted.len() as u8, 1);
                return self.make_splat(splat, base, place);
            }
            let is_identity = wanted.len() == usize::from(ty.meaning.columns())
                && wanted.iter().zip(0..).all(|(&component, at)| component == at);
            if is_identity {
                return base;
            }
            let ExpressionKind::Swizzle { base: inner, components: chosen } = self.program.kind_of(base)
            else {
                break;
            };
            let combined = wanted
                .iter()
                .map(|&component| chosen.get().get(usize::from(component)).copied().unwrap_or(0));
            let combined: SmallVec<[u8; 4]> = SmallVec::from_iter(combined);
            (base, components) = (inner, Components::new(&combined));
        }
        let value = self.constant_value(base);
        if let ExpressionKind::Constructor { kind, arguments } = self.program.kind_of(value) {
            let arguments = self.program.expression_lists.get(arguments).to_vec();
            if let (Constructor::Splat, &[argument]) = (kind, &arguments[..]) {
                let scalar = self.component(self.program.ty_of(value));
                let ty = self.compound_type(scalar, components.get().len() as u8, 1);
                let place = self.program.span_of(value);
                let argument = if value == base { argument } else { self.copy_expression(argument) };
                return self.make_splat(ty, argument, place);
            }
            if let Some(chosen) = self.swizzled_constructor(value, &arguments, components, value != base) {
                return chosen;
            }
        }
        let scalar = self.component(self.program.ty_of(base));
        let ty = self.compound_type(scalar, components.get().len() as u8, 1);
        self.program.expression(ExpressionKind::Swizzle { base, components }, ty, span)
    }
}

fn plain_letter(letter: Letter) -> char {
    match letter {
        Letter::Component(component) => "xyzw".chars().nth(component.into()).unwrap_or('x'),
        Letter::Number(0) => '0',
        Letter::Number(_) => '1',
    }
}
