import { EncodeError, notEncodable } from './encode-error.ts';

// One test for the usual text, which has none of these; surrogates are looked at in pairs once there is one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const specialInText = /[&<>\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const specialInAttribute = /[&<>"\t\n\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/;

function textEntity(code: number): string | undefined {
  switch (code) {
    case 38:
      return '&amp;';
    case 60:
      return '&lt;';
    case 62:
      return '&gt;';
    case 13:
      return '&#xD;';
    default:
      return undefined;
  }
}

function attributeEntity(code: number): string | undefined {
  switch (code) {
    case 34:
      return '&quot;';
    case 9:
      return '&#x9;';
    case 10:
      return '&#xA;';
    default:
      return textEntity(code);
  }
}

function forbidden(text: string, at: number, owner: object | undefined, name: string): EncodeError {
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return new EncodeError(`XML cannot carry the character U+${code} at index ${at}.`, owner, name);
}

function escapeSpecial(
  text: string,
  entity: (code: number) => string | undefined,
  owner: object | undefined,
  name: string,
): string {
  let out = '';
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const replacement = entity(code);
    if (replacement !== undefined) {
      out += text.slice(start, at) + replacement;
      start = at + 1;
    } else if (code < 32 && code !== 9 && code !== 10) {
      throw forbidden(text, at, owner, name);
    } else if (code >= 0xd800) {
      if (code <= 0xdbff) {
        const low = text.charCodeAt(at + 1);
        if (!(low >= 0xdc00 && low <= 0xdfff)) throw forbidden(text, at, owner, name);
        at += 1;
      } else if (code <= 0xdfff || code >= 0xfffe) throw forbidden(text, at, owner, name);
    }
  }
  return out + text.slice(start);
}

/**
 * Escapes character data as ASMX does: `& < >` as entities, CR as `&#xD;`, everything else as it is.
 *
 * @param owner object that holds the text, for the error
 * @throws EncodeError a character XML cannot carry, or half a surrogate pair
 */
export function escapeText(text: string, owner?: object | undefined, name = ''): string {
  return specialInText.test(text) ? escapeSpecial(text, textEntity, owner, name) : text;
}

/**
 * Escapes an attribute value for double quotes; also TAB, LF and CR, which a reader would turn into blanks.
 *
 * @param owner object that holds the text, for the error
 * @throws EncodeError a character XML cannot carry, or half a surrogate pair
 */
export function escapeAttribute(text: string, owner?: object | undefined, name = ''): string {
  return specialInAttribute.test(text) ? escapeSpecial(text, attributeEntity, owner, name) : text;
}

/** Writes a string as character data. */
export function formatXsdString(value: string, owner: object, name: string): string {
  if (typeof value !== 'string') throw notEncodable('a string', value, owner, name);
  return specialInText.test(value) ? escapeSpecial(value, textEntity, owner, name) : value;
}

/** Writes a string as an attribute value. */
export function formatXsdStringAttribute(value: string, owner: object, name: string): string {
  if (typeof value !== 'string') throw notEncodable('a string', value, owner, name);
  return specialInAttribute.test(value)
    ? escapeSpecial(value, attributeEntity, owner, name)
    : value;
}
