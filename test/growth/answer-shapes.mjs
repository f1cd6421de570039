// Answers that grow: what a client is sent, and what becomes of the call: `ok`, `fault` or the code
// of its error.
import { contents } from './content-shapes.mjs';
import { envelope, times, versions } from './messages.mjs';

const response = (operation, content) =>
  `<${operation}Response xmlns="urn:growth"><${operation}Result>${content}</${operation}Result></${operation}Response>`;
const small = envelope('soap11', response('Values', '<string>a</string>'));
const fault = (content) => ({
  status: 500,
  body: envelope('soap11', `<s:Fault>${content}</s:Fault>`),
});
const rows = (count, row = '<Row><id>1</id><name>a</name></Row>') =>
  envelope('soap11', response('Rows', row.repeat(count)));

/**
 * @typedef {object} Answer
 * @property {(count: number) => { body: string, status?: number, type?: string, pieces?: number }}
 *   write
 * @property {string} outcome
 * @property {string} [method] of the client; `values` by default
 * @property {string} [binding] soap11 by default
 * @property {boolean} [stream] whether its records are read one by one
 * @property {boolean} [watched] whether the client listens for deviations
 * @property {number} [count] of the small one; 300 by default
 */

/** @type {Record<string, Answer>} */
export const answerShapes = {
  'text before the envelope': {
    outcome: 'ok',
    write: (n) => ({ body: 'abcdefgh'.repeat(n) + small }),
  },
  'text that looks like envelopes': {
    outcome: 'protocol',
    count: 40,
    write: (n) => ({ body: `x${'<Envelope '.repeat(n)}` }),
  },
  'declarations before the envelope': {
    outcome: 'ok',
    write: (n) => ({ body: `x${'<?xml ?> '.repeat(n)}${small}` }),
  },
  'an answer that is no envelope': {
    outcome: 'protocol',
    write: (n) => ({ body: '<a/>'.repeat(n) }),
  },
  'a page': {
    outcome: 'http-status',
    write: (n) => ({ status: 502, type: 'text/html', body: `<!doctype html>${' <p>a'.repeat(n)}` }),
  },
  'nothing but white space': { outcome: 'protocol', write: (n) => ({ body: ' \n'.repeat(n) }) },
  'a fault with a long text': {
    outcome: 'fault',
    write: (n) =>
      fault(`<faultcode>s:Server</faultcode><faultstring>${'a&amp;'.repeat(n)}</faultstring>`),
  },
  'a fault with many codes in many namespaces': {
    outcome: 'fault',
    write: (n) =>
      fault(
        `<d${times(60, (at) => ` xmlns:q${at}="u${at}"`)}/>${times(n, (_, id) => `<faultcode xmlns:p${id}="u">p${id}:a</faultcode>`)}`,
      ),
  },
  'a fault with details': {
    outcome: 'fault',
    write: (n) =>
      fault(
        `<faultcode>s:Server</faultcode><faultstring>a</faultstring><detail>${times(n, (_, id) => `<d${id} xmlns="u">a</d${id}>`)}</detail>`,
      ),
  },
  'comments before a fault': {
    outcome: 'fault',
    write: (n) => ({
      status: 500,
      body: envelope(
        'soap11',
        `${'<!-- < -->'.repeat(n)}<s:Fault><faultstring>a</faultstring></s:Fault>`,
      ),
    }),
  },
  'an answer over HTTP GET': {
    outcome: 'ok',
    method: 'find',
    binding: 'httpGet',
    write: (n) => ({ body: `<Text xmlns="urn:growth">${'a&lt;'.repeat(n)}</Text>` }),
  },
  'references to one text': {
    outcome: 'decode',
    method: 'join',
    write: (n) => ({
      body: envelope(
        'soap11',
        `<g:JoinResponse xmlns:g="urn:growth"><a href="#r"/></g:JoinResponse><m id="r">${'<text href="#t"/>'.repeat(n)}</m><t id="t">${'abcdefgh'.repeat(n)}</t>`,
      ),
    }),
  },
  records: {
    outcome: 'ok',
    stream: true,
    method: 'rows',
    write: (n) => ({ body: rows(n), pieces: 1000 }),
  },
  'records in small pieces': {
    outcome: 'ok',
    stream: true,
    method: 'rows',
    write: (n) => ({ body: rows(n), pieces: 20 }),
  },
  'one record of many rows in small pieces': {
    outcome: 'ok',
    stream: true,
    method: 'rows',
    write: (n) => ({
      body: rows(1, `<Row><id>1</id><rows>${'<Row><id>1</id></Row>'.repeat(n)}</rows></Row>`),
      pieces: 100,
    }),
  },
  'one record of a long text in pieces': {
    outcome: 'ok',
    stream: true,
    method: 'rows',
    write: (n) => ({
      body: rows(1, `<Row><id>1</id><name>${'abcd&amp;'.repeat(n)}</name></Row>`),
      pieces: 100,
    }),
  },
  'records with comments between': {
    outcome: 'ok',
    stream: true,
    method: 'rows',
    write: (n) => ({ body: rows(n, '<Row><id>1</id></Row><!-- a -->'), pieces: 100 }),
  },
  'records after a long header': {
    outcome: 'ok',
    stream: true,
    method: 'rows',
    write: (n) => ({
      body: envelope(
        'soap11',
        response('Rows', '<Row><id>1</id></Row>'),
        times(n, (_, id) => `<h${id} xmlns="u"/>`),
      ),
      pieces: 100,
    }),
  },
  'text before the records': {
    outcome: 'ok',
    stream: true,
    method: 'rows',
    write: (n) => ({ body: `${' '.repeat(n * 8)}${rows(1)}`, pieces: 100 }),
  },
  'namespaces inside each other among records': {
    outcome: 'decode',
    stream: true,
    method: 'rows',
    count: 250,
    write: (n) => ({
      body: rows(
        1,
        `<u xmlns:p="p">${'<a xmlns:q="u">'.repeat(n)}${times(n, (_, id) => `<p:b${id}/>`)}${'</a>'.repeat(n)}</u>`,
      ),
      pieces: 1000,
    }),
  },
  'records that break off': {
    outcome: 'decode',
    stream: true,
    method: 'rows',
    write: (n) => ({ body: rows(n).slice(0, -60), pieces: 100 }),
  },
};

for (const [name, { operation, write, count, bad, watched }] of Object.entries(contents)) {
  answerShapes[name] = {
    outcome: bad && bad !== 'in requests' ? 'decode' : 'ok',
    method: operation.toLowerCase(),
    binding: 'soap12',
    count,
    watched,
    write: (n) => ({
      type: versions.soap12.type,
      body: envelope('soap12', response(operation, write(n))),
    }),
  };
}
