//! Lists the instructions that use each id.

use super::{At, Id, Module};

/// Instructions that use each id, as result type or operand, in the order of the file; an instruction that uses an id
/// twice is listed twice.
#[derive(Clone, Debug)]
pub struct Users {
    /// By id, the end of its part of `users`; it begins where the one before ends.
    ends: Vec<u32>,
    users: Vec<At>,
}

impl Users {
    /// Collects the users of all ids.
    pub fn of(module: &Module) -> Users {
        let mut ends = vec![0u32; module.bound()];
        let each = |visit: &mut dyn FnMut(Id, At)| {
            for at in module.walk() {
                let ty = module.get(at).ty;
                if ty != 0 {
                    visit(ty, at);
                }
                module.used_ids(at).for_each(|id| visit(id, at));
            }
        };
        each(&mut |id, _| ends[id as usize] += 1);
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut users = vec![0; total as usize];
        each(&mut |id, at| {
            let next = &mut ends[id as usize];
            users[*next as usize] = at;
            *next += 1;
        });
        Users { ends, users }
    }

    /// Instructions that use an id.
    pub fn get(&self, id: Id) -> &[At] {
        let index = id as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let end = self.ends.get(index).copied().unwrap_or(start);
        &self.users[start as usize..end as usize]
    }
}
