//! Members of blocks that are kept otherwise than they are used: truth values as whole numbers, matrices by rows as their transposes,
//! and what naga does not know in blocks between stages as variables of their own.

use std::rc::Rc;

use super::Emitter;
use super::main_function::Matrix;
use crate::plan::{direction, is_loose};
use crate::rules::{LOOSE_TYPE, QUALIFIER};
use crate::stage_text::StageText;
use crate::syntax::{Declarator, ItemKind, Member, Qualifiers};
use crate::types::{self, is_whole, stored_truth, transposed};

/// How a name is used.
#[derive(Clone, Debug)]
pub(super) enum Access {
    /// As the argument of a function, behind as many indexes as it has sizes.
    Within(Rc<str>, usize),
    /// By another name.
    Renamed(Rc<str>),
}

/// How deep structures are looked into: each level is one of the stack.
const MAX_DEPTH: usize = 32;

/// Words that say how something is interpolated.
pub(super) const INTERPOLATION: [&str; 4] = ["flat", "noperspective", "centroid", "sample"];

/// Whether a member keeps its matrices by rows.
fn is_by_rows(stage: &StageText, block: &Qualifiers, member: &Member) -> bool {
    let says = |qualifiers: &Qualifiers, word: &str| stage.layout(qualifiers, word).is_some();
    says(&member.qualifiers, "row_major")
        || (says(block, "row_major") && !says(&member.qualifiers, "column_major"))
}

impl Emitter<'_> {
    /// Notes what is known by its name alone, wherever it is declared.
    pub(super) fn collect_globals(&mut self) {
        let stage = self.stage;
        for item in &stage.items {
            match &item.kind {
                ItemKind::Variables { declarators, .. } => {
                    let names = declarators.iter().map(|declarator| declarator.name);
                    self.globals.extend(names.map(|name| stage.text(name)));
                }
                ItemKind::Block { instance: Some(instance), .. } => {
                    self.globals.insert(stage.text(instance.name));
                }
                ItemKind::Block { members, instance: None, .. } => {
                    let declarators = members.iter().flat_map(|member| &member.declarators);
                    let names = declarators.map(|declarator| declarator.name);
                    self.globals.extend(names.map(|name| stage.text(name)));
                }
                _ => {}
            }
        }
    }

    /// Whether a member is called as something that is known by its name alone. naga takes one for the other, though the member is behind the
    /// name of its block's variable.
    fn is_mistaken(&self, declarator: &Declarator, instance: Option<&Declarator>) -> bool {
        instance.is_some()
            && self.stage.is_for_naga()
            && self.globals.contains(self.stage.word(declarator.name))
    }

    /// Notes the members that are used otherwise.
    pub(super) fn collect_members(&mut self) {
        let stage = self.stage;
        for item in &stage.items {
            match &item.kind {
                ItemKind::Variables { qualifiers, ty, declarators }
                    if is_loose(stage, qualifiers, ty) && stored_truth(stage.word(ty.name)).is_some() =>
                {
                    for declarator in declarators {
                        let sizes = ty.dimensions.len() + declarator.dimensions.len();
                        let key = (Rc::from(""), stage.text(declarator.name));
                        self.accesses.insert(key, Access::Within(stage.text(ty.name), sizes));
                    }
                }
                ItemKind::Block { qualifiers, members, instance, .. } => {
                    self.collect_block(qualifiers, members, instance.as_ref())
                }
                _ => {}
            }
        }
    }

    fn collect_block(&mut self, qualifiers: &Qualifiers, members: &[Member], instance: Option<&Declarator>) {
        let stage = self.stage;
        let owner: Rc<str> = instance.map_or(Rc::from(""), |instance| stage.text(instance.name));
        let is_uniform = stage.has(qualifiers, "uniform");
        let is_flat = self.is_flat(qualifiers, members, instance);
        for member in members {
            let ty = stage.word(member.ty.name);
            let function: Option<Rc<str>> = match () {
                () if is_uniform && stored_truth(ty).is_some() => Some(Rc::from(ty)),
                () if is_uniform && types::columns(ty).is_some() && is_by_rows(stage, qualifiers, member) => {
                    Some(Rc::from("transpose"))
                }
                () => None,
            };
            for declarator in &member.declarators {
                let sizes = member.ty.dimensions.len() + declarator.dimensions.len();
                let name = stage.text(declarator.name);
                if !is_flat && self.is_mistaken(declarator, instance) {
                    let other = self.unused(&format!("{owner}_{name}"));
                    self.called.insert(declarator.name, other.clone());
                    self.renamed.insert((owner.clone(), name.clone()), other);
                }
                let access = match &function {
                    Some(function) => Access::Within(function.clone(), sizes),
                    None if is_flat && instance.is_some() => {
                        Access::Renamed(self.unused(&format!("{owner}_{name}")))
                    }
                    None => continue,
                };
                if instance.is_some() {
                    self.instances.insert(owner.clone());
                }
                self.accesses.insert((owner.clone(), name), access);
            }
        }
    }

    /// Writes the use of such a member, and says where it ends; `None` for all other names.
    pub(super) fn member_use(&mut self, at: usize) -> Option<usize> {
        let stage = self.stage;
        let word = stage.text(at);
        let (owner, name) = if self.instances.contains(&word) && stage.is(at + 1, ".") {
            (word.clone(), at + 2)
        } else {
            (Rc::from(""), at)
        };
        let access = self.accesses.get(&(owner, stage.text(name)))?.clone();
        if self.is_local(&word) {
            return None;
        }
        let token = stage.unit.tokens.get(at)?;
        match access {
            Access::Renamed(other) => {
                self.writer.token_as(token, &other);
                Some(name + 1)
            }
            Access::Within(function, sizes) => {
                let mut end = name + 1;
                for _ in 0..sizes {
                    if !stage.is(end, "[") {
                        // The array as a whole: its length is the same.
                        return None;
                    }
                    end = stage.pairs.partner(end) + 1;
                }
                self.writer.token_as(token, &format!("{function}({word}"));
                self.run(at + 1..end);
                self.writer.add(")", self.from(at));
                Some(end)
            }
        }
    }

    /// The name in the text of a member behind a point, where it has another one.
    pub(super) fn renamed_member(&self, at: usize) -> Option<Rc<str>> {
        let owner = at.checked_sub(2)?;
        let is_member = owner.checked_sub(1).is_some_and(|before| self.stage.is(before, "."));
        let key = (self.stage.text(owner), self.stage.text(at));
        let name = self.renamed.get(&key)?;
        (!is_member && !self.is_local(&key.0)).then(|| name.clone())
    }

    /// Whether a block between stages is written as variables: naga knows neither matrices nor interpolation in one.
    pub(super) fn is_flat(
        &self,
        qualifiers: &Qualifiers,
        members: &[Member],
        instance: Option<&Declarator>,
    ) -> bool {
        let stage = self.stage;
        let interpolates = |qualifiers: &Qualifiers| {
            let mut words = qualifiers.words.iter();
            words.any(|at| INTERPOLATION.contains(&stage.word(*at)))
        };
        stage.is_for_naga()
            && direction(stage, qualifiers).is_some()
            && instance.is_none_or(|instance| instance.dimensions.is_empty())
            && members.iter().any(|member| {
                let ty = stage.word(member.ty.name);
                types::columns(ty).is_some()
                    || member.declarators.iter().any(|declarator| self.is_mistaken(declarator, instance))
                    || (!is_whole(ty) && (interpolates(qualifiers) || interpolates(&member.qualifiers)))
            })
    }

    /// Writes the members of a block between stages as variables of their own.
    pub(super) fn flat_block(
        &mut self,
        qualifiers: &Qualifiers,
        name: usize,
        members: &[Member],
        instance: Option<&Declarator>,
    ) {
        let stage = self.stage;
        let first = self.plan.locations.get(self.number);
        let mut location = first.and_then(|own| own.get(&name)).copied().unwrap_or(0);
        let owner: Rc<str> = instance.map_or(Rc::from(""), |instance| stage.text(instance.name));
        let is_input = direction(stage, qualifiers) == Some(true);
        let way = if is_input { "in" } else { "out" };
        for member in members {
            let both = qualifiers.words.iter().chain(&member.qualifiers.words);
            let words: Vec<&str> = both
                .map(|at| stage.word(*at))
                .filter(|word| INTERPOLATION.contains(word) || *word == "smooth")
                .collect();
            let before = words.iter().map(|word| format!("{word} ")).collect::<String>();
            let ty = stage.word(member.ty.name);
            for declarator in &member.declarators {
                let from = self.from(declarator.name);
                let own = stage.text(declarator.name);
                let called = match self.accesses.get(&(owner.clone(), own.clone())) {
                    Some(Access::Renamed(other)) => other.clone(),
                    _ => own,
                };
                if let Some((stated, _)) = stage.layout_number(&member.qualifiers, "location") {
                    location = stated;
                }
                let sizes = declarator.sizes(&member.ty);
                let is_single = sizes.is_empty();
                if let Some((count, column)) = types::columns(ty).filter(|_| is_single) {
                    let mut columns = Vec::new();
                    for number in 0..count {
                        let one = self.unused(&format!("{called}_{number}"));
                        let place = location.saturating_add(number);
                        self.writer.whole_line(
                            &format!("layout(location = {place}) {before}{way} {column} {one};"),
                            from,
                        );
                        columns.push(one);
                    }
                    self.writer.whole_line(&format!("{ty} {called};"), from);
                    self.matrices.push(Matrix { name: called, ty: Rc::from(ty), columns, is_input, from });
                } else {
                    self.writer.line(from);
                    let head = format!("layout(location = {location}) {before}{way} {ty} {called}");
                    self.writer.add(&head, from);
                    self.dimensions(&sizes, &[], None);
                    self.writer.add(";", from);
                }
                let width = stage.locations(&member.ty).saturating_mul(stage.elements(&sizes));
                location = location.saturating_add(width);
            }
        }
    }

    /// The type under which a block keeps a member, where it is another one.
    pub(super) fn stored_type(&self, block: &Qualifiers, member: &Member) -> Option<Rc<str>> {
        let ty = self.stage.word(member.ty.name);
        if !self.stage.has(block, "uniform") {
            return None;
        }
        let truth = stored_truth(ty).map(Rc::from);
        let by_rows =
            || is_by_rows(self.stage, block, member).then(|| transposed(ty)).flatten().map(Rc::from);
        truth.or_else(by_rows)
    }

    /// Refuses truth values and matrices by rows where no use of them can be found: in structures, and in storage blocks.
    pub(super) fn refuse_inner(&mut self, block: &Qualifiers, member: &Member) {
        let stage = self.stage;
        let ty = stage.word(member.ty.name);
        let is_uniform = stage.has(block, "uniform");
        let from = self.from(member.ty.name);
        let truth = if is_uniform {
            stage.structure(ty).is_some() && holds(stage, ty, 0, &|ty| stored_truth(ty).is_some())
        } else {
            holds(stage, ty, 0, &|ty| stored_truth(ty).is_some())
        };
        if truth {
            let message =
                format!("found a truth value in `{ty}`, expected whole numbers in what a block holds");
            let finding = self.reports.of(&LOOSE_TYPE, from, message);
            self.reports.add(finding.help("declare it as `uint` and compare it with 0 where it is used"));
        }
        let is_matrix = |ty: &str| types::columns(ty).is_some();
        let matrix = if is_uniform {
            stage.structure(ty).is_some() && holds(stage, ty, 0, &is_matrix)
        } else {
            holds(stage, ty, 0, &is_matrix)
        };
        if matrix && is_by_rows(stage, block, member) {
            let message = "found `row_major` for matrices inside of a structure or a storage block, expected them by columns";
            let finding = self.reports.of(&QUALIFIER, from, message);
            self.reports.add(finding.help("leave it out and transpose the matrices in the program"));
        }
    }
}

/// Whether a type, or a member of it at any depth, is as wanted.
fn holds(stage: &StageText, ty: &str, depth: usize, wanted: &dyn Fn(&str) -> bool) -> bool {
    if wanted(ty) {
        return true;
    }
    let Some((_, structure)) = stage.structure(ty).filter(|_| depth < MAX_DEPTH) else {
        return false;
    };
    let mut members = structure.members.iter();
    members.any(|member| holds(stage, stage.word(member.ty.name), depth + 1, wanted))
}
