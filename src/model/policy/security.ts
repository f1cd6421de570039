import { demandOf } from './demands.ts';
import {
  assertionsIn,
  type PolicyAssertion,
  type PolicyTerm,
  securityPolicyNamespaces,
} from './policy.ts';
import { encrypted, unknownWords, type Words } from './requirement.ts';
import { tokenWords } from './tokens.ts';

const timestamp = 'security: usernameToken({ username, password, timestamp: 300 })';

/** Assertions that say how the others are meant, and demand nothing by themselves. */
const silent = /^(?:Wss1\d|Trust1\d|Layout|MustSupport\w*|OnlySign\w*|ProtectTokens|\w+Tokens?)$/;

/**
 * What an assertion of WS-SecurityPolicy demands.
 *
 * @param hasTls Whether the policy demands TLS, which then protects whole messages.
 */
export function securityWords(assertion: PolicyAssertion, hasTls: boolean): readonly Words[] {
  const { localName } = assertion.name;
  const token = tokenWords(assertion);
  if (token !== undefined) return token;
  switch (localName) {
    case 'TransportBinding':
      return [{ text: 'TLS: an https address', option: "baseUrl: 'https://…'" }];
    case 'AlgorithmSuite':
      return hasTls ? [] : suiteWords(assertion);
    case 'IncludeTimestamp':
      return [{ text: 'a Timestamp in the Security header', option: timestamp }];
    case 'AsymmetricBinding':
      return [
        {
          text: 'messages signed with X.509 certificates (asmx-gen/wss)',
          option: 'security: signer({ key, cert })',
        },
      ];
    case 'SymmetricBinding':
      return [encrypted('messages protected by a key that is sent encrypted')];
    case 'EncryptSignature':
    case 'EncryptBeforeSigning':
      return [encrypted('an encrypted signature')];
    case 'SignedParts':
    case 'SignedElements':
      return hasTls ? [] : [signedWords(assertion)];
    case 'EncryptedParts':
    case 'EncryptedElements':
    case 'ContentEncryptedElements':
      return hasTls ? [] : [encrypted(`encrypted ${partsOf(assertion)}`)];
    case 'RequiredParts':
    case 'RequiredElements':
      return [{ text: `the headers ${partsOf(assertion)}`, option: 'extraSoapHeaders' }];
    default:
      return encryptedTokens(localName, hasTls) ?? unknownWords(assertion);
  }
}

/** Whether policies demand a Timestamp in messages, and so in answers. */
export function demandsTimestamp(terms: readonly PolicyTerm[]): boolean {
  const isTimed = ({ name: { namespace, localName }, nested }: PolicyAssertion): boolean =>
    securityPolicyNamespaces.includes(namespace) &&
    (localName === 'IncludeTimestamp' ||
      (localName.endsWith('Binding') &&
        nested !== undefined &&
        demandOf(nested, isTimed) === 'always'));
  return demandOf({ kind: 'all', terms }, isTimed) === 'always';
}

function encryptedTokens(name: string, hasTls: boolean): readonly Words[] | undefined {
  if (!silent.test(name)) return undefined;
  const isEncrypted = /Encrypted\w*SupportingTokens$/.test(name);
  return isEncrypted && !hasTls ? [encrypted('encrypted tokens')] : [];
}

function signedWords(assertion: PolicyAssertion): Words {
  return {
    text: `signed ${partsOf(assertion)}`,
    option: 'security: signer({ key, cert, elements })',
  };
}

/** The parts of a message that an assertion names; without any, its body and all headers. */
function partsOf({ name, parameters }: PolicyAssertion): string {
  if (name.localName.endsWith('Elements')) return 'elements';
  if (parameters.length === 0) return 'body and headers';
  const parts = parameters.map(({ name: { localName }, attributes }) =>
    localName === 'Header' ? (attributes.get('Name') ?? 'headers') : localName,
  );
  return [...new Set(parts)].join(', ');
}

/** Algorithm suites (WS-SecurityPolicy 1.2, section 6.1): their digests are in their names. */
const suite = /^(Basic(\d{3})|TripleDes)(Sha256)?(Rsa15)?$/;

/** The algorithms of a suite. Its signatures are always those of RSA with SHA-1. */
function suiteWords({ nested }: PolicyAssertion): readonly Words[] {
  const names = nested === undefined ? [] : assertionsIn([nested]).map((one) => one.name.localName);
  return names.flatMap((name): readonly Words[] => {
    const found = suite.exec(name);
    if (found === null) return [];
    const [, , bits, sha256] = found;
    const digest = sha256 === undefined ? 'sha1' : 'sha256';
    const cipher = bits === undefined ? 'TripleDES' : `AES-${bits}`;
    const algorithms = `digests of ${sha256 === undefined ? 'SHA-1' : 'SHA-256'}, ${cipher}`;
    return [
      {
        text: `the algorithms of ${name}: signatures of RSA-SHA1, ${algorithms}`,
        option: `security: signer({ key, cert, signature: 'rsa-sha1', digest: '${digest}' })`,
      },
    ];
  });
}
