//! Programs in the manner of Shadertoy: a function `mainImage`, and neither `main` nor declarations of what the site gives.
//!
//! Such a text is read as a fragment stage between tokens that are added to it: before it uniforms for those of the names in
//! `UNIFORMS` that it uses and does not declare, behind it a function `main` that calls `mainImage` and writes the color to
//! location 0, opaque as the site shows it. An added token comes from the name that it is added for, so findings about it point into
//! the text. Without a line `#version` the text is GLSL ES 3.00, as on the site.
//!
//! Source: what programs on shadertoy.com are given, as its page of inputs lists it.

use foldhash::HashMap;
use glassbox_syntax::map::Provenance;
use glassbox_syntax::token::{Kind, Token, Words};

use crate::lex::lex;
use crate::vocabulary;

/// How a program in the manner of Shadertoy is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shadertoy {
    /// How the target counts the rows of `gl_FragCoord`.
    pub rows: Rows,
    /// Whether a program that samples a channel has `iChannelResolution`, used or not: targets need it that have no sizes of
    /// textures.
    pub has_sizes: bool,
}

/// Where the first row of a picture is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rows {
    /// Above, as in Vulkan, Direct3D, Metal, WebGPU and Skia. `mainImage` gets rows counted from below, with the help of
    /// `iResolution`, as does what uses `gl_FragCoord`, and `dFdy` has the other sign.
    #[default]
    FromAbove,
    /// Below, as in OpenGL and OpenGL ES.
    FromBelow,
}

/// Name of the function that makes a pixel.
const ENTRY: &str = "mainImage";

/// What the site declares.
const UNIFORMS: [(&str, &str); 15] = [
    ("iResolution", "uniform vec3 iResolution;"),
    ("iTime", "uniform float iTime;"),
    ("iTimeDelta", "uniform float iTimeDelta;"),
    ("iFrameRate", "uniform float iFrameRate;"),
    ("iFrame", "uniform int iFrame;"),
    ("iMouse", "uniform vec4 iMouse;"),
    ("iDate", "uniform vec4 iDate;"),
    ("iSampleRate", "uniform float iSampleRate;"),
    ("iChannelTime", "uniform float iChannelTime[4];"),
    (SIZES, "uniform vec3 iChannelResolution[4];"),
    ("iChannel0", "uniform sampler2D iChannel0;"),
    ("iChannel1", "uniform sampler2D iChannel1;"),
    ("iChannel2", "uniform sampler2D iChannel2;"),
    ("iChannel3", "uniform sampler2D iChannel3;"),
    // The name of `iTime` in the first years of the site.
    ("iGlobalTime", "uniform float iGlobalTime;"),
];

/// Name of the sizes of channels.
const SIZES: &str = "iChannelResolution";

/// What is another value where rows are counted from above. The site draws in the plane, at a depth of one half.
const MACROS: [(&str, Option<&str>, &str); 2] = [
    ("dFdy", Some("value"), "(-dFdy(value))"),
    ("gl_FragCoord", None, "vec4(gl_FragCoord.x, iResolution.y - gl_FragCoord.y, 0.5, 1.0)"),
];

/// Names of functions in the first years of the site.
const OLD_NAMES: [(&str, Option<&str>, &str); 3] = [
    ("texture2D", None, "texture"),
    ("textureCube", None, "texture"),
    ("texture2DLodEXT", None, "textureLod"),
];

/// Precisions, which GLSL ES leaves open.
const PRECISIONS: &str = "precision highp float; precision highp int; precision highp sampler2D; \
                          precision highp samplerCube; precision highp sampler3D;";

/// True if a text is in the manner of Shadertoy: it defines `void mainImage(…)` and no `main`.
///
/// ```
/// use glassbox_glsl::shadertoy::is_shadertoy;
///
/// assert!(is_shadertoy("void mainImage(out vec4 c, in vec2 p) { c = vec4(p / iResolution.xy, 0.0, 1.0); }"));
/// assert!(!is_shadertoy("void mainImage(out vec4 c, in vec2 p) {} void main() {}"));
/// assert!(!is_shadertoy("// void mainImage(out vec4 c, in vec2 p)"));
/// ```
#[must_use]
pub fn is_shadertoy(text: &str) -> bool {
    if !text.contains(ENTRY) {
        return false;
    }
    let mut words = vocabulary::words::words();
    let tokens = lex(text, 0, &mut words).tokens;
    entry(&tokens).is_some() && !functions(&tokens).any(|name| name.is("main"))
}

/// Names of functions without a result that a text defines or declares.
fn functions(tokens: &[Token]) -> impl Iterator<Item = &Token> {
    let found = tokens
        .windows(3)
        .filter(|three| three[0].is("void") && three[1].kind == Kind::Word && three[2].is("("));
    found.map(|three| &three[1])
}

/// The name of the function where a text first has it.
fn entry(tokens: &[Token]) -> Option<&Token> {
    functions(tokens).find(|name| name.is(ENTRY))
}

/// Tokens around a text.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    pub(crate) before: Vec<Token>,
    pub(crate) after: Vec<Token>,
    /// Macros that the text uses: name, parameter if it has one, what it stands for, and where it is used first.
    pub(crate) macros: Vec<(&'static str, Option<&'static str>, &'static str, Provenance)>,
}

/// What stands around the tokens of a text; nothing if it has no function `mainImage`.
pub(crate) fn frame(tokens: &[Token], shadertoy: Shadertoy, words: &mut Words) -> Option<Frame> {
    let entry = entry(tokens)?.from;
    let mut uses: HashMap<&str, Provenance> = HashMap::default();
    for token in tokens.iter().filter(|token| token.kind == Kind::Word) {
        uses.entry(&token.text).or_insert(token.from);
    }
    let is_down = shadertoy.rows == Rows::FromAbove;
    let channel = |uses: &HashMap<&str, Provenance>| {
        let mut channels = ["iChannel0", "iChannel1", "iChannel2", "iChannel3"].into_iter();
        channels.find_map(|name| uses.get(name).copied())
    };
    if is_down {
        uses.entry("iResolution").or_insert(entry);
    }
    if let Some(channel) = channel(&uses).filter(|_| shadertoy.has_sizes) {
        uses.entry(SIZES).or_insert(channel);
    }
    // What an included text uses is not known yet.
    let includes = tokens.windows(2).any(|two| two[0].is("#") && two[1].is("include"));
    let mut frame = Frame { before: added(PRECISIONS, entry, words), ..Frame::default() };
    for (name, declaration) in UNIFORMS {
        let place = uses.get(name).copied().or(includes.then_some(entry));
        if let Some(place) = place.filter(|_| !is_declared(tokens, name)) {
            frame.before.extend(added(declaration, place, words));
        }
    }
    let mut color = "pixel".to_owned();
    while uses.contains_key(color.as_str()) {
        color.push('0');
    }
    let place =
        if is_down { "vec2(gl_FragCoord.x, iResolution.y - gl_FragCoord.y)" } else { "gl_FragCoord.xy" };
    let main = format!(
        "layout(location = 0) out vec4 {color}; \
         void main() {{ vec4 color = vec4(0.0, 0.0, 0.0, 1.0); {ENTRY}(color, {place}); {color} = vec4(color.rgb, 1.0); }}"
    );
    frame.after = added(&main, entry, words);
    let opposite = MACROS.iter().filter(|_| is_down);
    frame.macros = opposite
        .chain(&OLD_NAMES)
        .filter_map(|(name, parameter, body)| Some((*name, *parameter, *body, *uses.get(name)?)))
        .collect();
    Some(frame)
}

/// Whether a text declares a uniform of a name.
fn is_declared(tokens: &[Token], name: &str) -> bool {
    tokens.split(|token| token.is(";") || token.is("{") || token.is("}")).any(|declaration| {
        let start = declaration.iter().position(|token| token.is("uniform"));
        start.is_some_and(|start| declaration[start..].iter().any(|token| token.is(name)))
    })
}

/// Tokens that are added for what stands at a place.
fn added(text: &str, place: Provenance, words: &mut Words) -> Vec<Token> {
    let mut tokens = lex(text, 0, words).tokens;
    for token in &mut tokens {
        token.from = place;
        token.is_first = false;
    }
    tokens
}
