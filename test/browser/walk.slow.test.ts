import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Serving, startServing } from '../cli/serving.ts';
import { executablePath, isInstalled, launch } from './chromium.ts';
import { faint, fillByKeys, overflow, unseen, withoutLabel } from './page-checks.ts';

jest.setTimeout(300_000);

const root = join(import.meta.dirname, '../..');
const contracts = [
  'specs/student-information.yaml',
  'specs/notes.wsdl',
  'test/browser/fields.yaml',
  'test/fixtures/habits/mailbox-items/service.wsdl',
];
/** Pages looked at of one contract: the first ones in the order of their links. */
const most = 8;

const looks = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { colorScheme, viewport: { width: 1280, height: 900 } },
  { colorScheme, viewport: { width: 390, height: 844 }, isMobile: true },
]);

/** Addresses of the pages of a site: its index, its services, their operations. */
async function pagesOf(page: Page, origin: string): Promise<readonly string[]> {
  const found = [`${origin}/`];
  for (const at of found) {
    if (found.length >= most) break;
    await page.goto(at);
    const links = await page.getByRole('link').evaluateAll((all) => all.map(String));
    const isPage = (link: string): boolean => !/#|\?(?:wsdl|disco)/i.test(link);
    found.push(...links.filter((one) => isPage(one) && !found.includes(one)));
  }
  return found.slice(0, most);
}

const suite = isInstalled ? describe : describe.skip;
suite(`a walk through the help pages (skipped where ${executablePath} is missing)`, () => {
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(() => context.close());
  afterAll(() => browser.close());

  async function open(look: BrowserContextOptions): Promise<Page> {
    context = await browser.newContext(look);
    return context.newPage();
  }

  describe.each(contracts)('%s', (contract) => {
    let serving: Serving;
    beforeAll(async () => {
      serving = await startServing(root, contract);
    });
    afterAll(() => serving.stop());

    test.each(looks)('%j: fits, can be read, and is filled in by keys alone', async (look) => {
      const page = await open(look);
      const complaints: string[] = [];
      page.on('pageerror', ({ message }) => complaints.push(message));
      const visited = await pagesOf(page, serving.url);
      expect(visited.some((one) => one.includes('?op='))).toBe(true);
      for (const address of visited) {
        await page.goto(address);
        if (address.includes('?op=')) await send(page);
        expect([address, await overflow(page)]).toEqual([address, 0]);
        expect([address, await withoutLabel(page)]).toEqual([address, []]);
        expect([address, await faint(page)]).toEqual([address, []]);
      }
      expect(complaints).toEqual([]);
    });
  });

  async function send(page: Page): Promise<void> {
    const stops = await fillByKeys(page);
    expect([page.url(), unseen(stops)]).toEqual([page.url(), []]);
    expect(stops.some(({ kind }) => kind === 'INPUT radio')).toBe(true);
    await page.keyboard.press('Space');
    const status = page.locator('#answer-status');
    await page.locator('#answer-status.good, #answer-status.bad').waitFor();
    expect([page.url(), await status.innerText()]).toEqual([
      page.url(),
      expect.stringMatching(/^200 OK/),
    ]);
    expect(await status.getAttribute('aria-live')).toBe('polite');
  }

  test('each kind of field is changed by keys', async () => {
    const serving = await startServing(root, 'test/browser/fields.yaml');
    try {
      const page = await open({ locale: 'en-US' });
      await page.goto(`${serving.url}/Plans.asmx?op=Plan`);
      await fillByKeys(page);
      const request = await page.locator('#request').innerText();
      expect(request.match(/<(?:level|active|day|at|name)>.*/g)).toEqual([
        '<level>middle</level>',
        '<active>true</active>',
        '<day>2024-12-12</day>',
        '<at>11:11:00</at>',
        '<name>7</name>',
      ]);
    } finally {
      await serving.stop();
    }
  });
});
