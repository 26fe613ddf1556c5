//! What a builtin name means to a program: the modules that a program sees, nearest first, and the types below them.
//!
//! Source: the module chains of the format, and the capability list of the language.

use crate::raw::ProgramKind;

use super::coerce::Narrowing;
use super::declare::Function;
use super::names::{alias, private_type, root_type};
use super::types::Type;
use super::variables::{self, Variable};
use super::{gpu, public};

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
}

impl Module {
    /// Every module.
    pub const ALL: [Module; 5] = [
        Module::Gpu,
        Module::Frag,
        Module::Vert,
        Module::Public,
        Module::RtShader,
    ];

    /// Name of the module, as its file is called.
    pub const fn name(self) -> &'static str {
        match self {
            Module::Gpu => "gpu",
            Module::Frag => "frag",
            Module::Vert => "vert",
            Module::Public => "public",
            Module::RtShader => "rt_shader",
        }
    }

    /// Functions, sorted by name.
    pub fn functions(self) -> &'static [Function] {
        match self {
            Module::Gpu => gpu::FUNCTIONS,
            Module::Public => public::FUNCTIONS,
            Module::Frag | Module::Vert | Module::RtShader => &[],
        }
    }

    /// The functions whose names begin with the same character as this one.
    fn functions_like(self, name: &str) -> &'static [Function] {
        static GPU: Letters = letters(gpu::FUNCTIONS);
        static PUBLIC: Letters = letters(public::FUNCTIONS);
        let letters = match self {
            Module::Gpu => &GPU,
            Module::Public => &PUBLIC,
            Module::Frag | Module::Vert | Module::RtShader => return &[],
        };
        let first = name.bytes().next().map_or(usize::MAX, usize::from);
        let Some(&[start, end]) = letters.get(first..).and_then(|rest| rest.first_chunk()) else {
            return &[];
        };
        let functions = self.functions().get(usize::from(start)..usize::from(end));
        functions.unwrap_or_default()
    }

    /// Variables.
    pub fn variables(self) -> &'static [Variable] {
        match self {
            Module::Frag => variables::FRAG,
            Module::Vert => variables::VERT,
            Module::RtShader => variables::SHADER,
            Module::Gpu | Module::Public => &[],
        }
    }

    fn lookup(self, name: &str) -> Option<Symbol> {
        let mut functions = self.functions_like(name).iter();
        if let Some(function) = functions.find(|function| function.name == name) {
            return Some(Symbol::Function(function));
        }
        self.variables()
            .iter()
            .find(|variable| variable.name == name)
            .map(Symbol::Variable)
    }
}

impl std::fmt::Display for Module {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// For each character of ASCII how many functions of a module have names that begin with a lesser one.
type Letters = [u16; 129];

/// `functions` are sorted by name.
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

/// What a name means.
#[derive(Clone, Copy, Debug)]
pub enum Symbol {
    /// A type.
    Type {
        /// The type; [`Type::Invalid`] for a name that is taken and stands for nothing.
        ty: Type,
        /// Whether the name is a GLSL one for a type that has another name.
        is_alias: bool,
    },
    /// A function with its overloads.
    Function(&'static Function),
    /// A variable.
    Variable(&'static Variable),
    /// `sk_Caps`, whose fields are [`CAPABILITIES`].
    Capabilities,
}

/// The fields of `sk_Caps`. Every one is a `bool`.
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

/// What a program or a module sees from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    modules: &'static [Module],
    private_types: bool,
    aliases: bool,
}

impl Scope {
    const FRAGMENT: Scope = Scope::gpu(&[Module::Frag, Module::Gpu]);
    const VERTEX: Scope = Scope::gpu(&[Module::Vert, Module::Gpu]);
    const SHADER: Scope = Scope::public(&[Module::RtShader, Module::Public]);
    const PUBLIC: Scope = Scope::public(&[Module::Public]);

    /// Everything that any program sees: for a file that does not say what it is.
    pub const ANY: Scope = Scope {
        modules: &Module::ALL,
        private_types: true,
        aliases: true,
    };

    const fn gpu(modules: &'static [Module]) -> Scope {
        Scope {
            modules,
            private_types: true,
            aliases: false,
        }
    }

    const fn public(modules: &'static [Module]) -> Scope {
        Scope {
            modules,
            private_types: false,
            aliases: true,
        }
    }

    /// What programs of a kind see. `None` for the kinds of later versions, whose modules are not known here.
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

    /// What the code of a module sees besides its own declarations.
    pub const fn inside(module: Module) -> Scope {
        match module {
            Module::Gpu => Scope::gpu(&[]),
            Module::Frag | Module::Vert => Scope::gpu(&[Module::Gpu]),
            Module::Public => Scope {
                modules: &[],
                private_types: false,
                aliases: false,
            },
            Module::RtShader => Scope::PUBLIC,
        }
    }

    /// The modules, nearest first.
    pub const fn modules(&self) -> &'static [Module] {
        self.modules
    }

    /// What a name means: the nearest module that declares it, then the types.
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

    /// The type of a name, and whether the name is a GLSL one. No module declares anything else under such a name.
    pub fn type_named(&self, name: &str) -> Option<(Type, bool)> {
        if let Some(ty) = root_type(name) {
            return Some((ty, false));
        }
        if let Some(ty) = private_type(name) {
            // The public module declares these names as invalid, so that no program takes them.
            let known = if self.private_types { ty } else { Type::Invalid };
            return (self.private_types || self.aliases).then_some((known, false));
        }
        alias(name).filter(|_| self.aliases).map(|ty| (ty, true))
    }

    /// The function of a name.
    pub fn function(&self, name: &str) -> Option<&'static Function> {
        match self.lookup(name)? {
            Symbol::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The names that the modules declare, nearest module first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.modules.iter().flat_map(|module| {
            let functions = module.functions().iter().map(|function| function.name);
            functions.chain(module.variables().iter().map(|variable| variable.name))
        })
    }
}

/// Whether a program of a kind is a runtime effect: a colour filter, a shader, a blender or one of the two mesh programs.
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

/// Whether programs of a kind are held to ES2 unless a setting says otherwise: runtime effects and generic programs.
pub const fn is_es2(kind: ProgramKind) -> bool {
    is_runtime_effect(kind) || matches!(kind, ProgramKind::GENERIC)
}

/// Whether values may lose precision without being asked in programs of a kind.
pub const fn narrowing(kind: ProgramKind) -> Narrowing {
    if is_runtime_effect(kind) {
        Narrowing::Allowed
    } else {
        Narrowing::Forbidden
    }
}

#[cfg(test)]
mod tests {
    use super::Scope;

    #[test]
    fn modules_declare_no_names_of_types() {
        for name in Scope::ANY.names() {
            assert_eq!(Scope::ANY.type_named(name), None, "{name}");
        }
    }
}
