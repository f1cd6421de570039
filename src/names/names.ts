/**
 * Converts names of the contract to identifiers with a closed alphabet. ASCII letters, digits and
 * `_` stay, and so do letters of other scripts that are identifier characters in every version of
 * Unicode that TypeScript knows, and have no decomposition. Everything else is dropped, and the
 * next letter becomes upper case. `$` is dropped, too: it marks the names that generated code adds.
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
  // some letters become several in upper case; they stay unchanged
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

/** Matches nearly all names: nothing to drop or decode, and valid identifiers everywhere. */
const ordinary = /^[A-Za-z][A-Za-z0-9]*$/;
/** Names from which nothing is dropped. */
const whole = /^\w+$/;

/** Identifier characters of a name. The letter after dropped ones becomes upper case. */
function clean(name: string): string {
  if (whole.test(name) && !name.includes('_x')) return name;
  return decodeXmlName(name)
    .split(invalid)
    .filter((part) => part !== '')
    .map((part, index) => (index === 0 ? part : raiseFirst(part)))
    .join('');
}

/** Name of a type, interface or constant, with its first letter in upper case. */
export function pascalName(name: string): string {
  if (ordinary.test(name)) return raiseFirst(name);
  const text = raiseFirst(clean(name));
  return wordStart.test(text) ? text : `_${text}`;
}

/**
 * Name of a method, or of a property for a service or operation, with its first letter in lower
 * case.
 */
export function camelName(name: string): string {
  if (ordinary.test(name)) return lowerFirst(name);
  const text = lowerFirst(clean(name));
  return wordStart.test(text) ? text : `_${text}`;
}

/** A name as spelled, without characters that identifiers do not allow. */
export function identifierName(name: string): string {
  const text = clean(name);
  return wordStart.test(text) ? text : `_${text}`;
}

/** Words of a URI that do not describe what it names. */
const idle: ReadonlySet<string> = new Set([
  ...['http', 'https', 'urn', 'www', 'com', 'org', 'net', 'edu', 'gov', 'info', 'index', 'html'],
  ...['schemas', 'schema', 'xsd', 'xml', 'wsdl', 'soap', 'service', 'services', 'types', 'type'],
  ...['asmx', 'svc', 'ws', 'api', 'ns', 'namespace', 'namespaces'],
]);

/** A cache of namespace words: a contract has few namespaces, each used many times. */
const words = new Map<string, string>();

/**
 * Short name of a namespace: its last descriptive segment, such as `Common` for
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
 * Five letters derived from a text, the same on every machine (FNV-1a): the last resort for
 * conflicting names.
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
