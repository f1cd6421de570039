import { describe, expect, test } from '@jest/globals';
import { compareTexts } from './compare.ts';
import { wsdl } from './wsdl-text.ts';

/** A type whose element `list` has a constraint. */
function constrained(constraint: string, declarations = ''): string {
  return wsdl({
    schema: `<x:complexType name="T"><x:sequence><x:element name="list" ${declarations}>
      <x:complexType><x:sequence>
        <x:element name="item" maxOccurs="unbounded"><x:complexType><x:attribute name="id" type="x:int"/></x:complexType></x:element>
      </x:sequence></x:complexType>${constraint}</x:element></x:sequence></x:complexType>`,
    input: '<x:element name="p" type="t:T"/>',
  });
}
const unique = (selector: string, name = 'U', kind = 'unique', field = '@id'): string =>
  `<x:${kind} name="${name}"><x:selector xpath="${selector}"/><x:field xpath="${field}"/></x:${kind}>`;
const changes = (old: string, now: string): readonly string[] =>
  compareTexts(old, now).changes.map((one) => `${one.kind}: ${one.classes.join(' ')}`);

describe('identity constraints', () => {
  const here = constrained(unique('t:item'));

  test('are the same whatever their prefixes, blanks and names', () => {
    const other = constrained(unique(' q:item ', 'Other'), 'xmlns:q="urn:s"');
    expect(changes(here, other)).toEqual([]);
  });

  test('are others if a prefix means something else', () => {
    const other = constrained(unique('q:item'), 'xmlns:q="urn:elsewhere"');
    expect(changes(here, other)).toEqual(['constraint-changed: breaks callers breaks servers']);
    const { changes: found } = compareTexts(here, other);
    expect(found[0]?.message).toBe("unique 'U' of field 'list' in T is of other values now");
  });

  test('that are new allow less, and those that are gone more', () => {
    expect(changes(constrained(''), here)).toEqual(['constraint-added: breaks callers']);
    expect(changes(here, constrained(''))).toEqual(['constraint-removed: breaks servers']);
  });

  test('of another kind or of other fields are others', () => {
    const key = constrained(unique('t:item', 'U', 'key'));
    expect(changes(here, key)).toEqual([
      'constraint-added: breaks callers',
      'constraint-removed: breaks servers',
    ]);
    const field = constrained(unique('t:item', 'U', 'unique', '@no'));
    expect(changes(here, field)).toEqual(['constraint-changed: breaks callers breaks servers']);
  });

  test('that refer to a key of another name stay the same', () => {
    const both = (name: string): string =>
      constrained(
        unique('t:item', name, 'key') +
          unique('t:item', 'R', 'keyref').replace('name="R"', `name="R" refer="t:${name}"`),
      );
    expect(changes(both('K'), both('L'))).toEqual([]);
  });

  test('follow their element into another namespace', () => {
    const moved = here.replaceAll('urn:s', 'urn:new');
    expect(changes(here, moved).filter((one) => one.startsWith('constraint-'))).toEqual([]);
  });
});

test('QNames in enumerations are compared by their namespaces', () => {
  const of = (value: string, declarations: string): string =>
    wsdl({
      schema: `<x:simpleType name="C" ${declarations}><x:restriction base="x:QName"><x:enumeration value="${value}"/></x:restriction></x:simpleType>`,
      input: '<x:element name="p" type="t:C"/>',
    });
  const old = of('a:A', 'xmlns:a="urn:a"');
  expect(changes(old, of('b:A', 'xmlns:b="urn:a"'))).toEqual([]);
  expect(changes(old, of('a:A', 'xmlns:a="urn:b"'))).toEqual([
    'enumeration-value-removed: breaks callers',
    'enumeration-value-added: breaks servers',
  ]);
});
