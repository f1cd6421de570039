#!/usr/bin/env bash
# spyne 2.14.0 (Debian python3-spyne 2.14.0-2): the offset of an xs:time or xs:date in a request is dropped, without
# an error: 10:20:30+02:00 and 10:20:30Z are the same time to a service, 2020-02-03+05:00 and 2020-02-03Z the same
# date. The offset of an xs:dateTime is kept. Two callers in different zones, who say the same time in their own, are
# read as hours apart.
#
# Seen on 2026-11-30:
#   10:20:30Z: 10:20:30 None
#   12:20:30+02:00: 12:20:30 None
#   2020-02-03+05:00: 2020-02-03
#   2020-02-03T12:20:30+02:00: 2020-02-03 12:20:30+02:00 2:00:00
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq python3-spyne=2.14.0-2 python3-tz=2022.7.1-4 python3-pyparsing=3.0.9-1 \
  python3-lxml=4.9.2-1+deb12u1 libxml2=2.9.14+dfsg-1.3~deb12u6 libxslt1.1=1.1.35-1+deb12u3
for package in *.deb; do dpkg-deb -x "$package" root; done
export PYTHONPATH="$work/root/usr/lib/python3/dist-packages" LD_LIBRARY_PATH="$work/root/usr/lib/$(uname -m)-linux-gnu"

cat >service.py <<'PYTHON'
import io, re
from spyne import Application, Date, DateTime, ServiceBase, Time, Unicode, rpc
from spyne.protocol.soap import Soap11
from spyne.server.wsgi import WsgiApplication
from wsgiref.util import setup_testing_defaults

class Service(ServiceBase):
    @rpc(Time, Date, DateTime, _returns=Unicode)
    def show(ctx, t, d, w):
        value = next(x for x in (t, d, w) if x is not None)
        return '%s %s' % (value, value.utcoffset()) if hasattr(value, 'utcoffset') else str(value)

protocols = {'in_protocol': Soap11(validator='lxml'), 'out_protocol': Soap11()}
application = WsgiApplication(Application([Service], 'urn:t', **protocols))

sent = (('t', '10:20:30Z'), ('t', '12:20:30+02:00'), ('d', '2020-02-03+05:00'), ('w', '2020-02-03T12:20:30+02:00'))
for name, value in sent:
    message = ('<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><show xmlns="urn:t"><%s>%s</%s>'
               '</show></e:Body></e:Envelope>' % (name, value, name)).encode()
    request = {'REQUEST_METHOD': 'POST', 'CONTENT_TYPE': 'text/xml; charset=utf-8', 'CONTENT_LENGTH': str(len(message)),
               'wsgi.input': io.BytesIO(message)}
    setup_testing_defaults(request)
    answer = b''.join(application(request, lambda *_: None)).decode()
    print('%s: %s' % (value, re.search('showResult>([^<]*)<', answer).group(1)))
PYTHON
found=$(/usr/bin/python3 service.py)
expected='10:20:30Z: 10:20:30 None
12:20:30+02:00: 12:20:30 None
2020-02-03+05:00: 2020-02-03
2020-02-03T12:20:30+02:00: 2020-02-03 12:20:30+02:00 2:00:00'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
