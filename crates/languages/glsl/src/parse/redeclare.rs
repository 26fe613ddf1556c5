//! Built-in variables that the text declares anew: with a size, a layout or another interpolation.

use glassbox_core::stage::Stage;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::Word;

use super::layout::BuiltInWord;
use super::qualifier::Specifiers;
use crate::model::{At, GlobalId, Interpolation};
use crate::parse::{Entity, Parser};
use crate::rules::{LAYOUT, QUALIFIER_USE, REDECLARED, TYPE};
use crate::types::{Length, Type};

/// Colours of the compatibility profile.
const COLORS: [&str; 6] = [
    "gl_FrontColor",
    "gl_BackColor",
    "gl_FrontSecondaryColor",
    "gl_BackSecondaryColor",
    "gl_SecondaryColor",
    "gl_Color",
];

/// Arrays whose size the text states.
const SIZED: [&str; 10] = [
    "gl_ClipDistance",
    "gl_CullDistance",
    "gl_TexCoord",
    "gl_SampleMask",
    "gl_PrimitiveIndicesNV",
    "gl_PrimitivePointIndicesEXT",
    "gl_PrimitiveLineIndicesEXT",
    "gl_PrimitiveTriangleIndicesEXT",
    "gl_ShadingRateEXT",
    "gl_PrimitiveShadingRateEXT",
];

impl Parser<'_> {
    /// Whether the language lets a text of this version redeclare a built-in variable.
    fn may_redeclare(&self, name: &str) -> bool {
        let environment = &self.program.environment;
        let number = environment.version.number;
        let is_embedded = environment.is_embedded();
        let is_fragment = self.program.stage() == Stage::Fragment;
        let blocks = super::require::IO_BLOCKS;
        let desktop = !is_embedded && (number >= 130 || name == "gl_TexCoord");
        let embedded = is_embedded
            && (number >= 320
                || environment.has_any(&blocks)
                || name == "gl_FragDepth" && environment.has("GL_EXT_conservative_depth"));
        if !desktop && !embedded {
            return false;
        }
        match name {
            "gl_FragDepth" => embedded || number >= 420 || environment.has("GL_ARB_conservative_depth"),
            "gl_FragCoord" => {
                embedded || number >= 140 || environment.has("GL_ARB_fragment_coord_conventions")
            }
            "gl_FragStencilRefARB" => desktop && number >= 140 && is_fragment,
            "gl_Color" => is_fragment,
            "gl_Layer" | "gl_EnableOpacityMicromapEXT" | "gl_LastFragData" => true,
            "gl_Position" | "gl_PointSize" | "gl_ClipVertex" | "gl_FogFragCoord" => {
                !is_embedded && number <= 140 && environment.has("GL_ARB_separate_shader_objects")
            }
            _ => COLORS.contains(&name) || SIZED.contains(&name),
        }
    }

    /// Redeclares a built-in variable. `false` where the name is none that may be.
    pub(crate) fn redeclare_variable(
        &mut self,
        specifiers: &Specifiers,
        name: &Word,
        ty: Type,
        at: At,
    ) -> bool {
        let is_pixel_local = &**name == "gl_LastFragData";
        if !name.starts_with("gl_") || self.scopes.depth() > 0 || !self.may_redeclare(name) {
            return false;
        }
        let Some(entity) = self.find_built_in(name) else {
            return false;
        };
        let (id, member) = match entity {
            Entity::Global(id) => (id, None),
            Entity::Member(id, member) => (id, Some(member)),
            _ => return false,
        };
        self.check_micromap_constant(specifiers, name, at);
        let is_first = self.declared.redeclared.insert((id, member));
        let is_known = self.declared.known.redeclared.contains(&(id, member));
        if self.fits_redeclaration(id, member, ty, name, at) && !is_pixel_local {
            self.check_redeclaration(specifiers, id, is_first, name, at);
        }
        let first = (!is_first || is_known).then(|| self.program.global(id).at);
        self.apply_built_in_words(specifiers, name, first, at);
        let global = &mut self.program.globals[id.0 as usize];
        let stated = &specifiers.qualifiers;
        if member.is_none() {
            global.at = at;
            global.qualifiers.flags |= stated.flags;
            if stated.interpolation.is_some() {
                global.qualifiers.interpolation = stated.interpolation;
            }
            if let Some(layout) = &stated.layout {
                let into = global.qualifiers.layout_mut();
                into.other.extend(layout.other.iter().copied());
                into.secondary_view_offset = layout.secondary_view_offset.or(into.secondary_view_offset);
            }
        }
        if let Some(symbol) = self.scopes.find(name).map(|(_, symbol)| symbol) {
            let from = self.from(at);
            self.uses.push(from, symbol, glassbox_syntax::uses::UseKind::Declare);
        }
        self.size_io_arrays(at);
        true
    }

    /// Compares the type, and takes the size of an array over.
    fn fits_redeclaration(
        &mut self,
        id: GlobalId,
        member: Option<u32>,
        ty: Type,
        name: &str,
        at: At,
    ) -> bool {
        let types = &self.program.types;
        let global = self.program.global(id);
        let old = match member {
            None => global.ty,
            Some(member) => types
                .as_structure(types.innermost(global.ty))
                .and_then(|structure| structure.members.get(member as usize))
                .map_or(Type::Error, |member| member.ty),
        };
        if old == Type::Error || ty == Type::Error {
            return false;
        }
        let (old_array, new_array) = (types.as_array(old), types.as_array(ty));
        let fits = match (old_array, new_array) {
            (Some(old), Some(new)) => types.is_same(old.element, new.element),
            (None, None) => types.is_same(old, ty),
            _ => false,
        };
        if !fits {
            let message =
                format!("found `{name}` as `{}`, expected `{}`", self.type_name(ty), self.type_name(old));
            let finding = self.finding(&TYPE, at, message);
            self.add(finding.help("declare it with the type that it has"));
            return false;
        }
        if let (Some(old_array), Some(new_array), Type::Array(array)) = (old_array, new_array, old) {
            self.size_redeclared(array, old_array.length, new_array.length, name, at);
        }
        true
    }

    fn size_redeclared(
        &mut self,
        array: crate::types::ArrayId,
        old: Length,
        new: Length,
        name: &str,
        at: At,
    ) {
        let most = match name {
            "gl_ClipDistance" | "gl_CullDistance" => 8,
            "gl_TexCoord" => 32,
            _ => u32::MAX,
        };
        match (old, new) {
            (_, Length::Unsized) => {}
            (_, Length::Fixed(length)) if length > most => {
                let message = format!("found {length} elements of `{name}`, expected {most} or fewer");
                let finding = self.finding(&crate::rules::DECLARATION, at, message);
                self.add(finding.help("state a smaller size"));
            }
            (Length::Unsized, new) => {
                let used = self.program.types.indexed.get(&array).copied().unwrap_or(0);
                if let Length::Fixed(length) = new
                    && length < used
                {
                    let message = format!(
                        "found {length} elements of `{name}`, expected {used}: index {} is used",
                        used - 1
                    );
                    let finding = self.finding(&REDECLARED, at, message);
                    self.add(finding.help("state a larger size"));
                }
                self.program.types.set_length(array, new);
            }
            (old, new) if old != new && !name.starts_with("gl_Primitive") => {
                let message = format!("found another size of `{name}` than before, expected the same");
                let finding = self.finding(&REDECLARED, at, message);
                self.add(finding.help("state the size once"));
            }
            _ => {}
        }
    }

    /// What a redeclaration may not change.
    fn check_redeclaration(
        &mut self,
        specifiers: &Specifiers,
        id: GlobalId,
        is_first: bool,
        name: &str,
        at: At,
    ) {
        let storage = Self::storage_with_words(specifiers);
        let expected = self.program.global(id).storage;
        let changes_storage = storage != expected;
        let is_qualified = specifiers.is_memory() || specifiers.is_auxiliary();
        let has_layout = specifiers.qualifiers.layout().location.is_some()
            || specifiers.qualifiers.layout().binding.is_some();
        let interpolation = specifiers.qualifiers.interpolation;
        let is_interpolated =
            matches!(interpolation, Some(Interpolation::Flat | Interpolation::NoPerspective));
        let is_color = COLORS.contains(&name);
        let problem = match name {
            "gl_SampleMask" => {
                let overrides = specifiers.words.built_in.iter();
                let mut overrides = overrides.filter(|(word, _)| *word == BuiltInWord::OverrideCoverage);
                (overrides.next().is_none() && changes_storage).then_some("its storage")
            }
            "gl_Layer" => {
                let layout = specifiers.qualifiers.layout();
                let is_relative = layout.other.contains(&"viewport_relative");
                (!is_relative && layout.secondary_view_offset.is_none())
                    .then_some("nothing, expected a layout")
            }
            "gl_EnableOpacityMicromapEXT" => None,
            _ if changes_storage => Some("its storage"),
            _ if is_qualified => Some("its qualifiers"),
            _ if has_layout => Some("its layout"),
            _ if is_interpolated && !is_color => Some("its interpolation"),
            _ => None,
        };
        if let Some(problem) = problem {
            let message = format!("found `{}` declared anew with a change of {problem}", shown(name));
            let finding = self.finding(&QUALIFIER_USE, at, message);
            self.add(finding.help("declare it as the language does, with what may change alone"));
        }
        let is_used_first =
            matches!(name, "gl_FragCoord") || name == "gl_FragDepth" && !specifiers.words.built_in.is_empty();
        if is_first
            && is_used_first
            && let Some(met) = self.first_access(id, None)
        {
            let message = format!("found `{name}` declared anew behind its first use");
            let finding = self.finding_with(&REDECLARED, at, message, (met, "it is used here"));
            self.add(finding.help("move the declaration before all uses"));
        }
    }

    /// Words of `layout(…)` that belong to built-in variables.
    fn apply_built_in_words(&mut self, specifiers: &Specifiers, name: &str, first: Option<At>, at: At) {
        let words = &specifiers.words.built_in;
        let is_upper = words.iter().any(|(word, _)| *word == BuiltInWord::OriginUpperLeft);
        let is_integer = words.iter().any(|(word, _)| *word == BuiltInWord::PixelCenterInteger);
        if name == "gl_FragCoord" {
            let modes = &mut self.program.modes;
            let differs =
                modes.is_origin_upper_left != is_upper || modes.is_pixel_center_integer != is_integer;
            modes.is_origin_upper_left |= is_upper;
            modes.is_pixel_center_integer |= is_integer;
            if let Some(first) = first.filter(|_| differs) {
                let message = "found `gl_FragCoord` with another layout than before, expected the same";
                let finding =
                    self.finding_with(&REDECLARED, at, message, (first, "it is declared anew here"));
                self.add(finding.help("state the layout once"));
            }
        }
        for (word, word_at) in words.clone() {
            match word {
                BuiltInWord::Depth(mode) if name == "gl_FragDepth" => self.set_depth(mode, word_at),
                BuiltInWord::Stencil(mode) if name == "gl_FragStencilRefARB" => self.add_mode(mode),
                _ => {}
            }
        }
        self.check_built_in_words(specifiers, name);
    }

    /// Reports words of `layout(…)` about other built-in variables.
    pub(crate) fn check_built_in_words(&mut self, specifiers: &Specifiers, name: &str) {
        for (word, at) in specifiers.words.built_in.clone() {
            let owner = match word {
                BuiltInWord::OriginUpperLeft | BuiltInWord::PixelCenterInteger => "gl_FragCoord",
                BuiltInWord::Depth(_) => "gl_FragDepth",
                BuiltInWord::Stencil(_) => "gl_FragStencilRefARB",
                BuiltInWord::OverrideCoverage => "gl_SampleMask",
            };
            if owner != name {
                let message = format!("found a layout of `{owner}` on `{}`", shown(name));
                self.report_layout(at, message, "put it on that variable");
            }
        }
    }

    /// States how the shader changes the depth; another way than before is reported.
    fn set_depth(&mut self, mode: u32, at: At) {
        match self.declared.depth {
            Some((known, first)) if known != mode => {
                let message = "found another depth layout than before, expected the same";
                let finding = self.finding_with(&LAYOUT, at, message, (first, "it is stated here"));
                self.add(finding.help("state the depth layout once"));
            }
            _ => {
                self.declared.depth = Some((mode, at));
                if mode != 0 {
                    self.add_mode(mode);
                }
            }
        }
    }

    /// Adds a SPIR-V execution mode of the stage.
    pub(crate) fn add_mode(&mut self, mode: u32) {
        if !self.program.modes.others.contains(&mode) {
            self.program.modes.others.push(mode);
        }
    }
}
