import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unexpectedElement } from '../../../src/runtime/xml/asmx.ts';
import { XmlReader, type XmlReaderOptions } from '../../../src/runtime/xml/reader.ts';
import { envelope, type LoadedCodecs } from './codecs.ts';

export const hasXmllint: boolean = spawnSync('xmllint', ['--version']).error === undefined;

/** Reads the Body of a request with a strict reader; gives the value, or the error. */
export function readStrictly(
  codecs: LoadedCodecs,
  body: string,
  options: XmlReaderOptions = {},
  watch: (reader: XmlReader) => unknown = () => {},
): {
  readonly value?: unknown;
  readonly error?: { readonly path?: string; readonly message: string };
} {
  const reader = new XmlReader(envelope(body), options);
  reader.nextTag();
  reader.nextTag();
  reader.unexpected = unexpectedElement;
  watch(reader);
  try {
    return { value: codecs.functions.readTestRequest?.(reader as never) };
  } catch (error) {
    return { error: error as Error };
  }
}

/**
 * Which documents xmllint takes for valid, by the schema for `urn:test` in the first of the texts
 * and what that imports by file name.
 */
export function judge(
  schemas: Readonly<Record<string, string>>,
  documents: readonly string[],
): readonly boolean[] {
  const folder = mkdtempSync(join(tmpdir(), 'judge-'));
  try {
    for (const [name, text] of Object.entries(schemas)) writeFileSync(join(folder, name), text);
    const files = documents.map((text, index) => {
      const file = join(folder, `${index}.xml`);
      writeFileSync(file, text);
      return file;
    });
    const [main = ''] = Object.keys(schemas);
    const given = ['--noout', '--nonet', '--schema', join(folder, main), ...files];
    const run = spawnSync('xmllint', given, { encoding: 'utf8' });
    if (/failed to compile/.test(run.stderr)) throw new Error(run.stderr);
    const valid = new Set([...run.stderr.matchAll(/(\d+)\.xml validates$/gm)].map((one) => one[1]));
    return documents.map((_, index) => valid.has(String(index)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
