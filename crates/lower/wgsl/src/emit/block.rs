//! Statements.

use glassbox_spirv::build::{Id, op, value};
use naga::{Barrier, Block, Expression, Handle, Span, Statement, SwitchCase, SwitchValue};

use super::body::{Body, Target};
use super::{Said, unexpected};

impl<'m> Body<'_, 'm> {
    /// Writes statements; true if what follows them is reached. Blocks nest as deep as those of the text.
    pub(super) fn block(&mut self, block: &'m Block) -> Said<bool> {
        for (statement, span) in block.span_iter() {
            self.writer.at(*span);
            if !self.statement(statement, *span)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn statement(&mut self, statement: &'m Statement, span: Span) -> Said<bool> {
        match *statement {
            Statement::Emit(ref range) => self.emit(range.clone())?,
            Statement::Block(ref block) => return self.block(block),
            Statement::If { condition, ref accept, ref reject } => {
                return self.choose(condition, accept, reject);
            }
            Statement::Switch { selector, ref cases } => return self.switch(selector, cases),
            Statement::Loop { ref body, ref continuing, break_if } => {
                return self.repeat(body, continuing, break_if);
            }
            Statement::Break => {
                let Some(target) = self.targets.last_mut() else {
                    return unexpected("`break` outside of a loop");
                };
                target.is_left = true;
                let leave = target.leave;
                self.writer.builder.branch(leave);
                return Ok(false);
            }
            Statement::Continue => {
                let Some(next) = self.targets.last().and_then(|target| target.next) else {
                    return unexpected("`continue` outside of a loop");
                };
                self.writer.builder.branch(next);
                return Ok(false);
            }
            Statement::Return { value } => {
                self.give(value, span)?;
                return Ok(false);
            }
            Statement::Kill => {
                self.writer.builder.end(op::KILL);
                return Ok(false);
            }
            Statement::ControlBarrier(barrier) => self.control_barrier(barrier),
            Statement::MemoryBarrier(barrier) => {
                let (scope, semantics) = barrier_memory(barrier);
                self.writer.builder.memory_barrier(scope, semantics);
            }
            Statement::Store { pointer, value } => self.store(pointer, value, span)?,
            Statement::ImageStore { image, coordinate, array_index, value } => {
                self.store_texel(image, coordinate, array_index, value)?;
            }
            Statement::Atomic { pointer, ref fun, value, result } => {
                self.atomic(pointer, fun, value, result)?
            }
            Statement::ImageAtomic { image, coordinate, array_index, fun, value } => {
                self.texel_atomic(image, coordinate, array_index, fun, value)?;
            }
            Statement::WorkGroupUniformLoad { pointer, result } => {
                self.control_barrier(Barrier::WORK_GROUP);
                let id = self.load(pointer, span)?;
                self.keep(result, id);
                self.control_barrier(Barrier::WORK_GROUP);
            }
            Statement::Call { function, ref arguments, result } => {
                self.call(function, arguments, result, span)?
            }
            Statement::RayQuery { query, ref fun } => self.ray_query(query, fun)?,
            Statement::RayPipelineFunction(ref function) => self.trace_ray(function)?,
            Statement::SubgroupBallot { result, predicate } => self.ballot(result, predicate)?,
            Statement::SubgroupGather { mode, argument, result } => self.gather(mode, argument, result)?,
            Statement::SubgroupCollectiveOperation { op, collective_op, argument, result } => {
                self.collect(op, collective_op, argument, result)?;
            }
            Statement::CooperativeStore { target, ref data } => self.cooperative_store(target, data)?,
        }
        Ok(true)
    }

    fn choose(&mut self, condition: Handle<Expression>, accept: &'m Block, reject: &'m Block) -> Said<bool> {
        if accept.is_empty() && reject.is_empty() {
            return Ok(true);
        }
        let condition = self.value(condition)?;
        let merge = self.writer.builder.id();
        let label =
            |body: &mut Self, block: &Block| if block.is_empty() { merge } else { body.writer.builder.id() };
        let (yes, no) = (label(self, accept), label(self, reject));
        self.writer.builder.select_block(condition, yes, no, merge);
        let mut is_reached = false;
        for (label, block) in [(yes, accept), (no, reject)] {
            if label == merge {
                is_reached = true;
                continue;
            }
            self.writer.builder.open(label);
            if self.block(block)? {
                is_reached = true;
                self.writer.builder.branch(merge);
            }
        }
        Ok(self.merge(merge, is_reached))
    }

    /// Opens the block where control meets again; false if it never does.
    fn merge(&mut self, merge: Id, is_reached: bool) -> bool {
        self.writer.builder.open(merge);
        if !is_reached {
            self.writer.builder.end(op::UNREACHABLE);
        }
        is_reached
    }

    fn switch(&mut self, selector: Handle<Expression>, cases: &'m [SwitchCase]) -> Said<bool> {
        let selector = self.value(selector)?;
        let merge = self.writer.builder.id();
        let mut default = merge;
        let mut has_default = false;
        let mut list = Vec::new();
        // Labels with the cases that have code; those without go to the next.
        let mut bodies: Vec<(Id, &'m SwitchCase)> = Vec::new();
        let mut label = None;
        for case in cases {
            let own = *label.get_or_insert_with(|| self.writer.builder.id());
            match case.value {
                SwitchValue::I32(value) => list.push((u64::from(value as u32), own)),
                SwitchValue::U32(value) => list.push((u64::from(value), own)),
                SwitchValue::Default => {
                    default = own;
                    has_default = true;
                }
            }
            if !(case.fall_through && case.body.is_empty()) {
                bodies.push((own, case));
                label = None;
            }
        }
        self.writer.builder.switch(selector, default, &list, merge);
        let next = self.targets.last().and_then(|target| target.next);
        self.targets.push(Target { leave: merge, next, is_left: false });
        let mut is_reached = !has_default;
        let followers = bodies.iter().skip(1).map(|(label, _)| *label).chain([merge]);
        for ((label, case), follower) in bodies.iter().zip(followers) {
            self.writer.builder.open(*label);
            if self.block(&case.body)? {
                let end = if case.fall_through { follower } else { merge };
                is_reached |= end == merge;
                self.writer.builder.branch(end);
            }
        }
        if let Some(label) = label {
            self.writer.builder.open(label);
            self.writer.builder.branch(merge);
            is_reached = true;
        }
        is_reached |= self.targets.pop().is_some_and(|target| target.is_left);
        Ok(self.merge(merge, is_reached))
    }

    fn repeat(
        &mut self,
        body: &'m Block,
        continuing: &'m Block,
        break_if: Option<Handle<Expression>>,
    ) -> Said<bool> {
        let [header, first, next, merge] = [(); 4].map(|()| self.writer.builder.id());
        self.writer.builder.open_loop(header, first, next, merge);
        self.writer.builder.open(first);
        self.targets.push(Target { leave: merge, next: Some(next), is_left: false });
        if self.block(body)? {
            self.writer.builder.branch(next);
        }
        let is_left = self.targets.pop().is_some_and(|target| target.is_left);
        self.writer.builder.open(next);
        self.targets.push(Target { leave: merge, next: None, is_left: false });
        self.block(continuing)?;
        self.targets.pop();
        match break_if {
            Some(condition) => {
                let condition = self.value(condition)?;
                self.writer.builder.branch_conditional(condition, merge, header);
            }
            None => self.writer.builder.branch(header),
        }
        Ok(self.merge(merge, is_left || break_if.is_some()))
    }

    /// Ends the function with a value; in entry points it goes to the outputs.
    fn give(&mut self, result: Option<Handle<Expression>>, span: Span) -> Said {
        let Some(result) = result else {
            self.writer.builder.end(op::RETURN);
            return Ok(());
        };
        let id = self.value(result)?;
        self.writer.at(span);
        match self.outputs.clone() {
            Some(outputs) => {
                for output in &outputs {
                    self.writer.write_output(output, id);
                }
                self.writer.builder.end(op::RETURN);
            }
            None => self.writer.builder.return_value(id),
        }
        Ok(())
    }

    pub(super) fn control_barrier(&mut self, barrier: Barrier) {
        self.writer.control_barrier(barrier);
    }
}

impl super::Writer<'_> {
    pub(super) fn control_barrier(&mut self, barrier: Barrier) {
        let execution = if barrier.contains(Barrier::SUB_GROUP) {
            value::scope::SUBGROUP
        } else {
            value::scope::WORKGROUP
        };
        let (memory, semantics) = barrier_memory(barrier);
        self.builder.control_barrier(execution, memory, semantics);
    }
}

/// Who sees the memory of a barrier, and which memory it is.
fn barrier_memory(barrier: Barrier) -> (u32, u32) {
    use value::{memory_semantics as semantics, scope};

    let scope = if barrier.contains(Barrier::STORAGE) {
        scope::DEVICE
    } else if barrier.contains(Barrier::SUB_GROUP) {
        scope::SUBGROUP
    } else {
        scope::WORKGROUP
    };
    let kinds = [
        (Barrier::STORAGE, semantics::UNIFORM_MEMORY),
        (Barrier::WORK_GROUP, semantics::WORKGROUP_MEMORY),
        // Vulkan has no memory of subgroups: what their invocations share lies in one of the others.
        (
            Barrier::SUB_GROUP,
            semantics::UNIFORM_MEMORY | semantics::WORKGROUP_MEMORY | semantics::IMAGE_MEMORY,
        ),
        (Barrier::TEXTURE, semantics::IMAGE_MEMORY),
    ];
    let kinds = kinds.into_iter().filter(|(kind, _)| barrier.contains(*kind));
    (scope, kinds.fold(semantics::ACQUIRE_RELEASE, |mask, (_, bit)| mask | bit))
}
