const declarations =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/**
 * An element as the root of a document of its own: it declares the prefixes that an envelope would
 * have declared around it, where anything in it says that it is nil or of which type it is.
 */
export function asDocument(root: string): string {
  if (!root.includes(' xsi:') || /^<[^<]*\sxmlns:xsi=/.test(root)) return root;
  return root.replace(/^<[^\s/>]+/, (start) => start + declarations);
}
