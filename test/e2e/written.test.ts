import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GeneratedFolder, generateText } from './generated-module.ts';

const contract = `asmx: 1
name: Reports
namespace: urn:reports
services:
  Reports:
    operations:
      Data: { returns: { written: json } }
      Page: { returns: { written: text } }
      File: { returns: { written: binary } }
`;

type Method = (input: object, options: { readonly binding: string }) => Promise<unknown>;
type Client = Readonly<Record<'data' | 'page' | 'file', Method>>;

describe.each(['soap11', 'soap12', 'httpGet', 'httpPost'])(
  'what is written, over %s',
  (binding) => {
    const data = { marks: [1, null, 'ü'] };
    const file = Uint8Array.of(0, 60, 255);
    let generated: GeneratedFolder;
    let client: Client;
    beforeAll(async () => {
      generated = await generateText('reports.yaml', contract);
      const module = (await generated.load()) as {
        createReportsServer(handlers: object): { readonly fetch: unknown };
        createReportsClient(options: object): Client;
      };
      const handlers = { data: () => data, page: () => '<p>ü</p>', file: () => file };
      const { fetch } = module.createReportsServer(handlers);
      client = module.createReportsClient({ baseUrl: 'http://reports.test', fetch });
    });
    afterAll(() => generated.remove());

    test('is the result of the client', async () => {
      expect(await client.data({}, { binding })).toEqual(data);
      expect(await client.page({}, { binding })).toBe('<p>ü</p>');
      expect(Uint8Array.from((await client.file({}, { binding })) as Uint8Array)).toEqual(file);
    });
  },
);
