"""Calls with suds: lines of operation, WSDL, URL, settings and arguments in JSON; prints JSON lines."""
import datetime
import json
import logging
import sys

from suds.client import Client
from suds.sudsobject import Object

logging.disable(logging.CRITICAL)


def plain(value):
    if isinstance(value, Object):
        # an attribute has an underscore before its name
        return {key.lstrip("_"): plain(one) for key, one in Client.dict(value).items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    return value if value is None or isinstance(value, (bool, int, float)) else str(value)


for line in sys.stdin:
    operation, wsdl, _, _, arguments = line.rstrip("\n").split("\t")
    try:
        client = Client(wsdl, cache=None)
        result = getattr(client.service, operation)(**json.loads(arguments))
        print(json.dumps({"value": plain(result)}))
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
