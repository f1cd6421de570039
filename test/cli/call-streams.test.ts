import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { createFolder, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const contract = `asmx: 1
name: Files
namespace: urn:files
services: { Files: { operations: { File: { returns: base64Binary } } } }
`;
const entry = { input: 'files.yaml', targets: ['client'], streams: ['Files.File.FileResult'] };
const envelope =
  '<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' +
  '<FileResponse xmlns="urn:files"><FileResult>QUJD</FileResult></FileResponse></e:Body></e:Envelope>';

let folder: TestFolder;
let server: LocalServer;
beforeAll(async () => {
  folder = createFolder({
    'files.yaml': contract,
    'asmx-gen.config.json': JSON.stringify({ contracts: [entry] }),
  });
  server = await startLocalServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/xml' });
    response.end(envelope);
  });
});
afterAll(() => {
  server.close();
  folder.remove();
});

const run = (...args: string[]): ReturnType<typeof runCli> => runCli(args, { cwd: folder.path });

test('call prints the bytes of what is a stream in generated code', async () => {
  const { stdout, stderr } = await run('call', 'files.yaml', 'File', '--url', server.origin);
  expect({ stdout: String(stdout), stderr }).toEqual({ stdout: '"QUJD"\n', stderr: '' });
});

test('in OpenAPI and for agents it is base64', async () => {
  const { stdout } = await run('convert', 'files.yaml', '--to', 'openapi');
  const { FileOutput } = JSON.parse(String(stdout)).components.schemas;
  expect(FileOutput).toMatchObject({ type: 'string', contentEncoding: 'base64' });
  const written = await run('mcp', 'files.yaml', '--only', 'File', '--write', 'tools.json');
  expect(written.code).toBe(0);
});
