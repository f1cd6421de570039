#!/usr/bin/env bash
# @asyncapi/modelina 5.10.1 (npm): the types that it generates of an XML Schema lack members, without an error. Its page
# docs/inputs/XSD.md says that properties of a base type are merged into the type that extends it, that elements with
# minOccurs="0" are not required, that elements of a choice are optional properties, and that xs: and xsd: are known
# prefixes. An element that is named as its type turns the type into a string, and a type with xs:all has no members.
# ASMX has the prefix s in its WSDL, and derived types are extensions there.
#
# Seen on 2026-12-01:
#   extension: interface Base { id: number; } interface Derived { more: string; }
#   minOccurs="0": interface Item { id: number; }
#   choice in a sequence: interface Item { id: number; }
#   xs:all: interface Item { }
#   element Item of type Item: type Item = string;
#   prefix xsd: type Root = any;
#   prefix s: type Root = any;
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts @asyncapi/modelina@5.10.1
cat >members.mjs <<'JS'
import modelina from '@asyncapi/modelina';

const id = '<xs:element name="id" type="xs:int"/>';
const type = (name, content) => `<xs:complexType name="${name}">${content}</xs:complexType>`;
const item = (content) => type('Item', `<xs:sequence>${content}</xs:sequence>`);
const more = '<xs:sequence><xs:element name="more" type="xs:string"/></xs:sequence>';
const extended = `<xs:complexContent><xs:extension base="t:Base">${more}</xs:extension></xs:complexContent>`;
const cases = [
  ['extension', type('Base', `<xs:sequence>${id}</xs:sequence>`) + type('Derived', extended)],
  ['minOccurs="0"', item(id.replace('/>', ' minOccurs="0"/>'))],
  ['choice in a sequence', item(`${id}<xs:choice>${id.replace('id', 'a')}${id.replace('id', 'b')}</xs:choice>`)],
  ['xs:all', type('Item', `<xs:all>${id}</xs:all>`)],
  ['element Item of type Item', `${item(id)}<xs:element name="Item" type="t:Item"/>`],
  ['prefix xsd', item(id), 'xsd'],
  ['prefix s', item(id), 's'],
];
for (const [name, content, prefix = 'xs'] of cases) {
  const start = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">';
  const schema = `${start}${content}</xs:schema>`.replaceAll('xs:', `${prefix}:`).replace(':xs=', `:${prefix}=`);
  const models = await new modelina.TypeScriptGenerator({ modelType: 'interface' }).generate(schema);
  console.log(`${name}: ${models.map(({ result }) => result.replace(/\s+/g, ' ')).join(' ')}`);
}
JS
found=$(node members.mjs)
expected='extension: interface Base { id: number; } interface Derived { more: string; }
minOccurs="0": interface Item { id: number; }
choice in a sequence: interface Item { id: number; }
xs:all: interface Item { }
element Item of type Item: type Item = string;
prefix xsd: type Root = any;
prefix s: type Root = any;'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
