import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import {
  lookupNamespace,
  parseXmlTree,
  spanOf,
  treeAttribute,
  valueSpan,
} from '../../src/read/xml-tree.ts';
import { lineOf } from './contract-text.ts';

function parse(text: string) {
  const bag = createDiagnosticBag();
  const root = parseXmlTree({ path: 'a.xml', text }, bag);
  return { root, lines: bag.diagnostics.map(lineOf) };
}

describe('parseXmlTree', () => {
  test('keeps where elements and attribute values are', () => {
    const text = '<a>\n  <b x="1" y=\'two\'/>\n</a>';
    const child = parse(text).root?.children[0];
    if (child === undefined) throw new Error('no child');
    const { start, end } = spanOf(child);
    expect(text.slice(start, end)).toBe('<b x="1" y=\'two\'/>');
    const y = treeAttribute(child, 'y');
    if (y === undefined) throw new Error('no attribute');
    const value = valueSpan(child, y);
    expect(text.slice(value.start, value.end)).toBe('two');
  });

  test('knows the prefixes in scope', () => {
    const { root } = parse('<a xmlns="urn:a" xmlns:p="urn:p"><b xmlns:p="urn:q"/></a>');
    const inner = root?.children[0]?.scope;
    if (root === undefined || inner === undefined) throw new Error('no tree');
    expect(lookupNamespace(root.scope, 'p')).toBe('urn:p');
    expect(lookupNamespace(inner, 'p')).toBe('urn:q');
    expect(lookupNamespace(inner, '')).toBe('urn:a');
    expect(lookupNamespace(inner, 'xml')).toBe('http://www.w3.org/XML/1998/namespace');
    expect(lookupNamespace(inner, 'z')).toBeUndefined();
  });

  test('keeps the text of documentation without the markup in it', () => {
    const { root } = parse('<a>x<documentation>one <b>two</b><![CDATA[ <3]]></documentation></a>');
    expect(root?.children[0]?.text).toBe('one two <3');
    expect(root?.children[0]?.children).toEqual([]);
    expect(root?.text).toBe('');
  });

  test('takes the drafts of XML Schema for XML Schema 1.0', () => {
    const { root } = parse('<s:schema xmlns:s="http://www.w3.org/1999/XMLSchema"/>');
    expect(root?.namespace).toBe('http://www.w3.org/2001/XMLSchema');
    expect(root && lookupNamespace(root.scope, 's')).toBe('http://www.w3.org/2001/XMLSchema');
  });

  test('takes more namespace declarations than a message may have', () => {
    const many = Array.from({ length: 300 }, (_, index) => `xmlns:n${index}="urn:${index}"`);
    expect(parse(`<a ${many.join(' ')}/>`).lines).toEqual([]);
  });

  test.each([
    ['<a>\n<b></a>', 'error ASMX1020 a.xml:2:6'],
    ['<a x="1" x="2"/>', 'error ASMX1020 a.xml:1:10'],
    ['<p:a/>', 'error ASMX1020 a.xml:1:2'],
    ['text<a/>', 'error ASMX1020 a.xml:1:1'],
    ['', 'error ASMX1020 a.xml:1:1'],
    ['<!DOCTYPE a><a/>', 'error ASMX1021 a.xml:1:'],
    ['<a>'.repeat(500), 'error ASMX1032 a.xml:1:1201'],
  ])('refuses %j', (text, line) => {
    const { root, lines } = parse(text);
    expect(root).toBeUndefined();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(line);
  });
});
