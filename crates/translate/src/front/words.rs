//! What naga says against GLSL, in words of the language.
//!
//! Its messages name its own parts (tokens, numbers of expressions); the place is right, so the words have to be, too.

use glassbox_core::suggest::similar;
use naga::front::glsl::{ErrorKind, ExpectedToken, TokenValue};

/// What is said of a mistake.
pub(super) struct Said {
    /// Found and expected.
    pub(super) message: String,
    /// How to fix it.
    pub(super) help: Option<String>,
}

fn said(message: impl Into<String>, help: impl Into<String>) -> Said {
    Said { message: message.into(), help: Some(help.into()) }
}

/// Built-in functions that naga does not have and that nothing takes the place of.
const MISSING: [(&str, &str); 8] = [
    ("textureQueryLod", "choose the level with `textureLod` and derivatives"),
    ("textureGatherOffsets", "call `textureGatherOffset` four times"),
    ("interpolateAt", "declare the input `centroid` or `sample`"),
    ("atomic", "use a compute pass of the target's own language"),
    ("imageAtomic", "use a compute pass of the target's own language"),
    ("memoryBarrier", "use `barrier()`"),
    ("groupMemoryBarrier", "use `barrier()`"),
    ("noise", "write a function of your own: it gives 0 in every version"),
];

/// What the front end says while it reads. `name` is the text that it points at, `words` are all words of the stage.
pub(super) fn of_text<'w>(
    kind: &ErrorKind,
    name: &str,
    words: impl Iterator<Item = &'w str> + Clone,
) -> Said {
    match kind {
        ErrorKind::EndOfFile => {
            said("found the end of the text, expected more of a declaration", "complete the last declaration")
        }
        ErrorKind::InvalidToken(found, expected) => token(found, expected),
        ErrorKind::UnknownVariable(name) if name.starts_with("gl_") => said(
            format!("found `{name}`, expected a built-in variable that every compiler behind has"),
            "do without it, or compute it in the program that draws",
        ),
        ErrorKind::UnknownVariable(name) => unknown(
            &format!("found `{name}`, expected a name that is declared before it is used"),
            name,
            words,
        ),
        ErrorKind::UnknownType(name) => unknown(&format!("found `{name}`, expected a type"), name, words),
        ErrorKind::UnknownField(name) => said(
            format!("found the member `{name}`, expected one that the structure has"),
            "compare it with the declaration of the structure",
        ),
        ErrorKind::UnknownLayoutQualifier(name) => said(
            format!("found `{name}` in `layout`, expected a layout that every target has"),
            "leave it out",
        ),
        ErrorKind::UnsupportedMatrixWithTwoRowsInStd140 { columns } => said(
            format!(
                "found a matrix with two rows in a uniform block, expected three or four: std140 keeps its {columns} columns 16 bytes apart, \
                 which naga cannot say"
            ),
            format!(
                "declare `vec4 NAME[{columns}]`, which has the same places, and use the first two components of each"
            ),
        ),
        ErrorKind::VariableAlreadyDeclared(name) => said(
            format!("found `{name}` a second time, expected one declaration of a name in a block"),
            "rename one of the two",
        ),
        ErrorKind::SemanticError(text) => semantic(text, name, words),
        other => Said {
            message: format!(
                "found what the front end refuses: {}",
                super::glsl::sentence(&other.to_string())
            ),
            help: None,
        },
    }
}

fn unknown<'w>(message: &str, name: &str, words: impl Iterator<Item = &'w str>) -> Said {
    let others = words.filter(|word| *word != name);
    match similar(name, others) {
        Some(near) => said(message, format!("did you mean `{near}`?")),
        None => said(message, "declare it, or include the text that does"),
    }
}

fn token(found: &TokenValue, expected: &[ExpectedToken]) -> Said {
    let list: Vec<String> = expected.iter().map(spelled_expected).collect();
    let wanted = match list.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => "something else".to_owned(),
    };
    let is_end = expected.contains(&ExpectedToken::Token(TokenValue::Semicolon));
    let is_value = expected.contains(&ExpectedToken::IntLiteral);
    let found = spelled(found);
    match (is_end, is_value) {
        (true, _) => {
            said(format!("found {found}, expected {wanted} before it"), "end what stands before it with `;`")
        }
        (_, true) => said(
            format!("found {found}, expected a statement or a value"),
            "complete what stands before it, or remove it",
        ),
        _ => said(format!("found {found}, expected {wanted}"), "write what is expected before it"),
    }
}

fn spelled_expected(expected: &ExpectedToken) -> String {
    match expected {
        ExpectedToken::Token(token) => spelled(token),
        ExpectedToken::TypeName => "a type".to_owned(),
        ExpectedToken::Identifier => "a name".to_owned(),
        ExpectedToken::IntLiteral => "a whole number".to_owned(),
        ExpectedToken::FloatLiteral => "a number".to_owned(),
        ExpectedToken::BoolLiteral => "a truth value".to_owned(),
        ExpectedToken::Eof => "the end".to_owned(),
    }
}

fn spelled(token: &TokenValue) -> String {
    let letters = match token {
        TokenValue::Identifier(name) => name,
        TokenValue::Semicolon => ";",
        TokenValue::Comma => ",",
        TokenValue::Dot => ".",
        TokenValue::Colon => ":",
        TokenValue::Question => "?",
        TokenValue::Assign => "=",
        TokenValue::LeftBrace => "{",
        TokenValue::RightBrace => "}",
        TokenValue::LeftParen => "(",
        TokenValue::RightParen => ")",
        TokenValue::LeftBracket => "[",
        TokenValue::RightBracket => "]",
        TokenValue::LeftAngle => "<",
        TokenValue::RightAngle => ">",
        TokenValue::Plus => "+",
        TokenValue::Dash => "-",
        TokenValue::Star => "*",
        TokenValue::Slash => "/",
        TokenValue::Percent => "%",
        TokenValue::Else => "else",
        TokenValue::If => "if",
        TokenValue::For => "for",
        TokenValue::While => "while",
        TokenValue::Do => "do",
        TokenValue::Switch => "switch",
        TokenValue::Case => "case",
        TokenValue::Default => "default",
        TokenValue::Return => "return",
        TokenValue::Void => "void",
        TokenValue::Struct => "struct",
        TokenValue::Const => "const",
        TokenValue::Uniform => "uniform",
        TokenValue::TypeName(_) => return "a type".to_owned(),
        TokenValue::IntConstant(_) | TokenValue::FloatConstant(_) | TokenValue::BoolConstant(_) => {
            return "a value".to_owned();
        }
        _ => return "a word or sign that cannot stand here".to_owned(),
    };
    format!("`{letters}`")
}

/// The part of a text between two others.
fn between<'t>(text: &'t str, before: &str, behind: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(before)?;
    Some(rest.rsplit_once(behind)?.0)
}

fn semantic<'w>(text: &str, pointed: &str, words: impl Iterator<Item = &'w str> + Clone) -> Said {
    if let Some(name) = between(text, "Unknown function '", "'") {
        return function(name, words);
    }
    if let Some(name) = between(text, "Ambiguous best function for '", "'") {
        return said(
            format!(
                "found a call of `{name}` that fits several functions, expected arguments that fit one best"
            ),
            "convert the arguments, as in `float(1)`",
        );
    }
    if let Some(name) = between(text, "Invalid swizzle for vector \"", "\"") {
        return said(
            format!("found `.{name}`, expected letters of one of xyzw, rgba and stpq that the vector has"),
            "name only components that exist; the first is x, r or s",
        );
    }
    if let Some(name) = between(text, "Can't lookup field on this type \"", "\"") {
        return said(
            format!(
                "found `.{name}` behind a value that has no parts, expected a structure or a vector before it"
            ),
            "leave it out",
        );
    }
    let plain = |message: &str, help: &str| said(message.to_owned(), help.to_owned());
    match text {
        _ if text.starts_with("Bad swizzle size") => plain(
            "found more letters behind a point than a vector has parts, expected one to four",
            "name at most four components",
        ),
        _ if text.starts_with("swizzle cannot have duplicate") => plain(
            "found a component twice in what is assigned to, expected each once",
            "assign one component after the other",
        ),
        "Variable cannot be used in LHS position" => said(
            format!(
                "found an assignment to `{pointed}`, expected a variable: inputs and constants cannot be written"
            ),
            "copy it to a variable of the function and change that",
        ),
        _ if text.ends_with("cannot be in the left hand side") => plain(
            "found an assignment to a value, expected a variable, a member or an element of one",
            "assign to a variable of the function",
        ),
        "Missing entry point" => {
            plain("found no function `main`, expected one in each stage", "add `void main() { … }`")
        }
        "Function already defined" | "Prototype already defined" => plain(
            "found a second function of the same name and parameters, expected one",
            "remove or rename one of the two",
        ),
        "Expression is not const-expression" => plain(
            "found a value that is not known when the shader is compiled, expected a constant",
            "leave out `const`, or compute it from constants only",
        ),
        "Expression returns void" => plain(
            "found the call of a function that gives nothing, expected a value",
            "let the function return one, or call it in a statement of its own",
        ),
        "Bad type constructor" | "Constructor: Too many arguments" => plain(
            "found arguments that make no value of this type, expected as many components as it has",
            "count the components of the arguments",
        ),
        _ if text.starts_with("Constructor expects") => {
            let numbers: Vec<&str> =
                text.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
            let [wanted, given, ..] = numbers.as_slice() else {
                return plain(
                    "found too few components, expected as many as the type has",
                    "add the missing ones",
                );
            };
            said(
                format!("found {given} components, expected {wanted} or a single one"),
                "count the components of the arguments",
            )
        }
        _ if text.contains("OutOfBoundsIndex") => plain(
            "found an index behind the end, expected one that the vector, matrix or array has",
            "count from 0",
        ),
        _ if text.contains("IncompatibleOperands") && text.contains("Array") => plain(
            "found an operator between arrays, expected numbers, vectors or matrices",
            "compare the elements in a loop",
        ),
        _ if text.contains("IncompatibleOperands") || text.starts_with("Cannot apply op") => plain(
            "found an operator between values of types that do not fit, expected the same size on both sides",
            "convert one side, as in `vec4(v, 1.0)` or `v.xyz`",
        ),
        _ => Said {
            message: format!("found what the front end refuses: {}", super::glsl::sentence(text)),
            help: None,
        },
    }
}

fn function<'w>(name: &str, words: impl Iterator<Item = &'w str> + Clone) -> Said {
    if let Some((_, instead)) = MISSING.iter().find(|(missing, _)| name.starts_with(missing)) {
        return said(
            format!(
                "found `{name}`, which the compiler for this stage does not have, expected another function"
            ),
            *instead,
        );
    }
    // Its own call is one occurrence; a second one is a declaration or another call.
    let is_known = words.clone().filter(|word| *word == name).count() > 1;
    let builtin = glassbox_glsl::is_builtin_function(name);
    if is_known || builtin {
        return said(
            format!(
                "found a call of `{name}` with arguments that do not fit, expected the number and types of its parameters"
            ),
            "compare the call with the declaration, which has to stand before it",
        );
    }
    unknown(
        &format!("found a call of `{name}`, expected a function or a macro that is declared before"),
        name,
        words,
    )
}

/// What the validator says of a module, where its words are known.
pub(super) fn of_module(text: &str) -> Option<Said> {
    const KNOWN: [(&str, &str, &str); 12] = [
        (
            "doesn't match the type stored in",
            "found a value of another type than what it is assigned to, expected the same type on both sides",
            "convert it, as in `vec4(v, 1.0)`, `v.xyz` or `float(i)`",
        ),
        (
            "Initializer doesn't match the variable type",
            "found a first value of another type than its variable, expected the same type",
            "convert it, as in `int(1.5)`",
        ),
        (
            "condition",
            "found a condition that is no truth value, expected `bool`",
            "compare it, as in `x != 0.0`",
        ),
        (
            "`break` is used outside",
            "found `break` outside of a loop or `switch`, expected one around it",
            "remove it, or write `return`",
        ),
        (
            "`continue` is used outside",
            "found `continue` outside of a loop, expected one around it",
            "remove it, or write `return`",
        ),
        (
            "`return` expression None",
            "found the end of a function that has to give a value, expected `return` on every way to it",
            "add a `return` with a value as the last statement",
        ),
        (
            "`return` expression Some",
            "found `return` with a value of another type than the function gives, expected that type",
            "convert the value, or change what the function gives",
        ),
        (
            "valid destination for a store",
            "found an assignment to something that cannot be written, such as a uniform, expected a variable or an output",
            "copy it to a variable of the function and change that",
        ),
        (
            "Operation Modulo can't work",
            "found `%` between a vector and a single number, expected vectors of one size",
            "make a vector of the number, as in `v % ivec4(n)`",
        ),
        (
            "can't work with",
            "found an operator between values of types that do not fit, expected the same type and size on both sides",
            "convert one side, as in `vec4(v, 1.0)`, `v.xyz` or `float(i)`",
        ),
        (
            "Arguments don't match",
            "found arguments of other types than the parameters, expected the same",
            "convert them, as in `float(i)`",
        ),
        (
            "not host-shareable",
            "found a truth value in what a block holds, expected numbers",
            "declare it as `uint` and compare it with 0 where it is used",
        ),
    ];
    KNOWN.iter().find(|(sign, ..)| text.contains(sign)).map(|(_, message, help)| said(*message, *help))
}
