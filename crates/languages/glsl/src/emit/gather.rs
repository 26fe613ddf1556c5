//! Functions of textures that naga does not have, or has otherwise: gathering, and fetching at an offset, which it forgets.

use std::rc::Rc;

use glassbox_syntax::token::Kind;

use super::Emitter;
use crate::syntax::Tokens;
use crate::types::SamplerType;

/// A function that gathers: the front end behind reads it as one that samples, and is told which one gathers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gather {
    /// Its name.
    pub function: String,
    /// Which component it gathers, from 0.
    pub component: u8,
}

/// What one of them is for: the type of its sampler, the component, the offset.
pub(super) type Key = (SamplerType, u8, Option<String>);

impl Emitter<'_> {
    /// The arguments of a call whose parenthesis stands there.
    fn arguments(&self, open: usize) -> Vec<Tokens> {
        let stage = self.stage;
        let close = stage.pairs.partner(open);
        let (mut start, mut at) = (open + 1, open + 1);
        let mut arguments = Vec::new();
        while at < close {
            if stage.is(at, "(") || stage.is(at, "[") || stage.is(at, "{") {
                at = stage.pairs.partner(at).max(at);
            } else if stage.is(at, ",") {
                arguments.push(start..at);
                start = at + 1;
            }
            at += 1;
        }
        arguments.push(start..close);
        arguments
    }

    /// Writes such a call, and says where it ends; `None` for all others.
    pub(super) fn texture_call(&mut self, at: usize) -> Option<usize> {
        let stage = self.stage;
        let name = stage.word(at);
        let open = at + 1;
        let is_fetch = name == "texelFetchOffset";
        let is_gather = matches!(name, "textureGather" | "textureGatherOffset");
        if !stage.is_for_naga() || !(is_fetch || is_gather) || !stage.is(open, "(") {
            return None;
        }
        let arguments = self.arguments(open);
        let sampler = self.sampler(&stage.text(arguments.first()?.start))?;
        let end = stage.pairs.partner(open) + 1;
        if is_fetch {
            self.fetch(at, &arguments, sampler)?
        } else {
            self.gathered(at, &arguments, sampler, name == "textureGatherOffset")?
        }
        Some(end)
    }

    /// `texelFetchOffset(t, p, lod, by)` as `texelFetch(t, p + by, lod)`.
    fn fetch(&mut self, at: usize, arguments: &[Tokens], sampler: SamplerType) -> Option<()> {
        let [texture, place, level, offset] = arguments else {
            return None;
        };
        let token = self.stage.unit.tokens.get(at)?;
        let (before, behind) = match sampler.texture.trim_start_matches(['i', 'u']) {
            "texture1DArray" => ("ivec2(", ", 0)"),
            "texture2DArray" => ("ivec3(", ", 0)"),
            _ => ("(", ")"),
        };
        self.writer.token_as(token, "texelFetch(");
        self.texture_argument(texture.clone());
        self.writer.add(", (", token.from);
        self.run(place.clone());
        self.writer.add(") + ", token.from);
        self.writer.add(before, token.from);
        self.run(offset.clone());
        self.writer.add(behind, token.from);
        self.writer.add(", ", token.from);
        self.run(level.clone());
        self.writer.add(")", token.from);
        Some(())
    }

    /// Writes a sampler as the first argument of a call that is written by hand.
    fn texture_argument(&mut self, tokens: Tokens) {
        self.calls.push(super::Call {
            close: self.stage.pairs.partner(tokens.start.saturating_sub(1)),
            is_own: false,
            is_call: true,
            suffix: "",
        });
        self.run(tokens);
        self.calls.pop();
    }

    /// `textureGather` as the call of a function of its own.
    fn gathered(
        &mut self,
        at: usize,
        arguments: &[Tokens],
        sampler: SamplerType,
        has_offset: bool,
    ) -> Option<()> {
        let (texture, place) = (arguments.first()?, arguments.get(1)?);
        let mut rest = arguments.get(2..)?.iter().cloned();
        let reference = if sampler.is_shadow { Some(rest.next()?) } else { None };
        let offset = if has_offset { Some(self.constant_offset(rest.next()?)?) } else { None };
        let component = match rest.next() {
            Some(tokens) => u8::try_from(self.number(tokens)?).ok().filter(|number| *number < 4)?,
            None => 0,
        };
        let key = (sampler, component, offset.clone());
        let function = match self.gathers.iter().find(|(known, _)| *known == key) {
            Some((_, function)) => function.clone(),
            None => return None,
        };
        let token = self.stage.unit.tokens.get(at)?;
        self.writer.token_as(token, &format!("{function}("));
        self.calls.push(super::Call {
            close: self.stage.pairs.partner(at + 1),
            is_own: true,
            is_call: true,
            suffix: "",
        });
        self.run(texture.clone());
        self.calls.pop();
        for argument in std::iter::once(place.clone()).chain(reference) {
            self.writer.add(", ", token.from);
            self.run(argument);
        }
        self.writer.add(")", token.from);
        Some(())
    }

    /// An offset as text; `None` where it is none of numbers: the front end behind says that it has to be constant.
    fn constant_offset(&self, tokens: Tokens) -> Option<String> {
        let stage = self.stage;
        let is_plain = stage.tokens(tokens.clone()).iter().all(|token| match token.kind {
            Kind::Word => &*token.text == "ivec2",
            _ => true,
        });
        is_plain.then(|| {
            let letters = stage.tokens(tokens).iter().map(|token| &*token.text);
            letters.collect::<Vec<&str>>().join(" ")
        })
    }

    /// Finds what gathers, and declares a function for each kind of it.
    pub(super) fn write_gathers(&mut self) {
        let stage = self.stage;
        let has = |word: &str| stage.words.contains_key(word) && !stage.functions.contains(word);
        if !stage.is_for_naga() || !(has("textureGather") || has("textureGatherOffset")) {
            return;
        }
        for at in 0..stage.unit.tokens.len() {
            let name = stage.word(at);
            let has_offset = name == "textureGatherOffset";
            if !(has_offset || name == "textureGather") || !stage.is(at + 1, "(") {
                continue;
            }
            let arguments = self.arguments(at + 1);
            let last = arguments.last().cloned();
            // What a parameter will be is not known yet: each type of samplers gets its function.
            let first = arguments.first().map_or(at, |first| first.start);
            let types = match self.samplers.get(&stage.text(first)) {
                Some(ty) => vec![*ty],
                None => self.gathered_types(),
            };
            for sampler in types {
                let skipped = 2 + usize::from(sampler.is_shadow);
                if sampler.is_shadow && arguments.len() != 3 + usize::from(has_offset) {
                    continue;
                }
                let offset = if has_offset {
                    match arguments.get(skipped).cloned().and_then(|tokens| self.constant_offset(tokens)) {
                        Some(offset) => Some(offset),
                        None => continue,
                    }
                } else {
                    None
                };
                let has_component = !sampler.is_shadow && arguments.len() > skipped + usize::from(has_offset);
                let component = match last.clone().filter(|_| has_component) {
                    Some(tokens) => stage.number(tokens).and_then(|number| u8::try_from(number).ok()),
                    None => Some(0),
                };
                let Some(component) = component.filter(|number| *number < 4) else {
                    continue;
                };
                self.declare_gather(at, (sampler, component, offset));
            }
        }
    }

    /// The types of the combined samplers of the stage, each once.
    fn gathered_types(&self) -> Vec<SamplerType> {
        let mut types: Vec<SamplerType> = Vec::new();
        for ty in self.samplers.values() {
            if !types.contains(ty) && !ty.texture.contains(['1', '3', 'M']) {
                types.push(*ty);
            }
        }
        types.sort_by_key(|ty| (ty.texture, ty.is_shadow));
        types
    }

    fn declare_gather(&mut self, at: usize, key: Key) {
        if self.gathers.iter().any(|(known, _)| *known == key) {
            return;
        }
        let (sampler, component, offset) = &key;
        let is_cube = sampler.texture.contains("Cube");
        if is_cube && offset.is_some() {
            return;
        }
        let name: Rc<str> = self.unused(&format!("gather{}", self.gathers.len()));
        let is_array = sampler.texture.contains("Array");
        let size = 2 + usize::from(is_cube) + usize::from(is_array);
        let result = match sampler.texture.chars().next() {
            Some('i') => "ivec4",
            Some('u') => "uvec4",
            _ => "vec4",
        };
        let combined = self.combined_type(*sampler);
        let (reference, place) = match (sampler.is_shadow, size) {
            (false, _) => ("", "at".to_owned()),
            (true, 4) => (", float than", "at, than".to_owned()),
            (true, _) => (", float than", format!("vec{}(at, than)", size + 1)),
        };
        let (function, behind) = match offset {
            Some(offset) => ("textureOffset", format!(", {offset}")),
            None => ("texture", String::new()),
        };
        let text = format!(
            "{result} {name}({} all, {} how, vec{size} at{reference}) {{ return {result}({function}({combined}(all, how), {place}{behind})); }}",
            sampler.texture,
            sampler.sampler()
        );
        self.writer.whole_line(&text, self.from(at));
        self.found_gathers.push(Gather { function: name.to_string(), component: *component });
        self.gathers.push((key, name));
    }
}
