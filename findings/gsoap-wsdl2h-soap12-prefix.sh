#!/usr/bin/env bash
# gSOAP 2.8.124 (Debian gsoap 2.8.124-2): wsdl2h takes a service of SOAP 1.1 for one of SOAP 1.2 if its WSDL declares a
# prefix for the namespace of SOAP 1.2 bindings, which nothing in it uses. The client that soapcpp2 makes then sends
# SOAP 1.2 to a port of SOAP 1.1. Without the declaration, which means nothing, it sends SOAP 1.1.
#
# Seen on 2026-11-30:
#   with the unused prefix: http://www.w3.org/2003/05/soap-envelope
#   without it: http://schemas.xmlsoap.org/soap/envelope/
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq gsoap=2.8.124-2 libgsoap-2.8.124=2.8.124-2 libgsoap-dev=2.8.124-2
for package in *.deb; do dpkg-deb -x "$package" root; done
export PATH="$work/root/usr/bin:$PATH" LD_LIBRARY_PATH="$work/root/usr/lib/x86_64-linux-gnu"

contract() {
  cat <<WSDL
<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" $1
  xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" name="T">
<w:types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">
  <x:element name="Ping"><x:complexType/></x:element><x:element name="PingResponse"><x:complexType/></x:element>
</x:schema></w:types>
<w:message name="In"><w:part name="p" element="t:Ping"/></w:message>
<w:message name="Out"><w:part name="p" element="t:PingResponse"/></w:message>
<w:portType name="P"><w:operation name="Ping"><w:input message="t:In"/><w:output message="t:Out"/></w:operation></w:portType>
<w:binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  <w:operation name="Ping"><s:operation soapAction="urn:t/Ping"/>
    <w:input><s:body use="literal"/></w:input><w:output><s:body use="literal"/></w:output></w:operation></w:binding>
<w:service name="T"><w:port name="Q" binding="t:B"><s:address location="http://127.0.0.1/"/></w:port></w:service>
</w:definitions>
WSDL
}

# envelope DECLARATION: the namespace of the envelopes that the client sends.
envelope() {
  rm -rf made && mkdir made
  contract "$1" >made/t.wsdl
  (cd made && wsdl2h -s -o t.h t.wsdl && soapcpp2 -j -C -w -x -I "$work/root/usr/share/gsoap/import" t.h) >log 2>&1
  sed -n 's/.*"SOAP-ENV", "\([^"]*\)".*/\1/p' made/*.nsmap
}

found="with the unused prefix: $(envelope 'xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"')
without it: $(envelope '')"
expected='with the unused prefix: http://www.w3.org/2003/05/soap-envelope
without it: http://schemas.xmlsoap.org/soap/envelope/'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
