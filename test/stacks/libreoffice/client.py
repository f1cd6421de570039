"""Calls with Calc: lines of operation, WSDL, URL, what is looked for, and arguments in JSON; prints JSON lines."""

import json
import os
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue

PIPE = f"asmx-gen-{os.getpid()}"
OFFICE = ["/usr/lib/libreoffice/program/soffice.bin", "--headless", "--norestore", "--nodefault"]
HIDDEN = PropertyValue(Name="Hidden", Value=True)


def started():
    """The desktop of an office of its own, which ends its first start with 81 once it has made its configuration."""
    resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    office = None
    for _ in range(600):
        if office is None or office.poll() == 81:
            office = subprocess.Popen([*OFFICE, f"--accept=pipe,name={PIPE};urp"], stdout=sys.stderr)
        if office.poll() is not None:
            raise SystemExit(f"soffice.bin ended with {office.returncode}")
        try:
            context = resolver.resolve(f"uno:pipe,name={PIPE};urp;StarOffice.ComponentContext")
            return context.ServiceManager.createInstance("com.sun.star.frame.Desktop"), office
        except Exception:
            time.sleep(0.2)
    raise SystemExit("soffice.bin does not answer")


def shown(cell):
    return {"error": cell.String} if cell.getError() else {"value": cell.String}


def call(desktop, operation, url, name):
    """Two cells that ask for the same, and a third that looks for an element in the answer."""
    document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (HIDDEN,))
    try:
        sheet = document.Sheets.getByIndex(0)
        cells = [sheet.getCellByPosition(0, row) for row in range(3)]
        for cell in cells[:2]:
            cell.Formula = f'=WEBSERVICE("{url}/{operation}?id=1")'
        path = f"//{name}" if name else "//*[local-name()='name']"
        cells[2].Formula = f'=FILTERXML(A1;"{path}")'
        document.calculateAll()
        return shown(cells[0]) if cells[0].getError() else shown(cells[2])
    finally:
        document.close(True)


desktop, office = started()
for line in sys.stdin:
    operation, _, url, name, _ = line.rstrip("\n").split("\t")
    print(json.dumps(call(desktop, operation, url, name)), flush=True)
office.kill()
