import { nameLetters } from '../xml/name-letters.ts';
import { notEncodable } from '../xml/write-text.ts';
import { XmlValueError } from '../xml/xml-error.ts';
import { badText } from './bad-text.ts';
import type { LexicalScope } from './qname.ts';
import { collapse } from './white-space.ts';

/** Length of a name in error messages. */
const SHOWN = 100;

interface NameForms {
  readonly ncName: RegExp;
  readonly nmToken: RegExp;
}

let forms: NameForms | undefined;

/** Names have the characters of XML's second edition, to which XML Schema 1.0 refers. */
function nameForms(): NameForms {
  if (forms === undefined) {
    const { start, part } = nameLetters();
    forms = {
      ncName: new RegExp(`^[${start}][${part}]*$`, 'u'),
      nmToken: new RegExp(`^[${part}:]+$`, 'u'),
    };
  }
  return forms;
}

function isNcName(text: string): boolean {
  return /^[A-Za-z_][\w.-]*$/.test(text) || nameForms().ncName.test(text);
}

function isNmToken(text: string): boolean {
  return /^[\w.:-]+$/.test(text) || nameForms().nmToken.test(text);
}

/** Whether a text is an `xs:Name` (XML 1.0, production Name), which may have colons. */
function isXmlName(text: string): boolean {
  return isNcName(text.replace(/:/g, '_'));
}

/** Whether a text is an `xs:language`. */
function isLanguage(text: string): boolean {
  return /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/.test(text);
}

/** Reads a name. Only strict readers check its form; .NET only trims white space. */
function parseName(
  text: string,
  scope: LexicalScope,
  isName: (text: string) => boolean,
  type: string,
): string {
  const value = collapse(text);
  const checked = scope.strict || scope.inUnion === true;
  if (checked && !isName(value)) throw badText(text, type);
  return value;
}

/** The name to write, without surrounding white space; `''` if it is not a text. */
function collapsed(value: string): string {
  return typeof value === 'string' ? collapse(value) : '';
}

/** Reads `xs:NCName` (XML Schema 2, 3.3.7). */
export function parseXsdNCName(text: string, scope: LexicalScope): string {
  return parseName(text, scope, isNcName, 'NCName');
}

/**
 * Writes `xs:NCName`, `xs:ID`, `xs:IDREF` or `xs:ENTITY` (XML Schema 2, 3.3.7 to 3.3.11).
 *
 * @throws EncodeError not a name, or one with a colon
 */
export function formatXsdNCName(value: string): string {
  const text = collapsed(value);
  if (isNcName(text)) return text;
  throw notEncodable('a name without a colon (NCName)', value);
}

/**
 * Reads `xs:ENTITY` (XML Schema 2, 3.3.11): the name of an unparsed entity that a DTD declares.
 * Messages have no DTD, so no value is valid, and strict readers refuse all.
 */
export function parseXsdENTITY(text: string, scope: LexicalScope): string {
  const value = parseXsdNCName(text, scope);
  if (!scope.strict) return value;
  throw new XmlValueError(`Reference to an undeclared entity, '${value.slice(0, SHOWN)}'.`);
}

/** Reads `xs:Name` (XML Schema 2, 3.3.6). */
export function parseXsdName(text: string, scope: LexicalScope): string {
  return parseName(text, scope, isXmlName, 'Name');
}

/**
 * Writes `xs:Name` (XML Schema 2, 3.3.6).
 *
 * @throws EncodeError not a name
 */
export function formatXsdName(value: string): string {
  const text = collapsed(value);
  if (isXmlName(text)) return text;
  throw notEncodable('an XML name (Name)', value);
}

/** Reads `xs:NMTOKEN` (XML Schema 2, 3.3.4). */
export function parseXsdNmToken(text: string, scope: LexicalScope): string {
  return parseName(text, scope, isNmToken, 'NMTOKEN');
}

/**
 * Writes `xs:NMTOKEN` (XML Schema 2, 3.3.4).
 *
 * @throws EncodeError empty, or characters that names do not have
 */
export function formatXsdNmToken(value: string): string {
  const text = collapsed(value);
  if (isNmToken(text)) return text;
  throw notEncodable('an XML name token (NMTOKEN)', value);
}

/** Reads `xs:language` (XML Schema 2, 3.3.3). */
export function parseXsdLanguage(text: string, scope: LexicalScope): string {
  return parseName(text, scope, isLanguage, 'language');
}

/**
 * Writes `xs:language` (XML Schema 2, 3.3.3).
 *
 * @throws EncodeError not a language tag
 */
export function formatXsdLanguage(value: string): string {
  const text = collapsed(value);
  if (isLanguage(text)) return text;
  throw notEncodable("a language tag such as 'en-US'", value);
}

/** Reads `xs:ID` (XML Schema 2, 3.3.8). */
export function parseXsdID(text: string, scope: LexicalScope): string {
  const name = parseXsdNCName(text, scope);
  scope.names?.push({ name, refers: false });
  return name;
}

/** Reads `xs:IDREF` (XML Schema 2, 3.3.9). */
export function parseXsdIDREF(text: string, scope: LexicalScope): string {
  const name = parseXsdNCName(text, scope);
  scope.names?.push({ name, refers: true });
  return name;
}
