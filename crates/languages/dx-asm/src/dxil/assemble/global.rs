//! Reads global variables and aliases, and uses of globals.

use std::ops::Range;

use glassbox_dxil::Linkage;
use glassbox_dxil::ir::{
    Alias, AliasId, Alignment, Comdat, ComdatSelection, DllStorage, ThreadLocal, Type, TypeId, Value,
    ValueId, Variable, VariableId, Visibility,
};

use super::lexer::Token;
use super::parser::{Failed, Key, Parsed, Parser};
use super::rules;

/// A global value by name or number.
pub(super) struct Global {
    pub(super) value: ValueId,
    /// First use, until it is defined.
    used: Option<Range<usize>>,
    /// True if its definition is wrong, which is reported.
    poisoned: bool,
}

/// Value of a global that is used before its definition.
const UNKNOWN: Value = Value::Variable(VariableId(u32::MAX));

/// Words before the kind of a global.
#[derive(Clone, Copy)]
pub(super) struct Head {
    /// Linkage, and its place if it is stated.
    pub(super) linkage: (Linkage, Option<(usize, usize)>),
    pub(super) visibility: Visibility,
    pub(super) storage: DllStorage,
}

impl Parser<'_> {
    /// A use of a global as a value of a type.
    pub(super) fn global(&mut self, key: Key, ty: TypeId, span: Range<usize>) -> Parsed<ValueId> {
        if let Some(known) = self.globals.get(&key) {
            if known.poisoned {
                return Err(Failed);
            }
            let value = known.value;
            let own = self.builder.module.type_of(value);
            return match own {
                Some(own) if own != ty => Err(self.mismatch(span, own, ty)),
                _ => Ok(value),
            };
        }
        if self.table().pointee(ty).is_none() {
            let message = format!(
                "found `{}` as a value of type {}, expected a pointer type",
                self.shown(&span),
                self.spelled(ty)
            );
            return Err(self.fail(
                &rules::MISMATCH,
                span,
                message,
                "globals are addresses: add `*` to the type",
            ));
        }
        let value = self.reserve_global(ty);
        self.globals.insert(key, Global { value, used: Some(span), poisoned: false });
        Ok(value)
    }

    fn reserve_global(&mut self, ty: TypeId) -> ValueId {
        let values = &mut self.builder.module.values;
        let value = ValueId::module(u32::try_from(values.len()).unwrap_or(u32::MAX));
        values.push((UNKNOWN, ty));
        value
    }

    /// The value of a global that is defined here, with its pointer type.
    pub(super) fn define_global(
        &mut self,
        key: Key,
        ty: TypeId,
        span: Range<usize>,
        kind: Value,
    ) -> Parsed<ValueId> {
        let value = match self.globals.get(&key) {
            None => self.reserve_global(ty),
            Some(known) => {
                let (value, used) = (known.value, known.used.clone());
                let Some(used) = used else {
                    if known.poisoned {
                        return Err(Failed);
                    }
                    let message =
                        format!("found a second definition of `{}`, expected one", self.shown(&span));
                    return Err(self.fail(&rules::REPEATED, span, message, "rename or remove one of them"));
                };
                let own = self.builder.module.type_of(value).unwrap_or(ty);
                if own != ty {
                    return Err(self.mismatch(used, ty, own));
                }
                value
            }
        };
        if let Some(slot) = self.builder.module.values.get_mut(value.index()) {
            slot.0 = kind;
        }
        if let Key::Name(name) = &key {
            self.builder.name(value, name);
        }
        self.globals.insert(key, Global { value, used: None, poisoned: false });
        Ok(value)
    }

    /// Notes that the definition of a global is wrong, so that its uses are not.
    pub(super) fn poison_global(&mut self, key: Key) {
        if matches!(key, Key::Number(number) if number == self.next_global) {
            self.next_global += 1;
        }
        match self.globals.get_mut(&key) {
            Some(known) => {
                (known.used, known.poisoned) = (None, true);
            }
            None => {
                self.globals.insert(key, Global { value: ValueId::module(0), used: None, poisoned: true });
            }
        }
    }

    /// Reports globals that have uses but no definition.
    pub(super) fn finish_globals(&mut self) {
        let unknown = self.globals.values().filter_map(|global| Some((global.used.clone()?, global.value)));
        let mut missing: Vec<(Range<usize>, ValueId)> = unknown.collect();
        missing.sort_by_key(|(span, _)| span.start);
        let names: Vec<String> = self
            .globals
            .iter()
            .filter(|(_, global)| global.used.is_none())
            .filter_map(|(key, _)| match key {
                Key::Name(name) => String::from_utf8(name.clone()).ok(),
                Key::Number(_) => None,
            })
            .take(4096)
            .collect();
        for (span, value) in missing {
            let found = self.shown(&span);
            let similar = glassbox_core::suggest::similar(
                found.trim_start_matches('@'),
                names.iter().map(String::as_str),
            );
            let help = match similar {
                Some(name) => format!("did you mean `@{name}`?"),
                None => self.declaration(&found, value),
            };
            let message = format!("found `{found}`, which is defined nowhere");
            self.fail(&rules::UNDEFINED, span, message, help);
        }
    }

    /// The line that would declare a global as it is used.
    fn declaration(&self, name: &str, value: ValueId) -> String {
        let types = &self.builder.module.types;
        let pointee = self.builder.module.type_of(value).and_then(|ty| types.pointee(ty));
        match pointee.map(|pointee| (pointee, types.function(pointee))) {
            Some((_, Some((result, parameters, _)))) => {
                let parameters: Vec<String> = parameters.iter().map(|ty| self.spelled(*ty)).collect();
                let result = self.spelled(result);
                format!("declare it: declare {result} {name}({})", parameters.join(", "))
            }
            Some((ty, None)) => format!("declare it: {name} = external global {}", self.spelled(ty)),
            None => "define it".to_owned(),
        }
    }

    /// Linkage, visibility and storage, each optional.
    pub(super) fn global_head(&mut self) -> Parsed<Head> {
        let place = (self.span.start, self.span.end);
        let word = |parser: &Self| match parser.token {
            Token::Word(word) => Some(word),
            _ => None,
        };
        let linkage = word(self).and_then(|word| Linkage::NAMES.value(word));
        let linkage = match linkage {
            Some(number) => {
                self.advance();
                (Linkage(number as u32), Some(place))
            }
            None => (Linkage::EXTERNAL, None),
        };
        let visibility = word(self).and_then(|word| Visibility::NAMES.value(word));
        if visibility.is_some() {
            self.advance();
        }
        let visibility = visibility.map_or(Visibility::DEFAULT, |number| Visibility(number as u32));
        let storage =
            word(self).filter(|word| *word != "default").and_then(|word| DllStorage::NAMES.value(word));
        if storage.is_some() {
            self.advance();
        }
        let storage = storage.map_or(DllStorage::DEFAULT, |number| DllStorage(number as u32));
        let is_local = matches!(linkage.0, Linkage::INTERNAL | Linkage::PRIVATE);
        if is_local && visibility != Visibility::DEFAULT {
            let message = format!(
                "found the visibility {visibility} with the linkage {}, expected the default",
                linkage.0
            );
            let span = place.0..self.end;
            return Err(self.fail(
                &rules::GLOBAL,
                span,
                message,
                "remove the visibility: local symbols are never visible",
            ));
        }
        Ok(Head { linkage, visibility, storage })
    }

    /// `@name = …`, after the name, or a global without one.
    pub(super) fn global_definition(&mut self, key: Key, span: Range<usize>) -> Parsed<()> {
        let head = self.global_head()?;
        let thread_local = self.thread_local()?;
        let unnamed_addr = self.eat_word("unnamed_addr");
        if self.eat_word("alias") {
            return self.alias(key, span, head, thread_local, unnamed_addr);
        }
        let address_space = if self.token == Token::Word("addrspace") { self.address_space()? } else { 0 };
        let externally_initialized = self.eat_word("externally_initialized");
        let is_constant = match self.token {
            Token::Word("constant") => true,
            Token::Word("global") => false,
            Token::Word(_) => {
                return Err(self.unknown(
                    "`global`, `constant` or `alias`",
                    ["global", "constant", "alias", "internal", "external", "addrspace", "unnamed_addr"],
                ));
            }
            _ => return Err(self.unexpected("`global`, `constant` or `alias`")),
        };
        self.advance();
        let place = self.span.clone();
        let ty = self.ty()?;
        self.element(ty, place, "a global variable")?;
        let is_declaration =
            head.linkage.1.is_some() && matches!(head.linkage.0, Linkage::EXTERNAL | Linkage::EXTERN_WEAK);
        let initializer = if is_declaration { None } else { Some(self.initializer(ty)?) };
        let pointer = self.intern(Type::Pointer { pointee: ty, address_space });
        let id = VariableId::at(self.builder.module.variables.len());
        if matches!(key, Key::Number(_)) {
            self.next_global += 1;
        }
        let value = self.define_global(key.clone(), pointer, span, Value::Variable(id))?;
        let mut variable = Variable {
            is_constant,
            initializer,
            linkage: head.linkage.0,
            visibility: head.visibility,
            thread_local,
            unnamed_addr,
            externally_initialized,
            dll_storage: head.storage,
            ..Variable::new(value, ty, address_space)
        };
        let result = self.variable_properties(&key, &mut variable);
        self.builder.module.variables.push(variable);
        result
    }

    fn initializer(&mut self, ty: TypeId) -> Parsed<ValueId> {
        match self.token {
            Token::Mark(b',') | Token::End => Err(self.unexpected("the initial value of the variable")),
            _ => self.value(ty),
        }
    }

    fn variable_properties(&mut self, key: &Key, variable: &mut Variable) -> Parsed<()> {
        while self.eat(b',') {
            match self.token {
                Token::Word("section") => {
                    self.advance();
                    variable.section = Some(self.section()?);
                }
                Token::Word("align") => {
                    self.advance();
                    variable.alignment = Alignment::of(self.alignment()? as u32);
                }
                Token::Word("comdat") => variable.comdat = self.comdat_use(key)?,
                _ => return Err(self.unexpected("`section`, `comdat` or `align`")),
            }
        }
        Ok(())
    }

    fn thread_local(&mut self) -> Parsed<ThreadLocal> {
        if !self.eat_word("thread_local") {
            return Ok(ThreadLocal::NONE);
        }
        if !self.eat(b'(') {
            return Ok(ThreadLocal::GENERAL_DYNAMIC);
        }
        let known = [ThreadLocal::LOCAL_DYNAMIC, ThreadLocal::INITIAL_EXEC, ThreadLocal::LOCAL_EXEC];
        let found = match self.token {
            Token::Word(word) => known.into_iter().find(|mode| mode.name() == Some(word)),
            _ => None,
        };
        let Some(mode) = found else {
            return Err(
                self.unknown("a model of thread-local storage", ["localdynamic", "initialexec", "localexec"])
            );
        };
        self.advance();
        self.expect(b')')?;
        Ok(mode)
    }

    fn alias(
        &mut self,
        key: Key,
        span: Range<usize>,
        head: Head,
        thread_local: ThreadLocal,
        unnamed_addr: bool,
    ) -> Parsed<()> {
        let linkage = head.linkage.0;
        if matches!(
            linkage,
            Linkage::APPENDING | Linkage::COMMON | Linkage::EXTERN_WEAK | Linkage::AVAILABLE_EXTERNALLY
        ) {
            let message = format!(
                "found an alias with the linkage {linkage}, expected external, internal, weak or linkonce"
            );
            return Err(self.fail(&rules::GLOBAL, span, message, "remove the linkage"));
        }
        let is_expression =
            matches!(self.token, Token::Word("bitcast" | "getelementptr" | "addrspacecast" | "inttoptr"));
        let start = self.span.start;
        let (aliasee, ty) = if is_expression {
            let value = self.expression()?;
            let ty = self.builder.module.type_of(value).ok_or(Failed)?;
            (value, ty)
        } else {
            let (value, ty, _) = self.typed_constant()?;
            (value, ty)
        };
        if self.table().pointee(ty).is_none() {
            let message =
                format!("found an alias of a value of type {}, expected a pointer", self.spelled(ty));
            let place = start..self.end;
            return Err(self.fail(&rules::TYPE, place, message, "alias a function or a variable"));
        }
        if matches!(key, Key::Number(_)) {
            self.next_global += 1;
        }
        let id = AliasId::at(self.builder.module.aliases.len());
        let value = self.define_global(key, ty, span, Value::Alias(id))?;
        self.builder.module.aliases.push(Alias {
            value,
            ty,
            aliasee,
            linkage,
            visibility: head.visibility,
            dll_storage: head.storage,
            thread_local,
            unnamed_addr,
        });
        Ok(())
    }

    /// Place of a section by name, a string.
    pub(super) fn section(&mut self) -> Parsed<u32> {
        let name = self.text()?;
        if let Some(place) = self.sections.get(&name) {
            return Ok(*place);
        }
        let module = &mut self.builder.module;
        let text = module.add_text(&name);
        module.sections.push(text);
        let place = module.sections.len() as u32 - 1;
        self.sections.insert(name, place);
        Ok(place)
    }

    /// Place of a garbage collector by name, a string.
    pub(super) fn collector(&mut self) -> Parsed<u32> {
        let name = self.text()?;
        if let Some(place) = self.collectors.get(&name) {
            return Ok(*place);
        }
        let module = &mut self.builder.module;
        let text = module.add_text(&name);
        module.collectors.push(text);
        let place = module.collectors.len() as u32 - 1;
        self.collectors.insert(name, place);
        Ok(place)
    }

    /// `comdat` or `comdat($name)`, if it comes next.
    pub(super) fn comdat_use(&mut self, key: &Key) -> Parsed<Option<u32>> {
        let span = self.span.clone();
        if !self.eat_word("comdat") {
            return Ok(None);
        }
        if !self.eat(b'(') {
            let Key::Name(name) = key else {
                let message = "found a COMDAT without a name on a global without a name, expected a name";
                return Err(self.fail(&rules::GLOBAL, span, message, "write comdat($name)"));
            };
            return Ok(Some(self.comdat_place(name.clone(), span)));
        }
        let Token::Comdat(name) = self.token else {
            return Err(self.unexpected("the name of a COMDAT, such as $name"));
        };
        let span = self.span.clone();
        let name = self.name(name, &span)?;
        self.advance();
        self.expect(b')')?;
        Ok(Some(self.comdat_place(name, span)))
    }

    fn comdat_place(&mut self, name: Vec<u8>, used: Range<usize>) -> u32 {
        if let Some((place, _)) = self.comdats.get(&name) {
            return *place;
        }
        let place = self.add_comdat(&name, ComdatSelection::ANY);
        self.comdats.insert(name, (place, Some(used)));
        place
    }

    fn add_comdat(&mut self, name: &[u8], selection: ComdatSelection) -> u32 {
        let module = &mut self.builder.module;
        let name = module.add_text(name);
        module.comdats.push(Comdat { selection, name });
        module.comdats.len() as u32 - 1
    }

    /// `$name = comdat any`, after the name.
    pub(super) fn comdat_definition(&mut self, name: &str, span: Range<usize>) -> Parsed<()> {
        let name = self.name(name, &span)?;
        self.expect(b'=')?;
        self.expect_word("comdat")?;
        let entries = ComdatSelection::NAMES.entries;
        let selection = match self.token {
            Token::Word(word) => ComdatSelection::NAMES.value(word),
            _ => None,
        };
        let Some(selection) = selection else {
            let names: Vec<&str> = entries.iter().map(|entry| entry.1).collect();
            return Err(self.unknown("a selection, such as any", names));
        };
        self.advance();
        let selection = ComdatSelection(selection as u32);
        match self.comdats.get_mut(&name) {
            Some((_, None)) => {
                let message = format!("found a second definition of `{}`, expected one", self.shown(&span));
                Err(self.fail(&rules::REPEATED, span, message, "remove one of them"))
            }
            Some((place, used)) => {
                *used = None;
                if let Some(comdat) = self.builder.module.comdats.get_mut(*place as usize) {
                    comdat.selection = selection;
                }
                Ok(())
            }
            None => {
                let place = self.add_comdat(&name, selection);
                self.comdats.insert(name, (place, None));
                Ok(())
            }
        }
    }

    /// Reports COMDATs that have uses but no definition.
    pub(super) fn finish_comdats(&mut self) {
        let mut missing: Vec<Range<usize>> =
            self.comdats.values().filter_map(|comdat| comdat.1.clone()).collect();
        missing.sort_by_key(|span| span.start);
        for span in missing {
            let found = self.shown(&span);
            let message = format!("found the COMDAT `{found}`, which is defined nowhere");
            let help = format!("define it at the start of a line: {found} = comdat any");
            self.fail(&rules::UNDEFINED, span, message, help);
        }
    }
}
