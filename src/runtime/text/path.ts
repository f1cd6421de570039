const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Encodes text as the value of a query parameter. */
export function encodeQueryValue(text: string): string {
  return encodeURIComponent(text.replace(loneSurrogate, '\ufffd'));
}

/**
 * Encodes a path for a link: characters that would end it or have another meaning. Escapes stay
 * unchanged.
 */
export function linkPath(path: string): string {
  return path.replace(/[\s"<>\\^`{|}?#]|%(?![\da-f]{2})|[^\0-\x7f]/giu, encodeQueryValue);
}

/** Makes one slash of several in a row, as IIS does. */
export function singleSlashes(path: string): string {
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
}

/**
 * The one spelling of a path for all that mean the same (RFC 3986, section 6.2.2): one slash of
 * several, and escapes for characters that need them. Escapes of `/`, `\` and `%` stay, because
 * these would have another meaning, and so do those of control characters.
 */
export function canonicalPath(path: string): string {
  const single = singleSlashes(path);
  return linkPath(single.includes('%') ? single.replace(/(?:%[\da-f]{2})+/gi, decodeRun) : single);
}

/** Decodes escapes in a row, unless their bytes are no UTF-8. */
function decodeRun(run: string): string {
  const upper = run.toUpperCase();
  try {
    return decodeURIComponent(upper.replace(/%([01].|2[5F]|5C|7F)/g, '%25$1'));
  } catch {
    return upper;
  }
}
