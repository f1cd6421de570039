import { describe, expect, test } from '@jest/globals';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { loadCodecs } from './support/codecs.ts';
import { declaration, planText } from './support/contract.ts';

const operation = (name: string, style: string): string =>
  `<operation name="${name}"><s:operation soapAction="urn:${name}"/><input><s:body use="literal"${style}/></input><output><s:body use="literal"${style}/></output></operation>`;

/** What .NET describes for rpc methods, bare ones, and one that takes a node. */
const planned =
  planText(`<definitions name="Test" targetNamespace="urn:test" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:test">
<types><xs:schema targetNamespace="urn:test" elementFormDefault="qualified">
<xs:complexType name="Pos"><xs:sequence><xs:element name="X" type="xs:int"/><xs:element minOccurs="0" name="Next" type="t:Pos"/></xs:sequence></xs:complexType>
<xs:complexType name="Point"><xs:sequence><xs:element name="X" type="xs:int"/></xs:sequence></xs:complexType>
<xs:element name="Pos" type="t:Pos"/><xs:element name="Point" type="t:Point"/><xs:element name="Out" type="xs:string"/>
<xs:element name="Wrapped" type="t:Point"/>
<xs:element name="Node"><xs:complexType><xs:sequence><xs:element minOccurs="0" name="e"><xs:complexType mixed="true"><xs:sequence><xs:any/></xs:sequence></xs:complexType></xs:element><xs:element minOccurs="0" name="x"><xs:complexType><xs:sequence><xs:any/></xs:sequence></xs:complexType></xs:element><xs:element minOccurs="0" name="set"><xs:complexType><xs:sequence><xs:any namespace="urn:set"/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
</xs:schema></types>
<message name="MixedIn"><part name="p" type="t:Pos"/><part name="s" type="xs:string"/><part name="n" type="xs:int"/></message>
<message name="FlatIn"><part name="s" type="xs:string"/><part name="n" type="xs:int"/></message><message name="RpcOut"/>
<message name="BareIn"><part name="p" element="t:Pos"/></message><message name="BareFlatIn"><part name="p" element="t:Point"/></message>
<message name="WrappedIn"><part name="p" element="t:Wrapped"/></message><message name="NodeIn"><part name="p" element="t:Node"/></message>
<message name="Out"><part name="r" element="t:Out"/></message>
<portType name="R"><operation name="Mixed"><input message="t:MixedIn"/><output message="t:RpcOut"/></operation><operation name="Flat"><input message="t:FlatIn"/><output message="t:RpcOut"/></operation></portType>
<portType name="D">${['Bare', 'BareFlat', 'Wrapped', 'Node'].map((name) => `<operation name="${name}"><input message="t:${name}In"/><output message="t:Out"/></operation>`).join('')}</portType>
<binding name="RB" type="t:R"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${['Mixed', 'Flat'].map((name) => operation(name, ' namespace="urn:test"')).join('')}</binding>
<binding name="DB" type="t:D"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${['Bare', 'BareFlat', 'Wrapped', 'Node'].map((name) => operation(name, '')).join('')}</binding>
<service name="RS"><port name="RP" binding="t:RB"><s:address location="http://localhost/r.asmx"/></port></service>
<service name="DS"><port name="DP" binding="t:DB"><s:address location="http://localhost/d.asmx"/></port></service>
</definitions>`);
const codecs = loadCodecs(planned);

function request(name: string, content: string, defaults = true): unknown {
  const reader = new XmlReader(
    `<Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:test">${content}</Body>`,
    { defaults },
  );
  reader.nextTag();
  return codecs.functions[`read${name}Request`]?.(reader as never);
}

describe('parameters that a request lacks', () => {
  test('are null on a server over rpc, unless they are numbers', () => {
    expect(request('Mixed', '<t:Mixed/>')).toEqual({ p: null, s: null, n: 0 });
    expect(request('Flat', '<t:Flat/>')).toEqual({ s: null, n: 0 });
    const nil = '<s xsi:nil="true"/>';
    expect(request('Mixed', `<t:Mixed><p xsi:nil="true"/>${nil}</t:Mixed>`)).toEqual({
      p: null,
      s: null,
      n: 0,
    });
    expect(request('Flat', `<t:Flat>${nil}<n>1</n></t:Flat>`)).toEqual({ s: null, n: 1 });
    expect(() => request('Mixed', '<t:Mixed/>', false)).toThrow("Missing required element 'p'.");
    expect(() => request('Flat', '<t:Flat/>', false)).toThrow("Missing required element 's'.");
  });

  test('are as the contract says in the types', () => {
    expect(declaration(planned, 'MixedInput')).toContain('readonly p: Pos;');
    expect(declaration(planned, 'MixedInput')).toContain('readonly s: string;');
  });

  test('are null on a server if the Body of a bare method is empty', () => {
    expect(request('Bare', '')).toBeNull();
    expect(request('BareFlat', '')).toBeNull();
    expect(request('Bare', '<t:Pos/>')).toEqual({ X: 0, Next: undefined });
    expect(() => request('Bare', '', false)).toThrow("Missing required element 'X'.");
  });

  test('are those of the first of several bare elements', () => {
    const two = '<t:Pos><t:X>1</t:X></t:Pos><t:Pos><t:X>2</t:X></t:Pos>';
    expect(request('Bare', two)).toEqual({ X: 1 });
    expect(request('BareFlat', two.replaceAll('Pos', 'Point'))).toEqual({ X: 1 });
  });

  test('have defaults if the element around them is missing', () => {
    expect(request('Wrapped', '')).toEqual({ X: 0 });
  });

  test.each(['', ' ', '<!-- nothing -->', '\n<?no thing?>', '<![CDATA[ ]]>'])(
    'are absent as the element %j',
    (node) => {
      const content = `<t:Node><t:x>${node}</t:x><t:e>a</t:e></t:Node>`;
      expect(request('Node', content)).toEqual({ e: { $content: ['a'] } });
      expect(request('Node', '<t:Node><t:x/><t:x><b/></t:x></t:Node>')).toMatchObject({
        x: { $any: { name: 'b' } },
      });
      expect(() => request('Node', content, false)).toThrow("Missing required element '$any'");
    },
  );

  test('are read as the element that they hold, the first of several', () => {
    const content = '<t:Node><t:x a="1"> <b><c/></b><d/></t:x></t:Node>';
    expect(request('Node', content)).toMatchObject({
      x: { $any: { name: 'b', children: [{ name: 'c' }] } },
    });
    expect(() => request('Node', '<t:Node><t:x>text</t:x></t:Node>')).toThrow('$any');
    // a DataSet, not an element of any kind
    expect(() => request('Node', '<t:Node><t:set/></t:Node>')).toThrow('$any');
  });

  test.each(['', ' ', '<!-- nothing -->', ' <!-- nothing --> '])(
    'are absent as the node %j',
    (node) => {
      expect(request('Node', `<t:Node><t:e>${node}</t:e></t:Node>`)).toEqual({ e: undefined });
      expect(request('Node', `<t:Node><t:e>${node}</t:e></t:Node>`, false)).toHaveProperty(
        'e.$content',
      );
    },
  );

  test('keep a node that is there', () => {
    const $content = [{ namespace: '', name: 'a' }];
    expect(request('Node', '<t:Node><t:e><a/></t:e></t:Node>')).toMatchObject({ e: { $content } });
    expect(request('Node', '<t:Node><t:e>x</t:e></t:Node>')).toEqual({ e: { $content: ['x'] } });
  });
});
