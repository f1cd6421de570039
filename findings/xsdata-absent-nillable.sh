#!/usr/bin/env bash
# xsdata 22.12 (Debian python3-xsdata 22.12-1): objects of the classes that it generates say more than the message did.
# An optional nillable element that was not there is written with xsi:nil, an optional list as an empty element, and an
# empty text of a nillable element becomes nil. Where "left out" means "leave as it is" and nil means "remove", as in
# services that change records, reading a record and writing it back removes values.
#
# Seen on 2026-11-30:
#   <r/> -> <r><note nil/><codes/></r>
#   <r><note/></r> -> <r><note nil/><codes/></r>
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq python3-xsdata=22.12-1 python3-click=8.1.3-2 python3-click-default-group=1.2.2-3 \
  python3-docformatter=1.4-3 python3-untokenize=0.1.1-3 python3-jinja2=3.1.2-1+deb12u3 \
  python3-markupsafe=2.1.2-1+b1 python3-toposort=1.9-1 python3-lxml=4.9.2-1+deb12u1 \
  libxml2=2.9.14+dfsg-1.3~deb12u6 libxslt1.1=1.1.35-1+deb12u3
for package in *.deb; do dpkg-deb -x "$package" root; done
export PYTHONPATH="$work/root/usr/lib/python3/dist-packages:$work"
export LD_LIBRARY_PATH="$work/root/usr/lib/$(uname -m)-linux-gnu"

cat >r.xsd <<'XSD'
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType><xs:sequence>
  <xs:element name="note" type="xs:string" nillable="true" minOccurs="0"/>
  <xs:element name="codes" minOccurs="0"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:element>
</xs:sequence></xs:complexType></xs:element></xs:schema>
XSD
/usr/bin/python3 -m xsdata generate r.xsd --package generated >log 2>&1
found=$(/usr/bin/python3 - <<'PYTHON'
from generated import R
from xsdata.formats.dataclass.parsers import XmlParser
from xsdata.formats.dataclass.serializers import XmlSerializer

NIL = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"'
for given in ('<r/>', '<r><note/></r>'):
    print(given, '->', XmlSerializer().render(XmlParser().from_string(given, R)).split('\n')[1].replace(NIL, ' nil'))
PYTHON
)
expected='<r/> -> <r><note nil/><codes/></r>
<r><note/></r> -> <r><note nil/><codes/></r>'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
