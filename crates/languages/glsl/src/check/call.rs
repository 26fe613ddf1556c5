//! Calls of functions: which one is meant, its arguments, and the expression of the call.

use std::sync::LazyLock;

use glassbox_core::suggest::similar;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::Word;
use glassbox_syntax::uses::UseKind;
use smallvec::SmallVec;

use super::overload::{Candidate, Choice, Formal};
use crate::model::{At, Direction, ExpressionId, ExpressionKind, Function, FunctionId, Precision, flag};
use crate::parse::overloads::{Overloads, Parameters};
use crate::parse::{Entity, Parser};
use crate::rules::{OVERLOAD, TYPE, UNAVAILABLE, UNDECLARED};
use crate::types::Type;
use crate::vocabulary::functions::{self, Forms, Found, Signature, Wanted};
use crate::vocabulary::{constants, variables, words};

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
    BuiltIn(Forms, usize),
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
                Some(users)
            }
            Some((Entity::Subroutine(_), _)) | None => None,
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
        if users.is_none()
            && let Some(created) = self.created_tensor(name, &arguments, at)
        {
            return created;
        }
        match self.chosen(name, at, users.as_deref(), &arguments) {
            Some(Chosen::User(function)) => self.user_call(function, at, arguments),
            Some(Chosen::BuiltIn(signatures, chosen)) => {
                self.built_in_call(name, &signatures[chosen], at, arguments)
            }
            None => self.push_error(at),
        }
    }

    /// The forms of a built-in function for these arguments.
    fn built_in_signatures(&mut self, name: &Word, arguments: &[Type], wanted: Wanted) -> Forms {
        static NONE: LazyLock<Forms> = LazyLock::new(|| Forms::from([]));
        if !words::is_known(name) {
            return NONE.clone();
        }
        let revision = self.program.environment.revision;
        let found = match &self.state.found {
            Some((known, found)) if *known == revision => found.clone(),
            _ => {
                let found = Found::of(&self.program.environment);
                self.state.forms.clear();
                self.state.found = Some((revision, found.clone()));
                found
            }
        };
        let call = (name.number(), wanted, SmallVec::from_slice(arguments));
        if let Some(known) = found.get(&call).or_else(|| self.state.forms.get(&call).cloned()) {
            return known;
        }
        let program = &mut self.program;
        let forms = functions::signatures(name, &program.environment, &mut program.types, &call.2, wanted);
        let forms = Forms::from(forms);
        if !found.keep(&call, &forms) {
            self.state.forms.insert(call, forms.clone());
        }
        forms
    }

    fn functions(&self, ids: &[FunctionId]) -> SmallVec<[&dyn Candidate; 4]> {
        ids.iter().map(|id| self.program.function(*id) as &dyn Candidate).collect()
    }

    /// The function that a call means; `None` after a finding.
    fn chosen(
        &mut self,
        name: &Word,
        at: At,
        users: Option<&Overloads>,
        arguments: &[ExpressionId],
    ) -> Option<Chosen> {
        let mut types = Parameters::new();
        for argument in arguments {
            types.push(self.ty(*argument));
        }
        if let Some(users) = users {
            let near = users.same(&self.program.types, &types);
            if let Some(found) = self.exact(&self.functions(&near), arguments) {
                return Some(Chosen::User(near[found]));
            }
        }
        let signatures = self.built_in_signatures(name, &types, Wanted::Exact);
        if let Some(found) = self.exact(&signatures, arguments) {
            return Some(Chosen::BuiltIn(signatures.clone(), found));
        }
        let signatures = match users {
            None => self.built_in_signatures(name, &types, Wanted::Fitting),
            Some(_) => signatures,
        };
        // A function of the text hides the built-in ones but for exact matches.
        let near = users.map(|users| users.alike(&self.program.types, &types));
        let choice = match &near {
            None => self.choose(&candidates(&signatures), arguments),
            Some(near) => self.choose(&self.functions(near), arguments),
        };
        match choice {
            Choice::One(at) => Some(match near {
                None => Chosen::BuiltIn(signatures.clone(), at),
                Some(near) => Chosen::User(near[at]),
            }),
            Choice::None => {
                self.report_none(name, at, users, arguments);
                None
            }
            Choice::Several(several) => {
                let names = several.iter().map(|at| match &near {
                    Some(near) => self.shown_function(near[*at]),
                    None => self.shown_signature(name, &signatures[*at]),
                });
                let shown_arguments = self.shown_types(arguments);
                let message = format!(
                    "found `{}({shown_arguments})`, which several functions take equally well",
                    shown(name)
                );
                let finding = self.finding(&OVERLOAD, at, message);
                let cure = "convert the arguments to the types of one of them";
                let help = listed(cure, several.len(), names);
                self.add(finding.help(help));
                None
            }
        }
    }

    /// Reports that no function of a name takes the arguments: with those that take a first argument of its type, if there are any.
    fn report_none(&mut self, name: &Word, at: At, users: Option<&Overloads>, arguments: &[ExpressionId]) {
        let types: Parameters = arguments.iter().map(|argument| self.ty(*argument)).collect();
        let near = self.built_in_signatures(name, &types, Wanted::All);
        let near = if near.is_empty() { self.built_in_signatures(name, &[], Wanted::All) } else { near };
        if users.is_none() && near.is_empty() {
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
        users: Option<&Overloads>,
        signatures: &[Signature],
        arguments: &[ExpressionId],
    ) {
        let cure = "convert the arguments to what one of them takes";
        let help = match users {
            Some(users) => listed(cure, users.len(), users.iter().map(|user| self.shown_function(user))),
            None => {
                // Those with as many parameters first: they are what was meant.
                let mut ordered: Vec<&Signature> = signatures.iter().collect();
                ordered.sort_by_key(|signature| signature.parameters.len() != arguments.len());
                listed(cure, ordered.len(), ordered.iter().map(|one| self.shown_signature(name, one)))
            }
        };
        let shown_arguments = self.shown_types(arguments);
        let message = format!(
            "found `{}({shown_arguments})`, expected arguments that a function of this name takes",
            shown(name)
        );
        let finding = self.finding(&OVERLOAD, at, message);
        self.add(finding.help(help));
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
fn listed(cure: &str, count: usize, names: impl Iterator<Item = String>) -> String {
    const MOST: usize = 6;
    let shown: Vec<String> = names.take(MOST).collect();
    let more = if count > MOST { format!(" and {} more", count - MOST) } else { String::new() };
    if shown.is_empty() { cure.to_owned() } else { format!("{cure}: {}{more}", shown.join(", ")) }
}
