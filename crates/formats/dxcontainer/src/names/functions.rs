//! Lists the functions of a container as linker symbols.

use glassbox_core::interface::{Binding, Declaration, Link, Symbol};

use crate::container::Container;
use crate::program::ShaderKind;
use crate::symbols::library::{FunctionSymbol, LibrarySymbols, Origin, Visibility};

/// Maximum number of resource or function names listed per function.
const MAX_ITEMS: usize = 1024;

/// Functions that the container defines and imports: from the code, otherwise from the tables.
pub(super) fn symbols(container: &Container<'_>) -> Vec<Symbol> {
    let found = LibrarySymbols::from_code(container).or_else(|_| LibrarySymbols::from_tables(container));
    let Ok(mut library) = found else {
        return Vec::new();
    };
    library.fill_needs(container);
    let mut list = List {
        container,
        library: &library,
        left: container.limits.work(container.available()),
        out: Vec::new(),
    };
    for (place, function) in library.functions.iter().enumerate().take(MAX_NAMES) {
        list.defined(place, function);
    }
    list.undefined();
    list.out
}

struct List<'c, 'a> {
    container: &'c Container<'a>,
    library: &'c LibrarySymbols,
    /// Remaining budget of name bytes: many functions may use the same names.
    left: u64,
    out: Vec<Symbol>,
}

impl List<'_, '_> {
    fn defined(&mut self, place: usize, function: &FunctionSymbol) {
        let is_entry = function.is_entry();
        let kind = match (self.library.origin, function.visibility) {
            (Origin::LibraryHeader, _) => "library function",
            (_, Visibility::Internal) => "internal function",
            _ if is_entry => "entry point",
            (_, Visibility::Unknown) => "function",
            _ => "export",
        };
        let resources = function.resources.as_deref().unwrap_or_default();
        let resources = self
            .names(resources, |library, place| library.resources.get(place).map(|resource| &resource.name));
        let needs = function.needs.as_deref().unwrap_or_default();
        let needs = self.names(needs, |library, place| library.imports.get(place).map(|import| &import.name));
        let link = Link {
            binding: match function.visibility {
                Visibility::Exported => Binding::Exported,
                Visibility::Internal => Binding::Internal,
                Visibility::Unknown => Binding::Unknown,
            },
            is_entry,
            stage: match function.kind {
                Some(kind) if kind != ShaderKind::LIBRARY => kind.to_string(),
                _ => String::new(),
            },
            model: self.model(function),
            features: match function.features {
                Some(features) if features.0 != 0 => {
                    features.to_string().split(" | ").map(str::to_owned).collect()
                }
                _ => Vec::new(),
            },
            resources,
            needs,
        };
        let path = self.path(place);
        self.push(&function.name, kind, path, link);
    }

    fn undefined(&mut self) {
        let path = match self.library.origin {
            Origin::Code | Origin::DebugCode => self.path(0),
            _ => self.part(b"RDAT", ""),
        };
        for import in self.library.imports.iter().take(MAX_NAMES) {
            let link = Link { binding: Binding::Undefined, ..Link::default() };
            self.push(&import.name, "import", path.clone(), link);
        }
    }

    fn push(&mut self, name: &[u8], kind: &str, path: String, link: Link) {
        let declaration = glassbox_msvc_names::is_decorated(name)
            .then(|| glassbox_msvc_names::demangle(name).ok())
            .flatten();
        let declaration = declaration
            .map(|declaration| Declaration { source: declaration.hlsl(), full: declaration.undname() });
        let words = [link.stage.as_str(), link.model.as_str()];
        let value: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        self.out.push(Symbol {
            name: text(name),
            kind: kind.to_owned(),
            value: value.join(" "),
            path,
            link: Some(link),
            declaration,
            ..Symbol::default()
        });
    }

    /// Names of resources or functions, within the budget.
    fn names(
        &mut self,
        places: &[u32],
        name: impl Fn(&LibrarySymbols, usize) -> Option<&Vec<u8>>,
    ) -> Vec<String> {
        let mut out = Vec::new();
        for &place in places.iter().take(MAX_ITEMS) {
            let Some(name) = name(self.library, place as usize) else {
                continue;
            };
            let Some(left) = self.left.checked_sub(name.len() as u64 + 1) else {
                break;
            };
            self.left = left;
            out.push(text(name));
        }
        out
    }

    /// Minimum shader model of a function; that of the program if unknown.
    fn model(&self, function: &FunctionSymbol) -> String {
        let version = match (function.min_target, &self.library.program) {
            (Some(target), _) => target.shader_model(),
            (None, Some(program)) => program.model,
            (None, None) => return String::new(),
        };
        match version.minor {
            15 => format!("{}.x", version.major),
            _ => version.to_string(),
        }
    }

    /// Path of the node that names a function.
    fn path(&self, place: usize) -> String {
        match self.library.origin {
            Origin::Code => self.part(b"DXIL", "bitcode"),
            Origin::DebugCode => self.part(b"ILDB", "bitcode"),
            Origin::SymbolTable if place < self.symbol_count() => {
                self.part(b"SYM0", &format!("symbols[{place}]"))
            }
            Origin::SymbolTable | Origin::RuntimeData => self.part(b"RDAT", ""),
            Origin::EntryName => self.part(b"PSV0", "info.entry.name"),
            Origin::LibraryHeader => self.part(b"LIBH", &format!("functions[{place}]")),
        }
    }

    fn symbol_count(&self) -> usize {
        let exports = self.library.functions.iter();
        exports.take_while(|function| function.is_exported()).count()
    }

    fn part(&self, code: &[u8; 4], child: &str) -> String {
        let part = self.container.directory.find(code);
        part.map_or_else(String::new, |part| part.child(child))
    }
}

/// Maximum number of names listed.
pub(super) const MAX_NAMES: usize = 1 << 16;

/// Name as text. The leading byte 0x01 of mangled names is shown, since names with and without it differ.
pub(super) fn text(name: &[u8]) -> String {
    match std::str::from_utf8(name) {
        Ok(name) if !name.chars().any(char::is_control) => name.to_owned(),
        _ => name.escape_ascii().to_string(),
    }
}
