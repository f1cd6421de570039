import { describe, expect, test } from '@jest/globals';
import { EOF, START, TEXT, XmlError } from '../../src/runtime/xml/errors.ts';
import { appendText, markOf, resetTo, XmlReader } from '../../src/runtime/xml/reader.ts';
import { expectIs } from '../expect-is.ts';
import { createRandom } from './random.ts';
import { randomDocument } from './random-xml.ts';
import { readError } from './read-events.ts';

/** Reads the texts of `<i>` elements from pieces, each cut after a `>` as a stream has to. */
function readPieces(pieces: readonly string[]): string[] {
  const reader = new XmlReader(pieces[0] ?? '');
  const items: string[] = [];
  let piece = 1;
  for (;;) {
    const mark = markOf(reader);
    try {
      const token = reader.nextTag();
      if (token === EOF) return items;
      if (token === START && reader.local === 'i') items.push(reader.leaf());
    } catch (error) {
      if (!(error instanceof XmlError) || error.code !== 'incomplete' || piece >= pieces.length)
        throw error;
      resetTo(reader, mark);
      appendText(reader, pieces[piece++] ?? '');
    }
  }
}

describe('a document in pieces', () => {
  const source =
    '<?xml version="1.0" encoding="utf-8"?>\n<p:r xmlns:p="u"><l><i>1</i><i>&amp;2</i></l>\r\n<l><i/><i>x<![CDATA[>y]]></i></l></p:r>\n';

  test('reads the same wherever it is cut', () => {
    const ends = [...source.matchAll(/>/g)].map((match) => match.index + 1);
    for (const first of ends) {
      for (const second of ends.filter((end) => end > first)) {
        const pieces = [source.slice(0, first), source.slice(first, second), source.slice(second)];
        expect(readPieces(pieces)).toEqual(['1', '&2', '', 'x>y']);
      }
    }
  });

  test('may start with nothing', () => {
    expect(readPieces(['', source])).toHaveLength(4);
  });

  test('reports places in the whole of it', () => {
    const error = readError(() => readPieces(['<r>\n<i>1</i>', '\n<i>2</i>\n', '<i>3</j>']));
    expect(error).toMatchObject({ line: 4, column: 7, offset: 28 });
  });

  test('goes on after a mark as if nothing had been read', () => {
    const reader = new XmlReader('<r><a><b>1</b>');
    reader.nextTag();
    const mark = markOf(reader);
    reader.nextTag();
    reader.nextTag();
    expect(() => reader.skip()).not.toThrow();
    expect(() => reader.nextTag()).toThrow(XmlError);
    resetTo(reader, mark);
    expect(reader.depth).toBe(1);
    appendText(reader, '</a></r>');
    expect(reader.nextTag()).toBe(START);
    expect(reader.local).toBe('a');
    reader.skip();
    expect([reader.nextTag(), reader.nextTag()]).toEqual([2, EOF]);
  });

  test('reads the same again after going back, however far it has looked ahead', () => {
    const random = createRandom(42);
    const step = (reader: XmlReader): string => {
      const token = reader.next();
      return token === TEXT ? reader.textValue : `${token} ${reader.namespace} ${reader.local}`;
    };
    let compared = 0;
    for (let count = 0; count < 400; count++) {
      const source = `<r>a ${randomDocument(random).replace(/<\?xml .*?\?>/s, '')} b&lt;</r>`;
      const once = new XmlReader(source);
      const again = new XmlReader(source, { detach: random.chance(0.5) });
      try {
        while (once.depth > 0 || once.position === 0) {
          const mark = markOf(again);
          const expected = step(once);
          for (let ahead = random.integer(6); ahead > 0 && again.depth >= mark.depth; ahead--)
            random.chance(0.5) ? again.next() : again.nextTag();
          resetTo(again, mark);
          expectIs(step(again), expected, source);
          compared += 1;
        }
      } catch (error) {
        if (!(error instanceof XmlError)) throw error;
      }
    }
    expect(compared).toBeGreaterThan(2000);
  });

  test('that never ends is incomplete', () => {
    expect(readError(() => readPieces(['<r>', '<i>1</i>']))).toMatchObject({ code: 'incomplete' });
  });
});
