"""Certificates for https in a home network: an authority of this computer's own, and its page.

The authority is made once and kept. Phones trust it once; then every certificate that it gives
this computer is good, whatever its address becomes. It may vouch for addresses in home networks
only: whoever stole its key could not pretend to be a bank.
"""

import ipaddress
import socket
import ssl
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from flask import Blueprint, Response, current_app, render_template

from scorer.store.database import keep_safely
from scorer.web.serving.errors import RefusedError

views = Blueprint("certificates", __name__, url_prefix="/certificate")

_NAME = "Route scorer"
_ROOT_YEARS = 10
# Phones refuse certificates of a server that hold for longer than 398 days.
_SERVER_DAYS = 390
_NETWORKS = (
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
)
_DOMAINS = ("localhost", "local", "lan", "home.arpa", "internal")


class Authority:
    """The authority kept in *folder*, made there the first time.

    Raises
    ------
    StoreError
        If it cannot be kept.
    ValueError
        If what is kept there is damaged, saying what to do.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = folder / "https-root.pem"
        if not path.exists():
            keep_safely(path, _new_root())
        data = path.read_bytes()
        try:
            self._key = serialization.load_pem_private_key(data, None)
            self.root = x509.load_pem_x509_certificate(data)
        except (ValueError, TypeError) as error:
            raise ValueError(f"{path} is damaged: remove it, and trust the new one") from error

    @property
    def fingerprint(self) -> str:
        """The root's SHA-256, as phones and browsers show it."""
        return self.root.fingerprint(hashes.SHA256()).hex(":").upper()

    def context(self, *addresses: str) -> ssl.SSLContext:
        """Return what a server at these *addresses*, and on this computer itself, speaks with."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self._for_server(key.public_key(), _names(addresses))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        # The library takes files only; these are gone at once.
        with tempfile.NamedTemporaryFile(suffix=".pem") as file:
            file.write(_pem(key) + _text(certificate) + _text(self.root))
            file.flush()
            context.load_cert_chain(file.name)
        return context

    def vouches_for(self, address: str) -> bool:
        """Whether phones believe its certificates at *address*."""
        return len(_names((address,))) > len(_names(()))

    def _for_server(
        self, key: ec.EllipticCurvePublicKey, names: list[x509.GeneralName]
    ) -> x509.Certificate:
        builder = _begun(key, f"{_NAME} on {socket.gethostname()}"[:64], days=_SERVER_DAYS)
        signer = self._key
        assert isinstance(signer, ec.EllipticCurvePrivateKey)
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
        return (
            builder.issuer_name(self.root.subject)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(issuer, critical=False)
            .sign(signer, hashes.SHA256())
        )


@views.get("")
def page() -> str:
    """Show how a phone or a laptop is made to trust the authority."""
    return render_template(
        "certificate.html",
        fingerprint=_authority().fingerprint,
        https_url=current_app.config["HTTPS_URL"],
    )


@views.get("/root.crt")
def root() -> Response:
    """Return the authority's certificate, as phones and browsers take it."""
    data = _authority().root.public_bytes(serialization.Encoding.DER)
    response = Response(data, mimetype="application/x-x509-ca-cert")
    response.headers["Content-Disposition"] = 'attachment; filename="route-scorer.crt"'
    return response


def _authority() -> Authority:
    authority = current_app.config.get("AUTHORITY")
    if not isinstance(authority, Authority):
        raise RefusedError("no-https", 404)
    return authority


def _new_root() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    made_on = datetime.now(UTC).date().isoformat()
    name = f"{_NAME}, {socket.gethostname()}, {made_on}"[:64]
    builder = _begun(key.public_key(), name, days=365 * _ROOT_YEARS)
    networks = [x509.IPAddress(ipaddress.ip_network(one)) for one in _NETWORKS]
    domains = [x509.DNSName(one) for one in _DOMAINS]
    certificate = (
        builder.issuer_name(_named(name))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints([*networks, *domains], None), critical=True)
        .add_extension(
            x509.KeyUsage(
                digital_signature=False,
                content_commitment=False,
                key_encipherment=False,
                data_encipherment=False,
                key_agreement=False,
                key_cert_sign=True,
                crl_sign=True,
                encipher_only=False,
                decipher_only=False,
            ),
            critical=True,
        )
        .sign(key, hashes.SHA256())
    )
    return _pem(key) + _text(certificate)


def _begun(key: ec.EllipticCurvePublicKey, name: str, *, days: int) -> x509.CertificateBuilder:
    """Return a certificate for *key*, to be signed; an hour old, for clocks that are behind."""
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(_named(name))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _names(addresses: tuple[str, ...]) -> list[x509.GeneralName]:
    """Return *addresses* and this computer's own as a certificate has them, where it may."""
    host = socket.gethostname().split(".")[0]
    found: list[x509.GeneralName] = []
    for address in dict.fromkeys((*addresses, "127.0.0.1", "::1", "localhost", f"{host}.local")):
        try:
            ip = ipaddress.ip_address(address)
        except ValueError:
            if address.split(".")[-1] in {one.split(".")[-1] for one in _DOMAINS}:
                found.append(x509.DNSName(address))
        else:
            networks = (ipaddress.ip_network(one) for one in _NETWORKS)
            if any(ip.version == one.version and ip in one for one in networks):
                found.append(x509.IPAddress(ip))
    return found


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _text(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)
