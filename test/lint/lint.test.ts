import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type Diagnostic, diagnosticTitles, positionAt } from '../../src/diagnostics/diagnostic.ts';
import { lintRules } from '../../src/lint/rules.ts';
import { brief, lint, type WsdlParts, wsdl, yaml } from './lint-text.ts';

const school = readFileSync(
  new URL('../../specs/student-information.yaml', import.meta.url),
  'utf8',
);

describe('the school service', () => {
  test('has its capitalisations explained and nothing else', () => {
    const found = lint(school);
    expect(found.map(brief)).toEqual([
      "warning ASMX6001 'termId' and 'TermId' differ only by letter case",
      "warning ASMX6001 'classId', 'ClassId' and 'ClassID' differ only by letter case",
    ]);
    expect(found.map((one) => one.help)).toEqual([
      'they are different names, so write each exactly as it is:\ntermId in GetBookPdfByTerm\nTermId in GetExamTable',
      'they are different names, so write each exactly as it is:\nclassId in GetBookPdfByTerm\nClassId in GetClassSchedulByClassId\nClassID in GetStudentsGnote',
    ]);
    const places = (one: Diagnostic | undefined) =>
      [one?.span, ...(one?.related ?? []).map((each) => each.span)].map((span) => {
        if (span === undefined) return undefined;
        const { line } = positionAt(span.file, span.start);
        return `${line} ${span.file.text.slice(span.start, span.end)}`;
      });
    expect(places(found[1])).toEqual(['26 classId', '65 ClassId', '77 ClassID']);
  });
});

describe('severities', () => {
  const undocumented = yaml('      O: {}\n');

  test.each(['hint', 'warning', 'error'] as const)('%s as configured', (severity) => {
    const found = lint(school, { ASMX6001: severity });
    expect(found.map((one) => one.severity)).toEqual([severity, severity]);
    expect(lint(undocumented, { ASMX6008: severity }).map(brief)).toEqual([
      `${severity} ASMX6008 operation 'O' has no documentation`,
    ]);
  });

  test('off silences a rule, and rules that are off by themselves stay so', () => {
    expect(lint(school, { ASMX6001: 'off' })).toEqual([]);
    expect(lint(undocumented)).toEqual([]);
    expect(lint(undocumented, { ASMX6008: 'off' })).toEqual([]);
  });

  test('hold for what the YAML reader finds, too', () => {
    const text = yaml('      O: {}\n', '  T: { fields: { a: int } }\n');
    expect(lint(text).map(brief)).toEqual(["hint ASMX6003 type 'T' is used by no operation"]);
    expect(lint(text, { ASMX6003: 'error' })[0]?.severity).toBe('error');
    expect(lint(text, { ASMX6003: 'off' })).toEqual([]);
  });

  test('of other codes cannot be changed', () => {
    expect(lint(school, { ASMX1020: 'off' })).toHaveLength(2);
  });
});

/** {@link wsdl} with an input that is an element of another name than its operation. */
function bareWsdl({ sum, ...parts }: WsdlParts & { readonly sum?: string }): string {
  const text = wsdl({ soapParts: '<part name="body" element="t:Sum"/>', ...parts });
  if (sum === undefined) return text.replace('<s:element name="Add">', '<s:element name="Sum">');
  return text.replace(
    /<s:element name="Add">[\s\S]*?<\/s:complexType><\/s:element>/,
    `<s:element name="Sum" ${sum}`,
  );
}

type Case = readonly [name: string, text: string, findings: readonly string[]];

const hits: readonly Case[] = [
  [
    'ASMX6001: operations, services, types and fields that differ by case',
    yaml(
      '      Get: { returns: Item }\n      GET: { returns: item }\n  a: { path: /b, operations: { Other: } }\n',
      '  Item: { fields: { x: int } }\n  item: { fields: { X: int } }\n',
    ),
    [
      "warning ASMX6001 'x' and 'X' differ only by letter case",
      "warning ASMX6001 'Get' and 'GET' differ only by letter case",
      "warning ASMX6001 'A' and 'a' differ only by letter case",
      "warning ASMX6001 'Item' and 'item' differ only by letter case",
    ],
  ],
  [
    'ASMX6002: a message left over',
    wsdl({ messages: '<message name="Left"/>' }),
    ["hint ASMX6002 message 'Left' is used by no operation"],
  ],
  [
    'ASMX6003: types in a WSDL',
    wsdl({
      schema:
        '<s:complexType name="Old"><s:sequence/></s:complexType><s:simpleType name="Older"><s:restriction base="s:string"/></s:simpleType>',
    }),
    ["hint ASMX6003 2 types are used by no operation: 'Old', 'Older'"],
  ],
  [
    'ASMX6004: an operation that GET and POST could carry',
    yaml('      O: { parameters: { p: int }, bindings: [soap11, soap12] }\n      P:\n'),
    ["hint ASMX6004 operation 'O' is missing from httpGet, httpPost"],
  ],
  [
    'ASMX6005: one action among others',
    yaml("      O: { soapAction: 'urn:o' }\n      P:\n"),
    ["hint ASMX6005 the action of operation 'O' is 'urn:o'"],
  ],
  [
    'ASMX6005: all actions at once',
    yaml("      O: { soapAction: 'urn:o' }\n      P: { soapAction: '' }\n"),
    ["hint ASMX6005 all 2 actions of service 'A' differ from the default, such as 'urn:o'"],
  ],
  [
    'ASMX6005: all actions but one have a pattern',
    yaml("      O: { soapAction: 'urn:a#O' }\n      P: { soapAction: 'urn:a#Q' }\n"),
    ["hint ASMX6005 all 2 actions of service 'A' differ from the default, such as 'urn:a#O'"],
  ],
  [
    'ASMX6006: another order of parts',
    wsdl({ getParts: ['b', 'a'] }),
    [
      "warning ASMX6006 the parameters of operation 'Add' are in another order on httpGet than on soap11",
    ],
  ],
  [
    'ASMX6006: another order of the children of an element of any name',
    bareWsdl({ getParts: ['b', 'a'] }),
    [
      "warning ASMX6006 the parameters of operation 'Add' are in another order on httpGet than on soap11",
    ],
  ],
  [
    'ASMX6001: children of an element of any name, once, though they are fields of its type, too',
    bareWsdl({
      getParts: ['a', 'B'],
      schema:
        '<s:complexType name="Sum"><s:sequence><s:element name="a" type="s:int"/><s:element name="b" type="s:int"/></s:sequence><s:attribute name="A"/></s:complexType>',
      sum: 'type="t:Sum"/>',
    }),
    [
      "warning ASMX6001 'A' and 'a' differ only by letter case",
      "warning ASMX6001 'b' and 'B' differ only by letter case",
    ],
  ],
  [
    'ASMX6007: names in other scripts',
    yaml('      Größe: { parameters: { имя: string } }\n'),
    [
      "hint ASMX6007 'Größe' in A holds ö (U+00F6), ß (U+00DF)",
      "hint ASMX6007 'имя' in Größe holds и (U+0438), м (U+043C), я (U+044F)",
    ],
  ],
  [
    'ASMX6009: parameters that GET cannot tell apart',
    yaml('      O: { parameters: { id: int, Id: int } }\n'),
    [
      "warning ASMX6001 'id' and 'Id' differ only by letter case",
      "warning ASMX6009 GET and POST cannot tell 'id' and 'Id' of operation 'O' apart",
    ],
  ],
  [
    'ASMX6010: an action that two operations have',
    yaml("      O: { soapAction: 'urn:o' }\n      P: { soapAction: 'urn:o' }\n      Q:\n"),
    [
      "hint ASMX6005 the action of operation 'O' is 'urn:o'",
      "hint ASMX6005 the action of operation 'P' is 'urn:o'",
      "hint ASMX6010 2 operations share the SOAP action 'urn:o': 'O', 'P'",
    ],
  ],
  [
    'ASMX6010: operations without an action',
    yaml("      O: { soapAction: '' }\n      P: { soapAction: '' }\n"),
    [
      "hint ASMX6005 all 2 actions of service 'A' differ from the default, such as ''",
      "hint ASMX6010 2 operations have no SOAP action: 'O', 'P'",
    ],
  ],
  [
    'ASMX6011: SOAP encoding',
    wsdl({
      style: 'rpc',
      body: '<soap:body use="encoded" namespace="http://t/" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>',
      soapParts: '<part name="a" type="s:int"/><part name="b" type="s:int"/>',
    }),
    ["hint ASMX6011 service 'A' uses SOAP encoding in 'Add'"],
  ],
  [
    'ASMX6012: parameters, fields and results without a type',
    yaml('      O: { parameters: { p: anyType }, returns: T }\n', '  T: { fields: { f: any } }\n'),
    [
      "hint ASMX6012 'p' may hold anything: the contract gives it no type",
      "hint ASMX6012 'f' may hold anything: the contract gives it no type",
    ],
  ],
];

const nearMisses: readonly Case[] = [
  [
    'ASMX6001: a parameter and a field, a method and a type, two namespaces of types, misspelt names',
    yaml(
      '      get: { parameters: { Name: string, naem: string }, returns: Get }\n',
      '  Get: { fields: { name: string, nmae: string } }\n',
    ),
    [],
  ],
  [
    'ASMX6001: items of arrays, which are called after their type',
    yaml(
      "      O: { bindings: [soap11, soap12, httpGet, httpPost], parameters: { all: 'Mark[]', names: 'string[]' }, returns: T }\n",
      '  Mark: { values: [A] }\n  T: { fields: { mark: Mark, String: int } }\n',
    ),
    [],
  ],
  [
    'ASMX6002: a message that only a header names',
    wsdl({
      messages: '<message name="Token"><part name="Token" element="t:Token"/></message>',
      schema: '<s:element name="Token" type="s:string"/>',
      header: '<soap:header message="t:Token" part="Token" use="literal"/>',
    }),
    [],
  ],
  [
    'ASMX6003: types that derive from one in use',
    yaml('      O: { returns: B }\n', '  B: { fields: { a: int } }\n  D: { extends: B }\n'),
    [],
  ],
  [
    'ASMX6003: the type of an attachment',
    wsdl({
      schema:
        '<s:element name="Note" type="t:Note"/><s:complexType name="Note"><s:sequence/></s:complexType>',
      soapParts: '<part name="parameters" element="t:Add"/><part name="note" element="t:Note"/>',
    }).replace(
      /<input><soap:body use="literal"\/><\/input>/,
      `<input><m:multipartRelated xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/">
        <m:part><soap:body use="literal" parts="parameters"/></m:part>
        <m:part><m:content part="note" type="text/xml"/></m:part>
      </m:multipartRelated></input>`,
    ),
    [],
  ],
  [
    'ASMX6003: types that hold themselves',
    yaml('      O: { returns: N }\n', '  N: { fields: { n: N? } }\n'),
    [],
  ],
  ...['{ p: xml }', '{ p: T }', "{ p: 'T[]' }", '{ p: int | null }'].map(
    (parameters): Case => [
      `ASMX6004: parameters that ASMX leaves out of GET and POST: ${parameters}`,
      yaml(
        `      O: { parameters: ${parameters} }\n      P: { returns: U }\n`,
        '  T: { fields: { f: int } }\n  U: { fields: { t: T } }\n',
      ),
      [],
    ],
  ),
  ['ASMX6004: out parameters', yaml('      O: { returns: { a: int, b: int } }\n      P:\n'), []],
  [
    'ASMX6004: a service that offers nothing but SOAP',
    yaml('      O: { parameters: { p: xml } }\n').replace(
      '    operations',
      '    bindings: [soap11]\n    operations',
    ),
    [],
  ],
  [
    'ASMX6004: an array of simple values, which GET can carry',
    yaml(
      "      O: { bindings: [soap11, soap12, httpGet, httpPost], parameters: { p: 'int[]' } }\n",
    ),
    [],
  ],
  [
    'ASMX6005: all actions of one pattern, as in UPnP and WCF',
    yaml("      O: { soapAction: 'urn:a#O' }\n      P: { soapAction: 'urn:a#P' }\n"),
    [],
  ],
  [
    'ASMX6005: the default action written out, with and without / at the end of the namespace',
    yaml("      O: { soapAction: 'http://t/O' }\n"),
    [],
  ],
  [
    'ASMX6005: a namespace without / at its end',
    yaml("      O: { soapAction: 'urn:t/O' }\n").replace('http://t/\n', 'urn:t\n'),
    [],
  ],
  ['ASMX6006: the same order, and other names', wsdl({ getParts: ['a', 'c'] }), []],
  [
    'ASMX6007: every character a name may have in ASCII',
    yaml('      _O-1.x: { parameters: { a_B.9-: int } }\n'),
    [],
  ],
  [
    'ASMX6009: a service without GET and POST',
    yaml('      O: { parameters: { id: int, Id: int } }\n').replace(
      '    operations',
      '    bindings: [soap11]\n    operations',
    ),
    ["warning ASMX6001 'id' and 'Id' differ only by letter case"],
  ],
  [
    'ASMX6010: one action in two services',
    yaml(
      "      O: { soapAction: 'http://t/O' }\n  B:\n    operations:\n      O: { soapAction: 'http://t/O' }\n",
    ),
    [],
  ],
  [
    'ASMX6011: rpc with literal messages',
    wsdl({
      style: 'rpc',
      body: '<soap:body use="literal" namespace="http://t/"/>',
      soapParts: '<part name="a" type="s:int"/><part name="b" type="s:int"/>',
    }),
    [],
  ],
  [
    'ASMX6012: XML of any kind, data sets, and any simple value, which say what they are',
    yaml('      O: { parameters: { a: xml, b: dataset, c: anySimpleType } }\n'),
    [],
  ],
];

describe('rules', () => {
  test.each(hits)('find %s', (_name, text, findings) => {
    expect(lint(text).map(brief)).toEqual(findings);
  });

  test.each(nearMisses)('leave alone %s', (_name, text, findings) => {
    expect(lint(text).map(brief)).toEqual(findings);
  });

  test('that are off unless configured', () => {
    const on = { ASMX6008: 'warning', ASMX6013: 'warning' } as const;
    const text = yaml('      O: {}\n      P: { documentation: Says. }\n');
    expect(lint(text, on).map(brief)).toEqual([
      "warning ASMX6008 operation 'O' has no documentation",
    ]);
    expect(
      lint(text.replace('http://t/', 'http://tempuri.org/'), { ASMX6013: 'warning' }).map(brief),
    ).toEqual(["warning ASMX6013 service 'A' has the default namespace 'http://tempuri.org/'"]);
    expect(
      lint(text.replace('http://t/', 'http://tempuri.org/notes/'), { ASMX6013: 'warning' }),
    ).toEqual([]);
  });

  test('say what to do', () => {
    expect(lint(wsdl({ getParts: ['b', 'a'] }))[0]?.help).toBe('soap11: a, b\nhttpGet: b, a');
    expect(lint(yaml("      O: { soapAction: 'urn:o' }\n"))[0]?.help).toBe(
      "the default is 'http://t/O'",
    );
  });

  test('name the first ten of many, and how many follow', () => {
    const operations = Array.from({ length: 12 }, (_, at) => `      O${at}: { soapAction: '' }\n`);
    const [, shared] = lint(yaml(operations.join('')));
    expect(shared?.message).toMatch(/^12 operations have no SOAP action: 'O0', .*'O9' and 2 more$/);
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
