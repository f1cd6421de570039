import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GeneratedFolder, generateText } from './generated-module.ts';

const contract = `asmx: 1
name: Plans
namespace: urn:plans
services:
  Plans:
    operations:
      Plan: { parameters: { on: date, at: time, from: dateTime, days: int, whole: boolean } }
      Note: { parameters: { text: string } }
`;

type Handler = (input: object) => void;
type CreateServer = (
  handlers: Readonly<Record<string, Handler>>,
  options?: object,
) => { fetch(request: Request): Promise<Response> };

describe('what is missing over SOAP', () => {
  let generated: GeneratedFolder;
  let create: CreateServer;
  beforeAll(async () => {
    generated = await generateText('plans.yaml', contract, ['types', 'server']);
    create = (await generated.load()).createPlansServer as CreateServer;
  });
  afterAll(() => generated.remove());

  /** The input that a handler gets for an empty request, or the text of the answer. */
  async function answerTo(operation: string, options?: object): Promise<unknown> {
    let given: object | undefined;
    const handler: Handler = (input) => {
      given = input;
    };
    const server = create({ plan: handler, note: handler }, options);
    const response = await server.fetch(
      new Request('http://plans.test/Plans.asmx', {
        method: 'POST',
        headers: { 'Content-Type': 'text/xml', SOAPAction: `"urn:plans/${operation}"` },
        body:
          '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">' +
          `<e:Body><${operation} xmlns="urn:plans"/></e:Body></e:Envelope>`,
      }),
    );
    return given ?? (await response.text());
  }

  test('reads as the defaults of value types in ASMX', async () => {
    expect(await answerTo('Plan')).toEqual({
      on: '0001-01-01',
      at: '00:00:00',
      from: '0001-01-01T00:00:00',
      days: 0,
      whole: false,
    });
  });

  test('is a fault of the client for others, and for all of them with strict', async () => {
    const fault = (name: string): unknown =>
      expect.stringMatching(`soap:Client</faultcode>.*Missing required element '${name}'`);
    expect(await answerTo('Note')).toEqual(fault('text'));
    expect(await answerTo('Plan', { strict: true })).toEqual(fault('on'));
  });
});
