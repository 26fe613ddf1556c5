//! Reports unused names.

use crate::assemble::state::{Assembler, NameKind};
use crate::rules;

impl Assembler<'_> {
    /// Reports names of the file that are never used.
    pub(crate) fn unused_names(&mut self) {
        if self.failed {
            return;
        }
        let declared = std::mem::take(&mut self.scope.declared);
        for name in &declared {
            // Unwritten outputs are reported by the checks of the code.
            let help = match name.kind {
                _ if name.is_used || name.text.starts_with('_') => continue,
                NameKind::Output => continue,
                NameKind::Alias => "remove it",
                NameKind::Uniform => {
                    "remove it, unless another file of the program or the application needs the register"
                }
                NameKind::Constant => "remove it",
                NameKind::Input => "remove it, unless the application feeds it",
            };
            if self.findings.count_dropped(&rules::UNUSED) {
                continue;
            }
            let message = format!("`{}` is {} that this file never uses", name.text, name.kind.words());
            self.remark(&rules::UNUSED, name.text, message).help(help);
        }
        self.scope.declared = declared;
        let labels = self.scope.labels.values().filter(|label| !label.is_used);
        let mut unused: Vec<&str> = labels.map(|label| label.part).filter(|name| !name.is_empty()).collect();
        // Hash tables iterate in random order.
        unused.sort_by_key(|name| name.as_ptr() as usize);
        for name in unused {
            if self.findings.count_dropped(&rules::UNUSED) {
                continue;
            }
            self.remark(&rules::UNUSED, name, format!("label `{name}` is never jumped to")).help("remove it");
        }
    }
}
