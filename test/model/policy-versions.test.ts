import { describe, expect, test } from '@jest/globals';
import { demandsOf, demandsTimestamp, type PolicyTerm } from '../../src/model/policy.ts';
import { linkFiles } from '../read/contract-text.ts';

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
      supporting(`<sp:UsernameToken>${nested('<sp13:Nonce/><sp13:Created/>')}</sp:UsernameToken>`),
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
