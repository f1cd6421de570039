import { expect, test } from '@jest/globals';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../src/model/link.ts';
import { replaceNamespace } from '../../src/model/wsdl.ts';
import { readContract } from '../../src/read/contract.ts';

const text = `asmx: 1
name: N
namespace: http://tempuri.org/
services:
  S: { operations: { Get: { parameters: { user: User }, returns: 'User[]' } } }
types:
  User: { fields: { id: int } }
`;

test('a contract takes another namespace in elements, types and actions, and still links', () => {
  const bag = createDiagnosticBag();
  const host = { readFile: () => new TextEncoder().encode(text) };
  const contract = readContract('n.yaml', host, bag);
  if (contract === undefined) throw new Error('not read');
  const model = linkContract(replaceNamespace(contract, 'urn:school'), bag);
  expect(bag.diagnostics).toEqual([]);
  expect(model?.namespace).toBe('urn:school');
  const operation = model?.services[0]?.interfaces[0]?.operations[0];
  expect(operation?.soap11?.action).toBe('urn:school/Get');
  expect(operation?.soap11?.input.parts[0]?.element?.name).toEqual({
    namespace: 'urn:school',
    localName: 'Get',
  });
  expect(model?.types.map((type) => type.name?.namespace)).toEqual(
    model?.types.map(() => 'urn:school'),
  );
  expect(contract.definitions[0]?.targetNamespace).toBe('http://tempuri.org/');
});

test('names in values take it, too', () => {
  const bag = createDiagnosticBag();
  const schema = `<definitions targetNamespace="urn:old" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:old" xmlns:o="urn:other"><types>
<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:old"><s:simpleType name="Name"><s:restriction base="s:QName"><s:enumeration value="t:a"/><s:enumeration value="o:a"/></s:restriction></s:simpleType></s:schema>
</types></definitions>`;
  const host = { readFile: () => new TextEncoder().encode(schema) };
  const contract = readContract('n.wsdl', host, bag);
  if (contract === undefined) throw new Error('not read');
  const model = linkContract(replaceNamespace(contract, 'urn:new'), bag);
  const [type] = model?.types ?? [];
  expect(type?.kind === 'simple' && type.facets.enumeration?.map(({ value }) => value)).toEqual([
    '{urn:new}a',
    '{urn:other}a',
  ]);
});
