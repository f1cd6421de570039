import { describe, expect, test } from '@jest/globals';
import { format } from 'prettier';
import { laidOut } from '../../src/print/layout.ts';
import {
  array,
  arrow,
  call,
  callWith,
  type Expression,
  entry,
  joined,
  named,
  object,
  text,
  withNames,
} from '../../src/print/node.ts';
import { runs } from '../runs.ts';

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
  return text(`'${'s'.repeat(random(40))}'`);
}

/** What a member says beside its name and type. */
function details(random: Random): Expression {
  return object(
    listOf(1 + random(3), (at) =>
      entry(`${'k'.repeat(1 + random(8))}${at}`, at === 0 ? literal(random) : text('true')),
    ),
  );
}

/** A member of a type. */
function memberOf(random: Random, deep: number): Expression {
  const first = [literal(random), text(name(random))];
  switch (random(deep > 1 ? 4 : 6)) {
    case 0:
      return callWith(name(random), first);
    case 1:
      return callWith(name(random), [...first, details(random)]);
    case 2:
      return callWith(name(random), [literal(random), type(random, deep + 1)]);
    case 3:
      return callWith(name(random), [...first, text(name(random)), text('true')]);
    case 4:
      return call(name(random), members(random, deep + 1));
    default:
      return call(name(random), members(random, deep + 1), details(random));
  }
}

/** Members. Those of one are mostly names, as the branches of a choice. */
function members(random: Random, deep: number): Expression {
  return array(listOf(1 + random(4), () => memberOf(random, deep)));
}

/** A simple type. */
function type(random: Random, deep: number): Expression {
  const base = deep > 2 ? text(name(random)) : type(random, deep + 2);
  switch (random(4)) {
    case 0:
      return call(
        name(random),
        literal(random),
        base,
        array(listOf(random(9), () => literal(random))),
      );
    case 1:
      return call(name(random), base, details(random));
    case 2:
      return call(name(random), base);
    default:
      return text(name(random));
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
      return array(listOf(2 + random(8), () => text(name(random))));
    case 3:
      return array(listOf(2 + random(40), (at) => text(String(at * 7))));
    case 4:
      return object([entry('whole', 'true'), entry('names', array([literal(random)]))]);
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
    const { names } = array([read, joined('a.', named('descriptions', 'petType'))]);
    const found = names.map((one) => `${one.from} ${one.name}`);
    expect(found).toEqual(['types Pet', 'runtime read', 'descriptions petType']);
  });
});
