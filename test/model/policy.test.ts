import { describe, expect, test } from '@jest/globals';
import { addressingOf, demandsOf, type PolicyTerm } from '../../src/model/policy.ts';
import { linkFiles } from '../read/contract-text.ts';

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

  test('can be met if one alternative can', () => {
    expect(demanded(policy(oneOf(token('IssuedToken'), token('X509Token'))))).toEqual({
      all: [
        'a token that a security token service issues (WS-Trust)?',
        'a signature with an X.509 certificate?',
      ],
      unmet: [],
    });
    const none = demanded(policy(oneOf(token('IssuedToken'), token('KerberosToken'))));
    expect(none.unmet).toEqual(['a token that a security token service issues (WS-Trust)']);
    const same = demanded(policy(oneOf(token('UsernameToken'), token('UsernameToken'))));
    expect(same.all).toEqual(['a UsernameToken']);
  });

  test('may be optional or ignorable', () => {
    const encrypted = (more: string): string => policy(`<sp:EncryptedParts ${more}/>`);
    expect(demanded(encrypted('')).unmet).toEqual(['encrypted body and headers']);
    expect(demanded(encrypted('wsp:Optional="true"'))).toEqual({
      all: ['encrypted body and headers?'],
      unmet: [],
    });
    expect(demanded(encrypted('wsp:Ignorable="true"')).all).toEqual([]);
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
