import { describe, expect, test } from '@jest/globals';
import { reportGithub, reportJson, reportText } from '../../src/diagnostics/report.ts';
import { linkFiles, wsdl } from './contract-text.ts';

const list = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('\n');

/** References of each kind to 700 names of a schema that is missing. */
const dependants = `
${list(100, (at) => `<xs:element name="e${at}" type="m:T${at}"/>`)}
${list(100, (at) => `<xs:complexType name="C${at}"><xs:sequence><xs:element ref="m:E${at}"/><xs:group ref="m:G${at}"/></xs:sequence><xs:attribute ref="m:A${at}"/></xs:complexType>`)}
${list(100, (at) => `<xs:complexType name="D${at}"><xs:complexContent><xs:extension base="m:B${at}"/></xs:complexContent></xs:complexType>`)}
${list(100, (at) => `<xs:simpleType name="S${at}"><xs:restriction base="m:S${at}"/></xs:simpleType>`)}
${list(100, (at) => `<xs:simpleType name="L${at}"><xs:list itemType="m:L${at}"/></xs:simpleType>`)}`;

function contract(more = ''): string {
  return wsdl(
    `<types><xs:schema targetNamespace="urn:t" xmlns:m="urn:m">
<xs:import namespace="urn:m" schemaLocation="missing.xsd"/>${dependants}${more}</xs:schema></types>
${list(100, (at) => `<message name="M${at}"><part name="p" element="m:P${at}" xmlns:m="urn:m"/></message>`)}`,
  );
}

const message =
  "Import 'missing.xsd' cannot be followed: there is no file 'missing.xsd'; without it, 800 references to names of namespace 'urn:m' are unresolved, the first to type 'S0'";

describe('a missing schema with hundreds of names that depend on it', () => {
  const { diagnostics, lines } = linkFiles({ 'a.wsdl': contract() });

  test('is one error, whatever the kind of reference', () => {
    expect(lines).toEqual([`error ASMX1030 a.wsdl:3:46 ${message}`]);
    expect(diagnostics[0]?.consequences).toBe(800);
  });

  test('is one in text', () => {
    const text = reportText(diagnostics);
    expect(text.match(/ASMX\d{4}/g)).toEqual(['ASMX1030']);
    expect(text).toContain(message);
    expect(text).toContain('Correct the location, put the document there');
    expect(text).toContain("type 'S0' is used here");
  });

  test('is one in JSON', () => {
    const { diagnostics: found } = JSON.parse(reportJson(diagnostics)) as {
      readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
    };
    expect(found.map((one) => `${one.code} ${one.message}`)).toEqual([`ASMX1030 ${message}`]);
  });

  test('is one in workflow commands', () => {
    const commands = reportGithub(diagnostics).trim().split('\n');
    expect(commands).toHaveLength(1);
    expect(commands[0]).toContain('::error file=a.wsdl,line=3');
    expect(commands[0]).toContain('800 references');
  });
});

describe('beside hundreds of other errors', () => {
  const wrong = list(300, (at) => `<xs:element name="w${at}" type="t:Wrong${at}"/>`);
  const { diagnostics } = linkFiles({ 'a.wsdl': contract(wrong) });

  test('text shows 20 of a code, counts the rest, and ends with the cause', () => {
    const text = reportText(diagnostics);
    expect(text.match(/error ASMX2001/g)).toHaveLength(20);
    expect(text).toContain('another 280 errors of ASMX2001');
    expect(text.lastIndexOf('ASMX1030')).toBeGreaterThan(text.lastIndexOf('ASMX2001'));
    expect(text.split('\n').length).toBeLessThan(150);
  });

  test('JSON and workflow commands have all of them', () => {
    const { diagnostics: found } = JSON.parse(reportJson(diagnostics)) as {
      readonly diagnostics: readonly { readonly code: string }[];
    };
    expect(found.filter(({ code }) => code === 'ASMX2001')).toHaveLength(300);
    expect(found.filter(({ code }) => code === 'ASMX1030')).toHaveLength(1);
    expect(reportGithub(diagnostics).match(/::error /g)).toHaveLength(301);
  });
});

test('of names without a namespace is one without a target namespace', () => {
  const schema = (content: string): string =>
    wsdl(`<types><xs:schema targetNamespace="urn:t" xmlns="">${content}</xs:schema></types>`);
  const one = '<xs:element name="a" type="Gone"/>';
  expect(linkFiles({ 'a.wsdl': schema(one) }).lines).toEqual([
    expect.stringContaining("Type 'Gone', which has no namespace, is not declared"),
  ]);
  const two = `${one}<xs:element name="b" type="Gone"/>`;
  expect(linkFiles({ 'a.wsdl': schema(two) }).lines).toEqual([
    expect.stringContaining(
      'The contract has no schema without a target namespace: 2 references to its names',
    ),
  ]);
});

test('a misspelt element says what was meant, one at another place does not', () => {
  const help = (text: string): readonly (string | undefined)[] =>
    linkFiles({ 'a.wsdl': wsdl(text) }).diagnostics.map((one) => one.help);
  const schema = (content: string): string =>
    `<types><xs:schema targetNamespace="urn:t">${content}</xs:schema></types>`;
  expect(help(schema('<xs:simpletype name="S"/>'))).toEqual(["did you mean 'simpleType'?"]);
  expect(help(schema('<xs:complexContent/>'))).toEqual([
    'Move it to where it belongs, or remove it',
  ]);
  expect(help('<mesage name="M"/>')).toEqual(["did you mean 'message'?"]);
});
