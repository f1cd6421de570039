import { END, EOF, START, TEXT } from '../../src/runtime/xml/errors.ts';
import { XmlReader, type XmlReaderOptions } from '../../src/runtime/xml/reader.ts';

/** Reads a document to its end: `<{ns}local a=v`, `"text` and `>{ns}local` for each token. */
export function readEvents(source: string, options?: XmlReaderOptions): string[] {
  const reader = new XmlReader(source, options);
  const events: string[] = [];
  for (let token = reader.next(); token !== EOF; token = reader.next()) {
    const name = reader.namespace === '' ? reader.local : `{${reader.namespace}}${reader.local}`;
    if (token === START) {
      const attributes = reader.attributes.map((item) => {
        const key = item.namespace === '' ? item.local : `{${item.namespace}}${item.local}`;
        return ` ${key}=${item.value}`;
      });
      events.push(`<${name}${attributes.join('')}`);
    } else if (token === TEXT) events.push(`"${reader.textValue}`);
    else if (token === END) events.push(`>${name}`);
  }
  return events;
}

/** The error reading a document ends with; fails the test when there is none. */
export function readError(read: () => unknown): unknown {
  try {
    read();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}
