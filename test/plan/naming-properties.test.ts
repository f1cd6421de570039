import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { planShapeNames } from '../../src/plan/contract-shapes.ts';
import { chooseOperations } from '../../src/plan/settings.ts';
import { findUsedTypes } from '../../src/plan/used-types.ts';
import { runs } from '../runs.ts';
import { modelOf } from './contract-texts.ts';
import { planOptions } from './support/contract.ts';

/**
 * The promises of docs/naming.md, held against contracts made of names that get in each other's
 * way.
 */
const spaces = ['urn:test', 'http://a.org/common', 'http://b.org/common', 'http://b.org/v2/orders'];
const typeNames = ['Order', 'order', 'OrderType', 'Or-der', 'OrderCommon', 'Item', 'AskInput'];
const operationNames = ['Order', 'order', 'Ask', 'GetItem', 'getItem', 'get-item', 'Item'];

interface TypeItem {
  readonly space: string;
  readonly name: string;
}
interface Parts {
  readonly types: readonly TypeItem[];
  readonly operations: readonly string[];
}

const parts: fc.Arbitrary<Parts> = fc.record({
  types: fc.uniqueArray(
    fc.record({ space: fc.constantFrom(...spaces), name: fc.constantFrom(...typeNames) }),
    { minLength: 1, maxLength: 9, selector: ({ space, name }) => `${space} ${name}` },
  ),
  operations: fc.uniqueArray(fc.constantFrom(...operationNames), { minLength: 1, maxLength: 6 }),
});

/** A contract whose every operation reaches every type; each type holds one without a name. */
function document({ types, operations }: Parts): string {
  const order = [...new Set(['urn:test', ...types.map((one) => one.space)])];
  const prefix = (space: string): string => `n${spaces.concat('urn:zebra').indexOf(space)}`;
  const fields = types.map(
    ({ space, name }, index) => `<xs:element name="f${index}" type="${prefix(space)}:${name}"/>`,
  );
  const schemas = order.map((space) => {
    const own = types
      .filter((one) => one.space === space)
      .map(
        ({ name }) =>
          `<xs:complexType name="${name}"><xs:sequence><xs:element name="Part"><xs:complexType><xs:attribute name="x"/></xs:complexType></xs:element></xs:sequence></xs:complexType>`,
      );
    const elements = operations.map(
      (name) =>
        `<xs:element name="${name}"><xs:complexType><xs:sequence>${fields.join('')}</xs:sequence></xs:complexType></xs:element>`,
    );
    const all = space === 'urn:test' ? [...own, ...elements] : own;
    return `<xs:schema targetNamespace="${space}">${all.join('')}</xs:schema>`;
  });
  const each = (write: (name: string) => string): string => operations.map(write).join('');
  const prefixes = [...spaces, 'urn:zebra'].map((space) => `xmlns:${prefix(space)}="${space}"`);
  return `<definitions name="Test" targetNamespace="urn:test" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" ${prefixes.join(' ')}>
<types>${schemas.join('')}</types>
${each((name) => `<message name="${name}"><part name="p" element="n0:${name}"/></message>`)}
<portType name="Port">${each((name) => `<operation name="${name}"><input message="n0:${name}"/></operation>`)}</portType>
<binding name="Binding" type="n0:Port"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each((name) => `<operation name="${name}"><s:operation soapAction="${name}"/><input><s:body use="literal"/></input></operation>`)}</binding>
<service name="Service"><port name="Port" binding="n0:Binding"><s:address location="http://localhost/"/></port></service>
</definitions>`;
}

/** Every name there is, by what it is the name of. */
function namesOf(
  given: Parts,
  renames: Readonly<Record<string, string>> = {},
): Map<string, string> {
  const model = modelOf({ 'test.wsdl': document(given) });
  const options = { ...planOptions, renames };
  const chosen = chooseOperations(model, options);
  const reach = findUsedTypes(
    chosen.map((one) => one.operation),
    [],
  );
  const bag = createDiagnosticBag();
  const { names, messages } = planShapeNames(
    { model, operations: chosen, used: reach, options },
    bag,
  );
  expect(bag.diagnostics).toEqual([]);
  const found = new Map<string, string>();
  for (const one of chosen) {
    const keys = messages.get(one);
    const { name } = one.operation;
    found.set(`method ${name}`, one.method);
    for (const part of ['input', 'descriptor'] as const) {
      const key = keys?.[part];
      if (key !== undefined) found.set(`${part} ${name}`, names.get(key) ?? '');
    }
  }
  for (const type of reach.types) {
    const name = names.get(type);
    if (name === undefined || type.kind !== 'complex') continue;
    if (type.name !== undefined)
      found.set(`type {${type.name.namespace}}${type.name.localName}`, name);
  }
  return found;
}

/** The same parts in another order. */
const shuffled = (given: Parts): fc.Arbitrary<Parts> =>
  fc.record({
    types: fc.shuffledSubarray([...given.types], { minLength: given.types.length }),
    operations: fc.shuffledSubarray([...given.operations], { minLength: given.operations.length }),
  });

describe('names', () => {
  test('are all different, and methods too', () => {
    fc.assert(
      fc.property(parts, (given) => {
        const names = [...namesOf(given)];
        const methods = names.filter(([key]) => key.startsWith('method'));
        const types = names.filter(([key]) => /^(?:type|input)/.test(key));
        for (const group of [methods, types]) {
          const texts = group.map(([, name]) => name);
          expect(new Set(texts).size).toBe(texts.length);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  test('do not depend on the order of types, schemas and operations', () => {
    fc.assert(
      fc.property(
        parts.chain((given) => fc.tuple(fc.constant(given), shuffled(given))),
        ([given, other]) => {
          expect(Object.fromEntries(namesOf(other))).toEqual(Object.fromEntries(namesOf(given)));
        },
      ),
      { numRuns: runs(150) },
    );
  });

  test('stay when something unrelated is added anywhere', () => {
    fc.assert(
      fc.property(
        parts,
        fc.constantFrom(...spaces, 'urn:zebra'),
        fc.nat({ max: 9 }),
        (given, space, at) => {
          const types = given.types.toSpliced(at, 0, { space, name: 'Zebra' });
          const operations = given.operations.toSpliced(at, 0, 'Unrelated');
          const before = namesOf(given);
          const after = namesOf({ types, operations });
          for (const [key, name] of before) expect([key, after.get(key)]).toEqual([key, name]);
        },
      ),
      { numRuns: runs(150) },
    );
  });

  test('that the user chose win, whoever wants them', () => {
    fc.assert(
      fc.property(
        parts,
        fc.nat(),
        fc.constantFrom('Order', 'Item', 'Fresh'),
        (given, pick, wanted) => {
          const type = given.types[pick % given.types.length];
          if (type === undefined) return;
          const key = `{${type.space}}${type.name}`;
          expect(namesOf(given, { [key]: wanted }).get(`type ${key}`)).toBe(wanted);
          const operation = given.operations[pick % given.operations.length] ?? '';
          const renames = { [`Service.${operation}`]: 'somethingElse' };
          expect(namesOf(given, renames).get(`method ${operation}`)).toBe('somethingElse');
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
