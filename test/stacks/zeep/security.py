"""Calls one operation with what zeep's wsse plugin sends.
usage: security.py BASE-URL FOLDER-OF-KEYS; lines of what, outcome and message."""
import logging
import sys
from datetime import datetime, timedelta, timezone

import xmlsec
import zeep
from zeep.wsse import utils
from zeep.wsse.signature import BinarySignature, Signature
from zeep.wsse.username import UsernameToken
from zeep.wsse.compose import Compose

logging.disable(logging.CRITICAL)
base, keys = sys.argv[1], sys.argv[2]
SHA256 = {
    "signature_method": xmlsec.Transform.RSA_SHA256,
    "digest_method": xmlsec.Transform.SHA256,
}


class Timestamp:
    """Adds a Timestamp, which the signature of zeep then covers."""

    def apply(self, envelope, headers):
        security = utils.get_security_header(envelope)
        now = datetime.now(timezone.utc)
        times = [utils.WSU.Created(now.strftime("%Y-%m-%dT%H:%M:%SZ"))]
        times.append(utils.WSU.Expires((now + timedelta(minutes=5)).strftime("%Y-%m-%dT%H:%M:%SZ")))
        security.append(utils.WSU.Timestamp(*times))
        return envelope, headers

    def verify(self, envelope):
        return envelope


def signed(kind, name, **algorithms):
    """Signs as `name`, and verifies the answer, which the server signs."""
    own = kind(f"{keys}/{name}.key", f"{keys}/{name}.pem", **algorithms)
    server = kind(f"{keys}/{name}.key", f"{keys}/server.pem", **algorithms)
    own.verify = lambda envelope: server.verify(envelope)
    return Compose([Timestamp(), own])


plugins = {
    "text": lambda: UsernameToken("ada", "secret"),
    "digest": lambda: UsernameToken("ada", "secret", use_digest=True),
    "wrong password": lambda: UsernameToken("ada", "x", use_digest=True),
    "nothing": lambda: None,
    "signature": lambda: signed(BinarySignature, "client", **SHA256),
    "signature with issuer and certificate": lambda: signed(Signature, "client", **SHA256),
    "token and signature": lambda: Compose(
        [UsernameToken("ada", "secret", use_digest=True), signed(BinarySignature, "client", **SHA256)]
    ),
    "signature of a stranger": lambda: signed(BinarySignature, "stranger", **SHA256),
    "signature with SHA-1": lambda: signed(BinarySignature, "client"),
}
for what, plugin in plugins.items():
    for port in ("Soap", "Soap12"):
        try:
            client = zeep.Client(f"{base}/AuthCodeSending.asmx?WSDL", wsse=plugin())
            client.bind("AuthCodeSending", "AuthCodeSending" + port).AuthCode(code="1", phone="2")
            outcome = "ok\t"
        except Exception as error:
            outcome = f"failed\t{type(error).__name__}: {error}".replace("\n", " ")
        print(what, outcome, sep="\t")
