import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { planOptions } from '../../../src/cli/contract/project.ts';
import { defaultSettings } from '../../../src/config/settings.ts';
import { evaluateContract } from '../../../src/evaluate.ts';
import { inService } from '../../../src/runtime/gateway/routes.ts';
import { type Offered, offer, type ToolCall } from '../../../src/runtime/mcp/offer.ts';
import { type Tool, toolsOf } from '../../../src/runtime/mcp/tools.ts';
import { sampleOf, toJson } from '../../../src/runtime/schema.ts';
import { modelOf } from '../../plan/contract-texts.ts';
import { largeContract } from './large-contract.ts';

jest.setTimeout(120_000);

/** The operations of a contract as tools, none of them cut. */
async function toolsIn(
  files: Readonly<Record<string, string>>,
  read: readonly string[] = [],
): Promise<readonly Tool[]> {
  const model = modelOf(files);
  const settings = { ...defaultSettings, runtime: 'package', targets: ['client', 'mcp'] } as const;
  const options = planOptions(settings, model.name, '.');
  const sink = { report: () => undefined };
  const code = await evaluateContract(model, options, sink, () => Promise.resolve({}));
  if (code === undefined) throw new Error(`${model.name} cannot be generated`);
  const { services } = code.plan;
  const operations = services.flatMap((one) => inService(one.property, code.doors(one)));
  return toolsOf({ name: model.name, operations }, { only: '*', read });
}

interface Server {
  readonly offered: readonly Offered[];
  readonly calls: ToolCall[];
  /** Calls a tool. Gives the text of its answer. */
  readonly ask: (name: string, input: object) => Promise<string>;
  /** The same, as JSON. */
  readonly tell: (name: string, input: object) => Promise<Record<string, never>>;
}

/** What a server offers, whose operations answer with their names. */
function serverOf(tools: readonly Tool[], dynamic = false): Server {
  const calls: ToolCall[] = [];
  const call = (one: ToolCall) => {
    calls.push(one);
    const content = [{ type: 'text' as const, text: one.tool.name }];
    return Promise.resolve({ result: { content } });
  };
  const offered = offer({ name: 'Test', tools, call }, dynamic);
  const ask = async (name: string, input: object): Promise<string> => {
    const found = offered.find(({ listed }) => listed.name === name);
    const rest = { signal: undefined, headers: {} };
    const { result, failure } = (await found?.answer({ input: input as never, ...rest })) ?? {};
    return failure?.text ?? result?.content.map(({ text }) => text).join('') ?? 'no such tool';
  };
  return { offered, calls, ask, tell: async (...one) => JSON.parse(await ask(...one)) };
}

/** Bytes of what `tools/list` gives. */
function listBytes(offered: readonly Offered[]): number {
  return Buffer.byteLength(JSON.stringify({ tools: offered.map(({ listed }) => listed) }));
}

const names = (offered: readonly Offered[]) => offered.map(({ listed }) => listed.name);

describe('a small contract', () => {
  test('is offered as it is', async () => {
    const path = 'test/fixtures/gateway/shop.yaml';
    const tools = await toolsIn({ [path]: readFileSync(path, 'utf8') });
    const { offered } = serverOf(tools);
    const plain = tools.map(({ operation: _, ...listed }) => listed);
    expect(JSON.stringify(offered.map(({ listed }) => listed))).toBe(JSON.stringify(plain));
    expect(offered.map(({ leftOut }) => leftOut)).toEqual(tools.map(() => ''));
  });
});

describe('a contract of 34 operations with deep types', () => {
  let tools: readonly Tool[];
  let server: Server;
  beforeAll(async () => {
    tools = await toolsIn({ 'groupware.yaml': largeContract() }, ['Get*', 'Find*']);
    server = serverOf(tools);
  });

  test('has less than 60 KB, and none of its tools 12', () => {
    const { offered } = server;
    const wholes = tools.map(({ operation: _, ...listed }) => JSON.stringify(listed).length);
    expect(Math.min(...wholes)).toBeGreaterThan(12_000);
    expect(names(offered)).toEqual([...tools.map(({ name }) => name), 'describe']);
    expect(listBytes(offered)).toBeLessThan(60_000);
    // most of the room is used
    expect(listBytes(offered)).toBeGreaterThan(40_000);
    for (const { listed, bytes } of offered) {
      expect(Buffer.byteLength(JSON.stringify(listed)) + 1).toBe(bytes);
      expect(bytes).toBeLessThan(12_000);
    }
    expect(JSON.stringify(serverOf(tools).offered)).toBe(JSON.stringify(offered));
  });

  test('has cut schemas that refer to nothing, and take what the whole ones take', () => {
    const cut = server.offered.filter(({ leftOut }) => leftOut?.startsWith('fields'));
    expect(cut).toHaveLength(34);
    for (const { listed } of cut) {
      expect(JSON.stringify(listed.inputSchema)).not.toContain('$ref');
      expect(JSON.stringify(listed.inputSchema)).toContain('ask `describe`');
      expect(listed.outputSchema).toBeUndefined();
      const { operation } = tools.find(({ name }) => name === listed.name) as Tool;
      const isValid = new Ajv2020({ strict: false }).compile(listed.inputSchema);
      for (const seed of [0, 1, 2]) {
        const json = toJson(operation.input, sampleOf(operation.input, { seed }));
        expect(isValid(json) || isValid.errors).toBe(true);
      }
    }
  });

  test('takes fields that are left out, and says which ones there are not', async () => {
    const { ask, calls } = server;
    const item = { Item00Field00: 'a', Link00: { Item05Field11: 'b' } };
    const input = { id: 5, shape: 'ShapeOfThings79', item, folder: { name: 'x' } };
    expect(await ask('GetThing00', input)).toBe('GetThing00');
    expect(calls.at(-1)?.input).toEqual(input);
    const before = calls.length;
    const wrong = { ...input, folder: { name: 'x', parent: { nam: 'y', first: { no: 1 } } } };
    expect((await ask('GetThing00', wrong)).split('\n')).toEqual([
      'The arguments do not fit:',
      expect.stringMatching(/^- folder\.parent\.nam: There is no such field; there are name, /),
      expect.stringMatching(/^- folder\.parent\.first\.no: There is no such field; there are /),
    ]);
    expect(await ask('GetThing00', { ...input, fodler: {} })).toContain(
      '- fodler: There is no such field; there are folder, ',
    );
    expect(calls).toHaveLength(before);
  });

  test('is described, as far as it fits, and type by type', async () => {
    const { ask, tell } = server;
    const whole = await ask('describe', { operation: 'GetThing00' });
    expect(whole.length).toBeLessThan(13_000);
    const { input, leftOut } = JSON.parse(whole);
    expect(Object.keys(input.properties)).toEqual(['id', 'shape', 'item', 'folder']);
    expect(Object.keys(input.$defs)).toContain('Folder');
    expect(leftOut).toEqual(expect.arrayContaining([expect.stringMatching(/^Item\d\d$/)]));
    const [type] = leftOut;
    const one = await ask('describe', { operation: 'GetThing00', type, depth: 0 });
    expect(one).toContain(`"${type}Field03":{"type":"string"}`);
    expect(Object.keys(JSON.parse(one))).toEqual(
      expect.arrayContaining(['operation', 'description', type]),
    );
    const none = await tell('describe', { operation: 'GetThing00', depth: 0 });
    expect(none).not.toHaveProperty('input.$defs');
    const deep = await ask('describe', { operation: 'GetThing00', depth: 9 });
    expect(deep.length).toBeGreaterThan(whole.length);
    expect(deep.length).toBeLessThan(62_000);
    expect(await tell('describe', { operation: 'GetThing00', part: 'output' })).toHaveProperty(
      'output.$defs.Answer.properties.AnswerField39',
    );
    expect(await tell('describe', { operation: 'DeleteThing04', part: 'faults' })).toEqual({
      operation: 'DeleteThing04',
      description: 'Deletes thing 4, and what belongs to it.',
    });
  });

  test.each<[object, string]>([
    [{}, '- operation: There is no such operation; there are '],
    [{ operation: 'GetThing99' }, 'operation; there are GetThing00, GetThing05, '],
    [{ operation: 'GetThing00', part: 'all' }, '- part: Expected one of input, output, faults.'],
    [{ operation: 'GetThing00', depth: '1' }, '- depth: Expected an integer.'],
    [{ operation: 'GetThing00', type: 'Foldr' }, '- type: The operation has no such type; Folder'],
  ])('is not described for %j', async (input, message) => {
    expect(await server.ask('describe', input)).toContain(message);
  });

  describe('as three tools', () => {
    let dynamic: Server;
    beforeAll(() => {
      dynamic = serverOf(tools, true);
    });

    test('is small, and says what only reads', () => {
      expect(names(dynamic.offered)).toEqual(['find', 'describe', 'call', 'read']);
      expect(listBytes(dynamic.offered)).toBeLessThan(4_000);
      const hints = dynamic.offered.map(({ listed }) => listed.annotations.readOnlyHint);
      expect(hints).toEqual([true, true, false, true]);
      const reading = tools.filter(({ annotations }) => annotations.readOnlyHint);
      const only = serverOf(reading, true).offered;
      expect(names(only)).toEqual(['find', 'describe', 'call']);
      expect(only.every(({ listed }) => listed.annotations.readOnlyHint)).toBe(true);
    });

    test('finds operations by words', async () => {
      const { tell } = dynamic;
      const found = await tell('find', { words: 'delete thing 14' });
      expect(found.operations).toHaveLength(10);
      expect((found.operations ?? [])[0]).toEqual({
        operation: 'DeleteThing14',
        description: 'Deletes thing 14, and what belongs to it.',
        fields: ['id', 'shape', 'item?', 'folder?'],
      });
      expect(found).toMatchObject({ more: 24 });
      const all = await tell('find', { most: 3 });
      expect(all.operations).toMatchObject([
        { operation: 'GetThing00', reads: true },
        { operation: 'FindThing01', reads: true },
        { operation: 'CreateThing02' },
      ]);
      expect(await tell('find', { words: 'zeppelin' })).toEqual({
        operations: [],
        help: 'Nothing has these words: try fewer, or others.',
      });
    });

    test('calls them with their arguments', async () => {
      const { ask, calls } = dynamic;
      const input = { id: '5', shape: 'ShapeOfThings00' };
      expect(await ask('call', { operation: 'CreateThing02', arguments: input })).toBe(
        'CreateThing02',
      );
      expect(calls.at(-1)).toMatchObject({ input, tool: { name: 'CreateThing02' } });
      // the result is a text
      expect(calls.at(-1)?.tool.outputSchema).toBeUndefined();
      expect(await ask('read', { operation: 'GetThing00', arguments: input })).toBe('GetThing00');
      const refused = await ask('read', { operation: 'CreateThing02', arguments: input });
      expect(refused).toContain('- operation: There is no such operation; there are ');
      const text = { operation: 'CreateThing02', arguments: '{}' };
      expect(await ask('call', text)).toContain('- arguments: Expected an object');
      const other = { operation: 'CreateThing02', arguments: { ...input, ids: 1 } };
      expect(await ask('call', other)).toContain('- ids: There is no such field; there are id, ');
    });
  });
});

test('a tool of the name `describe` keeps it', async () => {
  const contract = largeContract().replaceAll('GetThing00', 'describe');
  const { offered } = serverOf(await toolsIn({ 'groupware.yaml': contract }));
  expect(names(offered).filter((name) => name.startsWith('describe'))).toEqual([
    'describe',
    'describe_2',
  ]);
  expect(JSON.stringify(offered)).toContain('ask `describe_2`');
  expect(JSON.stringify(offered)).not.toContain('ask `describe`');
});

/** The corpus of WSDL documents: ASMX_GEN_SHARED/corpus. */
const corpus = join(process.env.ASMX_GEN_SHARED ?? '', 'corpus');
const isThere = process.env.ASMX_GEN_SHARED !== undefined && existsSync(corpus);

(isThere ? test : test.skip)(
  'no tool of the largest contracts of the corpus is large',
  async () => {
    const documents = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.wsdl'))
      .map((name) => ({ name, size: statSync(join(corpus, name)).size }))
      .sort((a, b) => b.size - a.size)
      .slice(0, 12);
    for (const { name } of documents) {
      const tools = await toolsIn(filesOf(name)).catch(() => []);
      const { offered } = serverOf(tools);
      expect(
        offered.filter(({ bytes }) => bytes >= 12_000).map(({ listed }) => listed.name),
      ).toEqual([]);
      if (tools.length <= 34) expect(listBytes(offered)).toBeLessThan(60_000);
    }
  },
);

/** A document with those beside it. */
function filesOf(name: string): Readonly<Record<string, string>> {
  const folder = join(corpus, name, '..');
  const others = readdirSync(folder).filter((one) => /\.(?:wsdl|xsd)$/.test(one));
  const [entry = ''] = others.filter((one) => name.endsWith(one));
  const all = [entry, ...others.filter((one) => one !== entry)];
  return Object.fromEntries(all.map((one) => [one, readFileSync(join(folder, one), 'utf8')]));
}
