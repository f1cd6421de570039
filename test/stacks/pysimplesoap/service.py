"""A service with pysimplesoap, whose answers say what it read: service.py PORT."""
import datetime
import json
import sys
from http.server import HTTPServer

from pysimplesoap.server import SoapDispatcher, SOAPHandler
from pysimplesoap.simplexml import Date

STUDENT = {
    "id": int,
    "name": str,
    "born": Date,
    "mark": int,
    "kind": str,
    "tag": str,
    "address": {"city": str, "zip": str},
}


class InvalidPhone(Exception):
    pass


def save(student=None, note=None):
    if note == "fault":
        raise InvalidPhone("bad phone")
    read = {**(student or {"student": student}), "note": note}
    return {"SaveResult": json.dumps(read, default=lambda one: one.isoformat())}


port = int(sys.argv[1])
dispatcher = SoapDispatcher(
    "School", location=f"http://127.0.0.1:{port}/", action="urn:school/", namespace="urn:school", prefix="s", ns="s"
)
dispatcher.register_function("Save", save, returns={"SaveResult": str}, args={"student": STUDENT, "note": str})
dispatcher.register_function("Ping", lambda: {}, returns={}, args={})
server = HTTPServer(("127.0.0.1", port), SOAPHandler)
server.dispatcher = dispatcher
server.serve_forever()
