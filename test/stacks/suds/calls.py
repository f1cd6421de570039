"""Calls every operation with suds over both SOAP bindings, each client made from ?WSDL.
usage: calls.py BASE-URL CASES-FILE; lines as in mono/Calls.cs."""
import base64
import datetime
import decimal
import logging
import sys

from suds.client import Client
from suds.sudsobject import Object, asdict

logging.disable(logging.CRITICAL)


def flatten(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S")
    if isinstance(value, list):
        return "[" + ",".join(map(flatten, value)) + "]"
    if not isinstance(value, Object):
        return str(value)
    # names of attributes begin with an underscore
    fields = {name.lstrip("_"): item for name, item in asdict(value).items()}
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
    if kind in ("strings", "ints"):
        name = kind[:-1]
        return {name: [parse(name, one) for one in text.split("|")]}
    return text


def result_of(operation, result):
    # with out parameters suds gives all of them in one object
    main = operation + "Result"
    fields = dict(asdict(result)) if isinstance(result, Object) else {}
    if main not in fields:
        return flatten(result)
    first = flatten(fields.pop(main))
    return first + "".join(f";{name}={flatten(fields[name])}" for name in sorted(fields))


base, cases = sys.argv[1], sys.argv[2]
clients = {}
for line in open(cases, encoding="utf-8"):
    number, path, service, operation, *fields = line.rstrip("\n").split("\t")
    if service not in clients:
        clients[service] = Client(f"{base}{path}?WSDL", cache=None)
    values = {}
    for field in fields:
        name, kind, value, _ = field.split(":")
        values[name] = parse(kind, base64.b64decode(value).decode())
    for port in ("Soap", "Soap12"):
        try:
            method = getattr(clients[service].service[service + port], operation)
            outcome = "ok", result_of(operation, method(**values))
        except Exception as error:
            outcome = "failed", f"{type(error).__name__}: {error}"
        print(number, port, outcome[0], base64.b64encode(outcome[1].encode()).decode(), sep="\t")
