//! Checks the roles of nodes: missing parts and symbols of the wrong kind.

use super::finding::Finding;
use super::{Checker, finding::Spot};
use crate::builtin::Symbol as Builtin;
use crate::command::{Category, Command};
use crate::model::{ModelNode, Reference};
use crate::rules;
use crate::stream::Role;

impl Checker<'_, '_> {
    pub(super) fn roles(&mut self, roles: &[Role]) {
        for role in roles {
            match (self.model.command(role.at), role.category) {
                (Command::Void, Some(category)) if !role.is_optional => self.void(role, category),
                (_, Some(Category::Type)) => self.is_type(role),
                _ => {}
            }
        }
    }

    fn void(&mut self, role: &Role, category: Category) {
        let rule = match category {
            Category::Expression => &rules::EXPRESSION_MISSING,
            Category::Statement => &rules::STATEMENT_MISSING,
            _ => &rules::PROGRAM_WITHOUT_TABLE,
        };
        let parent = self.model.command(role.parent).name();
        let message = format!("found kVoid as {} of {parent}, expected {}", role.name, category.words());
        self.report(Finding::new(rule, role.at, message));
    }

    fn is_type(&mut self, role: &Role) {
        let model = self.model;
        if model.command(role.at) != Command::SymbolRef {
            return;
        }
        let found = match model.reference(role.at) {
            Reference::Id(id) => {
                let definition = model.definition(id);
                let command = model.command(definition);
                if command == Command::Missing || command.is(Category::Type) {
                    return;
                }
                let finding = Finding::new(
                    &rules::NO_TYPE,
                    role.at,
                    format!("found {}, {}, expected a type", command.name(), self.name(definition)),
                )
                .field("id")
                .label(Spot::Field(definition, "", None), "is what the id refers to");
                self.report(finding);
                return;
            }
            Reference::Builtin(name) => {
                let text = String::from_utf8_lossy(model.text(name));
                match self.typing.scope.lookup(&text) {
                    Some(Builtin::Function(_)) => format!("the built-in function `{text}`"),
                    Some(Builtin::Variable(_)) => format!("the built-in variable `{text}`"),
                    Some(Builtin::Capabilities) => format!("`{text}`"),
                    Some(Builtin::Type { .. }) | None => return,
                }
            }
        };
        let finding = Finding::new(&rules::NO_TYPE, role.at, format!("found {found}, expected a type"));
        self.report(finding.field("name"));
    }

    /// Describes the kind of a node in words.
    pub(super) fn kind_of(&self, at: ModelNode) -> &'static str {
        match self.model.command(at) {
            Command::ArrayType => "an array type",
            Command::StructType => "a struct type",
            Command::FunctionDeclaration => "a function",
            Command::UnresolvedFunction => "a set of functions",
            Command::Variable => "a variable",
            Command::Field => "a field",
            Command::SystemType => "a type",
            _ => "something else",
        }
    }
}
