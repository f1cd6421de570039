#!/usr/bin/env bash
# XSD 4.0.0 of CodeSynthesis (Debian xsdcxx 4.0.0-9, with Xerces-C 3.2.4): the C++ classes that it generates write
# seconds with at most six digits, and what rounds to 60 as 60, which XML Schema does not have. So
# 9999-12-31T23:59:59.9999999, DateTime.MaxValue of .NET, the usual "no end", is written as 9999-12-31T23:59:60. Years
# before 1 are written as 0-44, which is no year either.
#
# Seen on 2026-12-01 (read, written):
#   2020-01-02T03:04:05.123Z 2020-01-02T03:04:05.123Z
#   9999-12-31T23:59:59.9999999 9999-12-31T23:59:60
#   -0044-03-15T00:00:00 0-44-03-15T00:00:00
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq xsdcxx=4.0.0-9 libxerces-c-dev=3.2.4+debian-1 libxerces-c3.2=3.2.4+debian-1
for package in *.deb; do dpkg-deb -x "$package" root; done
lib="$work/root/usr/lib/$(uname -m)-linux-gnu"
export PATH="$work/root/usr/bin:$PATH" LD_LIBRARY_PATH="$lib" CPATH="$work/root/usr/include" LIBRARY_PATH="$lib"

cat >when.xsd <<'XSD'
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="when" type="xs:dateTime"/></xs:schema>
XSD
xsdcxx cxx-tree --std c++11 --generate-serialization when.xsd
cat >main.cxx <<'CXX'
#include <iostream>
#include <sstream>
#include "when.hxx"

static std::string again(const std::string& text) {
  std::istringstream in("<when>" + text + "</when>");
  xml_schema::properties properties;
  properties.no_namespace_schema_location("when.xsd");
  std::ostringstream out;
  when(out, *when(in, 0, properties));
  const std::string written = out.str();
  const std::string::size_type start = written.find('>', written.find("<when")) + 1;
  return written.substr(start, written.find("</when>") - start);
}

int main(int count, char** texts) {
  for (int i = 1; i < count; ++i) {
    std::cout << texts[i] << ' ' << again(texts[i]) << '\n';
  }
}
CXX
g++ -std=c++17 -w main.cxx when.cxx -lxerces-c -o again
found=$(./again 2020-01-02T03:04:05.123Z 9999-12-31T23:59:59.9999999 -0044-03-15T00:00:00)
expected='2020-01-02T03:04:05.123Z 2020-01-02T03:04:05.123Z
9999-12-31T23:59:59.9999999 9999-12-31T23:59:60
-0044-03-15T00:00:00 0-44-03-15T00:00:00'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
