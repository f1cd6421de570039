import { describe, expect, test } from '@jest/globals';
import type { CompareOptions, Comparison } from '../../src/compare/change.ts';
import { compareModels } from '../../src/compare/contract.ts';
import { readerFacts } from '../../src/compare/hazards.ts';
import { readerNames } from '../../src/config/settings.ts';
import { modelOf } from './compare.ts';
import { wsdl } from './wsdl-text.ts';

const el = (name: string, attributes = ''): string =>
  `<x:element name="${name}" type="x:string" ${attributes}/>`;
const opt = 'minOccurs="0"';
const many = 'minOccurs="0" maxOccurs="unbounded"';
const seq = (...content: readonly string[]): string =>
  `<x:sequence>${content.join('')}</x:sequence>`;
const choice = (content: string, attributes = ''): string =>
  `<x:choice ${attributes}>${content}</x:choice>`;
const type = (content: string, name = 'T'): string =>
  `<x:complexType name="${name}">${content}</x:complexType>`;
const extension = (content: string, name = 'U', base = 'T'): string =>
  type(
    `<x:complexContent><x:extension base="t:${base}">${content}</x:extension></x:complexContent>`,
    name,
  );
const any = '<x:any namespace="##other" processContents="lax" minOccurs="0"/>';
const [a, b, c] = [el('a'), el('b', opt), el('c', opt)];

function compare(old: string, now: string, options?: CompareOptions): Comparison {
  return compareModels(modelOf(old, 'old.wsdl'), modelOf(now, 'new.wsdl'), options);
}

const inAnswers = (schema: string): string =>
  wsdl({ schema, output: '<x:element name="p" type="t:T"/>' });
const inRequests = (schema: string): string =>
  wsdl({ schema, input: '<x:element name="p" type="t:T"/>' });

/** What each change loses: `field-added T.x: b c`. */
function hazardLines({ changes }: Comparison): readonly string[] {
  return changes.flatMap(({ kind, subject, hazards = [] }) =>
    hazards.map(({ what }) => `${kind} ${subject}: ${what.join(' ')}`),
  );
}

const wcf = {
  stack: 'wcf',
  readers: 'classes with Order= (dotnet-svcutil, Visual Studio)',
  effect: 'loses',
};
const beforeOthers = 'put it last in the type';
const extended =
  'a type that others extend has no safe place: put it last in the types derived from it';

describe('classes with Order=', () => {
  test('lose what follows an element that they do not know', () => {
    const [old, now] = [type(seq(a, b, c)), type(seq(a, el('x', opt), b, c))];
    const { changes, breaks, step, callersStep, serversStep } = compare(
      inAnswers(old),
      inAnswers(now),
    );
    expect(changes).toMatchObject([
      {
        classes: ['compatible'],
        hazards: [{ ...wcf, what: ['b', 'c'], help: beforeOthers }],
      },
    ]);
    expect({ breaks, step, callersStep, serversStep }).toEqual({
      breaks: { callers: false, servers: false },
      step: 'major',
      callersStep: 'major',
      serversStep: 'minor',
    });
  });

  test('of services lose it of requests', () => {
    const [old, now] = [type(seq(a, b, c)), type(seq(a, el('x', opt), b, c))];
    const { changes, callersStep, serversStep } = compare(inRequests(old), inRequests(now));
    expect(changes).toMatchObject([{ hazards: [{ ...wcf, what: ['b', 'c'] }] }]);
    expect({ callersStep, serversStep }).toEqual({ callersStep: 'minor', serversStep: 'major' });
  });

  const x = el('x', opt);
  type Row = readonly [what: string, old: string, now: string, lines: readonly string[]];
  const rows: readonly Row[] = [
    ['at the start', seq(a, b), seq(x, a, b), ['field-added T.x: a b']],
    ['at the end', seq(a, b), seq(a, b, x), []],
    ['two, of which one is last', seq(a, b), seq(a, x, b, el('y', opt)), ['field-added T.x: b']],
    [
      'two in front of each other',
      seq(a, b),
      seq(x, el('y', opt), a, b),
      ['field-added T.x: a b', 'field-added T.y: a b'],
    ],
    ['another order', seq(a, b, c), seq(b, a, c), ['order-changed T: a c']],
    ['the last comes first', seq(a, b, c), seq(c, a, b), ['order-changed T: a b']],
    ['an element repeats', seq(a, b, c), seq(a, el('b', many), c), ['field-repeated T.b: b c']],
    ['the last repeats', seq(a, b), seq(a, el('b', many)), ['field-repeated T.b: b']],
    ['it repeated before', seq(el('a', many), b), seq(el('a', many), b, x), []],
    ['removed', seq(a, b, c), seq(a, c), []],
    ['required became optional', seq(a, b), seq(el('a', opt), b), []],
    [
      'a further branch of a choice',
      seq(choice(a + el('d')), b),
      seq(choice(a + el('d') + el('e')), b),
      ['choice-branch-added T.e: b'],
    ],
    [
      'a further branch of a repeated choice',
      seq(choice(a + el('d'), many)),
      seq(choice(a + el('d') + el('e'), many)),
      ['choice-branch-added T.e: a d'],
    ],
    ['a further branch of the last', seq(a, choice(b + c)), seq(a, choice(b + c + el('e'))), []],
    [
      'a choice of both is new',
      seq(a, b),
      seq(a, choice(x + el('y'), opt), b),
      ['choice-added T: b'],
    ],
    ['a wildcard before others', seq(a, b), seq(a, any, b), ['wildcard-added T: b']],
    ['a wildcard at the end', seq(a, b), seq(a, b, any), []],
    ['into a wildcard that is last', seq(a, any), seq(a, any, x), []],
    [
      'an attribute became an element',
      `${seq(a, b)}<x:attribute name="x"/>`,
      seq(a, x, b),
      ['attribute-became-element T.x: b'],
    ],
    ['any order', `<x:all>${a}${b}</x:all>`, `<x:all>${x}${a}${b}</x:all>`, []],
    ['in a group', seq(a, seq(b, c)), seq(a, seq(b, x, c)), ['field-added T.x: c']],
    ['an attribute', seq(a, b), `${seq(a, b)}<x:attribute name="n"/>`, []],
  ];
  test.each(rows)('%s', (_, old, now, lines) => {
    expect(hazardLines(compare(inAnswers(type(old)), inAnswers(type(now))))).toEqual(lines);
    expect(hazardLines(compare(inRequests(type(old)), inRequests(type(now))))).toEqual(lines);
  });

  test('a type that others extend has no safe place', () => {
    const schema = (base: string): string => type(base) + extension(seq(el('d'), el('e')));
    const { changes } = compare(inAnswers(schema(seq(a))), inAnswers(schema(seq(a, x))));
    expect(changes).toMatchObject([
      { subject: 'T.x', hazards: [{ ...wcf, what: ['d', 'e'], help: extended }] },
    ]);
  });

  test('at all levels, and beside a change of its own', () => {
    const schema = (base: string, own: string): string =>
      type(base) + extension(own) + extension(seq(el('e')), 'V', 'U');
    const old = inAnswers(schema(seq(a), seq(el('d'))));
    const now = inAnswers(schema(seq(a, x), seq(el('d'), el('y', opt))));
    expect(hazardLines(compare(old, now))).toEqual(['field-added T.x: d e', 'field-added U.y: e']);
  });

  test('an extension that adds no element leaves the end safe', () => {
    const schema = (base: string): string => type(base) + extension('<x:attribute name="n"/>');
    expect(hazardLines(compare(inAnswers(schema(seq(a))), inAnswers(schema(seq(a, x)))))).toEqual(
      [],
    );
    const { changes } = compare(inAnswers(schema(seq(a))), inAnswers(schema(seq(x, a))));
    expect(changes[0]?.hazards).toMatchObject([{ what: ['a'], help: beforeOthers }]);
  });

  test('a substitute stands where it is not known', () => {
    const schema = (more: string): string =>
      `<x:element name="head" type="x:string"/>${more}${type(
        seq('<x:element ref="t:head" minOccurs="0"/>', b),
      )}`;
    const added = '<x:element name="other" type="x:string" substitutionGroup="t:head"/>';
    expect(hazardLines(compare(inAnswers(schema('')), inAnswers(schema(added))))).toEqual([
      'substitute-added head: b',
    ]);
  });

  test('parameters and results of a wrapper are read in any order', () => {
    const old = wsdl({ input: a + b, output: a + b });
    expect(hazardLines(compare(old, wsdl({ input: x + a + b, output: b + a })))).toEqual([]);
  });

  test('messages with SOAP encoding have no order', () => {
    const encoded = (content: string): string =>
      wsdl({
        style: 'rpc',
        use: 'encoded',
        parts: '<w:part name="p" type="t:T"/>',
        schema: type(content),
      });
    expect(hazardLines(compare(encoded(seq(a, b)), encoded(seq(x, a, b))))).toEqual([]);
  });
});

describe('the stacks that are named', () => {
  const [old, now] = [inAnswers(type(seq(a, b))), inAnswers(type(seq(el('x', opt), a, b)))];

  test('count for the exit code', () => {
    const { breaks, step, changes } = compare(old, now, { readers: ['zeep', 'wcf'] });
    expect({ breaks, step }).toEqual({ breaks: { callers: true, servers: false }, step: 'major' });
    expect(changes).toMatchObject([{ classes: ['compatible'], hazards: [wcf] }]);
  });

  test('others are not told', () => {
    const { breaks, step, changes } = compare(old, now, { readers: ['zeep'] });
    expect({ breaks, step }).toEqual({ breaks: { callers: false, servers: false }, step: 'minor' });
    expect(changes[0]?.hazards).toBeUndefined();
  });

  test('an accepted change endangers nobody', () => {
    const { step, ignored } = compare(old, now, { accepts: () => ({ reason: 'no .NET' }) });
    expect(step).toBe('none');
    expect(ignored).toMatchObject([{ reason: 'no .NET', hazards: [wcf] }]);
  });

  test('are those that the configuration knows', () => {
    for (const { stack } of readerFacts) expect(readerNames).toContain(stack);
  });
});

describe('a content that is too large to be followed', () => {
  const members = (made: (index: number) => string): string =>
    Array.from({ length: 300 }, (_, index) => made(index)).join('');
  const old = inAnswers(type(seq(members((index) => el(`a${index}`, opt)))));

  test('names the next elements that are lost', () => {
    const now = members((index) => el(`b${index}`, opt) + el(`a${index}`, opt));
    const lines = hazardLines(compare(old, inAnswers(type(seq(now)))));
    const next = Array.from({ length: 20 }, (_, index) => `a${index + 7}`);
    expect(lines).toContain(`field-added T.b7: ${next.join(' ')}`);
    expect(lines.at(-1)).toBe('field-added T.b299: a299');
  });

  test('and repeated groups inside each other, which would take years', () => {
    const nested = (content: string): string =>
      '<x:sequence maxOccurs="2">'.repeat(60) + content + '</x:sequence>'.repeat(60);
    const { changes } = compare(
      inAnswers(type(nested(el('a', opt)))),
      inAnswers(type(nested(el('a', opt) + el('x', opt)))),
    );
    expect(changes).toMatchObject([{ kind: 'field-added' }]);
  });
});
