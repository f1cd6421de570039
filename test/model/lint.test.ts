import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { diagnosticTitles } from '../../src/diagnostics/codes.ts';
import { createDiagnosticBag, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { positionAt } from '../../src/diagnostics/source-file.ts';
import { linkContract } from '../../src/model/link.ts';
import { type LintLevels, lintModel, lintRules } from '../../src/model/lint.ts';
import { readContract } from '../../src/read/read-contract.ts';

function lint(text: string, levels: LintLevels = {}): readonly Diagnostic[] {
  const bag = createDiagnosticBag();
  const host = { readFile: () => new TextEncoder().encode(text) };
  const contract = readContract('x', host, bag);
  const model = contract && linkContract(contract, bag);
  expect(bag.diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
  if (model === undefined) throw new Error('not linked');
  const found = createDiagnosticBag();
  for (const one of bag.diagnostics) {
    if (one.code.startsWith('ASMX6')) found.report(one);
  }
  lintModel(model, found, levels);
  return found.diagnostics;
}

const brief = (one: Diagnostic): string => `${one.severity} ${one.code} ${one.message}`;

const top = 'asmx: 1\nname: S\nnamespace: http://t/\nservices:\n  A:\n    operations:\n';

describe('lintModel', () => {
  const school = readFileSync(
    new URL('../../specs/student-information.yaml', import.meta.url),
    'utf8',
  );

  test('explains the capitalisations of the school service and nothing else', () => {
    const found = lint(school);
    expect(found.map(brief)).toEqual([
      "warning ASMX6001 'termId' and 'TermId' differ only by letter case",
      "warning ASMX6001 'classId', 'ClassId' and 'ClassID' differ only by letter case",
    ]);
    expect(found.map((one) => one.help)).toEqual([
      'they are different names, so write each exactly as it stands:\ntermId in GetBookPdfByTerm\nTermId in GetExamTable',
      'they are different names, so write each exactly as it stands:\nclassId in GetBookPdfByTerm\nClassId in GetClassSchedulByClassId\nClassID in GetStudentsGnote',
    ]);
    const places = (one: Diagnostic | undefined) =>
      [one?.span, ...(one?.related ?? []).map((each) => each.span)].map((span) => {
        if (span === undefined) return undefined;
        const { line } = positionAt(span.file, span.start);
        return `${line} ${span.file.text.slice(span.start, span.end)}`;
      });
    expect(places(found[1])).toEqual(['26 classId', '65 ClassId', '77 ClassID']);
  });

  test('takes its severities from the configuration', () => {
    expect(lint(school, { ASMX6001: 'off' })).toEqual([]);
    const [first] = lint(school, { ASMX6001: 'error' });
    expect(first?.severity).toBe('error');
    const undocumented = `${top}      O: {}\n`;
    expect(lint(undocumented)).toEqual([]);
    expect(lint(undocumented, { ASMX6008: 'hint' }).map(brief)).toEqual([
      "hint ASMX6008 operation 'O' has no documentation",
    ]);
  });

  const table: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'operations, services, types and fields that differ by case',
      `${top}      Get: { returns: Item }\n      GET: { returns: item }\n  a: { path: /b, operations: { Other: } }\ntypes:\n  Item: { fields: { x: int } }\n  item: { fields: { X: int } }\n`,
      [
        "warning ASMX6001 'x' and 'X' differ only by letter case",
        "warning ASMX6001 'Get' and 'GET' differ only by letter case",
        "warning ASMX6001 'A' and 'a' differ only by letter case",
        "warning ASMX6001 'Item' and 'item' differ only by letter case",
      ],
    ],
    [
      'an operation that GET and POST cannot carry',
      `${top}      O: { parameters: { p: any } }\n`,
      ["hint ASMX6004 operation 'O' is missing from httpGet, httpPost"],
    ],
    [
      'one action among others',
      `${top}      O: { soapAction: 'urn:o' }\n      P:\n`,
      ["hint ASMX6005 the action of operation 'O' is 'urn:o'"],
    ],
    [
      'all actions at once',
      `${top}      O: { soapAction: 'urn:o' }\n      P: { soapAction: '' }\n`,
      ["hint ASMX6005 all 2 actions of service 'A' differ from the default, such as 'urn:o'"],
    ],
    [
      'names in other scripts',
      `${top}      Größe: { parameters: { имя: string } }\n`,
      [
        "hint ASMX6007 'Größe' in A holds ö (U+00F6), ß (U+00DF)",
        "hint ASMX6007 'имя' in Größe holds и (U+0438), м (U+043C), я (U+044F)",
      ],
    ],
    [
      'parameters that GET cannot tell apart',
      `${top}      O: { parameters: { id: int, Id: int } }\n`,
      [
        "warning ASMX6001 'id' and 'Id' differ only by letter case",
        "warning ASMX6009 GET and POST cannot tell 'id' and 'Id' of operation 'O' apart",
      ],
    ],
    [
      'a type nobody uses',
      `${top}      O:\ntypes: { T: { fields: { a: int } } }\n`,
      ["hint ASMX6003 type 'T' is used by no operation"],
    ],
    [
      'derived types count as used',
      `${top}      O: { returns: B }\ntypes: { B: { fields: { a: int } }, D: { extends: B } }\n`,
      [],
    ],
    ['recursion ends', `${top}      O: { returns: N }\ntypes: { N: { fields: { n: N? } } }\n`, []],
  ];
  test.each(table)('finds %s', (_name, text, wanted) => {
    expect(lint(text).map(brief)).toEqual(wanted);
  });

  test('finds what only a WSDL can say: leftovers and another order of parts', () => {
    const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
  xmlns:t="http://t/" targetNamespace="http://t/">
  <types><s:schema targetNamespace="http://t/" elementFormDefault="qualified">
    <s:element name="Add"><s:complexType><s:sequence>
      <s:element name="a" type="s:int"/><s:element name="b" type="s:int"/>
    </s:sequence></s:complexType></s:element>
    <s:element name="AddResponse"><s:complexType/></s:element>
    <s:complexType name="Old"><s:sequence/></s:complexType>
    <s:simpleType name="Older"><s:restriction base="s:string"/></s:simpleType>
  </s:schema></types>
  <message name="AddSoapIn"><part name="parameters" element="t:Add"/></message>
  <message name="AddSoapOut"><part name="parameters" element="t:AddResponse"/></message>
  <message name="AddHttpGetIn"><part name="b" type="s:string"/><part name="a" type="s:string"/></message>
  <message name="AddHttpGetOut"/>
  <message name="Left"/>
  <portType name="ASoap"><operation name="Add"><input message="t:AddSoapIn"/><output message="t:AddSoapOut"/></operation></portType>
  <portType name="AHttpGet"><operation name="Add"><input message="t:AddHttpGetIn"/><output message="t:AddHttpGetOut"/></operation></portType>
  <binding name="ASoap" type="t:ASoap"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Add"><soap:operation soapAction="http://t/Add"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <binding name="AHttpGet" type="t:AHttpGet"><http:binding verb="GET"/>
    <operation name="Add"><http:operation location="/Add"/><input><http:urlEncoded/></input><output/></operation></binding>
  <service name="A">
    <port name="ASoap" binding="t:ASoap"><soap:address location="http://h/A.asmx"/></port>
    <port name="AHttpGet" binding="t:AHttpGet"><http:address location="http://h/A.asmx"/></port>
  </service>
</definitions>`;
    const found = lint(wsdl);
    expect(found.map(brief)).toEqual([
      "hint ASMX6002 message 'Left' is used by no operation",
      "hint ASMX6003 2 types are used by no operation: 'Old', 'Older'",
      "warning ASMX6006 the parameters of operation 'Add' stand in another order on httpGet than on soap11",
    ]);
    expect(found[2]?.help).toBe('soap11: a, b\nhttpGet: b, a');
  });
});

describe('lintRules', () => {
  test('are all there, explained, each with an example', () => {
    const codes = Object.keys(diagnosticTitles).filter((code) => code.startsWith('ASMX6'));
    expect(lintRules.map((rule) => rule.code).sort()).toEqual(codes);
    for (const rule of lintRules) expect(rule.explanation).toMatch(/^[A-Z].*\.$/);
  });

  const examples = lintRules.filter((rule) => rule.example.startsWith('asmx:'));
  test.each(examples.map((rule) => [rule.code, rule.example]))(
    '%s finds its example',
    (code, example) => {
      const levels = Object.fromEntries(lintRules.map((rule) => [rule.code, 'hint' as const]));
      expect(lint(example, levels).map((one) => one.code)).toContain(code);
    },
  );
});
