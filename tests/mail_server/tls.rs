//! Certificates made for a test, and TLS in front of a server that speaks in plain.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// Somebody who signs certificates, as a firm's own CA does.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pem: String,
}

/// A server's certificate and its key, in PEM.
pub struct Paper {
    pub certificate: String,
    pub key: String,
}

impl Authority {
    /// One of that name.
    pub fn new(name: &str) -> Authority {
        let mut wishes = CertificateParams::new(Vec::new()).expect("no names");
        wishes.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        wishes.distinguished_name.push(DnType::CommonName, name);
        let key = KeyPair::generate().expect("a key");
        let pem = wishes.self_signed(&key).expect("signed").pem();
        Authority { issuer: Issuer::new(wishes, key), pem }
    }

    /// The certificate that others are to trust, in a file.
    pub fn save(&self, dir: &Path) -> PathBuf {
        let path = dir.join("ca.pem");
        std::fs::write(&path, &self.pem).expect("written");
        path
    }

    /// A certificate for a server of this name or address; one that has run out if so wished.
    pub fn sign(&self, name: &str, expired: bool) -> Paper {
        let mut wishes = CertificateParams::new(vec![name.to_owned()]).expect("a name");
        if expired {
            wishes.not_before = date_time_ymd(2001, 1, 1);
            wishes.not_after = date_time_ymd(2002, 1, 1);
        }
        let key = KeyPair::generate().expect("a key");
        let certificate = wishes.signed_by(&key, &self.issuer).expect("signed").pem();
        Paper { certificate, key: key.serialize_pem() }
    }
}

/// Speaks TLS at a port of its own and passes what is said on to another port; it ends with the process.
pub fn in_front_of(port: u16, paper: &Paper) -> u16 {
    let chain = CertificateDer::pem_slice_iter(paper.certificate.as_bytes());
    let chain: Vec<_> = chain.collect::<Result<_, _>>().expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(paper.key.as_bytes()).expect("a key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .expect("a certificate with its key");
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let own = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for caller in listener.incoming().flatten() {
            let config = Arc::clone(&config);
            std::thread::spawn(move || {
                let Ok(inner) = TcpStream::connect(("127.0.0.1", port)) else { return };
                let Ok(tls) = ServerConnection::new(config) else { return };
                pump(StreamOwned::new(tls, caller), inner);
            });
        }
    });
    own
}

/// Passes bytes both ways until one side hangs up. A refused certificate ends it, too.
fn pump(mut outer: StreamOwned<ServerConnection, TcpStream>, mut inner: TcpStream) {
    let soon = Some(Duration::from_millis(10));
    if outer.sock.set_read_timeout(soon).is_err() || inner.set_read_timeout(soon).is_err() {
        return;
    }
    // What the server says first waits for the handshake, however slow the caller is.
    while outer.conn.is_handshaking() {
        match outer.conn.complete_io(&mut outer.sock) {
            Err(error) if !is_quiet(&error) => return,
            _ => {}
        }
    }
    while pass(&mut outer, &mut inner) && pass(&mut inner, &mut outer) {}
}

/// Passes on what is there; false when the one that is read from has hung up.
fn pass(from: &mut impl Read, to: &mut impl Write) -> bool {
    let mut buffer = [0; 4096];
    match from.read(&mut buffer) {
        Ok(0) => false,
        Ok(n) => to.write_all(&buffer[..n]).and_then(|()| to.flush()).is_ok(),
        Err(error) => is_quiet(&error),
    }
}

/// Was nothing said within the time?
fn is_quiet(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}
