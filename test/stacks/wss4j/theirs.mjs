// What WSS4J signs, and its UsernameTokens: the server verifies requests, and WSS4J the answers,
// which are signed. Then the same with something wrong, which the server refuses.
import assert from 'node:assert/strict';
import { verifyUsernameToken } from 'asmx-gen-runtime';
import { signatureVerifier, signer } from 'asmx-gen-runtime/wss';
import { bindings, contentTypes, namespaces } from './ours.mjs';

const addressing = 'http://www.w3.org/2005/08/addressing';
const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const encryption = 'http://www.w3.org/2001/04/xmlenc#';
const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const wrongPassword = 'The password of the UsernameToken is wrong.';
const plain = { code: '1', phone: '2' };
/** Signs as most of its users do. */
const usual = { key: 'client', ttl: '300', parts: 'Body,Timestamp' };

/** An envelope in the layout of Axis2, with prefixes that only some elements use. */
const envelope = (binding, { header = '', code = '1', comment = '' } = {}) =>
  `<soapenv:Envelope xmlns:soapenv="${namespaces[binding]}" xmlns:tem="http://tempuri.org/" ` +
  `xmlns:q="urn:q">${comment}` +
  `<soapenv:Header>${header}</soapenv:Header><soapenv:Body>\n  <tem:AuthCode>${comment}\n    <tem:code>` +
  `${code}</tem:code>\n    <tem:phone>2</tem:phone>\n  </tem:AuthCode>\n</soapenv:Body></soapenv:Envelope>`;

/** A prefix that WSS4J does not sign: it is declared inside of what is signed, and only in values. */
const inside = { code: '1</tem:code><tem:x xmlns:r="urn:r">r:a</tem:x><tem:code>' };

/** What is accepted: the words for WSS4J, and parts of the message. */
function accepted() {
  const list = [
    'BinarySecurityToken',
    'IssuerSerial',
    'X509KeyIdentifier',
    'SubjectKeyIdentifier',
    'ThumbprintSHA1',
  ].map((reference) => [reference, { reference }]);
  const headers =
    `<a:Action xmlns:a="${addressing}">urn:action</a:Action><a:To xmlns:a="${addressing}">` +
    'urn:to</a:To><x:Extra xmlns:x="urn:x" kind="q:name">a</x:Extra>';
  const named = ['#Action', '#To'].map((name) => addressing + name).join();
  return [
    ...list,
    ['signature after the Timestamp', { last: 'yes' }],
    [
      'signature before a token with text',
      { token: 'text', parts: 'Body,Timestamp,UsernameToken' },
    ],
    [
      'signature with a token with digest',
      { token: 'digest', parts: 'Timestamp,UsernameToken,Body' },
    ],
    ['token with the certificate', { last: 'yes', parts: 'Body,Timestamp,BinarySecurityToken' }],
    ['headers', { parts: `Body,Timestamp,${named},urn:x#Extra` }, { header: headers }],
    ['SHA-384', { signature: `${more}rsa-sha384`, digest: `${more}sha384` }],
    ['SHA-512', { signature: `${more}rsa-sha512`, digest: `${encryption}sha512` }],
    ['SHA-1', { signature: `${dsig}rsa-sha1`, digest: `${dsig}sha1` }, { rules: { sha1: true } }],
    ['for an actor', { actor: 'urn:me' }, { rules: { actor: 'urn:me' } }],
    ['a prefix that it does not sign', {}, { ...inside, rules: { unsignedPrefixes: true } }],
    ['a fault', {}, { code: 'fault', value: 'fault' }],
    [
      'comments, references and signs of other planes',
      {},
      { comment: '<!-- a -->', code: 'é&#x1F600;&amp;<![CDATA[<]]>&#13;', value: 'é\u{1F600}&<\r' },
    ],
  ];
}

/** Moves the signed Body into a header, and puts another one into its place. */
function wrapped(xml) {
  const [body] = /<soapenv:Body.*<\/soapenv:Body>/s.exec(xml);
  const other = body.replace(/ wsu:Id="[^"]*"/, '').replace('>1<', '>3<');
  return xml
    .replace(body, () => other)
    .replace('</soapenv:Header>', (end) => `<w xmlns="urn:w">${body}</w>${end}`);
}

/** What is refused: the words for WSS4J, the reason, and what is changed after it has signed. */
const refused = [
  ['a byte of the Body', {}, 'was changed', (xml) => xml.replace('>1<', '>3<')],
  ['a byte of the Timestamp', {}, 'was changed', (xml) => xml.replace(/Z(?=<\/wsu:Exp)/, '')],
  ['a byte of the signature', {}, 'is wrong', (xml) => xml.replace(/(?<=SignatureValue>)./, '/')],
  [
    'a byte of SignedInfo',
    {},
    'is wrong',
    (xml) => xml.replace(/(?<=<ds:DigestValue>)./, (one) => (one === 'A' ? 'B' : 'A')),
  ],
  ['a token without signature', { token: 'text' }, 'UsernameToken is not signed', undefined],
  ['another Body', {}, 'Body is not signed', wrapped],
  ['a prefix that it does not sign', {}, "prefix 'r' is not signed", undefined, inside],
  ['an unsigned Timestamp', { parts: 'Body' }, 'Timestamp is not signed'],
  ['an unsigned Body', { parts: 'Timestamp' }, 'Body is not signed'],
  ['no Timestamp', { parts: 'Body', ttl: undefined }, 'There is no element Timestamp'],
  ['expired', { ago: 900_000 }, 'has expired'],
  ['of the future', { ago: -600_000 }, 'is of the future'],
  ['a stranger', { key: 'stranger' }, 'is not trusted'],
  ['a stranger by thumbprint', { key: 'stranger', reference: 'ThumbprintSHA1' }, 'not known here'],
  ['SHA-1', { signature: `${dsig}rsa-sha1` }, 'algorithm of the signature is not allowed'],
  ['SHA-1 of digests', { digest: `${dsig}sha1` }, 'algorithm of a digest is not allowed'],
  ['for somebody else', { actor: 'urn:other' }, 'There is no Security header'],
  // what is not supported, as the page says
  ['a key alone', { reference: 'KeyValue' }, 'names no certificate'],
  ['a path of certificates', { path: 'yes' }, "X509PKIPathv1' is unknown"],
  ['STR-Transform', { parts: 'Body,Timestamp,STRTransform' }, 'is not allowed'],
  ['inclusive canonicalisation', { canonicalisation: inclusive }, 'only the exclusive one is'],
];

/** A server that says what became of a request. */
function startServer(service, security) {
  const seen = [];
  const server = service.createAuthCodeSendingServer(
    {
      authCode(input) {
        seen.push(input);
        if (input.code === 'fault') throw new Error('no code');
        return 'done';
      },
    },
    { security, onAnswer: ({ reason }) => reason && seen.push(reason) },
  );
  return async (binding, body) => {
    const headers = {
      'Content-Type': `${contentTypes[binding]}; charset=utf-8`,
      SOAPAction: '"http://tempuri.org/AuthCode"',
    };
    const url = 'http://test/AuthCodeSending.asmx';
    const answer = await server.fetch(new Request(url, { method: 'POST', headers, body }));
    return { text: await answer.text(), seen: seen.splice(0) };
  };
}

/** Requests that WSS4J signs, whose answers it verifies. */
function signedCases({ wss4j, service, pem }) {
  const own = signer({ key: pem('server.key'), cert: pem('server.pem') });
  const serverOf = (rules) => {
    const given = { trust: pem('ca.pem'), certificates: pem('client.pem'), ...rules };
    return startServer(service, [signatureVerifier(given), own]);
  };
  const right = bindings.flatMap((binding) =>
    accepted().map(([name, words, { rules, value = '1', ...parts } = {}]) => [
      `${binding} ${name}`,
      async () => {
        const xml = await wss4j.sign(envelope(binding, parts), { ...usual, ...words });
        const ask = serverOf(rules);
        const { text, seen } = await ask(binding, xml);
        assert.deepEqual(seen[0], { ...plain, code: value });
        assert.match(text, value === 'fault' ? /Fault>/ : /done/);
        assert.equal(await wss4j.verify(text), 'signed Body,Timestamp; timestamp');
        const again = await ask(binding, xml);
        assert.deepEqual(again.seen, ['The signed message was sent before.']);
      },
    ]),
  );
  const wrong = bindings.flatMap((binding) =>
    refused.map(([name, words, reason, change = (xml) => xml, parts = {}]) => [
      `${binding} refuses ${name}`,
      async () => {
        const { ago = 0, ...query } = { ...usual, ...words };
        // of now: those before it have taken their time
        if (ago !== 0) query.time = String(Date.now() - ago);
        if (query.ttl === undefined) delete query.ttl;
        const xml = change(await wss4j.sign(envelope(binding, parts), query));
        const elements = words.token === undefined ? [] : ['UsernameToken'];
        const { seen } = await serverOf({ elements })(binding, xml);
        assert.equal(seen.length, 1);
        assert.match(String(seen[0]), new RegExp(reason));
      },
    ]),
  );
  return [...right, ...wrong];
}

/** UsernameTokens that WSS4J writes, without a signature. */
function tokenCases({ wss4j, service }) {
  const password = (name) => (name === 'ada' ? 'secret' : undefined);
  const used = 'The nonce was used before.';
  return bindings.flatMap((binding) =>
    [
      ['text', { token: 'text' }, plain, plain],
      ['text with nonce and Created', { token: 'text', nonce: 'yes' }, plain, used],
      ['digest', { token: 'digest' }, plain, used],
      ['digest beside a Timestamp', { token: 'digest', ttl: '300' }, plain, used],
      ['wrong text', { token: 'text', password: 'x' }, wrongPassword, wrongPassword],
      ['wrong digest', { token: 'digest', password: 'x' }, wrongPassword, wrongPassword],
    ].map(([name, words, first, second]) => [
      `${binding} token with ${name}`,
      async () => {
        const ask = startServer(service, verifyUsernameToken({ password }));
        const xml = await wss4j.sign(envelope(binding), words);
        assert.deepEqual((await ask(binding, xml)).seen, [first]);
        assert.deepEqual((await ask(binding, xml)).seen, [second]);
      },
    ]),
  );
}

export function theirCases(given) {
  return [...signedCases(given), ...tokenCases(given)];
}
