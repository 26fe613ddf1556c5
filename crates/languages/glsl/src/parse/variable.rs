//! Variables, in functions and outside of them.

use glassbox_core::stage::Stage;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::Word;

use super::layout_check::Placed;
use super::qualifier::{Specifiers, StorageWord};
use super::require::{ALWAYS, Since};
use super::type_specifier::{Dimension, Specified};
use crate::model::{
    At, Direction, ExpressionId, ExpressionKind, Global, GlobalId, Interpolation, Local, LocalId, Statement,
    StatementKind, Storage, flag,
};
use crate::parse::{Entity, Parser};
use crate::rules::{DECLARATION, QUALIFIER_USE, REDECLARED};
use crate::types::{ArrayId, Length, Type};

/// A variable whose name, brackets and value have been read.
struct Declarator {
    name: Word,
    at: At,
    ty: Type,
    dimensions: Vec<Dimension>,
    value: Option<ExpressionId>,
    /// The first token of its type.
    type_at: At,
}

impl Parser<'_> {
    /// Reads names with their values, up to and with `;`. Statements come of variables in functions.
    pub(crate) fn variables(&mut self, specifiers: &Specifiers, specified: &Specified) -> Vec<Statement> {
        let mut statements = Vec::new();
        loop {
            let Some((name, at)) = self.new_name("the name of a variable") else {
                self.recover_statement();
                return statements;
            };
            let dimensions = self.dimensions();
            if dimensions.len() > 1 {
                self.check_arrays_of_arrays(at);
            }
            let declared = self.declare_variable(specifiers, specified, name, at, dimensions);
            statements.extend(declared);
            if self.take(",").is_none() {
                break;
            }
        }
        self.end_of_statement();
        statements
    }

    /// Declares a variable whose name and brackets have been read; its value stands next.
    pub(crate) fn declare_variable(
        &mut self,
        specifiers: &Specifiers,
        specified: &Specified,
        name: Word,
        at: At,
        dimensions: Vec<Dimension>,
    ) -> Option<Statement> {
        let ty = self.declared_type(specified, &dimensions);
        let storage = Self::storage_with_words(specifiers);
        let is_local = self.scopes.depth() > 0;
        let is_valid = self.check_variable_type(storage, ty, at, is_local);
        let mut all = dimensions;
        all.extend(specified.dimensions.iter().copied());
        let mut declarator = Declarator { name, at, ty, dimensions: all, value: None, type_at: specified.at };
        if self.take("=").is_some() {
            self.read_value(specifiers, storage, &mut declarator);
        } else {
            self.check_without_value(specifiers, storage, &declarator);
        }
        if !is_valid {
            declarator.ty = Type::Error;
        }
        if is_local {
            return self.declare_local(specifiers, declarator);
        }
        self.declare_global(specifiers, storage, declarator);
        None
    }

    /// Reads the value of a variable.
    fn read_value(&mut self, specifiers: &Specifiers, storage: Storage, declarator: &mut Declarator) {
        let at = declarator.at;
        let is_list = self.is("{") && self.peek(1).is_some_and(|next| next.is("}"));
        self.check_value_storage(storage, is_list, at);
        if matches!(declarator.ty, Type::Array(_)) {
            self.needs(at, "the value of an array", Since(120, 300), &["GL_3DL_array_objects"]);
        }
        let innermost = self.program.types.innermost(declarator.ty);
        if matches!(innermost, Type::RayQuery | Type::HitObject(_)) {
            let message = format!("found a value for `{}`, which has none", self.type_name(innermost));
            let finding = self.finding(&DECLARATION, at, message);
            self.add(finding.help("call the function that initialises it"));
        }
        let is_constant = self.needs_constant(specifiers, storage);
        let (value, ty) = self.initializer(declarator.ty, is_constant);
        if storage == Storage::Uniform && self.program.expression(value).is_specialized {
            let message = "found a specialization constant as the value of a uniform, expected a constant";
            let finding = self.finding(&crate::rules::CONSTANT, at, message);
            self.add(finding.help("write a number"));
        }
        declarator.value = Some(value);
        declarator.ty = ty;
    }

    /// Whether the value of a variable has to be a constant expression.
    fn needs_constant(&self, specifiers: &Specifiers, storage: Storage) -> bool {
        let environment = &self.program.environment;
        let is_global = self.scopes.depth() == 0;
        let is_const = matches!(specifiers.storage, StorageWord::Const | StorageWord::ConstIn);
        if is_const {
            let may_compute =
                environment.is_since(420, 0) || environment.has("GL_ARB_shading_language_420pack");
            return is_global || !may_compute;
        }
        if storage == Storage::Uniform {
            return true;
        }
        let may_compute =
            !environment.is_embedded() || environment.has("GL_EXT_shader_non_constant_global_initializers");
        is_global && storage == Storage::Private && !may_compute
    }

    /// Which variables may have a value.
    fn check_value_storage(&mut self, storage: Storage, is_empty_list: bool, at: At) {
        let environment = &self.program.environment;
        match storage {
            Storage::Private | Storage::Const => {}
            Storage::Uniform if environment.is_since(120, 0) => {}
            Storage::Shared if is_empty_list => {
                self.needs_extension(at, "a value of a shared variable", &["GL_EXT_null_initializer"]);
            }
            _ => {
                let message = "found a value for a variable of this storage, expected none";
                let finding = self.finding(&DECLARATION, at, message);
                self.add(finding.help("assign the value in `main`"));
            }
        }
    }

    /// What a variable without a value may be.
    fn check_without_value(&mut self, specifiers: &Specifiers, storage: Storage, declarator: &Declarator) {
        let is_const = matches!(specifiers.storage, StorageWord::Const | StorageWord::ConstIn);
        if is_const {
            let message =
                format!("found the constant `{}` without a value, expected `=`", shown(&declarator.name));
            let finding = self.finding(&QUALIFIER_USE, declarator.at, message);
            self.add(finding.help("write its value behind `=`"));
        }
        self.check_dimensions(storage, &specifiers.qualifiers, &declarator.dimensions, false);
    }

    /// Declares a variable of a function.
    fn declare_local(&mut self, specifiers: &Specifiers, declarator: Declarator) -> Option<Statement> {
        let Declarator { name, at, ty, value, .. } = declarator;
        self.check_name(&name, at);
        let is_const = matches!(specifiers.storage, StorageWord::Const | StorageWord::ConstIn);
        let constant = value.filter(|value| is_const && self.is_constant_value(*value));
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(Local {
            name: name.clone(),
            at,
            ty,
            direction: Direction::In,
            is_const,
            constant,
            qualifiers: specifiers.qualifiers.clone(),
            is_read: false,
            is_written: value.is_some(),
        });
        if specifiers.has_layout() {
            self.check_layout(Placed {
                storage: specifiers.global_storage(),
                ty,
                qualifiers: &specifiers.qualifiers,
                words: &specifiers.words,
                at,
                is_block: false,
                is_member: false,
            });
        }
        if self.redeclare_local_array(&name, ty, at) {
            self.locals.pop();
            return None;
        }
        if !self.report_redeclared(&name, at) {
            let symbol = self.declare_name(at);
            self.scopes.declare(&name, Entity::Local(id), symbol);
        }
        Some(Statement { kind: StatementKind::Declare(id, value), at })
    }

    /// Declares a local array without a size again, with one. `false` where the name is new.
    fn redeclare_local_array(&mut self, name: &Word, ty: Type, at: At) -> bool {
        let Some(Entity::Local(id)) = self.scopes.own(name).cloned() else {
            return false;
        };
        let types = &self.program.types;
        let old = self.locals.get(id.0 as usize).map_or(Type::Error, |local| local.ty);
        match (old, types.as_array(old), types.as_array(ty)) {
            (Type::Array(array), Some(known), Some(new))
                if known.length == Length::Unsized && types.is_same(known.element, new.element) =>
            {
                self.size_array(array, new.length, name, at);
                true
            }
            _ => false,
        }
    }

    /// Whether an expression is a constant, or made of specialization constants.
    fn is_constant_value(&self, value: ExpressionId) -> bool {
        let expression = self.program.expression(value);
        matches!(expression.kind, ExpressionKind::Constant(_)) || expression.is_specialized
    }

    /// Declares a variable outside of functions, or again one that is declared.
    fn declare_global(&mut self, specifiers: &Specifiers, storage: Storage, declarator: Declarator) {
        let Declarator { name, at, ty, value, dimensions, type_at } = declarator;
        if self.redeclare_variable(specifiers, &name, ty, at) {
            if let (Some(Entity::Global(id)), Some(value)) = (self.scopes.outside(&name), value) {
                self.program.globals[id.0 as usize].initializer = Some(value);
            }
            return;
        }
        self.check_built_in_words(specifiers, &name);
        self.check_name(&name, at);
        if matches!(ty, Type::Array(_)) {
            self.check_interface_array(storage, ty, &dimensions, at);
            if self.redeclare_array(&name, ty, at) {
                return;
            }
        }
        let mut qualifiers = specifiers.qualifiers.clone();
        self.complete_qualifiers(specifiers, storage, &mut qualifiers);
        if qualifiers.has(flag::SUBROUTINE) {
            qualifiers.subroutines.extend(self.word(type_at));
        }
        if self.report_redeclared(&name, at) {
            return;
        }
        let global = Global {
            name: name.clone(),
            at,
            ty,
            storage,
            qualifiers: qualifiers.clone(),
            initializer: value,
            built_in: None,
            is_anonymous_block: false,
            is_used: false,
            is_written: false,
        };
        let known = self.known_variable(&name);
        let new = match known {
            None => Some(self.new_variable(global)),
            Some(known) if self.join_variable(known, &global) => None,
            Some(_) => {
                // It is reported, and what follows from it is not.
                self.new_variable(Global { ty: Type::Error, ..global });
                return;
            }
        };
        let mut words = specifiers.words.clone();
        words.stage.clear();
        self.check_layout(Placed {
            storage,
            ty,
            qualifiers: &qualifiers,
            words: &words,
            at,
            is_block: false,
            is_member: false,
        });
        self.declared.is_known = false;
        let Some(id) = new else { return };
        self.add_io_array(id, at);
        self.check_view_dimension(id, at);
        self.note_global(id, at);
        if ty == Type::AtomicUint || self.program.types.innermost(ty) == Type::AtomicUint {
            self.place_counter(id, at);
        }
    }

    /// Adds a variable that no text before this one has, in scope.
    fn new_variable(&mut self, global: Global) -> GlobalId {
        let (name, at) = (global.name.clone(), global.at);
        self.check_known_constant(&global.qualifiers, at);
        let id = self.add_global(global);
        self.check_known_names(id);
        let symbol = self.declare_name(at);
        self.scopes.declare(&name, Entity::Global(id), symbol);
        id
    }

    /// `gl_EnableOpacityMicromapEXT` is declared anew as a constant with a value, or with `constant_id` alone.
    pub(crate) fn check_micromap_constant(&mut self, specifiers: &Specifiers, name: &str, at: At) {
        if name != "gl_EnableOpacityMicromapEXT" {
            return;
        }
        let has_id = specifiers.qualifiers.layout().constant_id.is_some();
        if has_id || specifiers.storage != StorageWord::Const {
            let message = format!(
                "found `{name}` with a type and no plain `const`, expected `const bool` with a value"
            );
            let finding = self.finding(&QUALIFIER_USE, at, message);
            self.add(
                finding
                    .help(format!("write `layout(constant_id = N) {name};` for a specialization constant")),
            );
        }
    }

    /// Qualifiers that a declaration has without saying so.
    fn complete_qualifiers(
        &mut self,
        specifiers: &Specifiers,
        storage: Storage,
        qualifiers: &mut crate::model::Qualifiers,
    ) {
        let stage = self.program.stage();
        let is_interpolated = storage == Storage::Out && stage == Stage::Vertex
            || storage == Storage::In && stage == Stage::Fragment;
        if is_interpolated && qualifiers.interpolation.is_none() && specifiers.has(flag::PER_VERTEX) {
            qualifiers.interpolation = Some(Interpolation::Explicit);
        }
        if storage == Storage::Out {
            let defaults = self.declared.output_defaults.clone();
            if stage == Stage::Geometry && defaults.stream.is_some() && qualifiers.layout().stream.is_none() {
                qualifiers.layout_mut().stream = defaults.stream;
            }
            let is_captured = qualifiers.layout().xfb_offset.is_some();
            if is_captured && qualifiers.layout().xfb_buffer.is_none() {
                qualifiers.layout_mut().xfb_buffer = Some(defaults.xfb_buffer.unwrap_or(0));
            }
        }
    }

    /// Payloads of which a stage has one.
    fn note_global(&mut self, id: GlobalId, at: At) {
        let storage = self.program.global(id).storage;
        if storage == Storage::TaskPayload
            && let Some(first) = self.declared.task_payload.replace(at)
        {
            let message = "found a second task payload, expected one in a stage";
            let finding = self.finding_with(&REDECLARED, at, message, (first, "the first one"));
            self.add(finding.help("put all values into one structure"));
        }
    }

    /// Arrays between stages, in GLSL ES and older versions.
    fn check_interface_array(&mut self, storage: Storage, ty: Type, dimensions: &[Dimension], at: At) {
        let stage = self.program.stage();
        let is_structure = matches!(self.program.types.innermost(ty), Type::Struct(_));
        let is_nested = dimensions.len() > 1;
        let what = match (storage, stage) {
            (Storage::Const, _) => {
                self.needs(at, "a constant array", Since(120, 300), &["GL_3DL_array_objects"]);
                return;
            }
            (Storage::In, Stage::Vertex) => {
                self.needs(at, "an array as input of a vertex shader", Since(150, 0), &[]);
                return;
            }
            (Storage::Out, Stage::Vertex) | (Storage::In, Stage::Fragment) if is_nested => {
                "an array of arrays between stages"
            }
            (Storage::Out, Stage::Vertex) | (Storage::In, Stage::Fragment) if is_structure => {
                "an array of structures between stages"
            }
            (Storage::Out, Stage::Fragment) if is_nested => "an array of arrays as output",
            _ => return,
        };
        self.needs(at, what, Since(ALWAYS, 0), &[]);
    }

    /// Declares an array without a size again, with one. `false` where the name is new.
    fn redeclare_array(&mut self, name: &Word, ty: Type, at: At) -> bool {
        let Some(Entity::Global(id)) = self.scopes.own(name).cloned() else {
            return false;
        };
        let old = self.program.global(id).ty;
        let types = &self.program.types;
        let (Type::Array(array), Some(known), Some(new)) = (old, types.as_array(old), types.as_array(ty))
        else {
            return false;
        };
        let is_same_element = types.is_same(known.element, new.element);
        let first = self.program.global(id).at;
        if !is_same_element {
            let message = format!("found `{}` with other elements than before", shown(name));
            let finding = self.finding_with(&REDECLARED, at, message, (first, "the first declaration"));
            self.add(finding.help("declare it with the type that it has"));
            return true;
        }
        if known.length != Length::Unsized {
            let is_io = self.declared.io_arrays.contains(&id) && known.length == new.length;
            if !is_io {
                return false;
            }
            return true;
        }
        self.size_array(array, new.length, name, at);
        let symbol = self.scopes.find(name).map(|(_, symbol)| symbol).unwrap_or_default();
        let from = self.from(at);
        self.uses.push(from, symbol, glassbox_syntax::uses::UseKind::Declare);
        self.size_io_arrays(at);
        true
    }

    /// Sizes an array, with no fewer elements than its indexes need.
    pub(super) fn size_array(&mut self, array: ArrayId, length: Length, name: &str, at: At) {
        let used = self.program.types.indexed.get(&array).copied().unwrap_or(0);
        if let Length::Fixed(length) = length
            && length < used
        {
            let message = format!(
                "found {length} elements of `{}`, expected {used}: index {} is used",
                shown(name),
                used - 1
            );
            let finding = self.finding(&REDECLARED, at, message);
            self.add(finding.help("state a larger size"));
        }
        self.program.types.set_length(array, length);
    }

    /// Outputs for each view have a dimension for the views.
    fn check_view_dimension(&mut self, id: GlobalId, at: At) {
        let global = self.program.global(id);
        if !global.qualifiers.has(flag::PER_VIEW) {
            return;
        }
        let types = &self.program.types;
        let outer = types.as_array(global.ty);
        let views = outer.and_then(|outer| types.as_array(outer.element).map(|inner| (outer.element, inner)));
        let Some((Type::Array(array), views)) = views else {
            let message = "found `perviewNV` without a dimension for the views, expected `[][]`";
            let finding = self.finding(&DECLARATION, at, message);
            self.add(finding.help("write two pairs of brackets"));
            return;
        };
        match views.length {
            Length::Unsized => self.program.types.set_length(array, Length::Fixed(MAX_MESH_VIEWS)),
            Length::Fixed(MAX_MESH_VIEWS) => {}
            _ => {
                let message =
                    format!("found another number of views than {MAX_MESH_VIEWS}, expected that or none");
                let finding = self.finding(&DECLARATION, at, message);
                self.add(finding.help("write `[]`"));
            }
        }
    }
}

/// `gl_MaxMeshViewCountNV`
pub(crate) const MAX_MESH_VIEWS: u32 = 4;
