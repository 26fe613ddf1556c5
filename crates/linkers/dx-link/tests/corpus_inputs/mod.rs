//! Libraries of the corpus as inputs of a merge.

use glassbox_dx_link::merge::Input;
use glassbox_dxil::ir::Typed;
use glassbox_testing::container::code;
use glassbox_testing::corpus;

/// File of the corpus, by its path below `dxcontainer`.
pub(crate) fn read(path: &str) -> Vec<u8> {
    corpus::bytes(&format!("dxcontainer/{path}"))
}

/// Calls `work` with libraries.
pub(crate) fn with_inputs<T>(paths: &[impl AsRef<str>], work: impl FnOnce(&[Input<'_>]) -> T) -> T {
    let files: Vec<Vec<u8>> = paths.iter().map(|path| read(path.as_ref())).collect();
    let modules: Vec<Typed<'_>> =
        files.iter().map(|file| Typed::read(code(file).0).expect("the bitcode can be read")).collect();
    let inputs: Vec<Input<'_>> = paths
        .iter()
        .zip(&files)
        .zip(&modules)
        .map(|((name, file), module)| Input {
            name: name.as_ref(),
            module,
            compiler: code(file).1,
            subobjects: &[],
        })
        .collect();
    work(&inputs)
}
