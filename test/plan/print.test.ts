import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { format } from 'prettier';
import { planRuntimeFiles } from '../../src/files/runtime.ts';
import { prettierStyle } from '../../src/format/prettier.ts';
import { describedConstant, pure } from '../../src/plan/descriptions.ts';
import { calling } from '../../src/plan/message-description.ts';
import type { ConstantPlan } from '../../src/plan/result.ts';
import { constantView } from '../../src/print/declaration.ts';
import { type ModuleNames, moduleClauses } from '../../src/print/encode.ts';
import {
  columns,
  constantType,
  laidOut,
  parameterList,
  typeArguments,
  unionAlias,
  unionType,
} from '../../src/print/layout.ts';
import {
  arrayNode,
  arrow,
  call,
  callWith,
  type Expression,
  entry,
  joined,
  named,
  objectNode,
  textNode,
  withNames,
} from '../../src/print/node.ts';
import { compileStrictly } from '../compile-strictly.ts';
import { runs } from '../runs.ts';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';
import { everything } from './support/everything.ts';
import { ordered } from './support/ordered.ts';
import { renderText } from './support/render.ts';

describe('print', () => {
  const options = { parser: 'typescript', printWidth: 100, singleQuote: true } as const;

  /** Whole numbers below a limit, the same in every run (mulberry32). */
  function createRandom(seed: number): (limit: number) => number {
    let state = seed;
    return (limit) => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
    };
  }

  type Random = ReturnType<typeof createRandom>;

  const listOf = <T>(count: number, create: (at: number) => T): readonly T[] =>
    Array.from({ length: count }, (_, at) => create(at));

  function name(random: Random): string {
    return `n${'x'.repeat(random(28))}`;
  }

  function literal(random: Random): Expression {
    return textNode(`'${'s'.repeat(random(40))}'`);
  }

  /** What a member says beside its name and type. */
  function details(random: Random): Expression {
    return objectNode(
      listOf(1 + random(3), (at) =>
        entry(`${'k'.repeat(1 + random(8))}${at}`, at === 0 ? literal(random) : textNode('true')),
      ),
    );
  }

  /** A member of a type. */
  function memberOf(random: Random, deep: number): Expression {
    const first = [literal(random), textNode(name(random))];
    switch (random(deep > 1 ? 4 : 6)) {
      case 0:
        return callWith(name(random), first);
      case 1:
        return callWith(name(random), [...first, details(random)]);
      case 2:
        return callWith(name(random), [literal(random), type(random, deep + 1)]);
      case 3:
        return callWith(name(random), [...first, textNode(name(random)), textNode('true')]);
      case 4:
        return call(name(random), members(random, deep + 1));
      default:
        return call(name(random), members(random, deep + 1), details(random));
    }
  }

  /** Members. Those of one are mostly names, as the branches of a choice. */
  function members(random: Random, deep: number): Expression {
    return arrayNode(listOf(1 + random(4), () => memberOf(random, deep)));
  }

  /** A simple type. */
  function type(random: Random, deep: number): Expression {
    const base = deep > 2 ? textNode(name(random)) : type(random, deep + 2);
    switch (random(4)) {
      case 0:
        return call(
          name(random),
          literal(random),
          base,
          arrayNode(listOf(random(9), () => literal(random))),
        );
      case 1:
        return call(name(random), base, details(random));
      case 2:
        return call(name(random), base);
      default:
        return textNode(name(random));
    }
  }

  /** A function of a message. */
  function messageFunction(random: Random): Expression {
    const inner = call(name(random), 'reader', name(random));
    return arrow('(reader)', call(name(random), name(random), inner));
  }

  function value(random: Random): Expression {
    switch (random(7)) {
      case 0:
        return type(random, 0);
      case 1:
        return messageFunction(random);
      case 2:
        return arrayNode(listOf(2 + random(8), () => textNode(name(random))));
      case 3:
        return arrayNode(listOf(2 + random(40), (at) => textNode(String(at * 7))));
      case 4:
        return objectNode([entry('whole', 'true'), entry('names', arrayNode([literal(random)]))]);
      case 5:
        return call(name(random), literal(random), name(random), arrow('()', details(random)));
      default:
        return call(name(random), literal(random), name(random), arrow('()', members(random, 0)));
    }
  }

  interface Line {
    readonly head: string;
    readonly value: Expression;
  }

  function line(random: Random): Line {
    const isReturn = random(4) === 0;
    const head = isReturn ? 'return' : `const ${name(random)}: Type =`;
    return { head, value: value(random) };
  }

  const inFunction = (inner: string): string => `function f() {\n  ${inner}\n}\n`;

  const printed = ({ head, value }: Line): string => inFunction(laidOut(head, value, ';', 1));

  /** What prettier makes of lines that are laid out in another way; it takes all at once. */
  async function disagreements(count: number, seed: number): Promise<readonly string[]> {
    const random = createRandom(seed);
    const lines = listOf(count, () => line(random));
    const given = lines.map(({ head, value }) => inFunction(`${head} ${value.flat};`)).join('\n');
    const wanted = (await format(given, options)).split('\n}\n');
    return lines.flatMap((one, at) => {
      const ours = printed(one);
      const theirs = `${(wanted[at] ?? '').replace(/^\n*/, '')}\n}\n`;
      return ours === theirs ? [] : [`${ours}---\n${theirs}`];
    });
  }

  describe('expressions', () => {
    const count = Number(process.env.PRINTED_EXPRESSIONS ?? runs(500));

    test.each([1, 2, 3, 4])('are laid out as prettier does (seed %d)', async (seed) => {
      const wrong = [...(await disagreements(count, seed))].sort((a, b) => a.length - b.length);
      expect({ count: wrong.length, first: wrong[0] }).toEqual({ count: 0, first: undefined });
    });

    test('do not break before the line is full', () => {
      const fitting = call('f', 'x'.repeat(78), 'reader');
      expect(laidOut('const a =', fitting, ';', 0).split('\n')).toHaveLength(1);
      const longer = call('f', 'x'.repeat(79), 'reader');
      expect(laidOut('const a =', longer, ';', 0).split('\n')).toHaveLength(4);
    });

    test('put a call that cannot break below its name', () => {
      const head = `const ${'a'.repeat(90)} =`;
      expect(laidOut(head, call('f'), ';', 0)).toBe(`${head}\n  f();`);
    });
  });

  describe('names', () => {
    test('follow from what is printed', () => {
      const read = withNames(arrow('(one: Pet)', call(named('runtime', 'read'), 'one')), [
        { from: 'types', name: 'Pet' },
      ]);
      const { names } = arrayNode([read, joined('a.', named('descriptions', 'petType'))]);
      const found = names.map((one) => `${one.from} ${one.name}`);
      expect(found).toEqual(['types Pet', 'runtime read', 'descriptions petType']);
    });
  });
});

describe('printed text', () => {
  function textsOf(contract: string) {
    const { plan, diagnostics } = planText(contract);
    if (plan === undefined) throw new Error(JSON.stringify(diagnostics));
    return {
      'types.ts': renderText('types', plan),
      'codecs.ts': renderText('descriptions', plan),
      runtime: planRuntimeFiles(plan.runtimeNames, plan.options, ''),
    };
  }

  describe.each([
    ['a contract with everything in it', everything],
    ['a contract in which the order of elements counts', ordered],
  ])('%s', (_, contract) => {
    const { runtime, ...texts } = textsOf(contract);
    const folder = mkdtempSync(join(tmpdir(), 'asmx-gen-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test('compiles under every strict option, without DOM types and without node_modules', () => {
      const files = {
        ...texts,
        ...Object.fromEntries(runtime.map(({ path, text }) => [path, text])),
        'package.json': '{ "type": "module" }',
      };
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      expect(compileStrictly(folder)).toBe('');
    });

    test('holds nothing untyped', () => {
      const code = texts['types.ts'].replace(/\/\*[\s\S]*?\*\/|'(?:[^'\\]|\\.)*'/g, '');
      expect(code).not.toMatch(/[:<|(]\s*(?:any|unknown|object)\b|\{\}/);
    });

    test.each(Object.entries(texts))('%s is as prettier leaves it', async (_path, text) => {
      const options = { parser: 'typescript', printWidth: 100, singleQuote: true } as const;
      expect(text).toBe(await format(text, options));
    });
  });

  describe('a contract with everything in it', () => {
    test('is written and read back', () => {
      const codecs = loadCodecs(planText(everything));
      const rich = {
        $type: 'Rich',
        style: 's',
        $content: ['a', { name: 'b', namespace: 'urn:test', children: ['c'] }],
      };
      const small = {
        title: 'Small',
        count: 3,
        class: null,
        text: 't',
        schemaVersionNumber: '1.0',
      };
      const long = 'a-name_that.is_no_identifier_and_so_long_that_it_hardly_fits_on_a_line';
      const document = {
        titleAttribute: 'attribute',
        tags: ['x', 'y'],
        lang: 'en',
        schemaVersionNumber: '2.50',
        $anyAttributes: [{ name: 'z', namespace: 'urn:z', value: '"' }],
        title: 'Big One',
        count: 65535,
        version: '1.0',
        rating: null,
        class: 'c',
        [long]: ["it's", 'another one that is long'],
        $choice: [
          { image: new Uint8Array([1, 2, 255]) },
          { para: rich },
          { block: { quote: { $type: 'Quote', style: 'q', by: 'me', $content: ['!'] } } },
          { image: new Uint8Array() },
          { block: { rule: { $type: 'Rich', $content: [] } } },
        ],
        $sequence: [
          { key: 'k', value: { unit: 'in', $value: '1.5' } },
          { key: 'l', value: { unit: 'mm', $value: '2' } },
        ],
        size: null,
        two: 2,
        global: null,
        block: { block: { $type: 'Rich', $content: ['plain'] } },
        inner: [{ kind: 'b', x: 1, document: small }, { x: 2 }],
        titleAfterInner: 'Again',
        $any: [{ name: 'e', namespace: 'urn:e', children: ['&'] }],
      };
      const shapes = [
        { $type: 'Circle', id: 'a', color: 'mm', radius: Number.NaN },
        null,
        { $type: 'Polygon', id: 'b', color: 5, points: [1, 2.5] },
        { $type: 'Square', flag: true, id: 'c', color: 'in', corner: [{ note: 'n' }, {}] },
      ];
      const value = { document, shapes };
      expect(roundTrip(codecs, value, 'Store').value).toEqual(value);
      expect(roundTrip(codecs, { from: '2024-01-01' }, 'Find').value).toEqual({
        from: '2024-01-01',
      });
    });
  });
});

describe('layout', () => {
  const options = { parser: 'typescript', printWidth: 100, singleQuote: true } as const;

  /** Whether prettier would leave a text as it is. */
  async function expectStable(text: string): Promise<void> {
    expect(await format(text, options)).toBe(text);
  }

  const name = fc.integer({ min: 1, max: 30 }).map((length) => `N${'x'.repeat(length)}`);
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 9 });
  /** Members told apart, so that prettier cannot merge them. */
  const literals = names.map((list) => list.map((one, index) => `'${one}${index}'`));

  /** Runs a text built from random names through prettier. */
  async function always<T>(arbitrary: fc.Arbitrary<T>, build: (value: T) => string): Promise<void> {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (value) => expectStable(build(value))),
      { numRuns: runs(80) },
    );
  }

  /** Import statements of a module. */
  function imports(given: ModuleNames): string {
    return moduleClauses(given, './a.js')
      .map(
        ({ typeOnly, names: list, from }) =>
          `import ${typeOnly ? 'type ' : ''}${list} from ${from};\n`,
      )
      .join('');
  }

  describe('prettier changes nothing in', () => {
    test('imports', () => always(names, (values) => imports({ values })));

    test('imports of types', () => always(names, (types) => imports({ types })));

    test('parameter lists', () =>
      always(names, (list) => {
        const items = list.map((one, index) => `a${index}: ${one}`);
        const [before, after] = ['export function f', ': Promise<A> {'];
        return `${before}${parameterList({ before, items, after })}${after}\n  return b;\n}\n`;
      }));

    test('type arguments of a property', () =>
      always(names, (list) => {
        const before = 'readonly a: Method';
        const given = typeArguments({ before, items: list, after: ';', indent: 1 });
        return `interface A {\n  ${before}${given};\n}\n`;
      }));

    test('heads of constants', () =>
      always(names, (list) => {
        const before = 'export const a: Method';
        const { arguments: given, indent } = constantType(before, list);
        return indent === 1
          ? `${before}${given} =\n  {\n    b: 1,\n  };\n`
          : `${before}${given} = {\n  b: 1,\n};\n`;
      }));

    test('unions', () =>
      always(
        literals,
        (members) => `${unionType({ before: 'export type A = ', members, after: ';' })}\n`,
      ));

    test('unions of properties', () =>
      always(literals, (members) => {
        const line = unionType({ before: 'readonly a?: ', members, after: ';', indent: 1 });
        return `interface A {\n  ${line}\n}\n`;
      }));

    test('aliases', () =>
      always(literals, (members) => `export type A =${unionAlias('A', members)};\n`));
  });

  test('names are sorted by code unit and told apart by kind', () => {
    expect(imports({ types: ['b', 'A', 'b'], values: ['z'] })).toBe(
      "import type { A, b } from './a.js';\nimport { z } from './a.js';\n",
    );
  });

  test('wide characters count twice, combining marks not at all', () => {
    expect(columns('abc')).toBe(3);
    expect(columns('日本')).toBe(4);
    expect(columns('e\u0301')).toBe(1);
    expect(columns('سلام')).toBe(4);
  });
});

describe('long constants', () => {
  const lengths = Array.from({ length: 70 }, (_, index) => 'x'.repeat(index + 1));

  const print = (plan: ConstantPlan, exported: boolean): string => {
    const { name, type, value } = constantView({ ...plan, exported, breaks: true }).constant ?? {};
    return `${exported ? 'export ' : ''}const ${name}${type === undefined ? '' : `: ${type}`} =${value};\n`;
  };

  const strict = (long: string): Expression =>
    calling(
      'readMessage',
      'reader',
      textNode(`${long}RequestMessage`),
      call('strictly', 'reader', '$declared'),
    );

  /** An object with a function, as descriptors and routes have it. */
  const holding = (key: string, value: Expression) =>
    describedConstant('one', undefined, objectNode([entry(key, value)], true), '');

  const forms = {
    'a function around another': (long: string) =>
      holding('readRequest', pure('checkingIds', strict(long))),
    'a function of one message': (long: string) =>
      holding(
        'writeRequest',
        calling('writeMessage', 'value', textNode(`${long}RequestMessage`), 'value'),
      ),
    'a name': () => holding('readResponse', textNode('skipMessage')),
    'a function with two arguments': (long: string) => holding('readRequest', strict(long)),
    'a type with members': (long: string) =>
      describedConstant(
        `${long}Type`,
        `ObjectType<${long}>`,
        pure(
          'object',
          `'${long}'`,
          'nsX',
          arrow('()', arrayNode([textNode(`element('${long}', string)`)])),
        ),
        '',
      ),
    'a message of a list': (long: string) =>
      describedConstant(
        `${long}Message`,
        `MessageType<readonly ${long}[]>`,
        pure('result', `'${long}'`, 'nsX', arrow('()', textNode('item'))),
        '',
      ),
  };

  test.each(Object.entries(forms))('%s is laid out as prettier does it', async (_, make) => {
    const texts = lengths.flatMap((long) => {
      const plain = make(long);
      return [print(plain, false), print(plain, true)];
    });
    for (const one of texts) expect(one).toBe(await format(one, { ...prettierStyle }));
  });
});

test('a type of fields and choices is laid out as prettier does it, however long its name', async () => {
  for (let length = 20; length <= 100; length += 5) {
    const name = 'N'.repeat(length);
    const part = (one: string): string => `<xs:element name="${one}" type="xs:string"/>`;
    const planned = planText(
      valueWsdl(
        `<xs:complexType name="Value"><xs:sequence><xs:element name="v" type="t:${name}"/></xs:sequence></xs:complexType>
<xs:complexType name="${name}"><xs:sequence>${part('a')}<xs:choice>${part('b')}${part('c')}</xs:choice></xs:sequence></xs:complexType>`,
      ),
    );
    const text = `${declaration(planned, name)}\n`;
    expect(text).toContain('$Fields');
    expect(text).toBe(await format(text, { ...prettierStyle }));
  }
});
