import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { createMappedShop } from '../cli/mapped-shop.ts';
import type { TestFolder } from '../cli/run-cli.ts';
import { type Serving, startServing } from '../cli/serving.ts';
import { executablePath, isInstalled, launch } from './chromium.ts';

jest.setTimeout(120_000);

const suite = isInstalled ? describe : describe.skip;
suite(`forms of mapped types (skipped where ${executablePath} is missing)`, () => {
  let browser: Browser;
  let folder: TestFolder;
  let serving: Serving;
  beforeAll(async () => {
    folder = createMappedShop();
    serving = await startServing(folder.path, 'specs/shop.yaml', '--handlers', 'handlers.mjs');
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await serving?.stop();
    folder?.remove();
  });

  test.each(['SOAP 1.1', 'SOAP 1.2', 'HTTP GET', 'HTTP POST'])(
    'are those of XML Schema, and what they send reaches the handler: %s',
    async (binding) => {
      const page = await browser.newPage();
      await page.goto(`${serving.url}/Shop.asmx?op=Move`);
      await page.getByRole('radio', { name: binding }).check();
      const moment = page.getByLabel('moment:', { exact: true });
      expect(await moment.getAttribute('type')).toBe('datetime-local');
      await moment.fill('2024-05-01T23:30');
      await page.getByLabel('price:').fill('12.5');
      await page.getByLabel('code:').fill('A');
      const answer = async (): Promise<readonly string[]> => {
        const answered = page.waitForResponse((one) => one.request().resourceType() === 'fetch');
        await page.getByRole('button', { name: 'Invoke' }).click();
        await answered;
        await page.locator('#answer-status.good').waitFor();
        const text = await page.locator('#answer-body').innerText();
        return text.match(/<(?:moment|day|price|code)>[^<]*/g) ?? [];
      };
      const rest = ['<price>25.00', '<code>A'];
      expect(await answer()).toEqual(['<moment>2024-05-02T00:30:00', '<day>2024-05-01', ...rest]);
      await page.getByLabel('As text: moment').check();
      await moment.fill('2024-05-01T23:30:00.5+02:00');
      const zoned = ['<moment>2024-05-02T00:30:00.5+02:00', '<day>2024-05-01', ...rest];
      expect(await answer()).toEqual(zoned);
      await page.close();
    },
  );
});
