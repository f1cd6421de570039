import { namespaces } from '../model/common/namespaces.ts';
import { EOF, START } from '../runtime/xml/reader.ts';
import { XmlError } from '../runtime/xml/xml-error.ts';
import { currentNamespace } from './schema-drafts.ts';
import { withoutDocumentType } from './text/document-type.ts';
import { TreeReader } from './tree-reader.ts';

/** Number of characters examined to recognise the kind of a text. */
const sample = 4096;

/**
 * Describes the target of an import that is neither WSDL nor XML Schema. Imports of a foreign
 * contract may name any file of this machine, so nothing of its text is disclosed but the name of
 * its root element.
 *
 * @param bytes the file
 * @param text its decoded text
 * @returns `undefined` for WSDL and XML Schema, otherwise for example `an HTML page`
 */
export function foreignKind(bytes: Uint8Array, text: string): string | undefined {
  if (!text.includes('<')) return kindOfText(bytes, text);
  const root = rootNameOf(text);
  if (root === undefined) return kindOfText(bytes, text);
  const { namespace, local } = root;
  if (namespace === namespaces.xsd && local === 'schema') return undefined;
  if (namespace === namespaces.wsdl && local === 'definitions') return undefined;
  if (local.toLowerCase() === 'html') return 'an HTML page';
  const where = namespace === '' ? 'no namespace' : `namespace '${namespace.slice(0, 200)}'`;
  return `XML with root element '${local.slice(0, 200)}' of ${where}`;
}

/**
 * What a file is that a user took for a contract, if its text should not be read or shown: bytes
 * that are no text, or a description of another kind.
 */
export function otherThanContract(
  bytes: Uint8Array,
  text: string,
): { readonly what: string; readonly help: string } | undefined {
  const [first, second] = bytes;
  if (first === 0x1f && second === 0x8b) {
    return { what: 'compressed with gzip', help: 'Unpack it first, with gunzip' };
  }
  if (first === 0x50 && second === 0x4b) {
    return { what: 'a ZIP archive', help: 'Unpack it, and name the contract in it' };
  }
  const start = text.slice(0, sample);
  // other control characters may occur in texts, which are then shown escaped
  if (start.includes('\0')) {
    return { what: 'a binary file', help: 'Name a WSDL or a YAML contract' };
  }
  const [, kind] = /^\s*(?:\{\s*)?["']?(openapi|swagger)["']?\s*:/m.exec(start) ?? [];
  if (kind === undefined || start.trimStart().startsWith('<')) return undefined;
  return { what: 'an OpenAPI document', help: 'asmx-gen reads WSDL and writes OpenAPI' };
}

/** Name of the root element; `undefined` if the text up to it is not well-formed. */
function rootNameOf(text: string): { namespace: string; local: string } | undefined {
  try {
    const reader = new TreeReader(withoutDocumentType(text));
    if (reader.nextTag() !== START) return undefined;
    const { local } = reader;
    const namespace = currentNamespace(reader.namespace);
    if (local !== 'definitions' || namespace !== '') return { namespace, local };
    // its children show what it is
    for (let token = reader.nextTag(); token !== EOF; token = reader.nextTag()) {
      if (reader.namespace === namespaces.wsdl) return { namespace: namespaces.wsdl, local };
    }
    return { namespace, local };
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

function kindOfText(bytes: Uint8Array, text: string): string {
  const start = text.trimStart().slice(0, sample);
  if (start === '' && (text !== '' || bytes.length === 0)) return 'an empty file';
  if (start === '' || isBinary(start)) return 'a binary file';
  if (isWebPage(text)) return 'an HTML page';
  if (start.startsWith('<')) return 'XML that is not well-formed';
  if (/^[{[]/.test(start) && isJson(text)) return 'JSON';
  return 'a text file';
}

/** Whether a text is a web page, by its beginning. */
export function isWebPage(text: string): boolean {
  return /^<(?:!doctype\s+html|html|head|body|pre)[\s>]/i.test(withoutProlog(text.slice(0, 4096)));
}

/** A text without the XML declaration that XHTML may have, and the comments of browsers. */
function withoutProlog(text: string): string {
  const rest = text.trimStart();
  const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '>' : undefined;
  const at = end === undefined ? -1 : rest.indexOf(end);
  return end === undefined || at < 0 ? rest : withoutProlog(rest.slice(at + end.length));
}

/** Whether there is something that texts do not have: control characters, or undecodable bytes. */
function isBinary(start: string): boolean {
  for (const character of start) {
    const code = character.charCodeAt(0);
    if (code === 0xfffd || (code < 32 && code !== 9 && code !== 10 && code !== 13)) return true;
  }
  return false;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
