import { describe, expect, test } from '@jest/globals';
import { describeContract, readBody } from './describe-contract.ts';
import { rpcContract } from './rpc-contract.ts';

const input = { n: 'xs:int' };

describe.each(['encoded', 'literal'] as const)('the return value of rpc/%s', (use) => {
  const one = describeContract(rpcContract({ use, input, output: { return: 'xs:string' } }));
  const two = describeContract(
    rpcContract({ use, input, output: { return: 'xs:string', total: 'xs:int' } }),
  );
  const inside = (content: string): string =>
    `<r:RunResponse xmlns:r="urn:rpc">${content}</r:RunResponse>`;
  const read = (described: typeof one, content: string): unknown =>
    readBody(described['Run response'] as never, inside(content));

  test('is the first accessor, whatever its name', () => {
    expect(read(one, '<s-gensym7>x</s-gensym7>')).toBe('x');
    expect(read(two, '<s-gensym7>x</s-gensym7><total>5</total>')).toEqual({
      return: 'x',
      total: 5,
    });
    expect(read(two, '<s-gensym7>x</s-gensym7><other>1</other><total>5</total>')).toEqual({
      return: 'x',
      total: 5,
    });
  });

  test('is the one of its name if there is one', () => {
    expect(read(two, '<extra>y</extra><return>x</return><total>5</total>')).toEqual({
      return: 'x',
      total: 5,
    });
    expect(read(two, '<total>5</total><return>x</return>')).toEqual({ return: 'x', total: 5 });
  });

  test('has its own place in errors', () => {
    const bad = describeContract(
      rpcContract({ use, input, output: { return: 'xs:int', total: 'xs:int' } }),
    );
    expect(() => read(bad, '<s-gensym7>x</s-gensym7><total>5</total>')).toThrow(/^s-gensym7: /);
    expect(() => read(bad, '<s-gensym7>1</s-gensym7><total>x</total>')).toThrow(/^total: /);
  });
});
