//! Resolves builtin names in the modules visible to a program, nearest first, then in the types.
//!
//! Source: the module chains of the format, and the capability list of the language.

use crate::raw::ProgramKind;

use super::coerce::Narrowing;
use super::declare::Function;
use super::names::{alias, later_alias, later_type, may_be_type, private_type, root_type};
use super::types::Type;
use super::variables::{self, Variable};
use super::{gpu, public, today};

/// A module of Skia.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Module {
    /// Functions of fragment and vertex programs.
    Gpu,
    /// Variables of fragment programs.
    Frag,
    /// Variables of vertex programs.
    Vert,
    /// Functions of runtime effects and generic programs.
    Public,
    /// The variable of runtime shaders.
    RtShader,
    /// Functions of runtime effects with the overloads that they have today, nearer than [`Module::Public`].
    Today,
}

impl Module {
    /// All modules of version 8.
    pub const ALL: [Module; 5] = [Module::Gpu, Module::Frag, Module::Vert, Module::Public, Module::RtShader];

    /// Module name, as in its file name.
    pub const fn name(self) -> &'static str {
        match self {
            Module::Gpu => "gpu",
            Module::Frag => "frag",
            Module::Vert => "vert",
            Module::Public => "public",
            Module::RtShader => "rt_shader",
            Module::Today => "shared",
        }
    }

    /// Functions of the module, sorted by name.
    pub fn functions(self) -> &'static [Function] {
        match self {
            Module::Gpu => gpu::FUNCTIONS,
            Module::Public => public::FUNCTIONS,
            Module::Today => today::FUNCTIONS,
            Module::Frag | Module::Vert | Module::RtShader => &[],
        }
    }

    /// Functions whose names share the first character with this one.
    fn functions_like(self, name: &str) -> &'static [Function] {
        static GPU: Letters = letters(gpu::FUNCTIONS);
        static PUBLIC: Letters = letters(public::FUNCTIONS);
        static TODAY: Letters = letters(today::FUNCTIONS);
        let letters = match self {
            Module::Gpu => &GPU,
            Module::Public => &PUBLIC,
            Module::Today => &TODAY,
            Module::Frag | Module::Vert | Module::RtShader => return &[],
        };
        let first = name.bytes().next().map_or(usize::MAX, usize::from);
        let Some(&[start, end]) = letters.get(first..).and_then(|rest| rest.first_chunk()) else {
            return &[];
        };
        let functions = self.functions().get(usize::from(start)..usize::from(end));
        functions.unwrap_or_default()
    }

    /// Builtin variables of the module.
    pub fn variables(self) -> &'static [Variable] {
        match self {
            Module::Frag => variables::FRAG,
            Module::Vert => variables::VERT,
            Module::RtShader => variables::SHADER,
            Module::Gpu | Module::Public | Module::Today => &[],
        }
    }

    fn lookup(self, name: &str) -> Option<Symbol> {
        let mut functions = self.functions_like(name).iter();
        if let Some(function) = functions.find(|function| function.name == name) {
            return Some(Symbol::Function(function));
        }
        self.variables().iter().find(|variable| variable.name == name).map(Symbol::Variable)
    }
}

impl std::fmt::Display for Module {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// For each ASCII character, the number of functions with a lesser first character.
type Letters = [u16; 129];

/// Requires `functions` sorted by name.
const fn letters(functions: &[Function]) -> Letters {
    let mut letters = [0; 129];
    let (mut letter, mut index) = (0, 0);
    while letter < letters.len() {
        while index < functions.len() && (functions[index].name.as_bytes()[0] as usize) < letter {
            index += 1;
        }
        letters[letter] = index as u16;
        letter += 1;
    }
    letters
}

/// Meaning of a name.
#[derive(Clone, Copy, Debug)]
pub enum Symbol {
    /// A type.
    Type {
        /// The type; [`Type::Invalid`] if the name is reserved without a meaning.
        ty: Type,
        /// True if the name is a GLSL alias.
        is_alias: bool,
    },
    /// A function with its overloads.
    Function(&'static Function),
    /// A variable.
    Variable(&'static Variable),
    /// `sk_Caps`, whose fields are [`CAPABILITIES`].
    Capabilities,
}

/// Fields of `sk_Caps`, all of type `bool`.
pub const CAPABILITIES: &[&str] = &[
    "fbFetchSupport",
    "fbFetchNeedsCustomOutput",
    "flatInterpolationSupport",
    "noperspectiveInterpolationSupport",
    "externalTextureSupport",
    "mustEnableAdvBlendEqs",
    "mustDeclareFragmentShaderOutput",
    "mustDoOpBetweenFloorAndAbs",
    "mustGuardDivisionEvenAfterExplicitZeroCheck",
    "atan2ImplementedAsAtanYOverX",
    "canUseAnyFunctionInShader",
    "floatIs32Bits",
    "integerSupport",
    "builtinFMASupport",
    "builtinDeterminantSupport",
    "rewriteMatrixVectorMultiply",
];

/// Builtin names visible to a program or module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    modules: &'static [Module],
    private_types: bool,
    aliases: bool,
    /// Has the type names of today.
    is_today: bool,
}

impl Scope {
    const FRAGMENT: Scope = Scope::gpu(&[Module::Frag, Module::Gpu]);
    const VERTEX: Scope = Scope::gpu(&[Module::Vert, Module::Gpu]);
    const SHADER: Scope = Scope::public(&[Module::RtShader, Module::Public]);
    const PUBLIC: Scope = Scope::public(&[Module::Public]);

    /// All names visible to any program, for files of unknown kind.
    pub const ANY: Scope =
        Scope { modules: &Module::ALL, private_types: true, aliases: true, is_today: false };

    const fn gpu(modules: &'static [Module]) -> Scope {
        Scope { modules, private_types: true, aliases: false, is_today: false }
    }

    const fn public(modules: &'static [Module]) -> Scope {
        Scope { modules, private_types: false, aliases: true, is_today: false }
    }

    /// Scope of a program kind. `None` for kinds of later versions, whose modules are not known.
    pub const fn of(kind: ProgramKind) -> Option<Scope> {
        match kind {
            ProgramKind::FRAGMENT => Some(Scope::FRAGMENT),
            ProgramKind::VERTEX => Some(Scope::VERTEX),
            ProgramKind::SHADER => Some(Scope::SHADER),
            ProgramKind::COLOR_FILTER
            | ProgramKind::BLENDER
            | ProgramKind::MESH_VERTEX
            | ProgramKind::MESH_FRAGMENT
            | ProgramKind::GENERIC => Some(Scope::PUBLIC),
            _ => None,
        }
    }

    /// Scope of a program kind in Skia of today: runtime effects have more overloads and no variable, other kinds are those
    /// of version 8.
    pub const fn today(kind: ProgramKind) -> Option<Scope> {
        const MODULES: &[Module] = &[Module::Today, Module::Public];
        if is_runtime_effect(kind) {
            return Some(Scope { modules: MODULES, private_types: false, aliases: true, is_today: true });
        }
        Scope::of(kind)
    }

    /// Scope of a module's code, beyond its own declarations.
    pub const fn inside(module: Module) -> Scope {
        match module {
            Module::Gpu => Scope::gpu(&[]),
            Module::Frag | Module::Vert => Scope::gpu(&[Module::Gpu]),
            Module::Public | Module::Today => {
                Scope { modules: &[], private_types: false, aliases: false, is_today: false }
            }
            Module::RtShader => Scope::PUBLIC,
        }
    }

    /// Visible modules, nearest first.
    pub const fn modules(&self) -> &'static [Module] {
        self.modules
    }

    /// Resolves a name in the nearest module that declares it, then among the types.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        if let Some(symbol) = self.modules.iter().find_map(|module| module.lookup(name)) {
            return Some(symbol);
        }
        if self.private_types && name == "sk_Caps" {
            return Some(Symbol::Capabilities);
        }
        let (ty, is_alias) = self.type_named(name)?;
        Some(Symbol::Type { ty, is_alias })
    }

    /// Type with this name, and whether the name is a GLSL alias. No module declares anything else under such
    /// a name.
    pub fn type_named(&self, name: &str) -> Option<(Type, bool)> {
        if !may_be_type(name) {
            return None;
        }
        if let Some(ty) = root_type(name) {
            return Some((ty, false));
        }
        if self.is_today
            && let Some(ty) = later_alias(name)
        {
            return Some((ty, true));
        }
        if self.is_today && later_type(name) {
            return Some((Type::Invalid, false));
        }
        if let Some(ty) = private_type(name) {
            // The public module declares these names as invalid to reserve them.
            let known = if self.private_types { ty } else { Type::Invalid };
            return (self.private_types || self.aliases).then_some((known, false));
        }
        alias(name).filter(|_| self.aliases).map(|ty| (ty, true))
    }

    /// Function with this name.
    pub fn function(&self, name: &str) -> Option<&'static Function> {
        match self.lookup(name)? {
            Symbol::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Names declared in the modules, nearest module first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.modules.iter().flat_map(|module| {
            let functions = module.functions().iter().map(|function| function.name);
            functions.chain(module.variables().iter().map(|variable| variable.name))
        })
    }
}

/// True for runtime effects: colour filter, shader, blender and the two mesh programs.
pub const fn is_runtime_effect(kind: ProgramKind) -> bool {
    matches!(
        kind,
        ProgramKind::COLOR_FILTER
            | ProgramKind::SHADER
            | ProgramKind::BLENDER
            | ProgramKind::MESH_VERTEX
            | ProgramKind::MESH_FRAGMENT
            | ProgramKind::PRIVATE_SHADER
    )
}

/// True if programs of this kind default to ES2: runtime effects and generic programs.
pub const fn is_es2(kind: ProgramKind) -> bool {
    is_runtime_effect(kind) || matches!(kind, ProgramKind::GENERIC)
}

/// Narrowing policy of programs of this kind.
pub const fn narrowing(kind: ProgramKind) -> Narrowing {
    if is_runtime_effect(kind) { Narrowing::Allowed } else { Narrowing::Forbidden }
}

#[cfg(test)]
mod tests {
    use super::Scope;
    use crate::builtin::names::ALIASES;
    use crate::builtin::scalar::Scalar;
    use crate::builtin::types::{Generic, Opaque, shape_names};

    #[test]
    fn every_type_is_found_by_its_name() {
        let mut found = 0;
        for &scalar in &Scalar::ALL {
            for name in shape_names(scalar) {
                let known = super::root_type(name);
                found += usize::from(known.is_some());
                assert_eq!(Scope::ANY.type_named(name), known.map(|ty| (ty, false)), "{name}");
            }
        }
        let opaques = Opaque::ALL.iter().map(|opaque| opaque.name());
        let generics = Generic::ALL.iter().map(|generic| generic.name());
        for name in opaques.chain(generics).chain(ALIASES).chain(["void"]) {
            assert!(Scope::ANY.type_named(name).is_some(), "{name}");
        }
        assert_eq!(found, 7 * 4 + 2 + 2 * 9);
    }

    #[test]
    fn modules_declare_no_names_of_types() {
        for name in Scope::ANY.names() {
            assert_eq!(Scope::ANY.type_named(name), None, "{name}");
        }
    }
}
