import { type KeyObject, randomBytes, randomUUID, type X509Certificate } from 'node:crypto';
import { joinSecurityHeaders } from '../client/credentials.ts';
import { AsmxError, type ElementName, messageOf } from '../operation/descriptor.ts';
import { dsigNamespace, wsseNamespace } from '../operation/soap.ts';
import { collectPrefixes } from '../xml/errors.ts';
import { escapeAttribute } from '../xml/writer.ts';
import { type Certificates, readCertificates } from './certificates.ts';
import {
  type ContentMethod,
  contentMethods,
  digests,
  type EncryptionName,
  encryption11,
  type KeyTransportName,
  keyTransports,
  masks,
  type Oaep,
  type OaepHash,
  oaep,
} from './ciphers.ts';
import {
  afterEnd,
  declared,
  type Edit,
  type Element,
  edited,
  elementsAsked,
  elementsOf,
  encryption,
  inSecurity,
  insideEnd,
  isReadAt,
  type Message,
  readMessage,
  securityIn,
  type Tree,
  wsse11Namespace,
} from './message.ts';
import { isWholeFault } from './message-security.ts';
import { clarkName, type KeyInfo, type KeyReference, keyInfoWriter, methodOf } from './rules.ts';

/** How messages are encrypted. */
export interface EncrypterSettings {
  /**
   * The certificate of the receiver, with an RSA key: in PEM or as an object. Of several, the
   * first. For a server, also a function of the identity that the option `security` found, such as
   * `({ certificate }) => certificate`; where it returns none, only faults are sent, as they are.
   */
  readonly cert: Certificates | ((identity: never) => Certificates | undefined);
  /** How the message names the certificate. Default `IssuerSerial`. */
  readonly reference?: KeyReference | undefined;
  /** The algorithm of the content, or its URI. Default `aes256-gcm`. */
  readonly encryption?: EncryptionName | (string & {}) | undefined;
  /** The algorithm that encrypts the key of the content, or its URI. Default `rsa-oaep-mgf1p`. */
  readonly keyTransport?: KeyTransportName | (string & {}) | undefined;
  /**
   * The hash of RSA-OAEP, or its URI. Default: that of the standard, `sha1` for `rsa-oaep-mgf1p`;
   * `sha256` for `rsa-oaep`.
   */
  readonly digest?: OaepHash | (string & {}) | undefined;
  /**
   * The hash of the mask generation function MGF1, or the URI of that. `rsa-oaep-mgf1p` has `sha1`
   * always. Default for `rsa-oaep`: the one of `digest`.
   */
  readonly mgf?: OaepHash | (string & {}) | undefined;
  /**
   * What is encrypted: `Body` (its content), `Signature`, `UsernameToken`, `Timestamp`,
   * `BinarySecurityToken`, `Addressing` (all headers of WS-Addressing), `Name` or
   * `{namespace}Name`, or a name with its namespace; all elements of the name. One that is not in a
   * message is an `encode` error, unless its name ends in `?`. Default: `['Body']`.
   */
  readonly elements?: readonly (string | ElementName)[] | undefined;
  /** Actor or role of the Security header. Default: none, the one that receives the message. */
  readonly actor?: string | undefined;
  /** Whether a receiver that does not know WS-Security has to refuse it. Default false. */
  readonly mustUnderstand?: boolean | undefined;
}

/** What encrypts messages of clients, and answers of servers. */
export interface Encrypter {
  /** Encrypts a finished envelope. */
  postProcess(xml: string, envelopeKey?: string, identity?: unknown): string;
  readonly encrypts: true;
}

/** The type of a reference to an EncryptedKey (SOAP Message Security 1.1.1, section 7.7). */
const keyType = 'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey';

/** The settings of an encrypter after reading. */
interface Encrypting extends Oaep {
  readonly receiver: (identity: unknown) => Receiver | undefined;
  readonly content: ContentMethod;
  readonly transport: { readonly uri: string };
  readonly elements: readonly string[];
  readonly actor: string | undefined;
  readonly mustUnderstand: boolean;
}

/** For whom a message is encrypted. */
interface Receiver {
  readonly key: KeyObject;
  readonly keyInfo: () => KeyInfo;
}

/**
 * Encrypts messages for the certificate of the receiver (XML Encryption 1.1; SOAP Message Security
 * 1.1.1, section 9); for the option `security` of a client, which encrypts its requests, and of a
 * server, which encrypts its answers. The list says the order: `[signer(…), encrypter(…)]` signs,
 * then encrypts, as most policies want; the other way round the signature is of what is encrypted.
 *
 * @throws TypeError the certificate cannot be read, or has no RSA key
 * @throws RangeError an algorithm or reference is unknown
 */
export function encrypter(settings: EncrypterSettings): Encrypter {
  const encrypting = readEncrypting(settings);
  joinSecurityHeaders();
  return {
    encrypts: true,
    postProcess(xml, _, identity) {
      try {
        const receiver = encrypting.receiver(identity);
        if (receiver !== undefined) return encryptFor(receiver, xml, encrypting);
        if (isWholeFault(xml)) return xml;
        throw new Error('There is no certificate of the receiver.');
      } catch (cause) {
        const message = `The message cannot be encrypted: ${messageOf(cause)}`;
        throw new AsmxError('encode', message, { cause });
      }
    },
  };
}

function readEncrypting(settings: EncrypterSettings): Encrypting {
  const { cert, reference = 'IssuerSerial', elements = ['Body'] } = settings;
  const transport = methodOf(keyTransports, settings.keyTransport ?? 'rsa-oaep-mgf1p');
  const isOld = transport === keyTransports['rsa-oaep-mgf1p'];
  const digest = methodOf(digests, settings.digest ?? (isOld ? 'sha1' : 'sha256'));
  const mgf = methodOf(masks, settings.mgf ?? (isOld ? 'sha1' : digest.name));
  if (isOld && mgf !== masks.sha1) {
    throw new RangeError("rsa-oaep-mgf1p has mgf 'sha1'; another one needs keyTransport rsa-oaep.");
  }
  const receiverOf = (given: Certificates): Receiver => {
    const [certificate] = readCertificates(given) as readonly [X509Certificate];
    const { publicKey: key } = certificate;
    if (key.asymmetricKeyType === 'rsa')
      return { key, keyInfo: keyInfoWriter(reference, certificate) };
    throw new TypeError(
      `RSA-OAEP needs a certificate with an RSA key, not ${key.asymmetricKeyType}.`,
    );
  };
  let receiver: Encrypting['receiver'];
  if (typeof cert === 'function') {
    receiver = (identity) => {
      const given = identity === undefined ? undefined : cert(identity as never);
      return given === undefined ? undefined : receiverOf(given);
    };
  } else {
    const known = receiverOf(cert);
    receiver = () => known;
  }
  return {
    receiver,
    content: methodOf(contentMethods, settings.encryption ?? 'aes256-gcm'),
    transport,
    digest,
    mgf,
    elements: elements.map(clarkName),
    actor: settings.actor,
    mustUnderstand: settings.mustUnderstand === true,
  };
}

/** What is encrypted: an element, or the content of the Body. */
interface Target {
  readonly element: Element;
  readonly isContent: boolean;
  readonly from: number;
  readonly to: number;
}

/**
 * Encrypts a message with a key of its own.
 *
 * @throws Error an element is not there, or nothing that can be encrypted
 */
function encryptFor({ key, keyInfo }: Receiver, xml: string, how: Encrypting): string {
  const message = readMessage(xml);
  const { content, elements, transport } = how;
  const secret = randomBytes(content.keyBytes);
  const { token, content: info } = keyInfo();
  const id = `EK-${randomUUID()}`;
  const targets = targetsOf(message, elements, how);
  const names = targets.map(() => `ED-${randomUUID()}`);
  const edits = targets.map((target, at) => {
    const name = names[at] ?? '';
    return encryptedEdit(
      message,
      target,
      encryptedData(message.tree, target, name, id, secret, how),
    );
  });
  const method =
    `<ds:DigestMethod xmlns:ds="${dsigNamespace}" Algorithm="${how.digest.uri}"/>` +
    (transport === keyTransports['rsa-oaep']
      ? `<xenc11:MGF xmlns:xenc11="${encryption11}" Algorithm="${how.mgf.uri}"/>`
      : '');
  const list = names.map((name) => `<xenc:DataReference URI="#${name}"/>`).join('');
  const encryptedKey =
    `<xenc:EncryptedKey xmlns:xenc="${encryption}" Id="${id}">` +
    `<xenc:EncryptionMethod Algorithm="${transport.uri}">${method}</xenc:EncryptionMethod>` +
    `<ds:KeyInfo xmlns:ds="${dsigNamespace}">${info}</ds:KeyInfo>` +
    cipherData(oaep.wrap(secret, key, how)) +
    `<xenc:ReferenceList>${list}</xenc:ReferenceList></xenc:EncryptedKey>`;
  // a receiver has to find the key before what it opens
  return edited(xml, [inSecurity(message, how, declared(token) + encryptedKey), ...edits]);
}

function cipherData(bytes: Uint8Array): string {
  const value = Buffer.from(bytes).toString('base64');
  return `<xenc:CipherData><xenc:CipherValue>${value}</xenc:CipherValue></xenc:CipherData>`;
}

/** An EncryptedData that takes the place of what is in it. */
function encryptedData(
  tree: Tree,
  target: Target,
  id: string,
  keyId: string,
  secret: Uint8Array,
  { content }: Encrypting,
): string {
  const bytes = content.encrypt(Buffer.from(selfContained(tree, target)), secret);
  const type = `${encryption}${target.isContent ? 'Content' : 'Element'}`;
  return (
    `<xenc:EncryptedData xmlns:xenc="${encryption}" Id="${id}" Type="${type}">` +
    `<xenc:EncryptionMethod Algorithm="${content.uri}"/>` +
    `<ds:KeyInfo xmlns:ds="${dsigNamespace}">` +
    `<wsse:SecurityTokenReference xmlns:wsse="${wsseNamespace}" ` +
    `xmlns:wsse11="${wsse11Namespace}" wsse11:TokenType="${keyType}">` +
    `<wsse:Reference URI="#${keyId}" ValueType="${keyType}"/></wsse:SecurityTokenReference>` +
    `</ds:KeyInfo>${cipherData(bytes)}</xenc:EncryptedData>`
  );
}

/** Puts it into its place; a header into an EncryptedHeader with its attributes of SOAP (9.3). */
function encryptedEdit(
  { tree, header, version }: Message,
  { element, isContent, from, to }: Target,
  data: string,
): Edit {
  if (isContent && element.isEmptyTag) return insideEnd(tree, element, data);
  const replaces = to - from;
  if (element.parent !== header) return { at: from, replaces, text: data };
  const attributes = element.attributes
    .filter(({ namespace }) => namespace === version.namespace)
    .map(({ local, value }) => ` s:${local}="${escapeAttribute(value)}"`)
    .join('');
  const start = `<wsse11:EncryptedHeader xmlns:wsse11="${wsse11Namespace}"`;
  const soap = attributes === '' ? '' : ` xmlns:s="${tree.root.name.namespace}"${attributes}`;
  return { at: from, replaces, text: `${start}${soap}>${data}</wsse11:EncryptedHeader>` };
}

/** What to encrypt, each once. */
function targetsOf(
  message: Message,
  names: readonly string[],
  { actor }: Encrypting,
): readonly Target[] {
  const { tree, body } = message;
  const security = securityIn(message, actor) ?? tree.root;
  const found = names.flatMap((name) => elementsAsked(name, message, security));
  if (found.length === 0) throw new Error('elements names none.');
  const targets = [...new Set(found)].map((element) => {
    const isContent = element === body;
    const from = isContent ? element.content : element.start;
    const to = isContent ? element.end : afterEnd(element, tree.text);
    if (isContent || isReadAt(element, message, security)) return { element, isContent, from, to };
    throw new Error(`The element ${element.name.local} cannot be encrypted where it is.`);
  });
  targets.sort((one, other) => one.from - other.from);
  targets.forEach(({ element, from }, at) => {
    if (from >= (targets[at - 1]?.to ?? 0)) return;
    throw new Error(`The element ${element.name.local} is inside of another that is encrypted.`);
  });
  return targets;
}

/**
 * The text of a target, whose elements declare the prefixes that they have from around it: what it
 * means is then encrypted with it. That changes nothing in exclusive canonicalisation.
 */
function selfContained(tree: Tree, { element, isContent, from, to }: Target): string {
  const text = tree.text.slice(from, to);
  const around = isContent ? element : (element.parent ?? element);
  const prefixes = new Set(['']);
  collectPrefixes(text, prefixes);
  const outer = [...prefixes].filter(
    (prefix) => !/^xml(?:ns)?$/.test(prefix) && tree.lookup(around, prefix) !== undefined,
  );
  const edits = (isContent ? elementsOf(element) : [element]).map((one) => {
    const tag = tree.text.slice(one.start, one.content);
    const missing = outer.flatMap((prefix) => {
      const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
      const isDeclared = new RegExp(`\\s${name.replaceAll('.', '\\.')}\\s*=`, 'u').test(tag);
      return isDeclared ? [] : [` ${name}="${escapeAttribute(tree.lookup(around, prefix) ?? '')}"`];
    });
    return { at: one.start - from + 1 + one.name.raw.length, text: missing.join('') };
  });
  return edited(text, edits);
}
