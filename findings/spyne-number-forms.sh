#!/usr/bin/env bash
# spyne 2.14.0 (Debian python3-spyne 2.14.0-2): a service writes numbers that its own WSDL does not allow. A Double
# that is infinite or not a number, declared as xs:double, is 'inf' or 'nan' instead of INF or NaN, and a Decimal with
# a positive or a small exponent, declared as xs:decimal, is '1E+3' or '1E-7', while XML Schema has no exponents in
# decimals. libxml2 refuses them by the service's own schema. In requests INF and NaN are read as they should be.
#
# Seen on 2026-11-30:
#   d inf: refused
#   d nan: refused
#   d 1.5: valid
#   m 1E+3: refused
#   m 1E-7: refused
#   m 10.50: valid
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq python3-spyne=2.14.0-2 python3-tz=2022.7.1-4 python3-pyparsing=3.0.9-1 \
  python3-lxml=4.9.2-1+deb12u1 libxml2=2.9.14+dfsg-1.3~deb12u6 libxslt1.1=1.1.35-1+deb12u3
for package in *.deb; do dpkg-deb -x "$package" root; done
export PYTHONPATH="$work/root/usr/lib/python3/dist-packages" LD_LIBRARY_PATH="$work/root/usr/lib/$(uname -m)-linux-gnu"

cat >service.py <<'PYTHON'
import io
from decimal import Decimal
from lxml import etree
from spyne import Application, ComplexModel, Decimal as XsDecimal, Double, ServiceBase, Unicode, rpc
from spyne.protocol.soap import Soap11
from spyne.server.wsgi import WsgiApplication
from wsgiref.util import setup_testing_defaults

class Values(ComplexModel):
    __namespace__ = 'urn:t'
    d = Double
    m = XsDecimal

GIVEN = {'inf': Values(d=float('inf')), 'nan': Values(d=float('nan')), 'small': Values(d=1.5),
         'thousand': Values(m=Decimal('1E+3')), 'tiny': Values(m=Decimal('0.0000001')),
         'price': Values(m=Decimal('10.50'))}

class Service(ServiceBase):
    @rpc(Unicode, _returns=Values)
    def give(ctx, name):
        return GIVEN[name]

application = WsgiApplication(Application([Service], 'urn:t', in_protocol=Soap11(), out_protocol=Soap11()))

def send(request, body=b''):
    request.update({'CONTENT_TYPE': 'text/xml; charset=utf-8', 'CONTENT_LENGTH': str(len(body))})
    request['wsgi.input'] = io.BytesIO(body)
    setup_testing_defaults(request)
    return etree.fromstring(b''.join(application(request, lambda *_: None)))

contract = send({'REQUEST_METHOD': 'GET', 'QUERY_STRING': 'wsdl'})
schema = etree.XMLSchema(etree.fromstring(etree.tostring(contract.find('.//{http://www.w3.org/2001/XMLSchema}schema'))))
for name in GIVEN:
    message = ('<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><give xmlns="urn:t">'
               '<name>%s</name></give></e:Body></e:Envelope>')
    answer = send({'REQUEST_METHOD': 'POST'}, (message % name).encode()).find('.//{urn:t}giveResponse')
    value = answer[0][0]
    print('%s %s: %s' % (etree.QName(value).localname, value.text, 'valid' if schema.validate(answer) else 'refused'))
PYTHON
found=$(/usr/bin/python3 service.py)
expected='d inf: refused
d nan: refused
d 1.5: valid
m 1E+3: refused
m 1E-7: refused
m 10.50: valid'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
