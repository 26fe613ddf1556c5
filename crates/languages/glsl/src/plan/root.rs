//! Uniforms outside of blocks: the members of one block, which every stage declares alike.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::{Reports, shown};

use super::{fresh, spelt};
use crate::rules::{DISAGREE, INITIALIZER, LOOSE_TYPE, QUALIFIER};
use crate::stage_text::StageText;
use crate::syntax::{Declarator, ItemKind, Qualifiers, TypeUse};
use crate::types::{is_builtin, is_strange_sampler, opaque, sampler_type, stored_truth};

/// Name of the block, unless a stage has the word.
pub(crate) const NAME: &str = "RootConstants";

/// How deep structures hold others: each level is one of the stack.
const MAX_DEPTH: usize = 32;

/// A line of text with what it is there for.
pub(crate) type Line = (String, Provenance);

/// A member of the block.
#[derive(Debug)]
struct RootMember {
    /// Its type, the sizes of arrays as numbers, for comparison.
    spelt: String,
    line: Line,
    from: Provenance,
}

/// The block.
#[derive(Debug, Default)]
pub(crate) struct Root {
    /// Its name.
    pub(crate) name: Rc<str>,
    members: Vec<RootMember>,
    /// Structures that members are made of, in the order in which they need each other.
    structures: Vec<(Rc<str>, Vec<Line>)>,
    /// For each stage, whether it declares a loose uniform.
    used_by: Vec<bool>,
}

impl Root {
    /// Gathers the loose uniforms of all stages, in the order of their first declaration.
    pub(crate) fn of(stages: &[StageText], names: &mut HashSet<Rc<str>>, reports: &mut Reports) -> Root {
        let mut root = Root { name: Rc::from(""), ..Root::default() };
        let mut known: HashMap<Rc<str>, usize> = HashMap::new();
        for stage in stages {
            let mut is_used = false;
            for item in &stage.items {
                let ItemKind::Variables { qualifiers, ty, declarators } = &item.kind else {
                    continue;
                };
                if !is_loose(stage, qualifiers, ty) {
                    continue;
                }
                for declarator in declarators {
                    is_used = true;
                    root.add(stage, qualifiers, ty, declarator, &mut known, reports);
                }
            }
            root.used_by.push(is_used);
        }
        if !root.members.is_empty() {
            root.name = fresh(names, NAME);
        }
        root
    }

    /// Whether there is a member.
    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Whether a stage declares the block.
    pub(crate) fn is_used_by(&self, stage: usize) -> bool {
        self.used_by.get(stage).copied().unwrap_or(false)
    }

    /// Whether a structure is declared before the block, in the stages that have it.
    pub(crate) fn declares(&self, structure: &str) -> bool {
        self.structures.iter().any(|(name, _)| &**name == structure)
    }

    /// The structures that the members need, as lines.
    pub(crate) fn structure_lines(&self) -> impl Iterator<Item = &Line> {
        self.structures.iter().flat_map(|(_, lines)| lines)
    }

    /// The members, as lines.
    pub(crate) fn member_lines(&self) -> impl Iterator<Item = &Line> {
        self.members.iter().map(|member| &member.line)
    }

    fn add(
        &mut self,
        stage: &StageText,
        qualifiers: &Qualifiers,
        ty: &TypeUse,
        declarator: &Declarator,
        known: &mut HashMap<Rc<str>, usize>,
        reports: &mut Reports,
    ) {
        let from = stage.from(declarator.name);
        let name = stage.text(declarator.name);
        if let Some(value) = &declarator.value {
            let at = stage.from(value.start);
            let message = format!("found a value for the uniform `{name}`, expected none: it is left out");
            let finding = reports.of(&INITIALIZER, at, message);
            reports.add(finding.help("set the value from the program, or make it a `const`"));
        }
        if let Some(at) = stage.layout(qualifiers, "row_major") {
            let finding =
                reports.of(&QUALIFIER, stage.from(at), "found `row_major`, expected matrices by columns");
            reports.add(finding.help("leave it out and transpose the matrix in the program"));
        }
        let spelt_type = spelt(stage, ty, &declarator.dimensions);
        if let Some(number) = known.get(&name) {
            if let Some(member) = self.members.get(*number)
                && member.spelt != spelt_type
            {
                let message = format!(
                    "found `{name}` of the type {}, expected {} as in the other stage",
                    shown(&spelt_type),
                    shown(&member.spelt)
                );
                let other = reports.sources.location(member.from.primary());
                let finding = reports.of(&DISAGREE, from, message);
                let finding = finding.label(other, "it is declared here");
                reports.add(finding.help("declare it in one text that both stages include"));
            }
            // The structures behind the same name have to be the same, too.
            self.needs(stage, ty, from, reports, 0);
            return;
        }
        if !self.needs(stage, ty, from, reports, 0) {
            return;
        }
        let line = line(stage, ty, declarator).map(|line| match stored_truth(stage.word(ty.name)) {
            Some(stored) => line.replacen(stage.word(ty.name), stored, 1),
            None => line,
        });
        let Some(text) = line else {
            let message =
                format!("found `{name}` with a size that is not known here, expected a whole number");
            let finding = reports.of(&LOOSE_TYPE, from, message);
            reports.add(finding.help("write the size as a number, a macro or a `const int`"));
            return;
        };
        known.insert(name, self.members.len());
        self.members.push(RootMember { spelt: spelt_type, line: (text, from), from });
    }

    /// Takes the structures in that a type needs; `false` when there is one that no block can hold.
    fn needs(
        &mut self,
        stage: &StageText,
        ty: &TypeUse,
        from: Provenance,
        reports: &mut Reports,
        depth: usize,
    ) -> bool {
        let refuse = |reports: &mut Reports, message: String, help: &str| {
            let finding = reports.of(&LOOSE_TYPE, from, message);
            reports.add(finding.help(help));
            false
        };
        let name = match &ty.structure {
            Some(structure) => match structure.name {
                Some(name) => stage.text(name),
                None => {
                    let message = "found a structure without a name, expected one".to_owned();
                    return refuse(reports, message, "give the structure a name");
                }
            },
            None => stage.text(ty.name),
        };
        if is_builtin(&name) && sampler_type(&name).is_none() && opaque(&name).is_none() {
            return true;
        }
        if sampler_type(&name).is_some() || opaque(&name).is_some() {
            let message = format!("found a `{name}` in a structure of uniforms, expected numbers only");
            return refuse(reports, message, "declare each sampler as a uniform of its own");
        }
        let Some((_, structure)) = stage.structure(&name) else {
            // The compiler behind says that the type is unknown.
            return true;
        };
        if depth > MAX_DEPTH {
            let message = format!("found structures more than {MAX_DEPTH} deep, expected fewer");
            return refuse(reports, message, "make the structures flatter");
        }
        if let Some((_, lines)) = self.structures.iter().find(|(known, _)| *known == name) {
            let same = lines_of(stage, structure).is_some_and(|own| {
                own.iter()
                    .map(|(line, _)| line.as_str())
                    .eq(lines.iter().map(|(line, _)| line.as_str()).filter(|line| line.starts_with(MARK)))
            });
            if !same {
                self.disagree(stage, &name, structure.name, reports);
            }
            return same;
        }
        for member in &structure.members {
            if let Some(at) = stage.layout(&member.qualifiers, "row_major") {
                let finding =
                    reports.of(&QUALIFIER, stage.from(at), "found `row_major`, expected matrices by columns");
                reports.add(finding.help("leave it out and transpose the matrix in the program"));
            }
            if !self.needs(stage, &member.ty, from, reports, depth + 1) {
                return false;
            }
        }
        let at = structure.name.map_or(from, |name| stage.from(name));
        let Some(members) = lines_of(stage, structure) else {
            let message =
                format!("found an array in `{name}` whose size is not known here, expected a whole number");
            return refuse(reports, message, "write the size as a number, a macro or a `const int`");
        };
        let mut lines = vec![(format!("struct {name} {{"), at)];
        lines.extend(members);
        lines.push(("};".to_owned(), at));
        self.structures.push((name, lines));
        true
    }

    fn disagree(&self, stage: &StageText, name: &str, at: Option<usize>, reports: &mut Reports) {
        let from = stage.from(at.unwrap_or(0));
        let message = format!("found `{name}` with other members, expected those of the other stage");
        let finding = reports.of(&DISAGREE, from, message);
        let first = self.structures.iter().find(|(known, _)| &**known == name);
        let finding = match first.and_then(|(_, lines)| lines.first()) {
            Some((_, other)) => {
                finding.label(reports.sources.location(other.primary()), "it is declared here")
            }
            None => finding,
        };
        reports.add(finding.help("declare the structure in one text that both stages include"));
    }
}

/// What lines of members begin with.
const MARK: &str = "    ";

/// The members of a structure, a line each; `None` where a size is not known.
fn lines_of(stage: &StageText, structure: &crate::syntax::Structure) -> Option<Vec<Line>> {
    let mut lines = Vec::new();
    for member in &structure.members {
        for declarator in &member.declarators {
            let text = line(stage, &member.ty, declarator)?;
            lines.push((format!("{MARK}{text}"), stage.from(declarator.name)));
        }
    }
    Some(lines)
}

/// A member as a declaration; `None` where a size is not known.
fn line(stage: &StageText, ty: &TypeUse, declarator: &Declarator) -> Option<String> {
    let name = match ty.structure.as_ref().and_then(|structure| structure.name) {
        Some(name) => stage.word(name),
        None => stage.word(ty.name),
    };
    let mut sizes = stage.sizes(&declarator.dimensions)?;
    sizes.extend(stage.sizes(&ty.dimensions)?);
    let sizes: String = sizes.iter().map(|size| format!("[{size}]")).collect();
    Some(format!("{name} {}{sizes};", stage.word(declarator.name)))
}

/// Whether variables are uniforms outside of blocks that are no resources of their own.
pub(crate) fn is_loose(stage: &StageText, qualifiers: &Qualifiers, ty: &TypeUse) -> bool {
    let name = stage.word(ty.name);
    stage.has(qualifiers, "uniform")
        && !stage.has(qualifiers, "subroutine")
        && sampler_type(name).is_none()
        && opaque(name).is_none()
        && !is_strange_sampler(name)
        && !is_refused(name)
}

/// Whether uniforms of a type have no form in any target.
pub(crate) fn is_refused(name: &str) -> bool {
    name == "atomic_uint" || name.contains("subpassInput") || name == "accelerationStructureEXT"
}
