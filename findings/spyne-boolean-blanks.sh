#!/usr/bin/env bash
# spyne 2.14.0 (Debian python3-spyne 2.14.0-2): a service reads a boolean with white space around it as false, without
# an error, also with validator='soft'. XML Schema collapses white space in a boolean, so ' true ' is true; an
# indented message has it. Numbers with white space around are read as they should be. With validator='lxml' the
# schema accepts the message, and the value is false all the same.
#
# Seen on 2026-11-30:
#   none: <b>true</b> True, <b> true </b> False, <n> 5 </n> 5
#   soft: <b>true</b> True, <b> true </b> False, <n> 5 </n> 5
#   lxml: <b>true</b> True, <b> true </b> False, <n> 5 </n> 5
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq python3-spyne=2.14.0-2 python3-tz=2022.7.1-4 python3-pyparsing=3.0.9-1 \
  python3-lxml=4.9.2-1+deb12u1 libxml2=2.9.14+dfsg-1.3~deb12u6 libxslt1.1=1.1.35-1+deb12u3
for package in *.deb; do dpkg-deb -x "$package" root; done
export PYTHONPATH="$work/root/usr/lib/python3/dist-packages" LD_LIBRARY_PATH="$work/root/usr/lib/$(uname -m)-linux-gnu"

cat >service.py <<'PYTHON'
import logging
from spyne import Application, Boolean, Integer, ServiceBase, Unicode, rpc
from spyne.protocol.soap import Soap11
from spyne.server.wsgi import WsgiApplication
from wsgiref.util import setup_testing_defaults
import io, re

logging.disable(logging.CRITICAL)

class Service(ServiceBase):
    @rpc(Boolean, Integer, _returns=Unicode)
    def show(ctx, b, n):
        return str(b if n is None else n)

def ask(validator, content):
    protocols = {'in_protocol': Soap11(validator=validator), 'out_protocol': Soap11()}
    application = WsgiApplication(Application([Service], 'urn:t', **protocols))
    message = ('<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><show xmlns="urn:t">%s</show>'
               '</e:Body></e:Envelope>' % content).encode()
    request = {'REQUEST_METHOD': 'POST', 'CONTENT_TYPE': 'text/xml; charset=utf-8', 'CONTENT_LENGTH': str(len(message)),
               'wsgi.input': io.BytesIO(message)}
    setup_testing_defaults(request)
    answer = b''.join(application(request, lambda *_: None)).decode()
    found = re.search('showResult>(.*)</', answer) or re.search('faultstring>(.*)</', answer)
    return content + ' ' + re.sub('<.*', '', found.group(1))

for validator in (None, 'soft', 'lxml'):
    shown = [ask(validator, x) for x in ('<b>true</b>', '<b> true </b>', '<n> 5 </n>')]
    print('%s: %s' % (validator or 'none', ', '.join(shown)))
PYTHON
found=$(/usr/bin/python3 service.py)
expected='none: <b>true</b> True, <b> true </b> False, <n> 5 </n> 5
soft: <b>true</b> True, <b> true </b> False, <n> 5 </n> 5
lxml: <b>true</b> True, <b> true </b> False, <n> 5 </n> 5'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
