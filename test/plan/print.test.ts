import { describe, expect, test } from '@jest/globals';
import { format } from 'prettier';
import {
  array,
  arrow,
  binary,
  call,
  callWith,
  cast,
  conditional,
  type Expression,
  entry,
  joined,
  type NameUse,
  named,
  object,
  template,
  text,
} from '../../src/plan/print/node.ts';
import { print } from '../../src/plan/print/print.ts';
import {
  assign,
  block,
  caseOf,
  chain,
  constant,
  ifBlock,
  line,
  onlyIf,
  otherwise,
  rethrown,
  returns,
  run,
  type Statement,
  switchOn,
  throws,
} from '../../src/plan/print/statement.ts';
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

function name(random: Random): string {
  return `n${'x'.repeat(random(28))}`;
}

/** An argument, condition or operand: what codecs have there. */
function simple(random: Random, deep: number): Expression {
  switch (random(deep > 2 ? 3 : 5)) {
    case 0:
      return text(`'${'s'.repeat(random(40))}'`);
    case 1:
    case 2:
      return text(name(random));
    default:
      return calls(random, deep + 1);
  }
}

function calls(random: Random, deep: number): Expression {
  const count = random(5);
  const items = Array.from({ length: count }, () => simple(random, deep + 1));
  // a function inside another's arguments is broken by rules of its own
  if (deep === 0 && random(8) === 0) items.push(arrow('(one)', calls(random, 2)));
  else if (random(12) === 0) items.push(array([simple(random, 3), simple(random, 3)]));
  const types = random(12) === 0 ? '<Type>' : '';
  return callWith(name(random) + types, items);
}

function comparison(random: Random): Expression {
  return binary('===', text(name(random)), simple(random, 3));
}

function value(random: Random): Expression {
  switch (random(12)) {
    case 0:
      return simple(random, 0);
    case 1:
      return binary('??', calls(random, 2), calls(random, 2));
    case 2:
      return conditional(comparison(random), calls(random, 2), calls(random, 2));
    case 3:
      return conditional(calls(random, 3), calls(random, 2), text(name(random)));
    case 4:
      return template(['<a>', { value: calls(random, 2) }, `${'y'.repeat(random(60))}`]);
    case 5:
      return array(Array.from({ length: 2 + random(8) }, () => text(name(random))));
    case 6:
      return binary('&&', comparison(random), comparison(random), comparison(random));
    case 7:
      return cast(calls(random, 2), name(random));
    case 8:
      return call(name(random), object([entry(name(random), calls(random, 2))]));
    case 9:
      return call(name(random), array([row(random), row(random)]));
    default:
      return calls(random, 0);
  }
}

/** A line of a table. */
function row(random: Random): Expression {
  const entries = Array.from({ length: 1 + random(2) }, (_, index) =>
    entry(`${'k'.repeat(1 + random(8))}${index}`, text(`'${'v'.repeat(random(8))}'`)),
  );
  return object(entries);
}

function statement(random: Random, deep: number): Statement {
  const inside = (): readonly Statement[] => [statement(random, deep + 1)];
  const left = `x${name(random)}`;
  switch (random(deep > 4 ? 7 : 12)) {
    case 0:
      return assign(`${left} =`, value(random));
    case 1:
      return assign(`${left} ??=`, value(random));
    case 2:
      return throws(calls(random, 0));
    case 3:
      return run(calls(random, 0));
    case 4:
      return returns(value(random));
    case 5:
    case 6:
      return constant(left, value(random));
    case 7:
      return ifBlock(binary('&&', comparison(random), comparison(random)), inside(), inside());
    case 8:
      return ifBlock(calls(random, 1), inside());
    case 9:
      return switchOn(text(name(random)), [
        caseOf(["'a'", "'b'"], [statement(random, deep + 2), line('break;')]),
        otherwise(statement(random, deep + 2)),
      ]);
    case 10:
      return rethrown(inside(), call('unwritable', 'error', 'value'));
    default:
      return chain(
        [
          [comparison(random), inside()],
          [comparison(random), inside()],
        ],
        inside(),
      );
  }
}

function printed(statements: readonly Statement[]): string {
  const lines: string[] = [];
  print(statements, 0, { lines, names: [] });
  return `${lines.join('\n')}\n`;
}

/** Objects keep the line breaks they have: what prettier gets has none. */
function flattened(statement: Statement): string {
  return printed([statement]).replace(/\n\s*/g, ' ').replace(/\s+/g, ' ');
}

/** Functions, since statements may return; prettier takes all at once. */
async function disagreements(count: number, seed: number): Promise<readonly string[]> {
  const random = createRandom(seed);
  const statements = Array.from({ length: count }, () =>
    block('function f()', [statement(random, 1)]),
  );
  const given = statements.map(flattened).join('\n\n');
  const wanted = (await format(given, options)).split('\n}\n');
  return statements.flatMap((one, index) => {
    const ours = printed([one]);
    const theirs = `${(wanted[index] ?? '').replace(/^\n*/, '')}\n}\n`;
    return ours === theirs ? [] : [`${ours}---\n${theirs}`];
  });
}

describe('statements', () => {
  const count = Number(process.env.PRINTED_STATEMENTS ?? runs(500));

  test.each([1, 2, 3, 4])('are laid out as prettier does (seed %d)', async (seed) => {
    const wrong = [...(await disagreements(count, seed))].sort((a, b) => a.length - b.length);
    expect({ count: wrong.length, first: wrong[0] }).toEqual({ count: 0, first: undefined });
  });

  test('do not break before the line is full', () => {
    const fitting = constant('a', call('f', 'x'.repeat(78), 'reader'));
    expect(printed([fitting]).split('\n')).toHaveLength(2);
  });

  test('put a call that cannot break below its name', () => {
    const [name, type] = ['a'.repeat(60), 'T'.repeat(30)];
    const long = constant(name, cast(call('f'), type));
    expect(printed([long])).toBe(`const ${name} =\n  f() as ${type};\n`);
  });

  test('of one line stay on it', () => {
    expect(printed([onlyIf('a === b', 'return')])).toBe('if (a === b) return;\n');
    const long = 'x'.repeat(90);
    expect(printed([onlyIf(long, 'return')])).toBe(`if (${long})\n  return;\n`);
  });
});

describe('names', () => {
  test('follow from what is printed', () => {
    const names: NameUse[] = [];
    const read = call(named('codecs', 'readPet'), 'reader');
    const dropped = call(named('runtime', 'missing'), 'reader');
    expect(dropped.names).toHaveLength(1);
    print(
      [returns(cast(read, named('types', 'Pet'))), line(joined('a.', named('runtime', 'b')))],
      0,
      { lines: [], names },
    );
    const found = names.map((one) => `${one.from} ${one.name}`);
    expect(found).toEqual(['codecs readPet', 'types Pet', 'runtime b']);
  });
});
