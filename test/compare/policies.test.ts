import { expect, test } from '@jest/globals';
import { changeLine, compareTexts, placed } from './compare.ts';
import { type WsdlParts, wsdl } from './wsdl-text.ts';

const policy = (...assertions: readonly string[]): WsdlParts => ({
  bound: `<p:Policy xmlns:p="http://www.w3.org/ns/ws-policy" xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702" xmlns:m="http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization">${assertions.join('')}</p:Policy>`,
});
const tls = '<sp:TransportBinding/>';
const body = '<sp:SignedParts><sp:Body/></sp:SignedParts>';
const mtom = '<m:OptimizedMimeSerialization/>';
const addressing = (more = ''): WsdlParts => ({
  ports: `<a:UsingAddressing xmlns:a="http://www.w3.org/2006/05/addressing/wsdl" ${more}/>`,
});
const announced = addressing();
const required = addressing('w:required="true"');
const optional = '<m:OptimizedMimeSerialization p:Optional="true"/>';

test.each<[string, WsdlParts, WsdlParts, readonly string[]]>([
  ['the same', policy(tls), policy(tls), []],
  ['TLS added', {}, policy(tls), ['policy-added | callers | all | S']],
  ['TLS removed', policy(tls), {}, ['policy-removed | servers | all | S']],
  ['MTOM allowed', {}, policy(optional), ['policy-allowed | servers | all | S']],
  ['MTOM no longer allowed', policy(optional), {}, ['policy-removed | callers | all | S']],
  ['MTOM required', policy(optional), policy(mtom), ['policy-required | callers | all | S']],
  ['MTOM optional', policy(mtom), policy(optional), ['policy-optional | servers | all | S']],
  // an extension of WSDL without wsdl:required says what may be used, and demands nothing
  ['addressing announced', {}, announced, ['policy-allowed | compatible | all | S']],
  ['addressing no longer announced', announced, {}, ['policy-removed | compatible | all | S']],
  [
    'addressing announced as not required',
    {},
    addressing('w:required="false"'),
    ['policy-allowed | compatible | all | S'],
  ],
  ['not required, in two ways', announced, addressing('w:required="false"'), []],
  ['addressing required', {}, required, ['policy-added | callers | all | S']],
  ['addressing became required', announced, required, ['policy-required | callers | all | S']],
  ['addressing required no more', required, announced, ['policy-optional | servers | all | S']],
  ['required addressing gone', required, {}, ['policy-removed | servers | all | S']],
  [
    'another demand',
    policy(body),
    policy(mtom),
    ['policy-added | callers | all | S', 'policy-removed | servers | all | S'],
  ],
])('policies: %s', (_, old, now, lines) => {
  const { changes } = compareTexts(wsdl(old), wsdl(now));
  expect(changes.map(changeLine).sort()).toEqual([...lines].sort());
  for (const change of changes) {
    expect([placed(change.old), placed(change.new)]).toEqual([
      expect.stringMatching(/^old \d+: /),
      expect.stringMatching(/^new \d+: /),
    ]);
  }
});
