"""Reads a DataSet and a DataTable with zeep.
usage: data_sets.py BASE-URL; lines of what and right, or what was wrong."""
import logging
import sys

import zeep

logging.disable(logging.CRITICAL)
base = sys.argv[1]
EXPECTED = [
    {"Id": 1, "Name": "Ann", "Room_x0020_No": "A 1", "Price": "1.50"},
    {"Id": 2, "Name": "B\u00f6b <&>", "Room_x0020_No": None, "Price": None},
]


def rows(value):
    """Rows anywhere in what zeep made of the answer, whose parts have no names."""
    if isinstance(value, list):
        return [row for one in value for row in rows(one)]
    values = getattr(value, "__values__", value if isinstance(value, dict) else {})
    if "Student" in values:
        return [values["Student"]]
    return [row for one in values.values() for row in rows(one)]


def shown(row):
    return {
        name: None if row[name] is None else str(row[name]) if name == "Price" else row[name]
        for name in EXPECTED[0]
    }


for port in ("SetsSoap", "SetsSoap12"):
    for operation in ("Get", "GetTable"):
        try:
            client = zeep.Client(f"{base}/Sets.asmx?WSDL").bind("Sets", port)
            got = [shown(row) for row in rows(client[operation](name="x"))]
            outcome = "right" if got == EXPECTED else f"got {got!r}"
        except Exception as error:
            outcome = f"{type(error).__name__}: {error}".replace("\n", " ")
        print(f"{port} {operation}", outcome, sep="\t")
