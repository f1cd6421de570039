import { addressingNamespaces, type PolicyAssertion, securityPolicyNamespaces } from './policy.ts';
import { foreignToken, unknownWords, type Words } from './requirement.ts';
import { securityWords } from './security.ts';

const ntlm = { text: 'NTLM of Windows', option: 'security: ntlm({ username, password })' };

/** Assertions of other standards by namespace and name. */
const others: readonly (readonly [RegExp, Words])[] = [
  [/optimizedmimeserialization \w+$|-mtom-policy MTOM$/, { text: 'MTOM', option: 'mtom: true' }],
  [
    /(?:\/rm\/policy|\/wsrmp\/\d+) \w+$/,
    {
      text: 'reliable messaging',
      instead: 'WS-ReliableMessaging is not supported: ask for an endpoint without it',
    },
  ],
  [
    /(?:\/wsat|\/wsba|atomictransaction|wsat\/[\d/]+) \w+$/i,
    {
      text: 'a distributed transaction',
      instead: 'WS-AtomicTransaction is not supported: ask for an endpoint without it',
    },
  ],
  [
    /policy\/http BasicAuthentication$/,
    { text: 'Basic authentication of HTTP', option: 'security: basic({ username, password })' },
  ],
  [/policy\/http (?:Ntlm|Negotiate)Authentication$/, ntlm],
  [/policy\/http DigestAuthentication$/, foreignToken('Digest authentication of HTTP')],
  [
    /netbinary1 BinaryEncoding$/,
    {
      text: "WCF's binary XML",
      instead: 'it is not supported: ask for a basicHttpBinding endpoint',
    },
  ],
  [/ Utf816FFFECharacterEncoding$/, { text: '' }],
];

/**
 * What an assertion demands, in words; nothing if it demands nothing by itself.
 *
 * @param hasTls Whether the policy demands TLS.
 */
export function wordsFor(assertion: PolicyAssertion, hasTls: boolean): readonly Words[] {
  const { namespace, localName } = assertion.name;
  if (assertion.ignorable) return [];
  if (securityPolicyNamespaces.includes(namespace)) return securityWords(assertion, hasTls);
  if (addressingNamespaces.includes(namespace)) return addressingWords(assertion);
  const found = others.find(([pattern]) => pattern.test(`${namespace} ${localName}`));
  if (found !== undefined) return found[1].text === '' ? [] : [found[1]];
  return unknownWords(assertion);
}

function addressingWords({ name }: PolicyAssertion): readonly Words[] {
  switch (name.localName) {
    case 'Addressing':
    case 'UsingAddressing':
      return [{ text: 'WS-Addressing', option: 'addressing' }];
    case 'NonAnonymousResponses':
      return [
        {
          text: 'answers to another address than the connection of the call',
          instead: 'clients do not listen: ask for an endpoint that answers in place',
        },
      ];
    default:
      return [];
  }
}
