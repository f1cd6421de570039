// Requests that grow: `write(count)` gives one, `status` is that of its answer, `count` that of the
// small one.
import { contents } from './content-shapes.mjs';
import {
  call,
  envelope,
  form,
  multipart,
  post,
  query,
  request,
  times,
  versions,
} from './messages.mjs';

/** A call of the operation with SOAP encoding: its accessors, and what is beside it. */
function encoded(accessors, beside, version = 'soap11') {
  const body = `<g:Join xmlns:g="urn:growth"><root href="#r"/>${accessors}</g:Join><m id="r">${beside[0]}</m>${beside.slice(1).join('')}`;
  const text =
    version === 'soap11'
      ? body
      : body.replaceAll('href="#', 'r:ref="').replaceAll(' id=', ' r:id=');
  const declared =
    version === 'soap11'
      ? text
      : text.replaceAll(/<(g:Join|m|x)(?=[ >])/g, `<$1 xmlns:r="${versions.soap12.encoding}"`);
  return post(version, 'Join', envelope(version, declared));
}

const reference = (name, id) => `<${name} href="#${id}"/>`;
const target = (id, content) => `<x id="${id}">${content}</x>`;
const small = request('Values', '<string>a</string>');
const withHeader = (header, version = 'soap11') =>
  post(version, 'Values', envelope(version, small, header));
const soapPart = `Content-Type: text/xml\r\n\r\n${envelope('soap11', small)}`;
const attached = (content, headers = '') =>
  multipart([soapPart, `Content-ID: <file=1@b>\r\n${headers}\r\n${content}`]);
const pieces = (all, size) => ({ ...all, pieces: size });

/**
 * @typedef {object} Shape
 * @property {(count: number) => object} write
 * @property {number} status
 * @property {number} [count] 300 by default
 */

/** @type {Record<string, Shape>} */
export const requestShapes = {
  'references to one text': {
    status: 500,
    write: (n) =>
      encoded('', [reference('text', 't').repeat(n), target('t', 'abcdefgh'.repeat(n))]),
  },
  'references to a short text': {
    status: 200,
    write: (n) => encoded('', [reference('text', 't').repeat(n), target('t', 'abc')]),
  },
  'references to a short text (SOAP 1.2)': {
    status: 200,
    write: (n) => encoded('', [reference('text', 't').repeat(n), target('t', 'abc')], 'soap12'),
  },
  'doubling references': {
    status: 500,
    count: 30,
    write: (n) =>
      encoded('', [
        reference('node', 'n0'),
        ...Array.from({ length: n }, (_, at) =>
          target(`n${at}`, reference('node', `n${at + 1}`).repeat(2)),
        ),
        target(`n${n}`, ''),
      ]),
  },
  'references to a chain': {
    status: 500,
    count: 400,
    write: (n) =>
      encoded('', [
        reference('node', 'n0').repeat(n),
        ...Array.from({ length: 150 }, (_, at) =>
          target(`n${at}`, reference('node', `n${at + 1}`)),
        ),
        target('n150', ''),
      ]),
  },
  'a chain of references beyond the limit': {
    status: 500,
    write: (n) =>
      encoded('', [
        reference('node', 'n0'),
        ...Array.from({ length: n }, (_, at) => target(`n${at}`, reference('node', `n${at + 1}`))),
      ]),
  },
  'references to elements inside each other': {
    status: 500,
    count: 30,
    write: (n) =>
      encoded('', [
        reference('node', 'n0'),
        ...Array.from({ length: n }, (_, at) =>
          target(
            `n${at}`,
            `${'<node>'.repeat(90)}${reference('node', `n${at + 1}`)}${'</node>'.repeat(90)}`,
          ),
        ),
      ]),
  },
  'targets in long namespaces': {
    status: 200,
    write: (n) =>
      encoded('', [
        reference('text', 't').repeat(n),
        `<y:x xmlns:y="${'u'.repeat(n)}" id="t">a</y:x>`,
      ]),
  },
  'elements of a long namespace in an encoded message': {
    status: 500,
    write: (n) =>
      encoded('', [`<text xmlns:y="${'u'.repeat(n * 8)}">${'<y:x/>'.repeat(n)}</text>`]),
  },
  'ids that no one refers to': {
    status: 200,
    write: (n) => encoded('', ['', times(n, (_, id) => target(`n${id}`, 'a'))]),
  },
  'empty elements with SOAP encoding': {
    status: 200,
    write: (n) => encoded('', ['<node/>'.repeat(n)]),
  },
  'empty elements Row in Rows': {
    status: 200,
    write: (n) => call('Rows', '<Row/>'.repeat(n)),
  },
  'one wrapper many times': {
    status: 200,
    write: (n) => post('soap11', 'Values', envelope('soap11', small.repeat(n))),
  },
  'one wrapper many times, and other elements': {
    status: 200,
    write: (n) =>
      post(
        'soap11',
        'Values',
        envelope('soap11', `${small}<x/><y>z</y>`.repeat(n) + '<x/>'.repeat(n)),
      ),
  },
  'headers no one knows': {
    status: 200,
    write: (n) => withHeader(times(n, (_, id) => `<h${id} xmlns="urn:h">a</h${id}>`)),
  },
  'headers no one knows (SOAP 1.2)': {
    status: 200,
    write: (n) =>
      withHeader(
        times(n, (_, id) => `<h${id} xmlns="urn:h">a</h${id}>`),
        'soap12',
      ),
  },
  'headers that must be understood': {
    status: 500,
    write: (n) =>
      withHeader(
        times(n, (_, id) => `<m${id} xmlns="urn:h" s:mustUnderstand="1"><a>b</a></m${id}>`),
      ),
  },
  'one header many times': {
    status: 200,
    write: (n) => withHeader('<Session xmlns="urn:growth">a</Session>'.repeat(n)),
  },
  'namespaces inside each other in a header': {
    status: 500,
    count: 250,
    write: (n) =>
      withHeader(
        `<h xmlns:p="urn:p">${'<a xmlns:q="u">'.repeat(n)}${times(n, (_, id) => `<p:b${id}/>`)}${'</a>'.repeat(n)}</h>`,
      ),
  },
  'many elements in the body': {
    status: 200,
    write: (n) => post('soap11', 'Values', envelope('soap11', small.repeat(n))),
  },
  'elements no one knows in the body': {
    status: 200,
    write: (n) =>
      post('soap11', 'Values', envelope('soap11', `${times(n, (_, id) => `<o${id}/>`)}${small}`)),
  },
  'another envelope after the first': {
    status: 400,
    write: (n) => post('soap11', 'Values', envelope('soap11', small) + '<a/>'.repeat(n)),
  },
  'no XML at all': { status: 400, write: (n) => post('soap11', 'Values', 'abcdefgh'.repeat(n)) },
  'a document type': {
    status: 400,
    write: (n) => post('soap11', 'Values', `<!DOCTYPE a [${'<!ENTITY a "b">'.repeat(n)}]><a/>`),
  },
  'a forbidden character at the end': {
    status: 400,
    write: (n) => call('Rows', `${'<Row><id>1</id></Row>'.repeat(n)}\u0001`),
  },
  'routed by its body': {
    status: 200,
    write: (n) => {
      const { method, target: path, body } = call('Choices', '<x>a</x>'.repeat(n), 'soap12');
      return { method, target: path, body, headers: { 'Content-Type': versions.soap12.type } };
    },
  },
  'UTF-16': {
    status: 200,
    write: (n) => ({
      ...call('Choices', '<x>a</x>'.repeat(n)),
      headers: { 'Content-Type': 'text/xml; charset=utf-16', SOAPAction: '"urn:growth/Choices"' },
      encoding: 'utf16le',
    }),
  },
  'ISO 8859-1': {
    status: 200,
    write: (n) => ({
      ...call('Choices', '<x>\u00e9</x>'.repeat(n)),
      headers: {
        'Content-Type': 'text/xml; charset=iso-8859-1',
        SOAPAction: '"urn:growth/Choices"',
      },
      encoding: 'latin1',
    }),
  },
  'a body in small pieces': {
    status: 200,
    write: (n) => pieces(call('Choices', '<x>a</x>'.repeat(n)), 10),
  },
  'a body in small pieces, through node:http': {
    status: 200,
    write: (n) => ({ ...pieces(call('Choices', '<x>a</x>'.repeat(n)), 10), node: true }),
  },
  'an attachment': { status: 200, write: (n) => attached('abcdefgh'.repeat(n)) },
  'an attachment of line ends': { status: 200, write: (n) => attached('\r\n'.repeat(n * 4)) },
  'an attachment of near boundaries': {
    status: 200,
    write: (n) => attached('\r\n--bx\r\n--'.repeat(n)),
  },
  'an attachment in base64': {
    status: 200,
    write: (n) => attached('YWJj\r\n'.repeat(n), 'Content-Transfer-Encoding: base64\r\n'),
  },
  'an attachment as quoted-printable': {
    status: 200,
    write: (n) =>
      attached('=41 \t =\r\n  '.repeat(n), 'Content-Transfer-Encoding: quoted-printable\r\n'),
  },
  'soft line breaks that are none': {
    status: 500,
    write: (n) =>
      attached(
        `${`=${' '.repeat(20)}\r\n`.repeat(n)}=${' '.repeat(n * 8)}x`,
        'Content-Transfer-Encoding: quoted-printable\r\n',
      ),
  },
  'headers of a part': {
    status: 500,
    count: 2000,
    write: (n) => attached('a', 'X: y\r\n z\r\n'.repeat(n)),
  },
  'parts beyond the limit': {
    status: 500,
    write: (n) => multipart([soapPart, ...Array.from({ length: n }, () => 'X: y\r\n\r\na')]),
  },
  'a multipart message that is cut off': {
    status: 500,
    write: (n) => {
      const whole = attached('\r\n--bx'.repeat(n));
      return { ...whole, body: whole.body.slice(0, -20) };
    },
  },
  'a form of one long value': {
    status: 200,
    write: (n) => form(`number=1&text=${'a+%41%u0041'.repeat(n)}`),
  },
  'a form with bytes that are no UTF-8': {
    status: 200,
    write: (n) => form(`number=1&text=${'%ff%%4'.repeat(n)}`),
  },
  'a form of separators': {
    status: 200,
    write: (n) => form(`number=1&text=a${'&'.repeat(n * 8)}`),
  },
  'a form of parts without names': {
    status: 200,
    write: (n) => form(`number=1&text=a${'&a'.repeat(n * 4)}`),
  },
  'a form of parts without names, then one with': {
    status: 200,
    write: (n) => form(`${'a&'.repeat(n * 4)}number=1&text=a`),
  },
  'a form of one name': {
    status: 200,
    count: 110,
    write: (n) => form(`number=1${'&text=a'.repeat(n)}`),
  },
  'a form beyond the limit': {
    status: 500,
    count: 1100,
    write: (n) => form(`number=1${'&text=a'.repeat(n)}`),
  },
  'a form whose value is no number': {
    status: 500,
    write: (n) => form(`text=a&number=${'&amp;"<'.repeat(n).replaceAll('&', '%26')}`),
  },
  'a query of one long value': {
    status: 200,
    write: (n) => query(`number=1&text=${'a+%41'.repeat(n)}`),
  },
  'a query of separators': {
    status: 200,
    write: (n) => query(`number=1&text=a${'&'.repeat(n * 8)}`),
  },
  'a path of slashes': {
    status: 404,
    write: (n) => ({ method: 'GET', target: '/'.repeat(n * 8), headers: {} }),
  },
  'a path of slashes below a service': {
    status: 500,
    write: (n) => ({ method: 'GET', target: `/growth${'/a'.repeat(n * 4)}`, headers: {} }),
  },
  'a path of escapes': {
    status: 500,
    write: (n) => ({ method: 'GET', target: `/growth/${'%41'.repeat(n)}`, headers: {} }),
  },
  'a long SOAPAction': {
    status: 500,
    write: (n) => ({
      ...call('Values', ''),
      headers: { 'Content-Type': 'text/xml', SOAPAction: `"${'a/'.repeat(n)}"` },
    }),
  },
  'a long content type': {
    status: 200,
    write: (n) => ({
      ...call('Values', ''),
      headers: {
        'Content-Type': `text/xml${'; a="b;c"'.repeat(n)}`,
        SOAPAction: '"urn:growth/Values"',
      },
    }),
  },
};

for (const [name, { operation, write, count, bad }] of Object.entries(contents)) {
  requestShapes[name] = {
    count,
    status: bad && bad !== 'in answers' ? undefined : 200,
    write: (n) => call(operation, write(n)),
  };
}
