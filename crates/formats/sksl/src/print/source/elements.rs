//! Prints elements: functions, variables, structs and blocks.

use crate::model::{Model, ModelNode};
use crate::raw::ModifierFlags;
use crate::view::{Element, Statement, Symbol};

use super::super::base::MISSING;
use super::super::sink::Result;
use super::{INDENT, Printer, Step};

/// Functions declared but not defined by a module, in declaration order. Excludes functions of other modules
/// in its overload sets; their parameters have no ids.
pub(super) fn undefined<'m>(model: &'m Model<'m>) -> impl Iterator<Item = ModelNode> + 'm {
    let mut is_defined = vec![false; model.definitions.len()];
    for element in model.children(model.elements()) {
        if let Element::FunctionDefinition { declaration, .. } = model.element(element)
            && let Some(slot) = is_defined.get_mut(declaration as usize)
        {
            *slot = true;
        }
    }
    let table = model.table();
    let inside = table.0..model.node(table).next;
    inside.map(ModelNode).filter(move |&at| match model.symbol(at) {
        Symbol::FunctionDeclaration { id, .. } => {
            is_defined.get(id as usize) == Some(&false) && model.parameters(at).all(|id| id != 0)
        }
        _ => false,
    })
}

/// Symbol declared or defined by an element; [`At::NONE`], which sorts last, if there is none.
pub(super) fn declared(model: &Model<'_>, element: ModelNode) -> ModelNode {
    match model.element(element) {
        Element::FunctionDefinition { declaration, .. } | Element::FunctionPrototype(declaration) => {
            model.definition(declaration)
        }
        Element::GlobalVar(declaration) => match model.statement(declaration) {
            Statement::VarDeclaration { variable, .. } => model.definition(variable),
            _ => ModelNode::NONE,
        },
        Element::InterfaceBlock { variable, .. } => model.resolve(variable),
        Element::StructDefinition(ty) => model.resolve(ty),
        Element::SharedFunction { .. } | Element::Missing => ModelNode::NONE,
    }
}

impl<'m> Printer<'m, '_, '_> {
    pub(super) fn element(&mut self, at: ModelNode) -> Result {
        let model = self.base.model;
        match model.element(at) {
            Element::FunctionDefinition { declaration, body } => {
                self.declaration(model.definition(declaration))?;
                self.base.out.text(" ")?;
                self.run(Step::FunctionBody(body))
            }
            Element::FunctionPrototype(declaration) => {
                self.declaration(model.definition(declaration))?;
                self.base.out.text(";")
            }
            Element::GlobalVar(declaration) => self.run(Step::Statement(declaration)),
            Element::InterfaceBlock { variable, type_name, instance_name, array_size } => {
                let mut ty = ModelNode::NONE;
                if let Symbol::Variable { modifiers, ty: known, .. } = model.symbol(model.resolve(variable)) {
                    self.modifiers(modifiers)?;
                    ty = model.resolve(known);
                }
                if let Symbol::ArrayType { component, .. } = model.symbol(ty) {
                    ty = model.resolve(component);
                }
                self.base.name(type_name)?;
                self.fields(ty)?;
                if !model.text(instance_name).is_empty() {
                    self.base.out.text(" ")?;
                    self.base.name(instance_name)?;
                    self.base.array_size(array_size)?;
                }
                self.base.out.text(";")
            }
            Element::SharedFunction { definition, .. } => {
                // Declared in Skia's module; a definition here would create another function.
                self.base.out.text("// from Skia's module: ")?;
                match model.element(definition) {
                    Element::FunctionDefinition { declaration, .. } => {
                        self.declaration(model.definition(declaration))
                    }
                    _ => self.base.out.text(MISSING),
                }
            }
            Element::StructDefinition(ty) => {
                let ty = model.resolve(ty);
                self.base.out.text("struct ")?;
                match model.symbol(ty) {
                    Symbol::StructType { name, .. } => self.base.name(name)?,
                    _ => self.base.out.text(MISSING)?,
                }
                self.fields(ty)?;
                self.base.out.text(";")
            }
            Element::Missing => self.base.out.text(MISSING),
        }
    }

    pub(super) fn modifiers(&mut self, at: ModelNode) -> Result {
        if self.base.layout(at, "layout(")? {
            self.base.out.text(" ")?;
        }
        self.base.flags(at, u32::MAX)
    }

    pub(super) fn fields(&mut self, ty: ModelNode) -> Result {
        let model = self.base.model;
        self.base.out.text(" {\n")?;
        for field in model.fields(ty) {
            self.base.out.text(INDENT)?;
            self.modifiers(field.modifiers)?;
            self.base.ty(field.ty)?;
            self.base.out.text(" ")?;
            self.base.name(field.name)?;
            self.base.out.text(";\n")?;
        }
        self.base.out.text("}")
    }

    pub(super) fn declaration(&mut self, at: ModelNode) -> Result {
        let model = self.base.model;
        let Symbol::FunctionDeclaration { modifiers, name, result, .. } = model.symbol(at) else {
            return self.base.out.text(MISSING);
        };
        // The compiler adds side effects to every function of a program by itself.
        let shown = if model.is_module() { u32::MAX } else { !ModifierFlags::HAS_SIDE_EFFECTS.0 };
        self.base.flags(modifiers, shown)?;
        self.base.ty(result)?;
        self.base.out.text(" ")?;
        self.base.name(name)?;
        let mut before = "(";
        for id in model.parameters(at) {
            self.base.out.text(before)?;
            before = ", ";
            match self.base.variable(id) {
                Some((modifiers, name, ty)) => {
                    self.base.flags(modifiers, u32::MAX)?;
                    self.base.ty(ty)?;
                    self.base.out.text(" ")?;
                    self.base.name(name)?;
                }
                None => self.base.out.text(MISSING)?,
            }
        }
        self.base.out.text(if before == "(" { "()" } else { ")" })
    }
}
