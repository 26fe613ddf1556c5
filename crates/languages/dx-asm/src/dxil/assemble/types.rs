//! Reads types and their definitions.

use std::ops::Range;

use glassbox_dxil::ir::{MAX_NESTING, Type, TypeId};

use super::lexer::Token;
use super::parser::{Failed, Key, Parsed, Parser};
use super::rules;

/// Widest integer, bits.
const MAX_WIDTH: u32 = (1 << 23) - 1;

/// A type with a name or number.
pub(super) struct NamedType {
    pub(super) ty: TypeId,
    /// First use, until it is defined.
    pub(super) used: Option<Range<usize>>,
}

impl Parser<'_> {
    /// A type that values can have.
    pub(super) fn ty(&mut self) -> Parsed<TypeId> {
        let span = self.span.clone();
        let ty = self.ty_or_void()?;
        if self.table().get(ty) == Some(Type::Void) {
            let message = "found `void`, expected the type of a value";
            return Err(self.fail(
                &rules::TYPE,
                span,
                message,
                "only functions have the type void, as their result",
            ));
        }
        Ok(ty)
    }

    /// A type, or `void`.
    pub(super) fn ty_or_void(&mut self) -> Parsed<TypeId> {
        self.nested(|parser| {
            let start = parser.span.start;
            let ty = parser.head()?;
            parser.suffixes(ty, start)
        })
    }

    fn head(&mut self) -> Parsed<TypeId> {
        match self.token {
            Token::Word(word) => {
                let Some(ty) = self.simple(word)? else {
                    return Err(self.unknown_type(word));
                };
                self.advance();
                Ok(self.intern(ty))
            }
            Token::Local(name) => {
                let span = self.span.clone();
                let name = self.name(name, &span)?;
                self.advance();
                Ok(self.named_type(Key::Name(name), span))
            }
            Token::LocalNumber(number) => {
                let span = self.span.clone();
                self.advance();
                Ok(self.named_type(Key::Number(number), span))
            }
            Token::Mark(b'{') => {
                let fields = self.fields()?;
                self.structure(&fields, false)
            }
            Token::Mark(b'<') => {
                self.advance();
                if self.token == Token::Mark(b'{') {
                    let fields = self.fields()?;
                    self.expect(b'>')?;
                    return self.structure(&fields, true);
                }
                self.sequence(b'>')
            }
            Token::Mark(b'[') => {
                self.advance();
                self.sequence(b']')
            }
            _ => Err(self.unexpected("a type")),
        }
    }

    fn unknown_type(&mut self, word: &str) -> Failed {
        if word == "ptr" {
            let message = "found `ptr`, expected a type that LLVM 3.7 has";
            let help = "write the type that it points to and `*`, such as float*";
            return self.fail(&rules::WORD, self.span.clone(), message, help);
        }
        self.unknown(
            "a type",
            ["void", "half", "float", "double", "i1", "i8", "i16", "i32", "i64", "label", "metadata"],
        )
    }

    fn simple(&mut self, word: &str) -> Parsed<Option<Type>> {
        Ok(Some(match word {
            "void" => Type::Void,
            "half" => Type::Half,
            "float" => Type::Float,
            "double" => Type::Double,
            "x86_fp80" => Type::X86Fp80,
            "fp128" => Type::Fp128,
            "ppc_fp128" => Type::PpcFp128,
            "label" => Type::Label,
            "metadata" => Type::Metadata,
            "x86_mmx" => Type::X86Mmx,
            _ => {
                let digits = word
                    .strip_prefix('i')
                    .filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()));
                let Some(digits) = digits else { return Ok(None) };
                match digits.parse() {
                    Ok(width @ 1..=MAX_WIDTH) => Type::Integer(width),
                    _ => {
                        let message = format!("found an integer of {digits} bits, expected 1 to {MAX_WIDTH}");
                        let help = "use i1, i8, i16, i32 or i64";
                        return Err(self.fail(&rules::NUMBER, self.span.clone(), message, help));
                    }
                }
            }
        }))
    }

    /// The type with a name, which may be defined later.
    fn named_type(&mut self, key: Key, span: Range<usize>) -> TypeId {
        if let Some(known) = self.types.get(&key) {
            return known.ty;
        }
        let ty = self.add_opaque(&key);
        self.types.insert(key, NamedType { ty, used: Some(span) });
        ty
    }

    fn add_opaque(&mut self, key: &Key) -> TypeId {
        let name: &[u8] = match key {
            Key::Name(name) => name,
            Key::Number(_) => b"",
        };
        self.builder.module.types.add_named(name, None, false)
    }

    /// Fields of a structure in braces.
    fn fields(&mut self) -> Parsed<Vec<TypeId>> {
        self.expect(b'{')?;
        let mut fields = Vec::new();
        if self.eat(b'}') {
            return Ok(fields);
        }
        loop {
            let span = self.span.clone();
            let field = self.ty()?;
            self.element(field, span, "a field")?;
            fields.push(field);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(fields)
    }

    fn structure(&mut self, fields: &[TypeId], packed: bool) -> Parsed<TypeId> {
        let ty = self.table().intern_struct(fields, packed);
        self.settle(ty)
    }

    /// Number and type of the elements of an array or a vector.
    fn sequence(&mut self, close: u8) -> Parsed<TypeId> {
        let is_vector = close == b'>';
        let limit = if is_vector { u64::from(u32::MAX) } else { u64::MAX };
        let place = self.span.clone();
        let count = self.unsigned(limit, "a number of elements")?;
        self.expect_word("x")?;
        let span = self.span.clone();
        let element = self.ty()?;
        self.expect(close)?;
        if !is_vector {
            self.element(element, span, "an element")?;
            let ty = self.intern(Type::Array { element, count });
            return self.settle(ty);
        }
        if count == 0 {
            let message = "found a vector without elements, expected one at least";
            return Err(self.fail(&rules::TYPE, place, message, "write how many elements it has"));
        }
        let is_scalar = matches!(self.table().get(element), Some(Type::Integer(_) | Type::Pointer { .. }))
            || self.table().get(element).is_some_and(Type::is_float);
        if !is_scalar {
            let message =
                format!("found elements of type {}, expected numbers or pointers", self.spelled(element));
            return Err(self.fail(&rules::TYPE, span, message, "use an array, in brackets"));
        }
        let ty = self.intern(Type::Vector { element, count: count as u32 });
        self.settle(ty)
    }

    /// Checks a type that is stored in memory.
    pub(super) fn element(&mut self, ty: TypeId, span: Range<usize>, what: &str) -> Parsed<()> {
        match self.table().get(ty) {
            Some(Type::Void | Type::Label | Type::Metadata | Type::Function { .. }) => {
                let message = format!(
                    "found the type {} for {what}, expected one that memory can hold",
                    self.spelled(ty)
                );
                Err(self.fail(&rules::TYPE, span, message, "use a pointer to a function, or another type"))
            }
            _ => Ok(()),
        }
    }

    fn suffixes(&mut self, mut ty: TypeId, start: usize) -> Parsed<TypeId> {
        loop {
            match self.token {
                Token::Mark(b'*') => ty = self.pointer(ty, 0, start)?,
                Token::Word("addrspace") => {
                    let address_space = self.address_space()?;
                    if self.token != Token::Mark(b'*') {
                        return Err(self.unexpected("`*` after an address space"));
                    }
                    ty = self.pointer(ty, address_space, start)?;
                }
                Token::Mark(b'(') => ty = self.function_type(ty, start)?,
                _ => return Ok(ty),
            }
        }
    }

    /// `addrspace(n)`.
    pub(super) fn address_space(&mut self) -> Parsed<u32> {
        self.expect_word("addrspace")?;
        self.expect(b'(')?;
        // LLVM keeps it in 24 bits.
        let number = self.unsigned((1 << 24) - 1, "the number of an address space")?;
        self.expect(b')')?;
        Ok(number as u32)
    }

    fn pointer(&mut self, pointee: TypeId, address_space: u32, start: usize) -> Parsed<TypeId> {
        if let Some(Type::Void | Type::Label | Type::Metadata) = self.table().get(pointee) {
            let message =
                format!("found a pointer to {}, expected one to a type of values", self.spelled(pointee));
            let span = start..self.span.end;
            return Err(self.fail(&rules::TYPE, span, message, "use i8* for memory of any kind"));
        }
        self.advance();
        let ty = self.intern(Type::Pointer { pointee, address_space });
        self.settle(ty)
    }

    /// Parameters after the result of a function type.
    fn function_type(&mut self, result: TypeId, start: usize) -> Parsed<TypeId> {
        let span = start..self.end;
        self.result_type(result, span)?;
        self.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        while self.token != Token::Mark(b')') {
            if self.token == Token::Dots {
                self.advance();
                variadic = true;
                break;
            }
            let span = self.span.clone();
            let parameter = self.ty()?;
            self.parameter_type(parameter, span)?;
            parameters.push(parameter);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        self.function_of(result, &parameters, variadic)
    }

    /// The type of functions with this result and these parameters.
    pub(super) fn function_of(
        &mut self,
        result: TypeId,
        parameters: &[TypeId],
        variadic: bool,
    ) -> Parsed<TypeId> {
        let ty = self.table().intern_function(result, parameters, variadic);
        self.settle(ty)
    }

    /// Checks the result of a function.
    pub(super) fn result_type(&mut self, ty: TypeId, span: Range<usize>) -> Parsed<()> {
        match self.table().get(ty) {
            Some(Type::Function { .. } | Type::Label | Type::Metadata) => {
                let message =
                    format!("found the result {}, expected a type of values or void", self.spelled(ty));
                Err(self.fail(&rules::TYPE, span, message, "return a pointer, or nothing"))
            }
            _ => Ok(()),
        }
    }

    /// Checks the parameter of a function.
    pub(super) fn parameter_type(&mut self, ty: TypeId, span: Range<usize>) -> Parsed<()> {
        match self.table().get(ty) {
            Some(Type::Function { .. } | Type::Void) => {
                let message =
                    format!("found a parameter of type {}, expected a type of values", self.spelled(ty));
                Err(self.fail(&rules::TYPE, span, message, "pass a pointer to it"))
            }
            _ => Ok(()),
        }
    }

    /// Finds or adds a type without lists.
    pub(super) fn intern(&mut self, ty: Type) -> TypeId {
        self.table().intern(ty)
    }

    /// Checks the nesting of a type.
    fn settle(&mut self, ty: TypeId) -> Parsed<TypeId> {
        let index = ty.index();
        if self.type_depths.get(index).is_some_and(|depth| *depth > 0) {
            return Ok(ty);
        }
        let depths = &self.type_depths;
        let types = &self.builder.module.types;
        let depth_of = |part: &TypeId| match types.get(*part) {
            Some(Type::Named { .. }) => 0,
            _ => depths.get(part.index()).copied().unwrap_or(0),
        };
        let deepest = match types.get(ty) {
            Some(Type::Pointer { pointee, .. }) => depth_of(&pointee),
            Some(Type::Array { element, .. } | Type::Vector { element, .. }) => depth_of(&element),
            Some(Type::Function { result, parameters, .. }) => {
                types.list(parameters).iter().map(depth_of).max().unwrap_or(0).max(depth_of(&result))
            }
            Some(Type::Struct { fields, .. }) => types.list(fields).iter().map(depth_of).max().unwrap_or(0),
            _ => 0,
        };
        let depth = deepest.saturating_add(1);
        if self.type_depths.len() <= index {
            self.type_depths.resize(index + 1, 0);
        }
        if let Some(slot) = self.type_depths.get_mut(index) {
            *slot = depth;
        }
        if u32::from(depth) >= MAX_NESTING {
            let message = format!("found a type of more than {MAX_NESTING} levels, expected fewer");
            let help = "name an inner structure and use its name";
            return Err(self.fail(&rules::LIMIT, self.span.start..self.span.start, message, help));
        }
        Ok(ty)
    }

    /// `%name = type …` or `%0 = type …`, after the name.
    pub(super) fn type_definition(&mut self, key: Key, span: Range<usize>) -> Parsed<()> {
        self.expect(b'=')?;
        self.expect_word("type")?;
        if self.types.get(&key).is_some_and(|known| known.used.is_none()) {
            let message =
                format!("found a second definition of the type {}, expected one", self.shown(&span));
            return Err(self.fail(&rules::REPEATED, span, message, "rename or remove one of them"));
        }
        if self.eat_word("opaque") {
            self.defined(key);
            return Ok(());
        }
        let is_packed = self.token == Token::Mark(b'<') && self.second() == Token::Mark(b'{');
        if !is_packed && self.token != Token::Mark(b'{') {
            // Another name for a type that is not a structure.
            if self.types.contains_key(&key) {
                let message = format!(
                    "found the type {} used before it is defined, expected a structure",
                    self.shown(&span)
                );
                let help = "only structures can be used before their definition: move this line up";
                return Err(self.fail(&rules::TYPE, span, message, help));
            }
            let ty = self.ty()?;
            self.types.insert(key, NamedType { ty, used: None });
            return Ok(());
        }
        if is_packed {
            self.advance();
        }
        let ty = self.defined(key);
        let fields = self.fields()?;
        if is_packed {
            self.expect(b'>')?;
        }
        let types = self.table();
        if let Some(Type::Named { name, .. }) = types.get(ty) {
            let fields = Some(types.add_list(fields));
            types.replace(ty, Type::Named { name, fields, packed: is_packed });
        }
        Ok(())
    }

    /// Marks a structure as defined.
    fn defined(&mut self, key: Key) -> TypeId {
        if let Some(known) = self.types.get_mut(&key) {
            known.used = None;
            return known.ty;
        }
        let ty = self.add_opaque(&key);
        self.types.insert(key, NamedType { ty, used: None });
        ty
    }

    /// Reports types that have uses but no definition.
    pub(super) fn finish_types(&mut self) {
        let mut missing: Vec<Range<usize>> =
            self.types.values().filter_map(|known| known.used.clone()).collect();
        missing.sort_by_key(|span| span.start);
        for span in missing {
            let message = format!("found the type {}, which is defined nowhere", self.shown(&span));
            let help = format!("define it at the start of a line: {} = type {{ ... }}", self.shown(&span));
            self.fail(&rules::UNDEFINED, span, message, help);
        }
    }

    /// Type of the element that indices lead to, from the type of a value.
    pub(super) fn part(&mut self, ty: TypeId, index: u64) -> Option<TypeId> {
        let types = self.table();
        match types.get(ty)? {
            Type::Array { element, count } => (index < count).then_some(element),
            _ => types.fields(ty)?.get(usize::try_from(index).ok()?).copied(),
        }
    }

    /// True for a type whose values can be in registers.
    pub(super) fn is_first_class(&mut self, ty: TypeId) -> bool {
        !matches!(self.table().get(ty), None | Some(Type::Void | Type::Function { .. }))
    }

    /// Width of an integer type.
    pub(super) fn width(&mut self, ty: TypeId) -> Option<u32> {
        match self.table().get(ty) {
            Some(Type::Integer(width)) => Some(width),
            _ => None,
        }
    }

    /// True for integers and vectors of them.
    pub(super) fn is_integer(&mut self, ty: TypeId) -> bool {
        let scalar = self.table().scalar(ty);
        self.width(scalar).is_some()
    }

    /// Number of elements of a vector type.
    pub(super) fn lanes(&mut self, ty: TypeId) -> Option<u32> {
        self.table().lanes(ty)
    }

    /// A type with as many elements as a vector; the type itself if it is none.
    pub(super) fn like(&mut self, scalar: TypeId, vector: TypeId) -> TypeId {
        match self.lanes(vector) {
            Some(count) => self.intern(Type::Vector { element: scalar, count }),
            None => scalar,
        }
    }
}
