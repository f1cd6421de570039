"""Calls every operation with zeep over all four bindings, each client made from ?WSDL.
usage: calls.py BASE-URL CASES-FILE; lines as in mono/Calls.cs."""
import base64
import datetime
import decimal
import logging
import sys

import zeep
from zeep.transports import Transport

logging.disable(logging.CRITICAL)
ENCODING = "http://schemas.xmlsoap.org/soap/encoding/"
STAND_IN = f"""<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="{ENCODING}">
<xs:complexType name="Array"><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
<xs:anyAttribute/></xs:complexType></xs:schema>"""


class Offline(Transport):
    """String arrays on GET and POST make zeep download the schema of SOAP encoding; this stands in for it."""

    def load(self, url):
        return STAND_IN.encode() if url == ENCODING else super().load(url)


def flatten(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, bytes):
        return "base64:" + base64.b64encode(value).decode()
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S")
    if isinstance(value, (int, float, decimal.Decimal, str)):
        return str(value)
    if isinstance(value, list):
        return "[" + ",".join(map(flatten, value)) + "]"
    fields = dict(value.__values__)
    # the wrapper of an array: one field that repeats
    if len(fields) == 1 and next(iter(fields)) in ("string", "int", "Item", "Shape"):
        return flatten(next(iter(fields.values())))
    present = sorted((name, item) for name, item in fields.items() if item is not None)
    return "{" + ",".join(f"{name}={flatten(item)}" for name, item in present) + "}"


def parse(kind, text):
    if kind in ("int", "byte", "long"):
        return int(text)
    if kind == "char":
        return ord(text)
    if kind == "boolean":
        return text == "true"
    if kind == "double":
        return float(text)
    if kind == "decimal":
        return decimal.Decimal(text)
    if kind == "dateTime":
        return datetime.datetime.fromisoformat(text)
    if kind == "base64":
        return base64.b64decode(text)
    if kind == "strings":
        return {"string": text.split("|")}
    if kind == "ints":
        return {"int": list(map(int, text.split("|")))}
    return text


def result_of(operation, result, http):
    # HTTP bindings give the parsed document, SOAP bindings the unwrapped value
    if http:
        return flatten(getattr(result, "text", result))
    values = getattr(result, "__values__", {})
    main = operation + "Result"
    if main not in values:
        return flatten(result)
    others = sorted(name for name in values if name != main)
    return flatten(values[main]) + "".join(f";{name}={flatten(values[name])}" for name in others)


base, cases = sys.argv[1], sys.argv[2]
clients = {}
for line in open(cases, encoding="utf-8"):
    number, path, service, operation, *fields = line.rstrip("\n").split("\t")
    if service not in clients:
        clients[service] = zeep.Client(f"{base}{path}?WSDL", transport=Offline())
    values, texts = {}, {}
    for field in fields:
        name, kind, value, http_name = field.split(":")
        texts[http_name] = base64.b64decode(value).decode()
        values[name] = parse(kind, texts[http_name])
    for port in ("Soap", "Soap12", "HttpGet", "HttpPost"):
        http = port.startswith("Http")
        bound = clients[service].bind(service, service + port)
        if operation not in bound._operations:
            continue
        try:
            # the parts of HTTP messages are strings
            result = bound[operation](**(texts if http else values))
            outcome = "ok", result_of(operation, result, http)
        except Exception as error:
            outcome = "failed", f"{type(error).__name__}: {error}"
        print(number, port, outcome[0], base64.b64encode(outcome[1].encode()).decode(), sep="\t")
