/** A value of DER (ITU-T X.690). */
interface Value {
  readonly tag: number;
  readonly content: Uint8Array;
}

const SEQUENCE = 0x30;
const OCTETS = 0x04;
const OID = 0x06;
/** The extensions of a certificate (RFC 5280, section 4.1). */
const EXTENSIONS = 0xa3;
/** 2.5.29.14 */
const subjectKeyIdentifier = '551d0e';

/** The values in a constructed one. A length that is not definite, or too long, ends them. */
function valuesIn(bytes: Uint8Array): readonly Value[] {
  const values: Value[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const tag = bytes[at] ?? 0;
    let length = bytes[at + 1] ?? 0;
    at += 2;
    if (length > 0x7f) {
      const count = length & 0x7f;
      if (count === 0 || count > 4) return values;
      length = bytes.subarray(at, at + count).reduce((sum, byte) => sum * 256 + byte, 0);
      at += count;
    }
    values.push({ tag, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return values;
}

function first(bytes: Uint8Array, tag: number): Uint8Array | undefined {
  return valuesIn(bytes).find((value) => value.tag === tag)?.content;
}

/** The extension SubjectKeyIdentifier of a certificate in DER; nothing without one. */
export function subjectKeyIn(certificate: Uint8Array): Uint8Array | undefined {
  const whole = first(certificate, SEQUENCE);
  const signed = whole && first(whole, SEQUENCE);
  const wrapped = signed && first(signed, EXTENSIONS);
  const extensions = wrapped && first(wrapped, SEQUENCE);
  for (const { content } of extensions === undefined ? [] : valuesIn(extensions)) {
    const id = first(content, OID);
    if (id === undefined || Buffer.from(id).toString('hex') !== subjectKeyIdentifier) continue;
    const value = first(content, OCTETS);
    return value && first(value, OCTETS);
  }
  return undefined;
}
