import { type Name, type NameAttribute, textInDer } from './certificate-parts.ts';

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
export function isNameOf(text: string, issuer: Name): boolean {
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
export function writeName(name: Name): string {
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
