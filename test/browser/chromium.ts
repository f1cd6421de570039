import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

export const executablePath: string = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Whether there is a browser to test with. */
export const isInstalled: boolean = existsSync(executablePath);

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
