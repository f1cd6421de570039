// What we sign, and UsernameTokens of ours: WSS4J verifies requests, and signs the answers, which
// the client verifies.
import assert from 'node:assert/strict';
import { usernameToken } from 'asmx-gen-runtime';
import { signatureVerifier, signer } from 'asmx-gen-runtime/wss';

export const bindings = ['soap11', 'soap12'];
export const namespaces = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
};
export const contentTypes = { soap11: 'text/xml', soap12: 'application/soap+xml' };

/** An answer that is not signed. */
const envelope = (binding, body) =>
  `<e:Envelope xmlns:e="${namespaces[binding]}" xmlns:t="http://tempuri.org/"><e:Body>${body}</e:Body></e:Envelope>`;
const result =
  '<t:AuthCodeResponse><t:AuthCodeResult>signed</t:AuthCodeResult></t:AuthCodeResponse>';
const faults = {
  soap11: '<e:Fault><faultcode>e:Server</faultcode><faultstring>no code</faultstring></e:Fault>',
  soap12:
    '<e:Fault><e:Code><e:Value>e:Receiver</e:Value></e:Code><e:Reason>' +
    '<e:Text xml:lang="en">no code</e:Text></e:Reason></e:Fault>',
};
/** Signs as most of its users do. */
const usual = { key: 'server', ttl: '300', parts: 'Body,Timestamp' };

/** Cases by name: what the client's options are, and what WSS4J has to find. */
function wanted(pem) {
  const of = (name) => ({ key: pem(`${name}.key`), cert: pem(`${name}.pem`) });
  const client = of('client');
  const plain = 'signed Body,Timestamp; timestamp';
  const token = (type) => usernameToken({ username: 'ada', password: 'secret', type });
  const list = [
    'BinarySecurityToken',
    'SubjectKeyIdentifier',
    'IssuerSerial',
    'ThumbprintSHA1',
  ].map((reference) => [reference, { security: signer({ ...client, reference }) }, plain]);
  for (const [signature, digest] of [
    ['rsa-sha384', 'sha384'],
    ['rsa-sha512', 'sha512'],
    ['rsa-sha1', 'sha1'],
  ])
    list.push([signature, { security: signer({ ...client, signature, digest }) }, plain]);
  list.push(['ECDSA', { security: signer(of('ec')) }, plain]);
  for (const type of ['text', 'digest']) {
    list.push([`token with ${type}`, { security: token(type) }, 'user ada']);
    const both = [token(type), signer(client)];
    const found = 'signed Body,Timestamp,UsernameToken; timestamp; user ada';
    list.push([`signature and token with ${type}`, { security: both }, found]);
  }
  const headers = '<x:Extra xmlns:x="urn:x" xmlns:q="urn:q" kind="q:name">a</x:Extra>';
  const elements = ['Body', '{urn:x}Extra', 'BinarySecurityToken'];
  list.push(
    [
      'headers of WS-Addressing',
      { addressing: { to: 'urn:to' }, security: signer(client) },
      /^signed Body,Timestamp,(\w+,){2,}\w+; timestamp$/,
    ],
    [
      'named elements, prefixes in values',
      { extraSoapHeaders: headers, security: signer({ ...client, elements }) },
      'signed Body,Extra,BinarySecurityToken; timestamp',
    ],
    [
      'for an actor',
      { security: signer({ ...client, actor: 'urn:me', mustUnderstand: true }) },
      plain,
      { query: { actor: 'urn:me' } },
    ],
    [
      'signs of other planes',
      { security: signer(client) },
      plain,
      { phone: 'é\u{1F600}&<"\t\r\n' },
    ],
  );
  return list;
}

/** A client whose requests get this answer; they are added to `sent`. */
function clientOf({ service, pem }, { binding, security, ...options }, answer, sent = []) {
  const fetch = async (_, { body }) => {
    sent.push(Buffer.from(body).toString());
    const status = answer.includes('Fault>') ? 500 : 200;
    return new Response(answer, { status, headers: { 'Content-Type': contentTypes[binding] } });
  };
  const verifier = signatureVerifier({ trust: pem('ca.pem') });
  const all = [...[security ?? []].flat(), verifier];
  const settings = { baseUrl: 'http://test', binding, fetch, ...options, security: all };
  return service.createAuthCodeSendingClient(settings);
}

/** Requests that WSS4J verifies, as they are and with another byte. */
function requests(given) {
  const { wss4j, pem } = given;
  return bindings.flatMap((binding) =>
    wanted(pem).map(([name, options, found, { query, phone = '2' } = {}]) => [
      `${binding} ${name}`,
      async () => {
        const answer = await wss4j.sign(envelope(binding, result), usual);
        const sent = [];
        const client = clientOf(given, { binding, ...options }, answer, sent);
        assert.equal(await client.authCode({ code: '1', phone }), 'signed');
        const seen = await wss4j.verify(sent[0], query);
        if (typeof found === 'string') assert.equal(seen, found);
        else assert.match(seen, found);
        const changed = sent[0].replace(seen.includes('signed') ? '>1</' : '>ada</', '>3</');
        const refusal = /The signature or decryption was invalid|could not be authenticated/;
        await assert.rejects(wss4j.verify(changed, { ...query, password: 'x' }), refusal);
      },
    ]),
  );
}

/** What WSS4J cannot read. */
function unreadable(given) {
  const { wss4j, pem } = given;
  const client = { key: pem('client.key'), cert: pem('client.pem'), reference: 'X509Data' };
  return bindings.map((binding) => [
    `${binding} X509Data is not read`,
    () => {
      const xml = signer(client).postProcess(envelope(binding, result));
      return assert.rejects(wss4j.verify(xml), /SecurityTokenReference was required/);
    },
  ]);
}

/** Answers with something wrong: the words for WSS4J, what is changed, and the error. */
const wrongAnswers = [
  ['a byte of the Body', {}, (xml) => xml.replace('>signed<', '>Signed<'), /was changed/],
  ['a byte of the signature', {}, (xml) => xml.replace(/(?<=ureValue>)./, '/'), /is wrong/],
  ['nothing', { key: undefined }, (xml) => xml, /is not signed/],
  ['expired', { time: String(Date.now() - 900_000) }, (xml) => xml, /has expired/],
  ['an unsigned Timestamp', { parts: 'Body' }, (xml) => xml, /Timestamp is not signed/],
  ['a stranger', { key: 'stranger' }, (xml) => xml, /is not trusted/],
];

function answers(given) {
  const { wss4j } = given;
  return bindings.flatMap((binding) => [
    [
      `${binding} fault`,
      async () => {
        const answer = await wss4j.sign(envelope(binding, faults[binding]), usual);
        const call = clientOf(given, { binding }, answer).authCode({ code: '1', phone: '2' });
        await assert.rejects(call, { name: 'SoapFault', message: /no code/ });
      },
    ],
    ...wrongAnswers.map(([name, words, change, message]) => [
      `${binding} answer refused: ${name}`,
      async () => {
        const query = Object.entries({ ...usual, ...words }).filter(([, word]) => word);
        const answer = change(await wss4j.sign(envelope(binding, result), query));
        const call = clientOf(given, { binding }, answer).authCode({ code: '1', phone: '2' });
        await assert.rejects(call, { code: 'protocol', message });
      },
    ]),
  ]);
}

/** @param given WSS4J, the generated module, and what reads the files of keys */
export function ourCases(given) {
  return [...requests(given), ...unreadable(given), ...answers(given)];
}
