//! Reads arbitrary bytes as the index of a folder: the plan equals that of the folder, or the index is reported as
//! damaged.
#![no_main]

use std::ops::Range;

use glassbox::plan::{Catalogue, CatalogueError, Folder, Index, Profile, Request, Stamp, Store, plan};
use glassbox_core::limits::Limits;
use glassbox_dxcontainer::program::ShaderKind;
use glassbox_testing::library::{Function, Library};

const NAMES: [&str; 2] = ["main.dxil", "shade.dxil"];

struct Two([Vec<u8>; 2]);

impl Folder for Two {
    fn list(&mut self) -> Result<Vec<Stamp>, CatalogueError> {
        let files = NAMES.iter().zip(&self.0);
        let stamp = |(name, bytes): (&&str, &Vec<u8>)| Stamp {
            name: (*name).to_owned(),
            size: bytes.len() as u64,
            modified: 1,
        };
        Ok(files.map(stamp).collect())
    }

    fn read(&mut self, name: &str, range: Range<u64>) -> Result<Vec<u8>, CatalogueError> {
        let file = NAMES.iter().position(|other| *other == name);
        let bytes = file.and_then(|file| self.0[file].get(range.start as usize..range.end as usize));
        bytes.map(<[u8]>::to_vec).ok_or_else(|| CatalogueError("it ends before".to_owned()))
    }
}

struct Given(Vec<u8>);

impl Store for Given {
    fn size(&mut self) -> Result<u64, CatalogueError> {
        Ok(self.0.len() as u64)
    }

    fn read(&mut self, range: Range<u64>) -> Result<Vec<u8>, CatalogueError> {
        let bytes = self.0.get(range.start as usize..range.end as usize);
        bytes.map(<[u8]>::to_vec).ok_or_else(|| CatalogueError("it ends before".to_owned()))
    }

    fn write(&mut self, from: u64, bytes: &[u8]) -> Result<(), CatalogueError> {
        self.0.truncate(from as usize);
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let pixel = Function::entry(ShaderKind::PIXEL, "PSMain", &["?Shade@@YAMM@Z"]);
    let shade = Function::plain("?Shade@@YAMM@Z", &[]);
    let mut folder = Two([Library::new(vec![pixel]).bytes(), Library::new(vec![shade]).bytes()]);
    let mut store = Given(bytes.to_vec());
    let mut index = Index::open(&mut store, &mut folder, &Limits::default()).expect("the folder can be read");
    let profile = Profile::parse("ps_6_0").expect("it is a profile");
    // Damage found later is reported; the reverse would need arbitrary bytes with a correct checksum.
    if index.refreshed.damage.is_some() || !index.refreshed.existed {
        let made = plan(&Request::program("PSMain", profile), &mut index).expect("the index is new");
        assert_eq!(made.needed.len(), 2);
        assert_eq!(index.count(), 2);
    }
});
