import { type InterfaceText, openSources, readInterfaces } from './interfaces.ts';
import { code, fence, pageHead, table } from './markdown-text.ts';

/** Interfaces that the page shows, with the words before each. */
const chapters: readonly (readonly [
  title: string,
  words: string,
  interfaces: readonly string[],
])[] = [
  [
    'Client options',
    'The argument of `create…Client`. Nothing is required if the contract names an address.',
    ['ClientOptions'],
  ],
  ['Options of a call', 'The second argument of a method, and of `raw`.', ['CallOptions']],
  [
    'Options of a stream',
    'The second argument of `stream`: the options of a call, and',
    ['StreamOptions'],
  ],
  ['What `raw` returns', 'Status, headers and body of the answer, and', ['RawAnswer', 'RawResult']],
  [
    'Interceptors of a client',
    'A function `(request, next) => answer`. The request, as it will be sent:',
    ['PreparedRequest'],
  ],
  [
    'Retries',
    'What `retry` takes, which returns an interceptor. The `timeout` and the signal of a call count for all its attempts.',
    ['RetryOptions'],
  ],
  [
    'Security objects',
    'Those of the `soap` package, or any object with some of these methods. If an object changes the envelope,\ncalls over HTTP GET and POST, which have none, fail with code `encode`.',
    ['SoapSecurity'],
  ],
  [
    'UsernameTokens of a client',
    'What `usernameToken` takes, which returns a security object.',
    ['UsernameTokenSettings'],
  ],
  [
    'Signatures',
    'What `signer` of `asmx-gen-runtime/wss` takes, for the option `security` of a client or a server.',
    ['SignerSettings'],
  ],
  [
    'Verified signatures',
    'What `signatureVerifier` of `asmx-gen-runtime/wss` takes, for the option `security` of a server or a client. The identity is\n`{ certificate, signed }`.',
    ['SignatureRules'],
  ],
  [
    'Encryption',
    'What `encrypter` of `asmx-gen-runtime/wss` takes, for the option `security` of a client or a server.',
    ['EncrypterSettings'],
  ],
  [
    'Decryption',
    'What `decrypter` of `asmx-gen-runtime/wss` takes, for the option `security` of a server or a client. It finds no identity.',
    ['DecrypterSettings'],
  ],
  [
    'SAML tokens',
    'What `samlToken` of `asmx-gen-runtime/wss` takes beside the assertion; and of a signer, for a message with a key, all but\n`reference`, which is for `sender-vouches`.',
    ['SamlTokenSettings'],
  ],
  [
    'Issued tokens',
    'What `issuedToken` of `asmx-gen-runtime/wss` takes; for messages with a key, what a signer takes, too.',
    ['IssuedTokenSettings'],
  ],
  [
    'Verified SAML tokens',
    'What `verifySaml` of `asmx-gen-runtime/wss` takes beside the rules for signatures, which are for those of assertion and\nmessage; and the identity.',
    ['SamlRules', 'SamlIdentity', 'SamlAuthentication', 'SamlName'],
  ],
  [
    'A token service for tests',
    'What `createTokenService` of `asmx-gen-runtime/wss` takes beside `key`, `cert` and `passphrase` of a signer; and what its\n`issue` takes.',
    ['TokenServiceSettings', 'TokenUser', 'AssertionSettings'],
  ],
  [
    'Errors',
    'Every failure other than a SOAP fault is an `AsmxError`; `isAsmxError(error)` recognises it.',
    [],
  ],
  ['Server options', 'The second argument of `create…Server`.', ['ServerOptions']],
  [
    'What is around a server',
    'More server options: for proxies, browsers, load balancers and logs.',
    ['DeploymentOptions'],
  ],
  ['`cors`', 'Which pages of other origins may call the server.', ['CorsOptions']],
  ['What `onAnswer` is told', 'One object for each answer.', ['AnswerEvent']],
  ['What `onMessage` is told', 'One object for each message.', ['RawMessage']],
  ['Closing a server', '`await server.close({ timeout: 10_000 })` takes these.', ['CloseOptions']],
  ['`limits`', 'Checked before any work is done.', ['ServerLimits']],
  ['`parity`', 'For clients that depend on rare habits of ASMX.', ['ParityOptions']],
  [
    'What `security` is asked',
    'Each function of the option `security` gets a request, and returns the identity or `undefined`.',
    ['SecurityRequest'],
  ],
  [
    'UsernameTokens of a server',
    'What `verifyUsernameToken` takes. The identity is `{ username }`.',
    ['UsernameTokenRules', 'NonceStore'],
  ],
  [
    'Gateway options',
    'The second argument of `create…Gateway`.',
    ['GatewayOptions', 'GatewayHook'],
  ],
  [
    'MCP options',
    'The second argument of `create…Mcp`, and what its `audit` is told.',
    ['McpOptions', 'McpCall'],
  ],
  [
    'Sessions of a server',
    'What `sessions(…)` takes, for the option `sessions`, and what a store has.',
    ['SessionsOptions', 'SessionStore'],
  ],
  [
    'Shadows',
    'What `createShadow(server, …)` takes, and what `compare` is told.',
    ['ShadowOptions', 'ShadowDifference', 'AnswerDifference'],
  ],
  ['Context of a handler', 'The second argument of a handler.', ['Context']],
  ['Interceptors of a server', 'A function `(call, next) => output`.', ['ServerCall']],
];

/** `docs/reference/runtime-options.md`, from the JSDoc of the runtime's types. */
export function runtimePage(): string {
  const files = openSources(
    'src/runtime/client/request.ts',
    'src/runtime/server/options.ts',
    'src/runtime/server/options.ts',
    'src/runtime/operation/descriptor.ts',
    'src/runtime/client/answer.ts',
    'src/runtime/client/call.ts',
    'src/runtime/client/credentials.ts',
    'src/runtime/server/security.ts',
    'src/runtime/server/security.ts',
    'src/runtime/server/security.ts',
    'src/runtime/server/options.ts',
    'src/runtime/server/options.ts',
    'src/runtime/gateway/routes.ts',
    'src/runtime/mcp/tools.ts',
    'src/runtime/shadow/shadow.ts',
    'src/runtime/shadow/recording.ts',
    'src/runtime/signatures/decryption.ts',
    'src/runtime/signatures/encryption.ts',
    'src/runtime/signatures/rules.ts',
    'src/runtime/signatures/saml.ts',
    'src/runtime/signatures/saml-token.ts',
    'src/runtime/signatures/token-service.ts',
    'src/runtime/signatures/trust.ts',
  );
  const interfaces = readInterfaces(files);
  const parts = chapters.map(([title, words, names]) => {
    const tables = names.map((name) => memberTable(interfaces.get(name), name));
    const errors = title === 'Errors' ? [errorTable(files[3]?.getFullText() ?? '')] : [];
    return [`## ${title}`, words, ...tables, ...errors].join('\n\n');
  });
  return `${pageHead('Options of clients and servers', 'the JSDoc of src/runtime')}
<!-- setup
cp -r "$ROOT"/test/docs/fixtures/cli/. .
npx asmx-gen generate school.yaml -o generated/school
-->
${fence(
  'ts',
  `import { createAuthCodeSendingClient, createAuthCodeSendingServer } from './generated/school/index.ts';

const server = createAuthCodeSendingServer(
  { authCode: ({ code, phone }, context) => context.header('x-sent', \`\${code} to \${phone}\`) },
  { limits: { bodyBytes: 65_536, time: 10_000 }, strict: true },
);
const client = createAuthCodeSendingClient({
  baseUrl: 'http://test',
  fetch: server.fetch,
  binding: 'soap12',
  headers: () => ({ authorization: 'Bearer abc' }),
  timeout: 5000,
});
const { status, headers } = await client.authCode.raw(
  { code: '1234', phone: '0599' },
  { binding: 'httpPost', signal: AbortSignal.timeout(1000) },
);
console.log(status, headers['x-sent']);`,
  'file: options.ts, run',
)}

${fence('text', '200 1234 to 0599', 'output')}

${parts.join('\n\n')}
`;
}

function memberTable(one: InterfaceText | undefined, name: string): string {
  if (one === undefined) throw new Error(`there is no interface ${name}`);
  const silent = one.members.filter((member) => member.documentation === '');
  if (silent.length > 0) {
    throw new Error(`${silent.map((member) => `${name}.${member.name}`).join(', ')}: no JSDoc`);
  }
  return table(
    ['name', 'type', ''],
    one.members.map((member) => [code(member.name), code(member.type), member.documentation]),
  );
}

/** The list in the JSDoc of `AsmxErrorCode`. */
function errorTable(text: string): string {
  const rows = [...text.matchAll(/^ \* - (`[\w-]+`): (.*)$/gm)].map(([, word = '', means = '']) => [
    word,
    means,
  ]);
  return table(['`code`', 'means'], rows);
}
