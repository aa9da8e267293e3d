//! How a page calls the engine: it asks for room, writes bytes there, calls, and reads the answer where it
//! stands. Nothing is imported, and no byte outlives the next call.

use std::cell::RefCell;

use super::Engine;

thread_local! {
    static GIVEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static FILES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

getrandom::register_custom_getrandom!(no_luck);

fn no_luck(_: &mut [u8]) -> Result<(), getrandom::Error> {
    Err(getrandom::Error::UNSUPPORTED)
}

/// Room for so many bytes of what is given next.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    GIVEN.with_borrow_mut(|given| {
        given.clear();
        given.resize(length, 0);
        given.as_mut_ptr()
    })
}

/// Keeps what was given as the files of the battle that is opened next.
#[unsafe(no_mangle)]
pub extern "C" fn files() {
    FILES.set(GIVEN.take());
}

/// Takes what was given as an archive; gives the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> usize {
    let (engine, said) = GIVEN.with_borrow(|given| Engine::open_for_page(given, &FILES.take()));
    ENGINE.set(engine);
    answered(said)
}

/// Takes what was given as a request; gives the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let said = GIVEN.with_borrow(|given| {
        ENGINE.with_borrow_mut(|engine| match engine {
            Some(engine) => engine.answer(given),
            None => "{\"error\":\"no battle is open\"}".to_owned(),
        })
    });
    answered(said)
}

/// Where the answer stands.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

fn answered(said: String) -> usize {
    ANSWER.set(said.into_bytes());
    ANSWER.with_borrow(Vec::len)
}
