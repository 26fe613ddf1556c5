//! Handles and ray queries that come from several places: which of them it is, is a number that goes the same ways.

use std::rc::Rc;

use foldhash::{HashSet, HashSetExt as _};
use glassbox_dxil::ir::{Body, Constant, FunctionId, Instruction, Op, ValueId};
use glassbox_dxil::operation::opcode;
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::{Id, op};

use crate::source::Source;
use crate::survey::Survey;
use crate::views::{Handle, Index, Views};
use crate::writer::{Part, Value, Writer};

/// Most values between operations and what they work on.
const MAX_VALUES: usize = 4096;

/// What a value is that holds one of several handles or queries.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Merge {
    /// One of its operands.
    Operands,
    /// What another value is.
    Copy(ValueId),
    /// A resource.
    Handle(Handle),
    /// A ray query, by its number.
    Query(u32),
}

/// A handle or query that is one of several: its number among all, and the index in its array.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Held {
    pub(crate) which: Id,
    pub(crate) index: Id,
}

/// Whether a result has parts, and its numbers; `None` for a part that says that all texels were there.
type Numbers = (bool, Vec<Option<Id>>);

/// Values that are followed, each with the annotation on the way to it.
struct Search<'s> {
    source: &'s Source<'s>,
    body: &'s Body,
    open: Vec<(ValueId, Option<[u32; 2]>)>,
    seen: HashSet<ValueId>,
    found: Vec<(ValueId, Merge)>,
}

impl Survey {
    /// Finds what a handle or a query may be; `None` if a part of it is not known.
    pub(crate) fn merge(
        &mut self,
        source: &Source<'_>,
        (function, body): (FunctionId, &Body),
        value: ValueId,
        views: &mut Views<'_>,
    ) -> Option<Rc<[u32]>> {
        if let Some(known) = self.merged.get(&(function, value)) {
            return Some(known.clone());
        }
        let mut search =
            Search { source, body, open: vec![(value, None)], seen: HashSet::new(), found: Vec::new() };
        while let Some((value, annotation)) = search.open.pop() {
            if search.seen.insert(value) {
                search.value(value, annotation, views, self, function)?;
            }
            if search.seen.len() > MAX_VALUES {
                return None;
            }
        }
        let mut all: Vec<u32> = search
            .found
            .iter()
            .filter_map(|(_, merge)| match merge {
                Merge::Handle(handle) => Some(handle.view as u32),
                Merge::Query(number) => Some(*number),
                Merge::Operands | Merge::Copy(_) => None,
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        if all.is_empty() {
            return None;
        }
        self.merging.extend(search.found.into_iter().map(|(value, merge)| ((function, value), merge)));
        let all: Rc<[u32]> = all.into();
        self.merged.insert((function, value), all.clone());
        Some(all)
    }

    /// Number of a ray query.
    fn query(&mut self, function: FunctionId, value: ValueId) -> u32 {
        let place = (function, value);
        let known = self.queries.iter().position(|known| *known == place);
        known.unwrap_or_else(|| {
            self.queries.push(place);
            self.queries.len() - 1
        }) as u32
    }
}

impl Search<'_> {
    fn value(
        &mut self,
        value: ValueId,
        annotation: Option<[u32; 2]>,
        views: &mut Views<'_>,
        survey: &mut Survey,
        function: FunctionId,
    ) -> Option<()> {
        let (program, body) = (&self.source.program, self.body);
        let Some(made) = program.maker(body, value).and_then(|id| body.instruction(id)) else {
            // A variable of a library, or nothing at all.
            if let Some((Constant::Undef | Constant::Null, _)) = program.scope(body).constant(value) {
                return Some(());
            }
            let handle = views.of_pointer(body, value)?;
            self.found.push((value, Merge::Handle(handle)));
            return Some(());
        };
        let merge = match made.op {
            Op::Phi => {
                self.open.extend(body.operands(made).iter().map(|value| (*value, annotation)));
                Merge::Operands
            }
            Op::Select => {
                self.open.extend(body.operands(made).iter().skip(1).map(|value| (*value, annotation)));
                Merge::Operands
            }
            Op::Load(_) => self.copy(*body.operands(made).first()?, annotation),
            Op::GetElementPtr { .. } => Merge::Handle(views.of_pointer(body, value)?),
            _ => {
                let operation = program.operation(body, made)?;
                match operation.code {
                    opcode::ANNOTATE_HANDLE => {
                        let stated = crate::views::words(self.source, body, operation.argument(2)?)?;
                        self.copy(operation.argument(1)?, Some(stated))
                    }
                    opcode::CREATE_HANDLE_FOR_LIB => self.copy(operation.argument(1)?, annotation),
                    opcode::CREATE_HANDLE_FROM_HEAP => {
                        let view = views.in_heap(annotation?)?;
                        let index = Index::Relative(operation.argument(1)?);
                        Merge::Handle(Handle { view, index, non_uniform: true })
                    }
                    opcode::ALLOCATE_RAY_QUERY | opcode::ALLOCATE_RAY_QUERY2 => {
                        Merge::Query(survey.query(function, value))
                    }
                    _ => Merge::Handle(views.resolve(body, value)?),
                }
            }
        };
        self.found.push((value, merge));
        Some(())
    }

    fn copy(&mut self, of: ValueId, annotation: Option<[u32; 2]>) -> Merge {
        self.open.push((of, annotation));
        Merge::Copy(of)
    }
}

impl<'p> Writer<'p> {
    /// What a value merges, if it is a handle or query that comes from several places, or one that goes to such.
    pub(crate) fn merge_of(&self, value: Option<ValueId>) -> Option<Merge> {
        self.survey.merging.get(&(self.f.as_ref()?.id, value?)).copied()
    }

    /// Writes a value that holds one of several handles; phis are written by what writes blocks.
    pub(crate) fn merge(&mut self, instruction: &Instruction, merge: Merge) -> Outcome<Value> {
        Ok(Value::Held(match merge {
            Merge::Operands => {
                let [condition, yes, no] = *self.body().operands(instruction) else {
                    return Err(self.refuse(&rules::SHAPE, "found a selection without operands".to_owned()));
                };
                let condition = self.id(condition)?;
                let (yes, no) = (self.held(yes)?, self.held(no)?);
                let uint = self.b.uint();
                let mut select = |yes, no| {
                    if yes == no { yes } else { self.b.value(op::SELECT, uint, &[condition, yes, no]) }
                };
                Held { which: select(yes.which, no.which), index: select(yes.index, no.index) }
            }
            Merge::Copy(of) => self.held(of)?,
            Merge::Handle(handle) => self.held_handle(handle)?,
            Merge::Query(number) => {
                let which = self.b.constant_uint(number);
                Held { which, index: self.b.constant_uint(0) }
            }
        }))
    }

    fn held_handle(&mut self, handle: Handle) -> Outcome<Held> {
        let which = self.b.constant_uint(handle.view as u32);
        Ok(Held { which, index: self.index(handle)? })
    }

    /// The numbers of a value that holds one of several handles.
    pub(crate) fn held(&mut self, value: ValueId) -> Outcome<Held> {
        let known = self.f.as_ref().and_then(|f| f.held.get(&value).copied());
        if let Some(held) = known {
            return Ok(held);
        }
        match self.merge_of(Some(value)) {
            // Variables are handles without an instruction.
            Some(Merge::Handle(handle)) => self.held_handle(handle),
            _ => {
                let zero = self.b.constant_uint(0);
                Ok(Held { which: zero, index: zero })
            }
        }
    }

    /// The first argument of an operation that is one of several, and what it may be.
    pub(crate) fn several(&self, arguments: &[ValueId]) -> Option<(ValueId, Rc<[u32]>)> {
        let f = self.f.as_ref()?;
        arguments.iter().find_map(|value| {
            let all = self.survey.merged.get(&(f.id, *value))?;
            (!self.picked.contains_key(value)).then(|| (*value, all.clone()))
        })
    }

    /// Which of several a value is, where the code for each is written.
    pub(crate) fn picked(&self, value: ValueId) -> Option<u32> {
        self.picked.get(&value).copied()
    }

    /// Writes an operation for each of several resources, and goes where the number says.
    pub(crate) fn for_each(
        &mut self,
        instruction: &Instruction,
        number: u32,
        arguments: &'p [ValueId],
        (value, all): (ValueId, &[u32]),
    ) -> Outcome<Value> {
        if let [only] = *all {
            self.picked.insert(value, only);
            let result = self.operation(instruction, number, arguments);
            self.picked.remove(&value);
            return result;
        }
        let which = self.held(value)?.which;
        let labels: Vec<Id> = all.iter().map(|_| self.b.id()).collect();
        let merge = self.b.id();
        let cases: Vec<(u64, Id)> =
            all.iter().map(|one| u64::from(*one)).zip(labels.iter().copied()).collect();
        let [first, cases @ ..] = cases.as_slice() else { return Ok(Value::None) };
        self.b.branch_switch(which, first.1, cases);
        let mut results = Vec::with_capacity(all.len());
        for (&one, &label) in all.iter().zip(&labels) {
            self.b.open(label);
            self.picked.insert(value, one);
            let result = self.operation(instruction, number, arguments)?;
            let parts = self.ids_of(result);
            if let Some(exit) = self.b.block() {
                results.push((parts, exit));
            }
            self.b.branch(merge);
        }
        self.picked.remove(&value);
        self.b.open(merge);
        self.meet(&results)
    }

    /// Numbers of a result, and whether it has parts.
    fn ids_of(&mut self, value: Value) -> Numbers {
        match value {
            Value::Id(id) => (false, vec![Some(id)]),
            Value::Parts(parts) => {
                let id = |part: &Part| match part {
                    Part::Resident(None) => None,
                    part => Some(self.part(part)),
                };
                (true, parts.iter().map(id).collect())
            }
            _ => (false, Vec::new()),
        }
    }

    /// One result of those of several blocks.
    fn meet(&mut self, results: &[(Numbers, Id)]) -> Outcome<Value> {
        let Some(((has_parts, first), _)) = results.first() else { return Ok(Value::None) };
        let mut parts = Vec::with_capacity(first.len());
        for (index, one) in first.iter().enumerate() {
            let incoming: Option<Vec<(Id, Id)>> =
                results.iter().map(|((_, ids), exit)| Some((ids.get(index).copied()??, *exit))).collect();
            let ty = one.and_then(|one| self.b.type_of(one));
            parts.push(match (incoming, ty) {
                (Some(incoming), Some(ty)) => Part::Id(self.b.phi(ty, &incoming)),
                _ => Part::Resident(None),
            });
        }
        Ok(match (has_parts, parts.as_slice()) {
            (true, _) => Value::Parts(parts.into()),
            (false, [Part::Id(id)]) => Value::Id(*id),
            (false, _) => Value::None,
        })
    }
}
