//! Names in written text: as the source and the symbols have them, whatever the writer makes of names.
//!
//! The writers of naga rename what they must and what they need not: every input and block in GLSL, every name that ends with a digit
//! anywhere. So a module goes to them with stand-ins, which no writer changes, and the stand-ins are replaced in the text, identifier by
//! identifier. Names by which a target binds come first; whatever else in the text has such a name gets another one.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use naga::{Handle, Module, Type, TypeInner};

use super::words::{self, Language};

/// What a name is for. Earlier ones have the first choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Role {
    /// Something is bound by it, or other stages say it too: blocks, textures, inputs, outputs.
    Bound,
    /// Another global: the variable of a block, the entry point, a type.
    Global,
    /// A member of the structure with this number; only others of the structure can be in its way.
    Member(usize),
}

/// A name to be put into the text.
#[derive(Clone, Debug)]
struct Wanted {
    name: String,
    role: Role,
    written: String,
}

/// The number of a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct NameId(usize);

/// The names of a shader that are put into its text.
pub(super) struct Names {
    language: Language,
    prefix: String,
    wanted: Vec<Wanted>,
    tokens: HashMap<String, NameId>,
}

/// Letters of a stand-in behind the prefix, which allow for more names than memory holds, and its end. It ends with a letter, because the writers change
/// names that end with digits, and all letters are small, because they make other names of these with small letters.
const LETTERS: usize = 6;
const END: &str = "qz";

impl Names {
    /// No names yet, for a module. The stand-ins begin with letters that no name in the module has.
    pub(super) fn new(module: &Module, language: Language) -> Names {
        let longest = Cell::new(0);
        each_name(module, &|name| longest.set(longest.get().max(run(name))));
        let prefix = format!("z{}", "q".repeat(longest.get() + 1));
        Names { language, prefix, wanted: Vec::new(), tokens: HashMap::new() }
    }

    /// Wants a name where the text has this identifier.
    pub(super) fn want(&mut self, token: impl Into<String>, name: impl Into<String>, role: Role) -> NameId {
        let id = NameId(self.wanted.len());
        self.wanted.push(Wanted { name: name.into(), role, written: String::new() });
        self.tokens.insert(token.into(), id);
        id
    }

    /// Wants a name, and gives the stand-in to be put into the module.
    pub(super) fn stand_in(&mut self, name: impl Into<String>, role: Role) -> (NameId, String) {
        let token = self.spell(self.wanted.len());
        (self.want(token.clone(), name, role), token)
    }

    fn spell(&self, number: usize) -> String {
        let mut letters = [b'a'; LETTERS];
        let mut rest = number;
        for letter in letters.iter_mut().rev() {
            *letter = b'a' + (rest % 26) as u8;
            rest /= 26;
        }
        let letters: String = letters.iter().map(|&letter| char::from(letter)).collect();
        format!("{}{letters}{END}", self.prefix)
    }

    /// What a name is written as, once [`Names::put`] has been called.
    pub(super) fn written(&self, id: NameId) -> &str {
        self.wanted.get(id.0).map_or("", |wanted| &wanted.written)
    }

    /// Gives stand-ins to the structures of a module and their members, and says which name each member has.
    pub(super) fn structures(&mut self, module: &mut Module) -> HashMap<Handle<Type>, Structure> {
        let special: HashSet<Handle<Type>> =
            module.special_types.predeclared_types.values().copied().collect();
        let structures: Vec<(Handle<Type>, Type)> = module
            .types
            .iter()
            .filter(|(handle, ty)| matches!(ty.inner, TypeInner::Struct { .. }) && !special.contains(handle))
            .map(|(handle, ty)| (handle, ty.clone()))
            .collect();
        let mut found = HashMap::new();
        for (handle, mut ty) in structures {
            let name = ty.name.take().unwrap_or_else(|| "Block".to_owned());
            let (_, token) = self.stand_in(name, Role::Global);
            let mut structure = Structure { token: token.clone(), members: Vec::new() };
            ty.name = Some(token);
            if let TypeInner::Struct { members, .. } = &mut ty.inner {
                for (index, member) in members.iter_mut().enumerate() {
                    let name = match member.name.take() {
                        Some(name) if !name.is_empty() => name,
                        _ => format!("member{index}"),
                    };
                    let (id, token) = self.stand_in(name.clone(), Role::Member(handle.index()));
                    member.name = Some(token.clone());
                    structure.members.push(Field { id, token, name, offset: member.offset });
                }
            }
            // Its name is a stand-in, so no other type is equal to it.
            module.types.replace(handle, ty);
            found.insert(handle, structure);
        }
        found
    }

    /// Puts the names into a text.
    pub(super) fn put(&mut self, text: &str) -> String {
        let others: HashSet<&str> = words::identifiers(text)
            .filter(|word| {
                !word.member && !self.tokens.contains_key(word.text) && !word.text.contains(&self.prefix)
            })
            .map(|word| word.text)
            .collect();
        self.choose(&others);
        let moved = self.move_others(&others);
        let mut result = String::with_capacity(text.len());
        let mut end = 0;
        for word in words::identifiers(text) {
            result.push_str(text.get(end..word.start).unwrap_or_default());
            match (self.tokens.get(word.text), moved.get(word.text)) {
                (Some(id), _) => result.push_str(self.written(*id)),
                (None, Some(name)) if !word.member => result.push_str(name),
                _ if word.text.contains(&self.prefix) => self.put_parts(word.text, &mut result),
                _ => result.push_str(word.text),
            }
            end = word.start + word.text.len();
        }
        result.push_str(text.get(end..).unwrap_or_default());
        result
    }

    /// Chooses what each name is written as.
    fn choose(&mut self, others: &HashSet<&str>) {
        let mut order: Vec<usize> = (0..self.wanted.len()).collect();
        order.sort_by_key(|&index| self.wanted.get(index).map(|wanted| wanted.role));
        let mut globals: HashSet<String> = HashSet::new();
        let mut members: HashSet<(usize, String)> = HashSet::new();
        let mut numbers = Numbers::default();
        for index in order {
            let Some(wanted) = self.wanted.get_mut(index) else {
                continue;
            };
            let base = words::identifier(&wanted.name, self.language);
            let role = wanted.role;
            let free = |name: &str| {
                !words::is_reserved(name, self.language)
                    && match role {
                        Role::Bound => !globals.contains(name),
                        Role::Global => !globals.contains(name) && !others.contains(name),
                        Role::Member(of) => !members.contains(&(of, name.to_owned())),
                    }
            };
            let (scope, taken) = match role {
                Role::Bound | Role::Global => (None, globals.len() + others.len()),
                Role::Member(of) => (Some(of), members.len()),
            };
            wanted.written = numbers.first_free(&base, (self.language, scope), taken, free);
            match role {
                Role::Member(of) => members.insert((of, wanted.written.clone())),
                _ => globals.insert(wanted.written.clone()),
            };
        }
    }

    /// Other names for what has a name that something is bound by.
    fn move_others<'a>(&self, others: &HashSet<&'a str>) -> HashMap<&'a str, String> {
        let bound: HashSet<&str> = self
            .wanted
            .iter()
            .filter(|wanted| wanted.role == Role::Bound)
            .map(|wanted| wanted.written.as_str())
            .collect();
        let taken: HashSet<&str> = self.wanted.iter().map(|wanted| wanted.written.as_str()).collect();
        let mut moved = HashMap::new();
        let mut used: HashSet<String> = HashSet::new();
        let mut numbers = Numbers::default();
        let mut conflicts: Vec<&str> = others.iter().copied().filter(|other| bound.contains(other)).collect();
        conflicts.sort_unstable();
        for other in conflicts {
            let in_the_way = others.len() + taken.len() + used.len();
            let name = numbers.first_free(other, (self.language, None), in_the_way, |name| {
                name != other
                    && !others.contains(name)
                    && !taken.contains(name)
                    && !used.contains(name)
                    && !words::is_reserved(name, self.language)
            });
            used.insert(name.clone());
            moved.insert(other, name);
        }
        moved
    }

    /// Puts the names into an identifier that a writer has made of several.
    fn put_parts(&self, word: &str, result: &mut String) {
        let length = self.prefix.len() + LETTERS + END.len();
        let mut rest = word;
        while let Some(at) = rest.find(&self.prefix) {
            let (before, from) = rest.split_at(at);
            result.push_str(before);
            let token = from.get(..length).unwrap_or(from);
            match self.tokens.get(token) {
                Some(id) => result.push_str(self.written(*id)),
                None => result.push_str(token),
            }
            rest = from.get(token.len()..).unwrap_or_default();
        }
        result.push_str(rest);
    }
}

/// A structure with stand-ins.
pub(super) struct Structure {
    /// Its stand-in.
    pub(super) token: String,
    /// Its members.
    pub(super) members: Vec<Field>,
}

/// A member of a structure.
pub(super) struct Field {
    /// What it is written as.
    pub(super) id: NameId,
    /// Its stand-in.
    pub(super) token: String,
    /// Its name in the source.
    pub(super) name: String,
    /// Its offset, bytes.
    pub(super) offset: u32,
}

/// Numbers that were put behind names.
#[derive(Default)]
struct Numbers {
    /// The first number that has not been tried, by scope and name.
    next: HashMap<(Option<usize>, String), usize>,
}

impl Numbers {
    /// The name, or with what must be added for it to be free. Underscores are not doubled, because GLSL keeps such names for itself.
    ///
    /// At most `taken` names must be in the way, besides the words of the language; a name that was once in the way in a scope must be so
    /// from then on.
    fn first_free(
        &mut self,
        base: &str,
        (language, scope): (Language, Option<usize>),
        taken: usize,
        free: impl Fn(&str) -> bool,
    ) -> String {
        if free(base) {
            return base.to_owned();
        }
        let stem = words::stem(base, language);
        let plain = format!("{stem}_");
        if free(&plain) {
            return plain;
        }
        // Each name and word is in the way of one number, so the last of these is free where all others are not.
        let last = taken.saturating_add(words::most_numbered(language)).saturating_add(1);
        let next = self.next.entry((scope, stem.clone())).or_insert(1);
        let number = (*next..last).find(|number| free(&format!("{stem}_{number}"))).unwrap_or(last);
        *next = number.saturating_add(1);
        format!("{stem}_{number}")
    }
}

/// How many letters q follow a z in a name at most, whatever their case.
fn run(name: &str) -> usize {
    let (mut longest, mut current) = (0, None);
    for letter in name.bytes() {
        current = match letter.to_ascii_lowercase() {
            b'z' => Some(0),
            b'q' => current.map(|count: usize| count + 1),
            _ => None,
        };
        longest = longest.max(current.unwrap_or(0));
    }
    longest
}

/// Looks at every name in a module.
fn each_name(module: &Module, look: &dyn Fn(&str)) {
    let some = |name: &Option<String>| name.iter().for_each(|name| look(name));
    let function = |function: &naga::Function| {
        some(&function.name);
        function.arguments.iter().for_each(|argument| some(&argument.name));
        function.local_variables.iter().for_each(|(_, variable)| some(&variable.name));
        function.named_expressions.values().for_each(|name| look(name));
    };
    for (_, ty) in module.types.iter() {
        some(&ty.name);
        if let TypeInner::Struct { members, .. } = &ty.inner {
            members.iter().for_each(|member| some(&member.name));
        }
    }
    module.global_variables.iter().for_each(|(_, variable)| some(&variable.name));
    module.constants.iter().for_each(|(_, constant)| some(&constant.name));
    module.functions.iter().for_each(|(_, of)| function(of));
    for entry in &module.entry_points {
        look(&entry.name);
        function(&entry.function);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Numbers;
    use crate::back::words::{self, Language};

    #[test]
    fn names_in_the_way_get_others_that_the_language_allows() {
        for (language, base, first, second, third) in [
            (Language::Glsl, "color", "color_", "color_1", "color_2"),
            (Language::Glsl, "_gl_x", "g_x_", "g_x_1", "g_x_2"),
            (Language::Hlsl, "_SV_x", "S_x_", "S_x_1", "S_x_2"),
            (Language::Hlsl, "_2d", "_2d_", "_2d_1", "_2d_2"),
            (Language::Wgsl, "_", "name_", "name_1", "name_2"),
            (Language::Msl, "__a", "a_", "a_1", "a_2"),
        ] {
            let mut numbers = Numbers::default();
            let mut used = HashSet::from([base.to_owned()]);
            for expected in [first, second, third] {
                let free = |name: &str| !used.contains(name) && !words::is_reserved(name, language);
                let name = numbers.first_free(base, (language, None), used.len(), free);
                assert_eq!(name, expected);
                used.insert(name);
            }
        }
    }

    #[test]
    fn the_search_ends_where_nothing_is_free() {
        let name = Numbers::default().first_free("a", (Language::Glsl, None), 3, |_| false);
        assert!(name.starts_with("a_"));
    }
}
