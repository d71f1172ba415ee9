"""Certificates, so that phones may use their live camera: the owner's own files, or one that Tally signs itself."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from api.errors import UserError
from scoring.words import say

DAYS = 365


def own_certificate(cert: str | None, key: str | None) -> tuple[Path, Path] | None:
    """The files of the owner, if both are named and belong together; a sentence if they do not."""
    if not cert and not key:
        return None
    if not (cert and key):
        raise UserError(say("A certificate needs its key: give both --cert and --key."))
    files = Path(cert).expanduser(), Path(key).expanduser()
    for file in files:
        if not file.is_file():
            raise UserError(say("There is no file {file}.", file=repr(str(file))))
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(*files, password=_no_password)
    except (ssl.SSLError, OSError) as error:
        reason = getattr(error, "reason", None) or str(error)
        told = {"cert": repr(cert), "key": repr(key), "reason": str(reason).replace("_", " ").lower()}
        raise UserError(say("{cert} and {key} are no certificate with its key: {reason}.", **told)) from None
    return files


def _no_password() -> str:
    """A key that is locked would make the service ask on the terminal for ever."""
    return ""


def certificate_for(folder: Path, address: str) -> tuple[Path, Path]:
    """Certificate and key for this address, made anew when they do not fit it or have run out."""
    from cryptography import x509

    folder.mkdir(parents=True, exist_ok=True)
    cert_path, key_path = folder / "certificate.pem", folder / "key.pem"
    if cert_path.is_file() and key_path.is_file():
        cert = x509.load_pem_x509_certificate(cert_path.read_bytes())
        if cert.not_valid_after_utc > datetime.now(UTC) + timedelta(days=1) and address in _names(cert):
            return cert_path, key_path
    _make(cert_path, key_path, address)
    return cert_path, key_path


def _names(cert: object) -> list[str]:
    from cryptography import x509

    assert isinstance(cert, x509.Certificate)
    found = cert.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [str(name.value) for name in found]


def _make(cert_path: Path, key_path: Path, address: str) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tally on this table")])
    alternatives: list[x509.GeneralName] = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    if address not in ("127.0.0.1", "localhost"):
        alternatives.append(x509.IPAddress(ip_address(address)))
    moment = datetime.now(UTC)
    cert = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - timedelta(hours=1))
        .not_valid_after(moment + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    key_path.touch(mode=0o600)
    key_path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    cert_path.write_bytes(cert.public_bytes(serialization.Encoding.PEM))
