#!/usr/bin/env bash
# XSD 4.0.0 of CodeSynthesis (Debian xsdcxx 4.0.0-9, with Xerces-C 3.2.4): the C++ classes that it generates write
# xs:float with 6 digits and xs:double with 15. A float needs up to 9, a double up to 17 to be read as the same number,
# so what is read and written again is often another one: 16777215, which a float holds exactly, becomes 16777200.
#
# Seen on 2026-12-01 (read, written):
#   <f>1.67772e+07
#   <f>0.5
#   <d>0.3
#   <d>0.1
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq xsdcxx=4.0.0-9 libxerces-c-dev=3.2.4+debian-1 libxerces-c3.2=3.2.4+debian-1
for package in *.deb; do dpkg-deb -x "$package" root; done
lib="$work/root/usr/lib/$(uname -m)-linux-gnu"
export PATH="$work/root/usr/bin:$PATH" LD_LIBRARY_PATH="$lib" CPATH="$work/root/usr/include" LIBRARY_PATH="$lib"

cat >values.xsd <<'XSD'
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="values"><xs:complexType><xs:sequence>
  <xs:element name="f" type="xs:float" maxOccurs="unbounded"/>
  <xs:element name="d" type="xs:double" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType></xs:element></xs:schema>
XSD
xsdcxx cxx-tree --std c++11 --generate-serialization values.xsd
cat >main.cxx <<'CXX'
#include <iostream>
#include <sstream>
#include "values.hxx"

int main() {
  std::istringstream in("<values><f>16777215</f><f>0.5</f><d>0.30000000000000004</d><d>0.1</d></values>");
  xml_schema::properties properties;
  properties.no_namespace_schema_location("values.xsd");
  values_(std::cout, *values_(in, 0, properties));
}
CXX
g++ -std=c++17 -w main.cxx values.cxx -lxerces-c -o again
found=$(./again | grep -Eo '<[fd]>[^<]*')
expected='<f>1.67772e+07
<f>0.5
<d>0.3
<d>0.1'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
