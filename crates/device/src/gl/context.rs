//! Opens an EGL context without window or display server, as Mesa provides it.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::marker::PhantomData;

use libloading::Library;

/// EGL handle.
type Handle = *mut c_void;
type GetProcAddress = unsafe extern "system" fn(*const c_char) -> *const c_void;
type GetPlatformDisplay = unsafe extern "system" fn(c_uint, Handle, *const c_int) -> Handle;
type Initialize = unsafe extern "system" fn(Handle, *mut c_int, *mut c_int) -> c_uint;
type BindApi = unsafe extern "system" fn(c_uint) -> c_uint;
type CreateContext = unsafe extern "system" fn(Handle, Handle, Handle, *const c_int) -> Handle;
type MakeCurrent = unsafe extern "system" fn(Handle, Handle, Handle, Handle) -> c_uint;
type DestroyContext = unsafe extern "system" fn(Handle, Handle) -> c_uint;

// Constants of EGL 1.5 and of the extension EGL_MESA_platform_surfaceless.
const PLATFORM_SURFACELESS: c_uint = 0x31dd;
const OPENGL_API: c_uint = 0x30a2;
const OPENGL_ES_API: c_uint = 0x30a0;
const MAJOR_VERSION: c_int = 0x3098;
const MINOR_VERSION: c_int = 0x30fb;
const NONE: c_int = 0x3038;

/// API of a context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Api {
    /// OpenGL, core profile, of this version or a later compatible one.
    Desktop(u8, u8),
    /// OpenGL ES, of this version or a later compatible one.
    Es(u8, u8),
}

/// Context that is current on this thread.
pub struct Context {
    pub(super) gl: glow::Context,
    display: Handle,
    context: Handle,
    functions: Functions,
    _one_thread: PhantomData<RefCell<()>>,
}

#[derive(Clone, Copy)]
struct Functions {
    address: GetProcAddress,
    initialize: Initialize,
    bind_api: BindApi,
    create: CreateContext,
    make_current: MakeCurrent,
    destroy: DestroyContext,
}

impl Functions {
    fn of(library: &Library) -> Result<Functions, String> {
        // SAFETY: names and types are those of EGL 1.5; the pointers are used only while the
        // library is loaded.
        unsafe {
            let address =
                *library.get::<GetProcAddress>(b"eglGetProcAddress\0").map_err(|error| error.to_string())?;
            let initialize =
                *library.get::<Initialize>(b"eglInitialize\0").map_err(|error| error.to_string())?;
            let bind_api = *library.get::<BindApi>(b"eglBindAPI\0").map_err(|error| error.to_string())?;
            let create =
                *library.get::<CreateContext>(b"eglCreateContext\0").map_err(|error| error.to_string())?;
            let make_current =
                *library.get::<MakeCurrent>(b"eglMakeCurrent\0").map_err(|error| error.to_string())?;
            let destroy =
                *library.get::<DestroyContext>(b"eglDestroyContext\0").map_err(|error| error.to_string())?;
            Ok(Functions { address, initialize, bind_api, create, make_current, destroy })
        }
    }

    fn display(&self) -> Result<Handle, String> {
        // SAFETY: the name is null-terminated; the extension gives the function this type. EGL
        // needs no native display here.
        let display = unsafe {
            let address = (self.address)(c"eglGetPlatformDisplayEXT".as_ptr());
            if address.is_null() {
                return Err("EGL has no platforms".to_owned());
            }
            let get = std::mem::transmute::<*const c_void, GetPlatformDisplay>(address);
            get(PLATFORM_SURFACELESS, std::ptr::null_mut(), std::ptr::null())
        };
        if display.is_null() {
            return Err("EGL has no display without a surface".to_owned());
        }
        let (mut major, mut minor) = (0, 0);
        // SAFETY: the display is valid, and the numbers outlive the call. Repeated initialisation
        // has no effect.
        match unsafe { (self.initialize)(display, &raw mut major, &raw mut minor) } {
            0 => Err("EGL cannot be initialized".to_owned()),
            _ => Ok(display),
        }
    }
}

impl Context {
    /// Opens a context and makes it current.
    ///
    /// # Errors
    ///
    /// The reason why none could be opened.
    pub fn open(api: Api) -> Result<Context, String> {
        // SAFETY: the library is the system's EGL; it stays loaded.
        let library = unsafe { Library::new("libEGL.so.1") }.map_err(|error| error.to_string())?;
        let functions = Functions::of(&library)?;
        // Drivers leak thread-local data when unloaded, so a process can load them only a limited
        // number of times.
        std::mem::forget(library);
        let display = functions.display()?;
        let (number, major, minor) = match api {
            Api::Desktop(major, minor) => (OPENGL_API, major, minor),
            Api::Es(major, minor) => (OPENGL_ES_API, major, minor),
        };
        let wanted = [MAJOR_VERSION, c_int::from(major), MINOR_VERSION, c_int::from(minor), NONE];
        let none = std::ptr::null_mut();
        // SAFETY: the display is initialised and the list is terminated. The context needs no
        // configuration, because nothing is drawn to a surface.
        let context = unsafe {
            (functions.bind_api)(number);
            (functions.create)(display, none, none, wanted.as_ptr())
        };
        if context.is_null() {
            return Err(format!("the driver has no {api:?}"));
        }
        // SAFETY: the context was just created on this display and is current nowhere.
        if unsafe { (functions.make_current)(display, none, none, context) } == 0 {
            return Err("the context cannot be made current".to_owned());
        }
        let load = |name: &CStr| {
            // SAFETY: the name is null-terminated.
            unsafe { (functions.address)(name.as_ptr()) }
        };
        // SAFETY: the context is current, and EGL returns functions of the type implied by their
        // names.
        let gl = unsafe { glow::Context::from_loader_function_cstr(load) };
        Ok(Context { gl, display, context, functions, _one_thread: PhantomData })
    }

    /// Name and version of the driver.
    #[must_use]
    pub fn name(&self) -> String {
        use glow::HasContext;
        // SAFETY: see `mod.rs`.
        unsafe {
            let renderer = self.gl.get_parameter_string(glow::RENDERER);
            let version = self.gl.get_parameter_string(glow::VERSION);
            format!("{renderer} ({version})")
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        let none = std::ptr::null_mut();
        // SAFETY: the context is current on this thread; the display is kept, because other
        // contexts may use it.
        unsafe {
            (self.functions.make_current)(self.display, none, none, none);
            (self.functions.destroy)(self.display, self.context);
        }
    }
}
