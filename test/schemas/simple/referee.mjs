// Where xmllint (libxml2 2.9 to 2.14) is wrong about a value, or the standard leaves it open.

/** Whether an error about a schema that xmllint accepts is right. */
export function isBeyondReferee(error) {
  // it compares lengths of one step alone (XML Schema 2, 4.3.2.4)
  return /^ASMX3003 'minLength' \d+ is above 'maxLength' \d+$/.test(error);
}

/**
 * Whether a verdict of xmllint is one of those that do not count.
 *
 * @param complaint `undefined` where it accepts the message
 * @param said errors of the reader
 * @param written what the codecs made of the message, where the verdict is about that
 */
export function refereeErrs(complaint, message, said = [], written = message.text) {
  return faults.some((fault) => fault(complaint ?? '', message, written, said));
}

const labelsOf = ({ slots }) =>
  slots.flatMap((slot) =>
    [slot.type, slot.derived, slot.attribute].flatMap((type) => type?.labels ?? []),
  );

const refusedTexts = (complaint) =>
  /'([^']*)' (?:is not a valid value|has no corresponding)/.exec(complaint)?.[1] ?? '';
const has = (message, names) => labelsOf(message).some((label) => names.test(label));

const faults = [
  /** White space around integers and QNames is not collapsed (XML Schema 2, 4.3.6). */
  function blanksAround(complaint, message) {
    return (
      /^\s|\s$/.test(refusedTexts(complaint)) ||
      /: '$/.test(complaint) ||
      (/The value '(?:\s[^']*|[^']*\s)' is not/.test(complaint) &&
        !has(message, /^(?:string|normalizedString)/))
    );
  },
  /** Signs of unsigned integers: 1.0 has digits alone (3.3.21), 1.1 takes a sign as .NET does. */
  function signsOfUnsigned(complaint, message) {
    return /(?:^|\s)[+-]\d/.test(refusedTexts(complaint)) && has(message, /^unsigned/);
  },
  /**
   * A fixed value that is empty, or a list, is not compared by value (XML Schema 1, 3.3.4 clause
   * 5.2.2).
   */
  function fixedTexts(complaint, { slots }) {
    if (/does not match the fixed value constraint/.test(complaint)) return true;
    const idle = (slot) => slot.isFixed && (slot.initial.trim() === '' || isListed(slot.type));
    return complaint === '' && slots.some(idle);
  },
  /**
   * QNames are read with more characters, those beyond the BMP among them, as names are in the
   * fifth edition of XML 1.0 (2.3).
   */
  function laterNames(complaint, message) {
    if (complaint === '' || !/[２\u{10000}-\u{effff}]/u.test(message.text)) return false;
    return has(message, /QName|NOTATION/);
  },
  /** That references lead to an ID is not looked at (XML Schema 1, 3.15.4). */
  function references(complaint, _message, _written, said) {
    return complaint === '' && said.some((one) => /undeclared ID/.test(one));
  },
  /** An exponent without digits is taken (XML Schema 2, 3.2.4). */
  function emptyExponents(complaint, { text }) {
    return complaint === '' && /\d[eE][+-]?(?![\d+-])/.test(text);
  },
  /**
   * Decimals of more than 24 digits are refused: a processor has to take 18 (XML Schema 2, 3.2.3).
   */
  function longDecimals(complaint) {
    return refusedTexts(complaint).replace(/\D/g, '').length > 24;
  },
  /** Characters that are none of base64 are passed over (XML Schema 2, 3.2.16). */
  function otherThanBase64(complaint, message) {
    return complaint === '' && has(message, /^base64Binary/);
  },
  /** Empty lists of names are taken (XML Schema 2, 3.3.5, 3.3.10, 3.3.12). */
  function emptyNames(complaint, message) {
    return complaint === '' && has(message, /^(?:NMTOKENS|IDREFS|ENTITIES)/);
  },
  /**
   * Zones play no part, or a wrong one, in the order of times, parts of dates, and years next to 0
   * (XML Schema 2, 3.2.7.4).
   */
  function orderOfZones(complaint, message) {
    if (!has(message, /^(?:time|g[A-Z]\w+|date(?:Time)?)/) || !has(message, /Inclusive|Exclusive/))
      return false;
    if (complaint !== '' && !/(?:In|Ex)clusive/.test(complaint)) return false;
    return has(message, /^(?:time|g[A-Z])/) || /-?000\d-/.test(message.text);
  },
  /**
   * An unprefixed QName where `xmlns=""` is written is taken for another than one where nothing is
   * (Namespaces in XML 1.0, 6.2).
   */
  function emptyNamespace(complaint, message, written) {
    return (
      /facet 'enumeration'/.test(complaint) &&
      has(message, /^QName/) &&
      written.includes('xmlns=""')
    );
  },
  /** Facets of a union that is a member of another are not looked at (XML Schema 2, 4.1.4). */
  function nestedUnions(complaint, { slots }) {
    return (
      complaint === '' &&
      slots.some(({ type, derived, attribute }) =>
        [type, derived, attribute].some((one) => one !== undefined && nestsUnion(one)),
      )
    );
  },
];

const isListed = (type) => type.family === 'list' || (type.members ?? []).some(isListed);

/** Whether a restricted union is inside of another union, at any depth. */
function nestsUnion(type, inside = false) {
  const union = type.family === 'union';
  if (inside && union && type.base !== undefined) return true;
  return [...(type.members ?? []), ...(type.item === undefined ? [] : [type.item])].some((one) =>
    nestsUnion(one, inside || union),
  );
}
