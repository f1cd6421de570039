import { X509Certificate } from 'node:crypto';
import { dsigNamespace, wsseNamespace } from '../runtime/wss/names.ts';
import { hasIssuerSerial, subjectKeyOf, thumbprintOf } from './certificates.ts';
import { elementWithId, idIn } from './ids.ts';
import { valueTypes } from './names.ts';
import { base64Of, textOf } from './read-signature.ts';
import { attributeOf, type Element, elementsOf, isNamed, type Tree } from './tree.ts';

/** Where certificates are found. */
export interface CertificateSource {
  readonly tree: Tree;
  /** The Security header, which holds tokens. */
  readonly security: Element;
  /** Those that a message may name without containing them. */
  readonly known: readonly X509Certificate[];
}

/**
 * The certificate that `ds:KeyInfo` names. A key alone is none.
 *
 * @throws Error it is not found, or named in a way that is not known
 */
export function findCertificate(keyInfo: Element, source: CertificateSource): X509Certificate {
  const inner = onlyElement(keyInfo);
  if (isNamed(inner, dsigNamespace, 'X509Data')) return fromData(inner, source);
  if (!isNamed(inner, wsseNamespace, 'SecurityTokenReference')) {
    throw new Error(`KeyInfo has ${inner.name.local}, which names no certificate.`);
  }
  const reference = onlyElement(inner);
  if (isNamed(reference, dsigNamespace, 'X509Data')) return fromData(reference, source);
  if (isNamed(reference, wsseNamespace, 'Reference')) return fromToken(reference, source);
  if (isNamed(reference, wsseNamespace, 'KeyIdentifier')) return fromIdentifier(reference, source);
  throw new Error(`A token is named by ${reference.name.local}, which is not supported.`);
}

function fromData(data: Element, source: CertificateSource): X509Certificate {
  const named = (local: string): readonly Element[] =>
    elementsOf(data).filter((one) => isNamed(one, dsigNamespace, local));
  const [certificate, another] = named('X509Certificate');
  if (another !== undefined) throw new Error('X509Data has several certificates.');
  if (certificate !== undefined) return parse(base64Of(certificate));
  const [issuerSerial] = named('X509IssuerSerial');
  if (issuerSerial !== undefined) {
    const text = (local: string): string =>
      elementsOf(issuerSerial)
        .filter((one) => isNamed(one, dsigNamespace, local))
        .map(textOf)[0] ?? '';
    const wanted = { issuer: text('X509IssuerName'), serial: text('X509SerialNumber') };
    return known(source, (one) => hasIssuerSerial(one, wanted));
  }
  const [key] = named('X509SKI');
  if (key === undefined) throw new Error('X509Data names no certificate.');
  const wanted = base64Of(key);
  return known(source, (one) => subjectKeyOf(one) === wanted);
}

/** A BinarySecurityToken of the same Security header. */
function fromToken(reference: Element, { tree, security }: CertificateSource): X509Certificate {
  const id = idIn(attributeOf(reference, 'URI') ?? '');
  if (id === undefined) throw new Error('The reference to the token is not to an ID.');
  const token = elementWithId(tree, id);
  if (token.parent !== security || !isNamed(token, wsseNamespace, 'BinarySecurityToken')) {
    throw new Error('The reference is not to a BinarySecurityToken of the Security header.');
  }
  const type = attributeOf(token, 'ValueType') ?? '';
  if (type !== valueTypes.certificate) throw new Error(`The token's type '${type}' is unknown.`);
  return parse(base64Of(token));
}

function fromIdentifier(identifier: Element, source: CertificateSource): X509Certificate {
  const type = attributeOf(identifier, 'ValueType');
  const wanted = base64Of(identifier);
  switch (type) {
    case valueTypes.certificate:
      return parse(wanted);
    case valueTypes.subjectKey:
      return known(source, (one) => subjectKeyOf(one) === wanted);
    case valueTypes.thumbprint:
      return known(source, (one) => thumbprintOf(one) === wanted);
    default:
      throw new Error(`The type '${type ?? ''}' of a KeyIdentifier is not supported.`);
  }
}

function known(
  { known: all }: CertificateSource,
  matches: (certificate: X509Certificate) => boolean,
): X509Certificate {
  const found = all.find(matches);
  if (found !== undefined) return found;
  throw new Error('The certificate that the signature names is not known here.');
}

function parse(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw new Error('The certificate of the signature cannot be read.', { cause });
  }
}

function onlyElement(element: Element): Element {
  const [only, ...others] = elementsOf(element);
  if (only !== undefined && others.length === 0) return only;
  throw new Error(`${element.name.local} has not just one element.`);
}
