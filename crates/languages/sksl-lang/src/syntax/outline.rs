//! Outline of a source without compiling it: declarations and probable kind of program.

use std::ops::Range;

use glassbox_sksl::raw::{Operator, ProgramKind};

use super::lex::Lexer;
use super::token::{Keyword, Token, TokenKind};

/// Top-level declaration or directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Declared name, the first of several; empty if it declares none.
    pub name: String,
    /// Byte range, from the first token to the last.
    pub range: Range<usize>,
}

/// Outline of a source.
#[derive(Clone, Default, Debug)]
pub struct Outline {
    /// Declarations in source order.
    pub declarations: Vec<Declaration>,
    /// Kind of program, inferred from the parameters of `main` and the builtin variables.
    pub kind: Option<ProgramKind>,
    /// Set for a module: it uses names reserved for builtin code.
    pub is_module: bool,
    /// Set if the text may be SkSL: it uses no name that only GLSL has, and contains declarations.
    pub is_likely: bool,
}

/// Scans a text by token. Nothing is checked, and no text causes an error.
pub fn outline(text: &str) -> Outline {
    let mut reader = Reader::new(text);
    reader.run();
    reader.finish()
}

struct Reader<'s> {
    text: &'s str,
    lexer: Lexer<'s>,
    out: Outline,
    main: Option<Vec<Parameter<'s>>>,
    main_is_void: bool,
    is_vertex: bool,
    has_names_of_sksl: bool,
    has_names_of_glsl: bool,
}

/// Parameter of `main`.
#[derive(Default)]
struct Parameter<'s> {
    ty: &'s str,
    is_out: bool,
}

impl<'s> Reader<'s> {
    fn new(text: &'s str) -> Reader<'s> {
        Reader {
            text,
            lexer: Lexer::new(text),
            out: Outline::default(),
            main: None,
            main_is_void: false,
            is_vertex: false,
            has_names_of_sksl: false,
            has_names_of_glsl: false,
        }
    }

    fn next(&mut self) -> Token {
        let token = self.lexer.next();
        if token.kind == TokenKind::Identifier || token.kind == TokenKind::Reserved {
            let name = token.span.of(self.text);
            self.out.is_module |= name.starts_with('$');
            self.is_vertex |= matches!(name, "sk_Position" | "sk_VertexID" | "sk_InstanceID");
            self.has_names_of_glsl |= name.starts_with("gl_");
            self.has_names_of_sksl |= name.starts_with("sk_") || is_type_of_sksl(name);
        }
        token
    }

    fn run(&mut self) {
        loop {
            let token = self.next();
            match token.kind {
                TokenKind::End => return,
                TokenKind::Directive => self.directive(token),
                _ => self.declaration(token),
            }
        }
    }

    /// Consumes a directive to the end of its line.
    fn directive(&mut self, first: Token) {
        let start = first.span.start as usize;
        let rest = self.text.get(start..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        let number = line.trim_start_matches("#version").split_whitespace().next().unwrap_or_default();
        if line.starts_with("#version") && !matches!(number, "100" | "300") {
            self.has_names_of_glsl = true;
        }
        let end = start + line.trim_end().len();
        self.lexer.skip_to(end);
        self.push("", start..end);
    }

    fn declaration(&mut self, first: Token) {
        let start = first.span.start as usize;
        let (mut name, mut is_named, mut is_function) = ("", false, false);
        let mut is_void = false;
        let mut depth = 0_u32;
        let mut token = first;
        loop {
            match token.kind {
                TokenKind::End => return self.push(name, start..self.text.trim_end().len()),
                TokenKind::Keyword(Keyword::Layout) if depth == 0 => {
                    // These parentheses do not belong to a function.
                    token = self.next();
                    if token.kind == TokenKind::OpenParenthesis {
                        self.past_parenthesis();
                        token = self.next();
                    }
                    continue;
                }
                TokenKind::Identifier if depth == 0 && !is_named => {
                    is_void |= name == "void";
                    name = token.span.of(self.text);
                }
                TokenKind::OpenParenthesis if depth == 0 && !is_named => {
                    (is_named, is_function) = (true, true);
                    if name == "main" {
                        self.main_is_void = is_void || first.span.of(self.text) == "void";
                        self.parameters();
                        token = self.next();
                        continue;
                    }
                    depth += 1;
                }
                TokenKind::OpenParenthesis | TokenKind::OpenBracket => depth += 1,
                TokenKind::OpenBrace => {
                    is_named = true;
                    depth += 1;
                }
                TokenKind::CloseParenthesis | TokenKind::CloseBracket => depth = depth.saturating_sub(1),
                TokenKind::CloseBrace => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 && is_function {
                        return self.push(name, start..token.span.end as usize);
                    }
                }
                TokenKind::Operator(Operator::ASSIGN | Operator::COMMA) if depth == 0 => is_named = true,
                TokenKind::Semicolon if depth == 0 => {
                    return self.push(name, start..token.span.end as usize);
                }
                _ => {}
            }
            token = self.next();
        }
    }

    fn past_parenthesis(&mut self) {
        let mut depth = 1;
        while depth > 0 {
            match self.next().kind {
                TokenKind::End => return,
                TokenKind::OpenParenthesis => depth += 1,
                TokenKind::CloseParenthesis => depth -= 1,
                _ => {}
            }
        }
    }

    /// Consumes the parameters of `main` with the closing parenthesis.
    fn parameters(&mut self) {
        let mut parameters = Vec::new();
        let mut current: Option<Parameter<'s>> = None;
        loop {
            let token = self.next();
            match token.kind {
                TokenKind::End | TokenKind::CloseParenthesis => break,
                TokenKind::Operator(Operator::COMMA) => parameters.extend(current.take()),
                TokenKind::Keyword(Keyword::Out | Keyword::InOut) => {
                    current.get_or_insert_default().is_out = true;
                }
                TokenKind::Identifier => {
                    let parameter = current.get_or_insert_default();
                    if parameter.ty.is_empty() {
                        parameter.ty = token.span.of(self.text);
                    }
                }
                _ => {}
            }
        }
        parameters.extend(current);
        self.main = Some(parameters);
    }

    fn push(&mut self, name: &str, range: Range<usize>) {
        self.out.declarations.push(Declaration { name: name.to_owned(), range });
    }

    fn finish(mut self) -> Outline {
        let is_color = |parameter: &Parameter<'_>| matches!(parameter.ty, "half4" | "float4" | "vec4");
        self.out.kind = self.main.as_deref().map(|parameters| match parameters {
            [] if self.main_is_void && self.is_vertex => ProgramKind::VERTEX,
            [] if self.main_is_void => ProgramKind::FRAGMENT,
            [only] if is_color(only) => ProgramKind::COLOR_FILTER,
            [first, second] if is_color(first) && is_color(second) => ProgramKind::BLENDER,
            [first, .., last] if is_struct(first.ty) && last.is_out && is_struct(last.ty) => {
                ProgramKind::MESH_VERTEX
            }
            [first, ..] if is_struct(first.ty) => ProgramKind::MESH_FRAGMENT,
            _ => ProgramKind::SHADER,
        });
        let is_glsl = self.has_names_of_glsl && !self.has_names_of_sksl;
        self.out.is_likely = !is_glsl && (self.has_names_of_sksl || self.main.is_some());
        self.out
    }
}

/// Returns whether a name is that of a type that SkSL has and GLSL has not.
fn is_type_of_sksl(name: &str) -> bool {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'x');
    match bare {
        "half" | "short" | "ushort" => true,
        "float" | "int" | "uint" | "bool" => bare.len() < name.len(),
        _ => matches!(name, "shader" | "colorFilter" | "blender"),
    }
}

/// Returns whether a type name may be that of a struct of the program.
fn is_struct(ty: &str) -> bool {
    !is_type_of_sksl(ty) && glassbox_sksl::builtin::alias(ty).is_none() && ty != "float" && !ty.is_empty()
}

#[cfg(test)]
mod tests {
    use glassbox_sksl::raw::ProgramKind;

    use super::outline;

    #[test]
    fn declarations_have_their_names_and_places() {
        let text = "#version 300\n// a note\nuniform shader a, b;\nlayout(color) uniform half4 c;\n\
                    const float k[2] = float[2](1, 2);\nstruct S { float x; };\n\
                    half f(float x) { if (x > 0) { return 1; } return 0; }\nhalf4 main(float2 p) { return c; }\n";
        let found: Vec<(String, &str)> = outline(text)
            .declarations
            .into_iter()
            .map(|declaration| (declaration.name, &text[declaration.range]))
            .collect();
        let expected = [
            ("", "#version 300"),
            ("a", "uniform shader a, b;"),
            ("c", "layout(color) uniform half4 c;"),
            ("k", "const float k[2] = float[2](1, 2);"),
            ("S", "struct S { float x; };"),
            ("f", "half f(float x) { if (x > 0) { return 1; } return 0; }"),
            ("main", "half4 main(float2 p) { return c; }"),
        ];
        assert_eq!(found, expected.map(|(name, text)| (name.to_owned(), text)));
    }

    #[test]
    fn main_tells_the_kind() {
        for (text, kind) in [
            ("half4 main(float2 p) {", Some(ProgramKind::SHADER)),
            ("vec4 main(in vec2 p) {}", Some(ProgramKind::SHADER)),
            ("half4 main(float2 p, half4 c) {}", Some(ProgramKind::SHADER)),
            ("half4 main(half4 c) {}", Some(ProgramKind::COLOR_FILTER)),
            ("half4 main(half4 a, half4 b) {}", Some(ProgramKind::BLENDER)),
            ("void main() { sk_FragColor = half4(1); }", Some(ProgramKind::FRAGMENT)),
            ("inline void main() { sk_FragColor = half4(1); }", Some(ProgramKind::FRAGMENT)),
            ("void main() { sk_Position = float4(1); }", Some(ProgramKind::VERTEX)),
            ("float2 main(Attributes a, out Varyings v) {}", Some(ProgramKind::MESH_VERTEX)),
            ("float2 main(Varyings v) {}", Some(ProgramKind::MESH_FRAGMENT)),
            ("half f(float2 p) {}", None),
            ("", None),
            ("/* half4 main(float2 p)", None),
        ] {
            assert_eq!(outline(text).kind, kind, "{text}");
        }
    }

    #[test]
    fn other_languages_are_told_apart() {
        for (text, is_likely) in [
            ("void main() { gl_Position = vec4(1); }", false),
            ("#version 450\nvoid main() {}", false),
            ("#version 300 es\nvoid main() { gl_FragColor = vec4(1); }", false),
            ("void main() { sk_FragColor = half4(1); }", true),
            ("in half4 c; void main() {}", true),
            ("half4 main(float2 p) { return p.xyxy; }", true),
            ("int x = 1;", false),
            ("", false),
        ] {
            assert_eq!(outline(text).is_likely, is_likely, "{text}");
        }
        assert!(outline("$genType sin($genType x);").is_module);
        assert!(!outline("half4 main(float2 p) { return half4(1); }").is_module);
    }
}
