import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type PageSample, PageSampleWriter, pageSampleText } from '../../../src/pages/samples.ts';
import { describeOperation } from '../../../src/pages/service.ts';
import { contractMessages } from '../../../src/plan/messages.ts';
import { modelOf } from '../contract-texts.ts';
import { wsdl as contract } from '../support/contract.ts';

/** The parts of an operation's documentation these tests look at. */
interface Docs {
  readonly name: string;
  readonly parameters?: readonly { name: string; type: string; values?: readonly string[] }[];
  readonly soap?: {
    readonly request: readonly string[];
    readonly response?: readonly string[];
    readonly requestHeader?: readonly string[];
  };
  readonly http?: {
    readonly parameters: readonly { name: string; type: string; repeated?: boolean }[];
    readonly result?: readonly string[];
  };
}

function docsOf(files: Readonly<Record<string, string>>): Readonly<Record<string, Docs>> {
  const model = modelOf(files);
  const messages = contractMessages(model);
  const operations = model.services.flatMap((service) =>
    service.interfaces.flatMap((one) => one.operations),
  );
  return Object.fromEntries(
    operations.map((one) => {
      const { docs, soap, http } = describeOperation(one, messages.of(one), 'urn:r');
      const textOf = (sample: PageSample | undefined) => sample && pageSampleText(sample.nodes, 2);
      const samples = soap && {
        request: textOf(soap.request),
        response: textOf(soap.response),
        requestHeader: textOf(soap.requestHeader),
      };
      return [one.messageName, { ...docs, soap: samples, http } as unknown as Docs];
    }),
  );
}

/** A sample as people see it, placeholders in brackets. */
function shown(sample: readonly string[] | undefined): string {
  return (sample ?? ['absent']).map((one, at) => (at % 2 === 0 ? one : `[${one}]`)).join('');
}

const shop = docsOf({
  'shop.yaml': `asmx: 1
name: Shop
namespace: urn:shop
bindings: [soap11, soap12, httpGet, httpPost]
services:
  Shop:
    operations:
      Pay: { parameters: { id: guid, amount: decimal, letter: char, color: Color, paid: boolean } }
      Send: { parameters: { order: Order }, returns: int }
      Names: { parameters: { names: 'string[]' }, returns: 'Item[]' }
      Any: { parameters: { node: xml }, returns: dataset }
      Data: { returns: dataset }
      Totals: { returns: { total: int, open: long } }
      Ping: { oneWay: true, parameters: { text: string } }
types:
  Color: { values: [Red, dark-blue] }
  Item: { fields: { name: string, parent: Item? } }
  Order: { fields: { items: 'Item[]', color: Color } }
`,
});

describe('samples of SOAP messages', () => {
  test('simple values show the local name of their type, enumerations their values', () => {
    expect(shown(shop.Pay?.soap?.request)).toBe(`    <Pay xmlns="urn:shop">
      <id>[guid]</id>
      <amount>[decimal]</amount>
      <letter>[char]</letter>
      <color>[Red or dark-blue]</color>
      <paid>[boolean]</paid>
    </Pay>`);
  });

  test('void is an empty element', () => {
    expect(shown(shop.Pay?.soap?.response)).toBe('    <PayResponse xmlns="urn:shop" />');
  });

  test('arrays show two items, deep objects are nil', () => {
    expect(shown(shop.Send?.soap?.request)).toBe(`    <Send xmlns="urn:shop">
      <order>
        <items>
          <Item>
            <name>[string]</name>
            <parent xsi:nil="true" />
          </Item>
          <Item>
            <name>[string]</name>
            <parent xsi:nil="true" />
          </Item>
        </items>
        <color>[Red or dark-blue]</color>
      </order>
    </Send>`);
  });

  test('any XML shows xml, a DataSet its schema beside it', () => {
    expect(shown(shop.Any?.soap?.request)).toBe(
      '    <Any xmlns="urn:shop">\n      <node>[xml]</node>\n    </Any>',
    );
    expect(shown(shop.Any?.soap?.response)).toBe(`    <AnyResponse xmlns="urn:shop">
      <AnyResult>
        <xsd:schema>[schema]</xsd:schema>[xml]</AnyResult>
    </AnyResponse>`);
  });

  test('several out parameters are side by side', () => {
    expect(shown(shop.Totals?.soap?.response)).toContain(
      '      <total>[int]</total>\n      <open>[long]</open>',
    );
  });

  test('one-way has no response', () => {
    expect(shop.Ping?.soap?.response).toBeUndefined();
  });
});

describe('samples of HTTP messages', () => {
  test('parameters are strings whatever their type', () => {
    const types = shop.Names?.http?.parameters.map((one) => one.type);
    expect(types).toEqual(['string']);
    expect(shop.Names?.http?.parameters[0]?.repeated).toBe(true);
  });

  test('the result is the root element', () => {
    expect(shown(shop.Names?.http?.result)).toMatch(
      /^<ArrayOfItem xmlns="urn:shop">\n {2}<Item>\n {4}<name>\[string\]<\/name>/,
    );
  });

  test('a DataSet declares the namespace of its schema itself', () => {
    expect(shown(shop.Data?.http?.result)).toBe(`<DataSet xmlns="urn:shop">
  <schema xmlns="http://www.w3.org/2001/XMLSchema">[schema]</schema>[xml]</DataSet>`);
  });

  test('void has no result, complex parameters no HTTP at all', () => {
    expect(shop.Send?.http).toBeUndefined();
    expect(shop.Ping?.http?.result).toBeUndefined();
  });
});

describe('inputs of the test form', () => {
  test('are there when every parameter is a simple value', () => {
    expect(shop.Pay?.parameters).toEqual([
      { name: 'id', type: 'guid' },
      { name: 'amount', type: 'decimal' },
      { name: 'letter', type: 'char' },
      { name: 'color', type: 'Red or dark-blue', values: ['Red', 'dark-blue'] },
      { name: 'paid', type: 'boolean' },
    ]);
    expect(shop.Totals?.parameters).toEqual([]);
  });

  test('are of free text where a list, a box or a date would not take all values', () => {
    const types = `<s:simpleType name="Zoned"><s:restriction base="s:dateTime"><s:pattern value=".*Z"/></s:restriction></s:simpleType>
      <s:simpleType name="Days"><s:list itemType="s:date"/></s:simpleType>
      <s:simpleType name="Open"><s:union memberTypes="s:boolean s:string"/></s:simpleType>
      <s:simpleType name="Hue"><s:restriction base="s:string"><s:enumeration value="red"/><s:enumeration value="blue"/></s:restriction></s:simpleType>
      <s:simpleType name="Hues"><s:list itemType="t:Hue"/></s:simpleType>
      <s:element name="Set"><s:complexType><s:sequence>
        <s:element name="at" type="s:dateTime"/><s:element name="zoned" type="t:Zoned"/>
        <s:element name="days" type="t:Days"/><s:element name="open" type="t:Open"/>
        <s:element name="hue" type="t:Hue" default="blue"/><s:element name="hues" type="t:Hues"/>
        <s:element name="version" type="s:string" fixed="2013"/><s:element name="q" type="s:QName" default="t:a"/>
      </s:sequence></s:complexType></s:element>`;
    const { Set: set } = docsOf({
      'set.wsdl': contract({
        schema: types.replaceAll('s:', 'xs:'),
        operations: { Set: { input: 'Set' } },
      }),
    });
    expect(set?.parameters).toEqual([
      { name: 'at', type: 'dateTime' },
      { name: 'zoned', type: 'dateTime', freeText: true },
      { name: 'days', type: 'date', freeText: true },
      { name: 'open', type: 'boolean', freeText: true },
      { name: 'hue', type: 'red or blue', values: ['red', 'blue'], preset: 'blue' },
      { name: 'hues', type: 'red or blue', values: ['red', 'blue'], freeText: true },
      { name: 'version', type: 'string', preset: '2013' },
      { name: 'q', type: 'QName' },
    ]);
  });

  test('match the placeholders of the request one by one', () => {
    const placeholders = shop.Pay?.soap?.request.filter((_, at) => at % 2 === 1);
    expect(placeholders).toEqual(shop.Pay?.parameters?.map((one) => one.type));
  });

  test('are missing for objects and arrays', () => {
    expect(shop.Send?.parameters).toBeUndefined();
    expect(shop.Names?.parameters).toBeUndefined();
  });
});

describe('other styles', () => {
  const wsdl = (
    style: string,
    use: string,
    more: string,
  ): string => `<wsdl:definitions targetNamespace="urn:r" xmlns:tns="urn:r" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
<wsdl:types><s:schema targetNamespace="urn:r" elementFormDefault="qualified">
<s:element name="H" type="tns:Head"/><s:complexType name="Head"><s:sequence><s:element name="user" type="s:string"/></s:sequence><s:attribute name="kind" type="s:int"/></s:complexType>
<s:element name="bare" type="s:string"/><s:element name="shape" type="tns:Shape"/>
<s:complexType name="Shape" abstract="true"/><s:complexType name="Circle"><s:complexContent><s:extension base="tns:Shape"><s:choice><s:element name="radius" type="s:double"/><s:element name="width" type="s:double"/></s:choice></s:extension></s:complexContent></s:complexType>
</s:schema></wsdl:types>
<wsdl:message name="In">${more}</wsdl:message><wsdl:message name="Out"/><wsdl:message name="Hd"><wsdl:part name="H" element="tns:H"/></wsdl:message>
<wsdl:portType name="P"><wsdl:operation name="Op"><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="B" type="tns:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="${style}"/><wsdl:operation name="Op"><soap:operation soapAction="urn:r/Op"/><wsdl:input><soap:body use="${use}" namespace="urn:r"/><soap:header message="tns:Hd" part="H" use="literal"/></wsdl:input><wsdl:output><soap:body use="${use}" namespace="urn:r"/></wsdl:output></wsdl:operation></wsdl:binding>
<wsdl:service name="S"><wsdl:port name="B" binding="tns:B"><soap:address location="http://h/s"/></wsdl:port></wsdl:service></wsdl:definitions>`;

  test('headers have a sample, and then the envelope is edited as a whole', () => {
    const { Op } = docsOf({
      'a.wsdl': wsdl('document', 'literal', '<wsdl:part name="p" element="tns:bare"/>'),
    });
    expect(shown(Op?.soap?.requestHeader)).toBe(
      '    <H kind="[int]" xmlns="urn:r">\n      <user>[string]</user>\n    </H>',
    );
    expect(Op?.parameters).toBeUndefined();
    expect(shown(Op?.soap?.request)).toBe('    <bare xmlns="urn:r">[string]</bare>');
    expect(shown(Op?.soap?.response)).toBe('');
  });

  test('an abstract type shows a derived one, a choice its first branch', () => {
    const { Op } = docsOf({
      'a.wsdl': wsdl('document', 'literal', '<wsdl:part name="p" element="tns:shape"/>'),
    });
    expect(shown(Op?.soap?.request)).toBe(
      '    <shape xsi:type="Circle" xmlns="urn:r">\n      <radius>[double]</radius>\n    </shape>',
    );
  });

  test('rpc/literal has unqualified parts', () => {
    const { Op } = docsOf({
      'a.wsdl': wsdl('rpc', 'literal', '<wsdl:part name="a" type="s:int"/>'),
    });
    expect(shown(Op?.soap?.request)).toBe(
      '    <Op xmlns="urn:r">\n      <a xmlns="">[int]</a>\n    </Op>',
    );
  });

  test.each([
    ['tns:Circle', '    <radius xmlns="urn:r">[double]</radius>'],
    ['s:int', '    <p>[int]</p>'],
    ['tns:Head', '    <p kind="[int]">\n      <user xmlns="urn:r">[string]</user>\n    </p>'],
  ])('a document part by type %s is as generated code has it', (type, sample) => {
    const { Op } = docsOf({
      'a.wsdl': wsdl('document', 'literal', `<wsdl:part name="p" type="${type}"/>`),
    });
    expect(shown(Op?.soap?.request)).toBe(sample);
  });

  test('rpc/encoded has the namespace of the binding around its parts', () => {
    const text = wsdl('rpc', 'encoded', '<wsdl:part name="a" type="s:int"/>');
    const { Op } = docsOf({ 'a.wsdl': text.replaceAll('namespace="urn:r"', 'namespace="urn:o"') });
    expect(shown(Op?.soap?.request)).toBe(
      '    <q1:Op xmlns:q1="urn:o">\n      <a xsi:type="xsd:int">[int]</a>\n    </q1:Op>',
    );
  });

  test('rpc/encoded has typed parts, and objects after the wrapper', () => {
    const { Op } = docsOf({
      'a.wsdl': wsdl(
        'rpc',
        'encoded',
        '<wsdl:part name="a" type="s:int"/><wsdl:part name="h" type="tns:Head"/>',
      ),
    });
    expect(shown(Op?.soap?.request)).toBe(`    <tns:Op>
      <a xsi:type="xsd:int">[int]</a>
      <h href="#id1" />
    </tns:Op>
    <tns:Head id="id1" xsi:type="tns:Head" kind="[int]">
      <tns:user xsi:type="xsd:string">[string]</tns:user>
    </tns:Head>`);
  });
});

test('the writer escapes text and attributes', () => {
  const out = new PageSampleWriter(false, 'Op');
  out.start('a');
  out.attribute('b', '"<&');
  out.text('<&>');
  out.end();
  out.placeholder('c');
  const { nodes, placeholders } = out.finish();
  expect(pageSampleText(nodes, 0)).toEqual(['<a b="&quot;&lt;&amp;">&lt;&amp;&gt;</a>', 'c', '']);
  expect(placeholders).toBe(1);
});

test('a type that contains itself many times stays small', () => {
  const fields = Array.from({ length: 30 }, (_, at) => `f${at}: 'Node[]'`).join(', ');
  const { Get } = docsOf({
    'n.yaml': `asmx: 1\nname: N\nnamespace: urn:n\nbindings: [soap11]\nservices:\n  N:\n    operations:\n      Get: { returns: Node }\ntypes:\n  Node: { fields: { ${fields} } }\n`,
  });
  expect(shown(Get?.soap?.response).length).toBeLessThan(40_000);
});

test('a bare element has its children as parameters', () => {
  const text = readFileSync(resolve('test/cli/cases/files/country.wsdl'), 'utf8');
  const docs = docsOf({ 'country.wsdl': text });
  expect(docs.getCountry).toMatchObject({ parameters: [{ name: 'name', type: 'string' }] });
});
