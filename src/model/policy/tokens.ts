import { assertionsIn, type PolicyAssertion } from './policy.ts';
import { foreignToken, type Words } from './requirement.ts';

const signer = 'security: signer({ key, cert })';

/** Tokens that generated code cannot get, in words. */
const foreign: ReadonlyMap<string, string> = new Map([
  ['IssuedToken', 'a token that a security token service issues (WS-Trust)'],
  ['KerberosToken', 'a Kerberos token'],
  ['SpnegoContextToken', 'a token negotiated by SPNEGO'],
  ['SecurityContextToken', 'a secure conversation'],
  ['SecureConversationToken', 'a secure conversation'],
  ['RelToken', 'a REL license'],
  ['KeyValueToken', 'a token with a bare key'],
]);

/** What a token assertion demands (WS-SecurityPolicy, section 5); `undefined` if it is none. */
export function tokenWords(token: PolicyAssertion): readonly Words[] | undefined {
  const { localName } = token.name;
  const strange = foreign.get(localName);
  if (strange !== undefined) return [foreignToken(strange)];
  switch (localName) {
    case 'UsernameToken':
      return [usernameWords(token)];
    case 'X509Token':
      return [{ text: 'a signature with an X.509 certificate', option: signer }];
    case 'SamlToken':
      return [{ text: 'a SAML token, which you get elsewhere', option: 'extraSoapHeaders' }];
    case 'HttpsToken':
      return httpsWords(token);
    default:
      return undefined;
  }
}

function usernameWords(token: PolicyAssertion): Words {
  const inside = namesInside(token);
  if (inside.has('NoPassword')) {
    const option = 'security: usernameToken({ username })';
    return { text: 'a UsernameToken without password', option };
  }
  const digest = inside.has('HashPassword') ? ", type: 'digest'" : '';
  return {
    text: digest === '' ? 'a UsernameToken' : 'a UsernameToken with a digest of the password',
    option: `security: usernameToken({ username, password${digest} })`,
  };
}

function httpsWords(token: PolicyAssertion): readonly Words[] {
  const inside = namesInside(token);
  const words: Words[] = [];
  if (inside.has('RequireClientCertificate') || isTrue(token, 'RequireClientCertificate')) {
    const option = 'security: clientCertificate({ cert, key })';
    words.push({ text: 'a client certificate', option });
  }
  if (inside.has('HttpBasicAuthentication')) {
    const option = 'security: basic({ username, password })';
    words.push({ text: 'Basic authentication of HTTP', option });
  }
  if (inside.has('HttpDigestAuthentication')) {
    words.push(foreignToken('Digest authentication of HTTP'));
  }
  return words;
}

/** Names of the assertions inside a token. */
function namesInside({ nested, parameters }: PolicyAssertion): ReadonlySet<string> {
  const all = [...(nested === undefined ? [] : assertionsIn([nested])), ...parameters];
  return new Set(all.map(({ name }) => name.localName));
}

function isTrue({ attributes }: PolicyAssertion, name: string): boolean {
  return /^(?:true|1)$/.test(attributes.get(name) ?? '');
}
