//! Names that other versions have for what Vulkan names otherwise, or not at all.

use std::rc::Rc;

use glassbox_syntax::map::Provenance;

use super::Emitter;
use crate::plan::direction;
use crate::rules::{FRAGMENT_DATA, INSTANCE, LEGACY};
use crate::stage::Stage;
use crate::syntax::ItemKind;

/// Built-in variables that naga holds to be unsigned, where the language has whole numbers with a sign.
const UNSIGNED: [&str; 7] = [
    "gl_VertexIndex",
    "gl_InstanceIndex",
    "gl_BaseVertex",
    "gl_BaseInstance",
    "gl_DrawID",
    "gl_PrimitiveID",
    "gl_SampleID",
];

/// Whether a name belongs to the fixed pipeline.
fn is_legacy(name: &str) -> bool {
    const EXACT: [&str; 22] = [
        "gl_Vertex",
        "gl_Normal",
        "gl_Color",
        "gl_SecondaryColor",
        "gl_FogCoord",
        "gl_FrontColor",
        "gl_BackColor",
        "gl_FrontSecondaryColor",
        "gl_BackSecondaryColor",
        "gl_TexCoord",
        "gl_FogFragCoord",
        "gl_ClipVertex",
        "gl_NormalMatrix",
        "gl_NormalScale",
        "gl_Fog",
        "gl_Point",
        "gl_FrontMaterial",
        "gl_BackMaterial",
        "gl_LightSource",
        "gl_LightModel",
        "gl_TextureEnvColor",
        "gl_ClipPlane",
    ];
    const BEGINNINGS: [&str; 8] = [
        "gl_MultiTexCoord",
        "gl_ModelView",
        "gl_ProjectionMatrix",
        "gl_TextureMatrix",
        "gl_FrontLight",
        "gl_BackLight",
        "gl_EyePlane",
        "gl_ObjectPlane",
    ];
    EXACT.contains(&name) || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

/// What a built-in function of older versions is called now, with what stands before and behind the call.
pub(super) fn texture_function(name: &str) -> Option<(String, &'static str)> {
    const SHAPES: [&str; 7] = ["2DRect", "1DArray", "2DArray", "1D", "2D", "3D", "Cube"];
    let (rest, is_shadow) = match (name.strip_prefix("texture"), name.strip_prefix("shadow")) {
        (Some(rest), _) => (rest, false),
        (None, Some(rest)) => (rest, true),
        (None, None) => return None,
    };
    let rest = SHAPES.iter().find_map(|shape| rest.strip_prefix(shape))?;
    let rest = rest.trim_end_matches("EXT").trim_end_matches("ARB");
    if !matches!(rest, "" | "Proj" | "Lod" | "ProjLod" | "Grad" | "ProjGrad" | "Offset") {
        return None;
    }
    // The old functions that compare give four numbers.
    Some(if is_shadow { (format!("vec4(texture{rest}"), ")") } else { (format!("texture{rest}"), "") })
}

impl Emitter<'_> {
    /// Writes a built-in name that is not written as it is, and says where it ends; `None` for all others.
    pub(super) fn builtin(&mut self, at: usize) -> Option<usize> {
        let token = self.stage.unit.tokens.get(at)?;
        let name = &*token.text;
        if is_legacy(name) || (name == "ftransform" && !self.stage.functions.contains(name)) {
            let message = format!("found `{name}`, expected a name of one's own: the fixed pipeline is gone");
            let finding = self.reports.of(&LEGACY, token.from, message);
            self.reports.add(finding.help("declare a uniform, an input or an output and use that"));
            return Some(at + 1);
        }
        match name {
            "gl_VertexID" => self.writer.token_as(token, "int(gl_VertexIndex)"),
            "gl_InstanceID" => {
                if self.said.insert("instance") {
                    let message = "found `gl_InstanceID`, which becomes `gl_InstanceIndex`";
                    let finding = self.reports.of(&INSTANCE, token.from, message);
                    self.reports.add(finding.help("draw with base instance 0"));
                }
                self.writer.token_as(token, "int(gl_InstanceIndex)");
            }
            "gl_FragDepthEXT" => self.writer.token_as(token, "gl_FragDepth"),
            "gl_FragColor" if self.stage.stage == Stage::Fragment => {
                let name = self.fragment.get(&0).cloned()?;
                self.writer.token_as(token, &name);
            }
            "gl_FragData" if self.stage.stage == Stage::Fragment => return self.fragment_data(at),
            _ if UNSIGNED.contains(&name) && self.stage.is_for_naga() => {
                let converted = format!("int({name})");
                self.writer.token_as(token, &converted);
            }
            _ => return None,
        }
        Some(at + 1)
    }

    /// The number of the element of `gl_FragData` that is named there, and where it ends.
    fn element(&self, at: usize) -> Option<(u32, usize)> {
        let open = at + 1;
        if !self.stage.is(open, "[") {
            return None;
        }
        let close = self.stage.pairs.partner(open);
        let number = self.stage.number(open + 1..close)?;
        Some((u32::try_from(number).ok().filter(|number| *number < 64)?, close + 1))
    }

    fn fragment_data(&mut self, at: usize) -> Option<usize> {
        let token = self.stage.unit.tokens.get(at)?;
        let element = self.element(at);
        let found = element.and_then(|(number, end)| Some((self.fragment.get(&number).cloned()?, end)));
        let Some((name, end)) = found else {
            let finding = self.reports.of(
                &FRAGMENT_DATA,
                token.from,
                "found `gl_FragData` without a whole number as its index, expected one below 64",
            );
            self.reports.add(finding.help("write `gl_FragData[0]` and so on"));
            return Some(at + 1);
        };
        self.writer.token_as(token, &name);
        Some(end)
    }

    /// Notes which of the old outputs a fragment shader has.
    pub(super) fn collect_fragment_outputs(&mut self) {
        let words = &self.stage.words;
        if self.stage.stage != Stage::Fragment {
            return;
        }
        let (color, data) = (words.contains_key("gl_FragColor"), words.contains_key("gl_FragData"));
        if !color && !data {
            return;
        }
        let tokens = self.stage.unit.tokens.iter().enumerate();
        let uses: Vec<(usize, bool)> = tokens
            .filter_map(|(at, token)| match token.word()? {
                "gl_FragColor" => Some((at, true)),
                "gl_FragData" => Some((at, false)),
                _ => None,
            })
            .collect();
        let own = self.stage.items.iter().any(|item| match &item.kind {
            ItemKind::Variables { qualifiers, declarators, .. } => {
                direction(self.stage, qualifiers) == Some(false)
                    && declarators
                        .iter()
                        .any(|declarator| !self.stage.word(declarator.name).starts_with("gl_"))
            }
            _ => false,
        });
        if (own || (color && data))
            && let Some((at, _)) = uses.first()
        {
            let message = format!(
                "found `{}` beside other outputs, expected outputs of one kind",
                self.stage.word(*at)
            );
            let finding = self.reports.of(&FRAGMENT_DATA, self.from(*at), message);
            self.reports.add(finding.help("declare every output with `layout(location = N) out`"));
        }
        for (at, is_color) in uses {
            let (number, name) = if is_color {
                (0, "FragColor".to_owned())
            } else {
                match self.element(at) {
                    Some((number, _)) => (number, format!("FragData{number}")),
                    None => continue,
                }
            };
            if !self.fragment.contains_key(&number) {
                let name = self.unused(&name);
                self.fragment.insert(number, name);
            }
        }
    }

    /// A name that no word of the stage is: the wanted one, or the same with underscores.
    pub(super) fn unused(&self, wanted: &str) -> Rc<str> {
        let mut name = wanted.to_owned();
        while self.stage.words.contains_key(&*name) {
            name.push('_');
        }
        Rc::from(name)
    }

    /// Declares the outputs that stand for the old ones.
    pub(super) fn write_fragment_outputs(&mut self, from: Provenance) {
        for (number, name) in &self.fragment {
            let line = format!("layout(location = {number}) out vec4 {name};");
            self.writer.whole_line(&line, from);
        }
    }
}

/// Names of the built-in functions of the language that compilers behind have under some types.
const FUNCTIONS: &str = "abs acos acosh all any asin asinh atan atanh bitCount bitfieldExtract bitfieldInsert bitfieldReverse ceil \
    clamp cos cosh cross dFdx dFdxCoarse dFdxFine dFdy dFdyCoarse dFdyFine degrees determinant distance dot equal exp exp2 \
    faceforward findLSB findMSB floatBitsToInt floatBitsToUint floor fma fract frexp fwidth fwidthCoarse fwidthFine greaterThan \
    greaterThanEqual imageLoad imageSize imageStore imulExtended intBitsToFloat inverse inversesqrt isinf isnan ldexp length \
    lessThan lessThanEqual log log2 matrixCompMult max min mix mod modf normalize not notEqual outerProduct packHalf2x16 \
    packSnorm2x16 packSnorm4x8 packUnorm2x16 packUnorm4x8 pow radians reflect refract round roundEven sign sin sinh smoothstep \
    sqrt step tan tanh texelFetch texelFetchOffset texture textureGather textureGatherOffset textureGrad textureGradOffset \
    textureLod textureLodOffset textureOffset textureProj textureProjGrad textureProjGradOffset textureProjLod \
    textureProjLodOffset textureProjOffset textureQueryLevels textureSize transpose trunc uaddCarry uintBitsToFloat \
    umulExtended unpackHalf2x16 unpackSnorm2x16 unpackSnorm4x8 unpackUnorm2x16 unpackUnorm4x8 usubBorrow";

/// Whether a name is that of a built-in function which compilers behind have.
#[must_use]
pub fn is_builtin_function(name: &str) -> bool {
    FUNCTIONS.split_ascii_whitespace().any(|known| known == name)
}
