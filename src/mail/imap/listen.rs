//! Waiting until a server says that mail has come (RFC 2177).

use std::time::Duration;

use imap::extensions::idle::stop_on_any;

use super::ImapUrl;

/// How long the server may keep silent while mail is waited for; it may hang up after 30 minutes.
const SILENCE: Duration = Duration::from_secs(25 * 60);

/// Wait before the server is asked again that hung up.
const AGAIN: Duration = Duration::from_secs(60);

impl ImapUrl {
    /// Waits in a thread of its own for mail, and calls whenever something may have come. It ends with the
    /// process, or when the server cannot do this; then mail is found by looking for it only.
    pub fn listen(self, wake: impl Fn() + Send + 'static) {
        std::thread::spawn(move || {
            while self.wait_for_mail(&wake) {
                std::thread::sleep(AGAIN);
            }
        });
    }

    /// Until the server hangs up; `false` when it cannot do this at all.
    fn wait_for_mail(&self, wake: &impl Fn()) -> bool {
        let Ok(mut session) = self.enter() else { return true };
        if session.select(&self.folder).is_err() {
            return true;
        }
        if !session.capabilities().is_ok_and(|all| all.has_str("IDLE")) {
            return false;
        }
        loop {
            // what came before the server began to listen, it does not tell
            wake();
            let mut idle = session.idle();
            idle.timeout(SILENCE);
            if idle.wait_while(stop_on_any).is_err() {
                return true;
            }
        }
    }
}
