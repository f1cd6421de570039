// WSS4J as a process that answers: `sign`, `verify` and what else its program knows.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { made, start, wss4jPath } from '../programs.mjs';

const program = fileURLToPath(new URL('Wss4jService.java', import.meta.url));

/**
 * Compiles it and starts it.
 * @param work folder for what is made
 * @param keys folder of keys and certificates
 * @returns a function that sends a text with words of the query, and one that ends it
 */
export async function startWss4j(work, keys) {
  const folder = mkdtempSync(join(work, 'wss4j-'));
  await made('javac', ['-nowarn', '-cp', wss4jPath, '-d', folder, program]);
  const quiet = '-Dorg.apache.commons.logging.Log=org.apache.commons.logging.impl.NoOpLog';
  const args = [quiet, '-cp', `${folder}:${wss4jPath}`, 'Wss4jService', keys];
  const { line, stop } = await start({ command: 'java', args });
  const ask = async (what, body, query = {}) => {
    const url = `http://127.0.0.1:${Number(line)}/${what}?${new URLSearchParams(query)}`;
    const answer = await fetch(url, { method: 'POST', body });
    return { ok: answer.ok, text: await answer.text() };
  };
  return { ask, stop };
}
