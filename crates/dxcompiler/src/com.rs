//! Calls the COM interfaces of a `dxcompiler` library through their vtables.
//!
//! Source of the interface ids, class ids and function order: `dxcapi.h`, the public header of the
//! DirectX shader compiler.
//!
//! # Why this is sound
//!
//! * The callee is foreign code, and no argument of ours can make it correct. It runs in a
//!   dedicated process, which contains any damage ([`crate::worker`]).
//! * The library stays loaded for the lifetime of the process: it is leaked on purpose, since it
//!   registers exit handlers. So every pointer into it stays valid.
//! * An [`Object`] holds a non-null pointer that the library returned with a success code. It is
//!   released once, on drop, and never copied.
//! * A COM object begins with a pointer to a vtable whose order its interface fixes. Only slots of
//!   the interface under which an object was created or returned are called. Builds from before
//!   2022 for systems other than Windows have two more slots, for a virtual destructor, after the
//!   first three; [`Library::load`] detects the layout before any other call.
//! * Every pointer passed to the library points to a local or a vector that lives for the whole
//!   call, and the library keeps none of them: blobs are copies.
//! * Bytes returned by the library are copied before their owner is released.

use std::ffi::c_void;
use std::path::Path;
use std::ptr::{NonNull, null, null_mut};

use crate::answer::Response;

/// Character of the library's strings: 16 bits on Windows, 32 elsewhere.
#[cfg(windows)]
type Wide = u16;
#[cfg(not(windows))]
type Wide = u32;

/// Interface or class id, in memory byte order.
#[repr(C)]
#[derive(Clone, Copy)]
struct Guid {
    first: u32,
    second: u16,
    third: u16,
    rest: [u8; 8],
}

const fn guid(first: u32, second: u16, third: u16, rest: [u8; 8]) -> Guid {
    Guid { first, second, third, rest }
}

/// Class ids.
mod class {
    use super::{Guid, guid};

    pub(super) const LIBRARY: Guid =
        guid(0x6245_d6af, 0x66e0, 0x48fd, [0x80, 0xb4, 0x4d, 0x27, 0x17, 0x96, 0x74, 0x8c]);
    pub(super) const COMPILER: Guid =
        guid(0x73e2_2d93, 0xe6ce, 0x47f3, [0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0]);
    pub(super) const LINKER: Guid =
        guid(0xef6a_8087, 0xb0ea, 0x4d56, [0x9e, 0x45, 0xd0, 0x7e, 0x1a, 0x8b, 0x78, 0x06]);
    pub(super) const VALIDATOR: Guid =
        guid(0x8ca3_e215, 0xf728, 0x4cf3, [0x8c, 0xdd, 0x88, 0xaf, 0x91, 0x75, 0x87, 0xa1]);
}

/// Interface ids.
mod interface {
    use super::{Guid, guid};

    pub(super) const LIBRARY: Guid =
        guid(0xe520_4dc7, 0xd18c, 0x4c3c, [0xbd, 0xfb, 0x85, 0x16, 0x73, 0x98, 0x0f, 0xe7]);
    pub(super) const COMPILER: Guid =
        guid(0x8c21_0bf3, 0x011f, 0x4422, [0x8d, 0x70, 0x6f, 0x9a, 0xcb, 0x8d, 0xb6, 0x17]);
    pub(super) const LINKER: Guid =
        guid(0xf1b5_be2a, 0x62dd, 0x4327, [0xa1, 0xc2, 0x42, 0xac, 0x1e, 0x1e, 0x78, 0xe6]);
    pub(super) const VALIDATOR: Guid =
        guid(0xa6e8_2bd2, 0x1fd7, 0x4826, [0x98, 0x11, 0x28, 0x57, 0xe7, 0x97, 0xf4, 0x9a]);
    pub(super) const VERSION: Guid =
        guid(0xb04f_5b50, 0x2059, 0x4f12, [0xa8, 0xff, 0xa1, 0xe0, 0xcd, 0xe1, 0xcc, 0x7e]);
}

/// `DxcCreateInstance`.
type Create = unsafe extern "system" fn(*const Guid, *const Guid, *mut *mut c_void) -> i32;

/// Type of an interface function that returns a status; `A` lists its arguments.
macro_rules! method {
    ($($argument:ty),* => $result:ty) => {
        unsafe extern "system" fn(*mut c_void, $($argument),*) -> $result
    };
}

/// Slots before the interface's own: `QueryInterface`, `AddRef`, `Release`.
const BASE: usize = 3;
const RELEASE: usize = 2;
/// Value that no version has.
const UNTOUCHED: u32 = 0x5A5A_5A5A;
/// `E_FAIL`.
const FAILED: u32 = 0x8000_4005;

/// A loaded library.
pub(crate) struct Library {
    create: Create,
    /// Number of slots before an interface's own.
    base: usize,
    /// Compiler version.
    pub(crate) version: (u32, u32),
}

/// COM object, released on drop.
struct Object {
    pointer: NonNull<c_void>,
    base: usize,
}

impl Object {
    /// Function in a slot, counted from the first slot common to all interfaces.
    ///
    /// # Safety
    ///
    /// `F` has to be the type of the function in that slot of the object's interface.
    unsafe fn function<F: Copy>(&self, slot: usize) -> F {
        const { assert!(size_of::<F>() == size_of::<*const c_void>()) };
        // SAFETY: the object begins with a pointer to its vtable, which has the slot, and the
        // caller guarantees the type.
        unsafe {
            let table: *const *const c_void = self.pointer.cast::<*const *const c_void>().read();
            table.add(slot).cast::<F>().read()
        }
    }

    /// Function of the object's own interface, counted from 0.
    ///
    /// # Safety
    ///
    /// As for [`function`](Object::function).
    unsafe fn own<F: Copy>(&self, slot: usize) -> F {
        // SAFETY: the caller guarantees the type.
        unsafe { self.function(self.base + slot) }
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        // SAFETY: every object has `Release` in its third slot, and this one is released once.
        unsafe {
            let release: method!(=> u32) = self.function(RELEASE);
            release(self.pointer.as_ptr());
        }
    }
}

impl Library {
    /// Loads a library and detects its vtable layout.
    pub(crate) fn load(path: &Path) -> Result<Library, String> {
        // SAFETY: loading runs the library's initialisers; see the module header.
        let loaded = unsafe { libloading::Library::new(path) };
        let loaded = loaded.map_err(|error| format!("{} cannot be loaded: {error}", path.display()))?;
        // SAFETY: this is the function's type in the public header.
        let create = unsafe { loaded.get::<Create>(b"DxcCreateInstance\0") };
        let create = *create.map_err(|_| format!("{} is not a dxcompiler library", path.display()))?;
        // Exit handlers may still run code of the library.
        std::mem::forget(loaded);
        let mut library = Library { create, base: BASE, version: (0, 0) };
        if let Some(version) = library.ask_version()? {
            library.version = version;
            return Ok(library);
        }
        library.base = BASE + 2;
        library.version = library
            .ask_version()?
            .ok_or_else(|| format!("{} has an interface of an unknown layout", path.display()))?;
        Ok(library)
    }

    /// Version, if the interface's own slots start at `base`.
    fn ask_version(&self) -> Result<Option<(u32, u32)>, String> {
        let object = self.create(class::COMPILER, interface::VERSION, "compiler")?;
        let (mut major, mut minor) = (UNTOUCHED, UNTOUCHED);
        // SAFETY: the slot holds `GetVersion` or the object's destructor, which ignores the
        // arguments and leaves the numbers unchanged; in that case the object is not used again.
        unsafe {
            let get: method!(*mut u32, *mut u32 => i32) = object.own(0);
            get(object.pointer.as_ptr(), &raw mut major, &raw mut minor);
        }
        if major == UNTOUCHED || minor == UNTOUCHED {
            // It may have been destroyed, so do not release it.
            std::mem::forget(object);
            return Ok(None);
        }
        Ok(Some((major, minor)))
    }

    fn create(&self, class: Guid, interface: Guid, what: &str) -> Result<Object, String> {
        let mut pointer = null_mut();
        // SAFETY: both ids and the pointer live for the whole call.
        let status = unsafe { (self.create)(&raw const class, &raw const interface, &raw mut pointer) };
        self.object(status, pointer)
            .ok_or_else(|| format!("this dxcompiler library has no {what} (status {status:08x})"))
    }

    /// Wraps an object returned by the library.
    fn object(&self, status: i32, pointer: *mut c_void) -> Option<Object> {
        let pointer = NonNull::new(pointer).filter(|_| status >= 0)?;
        Some(Object { pointer, base: self.base })
    }

    /// Copies bytes into a blob.
    fn blob(&self, bytes: &[u8]) -> Result<Object, String> {
        let size =
            u32::try_from(bytes.len()).map_err(|_| "a file of over 4 GiB cannot be passed".to_owned())?;
        let library = self.create(class::LIBRARY, interface::LIBRARY, "library")?;
        let mut pointer = null_mut();
        // SAFETY: slot 4 of `IDxcLibrary` is `CreateBlobWithEncodingOnHeapCopy`, which copies
        // `size` bytes; encoding 0 is binary.
        let status = unsafe {
            let copy: method!(*const c_void, u32, u32, *mut *mut c_void => i32) = library.own(4);
            copy(library.pointer.as_ptr(), bytes.as_ptr().cast(), size, 0, &raw mut pointer)
        };
        self.object(status, pointer)
            .ok_or_else(|| format!("the library did not accept the bytes (status {status:08x})"))
    }

    /// The library's own reader of included files, which searches the folders of `-I`.
    fn include_handler(&self) -> Result<Object, String> {
        let library = self.create(class::LIBRARY, interface::LIBRARY, "library")?;
        let mut pointer = null_mut();
        // SAFETY: slot 6 of `IDxcLibrary` is `CreateIncludeHandler`.
        let status = unsafe {
            let create: method!(*mut *mut c_void => i32) = library.own(6);
            create(library.pointer.as_ptr(), &raw mut pointer)
        };
        self.object(status, pointer)
            .ok_or_else(|| format!("this dxcompiler library has no include handler (status {status:08x})"))
    }

    /// Contents of a blob.
    fn bytes(&self, blob: &Object) -> Vec<u8> {
        // SAFETY: the first two slots of `IDxcBlob`, which every blob has, are `GetBufferPointer`
        // and `GetBufferSize`; that many bytes are valid while the blob lives, and they are copied.
        unsafe {
            let pointer: method!(=> *const u8) = blob.own(0);
            let size: method!(=> usize) = blob.own(1);
            let (pointer, size) = (pointer(blob.pointer.as_ptr()), size(blob.pointer.as_ptr()));
            if pointer.is_null() || size > isize::MAX as usize {
                Vec::new()
            } else {
                std::slice::from_raw_parts(pointer, size).to_vec()
            }
        }
    }

    /// Status, result and messages of an operation.
    fn result(&self, call: i32, pointer: *mut c_void) -> Response {
        let Some(result) = self.object(0, pointer) else {
            return Response {
                status: if call < 0 { call as u32 } else { FAILED },
                message: "the library gave no result".to_owned(),
                ..Response::default()
            };
        };
        let mut status = FAILED as i32;
        let (mut bytes, mut errors) = (null_mut(), null_mut());
        // SAFETY: the first three slots of `IDxcOperationResult` are `GetStatus`, `GetResult` and
        // `GetErrorBuffer`, and their output variables live for the whole call.
        unsafe {
            let get: method!(*mut i32 => i32) = result.own(0);
            get(result.pointer.as_ptr(), &raw mut status);
            let get: method!(*mut *mut c_void => i32) = result.own(1);
            get(result.pointer.as_ptr(), &raw mut bytes);
            let get: method!(*mut *mut c_void => i32) = result.own(2);
            get(result.pointer.as_ptr(), &raw mut errors);
        }
        let read = |pointer| self.object(0, pointer).map(|blob| self.bytes(&blob)).unwrap_or_default();
        Response { status: status as u32, bytes: read(bytes), message: text(&read(errors)) }
    }

    /// Links libraries.
    pub(crate) fn link(
        &self,
        entry: &str,
        profile: &str,
        arguments: &[String],
        libraries: &[(String, Vec<u8>)],
    ) -> Result<Response, String> {
        let linker = self.create(class::LINKER, interface::LINKER, "linker")?;
        let names: Vec<Vec<Wide>> = libraries.iter().map(|(name, _)| wide(name)).collect();
        for ((name, bytes), wide) in libraries.iter().zip(&names) {
            let blob = self.blob(bytes)?;
            // SAFETY: slot 0 of `IDxcLinker` is `RegisterLibrary`; the name is null-terminated, and
            // the linker holds its own reference to the blob.
            let status = unsafe {
                let register: method!(*const Wide, *mut c_void => i32) = linker.own(0);
                register(linker.pointer.as_ptr(), wide.as_ptr(), blob.pointer.as_ptr())
            };
            if status < 0 {
                return Ok(Response {
                    status: status as u32,
                    message: format!("{name} is refused as a library"),
                    ..Response::default()
                });
            }
        }
        let arguments: Vec<Vec<Wide>> = arguments.iter().map(|argument| wide(argument)).collect();
        let name_pointers: Vec<*const Wide> = names.iter().map(|name| name.as_ptr()).collect();
        let argument_pointers: Vec<*const Wide> =
            arguments.iter().map(|argument| argument.as_ptr()).collect();
        let (entry, profile) = (wide(entry), wide(profile));
        let mut pointer = null_mut();
        // SAFETY: slot 1 of `IDxcLinker` is `Link`; the lists have the sizes passed with them, and
        // all strings are null-terminated and live for the whole call.
        let status = unsafe {
            let link: method!(
                *const Wide,
                *const Wide,
                *const *const Wide,
                u32,
                *const *const Wide,
                u32,
                *mut *mut c_void => i32
            ) = linker.own(1);
            link(
                linker.pointer.as_ptr(),
                entry.as_ptr(),
                profile.as_ptr(),
                name_pointers.as_ptr(),
                name_pointers.len() as u32,
                if argument_pointers.is_empty() { null() } else { argument_pointers.as_ptr() },
                argument_pointers.len() as u32,
                &raw mut pointer,
            )
        };
        Ok(self.result(status, pointer))
    }

    /// Validates a container.
    pub(crate) fn validate(&self, bytes: &[u8]) -> Result<Response, String> {
        let validator = self.create(class::VALIDATOR, interface::VALIDATOR, "validator")?;
        let blob = self.blob(bytes)?;
        let mut pointer = null_mut();
        // SAFETY: slot 0 of `IDxcValidator` is `Validate`; without flags it does not change the
        // blob.
        let status = unsafe {
            let validate: method!(*mut c_void, u32, *mut *mut c_void => i32) = validator.own(0);
            validate(validator.pointer.as_ptr(), blob.pointer.as_ptr(), 0, &raw mut pointer)
        };
        Ok(self.result(status, pointer))
    }

    /// Disassembles a container.
    pub(crate) fn disassemble(&self, bytes: &[u8]) -> Result<Response, String> {
        let compiler = self.create(class::COMPILER, interface::COMPILER, "compiler")?;
        let blob = self.blob(bytes)?;
        let mut pointer = null_mut();
        // SAFETY: slot 2 of `IDxcCompiler` is `Disassemble`, which returns a blob.
        let status = unsafe {
            let disassemble: method!(*mut c_void, *mut *mut c_void => i32) = compiler.own(2);
            disassemble(compiler.pointer.as_ptr(), blob.pointer.as_ptr(), &raw mut pointer)
        };
        let listing = self.object(status, pointer).map(|blob| self.bytes(&blob));
        Ok(Response {
            status: match &listing {
                Some(_) => 0,
                None if status < 0 => status as u32,
                None => FAILED,
            },
            bytes: text(&listing.unwrap_or_default()).into_bytes(),
            message: String::new(),
        })
    }

    /// Compiles HLSL.
    pub(crate) fn compile(
        &self,
        entry: &str,
        profile: &str,
        arguments: &[String],
        source: &[u8],
    ) -> Result<Response, String> {
        let compiler = self.create(class::COMPILER, interface::COMPILER, "compiler")?;
        let blob = self.blob(source)?;
        let (name, entry, profile) = (wide("source.hlsl"), wide(entry), wide(profile));
        let includes = self.include_handler()?;
        let arguments: Vec<Vec<Wide>> = arguments.iter().map(|argument| wide(argument)).collect();
        let pointers: Vec<*const Wide> = arguments.iter().map(|argument| argument.as_ptr()).collect();
        let mut pointer = null_mut();
        // SAFETY: slot 0 of `IDxcCompiler` is `Compile`; the list has the size passed with it,
        // there are no definitions, the include handler lives for the whole call, and all strings
        // are null-terminated and live as long.
        let status = unsafe {
            let compile: method!(
                *mut c_void,
                *const Wide,
                *const Wide,
                *const Wide,
                *const *const Wide,
                u32,
                *const c_void,
                u32,
                *mut c_void,
                *mut *mut c_void => i32
            ) = compiler.own(0);
            compile(
                compiler.pointer.as_ptr(),
                blob.pointer.as_ptr(),
                name.as_ptr(),
                entry.as_ptr(),
                profile.as_ptr(),
                if pointers.is_empty() { null() } else { pointers.as_ptr() },
                pointers.len() as u32,
                null(),
                0,
                includes.pointer.as_ptr(),
                &raw mut pointer,
            )
        };
        Ok(self.result(status, pointer))
    }
}

/// Null-terminated wide string for the library. Embedded nulls would truncate it and are dropped.
fn wide(text: &str) -> Vec<Wide> {
    let text: String = text.chars().filter(|&c| c != '\0').collect();
    #[cfg(windows)]
    let characters = text.encode_utf16();
    #[cfg(not(windows))]
    let characters = text.chars().map(u32::from);
    characters.chain([0]).collect()
}

/// Decodes a string from the library.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).into_owned()
}
