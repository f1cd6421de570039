import { expect, test } from '@jest/globals';
import { writeMessage } from '../../../src/runtime/types/object.ts';
import { EncodeError } from '../../../src/runtime/xml/writer.ts';
import { valueWsdl } from '../../plan/support/contract.ts';
import { describeContract } from './describe-contract.ts';

const { 'Test request': request } = describeContract(
  valueWsdl(`<xs:complexType name="Value"><xs:sequence>
    <xs:element name="next" type="t:Value" minOccurs="0"/>
    <xs:element name="all" type="t:Value" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>`),
);

interface Value {
  next?: Value | undefined;
  all?: readonly Value[];
}

function failureOf(value: Value): EncodeError {
  try {
    writeMessage(request as never, { value });
  } catch (error) {
    if (error instanceof EncodeError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

test('a value that contains itself says so, with its path', () => {
  const one: Value = {};
  one.next = one;
  expect(failureOf(one)).toMatchObject({
    message: 'value.next: The value contains itself.',
    path: 'value.next',
  });
  const two: Value = {};
  two.all = [{}, { next: two }];
  expect(failureOf({ next: two })).toMatchObject({ path: 'value.next.all[1].next' });
});

test('a value that is nested too deeply says so, with the beginning of its path', () => {
  let deep: Value = {};
  for (let depth = 0; depth < 100_000; depth += 1) deep = { next: deep };
  const { message, path = '' } = failureOf(deep);
  expect(message).toMatch(/^value\.next\.next.*: The value is nested too deeply\.$/);
  expect(path.length).toBeLessThan(200);
});
