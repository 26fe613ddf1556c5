//! Checks ids: definitions, uses and kinds of symbol.

use super::Checker;
use super::finding::{Finding, Spot};
use crate::command::Command;
use crate::model::ModelNode;
use crate::raw::{BUILTIN_SYMBOL, VERSION};
use crate::rules;
use crate::stream::{self, Role};

/// Kind of symbol required of an id.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Any,
    Function,
    Variable,
}

impl Wanted {
    fn words(self) -> &'static str {
        match self {
            Wanted::Any => "a symbol",
            Wanted::Function => "a function declaration",
            Wanted::Variable => "a variable",
        }
    }
}

impl Checker<'_, '_> {
    pub(super) fn ids(&mut self, roles: &[Role]) {
        debug_assert_eq!(self.model.dialect.version, VERSION);
        let mut scopes: Vec<ModelNode> = Vec::new();
        // Innermost scope of each definition, by node.
        let mut homes: Vec<(u32, ModelNode)> = Vec::new();
        let mut sets: Vec<ModelNode> = Vec::new();
        for role in roles {
            let at = role.at;
            while scopes.last().is_some_and(|&scope| self.model.node(scope).next <= at.0) {
                scopes.pop();
            }
            while sets.last().is_some_and(|&set| self.model.node(set).next <= at.0) {
                sets.pop();
            }
            let command = self.model.command(at);
            if command.defines() {
                homes.push((at.0, scopes.last().copied().unwrap_or(ModelNode::NONE)));
                self.defined(at);
            }
            if command == Command::UnresolvedFunction {
                sets.push(at);
            }
            self.referred(role, !sets.is_empty(), &homes);
            if stream::is_scope(command) {
                scopes.push(at);
            }
        }
    }

    fn defined(&mut self, at: ModelNode) {
        let id = self.model.node(at).b;
        let command = self.model.command(at).name();
        if id == 0 {
            let message = format!("found id 0 for {command}, expected 1 to 65534");
            self.report(Finding::new(&rules::ZERO_ID, at, message).field("id"));
            return;
        }
        if id == BUILTIN_SYMBOL {
            let message = format!("found id 65535 for {command}, expected 1 to 65534");
            self.report(
                Finding::new(&rules::RESERVED_ID, at, message)
                    .field("id")
                    .note("65535 means that the name of a built-in symbol follows"),
            );
            return;
        }
        let first = self.model.definition(id);
        if first != at {
            let message = format!("found id {id} for {}, expected a new one", self.name(at));
            self.report(
                Finding::new(&rules::REPEATED_ID, at, message)
                    .field("id")
                    .label(Spot::Field(first, "id", None), "defines it first"),
            );
        }
    }

    fn referred(&mut self, role: &Role, is_in_set: bool, homes: &[(u32, ModelNode)]) {
        let at = role.at;
        let (field, wanted, may_be_builtin) = match self.model.command(at) {
            Command::SymbolRef => ("id", Wanted::Any, true),
            Command::FunctionCall | Command::InlineMarker => ("function", Wanted::Function, true),
            Command::VariableReference => ("var", Wanted::Variable, true),
            Command::VarDeclaration => ("var", Wanted::Variable, false),
            Command::Field => ("ownerId", Wanted::Variable, false),
            Command::Parameter => ("", Wanted::Variable, false),
            Command::FunctionDefinition | Command::FunctionPrototype => {
                ("declaration", Wanted::Function, false)
            }
            _ => return,
        };
        let id = self.model.node(at).b;
        match id {
            0 => {
                let message = format!("found id 0, expected that of {}", wanted.words());
                let mut finding = Finding::new(&rules::ZERO_ID, at, message).field(field);
                if self.model.command(at) == Command::Parameter && is_in_set {
                    finding = finding
                        .warning()
                        .note("Skia's encoder writes it for built-in overloads of a function of the program");
                }
                self.report(finding);
                return;
            }
            BUILTIN_SYMBOL if may_be_builtin => return,
            BUILTIN_SYMBOL => {
                let message = format!("found 65535, expected the id of {}", wanted.words());
                self.report(
                    Finding::new(&rules::BUILTIN_WITHOUT_ID, at, message)
                        .field(field)
                        .note("a built-in symbol is not possible here, and no name follows"),
                );
                return;
            }
            _ => {}
        }
        let definition = self.model.definition(id);
        if definition == ModelNode::NONE || self.model.node(definition).next > at.0 {
            let mut finding = Finding::new(
                &rules::UNDEFINED_ID,
                at,
                format!("found id {id}, which nothing before defines"),
            )
            .field(field);
            if definition != ModelNode::NONE {
                let place =
                    if definition < at { "is its definition, which ends later" } else { "defines it later" };
                finding = finding
                    .label(Spot::Field(definition, "", None), place)
                    .help("write the symbol before what refers to it");
            }
            self.report(finding);
            return;
        }
        let fits = match wanted {
            Wanted::Any => true,
            Wanted::Function => self.model.command(definition) == Command::FunctionDeclaration,
            Wanted::Variable => self.model.command(definition) == Command::Variable,
        };
        if !fits {
            let message =
                format!("found id {id} of {}, expected {}", self.kind_of(definition), wanted.words());
            self.report(
                Finding::new(&rules::SYMBOL_KIND, at, message)
                    .field(field)
                    .label(Spot::Field(definition, "", None), "is what the id refers to"),
            );
            return;
        }
        self.in_scope(at, field, id, definition, homes);
    }

    fn in_scope(
        &mut self,
        at: ModelNode,
        field: &'static str,
        id: u32,
        definition: ModelNode,
        homes: &[(u32, ModelNode)],
    ) {
        let Ok(home) = homes.binary_search_by_key(&definition.0, |&(node, _)| node) else {
            return;
        };
        let scope = homes.get(home).map_or(ModelNode::NONE, |&(_, scope)| scope);
        if scope == ModelNode::NONE || at.0 < self.model.node(scope).next {
            return;
        }
        let message = format!("found id {id} of {} outside its scope", self.name(definition));
        self.report(
            Finding::new(&rules::ID_OUT_OF_SCOPE, at, message)
                .field(field)
                .label(Spot::Field(scope, "", None), "is the scope that defines it"),
        );
    }
}
