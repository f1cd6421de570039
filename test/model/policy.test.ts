import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../src/model/link.ts';
import {
  addressingOf,
  demandsOf,
  demandsTimestamp,
  type PolicyTerm,
} from '../../src/model/policy.ts';
import { replaceNamespace } from '../../src/model/wsdl.ts';
import { readContract } from '../../src/read/contract.ts';
import { linkFiles } from '../read/contract-text.ts';

describe('policy', () => {
  const sp = 'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy';
  const wsam = 'http://www.w3.org/2007/05/addressing/metadata';
  const wsaw = 'http://www.w3.org/2006/05/addressing/wsdl';

  /** The policies of a binding with this inside. */
  function attached(xml: string, top = ''): readonly PolicyTerm[] {
    const text = `<definitions targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:wsp="http://www.w3.org/ns/ws-policy"
    xmlns:sp="${sp}" xmlns:wsam="${wsam}" xmlns:wsaw="${wsaw}">${top}
    <portType name="P" /><binding name="B" type="t:P">${xml}
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http" /></binding></definitions>`;
    return linkFiles({ 'a.wsdl': text }).contract?.definitions[0]?.bindings[0]?.policies ?? [];
  }

  const policy = (xml: string): string => `<wsp:Policy>${xml}</wsp:Policy>`;
  const oneOf = (...xml: readonly string[]): string =>
    `<wsp:ExactlyOne>${xml.map((one) => `<wsp:All>${one}</wsp:All>`).join('')}</wsp:ExactlyOne>`;

  function demanded(xml: string, top?: string) {
    const { all, unmet } = demandsOf(attached(xml, top));
    return {
      all: all.map(({ text, isChoice }) => (isChoice ? `${text}?` : text)),
      unmet: unmet.map(({ text }) => text),
    };
  }

  const token = (name: string, more = ''): string =>
    `<sp:SupportingTokens><wsp:Policy><sp:${name}>${more}</sp:${name}></wsp:Policy></sp:SupportingTokens>`;

  describe('what a policy demands', () => {
    test('is read inline, by reference and through references', () => {
      const top =
        '<wsp:Policy xml:id="A"><wsp:PolicyReference URI="#B"/></wsp:Policy>' +
        `<wsp:Policy xml:id="B">${token('UsernameToken')}</wsp:Policy>`;
      const all = ['a UsernameToken'];
      expect(demanded(policy(token('UsernameToken'))).all).toEqual(all);
      expect(demanded('<wsp:PolicyReference URI="#A"/>', top).all).toEqual(all);
    });

    test('is not known of assertions with the names of properties of every object', () => {
      for (const name of ['constructor', 'toString', '__proto__']) {
        expect(demanded(policy(`<sp:${name}/>`)).unmet).toEqual([`'${name}' of namespace '${sp}'`]);
      }
    });

    test('is nothing of a policy that contains itself', () => {
      const top = '<wsp:Policy xml:id="A"><wsp:PolicyReference URI="#A"/></wsp:Policy>';
      expect(demanded('<wsp:PolicyReference URI="#A"/>', top)).toEqual({ all: [], unmet: [] });
    });

    test('is nothing of what others refer to a hundred deep', () => {
      const chain = Array.from({ length: 4000 }, (_, index) => {
        return `<wsp:Policy xml:id="P${index}"><wsp:PolicyReference URI="#P${index + 1}"/></wsp:Policy>`;
      });
      const last = `<wsp:Policy xml:id="P4000">${token('UsernameToken')}</wsp:Policy>`;
      const found = demanded('<wsp:PolicyReference URI="#P0"/>', chain.join('') + last);
      expect(found).toEqual({ all: [], unmet: [] });
      const near = demanded('<wsp:PolicyReference URI="#P3950"/>', chain.join('') + last);
      expect(near.all).toEqual(['a UsernameToken']);
    });

    test('can be met if one alternative can', () => {
      expect(demanded(policy(oneOf(token('IssuedToken'), token('X509Token'))))).toEqual({
        all: [
          'a token that a security token service issues (WS-Trust)?',
          'a signature with an X.509 certificate?',
        ],
        unmet: [],
      });
      const none = demanded(policy(oneOf(token('KerberosToken'), token('RelToken'))));
      expect(none.unmet).toEqual(['a Kerberos token']);
      const same = demanded(policy(oneOf(token('UsernameToken'), token('UsernameToken'))));
      expect(same.all).toEqual(['a UsernameToken']);
    });

    test('may be optional or ignorable', () => {
      const strange = (more: string): string => policy(`<sp:RelToken ${more}/>`);
      expect(demanded(strange('')).unmet).toEqual(['a REL license']);
      expect(demanded(strange('wsp:Optional="true"'))).toEqual({
        all: ['a REL license?'],
        unmet: [],
      });
      expect(demanded(strange('wsp:Ignorable="true"')).all).toEqual([]);
    });

    test('is met by TLS where that protects whole messages', () => {
      const tls = '<sp:TransportBinding><wsp:Policy/></sp:TransportBinding>';
      const { all, unmet } = demanded(policy(`${tls}<sp:SignedParts/><sp:EncryptedParts/>`));
      expect([all, unmet]).toEqual([['TLS: an https address'], []]);
    });

    test('is said of what is not known, too', () => {
      const { unmet } = demanded(policy('<x:Odd xmlns:x="urn:x"/>'));
      expect(unmet).toEqual(["'Odd' of namespace 'urn:x'"]);
    });
  });

  describe('what a contract says about WS-Addressing', () => {
    test.each([
      ['', undefined],
      [policy('<wsam:Addressing/>'), 'required'],
      [policy('<wsam:Addressing wsp:Optional="true"/>'), 'optional'],
      [policy(oneOf('<wsam:Addressing/>', '')), 'optional'],
      [policy('<wsaw:UsingAddressing/>'), 'required'],
      ['<wsaw:UsingAddressing/>', 'used'],
      ['<wsaw:UsingAddressing wsdl:required="true"/>', 'required'],
      ['<wsaw:UsingAddressing wsdl:required="false"/>', 'optional'],
    ])('%s', (xml, use) => {
      expect(addressingOf(attached(xml))?.use).toBe(use);
    });

    test('has a version', () => {
      const old = 'http://schemas.xmlsoap.org/ws/2004/08/addressing/policy';
      const { version } =
        addressingOf(attached(policy(`<a:UsingAddressing xmlns:a="${old}"/>`))) ?? {};
      expect(version).toBe('2004/08');
    });
  });
});

describe('policy versions', () => {
  const oasis = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy';
  const versions = ['http://schemas.xmlsoap.org/ws/2005/07/securitypolicy', `${oasis}/200702`];
  const policies = [
    'http://schemas.xmlsoap.org/ws/2004/09/policy',
    'http://www.w3.org/2006/07/ws-policy',
    'http://www.w3.org/ns/ws-policy',
  ];

  /** The policy of a binding. */
  function policyOf(sp: string, wsp: string, xml: string): readonly PolicyTerm[] {
    const text = `<definitions targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:wsp="${wsp}" xmlns:sp="${sp}" xmlns:sp13="${oasis}/200802"
    xmlns:m="http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization"
    xmlns:a="http://www.w3.org/2007/05/addressing/metadata">
    <portType name="P" /><binding name="B" type="t:P"><wsp:Policy>${xml}</wsp:Policy>
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http" /></binding></definitions>`;
    const [binding] = linkFiles({ 'a.wsdl': text }).contract?.definitions[0]?.bindings ?? [];
    return binding?.policies ?? [];
  }

  /** What the policy of a binding demands, in words. */
  function demanded(...policy: Parameters<typeof policyOf>): readonly string[] {
    return demandsOf(policyOf(...policy)).all.map(({ text: words }) => words);
  }

  const nested = (xml: string): string => `<wsp:Policy>${xml}</wsp:Policy>`;
  const supporting = (xml: string): string =>
    `<sp:SignedSupportingTokens>${nested(xml)}</sp:SignedSupportingTokens>`;
  const transport = (token: string): string =>
    `<sp:TransportBinding>${nested(
      `<sp:TransportToken>${nested(token)}</sp:TransportToken>` +
        `<sp:AlgorithmSuite>${nested('<sp:Basic256/>')}</sp:AlgorithmSuite><sp:IncludeTimestamp/>`,
    )}</sp:TransportBinding>`;
  const tls = 'TLS: an https address';
  const stamp = 'a Timestamp in the Security header';

  describe.each(versions)('WS-SecurityPolicy %s', (sp) => {
    test.each(policies)('in policies of %s', (wsp) => {
      expect([...demanded(sp, wsp, transport('<sp:HttpsToken/>'))].sort()).toEqual(
        [tls, stamp].sort(),
      );
    });

    const wsp = policies[0] ?? '';
    test.each<[string, string, boolean]>([
      ['in a binding', transport('<sp:HttpsToken/>'), true],
      ['in none', transport('<sp:HttpsToken/>').replace('<sp:IncludeTimestamp/>', ''), false],
      [
        'in one of two alternatives',
        `<wsp:ExactlyOne>${transport('<sp:HttpsToken/>')}<sp:UsernameToken/></wsp:ExactlyOne>`,
        false,
      ],
      [
        'optional',
        transport('<sp:HttpsToken/>').replace('<sp:IncludeTimestamp', '$& wsp:Optional="true"'),
        false,
      ],
      ['of another namespace', transport('').replaceAll('sp:Include', 'a:Include'), false],
    ])('IncludeTimestamp %s', (_where, xml, expected) => {
      expect(demandsTimestamp(policyOf(sp, wsp, xml))).toBe(expected);
    });

    test.each<[string, string, readonly string[]]>([
      [
        'a client certificate, as attribute',
        transport('<sp:HttpsToken RequireClientCertificate="true"/>'),
        [tls, 'a client certificate', stamp],
      ],
      [
        'a client certificate, as assertion',
        transport(`<sp:HttpsToken>${nested('<sp:RequireClientCertificate/>')}</sp:HttpsToken>`),
        [tls, 'a client certificate', stamp],
      ],
      ['a UsernameToken', supporting('<sp:UsernameToken/>'), ['a UsernameToken']],
      [
        'one with Nonce and Created of 1.3',
        supporting(
          `<sp:UsernameToken>${nested('<sp13:Nonce/><sp13:Created/>')}</sp:UsernameToken>`,
        ),
        ['a UsernameToken'],
      ],
      [
        'signed parts',
        '<sp:SignedParts><sp:Body/><sp:Header Name="To" Namespace="urn:a"/></sp:SignedParts>',
        ['signed Body, To'],
      ],
      [
        'an issued token',
        supporting('<sp:IssuedToken/>'),
        ['a token that a security token service issues (WS-Trust)'],
      ],
      ['MTOM', '<m:OptimizedMimeSerialization/>', ['MTOM']],
      ['addressing', '<a:Addressing><wsp:Policy/></a:Addressing>', ['WS-Addressing']],
    ])('%s', (_, xml, expected) => {
      expect([...demanded(sp, wsp, xml)].sort()).toEqual([...expected].sort());
    });
  });
});

describe('replace namespace', () => {
  const text = `asmx: 1
name: N
namespace: http://tempuri.org/
services:
  S: { operations: { Get: { parameters: { user: User }, returns: 'User[]' } } }
types:
  User: { fields: { id: int } }
`;

  test('a contract takes another namespace in elements, types and actions, and still links', () => {
    const bag = createDiagnosticBag();
    const host = { readFile: () => new TextEncoder().encode(text) };
    const contract = readContract('n.yaml', host, bag);
    if (contract === undefined) throw new Error('not read');
    const model = linkContract(replaceNamespace(contract, 'urn:school'), bag);
    expect(bag.diagnostics).toEqual([]);
    expect(model?.namespace).toBe('urn:school');
    const operation = model?.services[0]?.interfaces[0]?.operations[0];
    expect(operation?.soap11?.action).toBe('urn:school/Get');
    expect(operation?.soap11?.input.parts[0]?.element?.name).toEqual({
      namespace: 'urn:school',
      localName: 'Get',
    });
    expect(model?.types.map((type) => type.name?.namespace)).toEqual(
      model?.types.map(() => 'urn:school'),
    );
    expect(contract.definitions[0]?.targetNamespace).toBe('http://tempuri.org/');
  });

  test('names in values take it, too', () => {
    const bag = createDiagnosticBag();
    const schema = `<definitions targetNamespace="urn:old" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:old" xmlns:o="urn:other"><types>
<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:old"><s:simpleType name="Name"><s:restriction base="s:QName"><s:enumeration value="t:a"/><s:enumeration value="o:a"/></s:restriction></s:simpleType></s:schema>
</types></definitions>`;
    const host = { readFile: () => new TextEncoder().encode(schema) };
    const contract = readContract('n.wsdl', host, bag);
    if (contract === undefined) throw new Error('not read');
    const model = linkContract(replaceNamespace(contract, 'urn:new'), bag);
    const [type] = model?.types ?? [];
    expect(type?.kind === 'simple' && type.facets.enumeration?.map(({ value }) => value)).toEqual([
      '{urn:new}a',
      '{urn:other}a',
    ]);
  });
});
