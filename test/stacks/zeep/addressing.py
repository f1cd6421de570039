"""Calls one operation with zeep, which adds the headers since the WSDL has actions, and reads those of
the answer.
usage: addressing.py BASE-URL; lines of what and right, or what was wrong."""
import logging
import sys

import zeep

logging.disable(logging.CRITICAL)
base = sys.argv[1]
WSA = "{http://www.w3.org/2005/08/addressing}"


class Headers(zeep.Plugin):
    """Keeps the headers of both messages."""

    def egress(self, envelope, http_headers, operation, options):
        self.sent = envelope
        return envelope, http_headers

    def ingress(self, envelope, http_headers, operation):
        self.answered = envelope
        return envelope, http_headers


for port in ("FilesSoap", "FilesSoap12"):
    headers = Headers()
    try:
        client = zeep.Client(f"{base}/Files.asmx?WSDL", plugins=[headers])
        back = client.bind("Files", port).Echo(name="n", data=b"abc")
        sent = headers.sent.findtext(f".//{WSA}MessageID")
        related = headers.answered.findtext(f".//{WSA}RelatesTo")
        action = headers.answered.findtext(f".//{WSA}Action") or ""
        outcome = "right" if back == b"abc" else f"got {back!r}"
        if related != sent:
            outcome = f"RelatesTo is {related}, not {sent}"
        if not action.endswith("EchoResponse"):
            outcome = f"Action is {action}"
    except Exception as error:
        outcome = f"{type(error).__name__}: {error}".replace("\n", " ")
    print(port, outcome, sep="\t")
