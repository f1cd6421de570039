/** A value of DER (ITU-T X.690). */
interface Value {
  readonly tag: number;
  readonly content: Uint8Array;
  /** With tag and length. */
  readonly whole: Uint8Array;
}

/** An attribute of a name: `CN=x`. */
export interface NameAttribute {
  /** An OID in digits and dots. */
  readonly type: string;
  /** The text; `undefined` for a value that is none. */
  readonly text: string | undefined;
  /** The value in DER. */
  readonly der: Uint8Array;
}

/** A name (X.501): parts of one attribute, rarely of several, the most general first. */
export type Name = readonly (readonly NameAttribute[])[];

/** An extension (RFC 5280, section 4.2). */
interface Extension {
  readonly id: string;
  readonly isCritical: boolean;
  /** Its value in DER. */
  readonly value: Uint8Array;
}

/** What node:crypto does not tell of a certificate. */
export interface CertificateParts {
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
export function textInDer(der: Uint8Array): string | undefined {
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
export function partsOf(certificate: Uint8Array): CertificateParts {
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
export function subjectKeyIn({ extensions }: CertificateParts): Uint8Array | undefined {
  const found = extensions.find(({ id }) => id === subjectKeyIdentifier);
  return found && first(found.value, OCTETS);
}

/** Whether the key may be that of signatures (RFC 5280, section 4.2.1.3). */
export function maySign({ extensions }: CertificateParts): boolean {
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
export function unprocessedIn({ extensions }: CertificateParts): string | undefined {
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
export function brokenHashOf({ signature }: CertificateParts): string | undefined {
  return signature.map((id) => broken[id]).find((one) => one !== undefined);
}
