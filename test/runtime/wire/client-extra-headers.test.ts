import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BasicAuthSecurity, WSSecurity } from 'soap';
import { type Caller, createCaller } from '../../../src/runtime/client/call.ts';
import { usernameToken } from '../../../src/runtime/client/credentials.ts';
import {
  type ClientOptions,
  type ExtraSoapHeadersOption,
  joiner,
  type SoapSecurity,
} from '../../../src/runtime/client/request.ts';
import type { AnyOperation } from '../../../src/runtime/operation/descriptor.ts';
import { parseXml } from '../../../src/runtime/operation/soap.ts';
import type { XmlElement } from '../../../src/runtime/xml/writer.ts';
import { AuthCode, GenerateReport } from './descriptors.ts';

const input = { code: '1', phone: '2' };
/** What a program has that calls nothing that joins headers. */
const joinNothing = joiner.join;
const caller = (options: ClientOptions = {}): Caller =>
  createCaller(options, { baseUrl: 'http://localhost:8080' });

/** The content of `soap:Header`; `undefined` without one. */
async function sent(
  extra: ExtraSoapHeadersOption | undefined,
  own?: ExtraSoapHeadersOption,
): Promise<string | undefined> {
  const request = await caller({ extraSoapHeaders: extra }).prepare(AuthCode, input, {
    extraSoapHeaders: own,
  });
  return /<soap:Header>(.*)<\/soap:Header>/s.exec(String(request.body))?.[1];
}

describe('extra SOAP headers that were read', () => {
  const token =
    '<s:Assertion xmlns:s="urn:s" xmlns:u="u" Id="a"><s:b xmlns="c"><d /></s:b></s:Assertion>';

  test('stay as they were, with declarations that nothing uses', async () => {
    expect(await sent(parseXml(token))).toBe(token);
    const plain = `<w>${token}</w>`;
    expect(await sent(parseXml(plain))).toBe(plain);
  });

  test('are the same XML where they are copies', async () => {
    expect(await sent({ ...parseXml('<a xmlns="u"><b xmlns=""/></a>') })).toBe(
      '<a xmlns="u"><b xmlns=""></b></a>',
    );
  });
});

describe('extra SOAP headers', () => {
  const element = {
    name: 'Tenant',
    namespace: 'urn:t',
    attributes: [
      { name: 'kind', value: '<&"' },
      { name: 'mustUnderstand', namespace: 'urn:s', value: '1' },
      { name: 'lang', namespace: 'http://www.w3.org/XML/1998/namespace', value: 'en' },
    ],
    namespaces: { p: 'urn:p' },
    children: ['a<b', { name: 'Id', namespace: '', children: ['p:x'] }],
  };
  const written =
    '<Tenant xmlns="urn:t" xmlns:p="urn:p" kind="&lt;&amp;&quot;" xmlns:n1="urn:s" ' +
    'n1:mustUnderstand="1" xml:lang="en">a&lt;b<Id xmlns="">p:x</Id></Tenant>';

  test.each<readonly [string, ExtraSoapHeadersOption | undefined, string | undefined]>([
    ['nothing', undefined, undefined],
    ['an empty text', '', undefined],
    ['an empty list', [], undefined],
    [
      'XML',
      '<a:b xmlns:a="urn:a" soap:mustUnderstand="1"/>',
      '<a:b xmlns:a="urn:a" soap:mustUnderstand="1"/>',
    ],
    ['a document', '\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<a/>', '\r\n<a/>'],
    ['an element without a namespace', { name: 'a' } as XmlElement, '<a xmlns=""></a>'],
    ['several elements', '<a/> <!-- b --><b/>', '<a/> <!-- b --><b/>'],
    ['an element', element, written],
    ['a list', ['<a/>', element, '<b/>'], `<a/>${written}<b/>`],
    ['a function', ({ name }: AnyOperation) => `<${name}/>`, '<AuthCode/>'],
    ['a function without any', () => undefined, undefined],
    ['an asynchronous function', async () => ['<a/>', element], `<a/>${written}`],
  ])('can be %s', async (_, extra, expected) => {
    expect(await sent(extra)).toBe(expected);
    expect(await sent(undefined, extra)).toBe(expected);
  });

  test('of a call are behind those of the client, and both behind declared ones', async () => {
    expect(await sent('<a/>', () => '<b/>')).toBe('<a/><b/>');
    const request = await caller({ extraSoapHeaders: '<a/>' }).prepare(
      GenerateReport,
      { studentId: 1 },
      { soapHeaders: { Credentials: { user: 'u' } }, extraSoapHeaders: ['<b/>'] },
    );
    expect(request.body).toContain('</Credentials><a/><b/></soap:Header>');
  });

  test.each([
    ['an open element', '<a>'],
    ['a closed header', '<a/></soap:Header><soap:Header>'],
    ['a bare ampersand', '<a>&</a>'],
    ['an unknown prefix', '<x:a/>'],
    ['a DTD', '<!DOCTYPE a><a/>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['a text', 'token'],
    ['a text between elements', '<a/>token<b/>'],
    ['a CDATA section', '<![CDATA[token]]>'],
  ])('that are no well-formed XML are refused: %s', async (_, extra) => {
    await expect(sent(extra)).rejects.toMatchObject({
      code: 'encode',
      operation: 'AuthCodeSending.AuthCode',
      message: expect.stringContaining('extraSoapHeaders'),
    });
  });

  test.each([
    ['a number', 5, 'the number 5'],
    ['an object', {}, 'an object'],
    ['null', null, 'null'],
    ['a list in a list', [['<a/>']], 'an array'],
    ['a number in an element', { name: 'a', namespace: '', children: [1] }, 'the number 1'],
  ])('that are %s are refused', async (_, extra, found) => {
    await expect(sent(extra as ExtraSoapHeadersOption)).rejects.toMatchObject({
      code: 'encode',
      message: `Expected an element for soap:Header, found ${found}.`,
    });
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('no token');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no token'))],
  ])('a function that %s is an encode error', async (_, extra) => {
    await expect(sent(extra)).rejects.toMatchObject({ code: 'encode' });
  });

  test('are none over GET and POST; those of a call are refused there', async () => {
    const client = caller({ extraSoapHeaders: '<a/>' });
    const request = await client.prepare(AuthCode, input, { binding: 'httpGet' });
    expect(request.binding).toBe('httpGet');
    await expect(
      client.prepare(AuthCode, input, { binding: 'httpPost', extraSoapHeaders: '<b/>' }),
    ).rejects.toMatchObject({ code: 'encode', message: expect.stringContaining('no envelope') });
  });
});

describe('a name in soapHeaders', () => {
  test.each([
    ['of an operation with others', GenerateReport, /no SOAP header 'Nope'.*Credentials/],
    ['of an operation without any', AuthCode, /no SOAP header 'Nope'/],
  ])('that is not one %s is an error', async (_, operation, message) => {
    const options = { soapHeaders: { Nope: 1 } } as object;
    await expect(
      caller().prepare(operation as typeof AuthCode, { ...input, studentId: 1 } as never, options),
    ).rejects.toMatchObject({ code: 'encode', message: expect.stringMatching(message) });
  });

  test('without a value says nothing', async () => {
    const options = { soapHeaders: { Nope: undefined } };
    expect((await caller().prepare(AuthCode, input, options)).body).not.toContain('Header');
  });
});

describe('several security objects', () => {
  test('do what each of them does, in their order', async () => {
    const signer: SoapSecurity = {
      toXML: () => 'not used',
      postProcess: (xml, key) => xml.replace(`</${key}:Header>`, `<One/></${key}:Header>`),
    };
    const second: SoapSecurity = {
      postProcess: (xml) => xml.replace('<One/>', '<One/><Two/>'),
    };
    const security = [
      new BasicAuthSecurity('u', 'p'),
      new WSSecurity('name', 'word', { hasTimeStamp: false }),
      signer,
      second,
    ];
    const request = await caller({ security, extraSoapHeaders: '<a/>' }).prepare(AuthCode, input);
    expect(request.headers.Authorization).toBe(`Basic ${btoa('u:p')}`);
    expect(request.body).toMatch(
      /<soap:Header><a\/><wsse:Security .*<\/wsse:Security><One\/><Two\/><\/soap:Header>/,
    );
  });

  test('may be none', async () => {
    const request = await caller({ security: [] }).prepare(AuthCode, input);
    expect(request.body).not.toContain('Header');
  });
});

describe('one Security header for one receiver', () => {
  const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
  const token = usernameToken({ username: 'ada', password: 'x', timestamp: 60 });
  const own = (content: string, attributes = ''): string =>
    `<o:Security xmlns:o="${wsse}"${attributes}>${content}</o:Security>`;
  const headers = async (options: ClientOptions): Promise<readonly XmlElement[]> => {
    const { body } = await caller(options).prepare(AuthCode, input);
    const { children = [] } = parseXml(String(body));
    const [header] = children as readonly XmlElement[];
    return (header?.children ?? []) as readonly XmlElement[];
  };
  const inside = ({ children = [] }: XmlElement): readonly string[] =>
    children.map((child) => (typeof child === 'string' ? child : child.name));

  test.each<readonly [string, ClientOptions, readonly string[]]>([
    ['objects', { security: [token, new WSSecurity('b', 'p')] }, ['UsernameToken']],
    ['the other way round', { security: [new WSSecurity('b', 'p'), token] }, ['UsernameToken']],
    ['own XML', { security: [token, { toXML: () => own('<a/><o:b/>') }] }, ['a', 'b']],
    [
      'own headers',
      { security: token, extraSoapHeaders: own('<o:b/>') },
      ['b', 'Timestamp', 'UsernameToken'],
    ],
    [
      'an empty one',
      { security: token, extraSoapHeaders: `<Security xmlns="${wsse}"/>` },
      ['Timestamp', 'UsernameToken'],
    ],
    ['three', { security: [token, token, { toXML: () => own('<o:c/>') }] }, ['UsernameToken', 'c']],
  ])('%s', async (_, options, expected) => {
    const found = await headers(options);
    expect(found.map(({ name }) => name)).toEqual(['Security']);
    const names = found.flatMap(inside);
    expect(names.slice(-expected.length)).toEqual(expected);
    expect(names.filter((name) => name === 'Timestamp')).toHaveLength(1);
  });

  test('what is moved keeps its namespaces, and who must understand it is told', async () => {
    const first = `<w:Security xmlns:w="${wsse}" xmlns:o="urn:o"><o:first/></w:Security>`;
    const second = own(
      '<o:t xmlns:x="urn:x"><x:y/></o:t>',
      ' soap:mustUnderstand="1" xmlns="urn:d"',
    );
    const { body } = await caller({
      security: [{ toXML: () => first }, { toXML: () => second }],
    }).prepare(AuthCode, input);
    const [header] = /<soap:Header>.*<\/soap:Header>/s.exec(String(body)) ?? [];
    expect(header).toBe(
      `<soap:Header><w:Security soap:mustUnderstand="1" xmlns:w="${wsse}" xmlns:o="urn:o"><o:first/>` +
        `<o:t xmlns:o="${wsse}" xmlns="urn:d" xmlns:x="urn:x"><x:y/></o:t></w:Security></soap:Header>`,
    );
  });

  test('other receivers have their own', async () => {
    const other = own('<o:b/>', ' soap:actor="urn:proxy"');
    const found = await headers({ security: [token, { toXML: () => other }] });
    expect(found.map(inside)).toEqual([['Timestamp', 'UsernameToken'], ['b']]);
    const both = await headers({ security: [{ toXML: () => other }, { toXML: () => other }] });
    expect(both.map(inside)).toEqual([['b', 'b']]);
  });

  describe('where nothing joins them', () => {
    const { join } = joiner;
    beforeAll(() => {
      joiner.join = joinNothing;
    });
    afterAll(() => {
      joiner.join = join;
    });
    const wss = new WSSecurity('b', 'p');
    const saml = { toXML: () => own('<o:b/>') };

    test.each<readonly [string, ClientOptions]>([
      ['two objects', { security: [wss, saml] }],
      ['an object and a header', { security: wss, extraSoapHeaders: own('<o:b/>') }],
      ['two headers', { extraSoapHeaders: [own('<o:b/>'), `<Security xmlns="${wsse}"/>`] }],
      [
        'one actor',
        {
          security: [' soap:actor="urn:p"', "\n s:actor = 'urn:p' xmlns:s='urn:s'"].map(
            (actor) => ({
              toXML: () => own('<o:b/>', actor),
            }),
          ),
        },
      ],
    ])('%s for one receiver are an error', async (_, options) => {
      await expect(caller(options).prepare(AuthCode, input)).rejects.toMatchObject({
        code: 'encode',
        message: expect.stringMatching(
          /Two Security headers are for one receiver; usernameToken and signer join them/,
        ),
      });
    });

    test.each<readonly [string, readonly SoapSecurity[], readonly string[]]>([
      ['one', [wss], ['Security']],
      [
        'those for several receivers',
        [saml, { toXML: () => own('<o:b/>', ' soap:actor="urn:p"') }],
        ['Security', 'Security'],
      ],
      [
        'others of such names',
        [saml, { toXML: () => '<SecurityLevel/>' }, { toXML: () => '<a:Security.x xmlns:a="a"/>' }],
        ['Security', 'SecurityLevel', 'Security.x'],
      ],
    ])('%s may be sent', async (_, security, expected) => {
      expect((await headers({ security })).map(({ name }) => name)).toEqual(expected);
    });
  });
});
