// The route handler of docs/how-to/express-and-fastify.md in an application of Next.js, which is built
// and started as `next build` and `next start` do.
import { deepEqual, equal, match } from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const compilerOptions = {
  target: 'es2020',
  lib: ['dom', 'esnext'],
  strict: true,
  noEmit: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  isolatedModules: true,
  jsx: 'react-jsx',
  skipLibCheck: true,
};

/** By `next`, `generate` knows that imports have no ending. */
const manifest = JSON.stringify({
  private: true,
  type: 'module',
  dependencies: { next: '*' },
});

const serverOptions = "{ basePath: '/legacy', publicUrl: 'https://shop.example' }";

/**
 * An application whose only route is the handler. It is a folder of the packages that are installed
 * for it, since Turbopack looks for nothing outside of the folder with the lock file.
 */
function writeApplication(peers, { school, handler, generate }) {
  const folder = mkdtempSync(join(peers, 'next-'));
  const route = join(folder, 'app/legacy/[[...path]]');
  mkdirSync(route, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  writeFileSync(join(route, 'route.ts'), handler);
  const mounted = school
    .replace('index.ts', 'index')
    .replace(/\}\);\n$/, `}, ${serverOptions});\n`);
  writeFileSync(join(folder, 'school.ts'), mounted);
  generate(join(folder, 'generated/school'));
  return folder;
}

/** What the service answers through Next.js. */
async function checkAnswers(base, { service, soap, form }) {
  const ask = async (path, init) => {
    const answer = await fetch(base + path, init);
    return { status: answer.status, text: await answer.text() };
  };
  const mounted = `/legacy${service}`;
  match((await ask(mounted, soap)).text, /<AuthCodeResponse /);
  deepEqual(await ask(`${mounted}/AuthCode?code=1&phone=2`), { status: 200, text: '' });
  deepEqual(await ask(`${mounted}/AuthCode`, form('code=1&phone=2')), { status: 200, text: '' });
  deepEqual(await ask(`${mounted}/AuthCode?code=1`), {
    status: 500,
    text: 'Missing parameter: phone.\r\n',
  });
  match((await ask(`${mounted}?WSDL`)).text, /"https:\/\/shop\.example\/legacy\/AuthCodeSending/);
  deepEqual(await ask(mounted, { method: 'HEAD' }), { status: 200, text: '' });
  match((await ask(mounted)).text, /AuthCode/);
  match((await ask('/legacy')).text, /AuthCodeSending/);
  equal((await ask('/legacy/nothing')).status, 404);
  equal((await ask('/nothing')).status, 404);
}

/** Waits for an address, as long as its process runs. */
async function listening(base, child) {
  for (let attempt = 0; ; attempt++) {
    if (child.exitCode !== null || attempt === 400) throw new Error('Next.js does not listen');
    if (await fetch(base).catch(() => undefined)) return;
    await new Promise((next) => setTimeout(next, 50));
  }
}

/**
 * Builds and starts an application, and asks it.
 * @param peers the folder in which Next.js is installed
 * @param parts `school` and `handler`, programs of the page; `generate`, which writes the folder of
 *   the contract; `service`, `soap` and `form`, the requests; `port`
 */
export async function checkApplication(peers, parts) {
  const compilers = readdirSync(join(peers, 'node_modules/@next'));
  if (!compilers.some((name) => name.startsWith('swc-'))) {
    console.log('skipped: Next.js has no compiler for this platform');
    return;
  }
  const folder = writeApplication(peers, parts);
  const next = join(peers, 'node_modules/next/dist/bin/next');
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  try {
    execFileSync(process.execPath, [next, 'build'], { cwd: folder, env, stdio: 'pipe' });
    const args = [next, 'start', '--port', parts.port, '--hostname', 'localhost'];
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' });
    try {
      const base = `http://localhost:${parts.port}`;
      await listening(base, child);
      await checkAnswers(base, parts);
    } finally {
      child.kill();
      await new Promise((ended) => child.once('close', ended));
    }
  } catch (error) {
    // what a build that failed says is not in the error's message
    console.error(String(error.stdout ?? ''), String(error.stderr ?? ''));
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log('as on the page: next, built and started');
}
