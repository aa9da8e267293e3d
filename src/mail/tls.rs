//! TLS to a mail server: whom we trust, and in words why not.

use std::error::Error;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use lettre::transport::smtp::client::{Certificate, CertificateStore, TlsParameters};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{CertificateError, ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::error::MailError;
use super::line;

/// Whose certificates are believed: those that this machine has, or those of a file and no others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trust {
    ca: Option<PathBuf>,
}

/// A wire that nobody else can read.
pub(super) type Tls = StreamOwned<ClientConnection, TcpStream>;

impl Trust {
    /// Trust in the machine's own certificates, or in those of a file in PEM.
    pub fn new(ca: Option<PathBuf>) -> Trust {
        Trust { ca }
    }

    /// Is a file named?
    pub fn is_given(&self) -> bool {
        self.ca.is_some()
    }

    /// Speaks TLS over a wire: the server shows that it is `host`, or the error says why it is not believed.
    pub fn speak(&self, host: &str, tcp: TcpStream) -> Result<Tls, MailError> {
        let failed = |why: String| MailError::Tls { host: host.to_owned(), why };
        let name = ServerName::try_from(host.to_owned()).map_err(|e| failed(e.to_string()))?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|e| failed(e.to_string()))?
            .with_root_certificates(self.roots()?)
            .with_no_client_auth();
        let connection = ClientConnection::new(Arc::new(config), name).map_err(|e| failed(e.to_string()))?;
        let mut wire = StreamOwned::new(connection, tcp);
        while wire.conn.is_handshaking() {
            let said = wire.conn.complete_io(&mut wire.sock);
            said.map_err(|e| failed(why(&e).unwrap_or_else(|| line::in_words(&e))))?;
        }
        Ok(wire)
    }

    fn roots(&self) -> Result<RootCertStore, MailError> {
        let mut roots = RootCertStore::empty();
        match &self.ca {
            Some(path) => {
                for one in certificates(path)? {
                    roots.add(one).map_err(|e| unusable(path, &e))?;
                }
            }
            // what cannot be read of them is missing, and the server's certificate then not known
            None => drop(roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs)),
        }
        Ok(roots)
    }

    /// Whom to trust, in lettre's form.
    pub fn parameters(&self, host: &str) -> Result<TlsParameters, MailError> {
        let failed = |e: lettre::transport::smtp::Error| MailError::Tls {
            host: host.to_owned(),
            why: why(&e).unwrap_or_else(|| e.to_string()),
        };
        let mut builder = TlsParameters::builder(host.to_owned());
        if let Some(path) = &self.ca {
            builder = builder.certificate_store(CertificateStore::None);
            for one in certificates(path)? {
                builder = builder.add_root_certificate(Certificate::from_der(one.to_vec()).map_err(failed)?);
            }
        }
        builder.build().map_err(failed)
    }
}

/// The certificates of a file; at least one.
fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, MailError> {
    let pem = fs::read(path).map_err(MailError::io("read", path))?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
    match found {
        Ok(found) if !found.is_empty() => Ok(found),
        Ok(_) => Err(unusable(path, &"there is none in it")),
        Err(error) => Err(unusable(path, &error)),
    }
}

fn unusable(path: &Path, why: &dyn std::fmt::Display) -> MailError {
    MailError::Certificates { path: path.to_owned(), why: why.to_string() }
}

/// Why a server was not believed, if that is what an error says, and what to do.
pub(super) fn why(error: &(dyn Error + 'static)) -> Option<String> {
    let mut next = Some(error);
    while let Some(error) = next {
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let inner = inner.map_or(error, |inner| inner as &(dyn Error + 'static));
        if let Some(rustls::Error::InvalidCertificate(wrong)) = inner.downcast_ref() {
            return Some(in_words(wrong));
        }
        next = inner.source();
    }
    None
}

fn in_words(wrong: &CertificateError) -> String {
    use CertificateError as Wrong;
    match wrong {
        Wrong::Expired | Wrong::ExpiredContext { .. } => {
            "the server is not believed: its certificate has expired; whoever runs the server has to renew it (is the clock of this machine \
             right?)"
                .to_owned()
        }
        Wrong::NotValidYet | Wrong::NotValidYetContext { .. } => {
            "the server is not believed: its certificate is not valid yet; is the clock of this machine right?".to_owned()
        }
        Wrong::NotValidForName => "the server is not believed: its certificate is for another name".to_owned(),
        Wrong::NotValidForNameContext { presented, .. } => {
            let names: Vec<&str> = presented.iter().map(|name| bare(name)).collect();
            let names = if names.is_empty() { "no name".to_owned() } else { names.join(", ") };
            format!("the server is not believed: its certificate is for {names}; write that name in the address")
        }
        // a signer of the same name with another key
        Wrong::UnknownIssuer | Wrong::BadSignature => "the server is not believed: its certificate is signed by nobody whom this machine trusts; install the package \
             ca-certificates, or name a file with the signer's certificate: ?ca=/path/ca.pem"
            .to_owned(),
        other => format!("the server is not believed: its certificate is not accepted: {other}"),
    }
}

/// A name as a person writes it, out of `DnsName("mail.example.org")`.
fn bare(name: &str) -> &str {
    name.split('"').nth(1).unwrap_or(name)
}
