import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { shop } from './call-shop.ts';
import { startLocalServer } from './local-server.ts';
import { createFolder, finished, runCli, startCli, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

let folder: TestFolder;
beforeAll(() => {
  folder = createFolder({ 'my shop.yaml': shop });
});
afterAll(() => folder.remove());

describe('call as a program', () => {
  test('parameters as JSON from stdin, overlaid by the command line', async () => {
    const input = '{"order":{"id":"12","items":[{"sku":1}],"mark":"A","raw":"AQID"},"note":"x"}';
    const { code, stdout } = await runCli(
      ['call', 'my shop.yaml', 'PlaceOrder', '--json', '-', 'order.items[0].sku=7', '--dry-run'],
      { cwd: folder.path, input },
    );
    expect(code).toBe(0);
    expect(stdout).toContain(
      '<id>12</id><items><Item><sku>7</sku></Item></items><mark>A</mark><raw>AQID</raw></order><note>x</note>',
    );
  });

  test('Ctrl-C ends a waiting call with 130 and leaves nothing behind', async () => {
    const temporary = createFolder();
    const silent = await startLocalServer(() => child.kill('SIGINT'));
    const child = startCli(['call', 'my shop.yaml', 'Orders.Ping', '--url', silent.origin], {
      cwd: folder.path,
      env: { TMPDIR: temporary.path },
    });
    expect(await finished(child)).toEqual({ code: 130, stdout: '', stderr: '' });
    expect(temporary.files()).toEqual([]);
    silent.close();
    temporary.remove();
  });

  test('no temporary file outlives a call', async () => {
    const temporary = createFolder();
    await runCli(['call', 'my shop.yaml', 'Orders.Ping', '--dry-run'], {
      cwd: folder.path,
      env: { TMPDIR: temporary.path },
    });
    expect(temporary.files()).toEqual([]);
    temporary.remove();
  });
});
