import { nameLetters } from '../xml/name-letters.ts';

const escapes = /_x([0-9A-Fa-f]{8}|[0-9A-Fa-f]{4})_/gi;

let encoded: RegExp | undefined;

/**
 * What a name cannot have: other characters than those of XML 1.0 up to its fourth edition, and an
 * underscore that would be read as an escape. .NET finds the rows and columns of a message by its
 * own form of their names alone, so that a difference here loses values.
 */
function encodedCharacters(): RegExp {
  if (encoded === undefined) {
    const { start, part } = nameLetters();
    const underscore = '_(?=[xX](?:[0-9A-Fa-f]{4}|[0-9A-Fa-f]{8})_)';
    encoded = new RegExp(`^[^${start}]|[^${part}]|${underscore}`, 'gu');
  }
  return encoded;
}

/**
 * The name of an XML element for a name of a table or column, as `XmlConvert.EncodeLocalName` of
 * .NET: `Unit Price` is `Unit_x0020_Price`.
 */
export function encodeName(name: string): string {
  return name.replace(encodedCharacters(), (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `_x${code.padStart(code.length > 4 ? 8 : 4, '0')}_`;
  });
}

/** The name that an XML element stands for, as `XmlConvert.DecodeName`. */
export function decodeName(name: string): string {
  return name.replace(escapes, (whole: string, code: string) => {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
