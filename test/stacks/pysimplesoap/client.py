"""Calls with pysimplesoap: lines of operation, WSDL, URL, settings and arguments in JSON; prints JSON lines."""
import datetime
import decimal
import json
import sys

from pysimplesoap.client import SoapClient


def plain(value):
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else str(value)


for line in sys.stdin:
    operation, wsdl, _, settings, arguments = line.rstrip("\n").split("\t")
    try:
        client = SoapClient(wsdl=wsdl, strict=settings != "strict=False")
        given = json.loads(arguments)
        if settings == "bytes":
            given = {"values": {"photo": b"hi"}}
        result = getattr(client, operation)(**given)
        name = operation + "Result"
        value = result.get(name, result) if isinstance(result, dict) else result
        print(json.dumps({"value": value}, default=plain))
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
