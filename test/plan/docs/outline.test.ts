import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addressPlaceholder, writeWsdl } from '../../../src/convert/wsdl/write-wsdl.ts';
import { readFragment } from '../../../src/plan/pages/outline/markup-tree.ts';
import { shareOutlines } from '../../../src/plan/pages/outline/share-outlines.ts';
import { writeOutline } from '../../../src/plan/pages/outline/write-outline.ts';
import { expandOutline } from '../../../src/runtime/pages/outline.ts';
import { runs } from '../../runs.ts';
import { modelOf } from '../contract-texts.ts';

const school = modelOf({
  'school.yaml': readFileSync('specs/student-information.yaml', 'utf8'),
});

/** WSDL of the golden cases, and what would be written of the school. */
const texts = [
  ...readdirSync('test/golden')
    .filter((name) => readdirSync(`test/golden/${name}`).includes('contract.wsdl'))
    .map((name) => [name, readFileSync(`test/golden/${name}/contract.wsdl`, 'utf8')] as const),
  ...school.services.map(
    ({ name, definitions }) =>
      [name, writeWsdl(definitions, name, { address: addressPlaceholder })] as const,
  ),
];

test.each(texts)('the outline of %s gives its text again', (_, text) => {
  const trimmed = text.trimEnd();
  expect(expandOutline(writeOutline(trimmed))).toBe(trimmed);
});

test('what is said again and again is a word, shapes come first', () => {
  const names = ['Add', 'Drop', 'Find', 'Move'];
  const messages = names.flatMap((name) => [
    `  <wsdl:message name="${name}SoapIn">`,
    `    <wsdl:part name="parameters" element="tns:${name}" />`,
    '  </wsdl:message>',
    `  <wsdl:message name="${name}SoapOut">`,
    `    <wsdl:part name="parameters" element="tns:${name}Response" />`,
    '  </wsdl:message>',
  ]);
  const text = ['<wsdl:definitions>', ...messages, '</wsdl:definitions>'].join('\n');
  const outline = `=message
 <wsdl:message name="$1SoapIn"
  <wsdl:part name="$2" element="tns:$1"
=message2
 <wsdl:message name="$1SoapOut"
  <wsdl:part name="$2" element="tns:$1Response"
<wsdl:definitions
 message Add parameters
 message2 Add parameters
 message Drop parameters
 message2 Drop parameters
 message Find parameters
 message2 Find parameters
 message Move parameters
 message2 Move parameters`;
  expect(writeOutline(text)).toBe(outline);
  expect(expandOutline(outline)).toBe(text);
});

test('children follow the line of what they are in, a long text goes on', () => {
  const fieldsOf = (letters: string): readonly string[] =>
    [...letters].map((name) => `        <s:element name="${name}" />`);
  const types = ['A', 'B', 'C', 'D'].flatMap((name, at) => [
    `  <s:element name="${name}">`,
    '    <s:complexType>',
    '      <s:sequence>',
    ...fieldsOf('abcdefgh'.slice(0, at + 2)),
    '      </s:sequence>',
    '    </s:complexType>',
    '  </s:element>',
  ]);
  const text = ['<s:schema>', ...types, '  <s:d>one\ntwo\n  +three</s:d>', '</s:schema>'].join(
    '\n',
  );
  const outline = writeOutline(text);
  expect(outline).toMatch(/\n element A\n {2}element2 a\n {2}element2 b\n element B\n/);
  expect(outline).toContain('\n <s:d\n  "one\n  +two\n  +  +three');
  expect(expandOutline(outline)).toBe(text);
});

describe('whatever a text holds, it comes back', () => {
  const value = fc.oneof(
    fc.constantFrom('a', 'tns:abc', 'abc', 'abcIn', '$1', 'a $2', '', ' ', 'x y', '"'.repeat(0)),
    fc.string().map((text) => text.replace(/[<>&"\n\r]/g, '')),
  );
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc.tuple(fc.constantFrom('b', 'wsdl:b'), value).map(([tag, v]) => `<${tag} name="${v}" />`),
      fc.constantFrom('<!-- <a> -->', '<a>one\n two</a>', '<a></a>', '<a>x<b /> y</a>', '<?p?>'),
      fc
        .tuple(
          fc.constantFrom('c', 'wsdl:c'),
          value,
          value,
          fc.array(tie('node'), { minLength: 1 }),
        )
        .map(
          ([tag, name, type, inner]) =>
            `<${tag} name="${name}" type="${type}">\n${inner.join('\n').replace(/^/gm, '  ')}\n</${tag}>`,
        ),
    ),
  }));

  test('random markup', () => {
    fc.assert(
      fc.property(fc.array(node, { minLength: 1 }), (nodes) => {
        const text = `<r>\n${[...nodes, ...nodes, ...nodes, ...nodes].join('\n').replace(/^/gm, '  ')}\n</r>`;
        expect(expandOutline(writeOutline(text))).toBe(text);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('outlines with shapes in common', () => {
  const expanded = (documents: readonly string[]): readonly string[] => {
    const nodes = documents.map((one) => readFragment(one, 2) ?? []);
    const { shapes, outlines } = shareOutlines(nodes);
    return outlines.map((one) => expandOutline(one, shapes, 2));
  };

  const address = `<to>
        <name>\u27e6string\u27e7</name>
        <street no="\u27e6int\u27e7">\u27e6string\u27e7</street>\u27e6xml\u27e7</to>`;
  const documents = [
    `    <Send xmlns="urn:a">\n      ${address}\n    </Send>`,
    `    <Find xmlns="urn:a">\n      ${address}\n    </Find>\n    <b />`,
    '    <c>$1</c>\n    <d>\n      <c>$1</c>\n      <c>$1</c>\n    </d>',
    '    <d>\n      <c>$1</c>\n      <c>$1</c>\n    </d>',
  ];

  test('say once what is in several of them', () => {
    const { shapes, outlines } = shareOutlines(documents.map((one) => readFragment(one, 2) ?? []));
    expect(shapes).toBe(`=to
 <to
  <name>\u27e6string\u27e7
  <street no="\u27e6int\u27e7"
   "\u27e6string\u27e7
  "\u27e6xml\u27e7`);
    expect(outlines[0]).toBe('<Send xmlns="urn:a"\n to');
    expect(outlines[3]).toBe('<d\n <c>$1\n <c>$1');
    expect(expanded(documents)).toEqual(documents);
  });

  test('a valid message without line ends is laid out', () => {
    const nodes = readFragment('<a xmlns="urn:a"><b c="1">x</b><d /></a>', undefined) ?? [];
    const [outline = ''] = shareOutlines([nodes]).outlines;
    expect(expandOutline(outline, '', 1)).toBe(
      '  <a xmlns="urn:a">\n    <b c="1">x</b>\n    <d />\n  </a>',
    );
  });

  test('what is no element is no fragment', () => {
    expect(readFragment('xml', 2)).toBeUndefined();
    expect(readFragment('', 2)).toEqual([]);
  });
});
