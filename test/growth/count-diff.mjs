// node count-diff.mjs: compares pairs of contracts in two sizes, and prints how many blocks of our
// code ran for each, as JSON.
import { compareModels } from '../../dist/compare/contract.js';
import { createDiagnosticBag } from '../../dist/diagnostics/diagnostic.js';
import { linkContract } from '../../dist/model/link.js';
import { readContract } from '../../dist/read/contract.js';
import { builtFile, countBlocks } from './blocks.mjs';

const times = 8;

const list = (count, item) => Array.from({ length: count }, (_, index) => item(index)).join('');

/** A WSDL with one operation whose request has a value of each named type. */
function wsdl(schema, types) {
  return `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <w:types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">${schema}
    <x:element name="Op"><x:complexType><x:sequence>${types.map((type) => `<x:element name="e${type}" type="t:${type}"/>`).join('')}</x:sequence></x:complexType></x:element>
  </x:schema></w:types>
  <w:message name="In"><w:part name="parameters" element="t:Op"/></w:message>
  <w:portType name="P"><w:operation name="Op"><w:input message="t:In"/></w:operation></w:portType>
  <w:binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <w:operation name="Op"><s:operation soapAction="urn:t/Op"/><w:input><s:body use="literal"/></w:input></w:operation></w:binding>
  <w:service name="S"><w:port name="P" binding="t:B"><s:address location="http://localhost/s"/></w:port></w:service>
</w:definitions>`;
}

const values = (name, count, prefix) =>
  `<x:simpleType name="${name}"><x:restriction base="x:token">${list(count, (index) => `<x:enumeration value="${prefix}${index}"/>`)}</x:restriction></x:simpleType>`;
const union = (name, members) =>
  `<x:simpleType name="${name}"><x:union memberTypes="${members.map((one) => `t:${one}`).join(' ')}"/></x:simpleType>`;
const numbered = (count, prefix) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** A union of enumerations of five values each, and the unions of unions above it. */
const unions = (count, prefix) => {
  const leaves = numbered(count, 'L');
  const levels = ['U1', 'U2', 'U3'].map((name, level) =>
    union(name, level === 0 ? leaves : [`U${level}`, leaves[0]]),
  );
  return wsdl(
    `${leaves.map((leaf, index) => values(leaf, 5, prefix(leaf, index))).join('')}${levels.join('')}`,
    ['U1', 'U2', 'U3'],
  );
};

const fields = (count, item) =>
  wsdl(`<x:complexType name="T"><x:sequence>${list(count, item)}</x:sequence></x:complexType>`, [
    'T',
  ]);
const optional = (index) => `<x:element name="a${index}" type="x:int" minOccurs="0"/>`;

const choiceOf = (...names) =>
  `<x:choice>${names.map((name) => `<x:element name="${name}" type="x:int"/>`).join('')}</x:choice>`;
const repeated = (content, depth) =>
  `${'<x:sequence maxOccurs="2">'.repeat(depth)}${content}${'</x:sequence>'.repeat(depth)}`;
const any = '<x:any namespace="##other" minOccurs="0" processContents="lax"/>';

/** Pairs of contracts by what they have much of. */
const shapes = {
  'values of one enumeration': [
    (count) => wsdl(values('E', count, 'a'), ['E']),
    (count) => wsdl(values('E', count, 'b'), ['E']),
  ],
  'unions of enumerations, the same': [
    (count) => unions(count, (leaf) => leaf),
    (count) => unions(count, (leaf) => leaf),
  ],
  'unions of enumerations, one differs': [
    (count) => unions(count, (leaf) => leaf),
    (count) => unions(count, (leaf, index) => (index === 1 ? `${leaf}x` : leaf)),
  ],
  'unions of enumerations, all differ': [
    (count) => unions(count, (leaf) => leaf),
    (count) => unions(count, (leaf) => `${leaf}x`),
  ],
  'unions that became one enumeration': [
    (count) => unions(count, () => 'v'),
    (count) =>
      wsdl(
        numbered(3, 'U')
          .map((_, index) => values(`U${index + 1}`, count, 'v'))
          .join(''),
        ['U1', 'U2', 'U3'],
      ),
  ],
  'optional elements beside a choice': [
    (count) =>
      fields(
        count,
        (index) =>
          `<x:choice>${optional(index)}<x:element name="b${index}" type="x:int"/></x:choice>`,
      ),
    (count) =>
      fields(
        count,
        (index) =>
          `<x:choice><x:element name="b${index}" type="x:int"/>${optional(index)}</x:choice>`,
      ),
  ],
  'optional elements that become a group': [
    (count) => fields(count, optional),
    (count) =>
      fields(count, (index) =>
        index % 2 === 0
          ? `<x:sequence minOccurs="0"><x:element name="a${index}" type="x:int"/><x:element name="a${index + 1}" type="x:int"/></x:sequence>`
          : '',
      ),
  ],
  'new elements between others': [
    (count) => fields(count, optional),
    (count) =>
      fields(
        count,
        (index) => `<x:element name="b${index}" type="x:int" minOccurs="0"/>${optional(index)}`,
      ),
  ],
  'choices between the same elements': [
    (count) => fields(count, () => choiceOf('a', 'b')),
    (count) => fields(count, () => choiceOf('b', 'a')),
  ],
  'choices that have one name in common': [
    (count) => fields(count, (index) => choiceOf('a', `b${index}`)),
    (count) => fields(count, (index) => choiceOf('a', `b${count - index}`)),
  ],
  'repeated groups inside each other': [
    (count) => fields(count, (index) => repeated(optional(index), Math.min(count, 40))),
    (count) => fields(count, (index) => repeated(`${optional(index)}${any}`, Math.min(count, 40))),
  ],
  'patterns that differ': [
    (count) =>
      wsdl(
        numbered(count, 'P')
          .map(
            (name) =>
              `<x:simpleType name="${name}"><x:restriction base="x:string"><x:pattern value="[0-9]{11}_[a-z]{4}"/></x:restriction></x:simpleType>`,
          )
          .join(''),
        numbered(count, 'P'),
      ),
    (count) =>
      wsdl(
        numbered(count, 'P')
          .map(
            (name) =>
              `<x:simpleType name="${name}"><x:restriction base="x:string"><x:pattern value="[0-9a-z]{2,18}_[a-z]{4}"/></x:restriction></x:simpleType>`,
          )
          .join(''),
        numbered(count, 'P'),
      ),
  ],
  'types that nothing uses': [
    (count) =>
      wsdl(
        `${values('E', 1, 'a')}${numbered(count, 'T')
          .map((name) => values(name, 1, 'a'))
          .join('')}`,
        ['E'],
      ),
    (count) =>
      wsdl(
        `${values('E', 1, 'a')}${numbered(count, 'N')
          .map((name) => values(name, 1, 'a'))
          .join('')}`,
        ['E'],
      ),
  ],
};

function modelOf(text) {
  const bag = createDiagnosticBag();
  const host = { readFile: () => new TextEncoder().encode(text) };
  const model = linkContract(readContract('a.wsdl', host, bag), bag);
  if (bag.failed) throw new Error(bag.diagnostics[0].message);
  return model;
}

const takeBlocks = await countBlocks(builtFile);
async function work([before, after], count) {
  const [old, now] = [modelOf(before(count)), modelOf(after(count))];
  await takeBlocks();
  compareModels(old, now);
  return Object.values(await takeBlocks()).reduce((sum, one) => sum + one, 0);
}

const found = {};
for (const [name, pair] of Object.entries(shapes)) {
  // what is made once does not count
  await work(pair, 2);
  found[name] = { small: await work(pair, 40), large: await work(pair, 40 * times) };
}
console.log(JSON.stringify(found));
