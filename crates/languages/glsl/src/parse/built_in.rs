//! Built-in variables and blocks that the text names become globals.

use glassbox_syntax::token::Word;

use crate::model::{At, BuiltIn, ExpressionId, Global, GlobalId, Primitive, Qualifiers, Storage};
use crate::parse::Parser;
use crate::parse::scope::Entity;
use crate::rules::UNAVAILABLE;
use crate::types::{Length, Member, Structure, Type};
use crate::vocabulary::constants;
use crate::vocabulary::variables::{self, BlockKind, Found, Variable, VariableType};

/// A constant of the language that the text may declare anew.
const MICROMAP: &str = "gl_EnableOpacityMicromapEXT";

impl Parser<'_> {
    /// Declares a built-in variable that is met for the first time: it becomes a global, or a member of a block that does.
    /// `None` where the environment has no variable of this name.
    pub(crate) fn declare_built_in(&mut self, name: &Word, at: At) -> Option<Entity> {
        let is_new = self.scopes.outside(name).is_none();
        let found = self.find_built_in(name)?;
        if is_new && let Some(row) = variables::find(name, &self.program.environment) {
            let extensions = variables::extensions_of(row, &self.program.environment);
            self.uses_extensions(at, format_args!("`{name}`"), &extensions);
        }
        self.check_primitive_indices(name, at);
        Some(found)
    }

    /// Indices of primitives are those of the primitive that a mesh shader states.
    fn check_primitive_indices(&mut self, name: &str, at: At) {
        let (wanted, layout) = match name {
            "gl_PrimitivePointIndicesEXT" => (Primitive::Points, "points"),
            "gl_PrimitiveLineIndicesEXT" => (Primitive::Lines, "lines"),
            "gl_PrimitiveTriangleIndicesEXT" => (Primitive::Triangles, "triangles"),
            _ => return,
        };
        let stated = self.program.modes.output_primitive.map(|(primitive, _)| primitive);
        if stated != Some(wanted) {
            let message = format!("found `{name}` in a shader that does not write `{layout}`");
            let finding = self.finding(&UNAVAILABLE, at, message);
            self.add(
                finding.help(format!("write `layout({layout}) out;` before it, or use the other indices")),
            );
        }
    }

    /// The same, where the declaration or qualification of the variable names it.
    pub(crate) fn find_built_in(&mut self, name: &Word) -> Option<Entity> {
        if let Some(known) = self.scopes.outside(name) {
            return Some(known.clone());
        }
        if self.declared.hidden.contains(&name.number()) {
            return None;
        }
        if &**name == MICROMAP && self.program.environment.has("GL_EXT_opacity_micromap_ray_query_mode") {
            return self.scopes.recall(name).or_else(|| Some(self.add_micromap_constant(name)));
        }
        let found = variables::find(name, &self.program.environment)?;
        if let Found::Member(kind, _) | Found::Block(kind) = found
            && !matches!(self.scopes.recalled(name), Some(Entity::Global(id)) if self.is_variable(*id))
        {
            self.add_built_in_block(kind);
            return self.scopes.outside(name).cloned();
        }
        if let Some(known) = self.scopes.recall(name) {
            return Some(known);
        }
        match found {
            Found::Variable(built_in) => Some(self.add_built_in(name, built_in)),
            Found::Member(..) | Found::Block(_) => None,
        }
    }

    /// The constant that turns micromaps on: false, until the text gives it another value or makes it a specialization constant.
    fn add_micromap_constant(&mut self, name: &Word) -> Entity {
        let value = self.push_constant(Type::BOOL, [0].into_iter().collect(), At::NONE);
        self.add_constant(name, Type::BOOL, value)
    }

    /// A limit such as `gl_MaxImageUnits` as a constant of the text, which `constant_id` makes a specialization constant.
    pub(crate) fn constant_to_specialize(&mut self, name: &Word) -> Option<Entity> {
        let row = constants::find(name, &self.program.environment).filter(|row| row.ty.is_scalar())?;
        if let Some(known) = self.scopes.recall(name) {
            return Some(known);
        }
        let value = self.push_constant(row.ty, row.scalars.clone(), At::NONE);
        Some(self.add_constant(name, row.ty, value))
    }

    fn add_constant(&mut self, name: &Word, ty: Type, value: ExpressionId) -> Entity {
        let id = self.add_global(Global {
            name: name.clone(),
            at: At::NONE,
            ty,
            storage: Storage::Const,
            qualifiers: Qualifiers::default(),
            initializer: Some(value),
            built_in: None,
            is_anonymous_block: false,
            is_used: false,
            is_written: false,
        });
        let symbol = self.uses.new_symbol();
        self.scopes.declare_outside(name, Entity::Global(id), symbol);
        Entity::Global(id)
    }

    fn add_built_in(&mut self, name: &Word, built_in: BuiltIn) -> Entity {
        let row = variables::row(built_in);
        let ty = self.built_in_type(row);
        let id = self.add_global(Global {
            name: name.clone(),
            at: At::NONE,
            ty,
            storage: row.storage,
            qualifiers: self.built_in_qualifiers(row),
            initializer: None,
            built_in: Some(built_in),
            is_anonymous_block: false,
            is_used: false,
            is_written: false,
        });
        let entity = Entity::Global(id);
        let symbol = self.uses.new_symbol();
        self.scopes.declare_outside(name, entity.clone(), symbol);
        self.add_io_array(id, At::NONE);
        entity
    }

    /// Adds a global.
    pub(crate) fn add_global(&mut self, global: Global) -> GlobalId {
        self.program.globals.push(global);
        GlobalId(self.program.globals.len() as u32 - 1)
    }

    fn built_in_type(&mut self, row: &Variable) -> Type {
        match row.ty {
            VariableType::Plain(ty) => ty,
            VariableType::Array(ty, length) => self.program.types.array(ty, Length::Fixed(length)),
            VariableType::Unsized(ty) => self.program.types.array(ty, Length::Unsized),
            VariableType::ArrayOfUnsized(ty, length) => {
                let inner = self.program.types.array(ty, Length::Unsized);
                self.program.types.array(inner, Length::Fixed(length))
            }
            VariableType::Structure(name, length) => {
                let word = self.words.get(name);
                let ty = self.built_in_structure(&word).unwrap_or(Type::Error);
                match length {
                    Some(length) => self.program.types.array(ty, Length::Fixed(length)),
                    None => ty,
                }
            }
        }
    }

    /// The structure of the language that has this name, in scope from now on.
    pub(crate) fn built_in_structure(&mut self, name: &Word) -> Option<Type> {
        if let Some(Entity::Type(known)) = self.scopes.outside(name) {
            return Some(*known);
        }
        let row = variables::structure(name, &self.program.environment)?;
        if let Some(Entity::Type(known)) = self.scopes.recall(name) {
            return Some(known);
        }
        let members = row
            .members
            .iter()
            .map(|member| Member {
                name: self.words.get(member.name),
                at: At::NONE,
                ty: member.ty,
                qualifiers: Qualifiers { precision: member.precision, ..Qualifiers::default() },
                built_in: None,
            })
            .collect();
        let structure =
            Structure { name: name.clone(), at: At::NONE, members, is_block: false, is_built_in: true };
        let ty = Type::Struct(self.program.types.new_structure(structure));
        let symbol = self.uses.new_symbol();
        self.scopes.declare_outside(name, Entity::Type(ty), symbol);
        Some(ty)
    }

    fn built_in_qualifiers(&self, row: &Variable) -> Qualifiers {
        let mut qualifiers = Qualifiers {
            precision: row.precision,
            interpolation: row.interpolation,
            flags: row.flags,
            ..Qualifiers::default()
        };
        if self.declared.is_invariant_all && row.storage == crate::model::Storage::Out {
            qualifiers.flags |= crate::model::flag::INVARIANT;
        }
        qualifiers
    }

    /// The members that a built-in block has where the environment holds.
    pub(crate) fn built_in_members(&mut self, kind: BlockKind) -> Vec<Member> {
        let row = variables::block(kind, &self.program.environment);
        let mut members = Vec::new();
        for built_in in row.members {
            let variable = variables::row(built_in);
            let ty = self.built_in_type(variable);
            members.push(Member {
                name: self.words.get(variable.name),
                at: At::NONE,
                ty,
                qualifiers: self.built_in_qualifiers(variable),
                built_in: Some(built_in),
            });
        }
        members
    }

    /// Declares a built-in block, with its members or its instance in scope.
    fn add_built_in_block(&mut self, kind: BlockKind) {
        let members = self.built_in_members(kind);
        let members = self.without_known_variables(members);
        let names: Vec<Word> = members.iter().map(|member| member.name.clone()).collect();
        let id = match self.known_built_in_block(kind) {
            Some(known) => {
                self.extend_built_in_block(known, members);
                known
            }
            None => self.add_block_of(kind, members, At::NONE),
        };
        self.declare_block_names(id, kind, &names);
    }

    fn is_variable(&self, id: GlobalId) -> bool {
        self.program.block_of(self.program.global(id)).is_none()
    }

    /// Adds the global of a built-in block with some members.
    pub(crate) fn add_block_of(&mut self, kind: BlockKind, members: Vec<Member>, at: At) -> GlobalId {
        let row = variables::block(kind, &self.program.environment);
        let name = self.words.get(row.name);
        let structure = self.program.types.new_structure(Structure {
            name: name.clone(),
            at,
            members,
            is_block: true,
            is_built_in: true,
        });
        let mut ty = Type::Struct(structure);
        if let Some(length) = row.array {
            let length = if length == 0 { Length::Unsized } else { Length::Fixed(length) };
            ty = self.program.types.array(ty, length);
        }
        let flags = self
            .program
            .types
            .structure(structure)
            .members
            .first()
            .map_or(0, |member| member.qualifiers.flags & crate::model::flag::PER_PRIMITIVE);
        let global_name = row.instance.map_or(name, |instance| self.words.get(instance));
        let id = self.add_global(Global {
            name: global_name,
            at,
            ty,
            storage: row.storage,
            qualifiers: Qualifiers { flags, ..Qualifiers::default() },
            initializer: None,
            built_in: None,
            is_anonymous_block: row.instance.is_none(),
            is_used: false,
            is_written: false,
        });
        self.declared.built_in_blocks.insert(kind, id);
        self.add_io_array(id, at);
        id
    }

    /// Puts the instance of a built-in block, or some of its members, in the scope outside of the stage.
    pub(crate) fn declare_block_names(&mut self, id: GlobalId, kind: BlockKind, declared: &[Word]) {
        let row = variables::block(kind, &self.program.environment);
        if let Some(instance) = row.instance {
            let word = self.words.get(instance);
            if self.scopes.recall(&word).is_none() {
                let symbol = self.uses.new_symbol();
                self.scopes.declare_outside(&word, Entity::Global(id), symbol);
            }
            return;
        }
        let types = &self.program.types;
        let names: Vec<Word> = types
            .as_structure(types.innermost(self.program.global(id).ty))
            .map(|structure| structure.members.iter().map(|member| member.name.clone()).collect())
            .unwrap_or_default();
        for (index, name) in names.into_iter().enumerate() {
            if declared.contains(&name) && self.scopes.recall(&name).is_none() {
                let symbol = self.uses.new_symbol();
                self.scopes.declare_outside(&name, Entity::Member(id, index as u32), symbol);
            }
        }
    }
}
