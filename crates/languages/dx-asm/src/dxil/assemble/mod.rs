//! Assembles LLVM assembly as of LLVM 3.7 to DXIL: what the listing prints, and what DXC prints.
//!
//! [`assemble`] gives the bitcode that LLVM writes for the text. Everything that a listing does not say has one
//! value: use-list orders are left out, unused types too, and kinds of attachments that no instruction has are those of
//! [`Options`].
//!
//! ```
//! use glassbox_dx_asm::dxil::{self, Selection, assemble::{Options, assemble}};
//!
//! let text = "\
//! target triple = \"dxil-ms-dx\"
//!
//! define float @twice(float %x) {
//!   %1 = fadd fast float %x, %x
//!   ret float %1
//! }
//! ";
//! let bitcode = assemble(text, &Options::default())?;
//! let listing = String::from_utf8(dxil::bitcode(&bitcode, &Selection::default())?)?;
//! assert!(listing.contains("fadd fast float %x, %x"), "{listing}");
//!
//! let errors = assemble(&text.replace("float %1", "i32 %1"), &Options::default()).unwrap_err();
//! assert_eq!(errors[0].message, "found `%1`, which has the type float, expected i32");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attributes;
mod call;
mod check;
mod constant;
mod container;
mod expression;
mod function;
mod global;
mod instruction;
mod language;
mod lexer;
mod local;
mod memory;
mod metadata;
mod node;
mod number;
mod parser;
pub mod rules;
mod types;
mod value;

use std::collections::HashMap;
use std::ops::Range;

use glassbox_core::error::ErrorList;
use glassbox_core::language::SourceError;
use glassbox_dxil::BitcodeError;
use glassbox_dxil::ir::{ConstantOrder, Flags, FunctionId, Op, Typed, encode, ordered};

pub use container::{Replaced, minimal, replace};
pub use language::{Dxil, LANGUAGE, is_source};

use lexer::{Token, unescaped};
use parser::{Failed, Key, Parsed, Parser};

use super::survey::KINDS;

/// Kinds of attachments that most programs of DXC have besides those of LLVM, in its order. Source: measured.
const DXC_KINDS: [&[u8]; 2] = [b"dx.temp", b"dx.dbg.varlayout"];

/// What a text does not say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Names of the kinds of attachments, in order; further ones follow as the text uses them.
    pub kinds: Vec<Vec<u8>>,
    /// Order of constants.
    pub constants: ConstantOrder,
    /// What `fast` stands for in each function, by instruction: a listing does not say which of the other assumptions it
    /// comes with. All of them for other functions, and for those with another number of such instructions.
    pub fast: HashMap<Vec<u8>, Vec<Flags>>,
}

impl Default for Options {
    fn default() -> Options {
        let kinds = KINDS.into_iter().chain(DXC_KINDS).map(<[u8]>::to_vec).collect();
        Options { kinds, constants: ConstantOrder::Sorted, fast: HashMap::new() }
    }
}

impl Options {
    /// What the text of a module would not say.
    ///
    /// # Errors
    ///
    /// An error in a body of the module.
    pub fn of(module: &Typed<'_>) -> Result<Options, BitcodeError> {
        let mut kinds: Vec<(u32, Vec<u8>)> =
            module.kinds.iter().map(|(kind, name)| (kind.0, module.text(*name).to_vec())).collect();
        kinds.sort();
        // A gap cannot be kept.
        let is_whole = kinds.iter().enumerate().all(|(place, kind)| kind.0 as usize == place);
        let kinds =
            if is_whole { kinds.into_iter().map(|kind| kind.1).collect() } else { Options::default().kinds };
        Ok(Options { kinds, constants: ConstantOrder::of(module)?, fast: fast(module)? })
    }
}

/// All assumptions of fast arithmetic, which `fast` implies.
const ALL_FAST: Flags = Flags(31);

/// Flags of an operation that a listing shows as `fast`.
fn fast_flags(op: &mut Op) -> Option<&mut Flags> {
    match op {
        Op::Binary { op, flags } if op.is_float() && flags.has(Flags::FAST) => Some(flags),
        Op::Compare { predicate, flags } if predicate.is_float() && flags.has(Flags::FAST) => Some(flags),
        _ => None,
    }
}

/// What `fast` stands for in the functions where it is not everything.
fn fast(module: &Typed<'_>) -> Result<HashMap<Vec<u8>, Vec<Flags>>, BitcodeError> {
    let mut found = HashMap::new();
    for (index, function) in module.functions.iter().enumerate() {
        let Some(body) = module.body(FunctionId::at(index))? else { continue };
        let flags =
            body.instructions.iter().filter_map(|instruction| fast_flags(&mut { instruction.op }).copied());
        let flags: Vec<Flags> = flags.collect();
        if flags.iter().any(|flags| *flags != ALL_FAST) {
            found.insert(module.name(function.value).unwrap_or_default().to_vec(), flags);
        }
    }
    Ok(found)
}

/// Assembles a text to bitcode.
///
/// # Errors
///
/// Every mistake in the text, each with its rule, place and cure.
pub fn assemble(text: &str, options: &Options) -> Result<Vec<u8>, ErrorList<SourceError>> {
    let module = module(text, options)?;
    encode(&module).map_err(|fault| unwritten(&fault).into())
}

/// Assembles a text to a typed module, in the order in which LLVM writes it.
///
/// # Errors
///
/// Every mistake in the text, each with its rule, place and cure.
pub fn module(text: &str, options: &Options) -> Result<Typed<'static>, ErrorList<SourceError>> {
    let mut parser = Parser::new(text);
    parser.fast.clone_from(&options.fast);
    for kind in &options.kinds {
        parser.builder.kind(kind);
    }
    parser.module();
    if !parser.mistakes.is_empty() {
        parser.mistakes.sort_by_key(|mistake| mistake.span.start);
        return Err(parser.mistakes.into());
    }
    let module = ordered(&parser.builder.module, options.constants).map_err(|fault| unwritten(&fault))?;
    // The rules above keep what readers demand; whatever they miss is still not written.
    let bitcode = encode(&module).map_err(|fault| unwritten(&fault))?;
    let read = Typed::read(&bitcode).and_then(Typed::load);
    read.map_err(|fault| unwritten(&fault).into())
}

fn unwritten(fault: &BitcodeError) -> SourceError {
    SourceError {
        rule: Some(&rules::LIMIT),
        span: 0..0,
        message: format!("the module cannot be written: {fault}"),
        help: Some(rules::LIMIT.cure.to_owned()),
    }
}

impl Parser<'_> {
    /// Everything in the text.
    fn module(&mut self) {
        while self.token != Token::End && !self.is_full() {
            if self.definition().is_err() {
                self.skip_to_definition();
            }
        }
        if self.is_full() {
            return;
        }
        self.finish_types();
        self.finish_comdats();
        self.finish_globals();
        self.finish_attributes();
        self.finish_metadata();
        self.finish_block_addresses();
        if self.mistakes.is_empty() {
            self.check_structures();
        }
    }

    /// Skips to the start of the next definition, at the margin.
    fn skip_to_definition(&mut self) {
        loop {
            self.skip_line();
            let is_start = match self.token {
                Token::End => true,
                Token::Word(
                    "define" | "declare" | "attributes" | "target" | "module" | "uselistorder_bb",
                ) => true,
                Token::Global(_)
                | Token::GlobalNumber(_)
                | Token::Local(_)
                | Token::LocalNumber(_)
                | Token::Comdat(_)
                | Token::Metadata(_)
                | Token::Mark(b'!') => self.is_at_margin(),
                _ => false,
            };
            if is_start {
                return;
            }
            self.end = self.span.start;
        }
    }

    fn definition(&mut self) -> Parsed<()> {
        let span = self.span.clone();
        match self.token {
            Token::Word("define") => {
                self.advance();
                self.function(true)
            }
            Token::Word("declare") => {
                self.advance();
                self.function(false)
            }
            Token::Word("target") => self.target_line(),
            Token::Word("module") => {
                self.advance();
                self.expect_word("asm")?;
                let text = self.text()?;
                let assembly = &mut self.builder.module.assembly;
                assembly.extend(text);
                if assembly.last().is_some_and(|byte| *byte != b'\n') {
                    assembly.push(b'\n');
                }
                Ok(())
            }
            Token::Word("deplibs") => {
                self.advance();
                self.expect(b'=')?;
                self.expect(b'[')?;
                while let Token::Text(_) = self.token {
                    self.advance();
                    if !self.eat(b',') {
                        break;
                    }
                }
                self.expect(b']')
            }
            Token::Word("attributes") => {
                self.advance();
                self.attribute_group()
            }
            Token::Word("uselistorder") => {
                self.advance();
                self.use_list_order()
            }
            Token::Word("uselistorder_bb") => {
                self.advance();
                self.block_use_list_order()
            }
            Token::Local(name) => {
                let key = Key::Name(self.name(name, &span)?);
                self.advance();
                self.named_definition(key, span)
            }
            Token::LocalNumber(number) => {
                self.advance();
                self.named_definition(Key::Number(number), span)
            }
            Token::Global(name) => {
                let key = Key::Name(self.name(name, &span)?);
                self.advance();
                let result = self.expect(b'=').and_then(|()| self.global_definition(key.clone(), span));
                result.inspect_err(|Failed| self.poison_global(key))
            }
            Token::GlobalNumber(number) => {
                let next = self.next_global;
                if number != next {
                    let message = format!("found @{number}, expected @{next}, the next number");
                    self.fail(&rules::NUMBERING, span.clone(), message, format!("write @{next}, or a name"));
                }
                self.advance();
                let key = Key::Number(next);
                let result = self.expect(b'=').and_then(|()| self.global_definition(key.clone(), span));
                result.inspect_err(|Failed| self.poison_global(key))
            }
            Token::Comdat(name) => {
                self.advance();
                self.comdat_definition(name, span)
            }
            Token::Metadata(name) => {
                self.advance();
                self.named_node(name)
            }
            Token::Mark(b'!') => {
                self.advance();
                self.node_definition()
            }
            Token::Word(word) if is_global_word(word) => {
                let key = Key::Number(self.next_global);
                let result = self.global_definition(key.clone(), span.start..span.start);
                result.inspect_err(|Failed| self.poison_global(key))
            }
            Token::Word(_) => Err(self.unknown(
                "a definition",
                ["define", "declare", "target", "attributes", "module", "uselistorder", "deplibs"],
            )),
            _ => Err(self.unexpected("a definition, such as `define` or `target`")),
        }
    }

    fn named_definition(&mut self, key: Key, span: Range<usize>) -> Parsed<()> {
        let result = self.type_definition(key.clone(), span);
        if result.is_err()
            && let Some(known) = self.types.get_mut(&key)
        {
            known.used = None;
        }
        result
    }

    fn target_line(&mut self) -> Parsed<()> {
        self.advance();
        let is_triple = match self.token {
            Token::Word("triple") => true,
            Token::Word("datalayout") => false,
            _ => return Err(self.unknown("`triple` or `datalayout`", ["triple", "datalayout"])),
        };
        self.advance();
        self.expect(b'=')?;
        let text = self.text()?;
        let module = &mut self.builder.module;
        *(if is_triple { &mut module.triple } else { &mut module.data_layout }) = text;
        Ok(())
    }

    /// The order of a value's uses, after the word. It says nothing about the program and is left out.
    fn use_list_order(&mut self) -> Parsed<()> {
        self.typed()?;
        self.expect(b',')?;
        self.use_list()
    }

    fn block_use_list_order(&mut self) -> Parsed<()> {
        self.bare()?;
        self.expect(b',')?;
        self.bare()?;
        self.expect(b',')?;
        self.use_list()
    }

    fn use_list(&mut self) -> Parsed<()> {
        self.expect(b'{')?;
        loop {
            self.word32("the place of a use")?;
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b'}')
    }

    /// Reports structures that contain themselves.
    fn check_structures(&mut self) {
        let Some(ty) = self.builder.module.types.endless() else { return };
        let name = self.spelled(ty);
        let known = self.types.iter().find(|(_, known)| known.ty == ty);
        let span = known.and_then(|(key, _)| self.definition_place(key)).unwrap_or(0..0);
        let message = format!("found the structure {name}, which contains itself, expected a finite one");
        self.fail(&rules::TYPE, span, message, "use a pointer to it as the field");
    }

    /// Place of the name in the definition of a type.
    fn definition_place(&self, key: &Key) -> Option<Range<usize>> {
        let mut lexer = lexer::Lexer::new(self.whole());
        loop {
            let (token, span) = lexer.next();
            let is_name = match (token, key) {
                (Token::End, _) => return None,
                (Token::Local(name), Key::Name(key)) => *unescaped(name) == **key,
                (Token::LocalNumber(number), Key::Number(key)) => number == *key,
                _ => false,
            };
            if is_name && lexer.clone().next().0 == Token::Mark(b'=') {
                return Some(span);
            }
        }
    }
}

/// True for words that begin a global without a name.
fn is_global_word(word: &str) -> bool {
    glassbox_dxil::Linkage::NAMES.value(word).is_some()
        || glassbox_dxil::ir::Visibility::NAMES.value(word).is_some()
        || matches!(
            word,
            "dllimport" | "dllexport" | "thread_local" | "addrspace" | "constant" | "global" | "unnamed_addr"
        )
}
