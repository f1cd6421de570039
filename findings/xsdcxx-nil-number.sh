#!/usr/bin/env bash
# XSD 4.0.0 of CodeSynthesis (Debian xsdcxx 4.0.0-9, with Xerces-C 3.2.4): the C++ classes that it generates read a
# nil number as some number, without an error, with validation on. It is what the memory held: 0, or the number before,
# in the builds seen. Nothing in the object says nil, so a list of 41, nil, 43, nil is one of four numbers.
#
# Seen on 2026-12-01 (x: some number):
#   41 x 43 x
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq xsdcxx=4.0.0-9 libxerces-c-dev=3.2.4+debian-1 libxerces-c3.2=3.2.4+debian-1
for package in *.deb; do dpkg-deb -x "$package" root; done
lib="$work/root/usr/lib/$(uname -m)-linux-gnu"
export PATH="$work/root/usr/bin:$PATH" LD_LIBRARY_PATH="$lib" CPATH="$work/root/usr/include" LIBRARY_PATH="$lib"

cat >numbers.xsd <<'XSD'
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="numbers"><xs:complexType><xs:sequence>
  <xs:element name="n" type="xs:int" nillable="true" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType></xs:element></xs:schema>
XSD
xsdcxx cxx-tree --std c++11 numbers.xsd
cat >main.cxx <<'CXX'
#include <iostream>
#include <sstream>
#include "numbers.hxx"

int main() {
  std::istringstream in("<numbers xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>"
    "<n>41</n><n xsi:nil='true'/><n>43</n><n xsi:nil='true'/></numbers>");
  xml_schema::properties properties;
  properties.no_namespace_schema_location("numbers.xsd");
  const std::unique_ptr<numbers> read(numbers_(in, 0, properties));
  for (int n : read->n()) std::cout << n << ' ';
}
CXX
g++ -std=c++17 -w main.cxx numbers.cxx -lxerces-c -o read
read=$(./read)
printf '%s\n' "$read"
[[ $read =~ ^41\ -?[0-9]+\ 43\ -?[0-9]+\ $ ]] || { echo 'the behaviour has changed' >&2; exit 1; }
