import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { createFolder, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const contract = `asmx: 1
name: Files
namespace: urn:files
services: { Files: { operations: { File: { returns: { written: binary } } } } }
`;
const file = Buffer.from([0xef, 0xbb, 0xbf, 0x31]);
const envelope =
  '<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' +
  '<FileResponse xmlns="urn:files" /></e:Body></e:Envelope>';

let folder: TestFolder;
let server: LocalServer;
beforeAll(async () => {
  folder = createFolder({ 'files.yaml': contract });
  server = await startLocalServer((request, response) => {
    const isSoap = request.headers.soapaction !== undefined;
    response.writeHead(200, { 'Content-Type': isSoap ? 'text/xml' : 'application/octet-stream' });
    response.end(isSoap ? Buffer.concat([file, Buffer.from(envelope)]) : file);
  });
});
afterAll(() => {
  server.close();
  folder.remove();
});

test.each(['soap11', 'httpGet'])('call prints the bytes of a file, over %s', async (binding) => {
  const args = ['call', 'files.yaml', 'File', '--url', server.origin, '--binding', binding];
  const { code, stdout, stderr } = await runCli(args, { cwd: folder.path });
  expect({ code, stdout: Buffer.from(stdout), stderr }).toEqual({
    code: 0,
    stdout: file,
    stderr: '',
  });
});
