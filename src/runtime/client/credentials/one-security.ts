import { wsseNamespace } from '../../wss/names.ts';
import { START, XmlReader } from '../../xml/reader.ts';
import { joiner } from '../security.ts';

/** An entry of `soap:Header` that may be a Security header. */
interface HeaderEntry {
  text: string;
  readonly tag: string;
  /** Actor or role; `undefined` if it is another header. */
  readonly receiver: string | undefined;
  mustUnderstand: boolean;
  readonly children: readonly HeaderChild[];
}

interface HeaderChild {
  readonly tag: string;
  readonly rest: string;
  readonly isTimestamp: boolean;
}

/**
 * Joins Security headers from now on: called by what writes one, so that other clients do not carry
 * the code.
 */
export function joinSecurityHeaders(): void {
  joiner.join = withOneSecurity;
}

/**
 * SOAP headers with one Security header for each receiver (SOAP Message Security 1.1.1, section 5):
 * what further ones hold is added to the first. A Timestamp is there once (section 10).
 *
 * @param xml Entries of `soap:Header`.
 */
function withOneSecurity(xml: string): string {
  if (!/Security[\s/>][\s\S]*<[^<>]*\bSecurity[\s/>]/.test(xml)) return xml;
  const reader = new XmlReader(`<a xmlns:soap="a" xmlns:xsi="b" xmlns:xsd="c">${xml}</a>`);
  const entries: HeaderEntry[] = [];
  reader.next();
  while (reader.nextTag() === START) {
    const entry = readEntry(reader);
    const { receiver } = entry;
    const first = entries.find((one) => receiver !== undefined && one.receiver === receiver);
    if (first === undefined) entries.push(entry);
    else addTo(first, entry);
  }
  return entries.map((one) => one.text).join('');
}

function readEntry(reader: XmlReader): HeaderEntry {
  const { source, offset, position, attributes, local, namespace } = reader;
  const value = (name: RegExp): string =>
    attributes.find((one) => one.namespace !== '' && name.test(one.local))?.value.trim() ?? '';
  const isSecurity = local === 'Security' && namespace === wsseNamespace;
  const children: HeaderChild[] = [];
  while (reader.nextTag() === START) {
    const { offset: from, position: to } = reader;
    const isTimestamp = reader.local === 'Timestamp';
    reader.skip();
    const rest = source.slice(to, reader.position);
    children.push({ tag: source.slice(from, to), rest, isTimestamp });
  }
  return {
    text: source.slice(offset, reader.position),
    tag: source.slice(offset, position),
    receiver: isSecurity ? value(/^(?:actor|role)$/) : undefined,
    mustUnderstand: /1|true/.test(value(/^mustUnderstand$/)),
    children,
  };
}

/** Adds to a Security header what another one holds. */
function addTo(first: HeaderEntry, { tag, children, mustUnderstand }: HeaderEntry): void {
  const known = declarationsIn(first.tag);
  const outer = declarationsIn(tag);
  if (known.has('xmlns') && !outer.has('xmlns')) outer.set('xmlns', ' xmlns=""');
  const isTimed = /[<:]Timestamp[\s>]/.test(first.text);
  const added = children.map((child) => {
    if (isTimed && child.isTimestamp) return '';
    const own = declarationsIn(child.tag);
    const more = [...outer].filter(([name, text]) => known.get(name) !== text && !own.has(name));
    return child.tag.replace(startOfTag, `$&${more.map(([, text]) => text).join('')}`) + child.rest;
  });
  const [name = ''] = startOfTag.exec(first.tag) ?? [];
  const end = `</${name.slice(1)}`;
  const text = first.text.replace(/\s*\/>$/, `>${end}>`);
  const at = text.lastIndexOf(end);
  first.text = text.slice(0, at) + added.join('') + text.slice(at);
  if (!mustUnderstand || first.mustUnderstand) return;
  first.text = first.text.replace(startOfTag, '$& soap:mustUnderstand="1"');
  first.mustUnderstand = true;
}

const startOfTag = /^<[^\s/>]+/;

/** Namespace declarations of a start tag, by name. */
function declarationsIn(tag: string): Map<string, string> {
  const found = tag.matchAll(/\s(xmlns(?::[^\s=]+)?)\s*=\s*(?:"[^"]*"|'[^']*')/g);
  return new Map([...found].map(([text, name = '']) => [name, text]));
}
