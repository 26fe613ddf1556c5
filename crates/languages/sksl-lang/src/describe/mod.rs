//! Prints a program as Skia's compiler would, from the typed program.
//!
//! The output equals that of the printer of the binary format for the program's file. It also covers programs that
//! cannot be encoded: fragment programs and programs that call child effects. Literals, which a file stores modulo
//! 2³², keep their value.
//!
//! Source: the printing rules of the language.

mod expression;
mod statement;

use glassbox_sksl::builtin::{Scalar, Type};
use glassbox_sksl::raw::{LayoutFlags, ModifierFlags};

use crate::ir::Program;
use crate::ir::modifiers::Modifiers;
use crate::ir::program::Element;
use crate::ir::statement::StatementKind;
use crate::ir::symbol::{Symbol, SymbolKind};
use crate::ir::ty::{Spelling, Ty};

/// Returns the description of a program as text.
///
/// ```
/// use glassbox_sksl::raw::ProgramKind;
/// use glassbox_sksl_lang::{Options, compile, describe};
///
/// let options = Options::new(ProgramKind::SHADER);
/// let program = compile("half4 main(float2 p) { return half4(.5) ; }", &options).program;
/// let text = describe(&program.ok_or("the source is wrong")?);
/// assert_eq!(text, "half4 main(float2 p) {\nreturn half4(0.5);\n}\n");
/// # Ok::<(), &str>(())
/// ```
pub fn describe(program: &Program) -> String {
    let mut text = Text { program, out: String::new() };
    for element in program.shared.iter().chain(&program.elements) {
        text.element(element);
    }
    text.out
}

/// Returns modifiers as a description spells them, without a trailing space.
pub fn describe_modifiers(program: &Program, modifiers: &Modifiers) -> String {
    let mut text = Text { program, out: String::new() };
    text.modifiers(modifiers);
    text.out.trim_end().to_owned()
}

/// Output buffer of a description.
struct Text<'p> {
    program: &'p Program,
    out: String,
}

impl Text<'_> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn element(&mut self, element: &Element) {
        match *element {
            Element::Function { declaration, body } => {
                self.declaration(declaration);
                self.push(" ");
                self.statement(body);
            }
            Element::Prototype(declaration) => {
                self.declaration(declaration);
                self.push(";");
            }
            Element::GlobalVar(declaration) => self.statement(declaration),
            Element::InterfaceBlock { variable, type_name, instance_name, array_size } => {
                let program = self.program;
                if let SymbolKind::Variable(data) = &program.symbols[variable].kind {
                    self.modifiers(&data.modifiers);
                    self.push(program.names.text(type_name));
                    self.push(" {\n");
                    self.block_fields(data.ty);
                }
                self.push("}");
                let instance = program.names.text(instance_name);
                if !instance.is_empty() {
                    self.push(" ");
                    self.push(instance);
                    self.array_size(array_size);
                }
                self.push(";");
            }
            Element::StructDefinition(ty) => self.structure(ty),
            Element::Extension { name, .. } => {
                self.push("#extension ");
                self.push(self.program.names.text(name));
                self.push(" : enable");
            }
            Element::Modifiers { modifiers, .. } => {
                self.modifiers(&modifiers);
                self.push(";");
            }
        }
    }

    /// Prints the signature of a function without modifiers.
    fn declaration(&mut self, function: Symbol) {
        let program = self.program;
        let SymbolKind::Function(data) = &program.symbols[function].kind else {
            return;
        };
        self.ty(data.result);
        self.push(" ");
        self.push(program.symbol_name(function));
        self.push("(");
        for (index, &parameter) in data.parameters.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            if let SymbolKind::Variable(variable) = &program.symbols[parameter].kind {
                self.ty(variable.ty);
            }
            self.push(" ");
            self.push(program.symbol_name(parameter));
        }
        self.push(")");
    }

    /// Prints the fields of an interface block or an array of blocks.
    fn block_fields(&mut self, ty: Ty) {
        let program = self.program;
        let ty = match ty.meaning {
            Type::Array(_) => program.component(ty),
            _ => ty,
        };
        let Spelling::Symbol(symbol) = ty.spelling else {
            return;
        };
        if let SymbolKind::Struct(structure) = &program.symbols[symbol].kind {
            for field in &structure.fields {
                self.ty(field.ty);
                self.push(" ");
                self.push(program.names.text(field.name));
                self.push(";\n");
            }
        }
    }

    fn structure(&mut self, ty: Ty) {
        let program = self.program;
        self.push("struct ");
        self.ty(ty);
        self.push(" { ");
        if let Spelling::Symbol(symbol) = ty.spelling
            && let SymbolKind::Struct(structure) = &program.symbols[symbol].kind
        {
            for field in &structure.fields {
                self.modifiers(&field.modifiers);
                self.ty(field.ty);
                self.push(" ");
                self.push(program.names.text(field.name));
                self.push("; ");
            }
        }
        self.push("};");
    }

    /// Prints a type as it was spelt; literal types as the types that they become.
    fn ty(&mut self, ty: Ty) {
        match ty.meaning {
            Type::Scalar(Scalar::FloatLiteral) => self.push("float"),
            Type::Scalar(Scalar::IntLiteral) => self.push("int"),
            _ => {
                let name = self.program.type_name(ty);
                self.push(&name);
            }
        }
    }

    fn array_size(&mut self, size: u32) {
        if size > 0 {
            self.push(&format!("[{size}]"));
        }
    }

    /// Prints a variable declaration.
    fn variable(&mut self, kind: &StatementKind) {
        let StatementKind::VarDeclaration { variable, base, array_size, value } = *kind else {
            return;
        };
        let program = self.program;
        if let SymbolKind::Variable(data) = &program.symbols[variable].kind {
            self.modifiers(&data.modifiers);
        }
        self.ty(base);
        self.push(" ");
        self.push(program.symbol_name(variable));
        self.array_size(array_size);
        if let Some(value) = value {
            self.push(" = ");
            self.expression(value);
        }
        self.push(";");
    }

    /// Prints modifiers except `inline`, each followed by a space.
    fn modifiers(&mut self, modifiers: &Modifiers) {
        self.layout(modifiers);
        const BOTH: ModifierFlags = ModifierFlags(ModifierFlags::IN.0 | ModifierFlags::OUT.0);
        let way = match modifiers.flags.0 & BOTH.0 {
            flags if flags == BOTH.0 => "inout ",
            flags if flags == ModifierFlags::IN.0 => "in ",
            flags if flags == ModifierFlags::OUT.0 => "out ",
            _ => "",
        };
        let words = [
            (ModifierFlags::ES3, "$es3 "),
            (ModifierFlags::HAS_SIDE_EFFECTS, "sk_has_side_effects "),
            (ModifierFlags::NO_INLINE, "noinline "),
            (ModifierFlags::FLAT, "flat "),
            (ModifierFlags::NO_PERSPECTIVE, "noperspective "),
            (ModifierFlags::CONST, "const "),
            (ModifierFlags::UNIFORM, "uniform "),
            (BOTH, way),
            (ModifierFlags::HIGHP, "highp "),
            (ModifierFlags::MEDIUMP, "mediump "),
            (ModifierFlags::LOWP, "lowp "),
        ];
        for (flags, word) in words {
            if modifiers.has_any(flags) {
                self.push(word);
            }
        }
    }

    fn layout(&mut self, modifiers: &Modifiers) {
        let layout = &modifiers.layout;
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
        let mut before = "layout (";
        for (name, value) in values {
            if value >= 0 {
                self.push(&format!("{before}{name} = {value}"));
                before = ", ";
            }
        }
        for (flag, name) in flags {
            if layout.flags.0 & flag.0 != 0 {
                self.push(before);
                self.push(name);
                before = ", ";
            }
        }
        if before == ", " {
            self.push(")");
        }
    }
}
