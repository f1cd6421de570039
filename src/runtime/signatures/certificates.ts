import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { printable } from '../client/connection-errors.ts';

/** Certificates as PEM: texts with one or several each, or parsed ones. */
export type Certificates = string | X509Certificate | readonly (string | X509Certificate)[];

/** Which certificates are trusted: those in PEM and what they issued, or what a function says. */
export type Trust =
  | Certificates
  | ((certificate: X509Certificate) => boolean | PromiseLike<boolean>);

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Reads certificates.
 *
 * @throws TypeError there is none, or one is damaged
 */
export function readCertificates(given: Certificates): readonly X509Certificate[] {
  const all = [given].flat().flatMap((one) => {
    if (typeof one !== 'string') return [one];
    return [...one.matchAll(block)].map(([pem]) => parsePem(pem));
  });
  if (all.length === 0) throw new TypeError('There is no certificate in PEM.');
  return all;
}

function parsePem(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new TypeError('A certificate in PEM is damaged.', { cause: printable(error) });
  }
}

/** SHA-1 of a certificate: the name by which ThumbprintSHA1 refers to it. */
export function thumbprintOf({ raw }: X509Certificate): string {
  return createHash('sha1').update(raw).digest('base64');
}

/**
 * The subject key identifier of a certificate in base64: of its extension, otherwise SHA-1 of its
 * RSA key (RFC 5280, section 4.2.1.2).
 *
 * @returns nothing if it has neither
 */
export function subjectKeyOf({ raw, publicKey }: X509Certificate): string | undefined {
  const identifier = subjectKeyIn(partsOf(raw));
  if (identifier !== undefined) return Buffer.from(identifier).toString('base64');
  if (publicKey.asymmetricKeyType !== 'rsa') return undefined;
  const key = publicKey.export({ type: 'pkcs1', format: 'der' });
  return createHash('sha1').update(key).digest('base64');
}

/** Issuer and serial number as XML signatures have them. */
interface IssuerSerial {
  /** A distinguished name as text. */
  readonly issuer: string;
  /** In decimal digits. */
  readonly serial: string;
}

/** Issuer and serial number of a certificate, so that WSS4J and .NET read them. */
export function issuerSerialOf({ raw, serialNumber }: X509Certificate): IssuerSerial {
  return {
    issuer: writeName(partsOf(raw).issuer),
    serial: BigInt(`0x${serialNumber}`).toString(),
  };
}

/** Whether a message names this certificate, in the notation of whatever stack. */
export function hasIssuerSerial(
  { raw, serialNumber }: X509Certificate,
  { issuer, serial }: IssuerSerial,
): boolean {
  // RFC 5280, section 4.1.2.2: up to 20 bytes
  if (!/^0*\d{1,49}$/.test(serial)) return false;
  return BigInt(serial) === BigInt(`0x${serialNumber}`) && isNameOf(issuer, partsOf(raw).issuer);
}

/** What certificates have to be like. */
export interface CertificateRules {
  /** Bits of the shortest RSA key. */
  readonly minimumKeyBits: number;
  /** Whether certificates may be signed with SHA-1. */
  readonly sha1: boolean;
  /** Those that are trusted themselves, whoever signed them. */
  readonly trusted: readonly X509Certificate[];
}

/** Bits of the shortest key of an elliptic curve: as strong as RSA with 2,048. */
const shortestCurve = 224;

/** Bytes of the shortest secret of an HMAC. */
const shortestSecret = 16;

/** Whether a key is long enough. */
export function isLongEnough(key: KeyObject, { minimumKeyBits }: CertificateRules): boolean {
  if (key.type === 'secret') return (key.symmetricKeySize ?? 0) >= shortestSecret;
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined) return modulusLength >= minimumKeyBits;
  return Number(/\d{3}/.exec(namedCurve ?? '')?.[0] ?? 0) >= shortestCurve;
}

/**
 * Checks what a certificate is for, and how it is signed (RFC 5280, section 4.2). Of one that is
 * trusted itself, or that signed itself, the signature says nothing.
 *
 * @throws Error it is not for signatures, or signed with an algorithm that is broken
 */
export function checkCertificate(certificate: X509Certificate, rules: CertificateRules): void {
  const parts = partsOf(certificate.raw);
  if (!maySign(parts)) throw new Error('The key usage of the certificate is not to sign.');
  const unknown = unprocessedIn(parts);
  if (unknown !== undefined) {
    throw new Error(`The certificate has a critical extension that is not processed: ${unknown}.`);
  }
  const isOwn = certificate.subject === certificate.issuer;
  if (isOwn || rules.trusted.some(({ raw }) => raw.equals(certificate.raw))) return;
  const hash = brokenHashOf(parts);
  if (hash === undefined || (hash === 'SHA-1' && rules.sha1)) return;
  const advice = hash === 'SHA-1' ? '; sha1 would accept it' : '';
  throw new Error(`The certificate is signed with ${hash}, which is broken${advice}.`);
}

/** Whether a certificate is valid at a time, in milliseconds since 1970. */
export function isValidAt({ validFrom, validTo }: X509Certificate, time: number): boolean {
  return Date.parse(validFrom) <= time && time <= Date.parse(validTo);
}

/**
 * Whether a certificate is among those that are trusted, or one of these issued it. An authority
 * with constraints that are not processed, such as those of names, issues none.
 */
export function isTrustedBy(
  certificate: X509Certificate,
  rules: CertificateRules,
  time: number,
): boolean {
  return rules.trusted.some((one) => {
    if (one.raw.equals(certificate.raw)) return true;
    const isIssuer = one.ca && isValidAt(one, time) && certificate.checkIssued(one);
    if (!isIssuer || !isLongEnough(one.publicKey, rules)) return false;
    return unprocessedIn(partsOf(one.raw)) === undefined && certificate.verify(one.publicKey);
  });
}

/** A value of DER (ITU-T X.690). */
interface Value {
  readonly tag: number;
  readonly content: Uint8Array;
  /** With tag and length. */
  readonly whole: Uint8Array;
}

/** An attribute of a name: `CN=x`. */
interface NameAttribute {
  /** An OID in digits and dots. */
  readonly type: string;
  /** The text; `undefined` for a value that is none. */
  readonly text: string | undefined;
  /** The value in DER. */
  readonly der: Uint8Array;
}

/** A name (X.501): parts of one attribute, rarely of several, the most general first. */
type Name = readonly (readonly NameAttribute[])[];

/** An extension (RFC 5280, section 4.2). */
interface Extension {
  readonly id: string;
  readonly isCritical: boolean;
  /** Its value in DER. */
  readonly value: Uint8Array;
}

/** What node:crypto does not tell of a certificate. */
interface CertificateParts {
  /** OID of the algorithm of its signature, and of its hash if parameters name one. */
  readonly signature: readonly string[];
  readonly issuer: Name;
  readonly subject: Name;
  readonly extensions: readonly Extension[];
}

const SEQUENCE = 0x30;
const OCTETS = 0x04;
const OID = 0x06;
const BITS = 0x03;
const TRUE = 0x01;
/** Tag 0 of a context: the version of a certificate, the hash of RSA-PSS. */
const FIRST = 0xa0;
/** The extensions of a certificate (RFC 5280, section 4.1). */
const EXTENSIONS = 0xa3;
const subjectKeyIdentifier = '2.5.29.14';
const keyUsage = '2.5.29.15';
const rsaPss = '1.2.840.113549.1.1.10';
const sha1 = '1.3.14.3.2.26';

/** The values in a constructed one. A length that is not definite, or too long, ends them. */
function valuesIn(bytes: Uint8Array): readonly Value[] {
  const values: Value[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const start = at;
    const tag = bytes[at] ?? 0;
    let length = bytes[at + 1] ?? 0;
    at += 2;
    if (length > 0x7f) {
      const count = length & 0x7f;
      if (count === 0 || count > 4) return values;
      length = bytes.subarray(at, at + count).reduce((sum, byte) => sum * 256 + byte, 0);
      at += count;
    }
    const end = at + length;
    values.push({ tag, content: bytes.subarray(at, end), whole: bytes.subarray(start, end) });
    at = end;
  }
  return values;
}

function first(bytes: Uint8Array, tag: number): Uint8Array | undefined {
  return valuesIn(bytes).find((value) => value.tag === tag)?.content;
}

/** An OID in digits and dots (X.690, section 8.19). */
function oidOf(content: Uint8Array): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (byte > 0x7f) continue;
    numbers.push(number);
    number = 0;
  }
  const [both = 0, ...others] = numbers;
  const root = Math.min(2, Math.floor(both / 40));
  return [root, both - root * 40, ...others].join('.');
}

const decoders: Readonly<Record<number, (bytes: Buffer) => string>> = {
  12: (bytes) => bytes.toString('utf8'),
  18: (bytes) => bytes.toString('latin1'),
  19: (bytes) => bytes.toString('latin1'),
  20: (bytes) => bytes.toString('latin1'),
  22: (bytes) => bytes.toString('latin1'),
  26: (bytes) => bytes.toString('latin1'),
  // UniversalString and BMPString: UTF-32 and UTF-16, the high byte first
  28: (bytes) =>
    Array.from({ length: bytes.length >> 2 }, (_, at) => {
      const point = bytes.readUInt32BE(at * 4);
      return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
    }).join(''),
  30: (bytes) =>
    Array.from({ length: bytes.length >> 1 }, (_, at) =>
      String.fromCharCode(bytes.readUInt16BE(at * 2)),
    ).join(''),
};

/** The text of a value in DER; `undefined` if it is none. */
function textInDer(der: Uint8Array): string | undefined {
  const [value] = valuesIn(der);
  return value && decoders[value.tag]?.(Buffer.from(value.content));
}

function nameIn(content: Uint8Array): Name {
  return valuesIn(content).map((part) =>
    valuesIn(part.content).map((attribute) => {
      const [type, value] = valuesIn(attribute.content);
      const der = value?.whole ?? new Uint8Array(0);
      return { type: oidOf(type?.content ?? new Uint8Array(0)), text: textInDer(der), der };
    }),
  );
}

function extensionIn(content: Uint8Array): Extension {
  return {
    id: oidOf(first(content, OID) ?? new Uint8Array(0)),
    isCritical: (first(content, TRUE)?.[0] ?? 0) !== 0,
    value: first(content, OCTETS) ?? new Uint8Array(0),
  };
}

/** The hash of RSA-PSS is a parameter, SHA-1 if it is left out (RFC 4055, section 3.1). */
function signatureIn(content: Uint8Array): readonly string[] {
  const [type, parameters] = valuesIn(content);
  const id = oidOf(type?.content ?? new Uint8Array(0));
  if (id !== rsaPss) return [id];
  const wrapped = parameters && first(parameters.content, FIRST);
  const hash = wrapped && first(wrapped, SEQUENCE);
  const named = hash && first(hash, OID);
  return [id, named === undefined ? sha1 : oidOf(named)];
}

/** Reads what node:crypto does not tell of a certificate in DER. */
function partsOf(certificate: Uint8Array): CertificateParts {
  const whole = first(certificate, SEQUENCE) ?? new Uint8Array(0);
  const [signed, algorithm] = valuesIn(whole);
  const fields = valuesIn(signed?.content ?? whole).filter(({ tag }) => tag !== FIRST);
  const [, , issuer, , subject] = fields;
  const wrapped = fields.find(({ tag }) => tag === EXTENSIONS)?.content;
  const extensions = wrapped && first(wrapped, SEQUENCE);
  return {
    signature: signatureIn(algorithm?.content ?? whole),
    issuer: nameIn(issuer?.content ?? new Uint8Array(0)),
    subject: nameIn(subject?.content ?? new Uint8Array(0)),
    extensions: valuesIn(extensions ?? new Uint8Array(0)).map(({ content }) =>
      extensionIn(content),
    ),
  };
}

/** The extension SubjectKeyIdentifier; nothing without one. */
function subjectKeyIn({ extensions }: CertificateParts): Uint8Array | undefined {
  const found = extensions.find(({ id }) => id === subjectKeyIdentifier);
  return found && first(found.value, OCTETS);
}

/** Whether the key may be that of signatures (RFC 5280, section 4.2.1.3). */
function maySign({ extensions }: CertificateParts): boolean {
  const found = extensions.find(({ id }) => id === keyUsage);
  if (found === undefined) return true;
  const [, bits = 0] = first(found.value, BITS) ?? [];
  return (bits & 0x80) !== 0;
}

/**
 * Critical extensions that need nothing done here: key usage and basic constraints are checked;
 * policies, alternative names and extended key usage are for a function `trust` to judge.
 */
const processed: ReadonlySet<string> = new Set([
  keyUsage,
  '2.5.29.17',
  '2.5.29.19',
  '2.5.29.32',
  '2.5.29.37',
]);

/** OID of a critical extension that is not processed (RFC 5280, section 4.2). */
function unprocessedIn({ extensions }: CertificateParts): string | undefined {
  return extensions.find(({ id, isCritical }) => isCritical && !processed.has(id))?.id;
}

const broken: Readonly<Record<string, 'MD2' | 'MD4' | 'MD5' | 'SHA-1'>> = {
  '1.2.840.113549.1.1.2': 'MD2',
  '1.2.840.113549.1.1.3': 'MD4',
  '1.2.840.113549.1.1.4': 'MD5',
  '1.2.840.113549.1.1.5': 'SHA-1',
  '1.3.14.3.2.3': 'MD5',
  '1.3.14.3.2.15': 'SHA-1',
  '1.3.14.3.2.27': 'SHA-1',
  '1.3.14.3.2.29': 'SHA-1',
  '1.2.840.10040.4.3': 'SHA-1',
  '1.2.840.10045.4.1': 'SHA-1',
  [sha1]: 'SHA-1',
  '1.2.840.113549.2.5': 'MD5',
};

/** The hash of the certificate's signature if it is broken. */
function brokenHashOf({ signature }: CertificateParts): string | undefined {
  return signature.map((id) => broken[id]).find((one) => one !== undefined);
}

/** Attribute types by what writers call them, in upper case: RFC 4514, OpenSSL, .NET and Java. */
const types: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['2.5.4.3', 'CN COMMONNAME'],
      ['2.5.4.4', 'SN SURNAME'],
      ['2.5.4.5', 'SERIALNUMBER'],
      ['2.5.4.6', 'C COUNTRY COUNTRYNAME'],
      ['2.5.4.7', 'L LOCALITYNAME'],
      ['2.5.4.8', 'ST S SP STATEORPROVINCENAME'],
      ['2.5.4.9', 'STREET STREETADDRESS'],
      ['2.5.4.10', 'O ORGANIZATIONNAME'],
      ['2.5.4.11', 'OU ORGANIZATIONALUNITNAME'],
      ['2.5.4.12', 'T TITLE'],
      ['2.5.4.13', 'DESCRIPTION'],
      ['2.5.4.15', 'BUSINESSCATEGORY'],
      ['2.5.4.16', 'POSTALADDRESS'],
      ['2.5.4.17', 'POSTALCODE PC'],
      ['2.5.4.18', 'POSTOFFICEBOX POBOX'],
      ['2.5.4.20', 'TELEPHONENUMBER PHONE'],
      ['2.5.4.41', 'NAME'],
      ['2.5.4.42', 'G GN GIVENNAME'],
      ['2.5.4.43', 'I INITIALS'],
      ['2.5.4.44', 'GENERATION GENERATIONQUALIFIER'],
      ['2.5.4.45', 'X500UNIQUEIDENTIFIER X21ADDRESS'],
      ['2.5.4.46', 'DNQ DNQUALIFIER'],
      ['2.5.4.65', 'PSEUDONYM'],
      ['2.5.4.72', 'ROLE'],
      ['2.5.4.97', 'ORGANIZATIONIDENTIFIER'],
      ['0.9.2342.19200300.100.1.1', 'UID USERID'],
      ['0.9.2342.19200300.100.1.3', 'MAIL'],
      ['0.9.2342.19200300.100.1.25', 'DC DOMAINCOMPONENT'],
      ['1.2.840.113549.1.9.1', 'E EMAIL EMAILADDRESS'],
      ['1.2.840.113549.1.9.2', 'UNSTRUCTUREDNAME'],
      ['1.2.840.113549.1.9.8', 'UNSTRUCTUREDADDRESS'],
      ['1.3.6.1.4.1.311.60.2.1.1', 'JURISDICTIONL JURISDICTIONLOCALITYNAME'],
      ['1.3.6.1.4.1.311.60.2.1.2', 'JURISDICTIONST JURISDICTIONSTATEORPROVINCENAME'],
      ['1.3.6.1.4.1.311.60.2.1.3', 'JURISDICTIONC JURISDICTIONCOUNTRYNAME'],
    ] as const
  ).flatMap(([type, names]) => names.split(' ').map((name) => [name, type])),
);

/** How a text is written. Each has another meaning for a backslash or a quote. */
type Notation = 'RFC 4514' | '.NET' | 'OpenSSL';

/** Length of a name that is read; those of certificates are much shorter. */
const longest = 16_384;

/**
 * Whether a text names an issuer. It is read as RFC 4514, RFC 2253 and RFC 1779 have it, as .NET
 * writes it (quotes in quotes are doubled, a backslash is itself), and as OpenSSL does
 * (`/C=DE/O=x`). Names are compared by type and value, whatever the order of the parts, letter
 * case and blanks (RFC 5280, section 7.1).
 */
function isNameOf(text: string, issuer: Name): boolean {
  if (text.length > longest) return false;
  const wanted = keyOf(
    issuer.map((part) => part.map(({ type, text: own, der }) => pairOf(type, own, der))),
  );
  return (['RFC 4514', '.NET', 'OpenSSL'] as const).some((notation) => {
    const read = readName(text, notation);
    return read !== undefined && keyOf(read) === wanted;
  });
}

/** A type with its value, in the form in which values are compared. */
function pairOf(type: string, text: string | undefined, der: Uint8Array): string {
  if (text === undefined) return `${type}=#${Buffer.from(der).toString('hex')}`;
  return `${type}=${text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()}`;
}

function keyOf(name: readonly (readonly string[])[]): string {
  return JSON.stringify(name.map((part) => JSON.stringify([...part].sort())).sort());
}

/** The parts of a name, each with its attributes; `undefined` for another notation. */
function readName(text: string, notation: Notation): readonly (readonly string[])[] | undefined {
  if (notation === 'OpenSSL') return readSlashes(text);
  const parts: string[][] = [[]];
  const reader = new NameText(text, notation);
  while (!reader.isAtEnd) {
    const type = typeOf(reader.type());
    const value = type === undefined ? undefined : reader.value();
    if (type === undefined || value === undefined) return undefined;
    parts
      .at(-1)
      ?.push(value.startsWith('#') ? hexPair(type, value) : pairOf(type, value.slice(1), none));
    const separator = reader.separator();
    if (separator === undefined) return undefined;
    if (separator === ',' || separator === ';') parts.push([]);
  }
  return parts;
}

const none = new Uint8Array(0);

/** `/C=DE/O=x+OU=y`: a slash, or a plus within a part, is before a type and `=`. */
function readSlashes(text: string): readonly (readonly string[])[] | undefined {
  if (!text.startsWith('/')) return undefined;
  const parts = text.slice(1).split(/\/(?=[A-Za-z0-9.]+=)/);
  const read = parts.map((part) => part.split(/(?<!\\)\+(?=[A-Za-z0-9.]+=)/).map(readPair));
  const whole = read.map((part) => part.filter((pair) => pair !== undefined));
  return whole.every((part, at) => part.length === read[at]?.length) ? whole : undefined;
}

function readPair(attribute: string): string | undefined {
  const equals = attribute.indexOf('=');
  const type = typeOf(attribute.slice(0, Math.max(equals, 0)));
  const value = attribute.slice(equals + 1).replace(/\\([+/])/g, '$1');
  return type === undefined ? undefined : pairOf(type, value, none);
}

/** The OID of a type; `undefined` for one that is unknown. */
function typeOf(written: string): string | undefined {
  const name = written.trim().replace(/^oid\./i, '');
  if (/^\d+(\.\d+)+$/.test(name)) return name;
  const upper = name.toUpperCase();
  return Object.hasOwn(types, upper) ? types[upper] : undefined;
}

function hexPair(type: string, value: string): string {
  const der = Buffer.from(value.slice(1), 'hex');
  return pairOf(type, textInDer(der), der);
}

/** Reads a name of RFC 4514 or .NET from its start to its end. */
class NameText {
  private readonly text: string;
  private readonly hasEscapes: boolean;
  private at = 0;

  constructor(text: string, notation: Notation) {
    this.text = text.trim();
    this.hasEscapes = notation === 'RFC 4514';
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** What is before the equals sign. */
  type(): string {
    const equals = this.text.indexOf('=', this.at);
    const end = equals < 0 ? this.text.length : equals;
    const type = this.text.slice(this.at, end);
    this.at = end + 1;
    return type;
  }

  /** A value: `#` and hexadecimal digits, or a text after `=`; `undefined` if it has no end. */
  value(): string | undefined {
    this.blanks();
    const hex = /#([0-9A-Fa-f]{2})+(?=\s*(?:[,;+]|$))/y;
    hex.lastIndex = this.at;
    const [digits] = hex.exec(this.text) ?? [];
    if (digits !== undefined && this.hasEscapes) {
      this.at += digits.length;
      return digits;
    }
    const text = this.text[this.at] === '"' ? this.quoted() : this.plain();
    return text === undefined ? undefined : `=${text}`;
  }

  /** What ends an attribute: `,`, `;`, `+`, or `''` for the end of the name. */
  separator(): string | undefined {
    this.blanks();
    const sign = this.text[this.at] ?? '';
    this.at += 1;
    return sign === '' || ',;+'.includes(sign) ? sign : undefined;
  }

  private blanks(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }

  private quoted(): string | undefined {
    let text = '';
    for (this.at += 1; !this.isAtEnd; ) {
      const sign = this.text[this.at] ?? '';
      if (sign === '\\' && this.hasEscapes) text += this.escaped();
      else if (sign !== '"') {
        text += sign;
        this.at += 1;
      } else if (!this.hasEscapes && this.text[this.at + 1] === '"') {
        text += sign;
        this.at += 2;
      } else {
        this.at += 1;
        return text;
      }
    }
    return undefined;
  }

  private plain(): string {
    let text = '';
    while (!this.isAtEnd) {
      const sign = this.text[this.at] ?? '';
      if (sign === '\\' && this.hasEscapes) text += this.escaped();
      else if (',;+'.includes(sign)) break;
      else {
        text += sign;
        this.at += 1;
      }
    }
    return text;
  }

  /** Pairs of digits are bytes of UTF-8; any other sign after a backslash is itself. */
  private escaped(): string {
    const pairs = /(?:\\[0-9A-Fa-f]{2})+/y;
    pairs.lastIndex = this.at;
    const [bytes] = pairs.exec(this.text) ?? [];
    const length = bytes?.length ?? 2;
    const text =
      bytes === undefined
        ? this.text.slice(this.at + 1, this.at + 2)
        : Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8');
    this.at += length;
    return text;
  }
}

/** Types that WSS4J and .NET know by the same name. */
const written: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'SERIALNUMBER',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'S',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
};

/** Types outside RFC 2253, whose values Java compares by their bytes: the tag that it writes. */
const ownTags: Readonly<Record<string, number>> = { '2.5.4.5': 0x13, '1.2.840.113549.1.9.1': 0x16 };

/**
 * Writes a name so that both WSS4J and .NET read it: the most specific part first, a blank after
 * the comma, values with signs of the notation in quotes. Of types that only one of them knows,
 * the OID; of values that Java would write in another way, the bytes (RFC 4514, section 2.4).
 */
function writeName(name: Name): string {
  return [...name]
    .reverse()
    .map((part) => part.map(writeAttribute).join(' + '))
    .join(', ');
}

function writeAttribute({ type, text, der }: NameAttribute): string {
  const known = Object.hasOwn(written, type) ? written[type] : undefined;
  const isStandard = known !== undefined && !Object.hasOwn(ownTags, type);
  const tag = ownTags[type] ?? 0x13;
  if (text === undefined || (!isStandard && (der[0] !== tag || /["\\]/.test(text)))) {
    return `${type}=#${Buffer.from(der).toString('hex')}`;
  }
  return `${known ?? `OID.${type}`}=${quoted(text)}`;
}

/** .NET has no escapes, and Java no doubled quotes: of such values only Java reads the bytes. */
function quoted(text: string): string {
  if (/["\\]/.test(text)) return text.replace(/[,+"\\<>;=#]/g, '\\$&');
  return /[,+=;<>#\n\r]|^\s|\s$/.test(text) ? `"${text}"` : text;
}
