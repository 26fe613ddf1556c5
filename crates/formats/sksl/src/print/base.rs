//! Prints the parts common to both styles: names, types, literals and modifiers.

use std::borrow::Cow;

use crate::command::Command;
use crate::model::{Children, Model, ModelNode, Name, Reference};
use crate::raw::{LayoutFlags, ModifierFlags, Operator};
use crate::typing::Typing;
use crate::view::Symbol;

use super::sink::{PrintError, Result, Sink};

/// Maximum dimensions of an array type printed. The language allows one; the cap avoids walking chains of
/// thousands of nested array types at every use.
const MAX_DIMENSIONS: usize = 8;

/// A model and its output.
pub(super) struct Base<'m, 's, 'w> {
    /// Model to print.
    pub(super) model: &'m Model<'m>,
    /// Types of all its nodes.
    pub(super) typing: Typing,
    /// Output.
    pub(super) out: &'s mut Sink<'w>,
}

/// Marks a missing part.
pub(super) const MISSING: &str = "/* missing */";

impl<'m, 's, 'w> Base<'m, 's, 'w> {
    /// Prepares a model for printing.
    pub(super) fn new(model: &'m Model<'m>, out: &'s mut Sink<'w>) -> Self {
        Base { model, typing: Typing::of_model(model), out }
    }

    /// Writes a name, escaped unless it is plain text.
    pub(super) fn name(&mut self, name: Name) -> Result {
        match self.model.text_of(name) {
            Some(text) => self.out.text(&readable(text)),
            None => self.out.text(MISSING),
        }
    }

    /// Writes the name of a symbol.
    pub(super) fn symbol(&mut self, reference: Reference) -> Result {
        match reference {
            Reference::Builtin(name) => self.name(name),
            Reference::Id(id) => match name_of(self.model, self.model.definition(id)) {
                Some(name) => self.name(name),
                None => self.out.show(format_args!("/* symbol {id} */")),
            },
        }
    }

    /// Writes the callee: a function, or a child, which in-memory programs may refer to directly.
    pub(super) fn callee(&mut self, function: Reference) -> Result {
        self.symbol(function)?;
        match function {
            Reference::Id(id) if self.variable(id).is_some() => self.out.text(".eval"),
            _ => Ok(()),
        }
    }

    /// Writes a type. `kLiteral` types print as the literal's default type.
    pub(super) fn ty(&mut self, at: ModelNode) -> Result {
        let model = self.model;
        let mut counts = [0; MAX_DIMENSIONS];
        let mut depth = 0;
        let mut at = at;
        loop {
            match model.symbol(model.resolve(at)) {
                Symbol::ArrayType { component, count, .. } => {
                    if let Some(slot) = counts.get_mut(depth) {
                        *slot = count;
                        depth += 1;
                    } else {
                        self.out.text("/* deeper */")?;
                        break;
                    }
                    at = component;
                }
                Symbol::StructType { name, .. } => {
                    self.name(name)?;
                    break;
                }
                Symbol::SystemType { name, .. } => {
                    self.builtin_type(name)?;
                    break;
                }
                _ => {
                    match (model.command(at), model.reference(at)) {
                        (Command::SymbolRef, Reference::Builtin(name)) => self.builtin_type(name)?,
                        (Command::SymbolRef, Reference::Id(id)) => {
                            self.out.show(format_args!("/* symbol {id} */"))?
                        }
                        _ => self.out.text(MISSING)?,
                    }
                    break;
                }
            }
        }
        for count in counts.iter().take(depth).rev() {
            self.out.show(format_args!("[{count}]"))?;
        }
        Ok(())
    }

    fn builtin_type(&mut self, name: Name) -> Result {
        match self.model.text(name) {
            b"$floatLiteral" => self.out.text("float"),
            b"$intLiteral" => self.out.text("int"),
            _ => self.name(name),
        }
    }

    /// Writes `[n]` for an array; nothing otherwise.
    pub(super) fn array_size(&mut self, size: u32) -> Result {
        if size == 0 {
            return Ok(());
        }
        self.out.show(format_args!("[{size}]"))
    }

    /// Writes the name of a field of an expression's type.
    pub(super) fn field(&mut self, base: ModelNode, index: u32) -> Result {
        let ty = self.typing.of(base);
        match self.typing.types.field(ty, index as usize) {
            Some(field) => self.out.text(&readable(field.name.as_bytes())),
            None => self.out.show(format_args!("/* field {index} */")),
        }
    }

    /// Writes the components of a swizzle.
    pub(super) fn components(&mut self, swizzle: ModelNode) -> Result {
        for &component in self.model.components(swizzle) {
            let letters = ["x", "y", "z", "w"];
            self.out.text(letters.get(usize::from(component)).unwrap_or(&"?"))?;
        }
        Ok(())
    }

    /// True if the type of a literal is unsigned.
    pub(super) fn is_unsigned(&self, ty: ModelNode) -> bool {
        let model = self.model;
        let name = match (model.command(ty), model.reference(ty)) {
            (Command::SymbolRef, Reference::Builtin(name)) => name,
            _ => match model.symbol(model.resolve(ty)) {
                Symbol::SystemType { name, .. } => name,
                _ => return false,
            },
        };
        matches!(model.text(name), b"uint" | b"ushort")
    }

    /// Symbol of a variable: modifiers, name and type.
    pub(super) fn variable(&self, id: u32) -> Option<(ModelNode, Name, ModelNode)> {
        match self.model.symbol(self.model.definition(id)) {
            Symbol::Variable { modifiers, name, ty, .. } => Some((modifiers, name, ty)),
            _ => None,
        }
    }

    /// Writes a layout preceded by `word`, without a trailing space; writes nothing and returns `false` if it
    /// is empty.
    pub(super) fn layout(&mut self, modifiers: ModelNode, word: &'static str) -> Result<bool, PrintError> {
        let layout = self.model.modifiers(modifiers).layout;
        let values = [
            ("location", layout.location),
            ("offset", layout.offset),
            ("binding", layout.binding),
            ("index", layout.index),
            ("set", layout.set),
            ("builtin", layout.builtin),
            ("input_attachment_index", layout.input_attachment_index),
        ];
        let flags = [
            (LayoutFlags::ORIGIN_UPPER_LEFT, "origin_upper_left"),
            (LayoutFlags::BLEND_SUPPORT_ALL_EQUATIONS, "blend_support_all_equations"),
            (LayoutFlags::PUSH_CONSTANT, "push_constant"),
            (LayoutFlags::COLOR, "color"),
        ];
        let mut before = word;
        for (name, value) in values {
            if value >= 0 {
                self.out.show(format_args!("{before}{name} = {value}"))?;
                before = ", ";
            }
        }
        for (flag, name) in flags {
            if layout.flags.0 & flag.0 != 0 {
                self.out.text(before)?;
                self.out.text(name)?;
                before = ", ";
            }
        }
        let any = before != word;
        if any {
            self.out.text(")")?;
        }
        Ok(any)
    }

    /// Writes the modifiers in `shown`, each with a trailing space.
    pub(super) fn flags(&mut self, modifiers: ModelNode, shown: u32) -> Result {
        let flags = self.model.modifiers(modifiers).flags.0 & shown;
        const BOTH: u32 = ModifierFlags::IN.0 | ModifierFlags::OUT.0;
        let words = [
            (ModifierFlags::ES3.0, "$es3 "),
            (ModifierFlags::HAS_SIDE_EFFECTS.0, "sk_has_side_effects "),
            (ModifierFlags::INLINE.0, "inline "),
            (ModifierFlags::NO_INLINE.0, "noinline "),
            (ModifierFlags::FLAT.0, "flat "),
            (ModifierFlags::NO_PERSPECTIVE.0, "noperspective "),
            (ModifierFlags::CONST.0, "const "),
            (ModifierFlags::UNIFORM.0, "uniform "),
            (BOTH, "inout "),
            (ModifierFlags::IN.0, "in "),
            (ModifierFlags::OUT.0, "out "),
            (ModifierFlags::HIGHP.0, "highp "),
            (ModifierFlags::MEDIUMP.0, "mediump "),
            (ModifierFlags::LOWP.0, "lowp "),
            (ModifierFlags::READ_ONLY.0, "readonly "),
            (ModifierFlags::WRITE_ONLY.0, "writeonly "),
            (ModifierFlags::BUFFER.0, "buffer "),
            (ModifierFlags::THREADGROUP.0, "threadgroup "),
        ];
        let mut left = flags;
        for (mask, word) in words {
            if left & mask == mask {
                self.out.text(word)?;
                left &= !mask;
            }
        }
        Ok(())
    }
}

/// A binary operator with its surrounding spaces.
pub fn spaced(operator: Operator) -> &'static str {
    match operator {
        Operator::COMMA => ", ",
        Operator::PLUS => " + ",
        Operator::MINUS => " - ",
        Operator::STAR => " * ",
        Operator::SLASH => " / ",
        Operator::PERCENT => " % ",
        Operator::SHL => " << ",
        Operator::SHR => " >> ",
        Operator::BITWISE_OR => " | ",
        Operator::BITWISE_XOR => " ^ ",
        Operator::BITWISE_AND => " & ",
        Operator::LOGICAL_OR => " || ",
        Operator::LOGICAL_XOR => " ^^ ",
        Operator::LOGICAL_AND => " && ",
        Operator::ASSIGN => " = ",
        Operator::EQUAL => " == ",
        Operator::NOT_EQUAL => " != ",
        Operator::GREATER => " > ",
        Operator::LESS => " < ",
        Operator::GREATER_EQUAL => " >= ",
        Operator::LESS_EQUAL => " <= ",
        Operator::PLUS_ASSIGN => " += ",
        Operator::MINUS_ASSIGN => " -= ",
        Operator::STAR_ASSIGN => " *= ",
        Operator::SLASH_ASSIGN => " /= ",
        Operator::PERCENT_ASSIGN => " %= ",
        Operator::SHL_ASSIGN => " <<= ",
        Operator::SHR_ASSIGN => " >>= ",
        Operator::OR_ASSIGN => " |= ",
        Operator::XOR_ASSIGN => " ^= ",
        Operator::AND_ASSIGN => " &= ",
        _ => " /* no operator */ ",
    }
}

/// Name of a symbol.
pub(super) fn name_of(model: &Model<'_>, at: ModelNode) -> Option<Name> {
    match model.symbol(at) {
        Symbol::FunctionDeclaration { name, .. }
        | Symbol::StructType { name, .. }
        | Symbol::SystemType { name, .. }
        | Symbol::Variable { name, .. } => Some(name),
        _ => None,
    }
}

/// True if a block has braces: it is a scope and, from version 10 on, not a compound statement.
pub(super) fn is_braced(model: &Model<'_>, is_scope: u8) -> bool {
    if model.dialect.version >= 10 { is_scope == 1 } else { is_scope != 0 }
}

/// True if a case holds an expression for its value, as in the layout of the public document.
pub(super) fn has_expression(model: &Model<'_>, case: ModelNode) -> bool {
    model.dialect.is_document && model.node(case).a == 0
}

/// Children of a node from an index on.
pub(super) fn children_from<'m>(model: &'m Model<'_>, at: ModelNode, first: usize) -> Children<'m> {
    let mut children = model.children(at);
    for _ in 0..first {
        children.next();
    }
    children
}

/// Returns plain text unchanged, other text escaped.
fn readable(text: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(text) {
        Ok(text) if !text.chars().any(char::is_control) => Cow::Borrowed(text),
        _ => Cow::Owned(text.escape_ascii().to_string()),
    }
}
