import { describe, expect, test } from '@jest/globals';
import { layParameters, readParameter } from '../../../src/cli/call-values.ts';
import { CliError } from '../../../src/cli/terminal/failure.ts';

describe('readParameter', () => {
  const good: readonly [text: string, path: readonly (string | number)[], value: string][] = [
    ['code=1', ['code'], '1'],
    ['code=', ['code'], ''],
    ['code=a=b', ['code'], 'a=b'],
    ['code= two words ', ['code'], ' two words '],
    ['order.items[0].sku=5', ['order', 'items', 0, 'sku'], '5'],
    ['tags[]=x', ['tags', 'append-item'], 'x'],
    ['["a.b"]=5', ['a.b'], '5'],
    ['["a=b"]=5', ['a=b'], '5'],
    ['a["b.c"].d=5', ['a', 'b.c', 'd'], '5'],
    ['رقم=٥', ['رقم'], '٥'],
    ['note_type=x', ['note_type'], 'x'],
    ['a-b=x', ['a-b'], 'x'],
  ];
  test.each(good)('%s', (text, path, value) => {
    expect(readParameter(text)).toMatchObject({ path, value });
  });

  const bad = ['code', '=1', '', '.a=1', 'a..b=1', 'a.=1', 'a[=1', 'a[x]=1', '[0]=1', 'a[99999]=1'];
  test.each(bad)('%s is refused', (text) => {
    expect(() => readParameter(text)).toThrow(CliError);
  });
});

describe('layParameters', () => {
  const lay = (...texts: string[]): unknown => layParameters({}, texts.map(readParameter));

  test('nests objects and arrays', () => {
    expect(lay('a.b[0].c=1', 'a.b[0].d=2', 'a.b[1].c=3', 'e=4')).toEqual({
      a: { b: [{ c: '1', d: '2' }, { c: '3' }] },
      e: '4',
    });
  });

  test('a name given again makes an array', () => {
    expect(lay('a=1', 'a=2', 'a=3', 'b[]=x', 'b[]=y')).toEqual({
      a: ['1', '2', '3'],
      b: ['x', 'y'],
    });
  });

  test('lays over what JSON gave', () => {
    const base = { a: { b: 1, c: 2 }, d: 3 };
    const tree = layParameters(base, ['a.b=9', 'd=x'].map(readParameter));
    expect(tree).toEqual({ a: { b: '9', c: 2 }, d: 'x' });
  });

  test('__proto__ is a name like any other', () => {
    const tree = layParameters({}, [readParameter('__proto__.polluted=1')]);
    expect(Object.keys(tree)).toEqual(['__proto__']);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test.each([
    ['a=1', 'a.b=2'],
    ['a.b=1', 'a[0]=2'],
    ['a[0]=1', 'a[5]=2'],
  ])('%s and %s contradict one another', (...texts) => {
    expect(() => lay(...texts)).toThrow(CliError);
  });
});
