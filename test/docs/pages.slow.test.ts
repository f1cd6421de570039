import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createProgram } from '../../src/cli/main.ts';
import { readBlocks } from './markdown.ts';
import { commandNames } from './reference/cli-page.ts';
import { runPage } from './run-page.ts';
import { createWorkshop } from './workshop.ts';

/**
 * The README and every page of `docs`, followed as a reader would: what the blocks say is done, and
 * must come out as they say. CONTRIBUTING.md explains the notes in front of blocks.
 */
const root = resolve(import.meta.dirname, '../..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SKILL.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .sort(),
];
const blocksOf = (page: string) => readBlocks(readFileSync(join(root, page), 'utf8'), page);

/** Blocks that need what a test cannot have, with the reason the page gives. */
const notRun: readonly string[] = [
  'README.md: npm init -y && npm pkg set type=module: needs the package registry',
  'README.md: npm ci && npx asmx-gen generate    # install, then generate all contracts of the configuration: needs the package registry',
  'CONTRIBUTING.md: npm ci && npm test      # sets everything up and passes: it is what runs this',
  'SKILL.md: node call.ts: needs Node 22.18 or later',
  'docs/examples/asmx-replacement/README.md: [WebService(Namespace = "http://school.example.com/register/")]: it is C#',
  'docs/how-to/behind-a-proxy.md: server {: needs nginx and a certificate; `npm run journeys` runs it',
  'docs/how-to/call-a-legacy-service.md: npx asmx-gen init http://server/School.asmx: needs a service on the network',
  "docs/how-to/call-a-legacy-service.md: import { circuitBreaker, ConsecutiveBreaker, handleAll } from 'cockatiel';: needs the package cockatiel",
  "docs/how-to/ci.md: export default [{ ignores: ['generated/**'] }];: needs ESLint",
  'docs/how-to/ci.md: npx asmx-gen init --update: needs a service on the network',
  'docs/how-to/devices.md: npx asmx-gen init http://192.168.1.20:8200/rootDesc.xml: needs a device on the network',
  "docs/how-to/express-and-fastify.md: import express from 'express';: needs Express; `npm run frameworks` runs it",
  "docs/how-to/express-and-fastify.md: import fastify from 'fastify';: needs Fastify; `npm run frameworks` runs it",
  "docs/how-to/express-and-fastify.md: import express from 'express';: needs Express; `npm run frameworks` runs it",
  "docs/how-to/express-and-fastify.md: import fastify from 'fastify';: needs Fastify; `npm run frameworks` runs it",
  "docs/how-to/express-and-fastify.md: import { Module } from '@nestjs/common';: needs NestJS; `npm run frameworks` runs it",
  "docs/how-to/express-and-fastify.md: import { serve } from '@hono/node-server';: needs Hono; `npm run frameworks` runs it",
  "docs/how-to/express-and-fastify.md: import { school } from '../../../school';: needs Next; `npm run frameworks` builds and starts it",
  'docs/how-to/from-asmx.md: public class Credentials : SoapHeader { public string Token; public int Remaining; }: it is C#',
  'docs/how-to/from-soapcore-and-corewcf.md: [ServiceContract(Namespace = "http://example.com/orders")]: it is C#',
  'docs/how-to/in-production.md: FROM node:24-slim: needs Docker',
  'docs/how-to/migrate.md: npx wsdl-tsclient specs/shop.wsdl -o src/generated --esm: needs wsdl-tsclient; `npm run migrate` runs it',
  'docs/how-to/scripts.md: <script src="/Orders.asmx/js"></script>: needs a browser; a test of this repository loads such pages',
  "docs/how-to/sessions.md: import { createClient } from 'redis';: needs Redis; `test/e2e/sessions-redis.slow.test.ts` runs it",
  'docs/how-to/soapui.md: npx asmx-gen init shop-soapui-project.xml: it needs a project',
  "docs/how-to/tracing.md: import * as api from '@opentelemetry/api';: `npm run tracers` runs it, with OpenTelemetry",
  'docs/how-to/upgrade.md: npm install --save-dev asmx-gen@latest: needs the package registry',
  'docs/how-to/upgrade.md: npm install --save-dev asmx-gen@latest && npm install asmx-gen-runtime@latest: needs the package registry',
  'docs/how-to/vendor.md: npm install asmx-gen-runtime@0.1.0: needs the package registry',
  'docs/how-to/without-a-bundler.md: node main.ts: needs Node 22.18 or later, Deno or Bun',
  "docs/how-to/without-a-bundler.md: export default { resolve: { extensionAlias: { '.js': ['.ts', '.js'] } } };: needs webpack",
  "docs/how-to/without-a-bundler.md: import { defineConfig } from 'vite';: needs Vite",
  'docs/performance.md: npm run build: takes minutes and needs other packages',
  'docs/reference/cli.md: npx asmx-gen init http://server/School.asmx: needs a service on the network',
  'docs/reference/cli.md: npx asmx-gen init --update: needs a service on the network',
  "docs/reference/cli.md: npx asmx-gen inspect service.wsdl --json | jq '.services[].name': needs jq",
  'docs/reference/cli.md: npx asmx-gen diff --against origin/main --markdown: needs a git repository with an older version',
  "docs/reference/cli.md: npx asmx-gen diff old.wsdl new.wsdl --reporter json | jq -r '.step': needs jq",
  'docs/reference/cli.md: npx asmx-gen verify school.yaml --recording calls.jsonl --url http://localhost:8080: needs a service on the network',
  "docs/reference/cli.md: npx asmx-gen verify src/vendor/school --reporter json | jq -r '.edited[].path': needs jq",
  'docs/reference/control.md: export ASMX_GEN_CONTROL_TOKEN=$(openssl rand -hex 16): the port may be taken',
  "docs/schemas.md: import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';: `npm run standard-schema` runs it",
  "docs/schemas.md: import { FormApi } from '@tanstack/form-core';: `npm run standard-schema` runs it",
  "docs/schemas.md: import { initTRPC } from '@trpc/server';: `npm run standard-schema` runs it",
  'docs/testing.md: // jest.config.js: `npm run standard-schema` runs it, with Jest',
  "docs/testing.md: import { expect, test } from '@jest/globals';: `npm run standard-schema` runs it, with Jest",
  "docs/testing.md: import { expect, test } from '@jest/globals';: `npm run standard-schema` runs it, with Jest and MSW",
  "docs/testing.md: import { http } from 'msw';: `npm run standard-schema` runs it, with Vitest and MSW",
  'docs/tutorial.md: mkdir library && cd library: needs the package registry',
];

const workshop = createWorkshop(root);
afterAll(() => workshop.remove());

describe('blocks that are not run', () => {
  test('are these, for these reasons', () => {
    const skipped = pages.flatMap((page) =>
      blocksOf(page).flatMap(({ notes, text }) => {
        const reason = notes.get('not run');
        return reason === undefined ? [] : [`${page}: ${text.split('\n')[0]}: ${reason}`];
      }),
    );
    expect(skipped).toEqual(notRun);
  });
});

describe('the README', () => {
  test('names commands that exist, all of them', async () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const named = [...readme.matchAll(/^\| `([a-z]+)[ `]/gm)].map((match) => match[1]);
    const program = await createProgram([], () => {});
    expect(named).toEqual(commandNames(program));
  });
});

describe('links', () => {
  test.each(pages)('of %s lead somewhere', (page) => {
    const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
    const broken = [...text.matchAll(/\]\(([^)#:]*)(?:#([^)]*))?\)/g)].filter(
      ([, path = '', anchor]) => {
        const file = path === '' ? join(root, page) : resolve(root, dirname(page), path);
        if (!existsSync(file)) return true;
        return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor);
      },
    );
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

/** The anchors that headings get on GitHub. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

describe('projects', () => {
  const manifestOf = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const own = manifestOf(root);
  const tested = { ...own.dependencies, ...own.devDependencies, 'asmx-gen': own.version };

  test.each(pages.filter(projectOf))('that of %s has the versions tested here', (page) => {
    const { dependencies, devDependencies } = manifestOf(join(root, dirname(page)));
    expect(tested).toMatchObject({ ...dependencies, ...devDependencies });
  });
});

/** The project whose README a page is: such a page is followed in a copy of it. */
function projectOf(page: string): string | undefined {
  const folder = join(root, dirname(page));
  return folder !== root && existsSync(join(folder, 'package.json')) ? folder : undefined;
}

/** Made of golden folders, whose own test generates and compiles every block. */
const proven = 'docs/reference/mapping.md';

describe('every block works', () => {
  test.concurrent.each(pages.filter((page) => page !== proven && blocksOf(page).length > 0))(
    'on %s',
    async (page) => {
      const path = workshop.folder(page.replaceAll('/', '_').replace(/\.md$/, ''), projectOf(page));
      await runPage(blocksOf(page), { path, workshop: workshop.path, root });
    },
    300_000,
  );
});
