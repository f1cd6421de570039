/** The start of a text from the network, on one line. */
export function shown(text: string, length: number): string {
  return clip(text, length).replace(/\r/g, '\\r').replace(/\n/g, '\\n');
}

/**
 * The start of a text from the network. Characters that would move the cursor or change colours in
 * a terminal are escaped; line breaks stay.
 */
export function clip(text: string, length: number): string {
  const start = text.length > length ? `${text.slice(0, length)}…` : text;
  return start.replace(
    /(?![\t\r\n])[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
