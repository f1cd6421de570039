import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { executablePath, isInstalled, launch } from './chromium.ts';
import { startSchool } from './school-site.ts';

const suite = isInstalled ? describe : describe.skip;

jest.setTimeout(60_000);

suite(`help pages in a browser (skipped where ${executablePath} is missing)`, () => {
  let browser: Browser;
  let server: Server;
  let base = '';
  const complaints: string[] = [];

  beforeAll(async () => {
    ({ server, base } = await startSchool());
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    expect(complaints).toEqual([]);
  });

  /**
   * Opens a page in a context of its own and closes it after `visit`; notes what the browser
   * complains about.
   */
  async function open(
    path: string,
    visit: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // A fault is a 500, which Chromium notes; it is no fault of the page.
      const refused = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !refused) complaints.push(message.text());
    });
    await page.goto(base + path);
    await visit(page);
    await context.close();
  }

  const report = '/AuthCodeSending.asmx?op=GenerateReport';
  const text = (page: Page, id: string) => page.locator(`#${id}`).innerText();

  async function send(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Invoke' }).click();
    await page.locator('#answer-status.good, #answer-status.bad').waitFor();
  }

  test('from the root to an operation by links', async () => {
    await open('/', async (page) => {
      await page.getByRole('link', { name: 'AuthCodeSending', exact: true }).click();
      expect(await page.title()).toBe('AuthCodeSending Web Service');
      await page.getByRole('link', { name: 'GenerateReport' }).click();
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('GenerateReport');
      await page.getByRole('link', { name: 'here' }).click();
      expect(await page.getByRole('listitem').filter({ hasText: 'Store' }).count()).toBe(1);
    });
  });

  const bindings = [
    {
      title: 'SOAP 1.1',
      request: [
        'POST /AuthCodeSending.asmx HTTP/1.1',
        'Content-Type: text/xml; charset=utf-8',
        'SOAPAction: "http://tempuri.org/GenerateReport"',
        '<studentId>7</studentId>',
        '<studentClass>a&lt;b&gt; &amp; "ü"</studentClass>',
      ],
      type: 'text/xml; charset=utf-8',
      answer: '<GenerateReportResult>7|a&lt;b&gt; &amp; "ü"</GenerateReportResult>',
    },
    {
      title: 'SOAP 1.2',
      request: [
        'POST /AuthCodeSending.asmx HTTP/1.1',
        'Content-Type: application/soap+xml; charset=utf-8',
        '<soap12:Body>',
      ],
      type: 'application/soap+xml; charset=utf-8',
      answer: '<GenerateReportResult>7|a&lt;b&gt; &amp; "ü"</GenerateReportResult>',
    },
    {
      title: 'HTTP GET',
      request: [
        'GET /AuthCodeSending.asmx/GenerateReport?studentId=7&studentClass=a%3Cb%3E%20%26%20%22%C3%BC%22 HTTP/1.1',
      ],
      type: 'text/xml; charset=utf-8',
      answer: '<string xmlns="http://tempuri.org/">7|a&lt;b&gt; &amp; "ü"</string>',
    },
    {
      title: 'HTTP POST',
      request: [
        'POST /AuthCodeSending.asmx/GenerateReport HTTP/1.1',
        'Content-Type: application/x-www-form-urlencoded',
        'studentId=7&studentClass=a%3Cb%3E%20%26%20%22%C3%BC%22',
      ],
      type: 'text/xml; charset=utf-8',
      answer: '<string xmlns="http://tempuri.org/">7|a&lt;b&gt; &amp; "ü"</string>',
    },
  ];

  test.each(bindings)(
    'fill in, send and read over $title',
    async ({ title, request, type, answer }) => {
      await open(report, async (page) => {
        await page.getByRole('radio', { name: title }).check();
        await page.getByLabel('studentId:').fill('7');
        await page.getByLabel('studentClass:').fill('a<b> & "ü"');
        const sent = page.waitForRequest(
          (one) => one.url().includes('.asmx') && one.resourceType() === 'fetch',
        );
        const shown = await text(page, 'request');
        for (const part of request) expect(shown).toContain(part);
        await send(page);
        const real = await sent;
        const [head = '', body = ''] = shown.split(/\n\n/, 2);
        expect(
          `${real.method()} ${new URL(real.url()).pathname}${new URL(real.url()).search} HTTP/1.1`,
        ).toBe(head.split('\n')[0]);
        expect(real.postData() ?? '').toBe(body);
        if (body !== '') {
          expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
        }
        for (const line of head.split('\n').slice(2)) {
          const [name = '', value] = line.split(/: /, 2);
          if (name !== 'Content-Length') expect(real.headers()[name.toLowerCase()]).toBe(value);
        }
        expect(await text(page, 'answer-status')).toContain('200 OK');
        expect(await text(page, 'answer-headers')).toContain(`content-type: ${type}`);
        expect(await text(page, 'answer-body')).toContain(answer);
        expect((await text(page, 'answer-body')).split('\n').length).toBeGreaterThan(1);
      });
    },
  );

  test('the protocol chosen is that of the samples, and an address may choose it', async () => {
    await open(`${report}#httpGet`, async (page) => {
      const samples = page.locator('[data-binding]:visible h2');
      expect(await samples.allInnerTexts()).toEqual(['HTTP GET']);
      await page.getByRole('radio', { name: 'SOAP 1.2' }).check();
      expect(await samples.allInnerTexts()).toEqual(['SOAP 1.2']);
    });
  });

  test('requests, answers and samples are copied, requests for curl, too', async () => {
    await open(report, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const copied = () => page.evaluate('navigator.clipboard.readText()');
      await page.getByRole('radio', { name: 'HTTP POST' }).check();
      await page.getByLabel('studentId:').fill('7');
      await page.getByLabel('studentClass:').fill("it's");
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByText('Copied', { exact: true }).waitFor();
      expect(await copied()).toBe(
        [
          `curl -g '${base}/AuthCodeSending.asmx/GenerateReport'`,
          "-H 'Content-Type: application/x-www-form-urlencoded'",
          "--data-raw 'studentId=7&studentClass=it'\\''s'",
        ].join(' \\\n  '),
      );
      await send(page);
      await page.getByRole('button', { name: 'Copy: Answer' }).click();
      await page.getByText('Answer copied').waitFor({ state: 'attached' });
      expect(await copied()).toContain("7|it's");
    });
  });

  test('where nothing may be copied, the button says so', async () => {
    await open(report, async (page) => {
      // as on a page without https, in a browser that has no other way
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined });
        document.execCommand = () => false;`);
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByText('Not copied', { exact: true }).waitFor();
      expect(await text(page, 'copied')).toBe('Request not copied');
    });
  });

  test('without https the older way of copying is taken', async () => {
    await open(report, async (page) => {
      await page.context().grantPermissions(['clipboard-read']);
      await page.evaluate(`window.clipboard = navigator.clipboard;
        Object.defineProperty(navigator, 'clipboard', { value: undefined });`);
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByText('Copied', { exact: true }).waitFor();
      expect(await page.evaluate('clipboard.readText()')).toMatch(/^curl -g 'http/);
    });
  });

  test('the answer is in sight', async () => {
    await open(
      report,
      async (page) => {
        await page.getByLabel('studentId:').fill('7');
        await send(page);
        const top = await page.locator('#answer-status').boundingBox();
        expect(top?.y).toBeGreaterThanOrEqual(0);
        expect(top?.y).toBeLessThan(500);
      },
      { viewport: { width: 390, height: 500 } },
    );
  });

  test('the answer can be seen as it came', async () => {
    await open(report, async (page) => {
      await page.getByRole('radio', { name: 'SOAP 1.1' }).check();
      await page.getByLabel('studentId:').fill('7');
      await send(page);
      await page.getByLabel('Indent XML and JSON').uncheck();
      const body = await page.locator('#answer-body').textContent();
      expect(body).toMatch(
        /^<\?xml version="1\.0" encoding="utf-8"\?><soap:Envelope [^\n]*<\/soap:Envelope>$/,
      );
    });
  });

  test('faults and errors are shown with their status', async () => {
    await open(report, async (page) => {
      await page.getByRole('radio', { name: 'SOAP 1.2' }).check();
      await page.getByLabel('studentId:').fill('-1');
      await send(page);
      expect(await text(page, 'answer-status')).toContain('500 Internal Server Error');
      expect(await text(page, 'answer-body')).toContain('<soap:Value>soap:Receiver</soap:Value>');
      await page.getByRole('radio', { name: 'HTTP GET' }).check();
      await page.getByLabel('studentId:').fill('x');
      await send(page);
      expect(await text(page, 'answer-headers')).toContain('text/plain');
      expect(await text(page, 'answer-body')).toContain('Cannot convert x to System.Int32.');
    });
  });

  test('a server that is gone is told', async () => {
    await open(report, async (page) => {
      await page.route('**/AuthCodeSending.asmx/**', (route) => route.abort());
      await send(page);
      expect(await text(page, 'answer-status')).toMatch(/^No answer: /);
    });
  });

  test('objects are sent as edited XML', async () => {
    await open('/AuthCodeSending.asmx?op=Store', async (page) => {
      const body = page.getByLabel('Body of the request:');
      expect(await body.inputValue()).toContain('<name>name</name>');
      await page.getByRole('radio', { name: 'SOAP 1.2' }).check();
      expect(await body.inputValue()).toContain('soap12:Envelope');
      await body.fill('<not-soap/>');
      expect(await text(page, 'request')).toContain('Content-Length: 11');
      await page.getByRole('radio', { name: 'SOAP 1.1' }).check();
      expect(await body.inputValue()).toContain('soap:Envelope');
      await page.getByRole('radio', { name: 'SOAP 1.2' }).check();
      expect(await body.inputValue()).toBe('<not-soap/>');
      await send(page);
      expect(await text(page, 'answer-status')).toContain('500');
    });
  });

  test('everything can be done from the keyboard', async () => {
    await open(report, async (page) => {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
      await page.getByRole('radio', { name: 'HTTP POST' }).focus();
      await page.keyboard.press('ArrowUp');
      expect(await page.getByRole('radio', { name: 'HTTP GET' }).isChecked()).toBe(true);
      await page.keyboard.press('Tab');
      await page.keyboard.type('5');
      await page.keyboard.press('Enter');
      await page.locator('#answer-status.good').waitFor();
      expect(await text(page, 'answer-body')).toContain('5|');
      expect(await page.locator('#answer-status').getAttribute('aria-live')).toBe('polite');
    });
  });

  test('from the top to the answer by keys alone, seeing at each stop where one is', async () => {
    await open(report, async (page) => {
      const stops: string[] = [];
      const tab = async (): Promise<string> => {
        await page.keyboard.press('Tab');
        const stop = (await page.evaluate(`(() => {
          const one = document.activeElement;
          const { outlineStyle, outlineWidth } = getComputedStyle(one);
          const box = one.getBoundingClientRect();
          return {
            name: one.id || one.textContent,
            outline: outlineStyle + ' ' + outlineWidth,
            seen: box.top < innerHeight && box.bottom > 0 && box.left < innerWidth && box.right > 0,
          };
        })()`)) as { name: string; outline: string; seen: boolean };
        expect(stop).toEqual({ name: stop.name, outline: 'solid 3px', seen: true });
        stops.push(stop.name);
        return stop.name;
      };
      const tabTo = async (name: string): Promise<void> => {
        for (let presses = 0; (await tab()) !== name; presses += 1) {
          if (presses > 20) throw new Error(`Tab never comes to ${name}: ${stops.join(', ')}`);
        }
      };
      await tabTo('use-httpPost');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      expect(await page.getByRole('radio', { name: 'SOAP 1.2' }).isChecked()).toBe(true);
      await tabTo('field-0');
      await page.keyboard.type('6');
      await tabTo('field-1');
      await page.keyboard.type('B & C');
      await page.keyboard.press('Enter');
      await page.locator('#answer-status.good').waitFor();
      expect(await text(page, 'answer-body')).toContain('6|B &amp; C');
      for (const name of ['request', 'invoke', 'answer-headers', 'format']) await tabTo(name);
      await page.keyboard.press('Space');
      expect(await page.getByLabel('Indent XML and JSON').isChecked()).toBe(false);
      await tabTo('answer-body');
      // The order of the keys is that of the page.
      expect(stops[0]).toBe('Skip to the content');
      const order = [
        'use-httpPost',
        'field-0',
        'field-1',
        'request',
        'invoke',
        'answer-headers',
        'format',
        'answer-body',
      ];
      expect(stops.filter((name) => order.includes(name))).toEqual(order);
    });
  });

  test.each([
    report,
    '/AuthCodeSending.asmx?op=Store',
    '/AuthCodeSending.asmx?op=Odd',
    '/AuthCodeSending.asmx?op=Plan',
    '/Many.asmx',
  ])('everything to fill in has a label of its own: %s', async (path) => {
    await open(path, async (page) => {
      const unnamed =
        await page.evaluate(`Array.from(document.querySelectorAll('input, textarea, select'))
          .filter((one) => one.labels.length !== 1 || one.labels[0].textContent.trim() === '')
          .map((one) => one.outerHTML)`);
      expect(unnamed).toEqual([]);
      const lost =
        await page.evaluate(`Array.from(document.querySelectorAll('[for], [aria-labelledby], [aria-describedby]'))
          .flatMap((one) => ['for', 'aria-labelledby', 'aria-describedby'].map((name) => one.getAttribute(name)))
          .filter((id) => id !== null && document.getElementById(id) === null)`);
      expect(lost).toEqual([]);
    });
  });

  test('without script the plain form posts', async () => {
    await open(
      report,
      async (page) => {
        expect(
          await page.getByText('To test the operation using the HTTP POST protocol').isVisible(),
        ).toBe(true);
        expect(await page.locator('#bindings').isVisible()).toBe(false);
        await page.getByLabel('studentId:').fill('9');
        await page.getByLabel('studentClass:').fill('C');
        const [answered] = await Promise.all([
          page.context().waitForEvent('page'),
          page.getByRole('button', { name: 'Invoke' }).click(),
        ]);
        await answered.waitForLoadState();
        expect(answered.url()).toBe(`${base}/AuthCodeSending.asmx/GenerateReport`);
        expect(await answered.content()).toContain('9|C');
      },
      { javaScriptEnabled: false },
    );
  });

  const plan = '/AuthCodeSending.asmx?op=Plan';

  test('enumerations, booleans and dates have fields of their own', async () => {
    await open(plan, async (page) => {
      await page.getByLabel('level:').selectOption('high');
      await page.getByLabel('active:').check();
      await page.getByLabel('from:', { exact: true }).fill('2024-02-29T08:30');
      await page.getByLabel('day:', { exact: true }).fill('2024-02-29');
      await page.getByLabel('at:', { exact: true }).fill('08:30:15');
      const shown = await text(page, 'request');
      expect(shown).toContain('level=high&active=true&from=2024-02-29T08%3A30%3A00&day=2024-02-29');
      expect(shown).toContain('at=08%3A30%3A15');
      await page.getByRole('radio', { name: 'SOAP 1.1' }).check();
      const soap = await text(page, 'request');
      expect(soap).toContain('<level>high</level>');
      expect(soap).toContain('<active>true</active>');
      expect(soap).toContain('<from>2024-02-29T08:30:00</from>');
      await page.getByLabel('active:').uncheck();
      expect(await text(page, 'request')).toContain('<active>false</active>');
    });
  });

  test('a file is chosen for base64Binary, and numbers have their keys', async () => {
    await open('/AuthCodeSending.asmx?op=Upload', async (page) => {
      expect(await page.title()).toBe('Upload - AuthCodeSending Web Service');
      const keys = (label: string) => page.getByLabel(label).getAttribute('inputmode');
      expect([await keys('count:'), await keys('weight:')]).toEqual(['numeric', 'decimal']);
      await page.getByRole('radio', { name: 'SOAP 1.1' }).check();
      const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from([1, 2, 3]) };
      await page.getByLabel('File for picture').setInputFiles(file);
      await page.locator('#request', { hasText: '<picture>AQID</picture>' }).waitFor();
      expect(await page.getByLabel('picture:').inputValue()).toBe('AQID');
      await page.getByLabel('picture:').fill('AAAA');
      await page.getByLabel('File for picture').setInputFiles([]);
      expect(await text(page, 'request')).toContain('<picture>AAAA</picture>');
    });
  });

  test('a date with a time zone is entered as text, and kept', async () => {
    await open(plan, async (page) => {
      const from = page.getByLabel('from:', { exact: true });
      const asText = page.getByLabel('As text: from');
      await from.fill('2024-02-29T08:30');
      await asText.check();
      expect(await from.inputValue()).toBe('2024-02-29T08:30:00');
      await from.fill('2024-02-29T08:30:00.1234567+02:00');
      expect(await text(page, 'request')).toContain(
        'from=2024-02-29T08%3A30%3A00.1234567%2B02%3A00',
      );
      await asText.uncheck({ force: true }).catch(() => undefined);
      expect(await asText.isChecked()).toBe(true);
      expect(await from.inputValue()).toBe('2024-02-29T08:30:00.1234567+02:00');
      await from.fill('2024-02-29T08:30:15');
      await asText.uncheck();
      expect(await from.getAttribute('type')).toBe('datetime-local');
      expect(await text(page, 'request')).toContain('from=2024-02-29T08%3A30%3A15');
    });
  });

  test('without script lists and text fields are left, which a plain form sends', async () => {
    await open(
      plan,
      async (page) => {
        expect(await page.locator('input[type=checkbox]:visible').count()).toBe(0);
        await page.getByLabel('active:').selectOption('true');
        expect(await page.getByLabel('from:').getAttribute('type')).toBe('text');
      },
      { javaScriptEnabled: false },
    );
  });

  test('many operations have a filter, few have none', async () => {
    await open('/Many.asmx', async (page) => {
      const entries = page.locator('.entries > li:visible');
      expect(await entries.count()).toBe(22);
      await page.getByLabel('Filter').focus();
      await page.keyboard.type('TEACH');
      expect(await entries.count()).toBe(1);
      expect(await text(page, 'filter-count')).toBe('1 of 22');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL('**?op=FindTeacher');
    });
    await open('/Many.asmx', async (page) => {
      await page.getByLabel('Filter').fill('by name');
      expect(await page.locator('.entries > li:visible').count()).toBe(1);
      await page.keyboard.press('Escape');
      expect(await page.locator('.entries > li:visible').count()).toBe(22);
    });
    await open('/AboutUs.asmx', async (page) => {
      expect(await page.getByLabel('Filter').count()).toBe(0);
    });
    await open('/', async (page) => {
      await page.getByLabel('Filter').fill('teacher');
      expect(await page.locator('.links li:visible').allInnerTexts()).toEqual([
        'FindTeacher(): void',
      ]);
      expect(await page.locator('.entries > li:visible').count()).toBe(1);
    });
    await open(
      '/Many.asmx',
      async (page) => {
        expect(await page.locator('#filter').isVisible()).toBe(false);
        expect(await page.locator('.entries > li:visible').count()).toBe(22);
      },
      { javaScriptEnabled: false },
    );
  });

  test('parameters named like members of a form do no harm', async () => {
    await open('/AuthCodeSending.asmx?op=Odd', async (page) => {
      for (const name of ['dataset', 'addEventListener', 'action', 'elements']) {
        await page.getByLabel(`${name}:`).fill(name);
      }
      expect(await text(page, 'request')).toContain(
        'dataset=dataset&addEventListener=addEventListener&action=action&elements=elements',
      );
      await send(page);
      expect(await text(page, 'answer-status')).toContain('500');
    });
  });

  test('no script runs but ours', async () => {
    await open(report, async (page) => {
      await page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<script>window.hurt = 1</script>')",
      );
      await page
        .evaluate(
          "document.body.appendChild(Object.assign(document.createElement('script'), { textContent: 'window.hurt = 2' }))",
        )
        .catch(() => undefined);
      expect(await page.evaluate('window.hurt')).toBeUndefined();
      complaints.length = 0;
    });
  });

  test.each([
    ['a phone', { viewport: { width: 390, height: 844 }, isMobile: true }],
    ['a narrow phone', { viewport: { width: 320, height: 640 }, isMobile: true }],
    ['a desktop', { viewport: { width: 1280, height: 900 } }],
  ] as const)('nothing is wider than %s', async (_, options) => {
    const store = '/AuthCodeSending.asmx?op=Store';
    for (const path of ['/', '/AuthCodeSending.asmx', '/Many.asmx', report, store, plan]) {
      await open(
        path,
        async (page) => {
          const overflow = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          expect(overflow).toBe(0);
        },
        options,
      );
    }
  });

  test('dark and print have colours of their own', async () => {
    const background = 'getComputedStyle(document.body).backgroundColor';
    await open(report, async (page) => {
      expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)');
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await page.evaluate(background)).toBe('rgb(20, 24, 31)');
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)');
      expect(await page.locator('.test').isVisible()).toBe(false);
      expect(await page.locator('#soap11').isVisible()).toBe(true);
    });
  });
});
