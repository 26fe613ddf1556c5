//! Reads files of bindings: where texts bind the resources of modules, `docs/schema/bindings.json`.
//!
//! Each level is parsed separately into slices of the text, so that every value keeps its place.

use std::collections::BTreeMap;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_decompile::{Api, Bindings, Register, Slot, Target};
use glassbox_lower_dxil::{Bound, Range, RegisterClass};
use serde_json::value::RawValue;

use crate::rules::BINDING_FILE;

/// Most mistakes that are listed.
const MAX_MISTAKES: usize = 20;

/// Where texts bind the resources of modules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BindingMap {
    /// By descriptor set and binding.
    resources: BTreeMap<[u32; 2], Given>,
    push_constants: Given,
    /// Where the registers of a DirectX program are bound in its module.
    registers: Vec<(Range, Bound)>,
}

/// What is given to a resource.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Given {
    name: Option<String>,
    /// Binding in GLSL for OpenGL.
    glsl: Option<u32>,
    /// Set and binding in GLSL for Vulkan.
    vulkan: Option<[u32; 2]>,
    /// Space, and a number for each class of registers.
    hlsl: (u32, BTreeMap<Register, u32>),
    msl: BTreeMap<Slot, u32>,
    /// Group, binding, and the binding of the sampler of a combined texture.
    wgsl: Option<(u32, Option<u32>, Option<u32>)>,
}

impl BindingMap {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// What is wrong in it, with its place.
    pub fn read(text: &str) -> Result<BindingMap, Vec<Diagnostic>> {
        let mut reader = Reader { text, found: Vec::new() };
        let map = reader.file();
        reader.found.sort_by_key(|finding| finding.location.start);
        if reader.found.is_empty() { Ok(map) } else { Err(reader.found) }
    }

    /// Where the registers of a DirectX program are bound in its module.
    pub(crate) fn registers(&self) -> impl Iterator<Item = (Range, Bound)> + '_ {
        self.registers.iter().copied()
    }

    /// Names of resources, by descriptor set and binding; those of push constants are under `None`.
    pub(crate) fn names(&self) -> BTreeMap<Option<[u32; 2]>, &str> {
        let resources = self.resources.iter().map(|(place, given)| (Some(*place), given));
        let all = resources.chain([(None, &self.push_constants)]);
        all.filter_map(|(place, given)| Some((place, given.name.as_deref()?))).collect()
    }

    /// Adds what is given to a target, instead of what is known of the same resources.
    pub(crate) fn add_to(&self, bindings: &mut Bindings, target: Target) {
        for (&place, given) in &self.resources {
            let numbers = given.of(target);
            if !numbers.is_empty() {
                bindings.places.retain(|(other, _), _| *other != place);
                bindings.places.extend(numbers.into_iter().map(|(slot, number)| ((place, slot), number)));
            }
        }
        let constants = self.push_constants.of(target);
        let wanted = [Slot::Any, Slot::Register(Register::ConstantBuffer), Slot::Buffer];
        let own = constants.into_iter().find(|(slot, _)| wanted.contains(slot));
        bindings.push_constants = own.map(|(_, number)| number).or(bindings.push_constants);
    }
}

impl Given {
    /// Space or group, and number, for each part of a resource in a target.
    fn of(&self, target: Target) -> Vec<(Slot, [u32; 2])> {
        match target {
            Target::Glsl(_, Api::Vulkan) => self.vulkan.map(|place| (Slot::Any, place)).into_iter().collect(),
            Target::Glsl(_, Api::OpenGl) | Target::Essl(_) => {
                self.glsl.map(|binding| (Slot::Any, [0, binding])).into_iter().collect()
            }
            Target::Hlsl(_) => {
                let (space, registers) = &self.hlsl;
                registers.iter().map(|(class, number)| (Slot::Register(*class), [*space, *number])).collect()
            }
            Target::Msl(_) => self.msl.iter().map(|(slot, index)| (*slot, [0, *index])).collect(),
            Target::Wgsl => {
                let Some((group, binding, sampler)) = self.wgsl else { return Vec::new() };
                let own = binding.map(|binding| (Slot::Any, [group, binding]));
                own.into_iter().chain(sampler.map(|sampler| (Slot::SAMPLER, [group, sampler]))).collect()
            }
            Target::Sksl(_) => Vec::new(),
        }
    }
}

/// A value in the text, and the path to it.
#[derive(Clone)]
struct Value<'a> {
    raw: &'a str,
    path: String,
}

/// Reads a text and collects what is wrong in it.
struct Reader<'a> {
    text: &'a str,
    found: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn wrong(&mut self, value: &Value<'a>, message: String) {
        if self.found.len() >= MAX_MISTAKES {
            return;
        }
        let start = (value.raw.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let mut location = Location::in_text(self.text, start..start + value.raw.len());
        location.path.clone_from(&value.path);
        let finding = Diagnostic::new(&BINDING_FILE, location, message);
        self.found.push(finding.help("docs/schema/bindings.json describes the file"));
    }

    /// Reports a value that is not what was expected.
    fn expected(&mut self, value: &Value<'a>, what: &str) {
        let mut found: String = value.raw.chars().take(40).collect();
        if found.len() < value.raw.len() {
            found.push('…');
        }
        self.wrong(value, format!("found {found}, expected {what}"));
    }

    fn file(&mut self) -> BindingMap {
        let text = self.text.strip_prefix('\u{feff}').unwrap_or(self.text);
        if let Err(error) = serde_json::from_str::<&RawValue>(text) {
            let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
            let start = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
            let at = text
                .get(start.min(text.len())..)
                .and_then(|rest| rest.get(..rest.chars().next()?.len_utf8()));
            let place = Value { raw: at.unwrap_or(&text[text.len()..]), path: String::new() };
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            self.wrong(&place, format!("found no valid JSON: {message}"));
            return BindingMap::default();
        }
        let mut map = BindingMap::default();
        let whole = Value { raw: text.trim(), path: String::new() };
        for (name, value) in self.fields(&whole, &["schema", "resources", "push_constants", "registers"]) {
            match name.as_str() {
                "schema" if value.raw != "1" => self.expected(&value, "1"),
                "resources" => self.resources(&value, &mut map),
                "registers" => self.places(&value, &mut map),
                "push_constants" => {
                    map.push_constants = self.given(&value, &["name", "hlsl", "msl", "wgsl"]).1
                }
                _ => {}
            }
        }
        map
    }

    fn resources(&mut self, list: &Value<'a>, map: &mut BindingMap) {
        for one in self.list(list) {
            let names = ["set", "binding", "name", "glsl", "vulkan", "hlsl", "msl", "wgsl"];
            let mistakes = self.found.len();
            let (places, given) = self.given(&one, &names);
            match (places.get("set"), places.get("binding")) {
                (Some(set), Some(binding)) => {
                    if map.resources.insert([*set, *binding], given).is_some() {
                        let message = format!("found set {set}, binding {binding} again, expected each once");
                        self.wrong(&one, message);
                    }
                }
                // A number that is wrong is reported.
                _ if self.found.len() > mistakes => {}
                _ => self.expected(&one, "a resource with `set` and `binding`"),
            }
        }
    }

    /// `[{"register": "t3", "space": 1, "count": 2, "set": 0, "binding": 4}]`.
    fn places(&mut self, list: &Value<'a>, map: &mut BindingMap) {
        for one in self.list(list) {
            let mistakes = self.found.len();
            let mut first = None;
            let mut numbers = BTreeMap::new();
            for (name, value) in self.fields(&one, &["register", "space", "count", "set", "binding"]) {
                match name.as_str() {
                    "register" => first = self.register(&value),
                    "count" if value.raw == "0" => self.expected(&value, "1 or more"),
                    _ => drop(self.number(&value).map(|number| numbers.insert(name, number))),
                }
            }
            let number = |name| numbers.get(name).copied();
            let (Some((class, lower)), Some(set), Some(binding)) = (first, number("set"), number("binding"))
            else {
                if self.found.len() == mistakes {
                    self.expected(&one, "`register`, `set` and `binding`");
                }
                continue;
            };
            let class = match class {
                Register::ConstantBuffer => RegisterClass::Constants,
                Register::ShaderResource => RegisterClass::Texture,
                Register::UnorderedAccess => RegisterClass::Unordered,
                Register::Sampler => RegisterClass::Sampler,
            };
            let (space, count) = (number("space").unwrap_or(0), number("count").unwrap_or(1));
            let range = Range { class, space, lower, count };
            if map.registers.iter().any(|(other, _)| other.overlaps(&range)) {
                self.wrong(&one, "found registers that another entry has, expected each once".to_owned());
            }
            map.registers.push((range, Bound::Descriptor { set, binding }));
        }
    }

    /// `"t3"`.
    fn register(&mut self, value: &Value<'a>) -> Option<(Register, u32)> {
        let text = serde_json::from_str::<String>(value.raw).unwrap_or_default();
        let class = Register::ALL.into_iter().find(|class| text.starts_with(class.letter()));
        let number = text.get(1..).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
        let found = class.zip(number.and_then(|digits| digits.parse().ok()));
        if found.is_none() {
            self.expected(value, "a register such as \"b0\", \"t3\", \"u1\" or \"s2\"");
        }
        found
    }

    /// What an object of these fields gives, and its numbers.
    fn given(&mut self, value: &Value<'a>, names: &[&str]) -> (BTreeMap<String, u32>, Given) {
        let mut given = Given::default();
        let mut own = BTreeMap::new();
        for (name, value) in self.fields(value, names) {
            match name.as_str() {
                "name" => given.name = self.name(&value),
                "glsl" => given.glsl = self.numbers(&value, &["binding"]).remove("binding"),
                "vulkan" => {
                    let found = self.numbers(&value, &["set", "binding"]);
                    let set = found.get("set").copied().unwrap_or(0);
                    given.vulkan = found.get("binding").map(|binding| [set, *binding]);
                    if given.vulkan.is_none() {
                        self.expected(&value, "a `binding`");
                    }
                }
                "hlsl" => given.hlsl = self.registers(&value),
                "msl" => {
                    let found = self.numbers(&value, &["buffer", "texture", "sampler"]);
                    let kinds =
                        [("buffer", Slot::Buffer), ("texture", Slot::Texture), ("sampler", Slot::SAMPLER)];
                    given.msl = kinds
                        .into_iter()
                        .filter_map(|(name, slot)| Some((slot, *found.get(name)?)))
                        .collect();
                }
                "wgsl" => {
                    let found = self.numbers(&value, &["group", "binding", "sampler"]);
                    let [group, binding, sampler] =
                        ["group", "binding", "sampler"].map(|name| found.get(name).copied());
                    if binding.is_some() && binding == sampler {
                        self.expected(&value, "another binding for the sampler than for the texture");
                    }
                    given.wgsl = Some((group.unwrap_or(0), binding, sampler));
                }
                _ => drop(self.number(&value).map(|number| own.insert(name, number))),
            }
        }
        (own, given)
    }

    /// `{"registers": ["t3", "s3"], "space": 1}`.
    fn registers(&mut self, value: &Value<'a>) -> (u32, BTreeMap<Register, u32>) {
        let mut space = 0;
        let mut registers = BTreeMap::new();
        for (name, value) in self.fields(value, &["registers", "space"]) {
            if name == "space" {
                space = self.number(&value).unwrap_or(0);
                continue;
            }
            for one in self.list(&value) {
                let Some((class, number)) = self.register(&one) else { continue };
                if registers.insert(class, number).is_some() {
                    self.wrong(&one, format!("found a second `{}` register, expected one", class.letter()));
                }
            }
        }
        (space, registers)
    }

    fn name(&mut self, value: &Value<'a>) -> Option<String> {
        let name = serde_json::from_str::<String>(value.raw).ok().filter(|name| {
            let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            is_word && name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        });
        if name.is_none() {
            self.expected(value, "a name of letters, digits and underscores");
        }
        name
    }

    /// An object of numbers.
    fn numbers(&mut self, value: &Value<'a>, names: &[&str]) -> BTreeMap<String, u32> {
        let fields = self.fields(value, names);
        fields.into_iter().filter_map(|(name, value)| Some((name, self.number(&value)?))).collect()
    }

    fn number(&mut self, value: &Value<'a>) -> Option<u32> {
        let number = serde_json::from_str(value.raw).ok();
        if number.is_none() {
            self.expected(value, "a number from 0 to 4294967295");
        }
        number
    }

    fn list(&mut self, value: &Value<'a>) -> Vec<Value<'a>> {
        let Ok(list) = serde_json::from_str::<Vec<&'a RawValue>>(value.raw) else {
            self.expected(value, "a list");
            return Vec::new();
        };
        let one = |(index, raw): (usize, &'a RawValue)| Value {
            raw: raw.get(),
            path: format!("{}[{index}]", value.path),
        };
        list.into_iter().enumerate().map(one).collect()
    }

    /// The fields of an object, which have these names.
    fn fields(&mut self, value: &Value<'a>, names: &[&str]) -> Vec<(String, Value<'a>)> {
        let Ok(fields) = serde_json::from_str::<BTreeMap<String, &'a RawValue>>(value.raw) else {
            self.expected(value, "an object");
            return Vec::new();
        };
        let mut known = Vec::new();
        for (name, raw) in fields {
            let dot = if value.path.is_empty() { "" } else { "." };
            let field = Value { raw: raw.get(), path: format!("{}{dot}{name}", value.path) };
            if names.contains(&name.as_str()) {
                known.push((name, field));
            } else {
                let message = format!("found a field {name:?}, expected one of {}", names.join(", "));
                self.wrong(&field, message);
            }
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places and messages of what is wrong.
    fn mistakes(text: &str) -> Vec<String> {
        let found = BindingMap::read(text).expect_err(text);
        let shown = found.iter().map(|finding| {
            let (line, column) = finding.location.line_column.expect("it is in the text");
            format!("{line}:{column} {}: {}", finding.location.path, finding.message)
        });
        shown.collect()
    }

    #[test]
    fn mistakes_have_their_places() {
        for (text, expected) in [
            ("[]", &["1:1 : found [], expected an object"][..]),
            ("{\n  \"resources\": [}", &["2:17 : found no valid JSON: expected value"]),
            ("{\"schema\": 2}", &["1:12 schema: found 2, expected 1"]),
            (
                "{\"resources\": [{\"set\": 0}]}",
                &["1:16 resources[0]: found {\"set\": 0}, expected a resource with `set` and `binding`"],
            ),
            (
                "{\"resources\": [{\"set\": 0, \"binding\": 1},\n{\"set\": 0, \"binding\": 1}]}",
                &["2:1 resources[1]: found set 0, binding 1 again, expected each once"],
            ),
            (
                "{\"resources\": [{\"set\": -1, \"binding\": 1, \"hlsl\": {\"registers\": [\"t1\", \"x2\", \"t3\"], \"spaces\": 1}}]}",
                &[
                    "1:24 resources[0].set: found -1, expected a number from 0 to 4294967295",
                    "1:71 resources[0].hlsl.registers[1]: found \"x2\", expected a register such as \"b0\", \"t3\", \"u1\" or \"s2\"",
                    "1:77 resources[0].hlsl.registers[2]: found a second `t` register, expected one",
                    "1:94 resources[0].hlsl.spaces: found a field \"spaces\", expected one of registers, space",
                ],
            ),
            (
                "{\"push_constants\": {\"name\": \"2d\", \"set\": 1}}",
                &[
                    "1:29 push_constants.name: found \"2d\", expected a name of letters, digits and underscores",
                    "1:42 push_constants.set: found a field \"set\", expected one of name, hlsl, msl, wgsl",
                ],
            ),
            (
                "{\"resources\": [{\"set\": 0, \"binding\": 1, \"wgsl\": {\"binding\": 2, \"sampler\": 2}, \"vulkan\": {\"set\": 1}}]}",
                &[
                    "1:49 resources[0].wgsl: found {\"binding\": 2, \"sampler\": 2}, expected another binding for the sampler than for the texture",
                    "1:89 resources[0].vulkan: found {\"set\": 1}, expected a `binding`",
                ],
            ),
        ] {
            assert_eq!(mistakes(text), expected, "{text}");
        }
    }

    #[test]
    fn registers_have_places() {
        let map = BindingMap::read(
            r#"{"registers": [{"register": "t3", "space": 1, "count": 2, "set": 0, "binding": 4}]}"#,
        );
        let map = map.unwrap_or_else(|found| panic!("{}", found[0]));
        let range = Range { class: RegisterClass::Texture, space: 1, lower: 3, count: 2 };
        let bound = Bound::Descriptor { set: 0, binding: 4 };
        assert_eq!(map.registers().collect::<Vec<_>>(), [(range, bound)]);
        for (text, expected) in [
            (r#"{"registers": [{"register": "t3", "set": 0}]}"#, "registers[0]: found {"),
            (
                r#"{"registers": [{"register": "x", "set": 0, "binding": 1}]}"#,
                "register: found \"x\", expected a register",
            ),
            (
                r#"{"registers": [{"register": "t3", "count": 0, "set": 0, "binding": 1}]}"#,
                "count: found 0, expected 1 or more",
            ),
            (
                r#"{"registers": [{"register": "t3", "count": 2, "set": 0, "binding": 1}, {"register": "t4", "set": 0, "binding": 9}]}"#,
                "registers[1]: found registers that another entry has",
            ),
        ] {
            let found = mistakes(text);
            assert!(found.len() == 1 && found[0].contains(expected), "{found:?}");
        }
    }

    #[test]
    fn each_target_gets_its_own_numbers() {
        let map = BindingMap::read(
            "{\"schema\": 1, \"push_constants\": {\"hlsl\": {\"registers\": [\"b9\"]}, \"msl\": {\"buffer\": 8}},
             \"resources\": [{\"set\": 1, \"binding\": 2, \"name\": \"albedo\", \"glsl\": {\"binding\": 3},
               \"vulkan\": {\"set\": 4, \"binding\": 5}, \"hlsl\": {\"registers\": [\"t6\", \"s7\"], \"space\": 1},
               \"msl\": {\"texture\": 10, \"sampler\": 11}, \"wgsl\": {\"binding\": 12, \"sampler\": 13}}]}",
        );
        let map = map.unwrap_or_else(|found| panic!("{}", found[0]));
        let of = |target| {
            let mut bindings = Bindings::from([([1, 2], [0, 99]), ([0, 0], [0, 98])]);
            map.add_to(&mut bindings, target);
            assert_eq!(bindings.places.remove(&([0, 0], Slot::Any)), Some([0, 98]), "{target}");
            let places: Vec<_> =
                bindings.places.into_iter().map(|((_, slot), given)| (slot, given)).collect();
            (places, bindings.push_constants)
        };
        assert_eq!(of(Target::Glsl(450, Api::OpenGl)), (vec![(Slot::Any, [0, 3])], None));
        assert_eq!(of(Target::Glsl(450, Api::Vulkan)), (vec![(Slot::Any, [4, 5])], None));
        let registers = [(Register::ShaderResource, [1, 6]), (Register::Sampler, [1, 7])];
        let registers = registers.map(|(class, given)| (Slot::Register(class), given)).to_vec();
        assert_eq!(of(Target::Hlsl(60)), (registers, Some([0, 9])));
        assert_eq!(
            of(Target::Msl(21)),
            (vec![(Slot::SAMPLER, [0, 11]), (Slot::Texture, [0, 10])], Some([0, 8]))
        );
        assert_eq!(of(Target::Wgsl), (vec![(Slot::Any, [0, 12]), (Slot::SAMPLER, [0, 13])], None));
        // What is known of it otherwise.
        assert_eq!(of(Target::Sksl(100)), (vec![(Slot::Any, [0, 99])], None));
        assert_eq!(map.names(), [(Some([1, 2]), "albedo")].into());
    }
}
