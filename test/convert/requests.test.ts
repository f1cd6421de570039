import { describe, expect, test } from '@jest/globals';
import { isCommand } from '../../src/cli/convert-http.ts';
import { code, writeMarkdown } from '../../src/convert/markdown.ts';
import {
  bodyText,
  collectRequests,
  isPlainValue,
  type SampleRequest,
  Variables,
  variableUse,
  writeBruno,
  writeHttp,
  writePostman,
} from '../../src/convert/requests.ts';
import { captureElement } from '../../src/runtime/xml/capture.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import type { XmlElement } from '../../src/runtime/xml/writer.ts';
import { modelOf } from '../plan/contract-texts.ts';

describe('requests', () => {
  const request = (body: string | undefined, url = 'http://h/a.asmx'): SampleRequest => ({
    service: 'S',
    operation: 'Op',
    binding: 'SOAP 1.1',
    documentation: undefined,
    method: 'POST',
    url,
    headers: { 'Content-Type': 'text/xml; charset=utf-8' },
    body,
  });

  const form = (body: string): SampleRequest => ({
    ...request(body),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });

  /** What the three formats say of one request. */
  function written(sample: SampleRequest) {
    const collection = collectRequests('C', [sample]);
    const http = writeHttp(collection);
    const bruno = [...writeBruno(collection)].find(([path]) => path.startsWith('S/'))?.[1] ?? '';
    const postman = JSON.parse(writePostman(collection)).item[0].item[0].request;
    return { http, bruno, postman };
  }

  function parsed(xml: string): XmlElement {
    const reader = new XmlReader(xml);
    reader.nextTag();
    return captureElement(reader);
  }

  describe('requests', () => {
    test('have no variable where a sample has its braces', () => {
      const variables = new Variables();
      const given = variables.use('given', '1');
      const { http } = written(request('<a b="{{x}}">{{{y}}}</a>', 'http://h/{{p}}?q={{r}}'));
      expect(http).toContain('<a b="{&#123;x}}">{&#123;{y}}}</a>');
      expect(http).toContain('POST {{baseUrl}}/%7B%7Bp}}?q=%7B%7Br}}\n');
      const collected = collectRequests(
        'C',
        [request(`<c>{${given}{{given}}</c>`, `http://h/?s=${given}`)],
        variables,
      );
      // not even with what follows, and not if it has the name of one
      expect(writeHttp(collected)).toContain('\n\n<c>&#123;{{given}}{&#123;given}}</c>\n');
      expect(writeHttp(collected)).toContain('POST {{baseUrl}}/?s={{given}}\n');
      expect(collected.variables.map(({ name }) => name)).toEqual(['given', 'baseUrl']);
    });

    test('have the text of CDATA, also of a split one', () => {
      const body = '<a><![CDATA[{]]><![CDATA[{1}} & <b>]]></a>';
      const { http, bruno, postman } = written(request(body));
      const expected = '<a>{&#123;1}} &amp; &lt;b&gt;</a>';
      expect(http).toContain(`\n\n${expected}\n`);
      expect(bruno).toContain(`body:xml {\n  ${expected}\n}\n`);
      expect(postman.body.raw).toBe(expected);
    });

    test.each(['a&amp;b', 'two\nlines', 'a {{b}}', ' c', '<![CDATA[d]]>'])(
      'have the name of a secret whose sample is %j',
      (sample) => {
        const collected = collectRequests('C', [request(`<m><Password>${sample}</Password></m>`)]);
        expect(writeHttp(collected)).toContain('\n\n<m><Password>{{Password}}</Password></m>\n');
        expect(collected.variables[1]).toEqual({
          name: 'Password',
          value: 'Password',
          isSecret: true,
        });
      },
    );

    test('have the name of a secret whose sample is encoded, and one variable', () => {
      const collected = collectRequests('C', [
        request(undefined, 'http://h/a?token=a%26b'),
        request(undefined, `http://h/a?token=${variableUse('token')}`),
      ]);
      expect(writeHttp(collected).match(/^POST .*/gm)).toEqual([
        'POST {{baseUrl}}/a?token={{token}}',
        'POST {{baseUrl}}/a?token={{token}}',
      ]);
      expect(collected.variables[1]).toEqual({ name: 'token', value: 'token', isSecret: true });
    });

    test('have a name for each value of a secret, however many', () => {
      const count = 20_000;
      const bodies = Array.from({ length: count }, (_, at) => `<pwd>s${at}</pwd>`);
      const { variables } = collectRequests(
        'C',
        [...bodies, ...bodies].map((one) => request(one)),
      );
      expect(variables).toHaveLength(count + 1);
      expect(variables.at(-1)).toEqual({ name: `pwd${count}`, value: 's19999', isSecret: true });
    });

    test.each(['class', '2fa', '__proto__', 'console'])(
      'have no variable that JavaScript cannot have: %s',
      (name) => {
        expect(new Variables().use(name, '1')).toBe(variableUse(`_${name}`));
      },
    );
  });

  test('an .http file has each variable on a line', () => {
    const variables = [{ name: 'text', value: 'one\r\n### two', isSecret: false }];
    expect(writeHttp({ name: 'C', requests: [], variables })).toBe('# C\n@text = one ### two\n');
  });

  test('an .http file has no request that begins in a body', () => {
    const requests = [request('<a>\n### b\n  ### c # ### d</a>')];
    expect(writeHttp({ name: 'C', requests, variables: [] })).toContain(
      '\n\n<a>\n&#35;## b\n  &#35;## c # ### d</a>\n',
    );
  });

  /** What a line of a body means to readers of `.http` files, and to which. */
  const commands: readonly (readonly [reader: string, line: string])[] = [
    ['all: a separator (spec of JetBrains, 2.5)', '### next'],
    ['REST Client, JetBrains: a comment (spec, 2.4)', '# gone'],
    ['REST Client, JetBrains: a comment (spec, 2.4)', '// gone'],
    ['httpyac: a comment of several lines', '/*'],
    ['REST Client, JetBrains, httpyac: a file (spec, 3.2.3)', '< ./file.txt'],
    ['REST Client, httpyac: a file with variables', '<@ ./file.txt'],
    ['REST Client, httpyac: a file with variables in an encoding', '<@latin1 ./file.txt'],
    ['JetBrains, httpyac: a script before the request', '< {% print() %}'],
    ['JetBrains, httpyac: a script after the answer (spec, 3.2.4)', '> {% print() %}'],
    ['JetBrains, httpyac: a file with a script (spec, 3.2.4)', '> ./script.js'],
    ['JetBrains, httpyac: an answer to a file', '>> ./answer.xml'],
    ['JetBrains, httpyac: an answer over a file', '>>! ./answer.xml'],
    ['JetBrains, httpyac: a former answer (spec, 3.2.5)', '<> ./answer.xml'],
    ['httpyac: an assertion with JavaScript', '?? js 1 + 1 == 2'],
    ['REST Client, httpyac, JetBrains: a variable', '@baseUrl = http://other.example'],
    ['httpyac: a variable', '@baseUrl:=http://other.example'],
    ['httpyac: a script', '{{'],
    ['httpyac: a script for each answer', '{{+response'],
    ['REST Client, httpyac: an answer', 'HTTP/1.1 200 OK'],
    ['httpyac: GraphQL', 'query Name {'],
    ['httpyac: GraphQL from a file', 'gql Name < ./file.gql'],
    ['httpyac: gRPC', 'proto < ./file.proto'],
    ['httpyac: an answer of another protocol', 'MQTT 1'],
  ];

  /** Ways in which a line comes into a document. */
  const places: readonly (readonly [place: string, body: (line: string) => string])[] = [
    ['text', (line) => `<a>\n${escaped(line)}\n</a>`],
    ['text after white space', (line) => `<a>one\n \u00a0\t${escaped(line)}</a>`],
    ['text at other ends of lines', (line) => `<a>one\r${escaped(line)}\u2028${escaped(line)}</a>`],
    ['a CDATA section', (line) => `<a><![CDATA[\n${line}\n]]></a>`],
    ['a CDATA section in a line', (line) => `<a>\n  <b/>\n  <![CDATA[${line}]]></a>`],
    ['an attribute', (line) => `<a b="\n${escaped(line)}\n"/>`],
    ['a comment', (line) => `<a><!--\n${line}\n--></a>`],
    ['a processing instruction', (line) => `<a><?b\n${line}\n?></a>`],
  ];

  function escaped(text: string): string {
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  }

  /** Rules of readers for lines of bodies: httpyac and REST Client from their sources. */
  const rules: readonly RegExp[] = [
    /^\s*#{3,}/,
    /^\s*(#|\/{2})/,
    /^\s*\/\*/,
    /^<(@\w*)?\s+(.+)$/,
    /^\s*(<|>)\s+/,
    /^\s*>>!?\s+/,
    /^\s*<>/,
    /^\s*\?\?/,
    /^\s*@[^\s=]+\s*:?=/,
    /^\s*\{\{/,
    /^\s*(HTTP\/|AMQP|MQTT|WS|SSE)/,
    /^\s*(query|mutation|fragment|gql|proto)\b/,
    /\{\{.*\}\}/,
  ];

  describe.each(commands)('%s: %s', (_, line) => {
    test.each(places)('stays a line of %s', (__, body) => {
      const document = body(line);
      const text = bodyText(request(document), document);
      const lines = text.split(/[\r\n\u0085\u2028\u2029]/);
      for (const rule of rules) expect(lines.filter((one) => rule.test(one))).toEqual([]);
      expect(isCommand(text)).toBe(false);
      expect(parsed(text)).toEqual(parsed(document));
    });

    test('is seen in a text without references', () => {
      expect(isCommand(`one\n  ${line}\ntwo`)).toBe(true);
      expect(isPlainValue(line) && /[<>{@#]/.test(line)).toBe(false);
    });
  });

  test.each([
    '< ./file.txt',
    '<@ x\n### y',
    '<a b="{{x}}',
    '<!-- {{x}}\n### y',
    '<![CDATA[\n> {% x %}',
  ])('a body that is not well-formed is no command, either: %j', (tail) => {
    const text = bodyText(request('<a/>'), `<a>\n${tail}`);
    expect(text.split('\n').filter((line) => rules.some((rule) => rule.test(line)))).toEqual([]);
  });

  test('the XML in a body of several parts is written as such', () => {
    const parts = ['--b', 'Content-Type: text/xml', '', '<a>{{x}}\n### y</a>', '--b--'].join(
      '\r\n',
    );
    const several = { ...request(parts), headers: { 'Content-Type': 'multipart/related' } };
    expect(bodyText(several, parts)).toBe(
      ['--b', 'Content-Type: text/xml', '', '<a>{&#123;x}}\n&#35;## y</a>', '--b--'].join('\r\n'),
    );
  });

  describe.each(['http', 'bruno', 'postman'] as const)('%s', (format) => {
    test('a header has no braces and no line of its own', () => {
      const action = '"{{$processEnv X}}\n\n### evil\nDELETE http://other.example"';
      const sample = { ...request('<a/>'), headers: { SOAPAction: action } };
      const text = JSON.stringify(written(sample)[format]);
      expect(text).not.toContain('{{$');
      expect(text).not.toMatch(/\\n(### evil|DELETE)/);
    });

    test.each([
      'http://{{$guid}}.example/a',
      'http://h/{{process.env.X}}',
      'http://h/a\n### b\nGET /c',
    ])('an address is one, without variables of its own: %j', (url) => {
      const text = JSON.stringify(written(request(undefined, url))[format]);
      expect(text).not.toMatch(/\{\{(?!baseUrl\}\})/);
      expect(text).not.toMatch(/\\n(### b|GET )/);
    });

    test('names and documentation are text', () => {
      const text = '@name x\n# @import ./y.http\n{{$guid}}\n### z\n![i](http://other.example)';
      const sample = {
        ...request(undefined),
        operation: 'Op {{$guid}}\n### z',
        documentation: text,
      };
      const all = written(sample)[format];
      const lines = typeof all === 'string' ? all : `${all.description}`;
      expect(lines).not.toContain('{{$');
      expect(lines).not.toMatch(/^#+\s+@/m);
      expect(lines.match(/^###/gm) ?? []).toHaveLength(format === 'http' ? 1 : 0);
      if (format !== 'http') expect(lines).not.toContain('![i]');
    });
  });

  describe('a form of Bruno and Postman', () => {
    test('has its parameters by name', () => {
      const { bruno, postman } = written(form('id=1&text=a+b'));
      expect(bruno).toContain('body:form-urlencoded {\n  id: 1\n  text: a b\n}\n');
      expect(postman.body.urlencoded).toMatchObject([{ value: '1' }, { value: 'a b' }]);
    });

    test.each(['{{process.env.X}}', "'''", '[', 'two\nlines', ' outer ', '\\{\\{x\\}\\}'])(
      'is written as it is sent where a value is more than text: %j',
      (value) => {
        const body = `id=1&text=${new URLSearchParams([['', value]]).toString().slice(1)}`;
        const { bruno, postman } = written(form(body));
        expect(bruno).toContain(`body:text {\n  ${body.replaceAll("'", '%27')}\n}\n`);
        expect(bruno).toContain('  body: text\n');
        expect(bruno).toContain('Content-Type: application/x-www-form-urlencoded; charset=utf-8\n');
        expect(postman.body).toMatchObject({ mode: 'raw', raw: body.replaceAll("'", '%27') });
      },
    );

    test('has its parameters as they are sent where a name would be switched off', () => {
      const sample = request(undefined, 'http://h/a?~x=1&b=2');
      expect(written(sample).bruno).toContain('params:query {\n  "%7Ex": 1\n  b: 2\n}\n');
      expect(written(form('~x=1')).bruno).toContain('body:text {\n  ~x=1\n}\n');
    });
  });
});

describe('markdown', () => {
  test.each([
    ['a', '`a`'],
    ['a|b', '`a\\|b`'],
    ['a `b`', '`` a `b` ``'],
    ['``', '``` `` ```'],
    ['a`b', '``a`b``'],
  ])('code %j is %j', (text, expected) => {
    expect(code(text)).toBe(expected);
  });

  test('links lead to operations whose headings are those of others', () => {
    const names = ['get.it', 'Get.it', 'get-it', 'Input', 'getit-1', 'S'];
    const operations = names.map((one) => `"${one}": { parameters: { a: int } }`);
    const contract = `asmx: 1
name: C
namespace: urn:c
services:
  S: { operations: { ${operations.join(', ')} } }
`;
    const page = writeMarkdown(modelOf({ 'c.yaml': contract })).get('S.md') ?? '';
    const links = [...page.matchAll(/\[([^\]]+)\]\(#([^)]*)\)/g)].map(([, , anchor]) => anchor);
    // those of S itself and of the sections `### Input` are taken
    expect(links).toEqual(['getit', 'getit-1', 'get-it', 'input-3', 'getit-1-1', 's-1']);
  });
});
