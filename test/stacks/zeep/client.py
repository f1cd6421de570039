"""Calls with zeep: lines of operation, WSDL, URL, settings and arguments in JSON; prints JSON lines."""
import datetime
import decimal
import json
import logging
import sys

import zeep
from zeep.helpers import serialize_object

logging.disable(logging.CRITICAL)
SETTINGS = {
    "": {},
    "strict=False": {"strict": False},
    "both settings": {"strict": False, "xsd_ignore_sequence_order": True},
    "order": {"xsd_ignore_sequence_order": True},
}


def plain(value):
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return {"decimal": str(value)}
    if isinstance(value, bytes):
        return {"bytes": value.decode("latin-1")}
    return repr(value)


for line in sys.stdin:
    operation, wsdl, _, name, arguments = line.rstrip("\n").split("\t")
    try:
        client = zeep.Client(wsdl, settings=zeep.Settings(**SETTINGS[name]))
        result = client.service[operation](**json.loads(arguments))
        if hasattr(result, "__values__"):
            # what cannot be read is there, too; nothing reads it by its name
            for one in [result, *result.__values__.values()]:
                getattr(one, "__values__", {}).pop("_raw_elements", None)
        print(json.dumps({"value": serialize_object(result)}, default=plain))
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
