//! A look into the service from the machine it runs on: what it counts, for Prometheus, and whether it goes.
//!
//! `GET /metrics` and `GET /health`, on the loopback only; a thread of its own answers from what the last
//! round has left there, so nobody who asks holds the service up.

use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HOST};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};

use super::metrics::Metrics;

/// Seconds without a sound round after which the service is said to stand still: a round with servers that
/// do not answer takes four minutes.
const PATIENCE: i64 = 600;

/// Seconds in which a request must have come.
const HASTE: Duration = Duration::from_secs(10);

/// Connections at a time.
const MOST: usize = 16;

/// What whoever asks is shown.
#[derive(Debug, Clone, Default)]
pub struct Window {
    seen: Arc<Mutex<Metrics>>,
}

impl Window {
    /// Puts what was counted where it is shown.
    pub fn show(&self, metrics: &Metrics) {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = metrics.clone();
    }

    /// Answers on a socket from now on, in a thread of its own. `now` is the time in seconds of the epoch.
    ///
    /// # Errors
    /// When the socket is not on the loopback, or the system gives no thread.
    pub fn open(&self, listener: TcpListener, now: fn() -> i64) -> io::Result<()> {
        let address = listener.local_addr()?;
        if !address.ip().is_loopback() {
            let what = format!("{address} can be reached from elsewhere: name a port of 127.0.0.1 or [::1]");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
        listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let window = self.clone();
        std::thread::Builder::new().name("window".to_owned()).spawn(move || {
            let local = tokio::task::LocalSet::new();
            local.block_on(&runtime, window.answer(listener, now));
        })?;
        Ok(())
    }

    async fn answer(self, listener: TcpListener, now: fn() -> i64) {
        let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
        let places = Arc::new(tokio::sync::Semaphore::new(MOST));
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let window = self.clone();
            tokio::task::spawn_local(async move {
                let reply = service_fn(|request: Request<Incoming>| {
                    let reply = window.reply(&request, now());
                    async move { Ok::<_, Infallible>(reply) }
                });
                let mut connection = http1::Builder::new();
                connection.keep_alive(false).timer(TokioTimer::new()).header_read_timeout(HASTE);
                // whoever goes away in the middle of it has had his answer
                let served = connection.serve_connection(TokioIo::new(stream), reply);
                let _ = tokio::time::timeout(HASTE * 2, served).await;
                drop(place);
            });
        }
    }

    fn reply<B>(&self, request: &Request<B>, now: i64) -> Response<Full<Bytes>> {
        let metrics = self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let local = request.headers().get(HOST).and_then(|host| host.to_str().ok()).is_some_and(is_local);
        let (status, text) = match (request.method() == Method::GET, request.uri().path()) {
            // a page from elsewhere that calls itself by a name of its own (DNS rebinding)
            _ if !local => (StatusCode::FORBIDDEN, "ask by localhost or 127.0.0.1\n".to_owned()),
            (true, "/metrics") => (StatusCode::OK, metrics.text()),
            (true, "/health") => health(&metrics, now),
            (false, "/metrics" | "/health") => (StatusCode::METHOD_NOT_ALLOWED, "only GET\n".to_owned()),
            _ => (StatusCode::NOT_FOUND, "there is /metrics and /health\n".to_owned()),
        };
        let mut response = Response::new(Full::new(Bytes::from(text)));
        *response.status_mut() = status;
        let kind = "text/plain; version=0.0.4; charset=utf-8";
        response.headers_mut().insert(CONTENT_TYPE, hyper::header::HeaderValue::from_static(kind));
        response
    }
}

/// Whether the service goes, in a line.
fn health(metrics: &Metrics, now: i64) -> (StatusCode, String) {
    let Metrics { last_round, last_sound, battles, waiting, outbox, .. } = metrics;
    if *last_round == 0 {
        return (StatusCode::SERVICE_UNAVAILABLE, "begins: no round has been done yet\n".to_owned());
    }
    let stands = format!("{battles} battles, {waiting} mails wait, {outbox} letters wait");
    let (ago, sound) = (now - last_round, now - last_sound);
    if ago > PATIENCE {
        let text = format!("stands still: the last round was {ago} s ago; {stands}\n");
        return (StatusCode::SERVICE_UNAVAILABLE, text);
    }
    if sound > PATIENCE {
        let text = format!("fails: no round without trouble for {sound} s; {stands}\n");
        return (StatusCode::SERVICE_UNAVAILABLE, text);
    }
    (StatusCode::OK, format!("ok: the last round was {ago} s ago; {stands}\n"))
}

/// Is a host, as it is asked for, this machine?
fn is_local(host: &str) -> bool {
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((name, _)) => name,
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpStream;

    use super::*;

    fn now() -> i64 {
        10_000
    }

    fn asked(window: &Window, request: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        window.open(listener, now).expect("a thread");
        let mut stream = TcpStream::connect(address).expect("connected");
        stream.write_all(request.as_bytes()).expect("asked");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn get(window: &Window, path: &str) -> String {
        asked(window, &format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:9464\r\n\r\n"))
    }

    #[test]
    fn counts_and_health_are_told_to_this_machine() {
        let window = Window::default();
        assert!(
            get(&window, "/health").starts_with("HTTP/1.1 503") && get(&window, "/health").contains("begins")
        );
        let sound =
            Metrics { mails_in: 7, battles: 3, last_round: 9_997, last_sound: 9_997, ..Metrics::default() };
        window.show(&sound);
        let counts = get(&window, "/metrics");
        assert!(
            counts.starts_with("HTTP/1.1 200") && counts.contains("\ntess_mails_in_total 7\n"),
            "{counts}"
        );
        let health = get(&window, "/health");
        assert!(health.contains("ok: the last round was 3 s ago; 3 battles, 0 mails wait"), "{health}");
        for (broken, told) in [
            (Metrics { last_round: 9_000, ..sound.clone() }, "stands still: the last round was 1000 s ago"),
            (Metrics { last_sound: 9_000, ..sound.clone() }, "fails: no round without trouble for 1000 s"),
        ] {
            window.show(&broken);
            let health = get(&window, "/health");
            assert!(health.starts_with("HTTP/1.1 503") && health.contains(told), "{health}");
        }
    }

    #[test]
    fn nobody_else_is_told_anything() {
        let window = Window::default();
        window.show(&Metrics { last_round: 9_999, last_sound: 9_999, ..Metrics::default() });
        for (request, status) in [
            ("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n", "403"),
            ("GET /metrics HTTP/1.1\r\n\r\n", "403"),
            ("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n", "403"),
            ("POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n", "405"),
            ("GET /store HTTP/1.1\r\nHost: [::1]:9464\r\n\r\n", "404"),
            ("rubbish\r\n\r\n", "400"),
        ] {
            let answer = asked(&window, request);
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{request}: {answer}");
        }
        let everywhere = TcpListener::bind("0.0.0.0:0").expect("a port");
        assert!(window.open(everywhere, now).is_err());
    }
}
