//! Declarations outside of functions.

use glassbox_syntax::token::Kind;

use super::Emitter;
use super::std140::Std140;
use crate::plan::{direction, is_loose};
use crate::rules::{QUALIFIER, TAKEN};
use crate::stage::{Place, ROOT};
use crate::syntax::{Declarator, Item, ItemKind, Member, Qualifiers, Tokens, TypeUse, is_precision};
use crate::types::{self, Class, is_strange_sampler, opaque, sampler_type};

impl Emitter<'_> {
    /// Writes a declaration.
    pub(super) fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Nothing => {}
            ItemKind::Unknown => self.run(item.tokens.clone()),
            // Defaults for blocks: every block states its layout.
            ItemKind::Qualifiers(qualifiers)
                if self.stage.has(qualifiers, "uniform") || self.stage.has(qualifiers, "buffer") =>
            {
                if let Some(at) = self.stage.layout(qualifiers, "row_major") {
                    self.refuse_rows(at);
                }
            }
            ItemKind::Qualifiers(_) => self.run(item.tokens.clone()),
            ItemKind::Names(qualifiers, names) => self.names(qualifiers, names),
            ItemKind::Block { qualifiers, name, members, instance } => {
                self.block(item, qualifiers, *name, members, instance.as_ref())
            }
            ItemKind::Variables { qualifiers, ty, declarators } => {
                self.variables(qualifiers, ty, declarators)
            }
            ItemKind::Function { result, name, parameters, body } => {
                self.function(result.clone(), *name, parameters, body.clone())
            }
        }
    }

    /// `invariant gl_Position;` and the like. Of names of one's own it says nothing that a target has.
    fn names(&mut self, qualifiers: &Qualifiers, names: &[usize]) {
        let Some(invariant) = self.stage.find(qualifiers, "invariant") else {
            return;
        };
        for name in names {
            if self.stage.word(*name).starts_with("gl_") || !self.stage.is_for_naga() {
                let from = self.from(invariant);
                self.writer.line(from);
                self.writer.add("invariant ", from);
                self.writer.add(self.stage.word(*name), self.from(*name));
                self.writer.add(";", from);
            }
        }
    }

    fn variables(&mut self, qualifiers: &Qualifiers, ty: &TypeUse, declarators: &[Declarator]) {
        let own = ty.structure.as_ref().and_then(|structure| structure.name);
        let is_hoisted = self.plan.root.is_used_by(self.number)
            && own.is_some_and(|name| self.plan.root.declares(self.stage.word(name)));
        if let Some(structure) = &ty.structure
            && !is_hoisted
        {
            let from = self.from(ty.name);
            self.writer.line(from);
            self.writer.add("struct ", from);
            let variable = declarators.first().map_or(ty.name, |declarator| declarator.name);
            let name = self.structure_name(structure, variable);
            self.writer.add(&name, structure.name.map_or(from, |name| self.from(name)));
            self.writer.add(" {", from);
            self.members(&Qualifiers::default(), &structure.members);
            self.writer.line(from);
            self.writer.add("};", from);
        }
        let type_name = self.stage.word(ty.name);
        if let Some(at) = self.stage.find(qualifiers, "subroutine") {
            self.refuse_subroutine(at);
            return;
        }
        if self.stage.has(qualifiers, "uniform") {
            if is_loose(self.stage, qualifiers, ty) || is_strange_sampler(type_name) {
                return;
            }
            for declarator in declarators {
                match sampler_type(type_name) {
                    Some(sampler) => self.combined(qualifiers, sampler, ty, declarator),
                    None => self.resource(qualifiers, ty, declarator),
                }
            }
            return;
        }
        if let Some(is_input) = direction(self.stage, qualifiers) {
            for declarator in declarators {
                self.port(qualifiers, is_input, ty, declarator);
            }
            return;
        }
        for declarator in declarators {
            let is_constant = self.stage.has(qualifiers, "const");
            let later = match &declarator.value {
                // naga drops values of global variables that are no constants.
                Some(value)
                    if !is_constant
                        && self.stage.is_for_naga()
                        && !self.stage.is(value.start, "{")
                        && !self.is_number(value.clone()) =>
                {
                    self.initial.push((declarator.name, value.clone()));
                    true
                }
                _ => false,
            };
            let from = self.from(declarator.name);
            self.writer.line(from);
            self.layout(qualifiers, None, &[]);
            self.qualifier_words(qualifiers, &[]);
            self.declare(ty, declarator, declarator.value.clone());
            if let Some(value) = declarator.value.clone().filter(|_| !later) {
                self.writer.add(" =", from);
                self.writer.blank(from);
                self.run(value);
            }
            self.writer.add(";", from);
        }
    }

    /// A resource that stands alone.
    fn resource(&mut self, qualifiers: &Qualifiers, ty: &TypeUse, declarator: &Declarator) {
        let Some(class) = opaque(self.stage.word(ty.name)) else {
            return;
        };
        let name = self.stage.text(declarator.name);
        let place = self.plan.place(class, &name);
        self.writer.line(self.from(declarator.name));
        self.layout(qualifiers, place, &[]);
        self.qualifier_words(qualifiers, &[]);
        self.declare(ty, declarator, None);
        self.writer.add(";", self.from(declarator.name));
    }

    /// An input or an output.
    fn port(&mut self, qualifiers: &Qualifiers, is_input: bool, ty: &TypeUse, declarator: &Declarator) {
        let from = self.from(declarator.name);
        if self.stage.word(declarator.name).starts_with("gl_") && self.stage.is_for_naga() {
            // Declared anew, it says nothing that Vulkan does not say anyway.
            return;
        }
        let is_single = ty.dimensions.is_empty() && declarator.dimensions.is_empty();
        if let Some((columns, column)) = types::columns(self.stage.word(ty.name))
            && is_single
            && self.stage.is_for_naga()
        {
            self.matrix_port(qualifiers, is_input, ty, declarator, (columns, &column));
            return;
        }
        self.writer.line(from);
        let location = self.location(declarator.name);
        self.layout(qualifiers, None, &location);
        self.qualifier_words(qualifiers, &["attribute", "varying", "in", "out"]);
        self.writer.add(if is_input { "in" } else { "out" }, from);
        self.declare(ty, declarator, None);
        self.writer.add(";", from);
    }

    /// `location = N`, if the name has one.
    fn location(&self, name: usize) -> Vec<String> {
        let location = self.plan.locations.get(self.number).and_then(|all| all.get(&name));
        location.map(|location| format!("location = {location}")).into_iter().collect()
    }

    fn block(
        &mut self,
        item: &Item,
        qualifiers: &Qualifiers,
        name: usize,
        members: &[Member],
        instance: Option<&Declarator>,
    ) {
        let from = self.from(name);
        let is_push = self.stage.layout(qualifiers, "push_constant").is_some();
        let is_uniform = self.stage.has(qualifiers, "uniform");
        let is_storage = self.stage.has(qualifiers, "buffer");
        let is_port = !is_uniform && !is_storage;
        if is_port && self.stage.word(name).starts_with("gl_") {
            if !self.stage.is_for_naga() {
                self.run(item.tokens.clone());
            }
            return;
        }
        if self.is_flat(qualifiers, members, instance) {
            self.flat_block(qualifiers, name, members, instance);
            return;
        }
        for member in members.iter().filter(|_| !is_port) {
            self.refuse_inner(qualifiers, member);
        }
        self.writer.line(from);
        if is_port {
            let location = self.location(name);
            self.layout(qualifiers, None, &location);
        } else if is_push {
            self.push_place(name);
            self.layout(qualifiers, Some(ROOT), &["std140".to_owned()]);
        } else {
            let class = if is_storage { Class::Storage } else { Class::Block };
            let place = self.plan.place(class, &self.stage.text(name));
            let layout = if is_storage && self.stage.layout(qualifiers, "std140").is_none() {
                "std430"
            } else {
                "std140"
            };
            self.layout(qualifiers, place, &[layout.to_owned()]);
        }
        self.qualifier_words(qualifiers, &[]);
        self.writer.add(self.stage.word(name), from);
        self.writer.add(" {", from);
        self.members(qualifiers, members);
        self.writer.line(from);
        self.writer.add("}", from);
        if let Some(instance) = instance {
            self.writer.blank(from);
            self.writer.add(self.stage.word(instance.name), self.from(instance.name));
            self.dimensions(&instance.dimensions, &[], None);
        }
        self.writer.add(";", from);
    }

    /// Subroutines exist in OpenGL only.
    pub(super) fn refuse_subroutine(&mut self, at: usize) {
        let finding = self.reports.of(
            &QUALIFIER,
            self.from(at),
            "found `subroutine`, expected a function that is called by its name",
        );
        self.reports.add(finding.help("choose with a uniform and `switch`"));
    }

    fn refuse_rows(&mut self, at: usize) {
        let finding =
            self.reports.of(&QUALIFIER, self.from(at), "found `row_major`, expected matrices by columns");
        self.reports.add(finding.help("leave it out and transpose the matrices in the program"));
    }

    /// Push constants become the block of uniforms outside of blocks: there can be one of the two.
    fn push_place(&mut self, name: usize) {
        if !self.plan.root.is_empty() {
            let message = format!(
                "found the push constants `{}` and uniforms outside of blocks, expected one of the two",
                self.stage.word(name)
            );
            let finding = self.reports.of(&TAKEN, self.from(name), message);
            self.reports.add(finding.help("make the uniforms members of the block of push constants"));
        }
    }

    /// The lines of a structure or block; a structure has no qualifiers.
    fn members(&mut self, block: &Qualifiers, members: &[Member]) {
        let mut layout = Std140::default();
        for member in members {
            let stored = self.stored_type(block, member);
            self.refuse_layout(block, member, stored.as_deref(), &mut layout);
            for declarator in &member.declarators {
                let from = self.from(declarator.name);
                self.writer.line(from);
                self.writer.add("    ", from);
                if !self.stage.is_for_naga() {
                    self.qualifier_words(&member.qualifiers, &[]);
                }
                match &stored {
                    Some(stored) => self.declare_as(stored, &member.ty, declarator, None),
                    None => self.declare(&member.ty, declarator, None),
                }
                self.writer.add(";", from);
            }
        }
    }

    /// Refuses what a member says about its place, unless its place is that.
    fn refuse_layout(
        &mut self,
        block: &Qualifiers,
        member: &Member,
        stored: Option<&str>,
        layout: &mut Std140,
    ) {
        const PLAIN: [&str; 6] = ["column_major", "row_major", "std140", "std430", "shared", "location"];
        let is_uniform = self.stage.has(block, "uniform");
        let place = is_uniform.then(|| layout.place(self.stage, member, stored)).flatten();
        for id in &member.qualifiers.layout {
            let name = self.stage.word(id.name);
            let is_plain = PLAIN.contains(&name) && (name != "row_major" || is_uniform || stored.is_some());
            let stated = id.value.clone().and_then(|value| self.stage.number(value));
            let message = match (name, place, stated) {
                _ if is_plain => continue,
                ("offset", Some(place), Some(stated)) if i64::from(place) == stated => continue,
                ("align", Some(place), Some(stated)) if stated > 0 && i64::from(place) % stated == 0 => {
                    continue;
                }
                ("offset" | "align", Some(place), Some(stated)) => format!(
                    "found `{name} = {stated}` at a member, expected its place in the layout std140, which is {place}"
                ),
                _ => format!("found `{name}` at a member, expected the order of the layout to place it"),
            };
            let finding = self.reports.of(&QUALIFIER, self.from(id.name), message);
            self.reports.add(finding.help("leave it out; use padding members where a place matters"));
        }
    }

    /// Whether tokens are one number.
    fn is_number(&self, tokens: Tokens) -> bool {
        matches!(self.stage.tokens(tokens), [token] if token.kind == Kind::Number)
    }

    /// `layout(…)` with a place and other words before what the source says and is not said otherwise.
    pub(super) fn layout(&mut self, qualifiers: &Qualifiers, place: Option<Place>, more: &[String]) {
        const SAID: [&str; 13] = [
            "row_major",
            "location",
            "binding",
            "set",
            "std140",
            "std430",
            "shared",
            "packed",
            "push_constant",
            "column_major",
            "xfb_buffer",
            "xfb_offset",
            "xfb_stride",
        ];
        const REFUSED: [&str; 4] = ["offset", "align", "pixel_center_integer", "bindless_sampler"];
        let mut ids: Vec<String> = more.to_vec();
        if let Some(place) = place {
            ids.push(format!("set = {}", place.set));
            ids.push(format!("binding = {}", place.binding));
        }
        let mut from = None;
        for id in &qualifiers.layout {
            let name = self.stage.word(id.name);
            from = from.or(Some(self.from(id.name)));
            if REFUSED.contains(&name) {
                let message = format!("found `{name}`, expected a layout that every target has");
                let finding = self.reports.of(&QUALIFIER, self.from(id.name), message);
                self.reports.add(finding.help("leave it out"));
                continue;
            }
            if SAID.contains(&name) {
                continue;
            }
            let value = match &id.value {
                Some(value) => match self.stage.number(value.clone()) {
                    Some(number) => format!(" = {number}"),
                    None => {
                        let tokens = self.stage.tokens(value.clone()).iter();
                        let letters: Vec<&str> = tokens.map(|token| &*token.text).collect();
                        format!(" = {}", letters.join(" "))
                    }
                },
                None => String::new(),
            };
            ids.push(format!("{name}{value}"));
        }
        if !ids.is_empty() {
            let from = from.unwrap_or_else(|| {
                let first = qualifiers.words.first();
                first.map_or(self.stage.unit.version_from, |word| self.from(*word))
            });
            self.writer.add(&format!("layout({})", ids.join(", ")), from);
            self.writer.blank(from);
        }
    }

    /// The other words before a type, apart from those that go.
    pub(super) fn qualifier_words(&mut self, qualifiers: &Qualifiers, without: &[&str]) {
        for at in &qualifiers.words {
            let word = self.stage.word(*at);
            let goes = is_precision(word)
                || without.contains(&word)
                || (self.stage.is_for_naga() && matches!(word, "invariant" | "precise" | "volatile"));
            if !goes {
                self.writer.add(word, self.from(*at));
                self.writer.blank(self.from(*at));
            }
        }
    }
}
