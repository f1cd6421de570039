import { describe, expect, test } from '@jest/globals';
import { SaxesParser } from 'saxes';
import { END, EOF, START, TEXT, XmlError } from '../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { createRandom } from './random.ts';
import { mutate, randomDocument } from './random-xml.ts';

const xmlns = 'http://www.w3.org/2000/xmlns/';

// saxes cuts spaces off namespace names, which the standard does not ask for.
const expanded = (name: { namespace: string; local: string }): string =>
  `{${name.namespace.trim()}}${name.local}`;

/** What a document says, one line for each tag and text; undefined when it is refused. */
function readOwn(source: string): readonly string[] | undefined {
  const lines: string[] = [];
  try {
    const reader = new XmlReader(source);
    for (let token = reader.next(); token !== EOF; token = reader.next()) {
      const name = expanded(reader);
      if (token === START) {
        const attributes = reader.attributes.map((a) => `${expanded(a)}=${a.value}`);
        lines.push(`<${name} ${attributes.sort().join(' ')}`);
      } else if (token === END) lines.push(`>${name}`);
      else if (token === TEXT) lines.push(`"${reader.textValue}`);
    }
    return lines;
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

/**
 * What saxes lets through although Namespaces in XML 1.0 (3) does not: a local name that starts
 * like no name.
 */
function startsLikeNoName(name: string): boolean {
  return /(?:^|:)[-.·\d]/.test(name);
}

function readSaxes(source: string): readonly string[] | undefined {
  const lines: string[] = [];
  let text = '';
  let depth = 0;
  const flush = (): void => {
    if (text !== '') lines.push(`"${text}`);
    text = '';
  };
  const parser = new SaxesParser({ xmlns: true });
  const add = (piece: string): void => {
    if (depth > 0) text += piece;
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('doctype');
  });
  parser.on('processinginstruction', ({ target, body }) => {
    // White space must be between the two (XML 1.0, 2.6), and the target has no colon.
    if (target.includes(':') || (body.startsWith('?') && source.includes(`<?${target}${body}`))) {
      throw new Error('instruction');
    }
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', (tag) => {
    flush();
    const raws = [tag.name, ...Object.keys(tag.attributes)];
    if (raws.some(startsLikeNoName)) throw new Error('name');
    depth += 1;
    const attributes = Object.values(tag.attributes)
      .filter((attribute) => attribute.uri !== xmlns)
      .map((attribute) => `{${attribute.uri}}${attribute.local}=${attribute.value}`);
    lines.push(`<{${tag.uri}}${tag.local} ${attributes.sort().join(' ')}`);
  });
  parser.on('closetag', (tag) => {
    flush();
    depth -= 1;
    lines.push(`>{${tag.uri}}${tag.local}`);
  });
  try {
    parser.write(source).close();
    return lines;
  } catch {
    return undefined;
  }
}

function compare(source: string): 'accepted' | 'refused' {
  const own = readOwn(source);
  const other = readSaxes(source);
  if (JSON.stringify(own) !== JSON.stringify(other)) {
    // The document belongs to the failure, or no one could find it again.
    expect({ source, events: own }).toEqual({ source, events: other });
  }
  return own === undefined ? 'refused' : 'accepted';
}

function tally(
  count: number,
  create: (seed: number) => string,
): { accepted: number; refused: number } {
  const result = { accepted: 0, refused: 0 };
  for (let seed = 1; seed <= count; seed++) result[compare(create(seed))] += 1;
  return result;
}

describe('the scanner and saxes agree', () => {
  test('on 2000 random documents, most of them well-formed', () => {
    const { accepted, refused } = tally(2000, (seed) => randomDocument(createRandom(seed)));
    expect(accepted).toBeGreaterThan(1400);
    expect(refused).toBeGreaterThan(20);
  });

  test('on 4000 documents with a few characters changed', () => {
    const { accepted, refused } = tally(4000, (seed) => {
      const random = createRandom(seed + 1_000_000);
      return mutate(random, randomDocument(random));
    });
    expect(accepted).toBeGreaterThan(500);
    expect(refused).toBeGreaterThan(1000);
  });
});
