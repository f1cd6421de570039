import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDisturbances } from '../../../src/cli/serve/disturbance.ts';
import { answerChains, type ServeCommandOptions } from '../../../src/cli/serve/run.ts';
import { createConsole } from '../../../src/cli/terminal/console.ts';
import { CliError } from '../../../src/cli/terminal/failure.ts';
import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../../src/model/link.ts';
import type { ServiceModel } from '../../../src/model/services.ts';
import { readContract } from '../../../src/read/contract.ts';
import type { ServerCall } from '../../../src/runtime/index.ts';
import type { XmlReader } from '../../../src/runtime/xml/reader.ts';
import { createFolder, type TestFolder } from '../run-cli.ts';

const contract = `asmx: 1
name: Notes
namespace: urn:notes
services:
  NoteService:
    operations:
      AddNote: { parameters: { studentId: int, password: string }, returns: int }
      GetNotes: { parameters: { studentId: int }, returns: 'Note[]' }
      Tell: { oneWay: true }
types:
  Note: { fields: { id: long, text: string } }
`;

function modelOf(path: string, text: string): ServiceModel {
  const bag = createDiagnosticBag();
  const read = readContract(path, { readFile: () => new TextEncoder().encode(text) }, bag);
  const model = read && linkContract(read, bag);
  if (model === undefined) throw new Error(JSON.stringify(bag.diagnostics));
  return model;
}

const general = {
  color: false,
  quiet: true,
  reporter: 'text',
  port: 0,
  host: 'localhost',
} as const;

const steering = {
  disturbances: createDisturbances(1, () => undefined),
  control: undefined,
};

let folder: TestFolder;
let start: string;
beforeAll(() => {
  start = process.cwd();
  folder = createFolder({
    'notes.yaml': contract,
    'other.jsonl': '{"a":1}\n',
    'newer.jsonl': '{"recording":2}\n',
    'broken.jsonl': '{"recording":1}\n\n{"service":"NoteService"}\n',
    'status.jsonl':
      '{"recording":1}\n{"service":"S","operation":"O","binding":"soap11","status":99}\n',
  });
  process.chdir(folder.path);
});
afterAll(() => {
  process.chdir(start);
  folder.remove();
});

function refusal(options: Partial<ServeCommandOptions>): CliError | undefined {
  try {
    answerChains(
      { ...general, ...options },
      [modelOf('notes.yaml', contract)],
      createConsole(general),
      steering,
    );
    return undefined;
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
}

describe('what serve refuses', () => {
  const wrong: readonly [options: Partial<ServeCommandOptions>, message: string, help: string][] = [
    [{ fault: ['GetNote=503'] }, "no operation 'GetNote'", "Did you mean 'GetNotes'?"],
    [{ fault: ['503'] }, "invalid value '503' for --fault", '--fault Operation=503'],
    [{ fault: ['GetNotes'] }, "invalid value 'GetNotes' for --fault", '--fault GetNotes=503'],
    [{ fault: ['GetNotes=200'] }, "invalid value '200' for --fault", 'from 400 to 599'],
    [
      { fault: ['AddNote=Servr'] },
      "invalid value 'AddNote=Servr' for --fault",
      "Did you mean 'Server'?",
    ],
    [
      { fault: ['AddNote=x'] },
      "invalid value 'AddNote=x' for --fault",
      'DataEncodingUnknown, or give an HTTP',
    ],
    [{ latency: ['fast'] }, "invalid value 'fast' for --latency", '--latency 500'],
    [
      { fault: ['GetNotes=503 often'] },
      "invalid value 'GetNotes=503 often' for --fault",
      "'503 x2' for the first two calls",
    ],
    [{ fault: ['GetNotes=503 x0'] }, "invalid value 'GetNotes=503 x0'", "'503 5%'"],
    [{ fault: ['GetNotes=503 101%'] }, "invalid value 'GetNotes=503 101%'", "'503 5%'"],
    [{ fault: ['GetNotes=503 300ms'] }, "invalid value 'GetNotes=503 300ms'", 'slow 300ms'],
    [{ fault: ['GetNotes=rest'] }, "invalid value 'GetNotes=rest' for --fault", "mean 'reset'?"],
    [
      { latency: ['uniform(300,100)'] },
      "invalid value 'uniform(300,100)' for --latency",
      "'uniform(100,300)'",
    ],
    [{ latency: ['GetNotes=normal(5)'] }, "invalid value 'normal(5)'", 'mean and deviation'],
    [{ latency: ['GetNotes=-1'] }, "invalid value '-1' for --latency", '--latency Operation=500'],
    [{ upstream: 'legacy' }, "invalid value 'legacy' for --upstream", 'http or https URL'],
    [
      { upstream: 'http://x/y.asmx' },
      'is the address of none of the services',
      '/NoteService.asmx',
    ],
    [{ replay: 'notes.yaml' }, 'notes.yaml:1: this line is not JSON', 'Fix the line'],
    [{ replay: 'other.jsonl' }, 'other.jsonl:1: this is not a recording', 'serve --record wrote'],
    [{ replay: 'newer.jsonl' }, 'newer.jsonl:1: the format 2 is not known', 'record again'],
    [{ replay: 'broken.jsonl' }, 'broken.jsonl:3: this line is not a call', '"binding"'],
    [{ replay: 'status.jsonl' }, 'status.jsonl:2: the answer of this call cannot be read', 'docs'],
    [{ upstream: 'http://x', record: 'other.jsonl' }, 'this is not a recording', 'Name a file'],
    [{ fault: ['Tell=Server'] }, 'Tell is one-way: its callers get no fault', 'Choose another'],
    [
      { upstream: 'http://x', record: 'r.jsonl', redact: ['pasword'] },
      "no parameter and no field is called 'pasword', so nothing would be redacted",
      "Did you mean 'password'?",
    ],
  ];
  test.each(wrong)('%j', (options, message, help) => {
    const error = refusal(options);
    expect(error?.message).toContain(message);
    expect(error?.help).toContain(help);
    expect(error?.exitCode).toBe(2);
    expect(folder.files()).not.toContain('r.jsonl');
  });
});

test('user and password of --upstream are not printed', () => {
  const said: string[] = [];
  const console = { ...createConsole(general), say: (text: string) => said.push(text) };
  const options = { ...general, upstream: 'http://user:word@x/v1' };
  const models = [modelOf('notes.yaml', contract), modelOf('other.yaml', contract)];
  expect(answerChains(options, models, console, steering).map(({ length }) => length)).toEqual([
    1, 1,
  ]);
  expect(said).toEqual(['sending calls on to http://x/v1']);
});

test('a declared fault has a sample of its detail', () => {
  const text = readFileSync(
    new URL('../../golden/faults-and-headers/service.wsdl', import.meta.url),
    'utf8',
  );
  const interceptor = steering.disturbances.faults(modelOf('service.wsdl', text), [
    'Send=InvalidPhone',
  ]);
  const read = (reader: XmlReader) => reader.local;
  const operation = {
    service: 'Phones',
    name: 'Send',
    soap: { faults: [{ name: 'InvalidPhone', read }] },
  };
  let thrown: unknown;
  try {
    interceptor?.({ operation, context: {} } as unknown as ServerCall, () => undefined);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({
    code: 'Server',
    faultName: 'InvalidPhone',
    detail: 'InvalidPhone',
    message: 'InvalidPhone fault of Phones.Send, as asked for.',
  });
});
