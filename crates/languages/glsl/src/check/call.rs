//! Calls of functions: which one is meant, its arguments, and the expression of the call.

use std::rc::Rc;

use glassbox_core::suggest::similar;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::Word;
use glassbox_syntax::uses::UseKind;
use smallvec::SmallVec;

use super::overload::{Candidate, Choice, Formal};
use crate::model::{At, Direction, ExpressionId, ExpressionKind, Function, FunctionId, Precision, flag};
use crate::parse::{Entity, Parser};
use crate::rules::{OVERLOAD, TYPE, UNAVAILABLE, UNDECLARED};
use crate::types::Type;
use crate::vocabulary::functions::{self, Signature, Wanted};
use crate::vocabulary::{constants, variables};

impl Candidate for Function {
    fn count(&self) -> usize {
        self.parameters as usize
    }

    fn formal(&self, at: usize) -> Option<Formal> {
        let local = self.locals.get(at).filter(|_| at < self.count())?;
        Some(Formal { ty: local.ty, direction: local.direction, is_place: false })
    }

    fn is_built_in(&self) -> bool {
        false
    }
}

impl Candidate for Signature {
    fn count(&self) -> usize {
        self.parameters.len()
    }

    fn formal(&self, at: usize) -> Option<Formal> {
        let parameter = self.parameters.get(at)?;
        Some(Formal { ty: parameter.ty, direction: parameter.direction, is_place: parameter.is_place })
    }

    fn is_built_in(&self) -> bool {
        true
    }
}

/// A function that has been chosen.
enum Chosen {
    User(FunctionId),
    BuiltIn(Rc<[Signature]>, usize),
}

fn candidates(signatures: &[Signature]) -> SmallVec<[&dyn Candidate; 4]> {
    signatures.iter().map(|one| one as &dyn Candidate).collect()
}

impl Parser<'_> {
    /// A call of a function by its name.
    pub(crate) fn call(&mut self, name: &Word, at: At, arguments: Vec<ExpressionId>) -> ExpressionId {
        // The first version has functions and variables of one name.
        let is_separate =
            self.program.environment.version.number == 110 && !self.program.environment.is_embedded();
        let known = if is_separate { self.scopes.find_functions(name) } else { self.scopes.find(name) };
        let known = known.map(|(entity, symbol)| (entity.clone(), symbol));
        let users = match known {
            Some((Entity::Functions(users), symbol)) => {
                let from = self.from(at);
                self.uses.push(from, symbol, UseKind::Call);
                users
            }
            Some((Entity::Subroutine(_), _)) | None => Vec::new(),
            Some(_) => {
                let message = format!("found a call of `{}`, which is no function", shown(name));
                let finding = self.finding(&OVERLOAD, at, message);
                self.add(finding.help("rename one of the two"));
                return self.push_error(at);
            }
        };
        if arguments.iter().any(|argument| self.is_error(*argument)) {
            return self.push_error(at);
        }
        if users.is_empty()
            && let Some(created) = self.created_tensor(name, &arguments, at)
        {
            return created;
        }
        match self.chosen(name, at, &users, &arguments) {
            Some(Chosen::User(function)) => self.user_call(function, at, arguments),
            Some(Chosen::BuiltIn(signatures, chosen)) => {
                self.built_in_call(name, &signatures[chosen], at, arguments)
            }
            None => self.push_error(at),
        }
    }

    /// The forms of a built-in function for these arguments, kept while nothing changes them.
    fn built_in_signatures(
        &mut self,
        name: &Word,
        arguments: &[ExpressionId],
        wanted: Wanted,
    ) -> Rc<[Signature]> {
        let revision = self.program.environment.revision;
        if self.state.revision != revision {
            self.state.signatures.clear();
            self.state.revision = revision;
        }
        let types: SmallVec<[Type; 4]> = arguments.iter().map(|argument| self.ty(*argument)).collect();
        let key = (name.number(), wanted, types);
        if let Some(known) = self.state.signatures.get(&key) {
            return known.clone();
        }
        let program = &mut self.program;
        let found: Rc<[Signature]> =
            Rc::from(functions::signatures(name, &program.environment, &mut program.types, &key.2, wanted));
        self.state.signatures.insert(key, found.clone());
        found
    }

    /// The function that a call means; `None` after a finding.
    fn chosen(
        &mut self,
        name: &Word,
        at: At,
        users: &[FunctionId],
        arguments: &[ExpressionId],
    ) -> Option<Chosen> {
        let exact = {
            let functions: Vec<&dyn Candidate> =
                users.iter().map(|user| self.program.function(*user) as &dyn Candidate).collect();
            self.exact(&functions, arguments)
        };
        if let Some(user) = exact.and_then(|at| users.get(at)) {
            return Some(Chosen::User(*user));
        }
        let signatures = self.built_in_signatures(name, arguments, Wanted::Exact);
        if let Some(found) = self.exact(&candidates(&signatures), arguments) {
            return Some(Chosen::BuiltIn(signatures.clone(), found));
        }
        let signatures = match users {
            [] => self.built_in_signatures(name, arguments, Wanted::Fitting),
            _ => signatures,
        };
        // A function of the text hides the built-in ones but for exact matches.
        let choice = if users.is_empty() {
            self.choose(&candidates(&signatures), arguments)
        } else {
            let functions: Vec<&dyn Candidate> =
                users.iter().map(|user| self.program.function(*user) as &dyn Candidate).collect();
            self.choose(&functions, arguments)
        };
        match choice {
            Choice::One(at) if users.is_empty() => Some(Chosen::BuiltIn(signatures.clone(), at)),
            Choice::One(at) => users.get(at).copied().map(Chosen::User),
            Choice::None => {
                self.report_none(name, at, users, arguments);
                None
            }
            Choice::Several(several) => {
                let names: Vec<String> = several
                    .iter()
                    .filter_map(|at| match users.get(*at) {
                        Some(user) => Some(self.shown_function(*user)),
                        None => Some(self.shown_signature(name, signatures.get(*at)?)),
                    })
                    .collect();
                let shown_arguments = self.shown_types(arguments);
                let message = format!(
                    "found `{}({shown_arguments})`, which several functions take equally well",
                    shown(name)
                );
                let finding = self.finding(&OVERLOAD, at, message);
                self.add(finding.help(listed("convert the arguments to the types of one of them", &names)));
                None
            }
        }
    }

    /// Reports that no function of a name takes the arguments: with those that take a first argument of its type, if there are any.
    fn report_none(&mut self, name: &Word, at: At, users: &[FunctionId], arguments: &[ExpressionId]) {
        let near = self.built_in_signatures(name, arguments, Wanted::All);
        let near = if near.is_empty() { self.built_in_signatures(name, &[], Wanted::All) } else { near };
        if users.is_empty() && near.is_empty() {
            self.report_unknown_function(name, at);
        } else {
            self.report_no_match(name, at, users, &near, arguments);
        }
    }

    fn report_unknown_function(&mut self, name: &Word, at: At) {
        if functions::is_known(name) {
            let environment = &self.program.environment;
            let missing = functions::missing_extensions(name, environment);
            let number = environment.version.number;
            let es = if environment.is_embedded() { " es" } else { "" };
            let message = format!(
                "found `{}`, which version {number}{es} does not have in this stage without an extension",
                shown(name)
            );
            let finding = self.finding(&UNAVAILABLE, at, message);
            let help = match missing.first() {
                Some(extension) => format!("write `#extension {extension} : require`"),
                None => "use another version, or another stage".to_owned(),
            };
            self.add(finding.help(help));
            return;
        }
        let message = format!("found a call of `{}`, which is not declared", shown(name));
        let finding = self.finding(&UNDECLARED, at, message);
        let help = match self.similar_name(name) {
            Some(other) => format!("did you mean `{}`?", shown(&other)),
            None => "declare the function before the call".to_owned(),
        };
        self.add(finding.help(help));
    }

    /// A name in scope that is like one that is not.
    pub(crate) fn similar_name(&mut self, name: &str) -> Option<String> {
        /// How many names are looked for: each search takes as long as there are names.
        const MOST: u32 = 32;
        self.state.searches += 1;
        if self.state.searches > MOST {
            return None;
        }
        if name.starts_with("gl_") {
            return similar(name, variables::names().chain(constants::names())).map(str::to_owned);
        }
        let built_in = functions::names(&self.program.environment);
        similar(name, self.scopes.names().chain(built_in)).map(str::to_owned)
    }

    fn report_no_match(
        &mut self,
        name: &Word,
        at: At,
        users: &[FunctionId],
        signatures: &[Signature],
        arguments: &[ExpressionId],
    ) {
        let mut names: Vec<String> = users.iter().map(|user| self.shown_function(*user)).collect();
        if names.is_empty() {
            // Those with as many parameters first: they are what was meant.
            let mut ordered: Vec<&Signature> = signatures.iter().collect();
            ordered.sort_by_key(|signature| signature.parameters.len() != arguments.len());
            names.extend(ordered.iter().map(|signature| self.shown_signature(name, signature)));
        }
        let shown_arguments = self.shown_types(arguments);
        let message = format!(
            "found `{}({shown_arguments})`, expected arguments that a function of this name takes",
            shown(name)
        );
        let finding = self.finding(&OVERLOAD, at, message);
        self.add(finding.help(listed("convert the arguments to what one of them takes", &names)));
    }

    fn shown_types(&self, arguments: &[ExpressionId]) -> String {
        let types: Vec<String> =
            arguments.iter().map(|argument| self.type_name(self.ty(*argument))).collect();
        types.join(", ")
    }

    fn shown_function(&self, id: FunctionId) -> String {
        let function = self.program.function(id);
        self.shown_candidate(&function.name, function)
    }

    fn shown_signature(&self, name: &str, signature: &Signature) -> String {
        self.shown_candidate(name, signature)
    }

    fn shown_candidate(&self, name: &str, candidate: &dyn Candidate) -> String {
        let parameters: Vec<String> = (0..candidate.count())
            .filter_map(|at| candidate.formal(at))
            .map(|formal| {
                let direction = match formal.direction {
                    Direction::In => "",
                    Direction::Out => "out ",
                    Direction::InOut => "inout ",
                };
                format!("{direction}{}", self.type_name(formal.ty))
            })
            .collect();
        format!("`{}({})`", shown(name), parameters.join(", "))
    }

    /// A call of a function of the text.
    fn user_call(&mut self, id: FunctionId, at: At, arguments: Vec<ExpressionId>) -> ExpressionId {
        if self.function.is_none() && self.program.environment.is_embedded() {
            let finding = self.finding(
                &UNAVAILABLE,
                at,
                "found a call outside of functions, which GLSL ES does not have",
            );
            self.add(finding.help("move the call into a function"));
            return self.push_error(at);
        }
        if let Some(function) = self.program.functions.get_mut(id.0 as usize) {
            function.is_called = true;
        }
        let function = self.program.function(id);
        let (result, precision) = (function.result, function.result_precision);
        let formals: Vec<Formal> = (0..function.count()).filter_map(|at| function.formal(at)).collect();
        let qualifiers: Vec<(u32, Option<u32>)> = function
            .locals
            .iter()
            .take(formals.len())
            .map(|local| (local.qualifiers.flags, local.qualifiers.layout().format))
            .collect();
        for (argument, (flags, format)) in arguments.iter().zip(&qualifiers) {
            if !self.check_dropped(*argument, *flags, at)
                || !self.check_passed_format(*argument, *flags, *format, at)
            {
                return self.push_error(at);
            }
            if self.is_sampler_constructor(*argument) {
                let finding = self.finding(
                    &TYPE,
                    at,
                    "found a sampler made of a texture and a sampler as an argument, expected a variable",
                );
                self.add(finding.help("pass the texture and the sampler, and join them where they are used"));
                return self.push_error(at);
            }
        }
        let Some(mut passed) = self.pass(&formals, arguments, at) else {
            return self.push_error(at);
        };
        let call = ExpressionKind::Call(id, std::mem::take(&mut passed.arguments));
        let call = self.push(call, result, at);
        if let Some(expression) = self.expression_mut(call) {
            expression.precision = precision;
        }
        self.with_results(call, passed)
    }

    fn is_sampler_constructor(&self, id: ExpressionId) -> bool {
        matches!(self.kind(id), ExpressionKind::Construct(_)) && matches!(self.ty(id), Type::Sampled(_))
    }

    /// A call of a built-in function.
    fn built_in_call(
        &mut self,
        name: &Word,
        signature: &Signature,
        at: At,
        arguments: Vec<ExpressionId>,
    ) -> ExpressionId {
        let formals: SmallVec<[Formal; 4]> =
            (0..signature.count()).filter_map(|at| signature.formal(at)).collect();
        if !self.check_built_in(name, signature, &arguments, at) {
            return self.push_error(at);
        }
        let Some(mut passed) = self.pass(&formals, arguments, at) else {
            return self.push_error(at);
        };
        let result = signature.result;
        if let Some(folded) = self.folded_function(name, result, &passed.arguments, at) {
            return folded;
        }
        let precision = match signature.precision {
            Precision::None => self.built_in_precision(name, result, &passed.arguments),
            stated => stated,
        };
        let kind = ExpressionKind::Intrinsic(signature.intrinsic, std::mem::take(&mut passed.arguments));
        let call = self.push(kind, result, at);
        if let Some(expression) = self.expression_mut(call) {
            expression.precision = precision;
        }
        self.with_results(call, passed)
    }

    fn folded_function(
        &mut self,
        name: &str,
        result: Type,
        arguments: &[ExpressionId],
        at: At,
    ) -> Option<ExpressionId> {
        if result == Type::Void {
            return None;
        }
        let mut constants: SmallVec<[(Type, &[u64]); 4]> = SmallVec::new();
        for argument in arguments {
            constants.push((self.ty(*argument), self.program.constant(*argument)?));
        }
        let scalars = super::fold::function(name, result, &constants)?;
        drop(constants);
        Some(self.folded(result, scalars, at, arguments))
    }

    /// Precision of the result of a built-in function: that of the sampler, or the highest of the arguments.
    fn built_in_precision(&self, name: &str, result: Type, arguments: &[ExpressionId]) -> Precision {
        if matches!(result.scalar(), None | Some(crate::types::Scalar::Bool)) {
            return Precision::None;
        }
        let counted = match name {
            "bitfieldExtract" => 1,
            "bitfieldInsert" => 2,
            _ if name.starts_with("interpolateAt") => 1,
            _ if arguments.first().is_some_and(|first| self.ty(*first).is_opaque()) => 1,
            _ => arguments.len(),
        };
        let precisions = arguments.iter().take(counted).map(|id| self.program.expression(*id).precision);
        precisions.max().unwrap_or_default()
    }

    /// A call of a subroutine uniform.
    pub(crate) fn subroutine_call(
        &mut self,
        uniform: ExpressionId,
        ty: FunctionId,
        arguments: Vec<ExpressionId>,
        at: At,
    ) -> ExpressionId {
        if arguments.iter().any(|argument| self.is_error(*argument)) {
            return self.push_error(at);
        }
        let function = self.program.function(ty);
        let is_fitting = self.exact(&[function as &dyn Candidate], &arguments).is_some()
            || self.choose(&[function as &dyn Candidate], &arguments) == Choice::One(0);
        if !is_fitting {
            let wanted = self.shown_function(ty);
            let message =
                format!("found arguments `({})`, expected those of {wanted}", self.shown_types(&arguments));
            let finding = self.finding(&OVERLOAD, at, message);
            self.add(finding.help("convert the arguments to the types of its parameters"));
            return self.push_error(at);
        }
        let function = self.program.function(ty);
        let result = function.result;
        let formals: Vec<Formal> = (0..function.count()).filter_map(|at| function.formal(at)).collect();
        let Some(passed) = self.pass(&formals, arguments, at) else {
            return self.push_error(at);
        };
        let kind = ExpressionKind::CallSubroutine(uniform, passed.arguments.clone());
        let call = self.push(kind, result, at);
        self.with_results(call, passed)
    }

    /// Whether a variable is a subroutine uniform: the function that declares its type.
    pub(crate) fn subroutine_of(&self, name: &Word) -> Option<FunctionId> {
        let Some((Entity::Global(id), _)) = self.scopes.find(name) else {
            return None;
        };
        let qualifiers = &self.program.global(*id).qualifiers;
        let ty = qualifiers.subroutines.first().filter(|_| qualifiers.has(flag::SUBROUTINE))?;
        match self.scopes.find(ty) {
            Some((Entity::Subroutine(function), _)) => Some(*function),
            _ => None,
        }
    }
}

/// Help with the functions that there are.
fn listed(cure: &str, names: &[String]) -> String {
    const MOST: usize = 6;
    let shown: Vec<&str> = names.iter().take(MOST).map(String::as_str).collect();
    let more = if names.len() > MOST { format!(" and {} more", names.len() - MOST) } else { String::new() };
    if shown.is_empty() { cure.to_owned() } else { format!("{cure}: {}{more}", shown.join(", ")) }
}
