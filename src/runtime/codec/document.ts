const declarations =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/**
 * An element as the root of its own document. It declares the prefixes that the envelope would
 * declare, if it uses `xsi:nil` or `xsi:type`.
 */
export function asDocument(root: string): string {
  if (!root.includes(' xsi:') || /^<[^<]*\sxmlns:xsi=/.test(root)) return root;
  return root.replace(/^<[^\s/>]+/, (start) => start + declarations);
}
