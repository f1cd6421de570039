import type { KeyObject, X509Certificate } from 'node:crypto';
import type { SoapSecurity } from '../client/request.ts';
import { type ElementName, messageOf } from '../operation/descriptor.ts';
import { dsigNamespace, wsseNamespace } from '../operation/soap.ts';
import { type RequestOpener, SecurityRefusal, understand } from '../server/security.ts';
import { collectPrefixes } from '../xml/errors.ts';
import { escapeAttribute } from '../xml/writer.ts';
import { type Certificates, readCertificates } from './certificates.ts';
import {
  type ContentMethod,
  contentMethods,
  digests,
  encryption11,
  type Hash,
  keyTransports,
  masks,
  type Oaep,
  oaep,
} from './ciphers.ts';
import { Coverage, type Range } from './coverage.ts';
import {
  afterEnd,
  attributeOf,
  checkElementIds,
  type Element,
  edited,
  elementsNamed,
  elementsOf,
  elementWithId,
  encryption,
  idIn,
  isNamed,
  isReadAt,
  type Message,
  readMessage,
  readTree,
  securityIn,
  type Tree,
  within,
  wsse11Namespace,
} from './message.ts';
import { answerCheck, isWholeFault } from './message-security.ts';
import { clarkName, readKey, type SignerSettings } from './rules.ts';
import { base64Of, findCertificate } from './signature.ts';

/** Which messages are decrypted, and how. */
export interface DecrypterSettings extends Pick<SignerSettings, 'key' | 'passphrase'> {
  /** The certificate of the key, by which messages name it. Of several, the first. */
  readonly cert: Certificates;
  /**
   * What has to come encrypted, in the words of `elements` of an encrypter: all elements of a name
   * have to, and one has to be there. What else is encrypted is decrypted, too. Default:
   * `['Body']`.
   */
  readonly elements?: readonly (string | ElementName)[] | undefined;
  /**
   * Reads AES in CBC mode, too. It does not show changes, so it is read only if a
   * `signatureVerifier` of the same list accepts the message, and its signature covers all that
   * came so, before or after decryption. Default false.
   */
  readonly cbc?: boolean | undefined;
  /** For a client: whether faults may come without encryption. Default false. */
  readonly unencryptedFaults?: boolean | undefined;
  /** Actor or role of the Security header. Default: none, the one that receives the message. */
  readonly actor?: string | undefined;
}

/** What decrypts requests of a server, and answers of a client. */
export type Decrypter = RequestOpener & Required<Pick<SoapSecurity, 'receive'>>;

/** Rules of a decrypter after reading. */
interface Decrypting {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
  readonly elements: readonly string[];
  readonly methods: readonly ContentMethod[];
  readonly unencryptedFaults: boolean;
  readonly actor: string | undefined;
}

/**
 * Decrypts messages (XML Encryption 1.1; SOAP Message Security 1.1.1, section 9); for the option
 * `security` of a server, which then takes encrypted requests, and of a client, which then takes
 * encrypted answers. The list says the order: before a `signatureVerifier`, the signature has to be
 * that of the decrypted message, as most policies want; after it, that of the message as it came.
 * It says nothing about who sent a message: that is what signatures and tokens are for. Whatever is
 * wrong with a message, callers get one and the same fault.
 *
 * @throws TypeError key or certificate cannot be read, are not RSA, or do not belong together
 */
export function decrypter(settings: DecrypterSettings): Decrypter {
  const rules = readDecrypting(settings);
  const states = new WeakMap<object, Decrypted>();
  return {
    open(envelope, request, inParts) {
      const opened = decrypt(envelope, rules, inParts);
      states.set(request, opened);
      wantCover(Coverage.of(request), opened);
      return opened.text;
    },
    async check(request, others) {
      const opened = states.get(request.request);
      let identity: unknown;
      try {
        identity = await others;
      } catch (error) {
        // what could not be opened could not be verified either
        throw opened?.reason === undefined ? error : refusal(opened.reason);
      }
      if (opened !== undefined) checkOpened(Coverage.of(request.request), opened);
      else if (rules.elements.length > 0) throw refusal('There is no encrypted SOAP message.');
      understand(request);
      return identity;
    },
    receive(call) {
      return answerCheck(call, 'encrypted', (text) => {
        if (rules.unencryptedFaults && isWholeFault(text)) return text;
        const opened = decrypt(text, rules, false);
        const coverage = Coverage.of(call);
        wantCover(coverage, opened);
        checkOpened(coverage, opened);
        return opened.text;
      });
    },
  };
}

function readDecrypting(settings: DecrypterSettings): Decrypting {
  const { elements = ['Body'], actor } = settings;
  const [certificate] = readCertificates(settings.cert) as readonly [X509Certificate];
  const key = readKey(settings);
  if (key.asymmetricKeyType !== 'rsa') {
    throw new TypeError(`RSA-OAEP needs an RSA key, not ${key.asymmetricKeyType}.`);
  }
  if (!certificate.checkPrivateKey(key)) {
    throw new TypeError('The certificate is not that of the key.');
  }
  return {
    key,
    certificate,
    elements: elements.map(clarkName),
    methods: Object.values(contentMethods).filter(
      (one) => one.isAuthenticated || settings.cbc === true,
    ),
    unencryptedFaults: settings.unencryptedFaults === true,
    actor,
  };
}

function refusal(reason: string): SecurityRefusal {
  return new SecurityRefusal(reason, 'FailedCheck');
}

/** A message that was decrypted, or could not be. */
interface Decrypted {
  readonly received: string;
  /**
   * The message as it is read. If it is refused, what can be decrypted is, so that the work of
   * those who verify is the same.
   */
  readonly text: string;
  /** Why it is refused. */
  readonly reason: string | undefined;
  /** Where all that was decrypted was. */
  readonly places: readonly Range[];
  /** What shows no changes: where it and its key were, and where it is. */
  readonly unauthenticated: readonly {
    readonly before: readonly Range[];
    readonly after: Range;
  }[];
  /** Whether what was decrypted has a prefix from around it. */
  readonly isOpen: boolean;
}

/** A signature has to cover what shows no changes, before or after decryption. */
function wantCover(coverage: Coverage, { received, text, unauthenticated }: Decrypted): void {
  if (unauthenticated.length === 0) return;
  coverage.want(
    received,
    unauthenticated.flatMap(({ before }) => before),
  );
  coverage.want(
    text,
    unauthenticated.map(({ after }) => after),
  );
}

function checkOpened(
  coverage: Coverage,
  { reason, received, text, places, isOpen }: Decrypted,
): void {
  if (reason !== undefined) throw refusal(reason);
  coverage.check();
  if (received === text || !coverage.has(received)) return;
  // whoever knows the certificate could have added it to what is signed
  if (!coverage.covers(received, places)) {
    throw refusal('What is encrypted is not signed.');
  }
  if (isOpen) {
    throw refusal('The meaning of a prefix in what is encrypted is not signed.');
  }
}

/** EncryptedKeys of a message: each costs the work of an RSA key. */
const mostKeys = 8;
/** References to encrypted elements of a message. */
const mostReferences = 32;
/** What is said of all that goes wrong once something is decrypted. */
const undecipherable = 'The message cannot be decrypted.';

/** Something encrypted. */
interface Secret {
  readonly data: Element;
  readonly key: Element;
  readonly isContent: boolean;
  readonly method: ContentMethod;
  readonly bytes: Uint8Array;
  /** What it takes the place of: itself, or the EncryptedHeader around it. */
  readonly place: Element;
}

/** Decrypts a message. What is wrong with it is no error, but the reason of a refusal. */
function decrypt(received: string, rules: Decrypting, inParts: boolean): Decrypted {
  const failed = (reason: string): Decrypted => {
    return { received, text: received, reason, places: [], unauthenticated: [], isOpen: false };
  };
  let message: Message;
  let secrets: readonly Secret[];
  let unwrapped: ReadonlyMap<Element, () => Uint8Array>;
  try {
    if (inParts) throw new Error('Attachments are not encrypted.');
    message = readMessage(received);
    checkElementIds(message.tree);
    const security = securityIn(message, rules.actor);
    secrets = security === undefined ? [] : secretsIn(message, security, rules);
    unwrapped = security === undefined ? new Map() : keysOf(secrets, message, security, rules);
    checkBody(message, secrets, rules);
  } catch (error) {
    return failed(messageOf(error));
  }
  if (secrets.length === 0 && rules.elements.length === 0) {
    return { ...failed(''), reason: undefined };
  }
  try {
    return opened(message, secrets, unwrapped, rules);
  } catch {
    return failed(undecipherable);
  }
}

/** The Body has nothing but what is encrypted, if it has to be. */
function checkBody({ body }: Message, secrets: readonly Secret[], { elements }: Decrypting): void {
  if (!elements.includes('Body')) return;
  const [only, ...others] = body.children.filter(
    (one) => typeof one !== 'string' || one.trim() !== '',
  );
  if (others.length === 0 && secrets.some(({ data }) => data === only)) return;
  throw new Error('The Body is not encrypted.');
}

/**
 * What the keys in a Security header open.
 *
 * @throws Error it has another form, is not where it would be read, or too much
 */
function secretsIn(message: Message, security: Element, rules: Decrypting): readonly Secret[] {
  const { tree } = message;
  const keys = elementsOf(security).filter((one) => isNamed(one, encryption, 'EncryptedKey'));
  if (keys.length > mostKeys) throw new Error('There are too many EncryptedKeys.');
  const lists = [...keys, security].flatMap((owner) =>
    elementsOf(owner)
      .filter((one) => isNamed(one, encryption, 'ReferenceList'))
      .map((list) => ({ list, owner: owner === security ? undefined : owner })),
  );
  const references = lists.flatMap(({ list, owner }) =>
    elementsOf(list).map((reference) => ({ reference, owner })),
  );
  if (references.length > mostReferences) throw new Error('There are too many references.');
  const seen = new Set<Element>();
  return references.map(({ reference, owner }) => {
    const id = idIn(attributeOf(reference, 'URI') ?? '');
    if (id === undefined || !isNamed(reference, encryption, 'DataReference')) {
      throw new Error('A reference is not to the ID of an EncryptedData.');
    }
    const found = elementWithId(tree, id);
    const isHeader = isNamed(found, wsse11Namespace, 'EncryptedHeader');
    const data = isHeader ? onlyChild(found, encryption, 'EncryptedData') : found;
    if (seen.has(data)) throw new Error('Two references are to one EncryptedData.');
    seen.add(data);
    return readSecret(data, owner, keys, message, security, rules);
  });
}

function readSecret(
  data: Element,
  owner: Element | undefined,
  keys: readonly Element[],
  message: Message,
  security: Element,
  rules: Decrypting,
): Secret {
  if (!isNamed(data, encryption, 'EncryptedData')) {
    throw new Error('A reference is not to an EncryptedData.');
  }
  const isNested = [...within(data)].some(
    (one) => one !== data && isNamed(one, encryption, 'EncryptedData'),
  );
  if (isNested) throw new Error('An EncryptedData has another in it.');
  const { parent } = data;
  const inHeader = parent !== undefined && isNamed(parent, wsse11Namespace, 'EncryptedHeader');
  const place = inHeader ? parent : data;
  const type = attributeOf(data, 'Type');
  const isContent = type === `${encryption}Content`;
  if (!isContent && type !== `${encryption}Element`) {
    throw new Error('The Type of an EncryptedData is neither Element nor Content.');
  }
  // content of a header is in an element that is read where it is
  const read = isContent && parent !== undefined && parent !== message.body ? parent : place;
  const isHeader = inHeader && !isContent && elementsOf(parent).length === 1;
  if (!isReadAt(read, message, security) || inHeader !== isHeader) {
    throw new Error('An EncryptedData is not where it would be read.');
  }
  const algorithm = attributeOf(onlyChild(data, encryption, 'EncryptionMethod'), 'Algorithm');
  const method = rules.methods.find(({ uri }) => uri === algorithm);
  if (method === undefined) throw new Error('The algorithm of an EncryptedData is not allowed.');
  const bytes = cipherIn(data);
  const isWhole = method.isAuthenticated
    ? bytes.length >= 28
    : bytes.length >= 32 && bytes.length % 16 === 0;
  if (!isWhole) throw new Error('A CipherValue is too short, or not of whole blocks.');
  const key = keyFor(data, owner, keys, message.tree);
  return { data, key, isContent, method, bytes, place };
}

/** The key of an EncryptedData: the one whose list names it, or that it names itself. */
function keyFor(
  data: Element,
  owner: Element | undefined,
  keys: readonly Element[],
  tree: Tree,
): Element {
  const info = elementsOf(data).find((one) => isNamed(one, dsigNamespace, 'KeyInfo'));
  if (info === undefined && owner !== undefined) return owner;
  const token = info && onlyChild(info, wsseNamespace, 'SecurityTokenReference');
  const reference = token && onlyChild(token, wsseNamespace, 'Reference');
  const id = reference && idIn(attributeOf(reference, 'URI') ?? '');
  const key = id === undefined ? undefined : elementWithId(tree, id);
  if (key !== undefined && keys.includes(key) && (owner ?? key) === key) return key;
  throw new Error('An EncryptedData does not name the EncryptedKey that lists it.');
}

/** The bytes of a CipherValue. A CipherReference is never followed. */
function cipherIn(element: Element): Uint8Array {
  const data = onlyChild(element, encryption, 'CipherData');
  const [value, ...others] = elementsOf(data);
  if (value === undefined || others.length > 0 || !isNamed(value, encryption, 'CipherValue')) {
    throw new Error('CipherData has something other than a CipherValue.');
  }
  return Buffer.from(base64Of(value), 'base64');
}

/**
 * The only child of a name.
 *
 * @throws Error there is none, or several
 */
function onlyChild(element: Element, namespace: string, local: string): Element {
  const [child, ...others] = elementsOf(element).filter((one) => isNamed(one, namespace, local));
  if (child !== undefined && others.length === 0) return child;
  throw new Error(`${element.name.local} has not just one ${local}.`);
}

/** What unwraps the keys of secrets, each once. */
function keysOf(
  secrets: readonly Secret[],
  { tree }: Message,
  security: Element,
  { key, certificate }: Decrypting,
): ReadonlyMap<Element, () => Uint8Array> {
  const keys = new Map<Element, () => Uint8Array>();
  for (const element of new Set(secrets.map((one) => one.key))) {
    const sizes = secrets.filter((one) => one.key === element).map((one) => one.method.keyBytes);
    const [size = 0] = sizes;
    if (sizes.some((one) => one !== size)) throw new Error('A key is of two algorithms.');
    const info = elementsOf(element).find((one) => isNamed(one, dsigNamespace, 'KeyInfo'));
    const source = { tree, security, known: [certificate] };
    if (info !== undefined && !isNamedBy(info, certificate, source)) {
      throw new Error('A key is for another certificate.');
    }
    const hashes = readOaep(onlyChild(element, encryption, 'EncryptionMethod'));
    const bytes = cipherIn(element);
    if (bytes.length * 8 !== key.asymmetricKeyDetails?.modulusLength) {
      throw new Error('An EncryptedKey is not as long as the key.');
    }
    let secret: Uint8Array | undefined;
    keys.set(element, () => (secret ??= oaep.unwrap(bytes, key, size, hashes)));
  }
  return keys;
}

/** Whether `ds:KeyInfo` names a certificate. */
function isNamedBy(
  info: Element,
  { raw }: X509Certificate,
  source: Parameters<typeof findCertificate>[1],
): boolean {
  try {
    return findCertificate(info, source).raw.equals(raw);
  } catch {
    return false;
  }
}

/** The algorithm of an EncryptedKey, with the defaults of the standard (5.5.2). */
function readOaep(method: Element): Oaep {
  const uri = attributeOf(method, 'Algorithm');
  const isOld = uri === keyTransports['rsa-oaep-mgf1p'].uri;
  if (!isOld && uri !== keyTransports['rsa-oaep'].uri) {
    throw new Error('The algorithm of an EncryptedKey is not allowed: only RSA-OAEP is.');
  }
  const read = (namespace: string, local: string, hashes: typeof digests): Hash => {
    const [element, ...others] = elementsOf(method).filter((one) => isNamed(one, namespace, local));
    if (element === undefined) return hashes.sha1;
    const named = attributeOf(element, 'Algorithm');
    const found = Object.values(hashes).find((one) => one.uri === named);
    if (found !== undefined && others.length === 0) return found;
    throw new Error(`The ${local} of an EncryptedKey is not allowed.`);
  };
  const label = elementsOf(method).find((one) => isNamed(one, encryption, 'OAEPparams'));
  if (label !== undefined) throw new Error('OAEPparams are not supported.');
  return {
    digest: read(dsigNamespace, 'DigestMethod', digests),
    mgf: isOld ? masks.sha1 : read(encryption11, 'MGF', masks),
  };
}

/**
 * Decrypts all, and puts it into the places. All of it is done whatever fails, so that the time
 * does not tell what did.
 *
 * @throws Error the message cannot be read then
 */
function opened(
  message: Message,
  secrets: readonly Secret[],
  keys: ReadonlyMap<Element, () => Uint8Array>,
  rules: Decrypting,
): Decrypted {
  const { tree } = message;
  const results = secrets.map((secret) => {
    const { method, bytes, key, place } = secret;
    // what cannot be decrypted is read as a text of that length
    const cipher = Buffer.from(bytes).toString('base64');
    let text = cipher;
    let isRight = false;
    try {
      const plain = Buffer.from(method.decrypt(bytes, keys.get(key)?.() ?? new Uint8Array(0)));
      const read = plain.toString('utf8');
      isRight = Buffer.from(read, 'utf8').equals(plain);
      if (isRight) text = read;
    } catch {
      isRight = false;
    }
    const { isFragment, isOpen } = fragment(tree, secret, text);
    return {
      secret,
      at: place.start,
      to: afterEnd(place, tree.text),
      isRight: isRight && isFragment,
      text: isFragment ? text : cipher,
      isOpen,
    };
  });
  results.sort((one, other) => one.at - other.at);
  const text = edited(
    tree.text,
    results.map((one) => ({ at: one.at, replaces: one.to - one.at, text: one.text })),
  );
  let moved = 0;
  const ranges = results.map(({ at, to, text: own }) => {
    const from = at + moved;
    moved += own.length - (to - at);
    return { from, to: from + own.length };
  });
  const read = readMessage(text);
  checkElementIds(read.tree);
  const isRight = results.every((one) => one.isRight);
  const missing = missingIn(read, ranges, rules);
  const unauthenticated = results.flatMap(({ secret: { method, key }, at, to }, index) => {
    const after = ranges[index];
    if (method.isAuthenticated || after === undefined) return [];
    // with a key of somebody else, what is signed would have another meaning
    const ofKey = { from: key.start, to: afterEnd(key, tree.text) };
    return [{ before: [{ from: at, to }, ofKey], after }];
  });
  // what shows no changes must not tell what it is not
  const isWrong = !isRight || (missing !== undefined && unauthenticated.length > 0);
  const absent = missing === undefined ? undefined : `The element ${missing} is not encrypted.`;
  return {
    received: tree.text,
    text,
    reason: isWrong ? undecipherable : absent,
    places: results.map(({ at, to }) => ({ from: at, to })),
    unauthenticated,
    isOpen: results.some((one) => one.isOpen),
  };
}

/** What has to come encrypted and did not. */
function missingIn(
  message: Message,
  ranges: readonly Range[],
  { elements, actor }: Decrypting,
): string | undefined {
  const security = securityIn(message, actor);
  return elements.find((name) => {
    if (name === 'Body') return false;
    const found = security === undefined ? [] : elementsNamed(name, message, security);
    const isInside = ({ start, end }: Element): boolean =>
      ranges.some(({ from, to }) => from <= start && end <= to);
    return found.length === 0 || !found.every(isInside);
  });
}

/**
 * Checks what was decrypted, by itself, so that it cannot end the element that it is put into.
 *
 * @returns whether it is content, or one element; and whether it has prefixes from around it
 */
function fragment(
  tree: Tree,
  { place, isContent }: Secret,
  text: string,
): { readonly isFragment: boolean; readonly isOpen: boolean } {
  const around = place.parent ?? place;
  const prefixes = new Set(['']);
  collectPrefixes(text, prefixes);
  const outer = [...prefixes].flatMap((prefix) => {
    const uri = prefix === 'xml' || prefix === 'xmlns' ? undefined : tree.lookup(around, prefix);
    return uri === undefined || uri === '' ? [] : [[prefix, uri] as const];
  });
  const declarations = outer.map(([prefix, uri]) => {
    return ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(uri)}"`;
  });
  const whole = (start: string): string => `<a${start}>${text}</a>`;
  try {
    const { root, text: all } = readTree(whole(declarations.join('')));
    if (afterEnd(root, all) !== all.length) throw new Error('It ends what it is put into.');
    const isSecret = [...within(root)].some(({ name }) => name.namespace === encryption);
    const texts = root.children.filter((one) => typeof one === 'string' && one.trim() !== '');
    const isOne = texts.length === 0 && elementsOf(root).length === 1;
    const isFragment = !isSecret && (isContent || isOne);
    return { isFragment, isOpen: outer.length > 0 && hasOuter(whole(''), outer) };
  } catch {
    return { isFragment: false, isOpen: false };
  }
}

/** Whether a text has prefixes that it does not declare where they are used, and others do. */
function hasOuter(text: string, outer: readonly (readonly [string, string])[]): boolean {
  let tree: Tree;
  try {
    tree = readTree(text);
  } catch {
    return true;
  }
  const { children } = tree.root;
  const inTexts = new Set<string>();
  for (const child of children) if (typeof child === 'string') collectPrefixes(child, inTexts);
  return outer.some(
    ([prefix]) =>
      inTexts.has(prefix) ||
      elementsOf(tree.root).some((top) => tree.lookup(top, prefix) === undefined),
  );
}
