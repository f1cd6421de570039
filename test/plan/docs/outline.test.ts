import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addressPlaceholder,
  wsdlAt,
  wsdlText,
  xmlDeclaration,
} from '../../../src/convert/wsdl/document.ts';
import { indentedText, type MarkupElement, type MarkupNode } from '../../../src/model/xml.ts';
import { SharedOutlines, writeOutline } from '../../../src/pages/outline.ts';
import { expandOutline } from '../../../src/runtime/pages/operation-page.ts';
import { runs } from '../../runs.ts';
import { modelOf } from '../contract-texts.ts';

/** The school contract, and the valid contracts of the golden cases with all their files. */
const contracts = [
  ['school', { 'school.yaml': readFileSync('specs/student-information.yaml', 'utf8') }] as const,
  ...readdirSync('test/golden').flatMap((name) => {
    const folder = `test/golden/${name}`;
    const files = readdirSync(folder);
    if (!files.includes('contract.wsdl') || name.startsWith('broken-schema')) return [];
    const read = ['contract.wsdl', ...files.filter((one) => one.endsWith('.xsd'))].map(
      (one) => [one, readFileSync(`${folder}/${one}`, 'utf8')] as const,
    );
    return [[name, Object.fromEntries(read)] as const];
  }),
];

function element(tag: string, ...children: MarkupNode[]): MarkupElement {
  return { name: tag.replace(/ .*/s, ''), tag, children };
}

test.each(contracts)('the outlines of the WSDL of %s give their texts', (_, files) => {
  const { services } = modelOf(files);
  for (const { definitions } of services) {
    const root = wsdlAt(definitions)(() => addressPlaceholder);
    expect(expandOutline(writeOutline(root))).toBe(wsdlText(root));
  }
});

test('what is said again and again is a word, shapes come first', () => {
  const names = ['Add', 'Drop', 'Find', 'Move'];
  const messages = names.flatMap((name) => [
    element(
      `wsdl:message name="${name}SoapIn"`,
      element(`wsdl:part name="parameters" element="tns:${name}"`),
    ),
    element(
      `wsdl:message name="${name}SoapOut"`,
      element(`wsdl:part name="parameters" element="tns:${name}Response"`),
    ),
  ]);
  expect(writeOutline(element('wsdl:definitions', ...messages))).toBe(`=message
 <wsdl:message name="$1SoapIn"
  <wsdl:part name="$2" element="tns:$1"
=message2
 <wsdl:message name="$1SoapOut"
  <wsdl:part name="$2" element="tns:$1Response"
|${xmlDeclaration}
<wsdl:definitions
 message Add parameters
 message2 Add parameters
 message Drop parameters
 message2 Drop parameters
 message Find parameters
 message2 Find parameters
 message Move parameters
 message2 Move parameters`);
});

test('children follow the line of what they are in, a long text goes on', () => {
  const fieldsOf = (letters: string): readonly MarkupElement[] =>
    [...letters].map((name) => element(`s:element name="${name}"`));
  const types = ['A', 'B', 'C', 'D'].map((name, at) =>
    element(
      `s:element name="${name}"`,
      element('s:complexType', element('s:sequence', ...fieldsOf('abcdefgh'.slice(0, at + 2)))),
    ),
  );
  const root = element('s:schema', ...types, element('s:d', 'one\ntwo\n  +three'));
  const outline = writeOutline(root);
  expect(outline).toMatch(/\n element A\n {2}element2 a\n {2}element2 b\n element B\n/);
  expect(outline).toContain('\n <s:d\n  "one\n  +two\n  +  +three');
  expect(expandOutline(outline)).toBe(wsdlText(root));
});

describe('whatever a text holds, it comes back', () => {
  const value = fc.oneof(
    fc.constantFrom('a', 'tns:abc', 'abc', 'abcIn', '$1', 'a $2', '', ' ', 'x y'),
    fc.string().map((text) => text.replace(/[<>&"\n\r]/g, '')),
  );
  const { node } = fc.letrec<{ node: MarkupElement }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc
        .tuple(fc.constantFrom('b', 'wsdl:b'), value)
        .map(([tag, name]) => element(`${tag} name="${name}"`)),
      fc.constantFrom(element('a'), element('a', 'one\n two'), element('a', 'x')),
      value.map((text) => element('a', text)),
      fc
        .tuple(
          fc.constantFrom('c', 'wsdl:c'),
          value,
          value,
          fc.array(tie('node'), { minLength: 1 }),
        )
        .map(([tag, name, type, inner]) =>
          element(`${tag} name="${name}" type="${type}"`, ...inner),
        ),
    ),
  }));

  test('random markup', () => {
    fc.assert(
      fc.property(fc.array(node, { minLength: 1 }), (nodes) => {
        const root = element('r', ...nodes, ...nodes, ...nodes, ...nodes);
        expect(expandOutline(writeOutline(root))).toBe(wsdlText(root));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('outlines with shapes in common', () => {
  const address = element(
    'to',
    element('name', '\u27e6string\u27e7'),
    element('street no="\u27e6int\u27e7"', '\u27e6string\u27e7'),
    '\u27e6xml\u27e7',
  );
  const pair = element('d', element('c', '$1'), element('c', '$1'));
  const documents = [
    [element('Send xmlns="urn:a"', address)],
    [element('Find xmlns="urn:a"', address), element('b')],
    [element('c', '$1'), pair],
    [pair],
    [],
  ];

  test('say once what is in several of them', () => {
    const shared = new SharedOutlines();
    const outlines = documents.map((one) => shared.add(one)).map((write) => write());
    const shapes = shared.shapes.join('\n');
    expect(shapes).toBe(`=to
 <to
  <name>\u27e6string\u27e7
  <street no="\u27e6int\u27e7"
   "\u27e6string\u27e7
  "\u27e6xml\u27e7`);
    expect(outlines[0]).toBe('<Send xmlns="urn:a"\n to');
    expect(outlines[3]).toBe('<d\n <c>$1\n <c>$1');
    expect(outlines.map((one) => expandOutline(one, shapes, 2))).toEqual(
      documents.map((one) => indentedText(one, 2)),
    );
  });

  test('text among elements, and over several lines', () => {
    const node = element('a', 'x\n', element('b', 'one\n  two'), 'y', element('c'));
    const outline = new SharedOutlines().add([node])();
    expect(expandOutline(outline)).toBe(indentedText([node]));
  });
});
