//! Lifts elements and the program as a whole.

use glassbox_sksl::command::Command;
use glassbox_sksl::model::ModelNode;
use glassbox_sksl::raw::Storage;
use glassbox_sksl::view::Element as View;

use super::{Lifter, Result};
use crate::ir::program::Element;
use crate::ir::statement::StatementKind;
use crate::ir::symbol::{Symbol, SymbolKind, TableData};

impl Lifter<'_> {
    /// Lifts the whole file.
    pub(super) fn whole(&mut self) -> Result<()> {
        let model = self.model;
        if model.is_module() {
            self.fill_table(model.table())?;
        } else {
            // Until version 6 a program held a chain of tables, starting at the root.
            let children = model.children(model.top());
            let tables = children.filter(|&child| model.command(child) == Command::SymbolTable);
            self.require(model.command(model.table()) == Command::SymbolTable);
            for (index, table) in tables.enumerate() {
                if index > 0 {
                    let data = TableData { parent: Some(self.table), ..TableData::default() };
                    self.table = self.program.tables.add(data);
                }
                self.fill_table(table)?;
            }
            self.program.table = self.table;
        }
        let elements = model.children(model.elements());
        self.program.elements.reserve_exact(elements.clone().count());
        for element in elements {
            self.element(element)?;
        }
        if !model.is_module() {
            self.program.uses_flip = model.use_flip() != 0;
            self.require(model.use_flip() <= 1);
            self.vouch_for_main();
        }
        Ok(())
    }

    fn element(&mut self, at: ModelNode) -> Result<()> {
        let model = self.model;
        let element = match model.element(at) {
            View::FunctionDefinition { declaration, body } => self.definition(declaration, body, at)?,
            View::FunctionPrototype(declaration) => Element::Prototype(self.function_of(declaration, at)?),
            View::GlobalVar(declaration) => self.global(declaration)?,
            View::InterfaceBlock { variable, type_name, instance_name, array_size } => {
                Element::InterfaceBlock {
                    variable: self.block_variable(variable)?,
                    type_name: self.name(type_name),
                    instance_name: self.name(instance_name),
                    array_size,
                }
            }
            View::SharedFunction { declaration, definition } => {
                for parameter in model.shared_parameters(at) {
                    let parameter = self.symbol(parameter)?;
                    self.require(self.variable_type(parameter).is_some());
                }
                let function = self.symbol(declaration)?;
                self.recognise_shared(function);
                let View::FunctionDefinition { declaration, body } = model.element(definition) else {
                    return self.fault(definition, "found no function where the program includes one");
                };
                let element = self.definition(declaration, body, definition)?;
                let defines =
                    matches!(element, Element::Function { declaration, .. } if declaration == function);
                self.require(defines);
                self.program.shared.push(element);
                return Ok(());
            }
            View::StructDefinition(ty) => Element::StructDefinition(self.ty(ty)?),
            View::Missing => return self.fault(at, "found no element where one is expected"),
        };
        self.program.elements.push(element);
        Ok(())
    }

    fn definition(&mut self, declaration: u32, body: ModelNode, at: ModelNode) -> Result<Element> {
        let declaration = self.function_of(declaration, at)?;
        if let SymbolKind::Function(function) = &self.program.symbols[declaration].kind {
            self.result = function.result.meaning;
            self.require(function.body.is_none());
        }
        let body = self.statement(body)?;
        if let SymbolKind::Function(function) = &mut self.program.symbols[declaration].kind {
            function.body = Some(body);
        }
        Ok(Element::Function { declaration, body })
    }

    fn global(&mut self, at: ModelNode) -> Result<Element> {
        let declaration = self.statement(at)?;
        if let StatementKind::VarDeclaration { variable, .. } = self.program.statements[declaration].kind
            && let SymbolKind::Variable(variable) = &self.program.symbols[variable].kind
        {
            self.require(!matches!(variable.storage, Storage::LOCAL | Storage::PARAMETER));
        }
        Ok(Element::GlobalVar(declaration))
    }

    fn block_variable(&mut self, at: ModelNode) -> Result<Symbol> {
        let symbol = self.symbol(at)?;
        match self.program.symbols[symbol].kind {
            SymbolKind::Variable(_) => {
                self.vouch_for_block(symbol);
                Ok(symbol)
            }
            _ => self.fault(at, "found an interface block without a variable"),
        }
    }
}
