import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rpcContract } from '../runtime/type/rpc-contract.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

interface Operation {
  readonly name: string;
  /** `soapAction` of the binding. */
  readonly soapAction?: string;
  /** `wsam:Action` of the input; omitted for none. */
  readonly action?: string;
}

/** A contract in the form of what JAX-WS RI 2.3.0.2 publishes for code. */
function contractOf(operations: readonly Operation[]): string {
  const body = '<soap:body use="literal" namespace="urn:x"/>';
  const messages = operations.map(
    ({ name }) =>
      `<message name="${name}"><part name="s" type="xsd:string"/></message><message name="${name}Response"><part name="return" type="xsd:string"/></message>`,
  );
  const abstract = operations.map(
    ({ name, action }) =>
      `<operation name="${name}"><input${action === undefined ? '' : ` wsam:Action="${action}"`} message="tns:${name}"/><output message="tns:${name}Response"/></operation>`,
  );
  const bound = operations.map(
    ({ name, soapAction = '' }) =>
      `<operation name="${name}"><soap:operation soapAction="${soapAction}"/><input>${body}</input><output>${body}</output></operation>`,
  );
  return `<definitions xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="urn:x" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:x" name="S"><types/>${messages.join('')}
<portType name="P">${abstract.join('')}</portType>
<binding name="PPortBinding" type="tns:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="rpc"/>${bound.join('')}</binding>
<service name="S"><port name="PPort" binding="tns:PPortBinding"><soap:address location="http://localhost/s"/></port></service></definitions>`;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A request as JAX-WS RI 2.3.0.2 sends it, with AddressingFeature if the action is in headers. */
const request = (name: string, addressed: string | undefined): string => {
  const wsa = 'xmlns="http://www.w3.org/2005/08/addressing"';
  const anonymous = `<Address>http://www.w3.org/2005/08/addressing/anonymous</Address>`;
  const header =
    addressed === undefined
      ? ''
      : `<S:Header><To ${wsa}>http://localhost:18098/s</To><Action ${wsa}>${addressed}</Action><ReplyTo ${wsa}>
    ${anonymous}
</ReplyTo><FaultTo ${wsa}>
    ${anonymous}
</FaultTo><MessageID ${wsa}>uuid:cea27b5d-6243-4b82-9489-20ed0dbd4111</MessageID></S:Header>`;
  return `<?xml version='1.0' encoding='UTF-8'?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/">${header}<S:Body><ns2:${name} xmlns:ns2="urn:x"><s>hi</s></ns2:${name}></S:Body></S:Envelope>`;
};

/** A server whose operations answer with their names. */
function served(operations: readonly Operation[]) {
  let folder: GeneratedFolder;
  let create: (handlers: object, options?: object) => { fetch(asked: Request): Promise<Response> };
  beforeAll(async () => {
    folder = await generateText('s.wsdl', contractOf(operations), ['types', 'server']);
    create = (await folder.load()).createSServer as typeof create;
  });
  afterAll(() => folder.remove());
  const handlers = Object.fromEntries(operations.map(({ name }) => [name, () => name]));
  return async (
    name: string,
    soapAction: string,
    { addressed, ...options }: { addressed?: string; addressing?: true } = {},
  ): Promise<Answer> => {
    const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: soapAction };
    const body = request(name, addressed);
    const asked = new Request('http://test/s', { method: 'POST', headers, body });
    const response = await create(handlers, options).fetch(asked);
    return { status: response.status, text: await response.text() };
  };
}

const found = (name: string): object => ({
  status: 200,
  text: expect.stringContaining(`>${name}</return>`),
});

describe('actions of WS-Addressing in SOAPAction, as JAX-WS sends them', () => {
  const usual = served([
    { name: 'echo', action: 'urn:x:P:echoRequest' },
    { name: 'other', action: 'urn:x:P:otherRequest' },
  ]);
  const own = served([
    { name: 'echo', action: 'urn:own:echo' },
    { name: 'other', soapAction: 'urn:other', action: 'urn:own:other' },
  ]);
  const shared = served([
    { name: 'echo', action: 'urn:same' },
    { name: 'other', soapAction: 'urn:other', action: 'urn:same' },
    { name: 'third', soapAction: 'urn:third', action: 'urn:other' },
  ]);

  test.each(['', '"'])('find operations without headers (%s)', async (quote) => {
    const quoted = (action: string): string => quote + action + quote;
    for (const name of ['echo', 'other']) {
      expect(await usual(name, quoted(`urn:x:P:${name}Request`))).toMatchObject(found(name));
      expect(await own(name, quoted(`urn:own:${name}`))).toMatchObject(found(name));
    }
    expect(await own('other', quoted('urn:other'))).toMatchObject(found('other'));
  });

  test('find operations with headers of the same action', async () => {
    const options = { addressing: true } as const;
    for (const name of ['echo', 'other']) {
      const action = `urn:x:P:${name}Request`;
      expect(await usual(name, `"${action}"`, { ...options, addressed: action })).toMatchObject(
        found(name),
      );
      const named = `urn:own:${name}`;
      expect(await own(name, `"${named}"`, { ...options, addressed: named })).toMatchObject(
        found(name),
      );
      // the pattern of WS-Addressing, which the contract replaces
      expect(await own(name, `"${action}"`, { ...options, addressed: action })).toMatchObject(
        found(name),
      );
    }
    // two names of one operation
    const both = { ...options, addressed: 'urn:own:other' };
    expect(await own('other', '"urn:other"', both)).toMatchObject(found('other'));
  });

  test('of different operations are a mismatch, unknown ones are not supported', async () => {
    const ask = (soapAction: string, addressed: string): Promise<Answer> =>
      own('other', soapAction, { addressing: true, addressed });
    expect((await ask('"urn:other"', 'urn:own:echo')).text).toContain('InvalidAddressingHeader');
    expect((await ask('"urn:no"', 'urn:no')).text).toContain('ActionNotSupported');
  });

  test('that several operations share leave the choice to the element; soapAction counts more', async () => {
    for (const name of ['echo', 'other']) {
      expect(await shared(name, '"urn:same"')).toMatchObject(found(name));
    }
    expect(await shared('other', '"urn:other"')).toMatchObject(found('other'));
  });
});

describe('a service whose actions are all empty', () => {
  const empty = served([{ name: 'echo' }, { name: 'other' }]);
  const one = served([{ name: 'echo' }]);

  test('is asked by elements, whatever SOAPAction says', async () => {
    for (const action of ['""', '"urn:any"', 'echo']) {
      expect(await empty('echo', action)).toMatchObject(found('echo'));
      expect(await empty('other', action)).toMatchObject(found('other'));
      expect(await one('echo', action)).toMatchObject(found('echo'));
    }
    const { status, text } = await empty('unknown', '"urn:any"');
    expect(status).toBe(500);
    expect(text).toContain("The request element &lt;unknown xmlns='urn:x'&gt; was not recognized.");
  });
});

test('a service with actions refuses others, as ASMX does', async () => {
  const text = rpcContract({
    use: 'literal',
    input: { s: 'xs:string' },
    output: { r: 'xs:string' },
  });
  const folder = await generateText('rpc.wsdl', text, ['types', 'server']);
  try {
    const create = (await folder.load()).createSServer as (handlers: object) => {
      fetch(asked: Request): Promise<Response>;
    };
    const headers = { 'content-type': 'text/xml', soapaction: '"urn:rpc:P:RunRequest"' };
    const body = request('Run', undefined).replace('urn:x', 'urn:rpc');
    const asked = new Request('http://test/s', { method: 'POST', headers, body });
    const response = await create({ run: () => 'x' }).fetch(asked);
    expect(await response.text()).toContain(
      'Server did not recognize the value of HTTP Header SOAPAction: urn:rpc:P:RunRequest.',
    );
  } finally {
    folder.remove();
  }
});
