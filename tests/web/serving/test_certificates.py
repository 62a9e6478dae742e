"""https at home: an authority that is made once, believed at home addresses and nowhere else."""

import socket
import ssl
from pathlib import Path
from threading import Thread

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from flask.testing import FlaskClient

from scorer.web.app import create_app
from scorer.web.serve import welcome_https
from scorer.web.serving.certificates import Authority
from tests.support.client import OPEN


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


def shaken(authority: Authority, server: ssl.SSLContext, name: str) -> None:
    """Let who trusts *authority* shake hands with *server*, which is asked for by *name*."""
    client = ssl.create_default_context(cadata=authority.root.public_bytes(Encoding.DER))
    ours, theirs = socket.socketpair()

    def serve() -> None:
        try:
            server.wrap_socket(theirs, server_side=True).close()
        except OSError:
            theirs.close()

    thread = Thread(target=serve)
    thread.start()
    try:
        client.wrap_socket(ours, server_hostname=name).close()
    finally:
        ours.close()
        thread.join()


def test_the_authority_is_made_once_and_only_its_owner_reads_the_key(tmp_path: Path) -> None:
    first, again = Authority(tmp_path), Authority(tmp_path)
    assert first.fingerprint == again.fingerprint
    assert [oct(path.stat().st_mode)[-3:] for path in tmp_path.iterdir()] == ["600"]


def test_a_damaged_authority_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "https-root.pem").write_text("nothing")
    with pytest.raises(ValueError, match=r"https-root.pem is damaged: remove it"):
        Authority(tmp_path)


@pytest.mark.parametrize("name", ["192.168.7.20", "127.0.0.1", "localhost", "fd00::5"])
def test_who_trusts_the_authority_believes_the_server_at_home(
    authority: Authority, name: str
) -> None:
    shaken(authority, authority.context("192.168.7.20", "fd00::5"), name)


def test_another_address_is_not_believed(authority: Authority) -> None:
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        shaken(authority, authority.context("192.168.7.20"), "192.168.7.21")


def test_the_authority_vouches_for_home_networks_only(authority: Authority) -> None:
    assert authority.vouches_for("10.1.2.3")
    assert not authority.vouches_for("8.8.8.8")
    assert not authority.vouches_for("bank.example")
    limits = authority.root.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    permitted = [str(one.value) for one in limits.value.permitted_subtrees or []]
    assert "192.168.0.0/16" in permitted
    assert "example" not in permitted


def test_the_welcome_shows_the_page_of_the_certificate(authority: Authority) -> None:
    text = welcome_https("0.0.0.0", 8000, "192.168.1.5", authority.fingerprint)
    assert "https://192.168.1.5:8000\n" in text
    assert "http://192.168.1.5:8001/certificate    once on every phone" in text
    assert text.count("█") > 100
    assert authority.fingerprint[-47:] in text


@pytest.mark.parametrize(
    ("host", "why"), [("127.0.0.1", "with --host 0.0.0.0"), ("0.0.0.0", "in no network")]
)
def test_where_no_phone_gets_the_welcome_offers_none_the_certificate(
    authority: Authority, host: str, why: str
) -> None:
    text = welcome_https(host, 8000, None, authority.fingerprint)
    assert "http://localhost:8001/certificate    once in a browser here" in text
    assert why in text
    assert "every phone" not in text
    assert "█" not in text


def test_the_root_is_offered_with_instructions(authority: Authority, tmp_path: Path) -> None:
    config = {**OPEN, "AUTHORITY": authority, "HTTPS_URL": "https://192.168.1.5:8000"}
    secure = create_app(tmp_path, config)
    client = secure.test_client()
    page = client.get("/certificate").text
    for text in ("iPhone", "Android", "Laptop", "https://192.168.1.5:8000"):
        assert text in page
    answer = client.get("/certificate/root.crt")
    assert answer.mimetype == "application/x-x509-ca-cert"
    assert x509.load_der_x509_certificate(answer.data) == authority.root
    secure.extensions["scorer"].games.close()


def test_without_https_there_is_no_certificate(client: FlaskClient) -> None:
    answer = client.get("/certificate")
    assert answer.status_code == 404
    assert "scorer serve --https" in answer.text
