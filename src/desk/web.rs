//! The web server: requests come in from the loopback, replies go out, and changes are told.
//!
//! One thread does it all, since one person looks; what takes long goes on beside it (`battle.rs`).

use std::cell::RefCell;
use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::header::{CONTENT_TYPE, HOST, HeaderName, ORIGIN};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::asked::{Asked, Given};
use super::gate::{HEADERS, MOST_BYTES};
use super::routes::Desk;

/// How often it is looked whether anything has changed.
const TICK: Duration = Duration::from_millis(250);

/// So many looks without news, and a line is sent that says nothing: who has gone away is found out by it.
const QUIET: u32 = 60;

/// Whoever waits for news.
type Listeners = Rc<RefCell<Vec<UnboundedSender<Bytes>>>>;

/// What is sent back: bytes that are there, or news as it comes.
enum Out {
    Whole(Option<Bytes>),
    News(UnboundedReceiver<Bytes>),
}

impl Body for Out {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut() {
            Out::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Out::News(news) => news.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes)))),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Out::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)),
            Out::News(_) => SizeHint::default(),
        }
    }
}

/// Serves a desk until it is told to stop; in between it is asked for seats that have come.
///
/// # Errors
/// When the system gives no socket or no clock.
pub fn serve(desk: Desk, listener: TcpListener, tick: &mut dyn FnMut(&mut Desk) -> bool) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let desk = Rc::new(RefCell::new(desk));
    let listeners = Listeners::default();
    tokio::task::LocalSet::new().block_on(&runtime, async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let accepted = (Rc::clone(&desk), Rc::clone(&listeners));
        tokio::task::spawn_local(async move {
            loop {
                // a connection that breaks before it is one is the browser's business
                let Ok((stream, _)) = listener.accept().await else { continue };
                let (desk, listeners) = accepted.clone();
                tokio::task::spawn_local(async move {
                    let service =
                        service_fn(move |request| reply(Rc::clone(&desk), Rc::clone(&listeners), request));
                    let builder = &mut http1::Builder::new();
                    let connection =
                        builder.header_read_timeout(None).serve_connection(TokioIo::new(stream), service);
                    // whoever goes away in the middle is told nothing
                    drop(connection.await);
                });
            }
        });
        let mut quiet: u32 = 0;
        while !tick(&mut desk.borrow_mut()) {
            tokio::time::sleep(TICK).await;
            let news = desk.borrow_mut().news();
            quiet = if news.is_some() { 0 } else { quiet + 1 };
            let line = match news {
                Some(news) => format!("data: {news}\n\n"),
                None if quiet.is_multiple_of(QUIET) => ":\n\n".to_owned(),
                None => continue,
            };
            let line = Bytes::from(line);
            listeners.borrow_mut().retain(|listener| listener.send(line.clone()).is_ok());
        }
        Ok(())
    })
}

async fn reply(
    desk: Rc<RefCell<Desk>>,
    listeners: Listeners,
    request: Request<Incoming>,
) -> Result<Response<Out>, Infallible> {
    let header = |name: HeaderName| {
        request.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
    };
    let mut asked = Asked {
        method: request.method().as_str().to_owned(),
        target: request.uri().path_and_query().map_or_else(String::new, ToString::to_string),
        host: header(HOST),
        origin: header(ORIGIN),
        site: header(HeaderName::from_static("sec-fetch-site")),
        goal: header(HeaderName::from_static("sec-fetch-dest")),
        kind: header(CONTENT_TYPE),
        body: Vec::new(),
    };
    asked.body = read(request.into_body()).await;
    let given = desk.borrow_mut().answer(&asked);
    Ok(response(given, &listeners))
}

/// The body of a request, a byte more than is allowed at most.
async fn read(mut body: Incoming) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Some(Ok(frame)) = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await
    {
        bytes.extend_from_slice(frame.data_ref().map_or(&[], |data| data));
        if bytes.len() > MOST_BYTES {
            bytes.truncate(MOST_BYTES + 1);
            break;
        }
    }
    bytes
}

fn response(given: Given, listeners: &Listeners) -> Response<Out> {
    let body = if given.stays {
        let (send, receive) = unbounded_channel();
        listeners.borrow_mut().push(send);
        Out::News(receive)
    } else {
        Out::Whole(Some(Bytes::from(given.body)))
    };
    let mut response = Response::new(body);
    *response.status_mut() = hyper::StatusCode::from_u16(given.status).unwrap_or_default();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, hyper::header::HeaderValue::from_static(given.kind));
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), hyper::header::HeaderValue::from_static(value));
    }
    response
}
