/**
 * Identifiers from names of the contract: one function with a closed alphabet. Letters and digits
 * of ASCII and `_` stay, and so do letters of other scripts that are identifier characters in every
 * version of Unicode TypeScript knows (decomposed to nothing else); everything else goes, and the
 * letter after it is raised. `$` goes, too: it marks the names that generated code adds of its own.
 */

const wordStart = /^[\p{ID_Start}_]/u;
const invalid = /[^\p{ID_Continue}\u200c\u200d]+/u;

/** Decodes .NET's `_xNNNN_` escapes (`XmlConvert.EncodeName`). */
function decodeXmlName(name: string): string {
  return name.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function raiseFirst(text: string): string {
  const first = text.codePointAt(0);
  if (first === undefined) return '';
  const letter = String.fromCodePoint(first);
  const raised = letter.toUpperCase();
  if (raised === letter) return text;
  // some letters become several in upper case; they stay as they are
  return (raised.length === letter.length ? raised : letter) + text.slice(letter.length);
}

function lowerFirst(text: string): string {
  const first = text.codePointAt(0);
  if (first === undefined) return '';
  const letter = String.fromCodePoint(first);
  const lowered = letter.toLowerCase();
  if (lowered === letter) return text;
  return (lowered.length === letter.length ? lowered : letter) + text.slice(letter.length);
}

/**
 * What nearly all names are: nothing to drop, nothing to decode, and as identifiers good in any
 * place.
 */
const ordinary = /^[A-Za-z][A-Za-z0-9]*$/;
/** Names of which nothing is dropped. */
const whole = /^\w+$/;

/** Identifier characters of a name; the letter after dropped ones is raised. */
function clean(name: string): string {
  if (whole.test(name) && !name.includes('_x')) return name;
  return decodeXmlName(name)
    .split(invalid)
    .filter((part) => part !== '')
    .map((part, index) => (index === 0 ? part : raiseFirst(part)))
    .join('');
}

/** Name of a type, interface or constant: first letter raised. */
export function pascalName(name: string): string {
  if (ordinary.test(name)) return raiseFirst(name);
  const text = raiseFirst(clean(name));
  return wordStart.test(text) ? text : `_${text}`;
}

/** Name of a method or property that stands for a service or operation: first letter lowered. */
export function camelName(name: string): string {
  if (ordinary.test(name)) return lowerFirst(name);
  const text = lowerFirst(clean(name));
  return wordStart.test(text) ? text : `_${text}`;
}

/** A name as it is spelled, without what cannot be in an identifier. */
export function identifierName(name: string): string {
  const text = clean(name);
  return wordStart.test(text) ? text : `_${text}`;
}

/**
 * Name of a local variable for a property: `$` and the property, other characters than those of
 * identifiers as their code. Properties that generated code adds begin with `$` themselves, which
 * keeps `$value` and a contract's `value` apart.
 */
export function variableName(property: string): string {
  if (/^\w+$/.test(property)) return `$${property}`;
  const text = property.replace(
    /[^\p{ID_Continue}$]/gu,
    (character) => `_${(character.codePointAt(0) ?? 0).toString(16)}_`,
  );
  return `$${text}`;
}

/** Words of a URI that say nothing about what it names. */
const idle: ReadonlySet<string> = new Set([
  ...['http', 'https', 'urn', 'www', 'com', 'org', 'net', 'edu', 'gov', 'info', 'index', 'html'],
  ...['schemas', 'schema', 'xsd', 'xml', 'wsdl', 'soap', 'service', 'services', 'types', 'type'],
  ...['asmx', 'svc', 'ws', 'api', 'ns', 'namespace', 'namespaces'],
]);

/** Words of the namespaces met so far: a contract has few, and asks for each many times. */
const words = new Map<string, string>();

/**
 * Short name of a namespace: its last telling segment, such as `Common` for
 * `http://example.org/common/v1`.
 */
export function namespaceWord(uri: string): string {
  const known = words.get(uri);
  if (known !== undefined) return known;
  const word = tellingWord(uri);
  words.set(uri, word);
  return word;
}

function tellingWord(uri: string): string {
  const segments = uri.split(/[/:#?&=]+/).filter((segment) => segment !== '');
  for (const segment of segments.toReversed()) {
    if (/^v?[\d._-]+$/i.test(segment)) continue;
    const words = segment.split(/[.\s_-]+/).filter((word) => word !== '');
    const telling = words.filter((word) => !idle.has(word.toLowerCase()) && !/^\d+$/.test(word));
    const name = pascalName(telling.map(raiseFirst).join(''));
    if (telling.length > 0 && name !== '_') return name;
  }
  return 'NoNamespace';
}

/**
 * Five letters from a text, the same on every machine (FNV-1a): the last resort of names that
 * clash.
 */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  let letters = '';
  for (let count = 0; count < 5; count += 1) {
    letters += String.fromCharCode(97 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return raiseFirst(letters);
}
