//! The exports: room for bytes, one call, its answer.

#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::session::{Reply, Session};

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
    static REPLY: RefCell<Reply> = RefCell::default();
}

/// Gives room for bytes; 0 if there is none.
// SAFETY: no other item of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn allocate(size: usize) -> *mut u8 {
    let mut room: Vec<u8> = Vec::new();
    if room.try_reserve_exact(size).is_err() {
        return std::ptr::null_mut();
    }
    room.resize(size, 0);
    Box::into_raw(room.into_boxed_slice()).cast()
}

/// Takes back room that [`allocate`] gave.
///
/// # Safety
///
/// `address` is what [`allocate`] returned for this size, and not taken back yet.
// SAFETY: no other item of the program has this name.
#[unsafe(no_mangle)]
unsafe extern "C" fn release(address: *mut u8, size: usize) {
    // SAFETY: by the contract it is a boxed slice of this size.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(address, size)) });
}

/// Answers a request with some bytes.
///
/// # Safety
///
/// Both ranges are readable for the time of the call.
// SAFETY: no other item of the program has this name.
#[unsafe(no_mangle)]
unsafe extern "C" fn ask(request: *const u8, request_size: usize, data: *const u8, data_size: usize) {
    let bytes = |address: *const u8, size: usize| {
        if size == 0 {
            return &[][..];
        }
        // SAFETY: by the contract.
        unsafe { std::slice::from_raw_parts(address, size) }
    };
    let (request, data) = (bytes(request, request_size), bytes(data, data_size));
    // The last answer is given up first: it may be large.
    REPLY.with(|reply| *reply.borrow_mut() = Reply::default());
    let made = SESSION.with(|session| session.borrow_mut().ask(request, data));
    REPLY.with(|reply| *reply.borrow_mut() = made);
}

/// Address of part 0 (JSON) or 1 (bytes) of the answer.
// SAFETY: no other item of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn answer(part: u32) -> *const u8 {
    REPLY.with(|reply| reply.borrow().part(part).as_ptr())
}

/// Size of part 0 (JSON) or 1 (bytes) of the answer.
// SAFETY: no other item of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn answer_size(part: u32) -> usize {
    REPLY.with(|reply| reply.borrow().part(part).len())
}
