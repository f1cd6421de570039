#!/usr/bin/env bash
# xsdata 22.12 (Debian python3-xsdata 22.12-1): a repeated sequence with an optional member gives its values to other
# repetitions. The classes that it generates have one list for each member, which does not say which repetition had one;
# what is read as "first has no value, second has b" is written as "first has b". The message is valid before and after,
# so nothing notices.
#
# Seen on 2026-11-30:
#   <pairs><name>first</name><name>second</name><value>b</value></pairs>
#   <pairs><name>first</name><value>b</value><name>second</name></pairs>
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

cat >pairs.xsd <<'XSD'
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="pairs"><xs:complexType>
  <xs:sequence minOccurs="0" maxOccurs="unbounded">
    <xs:element name="name" type="xs:string"/><xs:element name="value" type="xs:string" minOccurs="0"/>
  </xs:sequence>
</xs:complexType></xs:element></xs:schema>
XSD
/usr/bin/python3 -m xsdata generate pairs.xsd --package generated >log 2>&1
found=$(/usr/bin/python3 - <<'PYTHON'
from generated import Pairs
from xsdata.formats.dataclass.parsers import XmlParser
from xsdata.formats.dataclass.serializers import XmlSerializer

given = '<pairs><name>first</name><name>second</name><value>b</value></pairs>'
print(given)
print(XmlSerializer().render(XmlParser().from_string(given, Pairs)).split('\n')[1])
PYTHON
)
expected='<pairs><name>first</name><name>second</name><value>b</value></pairs>
<pairs><name>first</name><value>b</value><name>second</name></pairs>'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
