//! Checks programs and their elements.

use foldhash::HashMap;

use super::Checker;
use super::finding::{Finding, Spot};
use crate::command::Command;
use crate::model::ModelNode;
use crate::raw::Storage;
use crate::rules;
use crate::stream::is_cut;
use crate::view::{Element, Statement, Symbol};

impl Checker<'_, '_> {
    pub(super) fn elements(&mut self) {
        self.program();
        let mut defined: HashMap<u32, ModelNode> = HashMap::default();
        for at in self.nodes() {
            if is_cut(self.model, at) && self.model.command(at) != Command::FunctionDefinition {
                continue;
            }
            match self.model.element(at) {
                Element::FunctionDefinition { declaration, .. } => {
                    self.defines(at, declaration, &mut defined)
                }
                Element::GlobalVar(declaration) => self.global(declaration),
                Element::SharedFunction { .. } => self.shared(at),
                Element::InterfaceBlock { variable, .. } => self.block(at, variable),
                _ => {}
            }
        }
    }

    fn program(&mut self) {
        let model = self.model;
        let top = model.top();
        if model.command(top) != Command::Program {
            return;
        }
        let kind = model.node(top).a;
        let known = model.dialect.program_kinds().len();
        if usize::from(kind) >= known {
            let message = format!("found program kind {kind}, expected 0 to {}", known - 1);
            self.report(Finding::new(&rules::PROGRAM_KIND, top, message).field("programKind"));
        }
        let flip = model.use_flip();
        if flip > 1 && !is_cut(model, top) {
            let message = format!("found useFlipRTUniform {flip}, expected 0 or 1");
            self.report(Finding::new(&rules::FLIP_FLAG, top, message).field("useFlipRTUniform"));
        }
    }

    fn defines(&mut self, at: ModelNode, declaration: u32, defined: &mut HashMap<u32, ModelNode>) {
        if let Some(&first) = defined.get(&declaration) {
            let name = self.name(self.model.definition(declaration));
            let message = format!("found a second definition of the function {name}");
            self.report(
                Finding::new(&rules::REPEATED_FUNCTION, at, message)
                    .field("declaration")
                    .label(Spot::Field(first, "declaration", None), "defines it first"),
            );
        } else {
            defined.insert(declaration, at);
        }
    }

    fn global(&mut self, declaration: ModelNode) {
        let model = self.model;
        let Statement::VarDeclaration { variable, .. } = model.statement(declaration) else {
            return;
        };
        let definition = model.definition(variable);
        if let Symbol::Variable { storage, .. } = model.symbol(definition)
            && matches!(storage, Storage::LOCAL | Storage::PARAMETER)
        {
            let message =
                format!("found the {storage} variable {}, expected a global one", self.name(definition));
            self.report(
                Finding::new(&rules::UNDECLARED_GLOBAL, declaration, message)
                    .field("var")
                    .label(Spot::Field(definition, "storage", None), "states its storage"),
            );
        }
    }

    fn shared(&mut self, at: ModelNode) {
        let model = self.model;
        for (index, parameter) in model.shared_parameters(at).enumerate() {
            let found = model.resolve(parameter);
            if model.command(found) != Command::Variable {
                let message = format!("found {} as a parameter, expected a variable", self.kind_of(found));
                self.report(
                    Finding::new(&rules::SHARED_FUNCTION, at, message).field("parameters").item(index),
                );
            }
        }
        let Element::SharedFunction { declaration, definition } = model.element(at) else {
            return;
        };
        let function = model.resolve(declaration);
        let Symbol::FunctionDeclaration { id, .. } = model.symbol(function) else {
            let message = format!("found {}, expected a function declaration", self.kind_of(function));
            self.report(Finding::new(&rules::SHARED_FUNCTION, at, message).field("decl"));
            return;
        };
        let message = match model.element(definition) {
            Element::FunctionDefinition { declaration, .. } if declaration == id => return,
            Element::FunctionDefinition { declaration, .. } => {
                format!(
                    "found the definition of id {declaration}, expected that of {id}, the declaration next to it"
                )
            }
            _ => format!("found {}, expected kFunctionDefinition", model.command(definition).name()),
        };
        self.report(Finding::new(&rules::SHARED_FUNCTION, at, message).field("defn"));
    }

    fn block(&mut self, at: ModelNode, variable: ModelNode) {
        let model = self.model;
        let definition = model.resolve(variable);
        if model.command(definition) != Command::Variable {
            if definition != ModelNode::NONE {
                let message = format!("found {}, expected a variable", self.kind_of(definition));
                self.report(Finding::new(&rules::BLOCK_TYPE, at, message).field("var"));
            }
            return;
        }
        let ty = model.block_type(definition);
        let message = match model.symbol(ty) {
            Symbol::StructType { is_interface_block: 0, .. } => {
                format!("found the struct {}, which is not of an interface block", self.name(ty))
            }
            Symbol::StructType { .. } => return,
            _ => format!("found the variable {}, which has no struct type", self.name(definition)),
        };
        self.report(Finding::new(&rules::BLOCK_TYPE, at, message).field("var"));
    }
}
