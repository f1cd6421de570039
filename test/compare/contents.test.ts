import { describe, expect, test } from '@jest/globals';
import { changeLine, compareTexts } from './compare.ts';
import { type WsdlParts, wsdl } from './wsdl-text.ts';

const el = (name: string, attributes = ''): string =>
  `<x:element name="${name}" type="x:int" ${attributes}/>`;
const group =
  (tag: string) =>
  (content: string, attributes = ''): string =>
    `<x:${tag} ${attributes}>${content}</x:${tag}>`;
const [seq, choice, all] = ['sequence', 'choice', 'all'].map(group) as [
  ReturnType<typeof group>,
  ReturnType<typeof group>,
  ReturnType<typeof group>,
];
const any = (attributes = ''): string =>
  `<x:any namespace="##other" processContents="lax" ${attributes}/>`;
const opt = 'minOccurs="0"';
const many = 'maxOccurs="unbounded"';
const type = (content: string): string => `<x:complexType name="T">${content}</x:complexType>`;

/** Classes of all changes, of the type in requests and in responses. */
function broken(old: string, now: string): readonly [string, string] {
  const of = (parts: (schema: string) => WsdlParts): string => {
    const { breaks, changes } = compareTexts(wsdl(parts(old)), wsdl(parts(now)));
    const sides = [breaks.callers ? 'callers' : '', breaks.servers ? 'servers' : ''];
    const found = sides.filter((side) => side !== '').join('+');
    return found === '' && changes.length > 0 ? 'compatible' : found;
  };
  return [
    of((schema) => ({ schema, input: '<x:element name="p" type="t:T"/>' })),
    of((schema) => ({ schema, output: '<x:element name="p" type="t:T"/>' })),
  ];
}

test('a content too large to tell breaks both, unless its elements tell what changed', () => {
  const names = Array.from({ length: 5001 }, (_, index) => `e${index}`);
  const optional = names.map((name) => el(name, opt)).join('');
  const bound = seq(names.map((name) => el(name)).join(''), opt);
  const both = ['callers+servers', 'callers+servers'];
  expect(broken(type(seq(optional)), type(seq(bound)))).toEqual(both);
  expect(broken(type(seq(optional)), type(seq(seq(optional))))).toEqual(['', '']);
  const added = type(seq(bound + el('more', opt)));
  expect(broken(type(seq(bound)), added)).toEqual(['compatible', 'compatible']);
});

type Row = readonly [what: string, old: string, now: string, request: string, response: string];

describe('the messages of a content decide', () => {
  const a = el('a');
  const b = el('b');
  const c = el('c');
  const [a0, b0, c0] = [el('a', opt), el('b', opt), el('c', opt)];
  const rows: readonly Row[] = [
    [
      'two optional elements become an optional group',
      seq(a0 + b0),
      seq(seq(a + b, opt)),
      'callers',
      'servers',
    ],
    [
      'an optional group becomes two optional elements',
      seq(seq(a + b, opt)),
      seq(a0 + b0),
      'servers',
      'callers',
    ],
    [
      'a group of optional elements becomes optional',
      seq(seq(a0 + b0)),
      seq(seq(a0 + b0, opt)),
      '',
      '',
    ],
    ['an element twice', seq(a + a), seq(el('a', 'minOccurs="2" maxOccurs="2"')), '', ''],
    ['an element twice, then once or twice', seq(a + a), seq(a + a0), 'servers', 'callers'],
    ['an element beside itself', seq(a + el('a', `${opt} ${many}`)), seq(el('a', many)), '', ''],
    ['a group as often as its element', seq(seq(a, many)), seq(el('a', many)), '', ''],
    [
      'a repeated group by its elements',
      seq(seq(a + b, many)),
      seq(el('a', many) + el('b', many)),
      'callers+servers',
      'callers+servers',
    ],
    [
      'a branch of an optional choice',
      seq(choice(a + b, opt)),
      seq(choice(a + b + c, opt)),
      'compatible',
      'compatible',
    ],
    [
      'a branch of a choice that may be empty',
      seq(choice(a0 + b)),
      seq(choice(a0 + b + c)),
      'compatible',
      'compatible',
    ],
    ['a branch of a choice', seq(choice(a + b)), seq(choice(a + b + c)), 'servers', 'callers'],
    [
      'a branch of an optional choice is gone',
      seq(choice(a + b + c, opt)),
      seq(choice(a + b, opt)),
      'callers',
      'callers',
    ],
    [
      'a branch of a choice is gone',
      seq(choice(a + b + c)),
      seq(choice(a + b)),
      'callers',
      'servers',
    ],
    [
      'an optional element gets an alternative',
      seq(a0),
      seq(choice(a + b, opt)),
      'compatible',
      'compatible',
    ],
    ['an element gets an alternative', seq(a), seq(choice(a + b)), 'servers', 'callers'],
    [
      'an alternative of optional elements',
      seq(choice(a + b, opt)),
      seq(a0 + b0),
      'servers',
      'callers',
    ],
    [
      'a repeated choice as a repeated group',
      seq(choice(a + b, `${opt} ${many}`)),
      seq(seq(a0 + b0, `${opt} ${many}`)),
      '',
      '',
    ],
    ['branches in another order', seq(choice(a + b)), seq(choice(b + a)), '', ''],
    [
      'branches with common starts',
      seq(choice(seq(a + b) + seq(a + c))),
      seq(a + choice(b + c)),
      '',
      '',
    ],
    ['a choice in a choice', seq(choice(a + choice(b + c))), seq(choice(a + b + c)), '', ''],
    [
      'an optional element inside an optional group',
      seq(seq(a + b, opt)),
      seq(seq(a + b + c0, opt)),
      'compatible',
      'compatible',
    ],
    [
      'a required element inside an optional group',
      seq(seq(a + b, opt)),
      seq(seq(a + b + c, opt)),
      'callers',
      'servers',
    ],
    [
      'the order inside a group',
      seq(seq(a0 + b0, opt)),
      seq(seq(b0 + a0, opt)),
      'callers+servers',
      'callers+servers',
    ],
    ['maxOccurs="0"', seq(a + el('b', `${opt} maxOccurs="0"`)), seq(a), '', ''],
    [
      'large numbers',
      seq(el('a', 'maxOccurs="500"') + choice(b + c)),
      seq(el('a', 'maxOccurs="900"') + choice(b + c)),
      'servers',
      'callers',
    ],
    ['all', all(a0 + b0), all(b0 + a0), '', ''],
    // wildcards
    ['a wildcard becomes optional', seq(a + any()), seq(a + any(opt)), 'servers', 'callers'],
    ['a wildcard becomes required', seq(a + any(opt)), seq(a + any()), 'callers', 'servers'],
    [
      'a wildcard may repeat',
      seq(a + any(opt)),
      seq(a + any(`${opt} ${many}`)),
      'servers',
      'callers',
    ],
    [
      'a wildcard must repeat',
      seq(a + any('maxOccurs="3"')),
      seq(a + any('minOccurs="2" maxOccurs="3"')),
      'callers',
      'servers',
    ],
    ['a required wildcard is gone', seq(any() + a), seq(a), 'callers+servers', 'callers'],
    ['a required wildcard is new', seq(a), seq(any() + a), 'callers', 'servers'],
    ['an optional wildcard is gone', seq(any(opt) + a), seq(a), 'callers', 'callers'],
    ['an optional wildcard is new', seq(a), seq(a + any(opt)), 'compatible', 'compatible'],
    [
      'a wildcard moves',
      seq(any(opt) + a),
      seq(a + any(opt)),
      'callers+servers',
      'callers+servers',
    ],
    [
      'a wildcard in a choice',
      seq(choice(a + any())),
      seq(choice(a + any(opt))),
      'servers',
      'callers',
    ],
    [
      'an element before any other',
      seq(`<x:any ${opt} ${many}/>`),
      seq(`${b0}<x:any ${opt} ${many}/>`),
      'compatible',
      'compatible',
    ],
  ];
  test.each(rows)('%s', (_what, old, now, request, response) => {
    expect(broken(type(old), type(now))).toEqual([request, response]);
  });

  test('and an example tells what nothing else does', () => {
    const of = (schema: string): string =>
      wsdl({ schema: type(schema), input: '<x:element name="p" type="t:T"/>' });
    const [change, ...others] = compareTexts(of(seq(a0 + b0)), of(seq(seq(a + b, opt)))).changes;
    expect(others).toEqual([]);
    expect(change && changeLine(change)).toBe('content-changed | callers | all | T');
    expect(change?.message).toMatch(/^T no longer allows '[ab]' alone$/);
  });
});

describe('what moves between a type and its base', () => {
  const base = (content: string, more = ''): string =>
    `<x:complexType name="B">${seq(content)}${more}</x:complexType>`;
  const extension = (content: string, more = ''): string =>
    type(
      `<x:complexContent><x:extension base="t:B">${seq(content)}${more}</x:extension></x:complexContent>`,
    );
  const attribute = '<x:attribute name="k" type="x:int"/>';
  const anyAttribute = '<x:anyAttribute processContents="lax"/>';
  const rows: readonly Row[] = [
    [
      'an element',
      base(el('a')) + extension(el('b') + el('c')),
      base(el('a') + el('b')) + extension(el('c')),
      '',
      '',
    ],
    [
      'an element back',
      base(el('a') + el('b')) + extension(el('c')),
      base(el('a')) + extension(el('b') + el('c')),
      '',
      '',
    ],
    [
      'an element, and it becomes optional',
      base(el('a')) + extension(el('b')),
      base(el('a') + el('b', opt)) + extension(''),
      'servers',
      'callers',
    ],
    [
      'an element to another place',
      base(el('a')) + extension(el('b') + el('c')),
      base(el('a') + el('c')) + extension(el('b')),
      'callers+servers',
      'callers+servers',
    ],
    [
      'an attribute',
      base(el('a'), attribute) + extension(el('c')),
      base(el('a')) + extension(el('c'), attribute),
      '',
      '',
    ],
    [
      'any attribute',
      base(el('a'), anyAttribute) + extension(el('c')),
      base(el('a')) + extension(el('c'), anyAttribute),
      '',
      '',
    ],
    [
      'any attribute of the type alone',
      base(el('a')) + extension(el('c'), anyAttribute),
      base(el('a')) + extension(el('c')),
      'callers',
      'callers',
    ],
  ];
  test.each(rows)('%s', (_what, old, now, request, response) => {
    expect(broken(old, now)).toEqual([request, response]);
  });

  test('is told once where base and type lose any attribute', () => {
    const of = (more: string): string =>
      wsdl({
        schema: base(el('a'), more) + extension(el('c')),
        input: '<x:element name="p" type="t:T"/>',
      });
    expect(compareTexts(of(anyAttribute), of('')).changes.map(changeLine)).toEqual([
      'wildcard-removed | callers | all | B',
    ]);
  });
});

describe('values that stand for an absent one', () => {
  const attribute = (text: string): string => type(`<x:sequence/><x:attribute name="k" ${text}/>`);
  const element = (text: string): string => type(seq(`<x:element name="k" ${opt} ${text}/>`));
  const rows: readonly Row[] = [
    [
      'fixed becomes default',
      'type="x:int" fixed="5"',
      'type="x:int" default="5"',
      'servers',
      'callers',
    ],
    [
      'default becomes fixed',
      'type="x:int" default="5"',
      'type="x:int" fixed="5"',
      'callers',
      'servers',
    ],
    [
      'fixed becomes another default',
      'type="x:int" fixed="5"',
      'type="x:int" default="6"',
      'callers+servers',
      'callers+servers',
    ],
    [
      'a boolean spelt otherwise',
      'type="x:boolean" default="0"',
      'type="x:boolean" default="false"',
      '',
      '',
    ],
    [
      'a number spelt otherwise',
      'type="x:decimal" fixed="1.50"',
      'type="x:decimal" fixed="1.5"',
      '',
      '',
    ],
    [
      'a moment in another zone',
      'type="x:dateTime" default="2020-01-01T01:00:00+01:00"',
      'type="x:dateTime" default="2020-01-01T00:00:00Z"',
      '',
      '',
    ],
    [
      'a text spelt otherwise',
      'type="x:string" default="0"',
      'type="x:string" default="00"',
      'callers+servers',
      'callers+servers',
    ],
  ];
  test.each(rows)('%s', (_what, old, now, request, response) => {
    expect(broken(attribute(old), attribute(now))).toEqual([request, response]);
    expect(broken(element(old), element(now))).toEqual([request, response]);
  });

  test('are one change each', () => {
    const of = (text: string): string =>
      wsdl({ schema: attribute(text), output: '<x:element name="p" type="t:T"/>' });
    const { changes } = compareTexts(of('type="x:int" fixed="5"'), of('type="x:int" default="5"'));
    expect(changes.map((one) => one.message)).toEqual([
      "attribute 'k' in T may have other values than '5' now, its default",
    ]);
  });
});

describe('substitutes', () => {
  const heads = (members: readonly string[], occurs: string): WsdlParts => ({
    schema: `<x:element name="head" type="x:string"/>${members
      .map((name) => `<x:element name="${name}" type="x:string" substitutionGroup="t:head"/>`)
      .join('')}`,
    input: `<x:element ref="t:head" ${occurs}/>`,
  });
  const lines = (old: readonly string[], now: readonly string[], occurs: string) =>
    compareTexts(wsdl(heads(old, occurs)), wsdl(heads(now, occurs))).changes.map(changeLine);

  test('matter where an element is required: receivers skip what they do not know', () => {
    expect(lines(['b'], ['b', 'c'], '')).toEqual(['substitute-added | servers | all | head']);
    expect(lines(['b'], ['b', 'c'], opt)).toEqual(['substitute-added | compatible | all | head']);
    expect(lines(['b', 'c'], ['b'], opt)).toEqual(['substitute-removed | callers | all | head']);
  });
});
