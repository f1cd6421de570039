import { describe, expect, test } from '@jest/globals';
import { linkFiles, onePort, operationsOf, quotedLineOf, wsdl } from './contract-text.ts';

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
    expect(diagnostics.map(quotedLineOf).at(-1)).toContain('error ASMX3005 «<definitions name="T"');
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
