//! Lines `#extension`, which hold from where they stand.

use std::fmt::Display;

use glassbox_core::diagnostic::Rule;
use glassbox_core::suggest::similar;
use glassbox_syntax::report::shown;

use super::Parser;
use crate::language::Behaviour;
use crate::model::At;
use crate::preprocess::ExtensionLine;
use crate::rules::{DEPRECATED, EXTENSION, EXTENSION_UNKNOWN};
use crate::vocabulary::extensions::{self, ExtensionRow, MESH, State};

impl Parser<'_> {
    /// Applies the lines that stand before the next token. Cheap where there are none.
    pub(crate) fn apply_extensions(&mut self) {
        while let Some(line) = self.text.extensions.get(self.text.extensions_applied) {
            if line.tokens_before > self.at {
                return;
            }
            let line = line.clone();
            self.text.extensions_applied += 1;
            self.apply_extension(&line);
        }
    }

    fn apply_extension(&mut self, line: &ExtensionLine) {
        if &*line.name == "all" {
            self.apply_all(line);
            return;
        }
        let Some(row) = extensions::find(&line.name) else {
            let known = extensions::rows().iter().map(|row| row.name);
            let help = match similar(&line.name, known) {
                Some(known) => format!("did you mean `{known}`?"),
                None => "remove the line, or test the macro of the extension".to_owned(),
            };
            let message = format!("found the extension `{}`, expected one that is known", shown(&line.name));
            self.refuse(line, message, help);
            return;
        };
        if self.is_available(row, line) {
            self.set_extension(row, line.behaviour, 0);
        }
    }

    /// `#extension all`
    fn apply_all(&mut self, line: &ExtensionLine) {
        if matches!(line.behaviour, Behaviour::Enable | Behaviour::Require) {
            let message =
                "found `all` with a behaviour that turns extensions on, expected `warn` or `disable`";
            let finding = self.reports.of(&EXTENSION, line.from, message);
            self.reports.add(finding.help("name the extensions that are needed"));
            return;
        }
        for row in extensions::rows() {
            self.program.environment.set(row.name, line.behaviour);
        }
    }

    /// Whether this stage and version may name an extension; reports why not.
    fn is_available(&mut self, row: &ExtensionRow, line: &ExtensionLine) -> bool {
        let environment = &self.program.environment;
        let is_on = line.behaviour != Behaviour::Disable;
        if let State::Refused(why) = row.state
            && is_on
        {
            let message = format!("found the extension `{}`, expected one that is supported", row.name);
            self.refuse(line, message, why.to_owned());
            return false;
        }
        if !row.available.holds(environment) {
            let message =
                format!("found the extension `{}`, expected one that this stage and version have", row.name);
            let finding = self.reports.of(&EXTENSION, line.from, message);
            self.reports.add(finding.help("remove the line, or raise the version"));
            return false;
        }
        let other = MESH.into_iter().find(|other| *other != row.name && environment.has(other));
        if let Some(other) = other.filter(|_| MESH.contains(&row.name) && is_on) {
            let message =
                format!("found the extension `{}` beside `{other}`, expected one of them", row.name);
            let finding = self.reports.of(&EXTENSION, line.from, message);
            self.reports.add(finding.help("remove one of the lines"));
            return false;
        }
        true
    }

    /// Reports a line that names what is not supported: an error only where the text requires it.
    fn refuse(&mut self, line: &ExtensionLine, message: String, help: String) {
        let rule: &'static Rule =
            if line.behaviour == Behaviour::Require { &EXTENSION } else { &EXTENSION_UNKNOWN };
        let finding = self.reports.of(rule, line.from, message);
        self.reports.add(finding.help(help));
    }

    fn set_extension(&mut self, row: &'static ExtensionRow, behaviour: Behaviour, depth: u32) {
        self.program.environment.set(row.name, behaviour);
        let is_on = behaviour != Behaviour::Disable;
        if is_on && !self.program.extensions.contains(&row.name) {
            self.program.extensions.push(row.name);
        }
        // The table has no circles; the depth only makes that no matter of trust.
        if depth < 4 {
            for brought in row.brings.iter().filter_map(|name| extensions::find(name)) {
                self.set_extension(brought, behaviour, depth + 1);
            }
        }
    }

    /// Notes that something is used that the extensions given bring, none of which is needed if there is none: warns where all
    /// that are on are so under `warn`.
    pub(crate) fn uses_extensions(&mut self, at: At, what: impl Display, names: &[&'static str]) {
        let environment = &self.program.environment;
        let behaviour = |name: &&'static str| environment.behaviour(name);
        let is_wanted =
            |name: &&'static str| matches!(behaviour(name), Some(Behaviour::Enable | Behaviour::Require));
        if names.iter().any(is_wanted) {
            return;
        }
        let Some(warned) = names.iter().find(|name| behaviour(name) == Some(Behaviour::Warn)) else {
            return;
        };
        let message = format!("found {what}, which the extension `{warned}` brings under `warn`");
        let finding = self.finding(&DEPRECATED, at, message);
        self.add(finding.help(format!("write `#extension {warned} : enable` if this is meant")));
    }
}
