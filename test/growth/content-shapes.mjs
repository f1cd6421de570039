// Contents of values that grow: each is read by the server in a request and by the client in an
// answer.
import { times } from './messages.mjs';

const nest = (count, inside, attributes = () => '') =>
  `${times(count, (at) => `<a${attributes(at)}>`)}${inside}${'</a>'.repeat(count)}`;
const outside = 'xmlns:p="urn:p"';
const text = (count) => 'abcdefgh'.repeat(count);
const digits = (count) => '7'.repeat(count * 8);
const value = (name, content) => `<${name}>${content}</${name}>`;

/**
 * @typedef {object} Content
 * @property {string} operation whose value it is
 * @property {(count: number) => string} write
 * @property {number} [count] of the small one; 300 by default
 * @property {boolean | 'in requests' | 'in answers'} [bad] whether it is refused; a server does what
 *   ASMX does, which refuses numbers beyond the range and passes over elements of other namespaces
 * @property {boolean} [watched] whether the client listens for deviations
 */

/** @type {Record<string, Content>} */
export const contents = {
  'unknown elements with namespaces inside each other, then names of an outer prefix': {
    operation: 'Values',
    bad: true,
    count: 250,
    write: (n) =>
      `<u ${outside}>${nest(
        n,
        times(n, (_, id) => `<p:b${id}/>`),
        () => ' xmlns:q="u"',
      )}</u>`,
  },
  'names of an outer prefix after 190 namespaces': {
    operation: 'Values',
    write: (n) =>
      `<u ${outside}>${nest(
        190,
        times(n, (_, id) => `<p:b${id}/>`),
        () => ' xmlns:q="u"',
      )}</u>`,
  },
  'siblings that each declare a namespace, after 190 of them': {
    operation: 'Values',
    write: (n) =>
      `<u ${outside}>${nest(
        190,
        times(n, (_, id) => `<a xmlns:q="u${id}"><p:b${id}/></a>`),
        () => ' xmlns:q="u"',
      )}</u>`,
  },
  'many prefixes in scope, and attributes of them': {
    operation: 'Values',
    write: (n) =>
      `<u>${nest(
        100,
        times(n, (at, id) => `<a p${at % 60}_${at % 100}:x${id}="1" xmlns:q="v"/>`),
        (level) => times(60, (at) => ` xmlns:p${at}_${level}="u${at}"`),
      )}</u>`,
  },
  'IDs and references to those before and after': {
    operation: 'Links',
    watched: true,
    write: (n) =>
      times(n, (_, id) => `<Link id="i${id}" ref="i${n - id}"><to>i${id} i0</to></Link>`),
  },
  'IDs that repeat and references that lead nowhere, in lists inside each other': {
    operation: 'Links',
    watched: true,
    write: (n) =>
      `${'<Link>'.repeat(40)}<Link><to>${times(n, (_, id) => `a${id} `)}</to></Link>${times(n, (_, id) => `<Link id="i" ref="b${id}"/>`)}${'</Link>'.repeat(40)}`,
  },
  'unknown elements': {
    operation: 'Values',
    write: (n) => times(n, (_, id) => `<u${id}><v w="${id}"/></u${id}>`),
  },
  'unknown elements inside each other': {
    operation: 'Values',
    count: 1100,
    write: (n) => nest(n, ''),
  },
  'unknown elements inside each other, beyond the limit': {
    operation: 'Values',
    count: 20_000,
    bad: true,
    write: (n) => nest(n, ''),
  },
  'elements inside each other where they are read': {
    operation: 'Keep',
    count: 20,
    write: (n) => nest(n, ''),
  },
  'rows inside each other': {
    operation: 'Rows',
    count: 10,
    write: (n) => `${'<Row><id>1</id><rows>'.repeat(n)}${'</rows></Row>'.repeat(n)}`,
  },
  'a repeated choice': { operation: 'Choices', write: (n) => value('x', 'a').repeat(n) },
  'a repeated choice of all kinds': {
    operation: 'Choices',
    write: (n) => '<x>a</x><y>1</y><z>b</z><z>c</z> '.repeat(n),
  },
  'a repeated choice with references': {
    operation: 'Choices',
    write: (n) => '<x>a&amp;b</x><z>&#xD;</z>'.repeat(n),
  },
  'a repeated choice with one reference at the end': {
    operation: 'Choices',
    write: (n) => `${'<z>a</z><x>b</x>'.repeat(n)}<x>&lt;</x>`,
  },
  'a repeated choice with text between': {
    operation: 'Choices',
    write: (n) => '<z>a</z> junk <z>&amp;</z> junk '.repeat(n),
  },
  'a repeated choice with CDATA sections, comments and carriage returns': {
    operation: 'Choices',
    write: (n) => '<z><![CDATA[a]]></z><!-- c --><z>\r\n</z>'.repeat(n),
  },
  'a repeated sequence': { operation: 'Turns', write: (n) => '<a>a</a><b>b</b>'.repeat(n) },
  'a repeated sequence of its first element': {
    operation: 'Turns',
    write: (n) => value('a', 'a').repeat(n),
  },
  'a repeated choice of sequences': {
    operation: 'Branches',
    write: (n) => '<a>a</a><b>b</b><c>c</c><c>c</c>'.repeat(n),
  },
  'rows with attributes and lists': {
    operation: 'Rows',
    write: (n) =>
      times(
        n,
        (_, id) =>
          `<Row label="r${id}"><id>${id}</id><tags><string>a</string><string>b</string></tags></Row>`,
      ),
  },
  'rows in another namespace': {
    operation: 'Rows',
    bad: 'in answers',
    write: (n) => `<x:Row xmlns:x="urn:other"><id>1</id></x:Row>`.repeat(n),
  },
  'a wrong value in the last row': {
    operation: 'Rows',
    bad: true,
    write: (n) => `${'<Row><id>1</id></Row>\n'.repeat(n)}<Row><id>x</id></Row>`,
  },
  'types by xsi:type': {
    operation: 'Shapes',
    write: (n) => '<Shape xsi:type="Circle"><radius>1</radius></Shape>'.repeat(n),
  },
  'types by xsi:type in namespaces of their own': {
    operation: 'Shapes',
    write: (n) =>
      times(
        n,
        (_, id) =>
          `<Shape xmlns:t${id}="urn:growth" xsi:type="t${id}:Circle"><radius>1</radius></Shape>`,
      ),
  },
  'many attributes, known to no one': {
    operation: 'Rows',
    write: (n) =>
      times(n, (_, id) => `<Row${times(50, (at) => ` a${at}="${id}"`)}><id>1</id></Row>`),
  },
  'attributes with names of their own': {
    operation: 'Rows',
    write: (n) =>
      times(n, (_, id) => `<Row${times(20, (at) => ` a${at}_${id}="1"`)}><id>1</id></Row>`),
  },
  'attributes of an element that keeps any': {
    operation: 'Keep',
    count: 7,
    write: (n) => `<k${times(n, (_, id) => ` a${id}="1"`)}/>`,
  },
  'a long text': { operation: 'Values', write: (n) => value('string', text(n)) },
  'a long text of many references': {
    operation: 'Values',
    write: (n) => value('string', '&amp;&lt;&#65;x'.repeat(n)),
  },
  'a long reference': {
    operation: 'Values',
    write: (n) => value('string', `&#${'0'.repeat(n * 8)}65;`),
  },
  'a long text of brackets': {
    operation: 'Values',
    write: (n) => value('string', ']] ]>'.repeat(n)),
  },
  'a long text of carriage returns': {
    operation: 'Values',
    write: (n) => value('string', '\r\n\r'.repeat(n)),
  },
  'many short texts with references in some': {
    operation: 'Rows',
    write: (n) =>
      '<Row><id>1</id><name>a</name></Row><Row><id>1</id><name>&amp;</name></Row>'.repeat(n),
  },
  'CDATA sections': {
    operation: 'Values',
    write: (n) => value('string', '<![CDATA[x]]>'.repeat(n)),
  },
  'a long CDATA section': {
    operation: 'Values',
    write: (n) => value('string', `<![CDATA[${']] >'.repeat(n)}]]>`),
  },
  comments: { operation: 'Values', write: (n) => '<!-- c -->'.repeat(n) },
  'a long comment': { operation: 'Values', write: (n) => `<!--${'- '.repeat(n * 4)}-->` },
  instructions: { operation: 'Values', write: (n) => '<?a b?>'.repeat(n) },
  'white space': { operation: 'Values', write: (n) => ' \n'.repeat(n * 4) },
  'white space in tags': {
    operation: 'Values',
    write: (n) => `<string${' '.repeat(n * 8)}>a</string${' '.repeat(n * 8)}>`,
  },
  'long names': {
    operation: 'Values',
    count: 30,
    write: (n) => times(n, (_, id) => `<${'n'.repeat(900)}${id}/>`),
  },
  'a name beyond the limit': { operation: 'Values', bad: true, write: (n) => `<${text(n)}/>` },
  'a long attribute': {
    operation: 'Values',
    write: (n) => `<u a="${'x&amp;\t'.repeat(n)}"/>`,
  },
  'a long namespace': { operation: 'Values', write: (n) => `<u xmlns="${text(n)}"/>` },
  'tags that are never closed': { operation: 'Values', bad: true, write: (n) => '<a>'.repeat(n) },
  'an attribute that is never closed': {
    operation: 'Values',
    bad: true,
    write: (n) => `<u a="${'<b c="'.repeat(n).replaceAll('"', "'")}`,
  },
  'a comment that is never closed': {
    operation: 'Values',
    bad: true,
    write: (n) => `<!-- ${text(n)}`,
  },
  'text where there is none': {
    operation: 'Rows',
    write: (n) => `${'x <Row><id>1</id></Row>'.repeat(n)}`,
  },
  'any elements with names in texts': {
    operation: 'Keep',
    write: (n) => `<k ${outside}>${'<e q="p:a">p:b</e>'.repeat(n)}</k>`,
  },
  'any elements with prefixes of their own in texts': {
    operation: 'Keep',
    write: (n) =>
      `<k ${outside}>${times(n, (_, id) => `<e xmlns:q${id}="u" q="q${id}:a p:b"/>`)}</k>`,
  },
  'any elements, with many prefixes that are referred to outside': {
    operation: 'Keep',
    write: (n) =>
      nest(
        100,
        times(n, (_, id) => `<e xmlns:q${id}="u" a="q${id}:a"/>`),
        (level) =>
          `${times(60, (at) => ` xmlns:p${at}_${level}="u${at}"`)} a="${times(60, (at) => `p${at}_${level}:x `)}"`,
      ),
  },
  'any elements with attributes of many namespaces': {
    operation: 'Keep',
    write: (n) =>
      nest(
        100,
        times(n, (at) => `<e p${at % 30}_${at % 100}:a="1"/>`),
        (level) =>
          `${times(30, (at) => ` xmlns:p${at}_${level}="u${at}_${level}"`)}${times(30, (at) => ` p${at}_${level}:x="1"`)}`,
      ),
  },
  'an element with attributes of as many namespaces': {
    operation: 'Keep',
    write: (n) => `<e${times(n, (_, id) => ` xmlns:p${id}="u${id}" p${id}:a="1"`)}/>`,
  },
  'a text with many prefixes': {
    operation: 'Keep',
    write: (n) =>
      `<e${times(n, (_, id) => ` xmlns:p${id}="u${id}"`)}>${times(n, (_, id) => `p${id}:a `)}</e>`,
  },
  'any elements in a long namespace': {
    operation: 'Keep',
    bad: true,
    write: (n) => `<k xmlns:p="${text(n)}">${'<p:a/>'.repeat(n)}</k>`,
  },
  'a text of colons': { operation: 'Keep', write: (n) => `<k>${'p:'.repeat(n * 4)}</k>` },
  'mixed content': { operation: 'Mix', write: (n) => 'text<b>b</b>&amp;'.repeat(n) },
};

/** The smallest elements, of which most objects are made. */
const smallest = {
  Choices: ['x', 'z'],
  Turns: ['a'],
  Keep: ['a'],
  Shapes: ['Shape'],
  Mix: ['b'],
};
for (const [operation, names] of Object.entries(smallest)) {
  for (const name of names) {
    contents[`empty elements ${name} in ${operation}`] = {
      operation,
      write: (n) => `<${name}/>`.repeat(n),
    };
  }
}
contents['empty items of a list'] = {
  operation: 'Rows',
  write: (n) => `<Row><id>1</id><tags>${'<string/>'.repeat(n)}</tags></Row>`,
};
contents['empty elements inside one that is kept'] = {
  operation: 'Keep',
  write: (n) => `<k>${'<a/>'.repeat(n)}</k>`,
};
contents['texts and empty elements inside one that is kept'] = {
  operation: 'Keep',
  write: (n) => `<k>${'a<a/>'.repeat(n)}</k>`,
};
for (const name of 'int long integer decimal double float gYear unsignedByte amount'.split(' '))
  contents[`a long text as ${name}`] = {
    operation: 'Values',
    bad: !['decimal', 'gYear'].includes(name) && (/double|float/.test(name) ? 'in requests' : true),
    count: 2000,
    write: (n) => value(name, digits(n)),
  };
for (const name of 'boolean dateTime date time duration color code word'.split(' '))
  contents[`a long text as ${name}`] = {
    operation: 'Values',
    bad: true,
    write: (n) => value(name, 'a'.repeat(n * 8)),
  };
for (const name of 'base64Binary anyURI token normalizedString NMTOKENS'.split(' '))
  contents[`a long text as ${name}`] = {
    operation: 'Values',
    write: (n) => value(name, `${' abcd'.repeat(n)} `),
  };
contents['a long text as language'] = {
  operation: 'Values',
  write: (n) => value('language', `abcd${'-abcd'.repeat(n)}`),
};
contents['a long text as hexBinary'] = {
  operation: 'Values',
  write: (n) => value('hexBinary', 'ab'.repeat(n * 4)),
};
contents['a long list'] = { operation: 'Values', write: (n) => value('numbers', '12 '.repeat(n)) };
contents['a long text as one of several types'] = {
  operation: 'Values',
  bad: true,
  write: (n) => value('either', text(n)),
};
contents['a long name with a prefix'] = {
  operation: 'Values',
  write: (n) => `<QName xmlns:p="urn:p">p:${text(n)}</QName>`,
};
contents['a long fraction of a second'] = {
  operation: 'Values',
  write: (n) => value('dateTime', `2024-01-02T03:04:05.${digits(n)}Z`),
};
contents['a long duration'] = {
  operation: 'Values',
  write: (n) => value('duration', `P${digits(n)}D`),
};
contents['a long text that matches a pattern'] = {
  operation: 'Values',
  write: (n) => value('code', `${'a'.repeat(n * 8)}b`),
};
