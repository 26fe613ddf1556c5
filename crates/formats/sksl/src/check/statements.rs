//! Checks statements without type information.

use foldhash::HashMap;

use super::Checker;
use super::finding::{Finding, Spot};
use crate::command::Command;
use crate::model::ModelNode;
use crate::raw::ProgramKind;
use crate::rules;
use crate::view::Statement;

/// Constructs that a break or continue may leave.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Loop,
    Switch,
}

impl Checker<'_, '_> {
    pub(super) fn statements(&mut self) {
        let mut around: Vec<(ModelNode, Around)> = Vec::new();
        let mut declared: HashMap<u32, ModelNode> = HashMap::default();
        for at in self.nodes() {
            while around.last().is_some_and(|&(outer, _)| self.model.node(outer).next <= at.0) {
                around.pop();
            }
            match self.model.statement(at) {
                Statement::Block { is_scope, .. } => self.flag(at, "isScope", is_scope),
                Statement::If { is_static, .. } => self.flag(at, "isStatic", is_static),
                Statement::Switch { is_static, .. } => {
                    self.flag(at, "isStatic", is_static);
                    self.cases(at);
                    around.push((at, Around::Switch));
                }
                Statement::For { .. } | Statement::Do { .. } => around.push((at, Around::Loop)),
                Statement::Break if around.is_empty() => {
                    let message = "found a break outside of loops and switches";
                    self.report(Finding::new(&rules::JUMP_TARGET, at, message));
                }
                Statement::Continue => self.go_on(at, &around),
                Statement::Discard => self.discard(at),
                Statement::VarDeclaration { variable, .. } => {
                    if let Some(&first) = declared.get(&variable) {
                        let name = self.name(self.model.definition(variable));
                        let message = format!("found a second declaration of the variable {name}");
                        self.report(
                            Finding::new(&rules::REPEATED_DECLARATION, at, message)
                                .field("var")
                                .label(Spot::Field(first, "var", None), "declares it first"),
                        );
                    } else if variable != 0 {
                        declared.insert(variable, at);
                    }
                }
                _ => {}
            }
        }
    }

    fn flag(&mut self, at: ModelNode, field: &'static str, value: u8) {
        if value > 1 && !crate::stream::is_cut(self.model, at) {
            let message = format!("found {field} {value}, expected 0 or 1");
            self.report(Finding::new(&rules::STATEMENT_FLAG, at, message).field(field));
        }
    }

    fn go_on(&mut self, at: ModelNode, around: &[(ModelNode, Around)]) {
        let message = match around.last() {
            Some((_, Around::Loop)) => return,
            Some((_, Around::Switch)) => "found a continue that would leave a switch",
            None => "found a continue outside of loops",
        };
        let mut finding = Finding::new(&rules::JUMP_TARGET, at, message);
        if let Some(&(switch, _)) = around.last() {
            finding = finding.label(Spot::Field(switch, "", None), "is the switch");
        }
        self.report(finding);
    }

    fn discard(&mut self, at: ModelNode) {
        match self.model.kind() {
            None | Some(ProgramKind::FRAGMENT) => {}
            Some(kind) => {
                let message =
                    format!("found a discard in a {kind} program, expected one in fragment programs only");
                self.report(Finding::new(&rules::DISCARD_STAGE, at, message));
            }
        }
    }

    fn cases(&mut self, switch: ModelNode) {
        let model = self.model;
        let mut values: HashMap<i32, usize> = HashMap::default();
        let mut default: Option<usize> = None;
        let children = model.children(switch);
        let cases: Vec<ModelNode> = children.filter(|&at| model.command(at) == Command::Case).collect();
        for (index, &at) in cases.iter().enumerate() {
            let node = model.node(at);
            self.flag(at, "isDefault", node.a as u8);
            let label = |first: usize| Spot::Field(switch, "cases", Some(first as u32));
            if node.a != 0 {
                if let Some(first) = default {
                    let message = "found a second default, expected at most one";
                    self.report(
                        Finding::new(&rules::REPEATED_CASE, at, message)
                            .field("isDefault")
                            .label(label(first), "is the first"),
                    );
                } else if index + 1 < cases.len() {
                    let message = "found a default before other cases, expected it last";
                    self.report(
                        Finding::new(&rules::REPEATED_CASE, at, message).field("isDefault").warning(),
                    );
                }
                default.get_or_insert(index);
                continue;
            }
            let value = node.c as i32;
            if let Some(&first) = values.get(&value) {
                let message = format!("found a second case {value}, expected each value once");
                self.report(
                    Finding::new(&rules::REPEATED_CASE, at, message)
                        .field("value")
                        .label(label(first), "is the first"),
                );
            } else {
                values.insert(value, index);
            }
        }
    }
}
