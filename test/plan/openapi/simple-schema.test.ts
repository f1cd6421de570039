import { expect, test } from '@jest/globals';
import { simpleSchema } from '../../../src/convert/schema-objects.ts';
import type { SimpleType } from '../../../src/model/xsd/schema.ts';

const name = (facets: SimpleType['facets']): SimpleType => ({
  kind: 'simple',
  context: [],
  variety: 'atomic',
  builtin: 'QName',
  facets,
});

test('a QName has its namespace in it, so that patterns and lengths of its text say nothing', () => {
  const schema = simpleSchema(name({ patterns: [['p:.*']], maxLength: 3 }));
  expect(Object.keys(schema)).toEqual(['type', 'pattern']);
  const pattern = new RegExp(String(schema.pattern));
  expect(['{urn:a}b', 'b'].every((text) => pattern.test(text))).toBe(true);
  expect(['p:b', '{urn:a}', 'a b'].some((text) => pattern.test(text))).toBe(false);
  expect(simpleSchema(name({ enumeration: [{ value: '{urn:a}b' }] }))).toEqual({
    type: 'string',
    enum: ['{urn:a}b'],
  });
});
