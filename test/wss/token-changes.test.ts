import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Element,
  elementsOf,
  readMessage,
  readTree,
  within,
} from '../../src/runtime/signatures/message.ts';
import { type SamlIdentity, verifySaml } from '../../src/runtime/wss.ts';
import { runs } from '../runs.ts';
import { input, sender } from './messages.ts';
import { type Make, messageOf, tokenRules, tokens } from './token-matrix.ts';

/**
 * Whatever is moved, repeated, wrapped or left out in a message of another make: it is refused, or
 * the handler gets the same input of the same subject.
 */
const messages = tokens.flatMap((token) => {
  const [make] = Object.keys(token.ways) as Make[];
  const xml = make === undefined ? undefined : messageOf(make, token);
  return xml === undefined ? [] : [{ token, xml }];
});

/** Where an element is in the text. */
interface Range {
  readonly from: number;
  readonly to: number;
}

function rangeOf(text: string, { start, content, end, isEmptyTag }: Element): Range {
  return { from: start, to: isEmptyTag ? content : text.indexOf('>', end) + 1 };
}

/** One change: of an element, or of another one put to it. */
type Change = (text: string, one: Range, other: Range) => string;
const textOf = (text: string, { from, to }: Range): string => text.slice(from, to);
const put = (text: string, at: number, more: string): string =>
  text.slice(0, at) + more + text.slice(at);
const without = (text: string, { from, to }: Range): string => text.slice(0, from) + text.slice(to);
const renamed = (xml: string): string => xml.replace(/ (?:wsu:Id|ID|AssertionID|Id)="[^"]*"/, '');

const changes: Readonly<Record<string, Change>> = {
  'is left out': without,
  'is repeated': (text, one) => put(text, one.to, textOf(text, one)),
  'is repeated without its ID': (text, one) => put(text, one.from, renamed(textOf(text, one))),
  'is before another': (text, one, other) => put(text, other.from, textOf(text, one)),
  'is after another, without its ID': (text, one, other) =>
    put(text, other.to, renamed(textOf(text, one))),
  'takes the place of another': (text, one, other) =>
    put(without(text, other), other.from, textOf(text, one)),
  'is wrapped': (text, one) =>
    put(without(text, one), one.from, `<w xmlns="urn:w">${textOf(text, one)}</w>`),
  'has another name in it': (text, one) =>
    without(text, one).slice(0, one.from) +
    textOf(text, one).replaceAll('>ada<', '>eve<') +
    text.slice(one.to),
  'has a comment in it': (text, one) =>
    text.slice(0, one.from) +
    textOf(text, one).replaceAll('>ada<', '>a<!-- -->da<') +
    text.slice(one.to),
  'is elsewhere, and one with another name in its place': (text, one, other) => {
    const forged = renamed(textOf(text, one)).replaceAll('>ada<', '>eve<');
    const moved = put(without(text, one), one.from, forged);
    const at =
      other.from < one.from ? other.from : other.from + forged.length - (one.to - one.from);
    return put(moved, Math.max(0, Math.min(at, moved.length)), textOf(text, one));
  },
};

describe.each(messages)('$token.words', ({ xml }) => {
  const all = [...within(readTree(xml).root)];
  const { header, body } = readMessage(xml);
  const inHeader = header === undefined ? [] : [...within(header)];
  const places = [...inHeader, body, ...elementsOf(body)];

  const rangeIn = (elements: readonly Element[], at: number): Range =>
    rangeOf(xml, elements[at] ?? readTree(xml).root);

  test('changes of elements never change who calls', async () => {
    const right = await sender(verifySaml(tokenRules))(xml);
    const subject = (found: unknown): unknown => {
      const { id, issuer, nameId, attributes, confirmation } = found as SamlIdentity;
      return { id, issuer, nameId, attributes, confirmation };
    };
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(changes)),
        fc.nat({ max: places.length - 1 }),
        fc.nat({ max: all.length - 1 }),
        async (name, one, other) => {
          const changed = changes[name]?.(xml, rangeIn(places, one), rangeIn(all, other)) ?? xml;
          const found = await sender(verifySaml(tokenRules))(changed);
          if (found.identity === undefined) return;
          accepted += 1;
          expect(subject(found.identity)).toEqual(subject(right.identity));
          if ((right.identity as SamlIdentity).signed.length > 0)
            expect(found.input).toEqual(input);
        },
      ),
      { numRuns: runs(150), seed: 11 },
    );
    // some changes change nothing, such as a header that nobody reads
    expect(accepted).toBeGreaterThan(0);
  });
});
