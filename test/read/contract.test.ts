import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../src/model/link.ts';
import { readContract } from '../../src/read/contract.ts';
import { wellKnownSchema } from '../../src/read/xsd/schema-set.ts';
import { wholeFiles } from './broken-files.ts';
import {
  linkFiles,
  onePort,
  operationsOf,
  quotedLineOf,
  typesOnly,
  wsdl,
} from './contract-text.ts';
import { defects } from './defect-rows.ts';
import { oddities } from './oddity-rows.ts';

describe('read contract', () => {
  describe('readContract', () => {
    test('chooses the reader by content', () => {
      expect(linkFiles({ 'a.yaml': wsdl('') }).contract?.name).toBe('T');
      const yaml =
        'asmx: 1\nname: Y\nnamespace: urn:y\nbindings: [soap11]\nservices: { S: { operations: { O: {} } } }\n';
      expect(linkFiles({ 'a.wsdl.txt': yaml }).contract?.name).toBe('Y');
    });

    test.each([
      ['specs/my-service.v2.wsdl', 'my-service.v2'],
      ['C:\\specs\\a b.wsdl', 'a_b'],
      ['2006.wsdl', '_2006'],
    ])('names the contract of %s after the file where definitions have no name', (path, name) => {
      const text = wsdl('').replace(' name="T"', '');
      expect(linkFiles({ [path]: text }).contract?.name).toBe(name);
    });

    test('a name that is no NCName gives way to that of the file, with a warning', () => {
      const { contract, lines } = linkFiles({
        'a.wsdl': wsdl('').replace('"T"', '"name clash test"'),
      });
      expect(contract?.name).toBe('a');
      expect(lines[0]).toBe("warning ASMX3001 a.wsdl:1:20 'name clash test' is not an NCName");
    });

    test.each([
      [
        '<html/>',
        "error ASMX1002 a.wsdl:1:1 A contract begins with 'wsdl:definitions', not with 'html'",
      ],
      ['<a', 'error ASMX1020 a.wsdl:1:1'],
      ['junk <definitions/>', 'error ASMX1020 a.wsdl:1:1'],
      ['<!DOCTYPE a [<!ENTITY x "y">]><a/>', 'error ASMX1021 a.wsdl:1:'],
    ])('refuses %j', (text, line) => {
      const { contract, lines } = linkFiles({ 'a.wsdl': text });
      expect(contract).toBeUndefined();
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(line);
    });

    test.each([
      ['<html/>', 'This is a web page: add ?WSDL to its address'],
      ['<schema/>', "The namespace of XML Schema is 'http://www.w3.org/2001/XMLSchema'"],
      [
        '<description xmlns="http://www.w3.org/ns/wsdl"/>',
        'This is WSDL 2.0; only WSDL 1.1 is supported',
      ],
      ['<definitions/>', "The namespace of WSDL 1.1 is 'http://schemas.xmlsoap.org/wsdl/'"],
    ])('helps with %j', (text, help) => {
      expect(linkFiles({ 'a.wsdl': text }).diagnostics[0]?.help).toBe(help);
    });

    test.each(['<html/>', '<!DOCTYPE html><html></html>'])(
      'helps with %j at the address of a WSDL, which cannot be added to it',
      (text) => {
        const path = 'Orders.asmx?WSDL';
        expect(linkFiles({ [path]: text }).diagnostics[0]?.help).toMatch(
          /^This is a web page, such as/,
        );
      },
    );

    test('reports a missing file and bytes that do not fit', () => {
      expect(linkFiles({ 'a.wsdl': Uint8Array.of(0x3c, 0x61, 0xff) }).lines).toEqual([
        'error ASMX1003 a.wsdl:1:3 The file is not valid UTF-8',
      ]);
      expect(linkFiles({}).lines).toEqual([
        "error ASMX1001 '' cannot be read: there is no such file",
      ]);
    });

    test('a contract of nothing at all is an error', () => {
      expect(linkFiles({ 'a.wsdl': wsdl('') }).lines).toEqual([
        "error ASMX3005 a.wsdl:1:1 Contract 'T' has no operation that a SOAP or HTTP binding describes",
      ]);
    });
  });
});

describe('read wsdl', () => {
  const types =
    '<types><xs:schema targetNamespace="urn:t"><xs:element name="Op"><xs:complexType/></xs:element><xs:element name="R"><xs:complexType/></xs:element></xs:schema></types>';
  const messages =
    '<message name="In"><part name="p" element="t:Op"/></message><message name="Out"><part name="p" element="t:R"/></message>';

  /** A sound WSDL in which something is replaced, its port on line 6. */
  function changed(from: string, to: string): string {
    const text = wsdl(`${types}\n${messages}\n${onePort}`);
    if (!text.includes(from)) throw new Error(`no ${from}`);
    return text.replace(from, to);
  }

  describe('readWsdl', () => {
    test('says nothing about a sound document', () => {
      const { lines, contract } = linkFiles({ 'a.wsdl': changed('<message', '<message') });
      expect(lines).toEqual([]);
      expect(contract?.definitions[0]?.defects).toEqual([]);
    });

    test('keeps documentation everywhere', () => {
      const text = wsdl(`<documentation> Whole </documentation>${types}\n${messages}\n${onePort}`)
        .replace(
          '<operation name="Op"><input m',
          '<operation name="Op"><documentation>Op.</documentation><input m',
        )
        .replace(
          '<part name="p" element="t:Op"/>',
          '<part name="p" element="t:Op"><documentation>Part.</documentation></part>',
        );
      const { model } = linkFiles({ 'a.wsdl': text });
      expect(model?.documentation).toBe('Whole');
      expect(operationsOf(model)[0]?.documentation).toBe('Op.');
      expect(operationsOf(model)[0]?.soap11?.input.parts[0]?.documentation).toBe('Part.');
    });

    test.each([
      [
        'an operation in which the server speaks first',
        '<input message="t:In"/><output message="t:Out"/>',
        '<output message="t:Out"/><input message="t:In"/>',
        `warning ASMX1024 «<operation name="Op">» Operation 'Op' is left out: it is a solicit-response, in which the server speaks first`,
        0,
      ],
      [
        'a notification',
        '<input message="t:In"/><output message="t:Out"/>',
        '<output message="t:Out"/>',
        `warning ASMX1024 «<operation name="Op">» Operation 'Op' is left out: it is a notification, in which the server speaks first`,
        0,
      ],
      [
        'another transport',
        'transport="http://schemas.xmlsoap.org/soap/http"',
        'transport="urn:jms"',
        `warning ASMX1024 «<binding name="B" type="t:P">» Binding 'B' is left out: its transport 'urn:jms' is not HTTP`,
        0,
      ],
      [
        'another binding',
        '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>',
        '<corba:binding xmlns:corba="urn:corba"/>',
        `warning ASMX1024 «<binding name="B" type="t:P">» Binding 'B' is left out: it has no SOAP or HTTP binding element`,
        0,
      ],
      [
        'a missing action',
        ' soapAction="urn:t/Op"',
        '',
        `warning ASMX3006 «<operation name="Op">» Binding 'B' gives no 'soapAction' for 1 of its operations`,
        1,
      ],
      [
        'an order of parts that do not exist',
        '<operation name="Op"><input m',
        '<operation name="Op" parameterOrder="p x"><input m',
        `warning ASMX3006 «<operation name="Op" parameterOrder="p x">» 'parameterOrder' of operation 'Op' lists 'x', which its messages do not have`,
        1,
      ],
      [
        'an extension that is required',
        '<soap:body use="literal"/></input>',
        '<soap:body use="literal"/><x:y xmlns:x="urn:x" wsdl:required="true"/></input>',
        `warning ASMX1024 «<x:y xmlns:x="urn:x" wsdl:required="true"/>» Extension 'y' of namespace 'urn:x' says it is required, but is not known`,
        1,
      ],
      [
        'an unknown style',
        'soapAction="urn:t/Op"',
        'soapAction="urn:t/Op" style="literal"',
        `warning ASMX1023 «literal» Attribute 'style' cannot be 'literal': it is taken for 'document'`,
        1,
      ],
      [
        'a name that no message carries',
        '<port name="SPort"',
        '<port name="localhost:80 80"',
        `warning ASMX3001 «localhost:80 80» 'localhost:80 80' is not an NCName`,
        1,
      ],
      [
        'a part that does not exist',
        '<soap:body use="literal"/></input>',
        '<soap:body use="literal" parts="parameters"/></input>',
        `warning ASMX3002 «<soap:body use="literal" parts="parameters"/>» Message 'In' has no part 'parameters', which is ignored`,
        1,
      ],
      [
        'a header without message',
        '<soap:body use="literal"/></input>',
        '<soap:header part="p" use="literal"/></input>',
        `warning ASMX1023 «<soap:header part="p" use="literal"/>» Element 'header' needs attribute 'message': that of the operation is meant`,
        1,
      ],
      [
        'a part of any content',
        '<part name="p" element="t:R"/>',
        '<part name="p"/>',
        `warning ASMX1023 «<part name="p"/>» Part 'p' has neither 'element' nor 'type': it is taken for any content`,
        1,
      ],
      [
        'a type given as an element',
        '<part name="p" element="t:R"/>',
        '<part name="p" element="xs:int"/>',
        `warning ASMX3004 «xs:int» Part 'p' refers to type 'int' with 'element'`,
        1,
      ],
      [
        'a name without the prefix of the target namespace',
        '<input message="t:In"/>',
        '<input message="In"/>',
        `warning ASMX3006 «In» 'In' is a name of WSDL's own namespace; that of the document is meant`,
        1,
      ],
      [
        'a fault that only the binding has',
        '</output></operation></binding>',
        '</output><fault name="F"><soap:fault name="F" use="literal"/></fault></operation></binding>',
        `warning ASMX3002 «<fault name="F">» Fault 'F' of operation 'Op' in binding 'B' is not in the portType`,
        1,
      ],
    ])('warns of %s', (_what, from, to, line, operations) => {
      const { diagnostics, model } = linkFiles({ 'a.wsdl': changed(from, to) });
      const lines = diagnostics.map(quotedLineOf);
      expect(lines.filter((one) => one.startsWith('error'))).toEqual([]);
      expect(lines).toContain(line);
      expect(operationsOf(model)).toHaveLength(operations);
    });

    test('extensions that are not required go by without a word', () => {
      const text = changed(
        '<portType name="P">',
        '<p:Policy xmlns:p="urn:p"><p:x wsdl:required="false"/></p:Policy><portType name="P">',
      );
      expect(linkFiles({ 'a.wsdl': text }).lines).toEqual([]);
    });

    test('reads simple types with attributes as what they mean', () => {
      const { model, diagnostics } = linkFiles({
        'a.wsdl': changed(
          '<xs:element name="R">',
          '<xs:simpleType name="Id"><xs:extension base="xs:string"><xs:attribute name="source"/></xs:extension></xs:simpleType><xs:element name="R">',
        ),
      });
      expect(diagnostics.map(quotedLineOf)).toEqual([
        `warning ASMX1022 «<xs:simpleType name="Id">» A simple type cannot have an extension: it is read as 'simpleContent' of a complex type`,
      ]);
      expect(model?.types).toMatchObject([
        { kind: 'complex', simpleContent: { builtin: 'string' } },
      ]);
    });

    test('keeps what an operation writes to the response', () => {
      const text = changed(
        '<operation name="Op"><input m',
        '<operation name="Op" xmlns:c="urn:asmx-gen:contract:1" c:written="json"><input m',
      );
      expect(operationsOf(linkFiles({ 'a.wsdl': text }).model)[0]?.written).toBe('json');
    });
  });

  describe('legal but surprising', () => {
    test('rpc without a namespace, parts by element, and messages no server can tell apart', () => {
      const text = wsdl(`${types}
${messages}
<portType name="P"><operation name="Op"><input message="t:In"/></operation>
<operation name="Op2"><input message="t:In"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation><operation name="Op2"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding>
<binding name="C" type="t:P"><soap12:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op2"><soap12:operation soapAction=""/><input><soap12:body use="literal"/></input></operation></binding>
<service name="S"><port name="C" binding="t:C"/></service><service name="S2"><port name="B" binding="t:B"/></service>`);
      expect(linkFiles({ 'a.wsdl': text }).diagnostics.map(quotedLineOf)).toEqual([
        `warning ASMX3006 «<operation name="Op2">» Operation 'Op2': 'soap:body' of an rpc operation names no namespace`,
        `warning ASMX3006 «<operation name="Op2">» Operation 'Op2': a part of an rpc message refers to an element`,
        `warning ASMX3006 «<operation name="Op2">» Operations 'Op' and 'Op2' have the same action and the same request element`,
      ]);
    });
  });
});

describe('refused documents', () => {
  const types =
    '<types><xs:schema targetNamespace="urn:t"><xs:element name="Op"><xs:complexType/></xs:element><xs:element name="R"><xs:complexType/></xs:element></xs:schema></types>';
  const messages =
    '<message name="In"><part name="p" element="t:Op"/></message><message name="Out"><part name="p" element="t:R"/></message>';

  /** A sound WSDL in which something is replaced. */
  function changed(from: string, to: string): string {
    const text = wsdl(`${types}\n${messages}\n${onePort}`);
    if (!text.includes(from)) throw new Error(`no ${from}`);
    return text.replace(from, () => to);
  }

  function read(text: string, others: Readonly<Record<string, string>> = {}) {
    const { model, diagnostics } = linkFiles({ 'a.wsdl': text, ...others });
    return {
      operations: operationsOf(model).map((one) => one.name),
      ports: model?.services.flatMap((one) => one.ports.map((port) => port.name)),
      lines: diagnostics.map(quotedLineOf),
    };
  }

  /** The sound WSDL with every element of WSDL under a prefix, but its root. */
  function withoutRootNamespace(): string {
    return wsdl(`${types}\n${messages}\n${onePort}`)
      .replace(' xmlns="http://schemas.xmlsoap.org/wsdl/"', '')
      .replace(
        /<(\/?)(types|message|part|portType|operation|binding|service|port|input|output)\b/g,
        '<$1wsdl:$2',
      );
  }

  describe('a root in no namespace', () => {
    const warning =
      "The root 'definitions' is in no namespace: it is taken for that of WSDL, as its children are";

    test('is that of WSDL if its children are', () => {
      const { operations, lines } = read(withoutRootNamespace());
      expect(operations).toEqual(['Op']);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain('warning ASMX3006 «<definitions name="T"');
      expect(lines[0]).toContain(warning);
    });

    test('may be that of an imported document', () => {
      const entry = wsdl('<import namespace="urn:t" location="b.wsdl"/>');
      const { operations, lines } = read(entry, { 'b.wsdl': withoutRootNamespace() });
      expect(operations).toEqual(['Op']);
      expect(lines.join('\n')).toContain(warning);
    });

    test('is refused if its children are of no namespace, too', () => {
      const text = wsdl(`${types}\n${messages}\n${onePort}`).replace(
        ' xmlns="http://schemas.xmlsoap.org/wsdl/"',
        '',
      );
      expect(read(text).lines[0]).toContain('error ASMX1002');
    });
  });

  describe('an operation that a binding repeats', () => {
    const whole =
      '<operation name="Op"><soap:operation soapAction="urn:t/Op"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>';

    test.each([
      ['without content', `${whole}<operation name="Op"/>`, '<operation name="Op"/>'],
      ['before the one with content', `<operation name="Op"/>${whole}`, '<operation name="Op"/>'],
      [
        'with documentation only',
        `${whole}<operation name="Op"><documentation>Twice</documentation></operation>`,
        '<operation name="Op">',
      ],
      [
        'with empty messages',
        `${whole}<operation name="Op"><input/><output/></operation>`,
        '<operation name="Op">',
      ],
      ['word by word', `${whole}${whole}`, '<operation name="Op">'],
    ])('%s is ignored', (_, operations, place) => {
      const { model, diagnostics } = linkFiles({ 'a.wsdl': changed(whole, operations) });
      expect(operationsOf(model)).toMatchObject([{ name: 'Op', soap11: { action: 'urn:t/Op' } }]);
      expect(diagnostics.map(quotedLineOf)).toEqual([
        `warning ASMX3002 «${place}» Binding 'B' repeats operation 'Op' and says nothing new: the repetition is ignored`,
      ]);
    });

    test('with another content is an error, because nobody knows which counts', () => {
      const other = whole.replace('urn:t/Op', 'urn:t/Other');
      expect(read(changed(whole, `${whole}${other}`)).lines[0]).toContain(
        "error ASMX3002 «<operation name=\"Op\">» Binding 'B' describes operation 'Op' more often",
      );
    });
  });

  describe('a port whose binding is missing', () => {
    const port =
      '<port name="SPort" binding="t:B"><soap:address location="http://host/s.asmx"/></port>';
    const lost = '<port name="Lost" binding="t:Bb"/>';
    const said = "ASMX2001 «t:Bb» Binding 'Bb' is not declared in namespace 'urn:t'";

    test('is left out; the others go on', () => {
      const { ports, operations, lines } = read(changed(port, `${lost}${port}`));
      expect(ports).toEqual(['SPort']);
      expect(operations).toEqual(['Op']);
      expect(lines).toEqual([`warning ${said}: port 'Lost' is left out`]);
    });

    test('may be the only one of a service beside another', () => {
      const text = changed('<service', `<service name="Gone">${lost}</service><service`);
      const { operations, lines } = read(text);
      expect(operations).toEqual(['Op']);
      expect(lines).toEqual([`warning ${said}: port 'Lost' is left out`]);
    });

    test('is an error if there is no other, also when lenient', () => {
      const text = changed(port, lost);
      expect(read(text).lines).toEqual([`error ${said}`]);
      const { model, lines } = linkFiles({ 'a.wsdl': text }, { lenient: true });
      expect(model).toBeUndefined();
      expect(lines.at(-1)).toContain('error ASMX3005');
    });

    test('is an error if its document cannot be read', () => {
      const imported = '<import namespace="urn:b" location="http://other/b.wsdl"/>';
      const text = changed(port, `<port name="Lost" binding="b:B" xmlns:b="urn:b"/>${port}`);
      const { lines } = read(text.replace('<types>', `${imported}<types>`));
      expect(lines.join('\n')).toContain('error ASMX1031');
    });
  });

  describe('what lenient reading leaves', () => {
    test('nothing is an error, though there are types', () => {
      const text = changed(
        '<xs:element name="Op"><xs:complexType/></xs:element>',
        '<xs:element name="Op" type="t:Gone"/><xs:complexType name="Kept"/>',
      );
      const { model, diagnostics } = linkFiles({ 'a.wsdl': text }, { lenient: true });
      expect(model).toBeUndefined();
      expect(diagnostics.map(quotedLineOf).at(-1)).toContain(
        'error ASMX3005 «<definitions name="T"',
      );
      expect(diagnostics.at(-1)?.message).toBe(
        "Contract 'T' has no operation that is without defects",
      );
      expect(diagnostics.at(-1)?.help).toContain('Mend');
    });

    test('types are enough if the contract never had an operation', () => {
      const text = wsdl(
        '<types><xs:schema targetNamespace="urn:t"><xs:complexType name="Kept"/><xs:element name="Bad" type="t:Gone"/></xs:schema></types>',
      );
      const { model } = linkFiles({ 'a.wsdl': text }, { lenient: true });
      expect(model?.types).toHaveLength(1);
    });
  });

  describe('a schema for a namespace that is built in', () => {
    const using = (schema: string): string =>
      wsdl(
        `<types><xs:schema targetNamespace="urn:t"><xs:import namespace="http://www.w3.org/XML/1998/namespace"/><xs:element name="Op"><xs:complexType><xs:simpleContent><xs:extension base="xs:string"><xs:attribute ref="xml:lang"/></xs:extension></xs:simpleContent></xs:complexType></xs:element><xs:element name="R"><xs:complexType/></xs:element></xs:schema>${schema}</types>\n${messages}\n${onePort}`,
      );

    test.each([
      ['nothing', '<xs:schema targetNamespace="http://www.w3.org/XML/1998/namespace"/>'],
      [
        'something else',
        '<xs:schema targetNamespace="http://www.w3.org/XML/1998/namespace"><xs:attribute name="space" type="xs:string"/></xs:schema>',
      ],
      [
        'the same',
        '<xs:schema targetNamespace="http://www.w3.org/XML/1998/namespace"><xs:attribute name="lang" type="xs:language"/></xs:schema>',
      ],
    ])('that declares %s hides nothing', (_, schema) => {
      const { lines, operations } = read(using(schema));
      expect(lines).toEqual([]);
      expect(operations).toEqual(['Op']);
    });

    test('counts where both declare a name', () => {
      const schema =
        '<xs:schema targetNamespace="http://www.w3.org/XML/1998/namespace"><xs:attribute name="lang" type="xs:language"/></xs:schema>';
      const { model } = linkFiles({ 'a.wsdl': using(schema) });
      const [element] = model?.elements ?? [];
      expect(element?.type).toMatchObject({
        attributes: [{ type: { builtin: 'language' } }],
      });
    });
  });
});

describe('defects', () => {
  /**
   * Kinds of broken documents, each with the place where it is refused (`¶` in the row), what is said
   * there, and what is left when the user goes on with `--lenient`.
   */
  interface Outcome {
    readonly diagnostics: readonly Diagnostic[];
    readonly operations: readonly string[] | undefined;
  }

  function read(source: string | Uint8Array, path: string, lenient: boolean): Outcome {
    const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
    const bag = createDiagnosticBag();
    const contract = readContract(
      path,
      { readFile: (asked) => (asked === path ? bytes : undefined) },
      bag,
    );
    const model = contract === undefined ? undefined : linkContract(contract, bag, { lenient });
    const found = model?.services.flatMap((service) =>
      service.interfaces.flatMap((one) => one.operations),
    );
    return {
      diagnostics: bag.diagnostics,
      operations: bag.failed ? undefined : found?.map((one) => one.name),
    };
  }

  /** Line and column of a place in a text, from 1. */
  function placeIn(text: string, offset: number): string {
    const before = text.slice(0, offset).split('\n');
    return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
  }

  const placeOf = ({ span }: Diagnostic): string =>
    span === undefined ? '' : placeIn(span.file.text, span.start);

  describe('a defect of a document', () => {
    test.each(defects.map((row) => [row.kind, row] as const))('%s', (_kind, row) => {
      const place = row.document.indexOf('¶');
      const text = row.document.replace('¶', '');
      const { diagnostics, operations } = read(text, 'a.wsdl', false);
      const errors = diagnostics.filter((one) => one.severity === 'error');
      expect(errors.map((one) => `${placeOf(one)} ${one.code} ${one.message}`)).toContain(
        `${placeIn(text, place)} ${row.code} ${row.message}`,
      );
      if (row.help !== undefined) expect(errors.map((one) => one.help)).toContain(row.help);
      expect(operations).toBeUndefined();
      const lenient = read(text, 'a.wsdl', true);
      expect(lenient.operations).toEqual(row.lenient);
      if (row.lenient !== undefined) {
        expect(lenient.diagnostics.map((one) => one.severity)).toContain('warning');
      }
    });
  });

  describe('an oddity of a document is a warning', () => {
    test.each(oddities.map((row) => [row.kind, row] as const))('%s', (_kind, row) => {
      const place = row.document.indexOf('¶');
      const text = row.document.replace('¶', '');
      const { diagnostics, operations } = read(text, 'a.wsdl', false);
      expect(
        diagnostics.map((one) => `${one.severity} ${placeOf(one)} ${one.code} ${one.message}`),
      ).toContain(`warning ${placeIn(text, place)} ${row.code} ${row.message}`);
      if (row.help !== undefined) expect(diagnostics.map((one) => one.help)).toContain(row.help);
      expect(operations).toEqual(row.lenient);
    });
  });

  describe('a file that is no contract', () => {
    test.each(wholeFiles.map((row) => [row.kind, row] as const))('%s', (_kind, row) => {
      const { diagnostics, operations } = read(row.source, row.path ?? 'a.wsdl', true);
      expect(operations).toBeUndefined();
      const [first] = diagnostics.filter((one) => one.severity === 'error');
      expect(first && `${placeOf(first)} ${first.code} ${first.message}`).toBe(row.expected);
      if (row.help !== undefined) expect(first?.help).toContain(row.help);
    });
  });
});

describe('schema drafts', () => {
  const drafts = ['http://www.w3.org/1999/XMLSchema', 'http://www.w3.org/2000/10/XMLSchema'];

  function linkDraft(body: string, draft = drafts[0]) {
    const text = typesOnly(body).replace('http://www.w3.org/2001/XMLSchema', () => draft ?? '');
    const { model, diagnostics } = linkFiles({ 'a.wsdl': text });
    const lines = diagnostics.filter(({ code }) => code !== 'ASMX3005').map(quotedLineOf);
    return { model, lines };
  }

  /** Links a schema of a draft and the one of XML Schema 1.0 that says the same. */
  function alike(draft: string, current: string) {
    const bare = (model: unknown): unknown =>
      JSON.parse(
        JSON.stringify(model, (key, value) =>
          key === 'span' || key === 'derived'
            ? undefined
            : value === Infinity
              ? 'unbounded'
              : value,
        ),
      );
    const written = linkDraft(draft);
    const expected = linkFiles({ 'a.wsdl': typesOnly(current) });
    const only = (model: typeof expected.model) => ({
      types: model?.types,
      elements: model?.elements,
    });
    expect(written.lines).toHaveLength(1);
    expect(expected.model).toBeDefined();
    expect(bare(only(written.model))).toEqual(bare(only(expected.model)));
  }

  describe('schemas of the drafts of XML Schema', () => {
    test.each(drafts)('%s is read as 1.0, with one warning', (draft) => {
      const { model, lines } = linkDraft('<xs:element name="E" type="xs:int"/>', draft);
      expect(model?.elements).toMatchObject([{ type: { builtin: 'int' } }]);
      expect(lines).toEqual([
        `warning ASMX3006 «<xs:schema targetNamespace="urn:t" elementFormDefault="qualified">» A schema of the draft '${draft}' is read as one of XML Schema 1.0`,
      ]);
    });

    test.each([
      ['timeInstant', 'dateTime'],
      ['timeDuration', 'duration'],
      ['uriReference', 'anyURI'],
      ['uri-reference', 'anyURI'],
      ['binary', 'base64Binary'],
      ['CDATA', 'normalizedString'],
      ['recurringDate', 'gMonthDay'],
      ['recurringDay', 'gDay'],
      ['month', 'gYearMonth'],
      ['year', 'gYear'],
      ['century', 'string'],
      ['recurringDuration', 'string'],
      ['non-negative-integer', 'nonNegativeInteger'],
      ['unsignedShort', 'unsignedShort'],
    ])('their built-in %s is %s', (old, current) => {
      const { model, lines } = linkDraft(`<xs:element name="E" type="xs:${old}"/>`);
      expect(lines).toHaveLength(1);
      expect(model?.elements).toMatchObject([{ type: { builtin: current } }]);
    });

    test('those names stay unknown in XML Schema 1.0', () => {
      const { lines } = linkFiles({
        'a.wsdl': typesOnly('<xs:element name="E" type="xs:timeInstant"/>'),
      });
      expect(lines[0]).toContain('error ASMX2001');
    });

    test('parts of messages name them, too', () => {
      const { lines, contract } = linkFiles({
        'a.wsdl': wsdl(
          '<message name="In"><part name="at" type="old:timeInstant" xmlns:old="http://www.w3.org/1999/XMLSchema"/></message>',
        ),
      });
      expect(lines.filter((line) => line.includes('ASMX2001'))).toEqual([]);
      expect(contract?.definitions[0]?.messages[0]?.parts[0]?.type?.name.localName).toBe(
        'dateTime',
      );
    });

    test.each([
      [
        'nullable, equivClass and *',
        '<xs:element name="H" type="xs:int" nullable="true"/><xs:element name="E" type="xs:int" equivClass="t:H"/><xs:complexType name="C"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0" maxOccurs="*"/></xs:sequence></xs:complexType>',
        '<xs:element name="H" type="xs:int" nillable="true"/><xs:element name="E" type="xs:int" substitutionGroup="t:H"/><xs:complexType name="C"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
      ],
      [
        'values of attributes',
        '<xs:complexType name="C"><xs:attribute name="a" type="xs:int" use="default" value="1"/><xs:attribute name="b" type="xs:int" use="fixed" value="2"/><xs:attribute name="c" type="xs:int" minOccurs="1"/><xs:attribute name="d" type="xs:int" use="required"/></xs:complexType>',
        '<xs:complexType name="C"><xs:attribute name="a" type="xs:int" default="1"/><xs:attribute name="b" type="xs:int" fixed="2"/><xs:attribute name="c" type="xs:int" use="required"/><xs:attribute name="d" type="xs:int" use="required"/></xs:complexType>',
      ],
      [
        'elements of a type without a model group',
        '<xs:complexType name="C" content="elementOnly"><xs:element name="a" type="xs:int"/><xs:group order="choice"><xs:element name="b" type="xs:int"/><xs:element name="c" type="xs:int"/></xs:group><xs:attribute name="d" type="xs:int"/></xs:complexType>',
        '<xs:complexType name="C"><xs:sequence><xs:element name="a" type="xs:int"/><xs:choice><xs:element name="b" type="xs:int"/><xs:element name="c" type="xs:int"/></xs:choice></xs:sequence><xs:attribute name="d" type="xs:int"/></xs:complexType>',
      ],
      [
        'a type with the base as an attribute',
        '<xs:complexType name="A" content="mixed"><xs:element name="a" type="xs:int"/></xs:complexType><xs:complexType name="B" base="t:A" derivedBy="extension" content="mixed"><xs:element name="b" type="xs:int"/></xs:complexType>',
        '<xs:complexType name="A" mixed="true"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="B" mixed="true"><xs:complexContent><xs:extension base="t:A"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
      ],
      [
        'text with attributes',
        '<xs:complexType name="A" content="textOnly"><xs:attribute name="a" type="xs:int"/></xs:complexType><xs:complexType name="B" base="xs:int" derivedBy="extension"><xs:attribute name="a" type="xs:int"/></xs:complexType>',
        '<xs:complexType name="A"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="a" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType><xs:complexType name="B"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="a" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>',
      ],
      [
        'simple types with the base as an attribute',
        '<xs:simpleType name="A" base="xs:string"><xs:enumeration value="x"/></xs:simpleType><xs:simpleType name="B" base="xs:decimal"><xs:precision value="5"/><xs:scale value="2"/></xs:simpleType><xs:simpleType name="C" base="xs:binary"><xs:encoding value="hex"/></xs:simpleType><xs:simpleType name="D" base="xs:int" derivedBy="list"/>',
        '<xs:simpleType name="A"><xs:restriction base="xs:string"><xs:enumeration value="x"/></xs:restriction></xs:simpleType><xs:simpleType name="B"><xs:restriction base="xs:decimal"><xs:totalDigits value="5"/><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType><xs:simpleType name="C"><xs:restriction base="xs:hexBinary"/></xs:simpleType><xs:simpleType name="D"><xs:list itemType="xs:int"/></xs:simpleType>',
      ],
      [
        'restrictions of 2000',
        '<xs:simpleType name="C"><xs:restriction base="xs:binary"><xs:encoding value="hex"/><xs:maxLength value="4"/></xs:restriction></xs:simpleType>',
        '<xs:simpleType name="C"><xs:restriction base="xs:hexBinary"><xs:maxLength value="4"/></xs:restriction></xs:simpleType>',
      ],
      [
        'arrays',
        '<xs:complexType name="ArrayOfInt" base="soapenc:Array"><xs:element name="item" type="xs:int" minOccurs="0" maxOccurs="*"/></xs:complexType>',
        '<xs:complexType name="ArrayOfInt"><xs:complexContent><xs:restriction base="soapenc:Array"><xs:sequence><xs:element name="item" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>',
      ],
      [
        'named groups',
        '<xs:group name="G"><xs:element name="a" type="xs:int"/></xs:group><xs:complexType name="C"><xs:group ref="t:G"/></xs:complexType>',
        '<xs:group name="G"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:group><xs:complexType name="C"><xs:group ref="t:G"/></xs:complexType>',
      ],
    ])('%s', (_, draft, current) => alike(draft, current));
  });
});

describe('well known schemas', () => {
  const standards: readonly (readonly [string, string])[] = [
    ['WS-Addressing 1.0', 'http://www.w3.org/2005/08/addressing'],
    ['WS-Addressing of 2004', 'http://schemas.xmlsoap.org/ws/2004/08/addressing'],
    ['xmlmime', 'http://www.w3.org/2005/05/xmlmime'],
    ['XOP', 'http://www.w3.org/2004/08/xop/include'],
    ['XML Signature', 'http://www.w3.org/2000/09/xmldsig#'],
    ['XML Encryption', 'http://www.w3.org/2001/04/xmlenc#'],
    ['SOAP encoding 1.1', 'http://schemas.xmlsoap.org/soap/encoding/'],
    ['SOAP encoding 1.2', 'http://www.w3.org/2003/05/soap-encoding'],
    ['Apache SOAP', 'http://xml.apache.org/xml-soap'],
    ['SOAP 1.1', 'http://schemas.xmlsoap.org/soap/envelope/'],
    ['SOAP 1.2', 'http://www.w3.org/2003/05/soap-envelope'],
    ['WS-BaseNotification', 'http://docs.oasis-open.org/wsn/b-2'],
    ['WS-BrokeredNotification', 'http://docs.oasis-open.org/wsn/br-2'],
    ['WS-Topics', 'http://docs.oasis-open.org/wsn/t-1'],
    ['WS-BaseFaults', 'http://docs.oasis-open.org/wsrf/bf-2'],
    ['WS-Resource', 'http://docs.oasis-open.org/wsrf/r-2'],
    ['WS-ResourceLifetime', 'http://docs.oasis-open.org/wsrf/rl-2'],
    ['WS-ResourceProperties', 'http://docs.oasis-open.org/wsrf/rp-2'],
    ['WS-ServiceGroup', 'http://docs.oasis-open.org/wsrf/sg-2'],
  ];

  /** A document that uses every type and element of a namespace. */
  function usingAllOf(namespace: string, link: string): string {
    const { types = [], elements = [] } = wellKnownSchema(namespace) ?? {};
    const ofTypes = types.map(({ name }) => {
      const local = name?.localName ?? '';
      return `<xs:element name="type-${local}" type="n:${local}"/>`;
    });
    const ofElements = elements.map(
      ({ name }) =>
        `<xs:complexType name="holds-${name.localName}"><xs:sequence><xs:element ref="n:${name.localName}"/></xs:sequence></xs:complexType>`,
    );
    return wsdl(
      `<types><xs:schema targetNamespace="urn:t" xmlns:n="${namespace}">${link}${ofTypes.join('')}${ofElements.join('')}</xs:schema></types>`,
    );
  }

  describe.each(standards)('the schema of %s', (_, namespace) => {
    test.each([
      ['imported without a location', `<xs:import namespace="${namespace}"/>`],
      [
        'imported from where it cannot be had',
        `<xs:import namespace="${namespace}" schemaLocation="http://elsewhere.example/a.xsd"/>`,
      ],
      ['used without an import', ''],
    ])('is built in, whole and sound: %s', (_how, link) => {
      const { lines, model } = linkFiles({ 'a.wsdl': usingAllOf(namespace, link) });
      expect(lines.filter((line) => !line.includes('ASMX3005'))).toEqual([]);
      expect(model).toBeDefined();
    });
  });

  test('a WSDL import of a schema that is built in needs no document', () => {
    const { lines } = linkFiles({
      'a.wsdl': wsdl(
        '<import namespace="http://www.w3.org/2005/08/addressing" location="ws-addr.xsd"/><types><xs:schema targetNamespace="urn:t"><xs:element name="E" type="a:EndpointReferenceType" xmlns:a="http://www.w3.org/2005/08/addressing"/></xs:schema></types>',
      ),
    });
    expect(lines.filter((line) => !line.includes('ASMX3005'))).toEqual([]);
  });

  test.each([
    ['http://docs.oasis-open.org/wsn/b-2', 'Notify Subscribe Renew GetMessages InvalidFilterFault'],
    ['http://docs.oasis-open.org/wsrf/rp-2', 'GetResourceProperty SetResourceProperties'],
    ['http://schemas.xmlsoap.org/soap/encoding/', 'string int base64 Array Struct anyType'],
  ])('%s has %s', (namespace, names) => {
    const declared = wellKnownSchema(namespace)?.elements.map(({ name }) => name.localName);
    expect(declared).toEqual(expect.arrayContaining(names.split(' ')));
  });

  test('a member is added to a service group as its standard says', () => {
    const { model } = linkFiles({
      'a.wsdl': usingAllOf('http://docs.oasis-open.org/wsrf/sg-2', ''),
    });
    const namespace = 'http://docs.oasis-open.org/wsrf/sg-2';
    const membersOf = (localName: string): unknown => {
      const found = wellKnownSchema(namespace)?.elements.find(
        ({ name }) => name.localName === localName,
      );
      return JSON.stringify(found).match(/"localName":"[A-Z][A-Za-z]+"/g);
    };
    expect(model).toBeDefined();
    const names = (text: string): unknown[] =>
      text.split(' ').map((name) => expect.stringContaining(`"${name}"`));
    expect(membersOf('AddResponse')).toEqual(
      expect.arrayContaining(names('ServiceGroupEntryReference TerminationTime CurrentTime')),
    );
    expect(membersOf('Add')).toEqual(
      expect.arrayContaining(names('MemberEPR Content AbsoluteOrRelativeTimeType')),
    );
  });
});
