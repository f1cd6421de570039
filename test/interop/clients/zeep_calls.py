"""Calls every operation with zeep over all four bindings, each client made from ?WSDL.
usage: zeep_calls.py BASE-URL CASES-FILE. A line of the file: service, operation, then name:type:base64 for each parameter."""
import base64
import sys

import zeep

base, cases = sys.argv[1], sys.argv[2]
clients = {}


def encode(text):
    return "null" if text is None else base64.b64encode(str(text).encode()).decode()


for line in open(cases, encoding="utf-8"):
    service, operation, *fields = line.rstrip("\n").split("\t")
    if service not in clients:
        clients[service] = zeep.Client(f"{base}/{service}.asmx?WSDL")
    values = {}
    for field in fields:
        name, kind, value = field.split(":")
        text = base64.b64decode(value).decode()
        values[name] = int(text) if kind == "int" else text
    for port in ("Soap", "Soap12", "HttpGet", "HttpPost"):
        try:
            result = clients[service].bind(service, service + port)[operation](**values)
            # HTTP bindings give the parsed document, SOAP bindings the unwrapped value.
            text = getattr(result, "text", result) if port.startswith("Http") else result
            outcome = "ok", encode(text)
        except Exception as error:
            outcome = "failed", encode(f"{type(error).__name__}: {error}")
        print(port, service, operation, *outcome, sep="\t")
