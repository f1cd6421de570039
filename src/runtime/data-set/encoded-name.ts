/**
 * Characters that names have in XML of every edition. .NET reads names by the fourth one, so that
 * newer letters are encoded.
 */
const nameStart =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u0131\\u0134-\\u013e\\u0141-\\u0148' +
  '\\u014a-\\u017e\\u0180-\\u01c3\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03ce' +
  '\\u0401-\\u040c\\u040e-\\u044f\\u0451-\\u045c\\u045e-\\u0481\\u05d0-\\u05ea' +
  '\\u0621-\\u063a\\u0641-\\u064a\\u3041-\\u3094\\u30a1-\\u30fa\\u4e00-\\u9fa5\\uac00-\\ud7a3';
/** A character that a name cannot have, and an underscore that would be read as an escape. */
const encoded = new RegExp(
  `^[^${nameStart}]|[^${nameStart}\\-.0-9]|_(?=x(?:[0-9A-Fa-f]{4}|[0-9A-Fa-f]{8})_)`,
  'gu',
);
const escapes = /_x([0-9A-Fa-f]{8}|[0-9A-Fa-f]{4})_/g;

/**
 * The name of an XML element for a name of a table or column, as `XmlConvert.EncodeLocalName` of
 * .NET: `Unit Price` is `Unit_x0020_Price`.
 */
export function encodeName(name: string): string {
  return name.replace(encoded, (character) => {
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
