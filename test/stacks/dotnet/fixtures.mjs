// `npm run dotnet:fixtures`: writes what other tests compare with, as .NET has it, and keeps what
// differs only in the order of lines.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDotnet } from './dotnet.mjs';

async function writeFixtures(dotnet) {
  const folder = fileURLToPath(new URL('../../fixtures/data-sets', import.meta.url));
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date());
  const version = `.NET ${await dotnet.result({ do: 'version' })}, ${day}`;
  const sorted = (text) => text.split('\n').slice(1).sort().join('\n');
  const { 'name-characters': letters, ...sets } = await dotnet.result({ do: 'fixtures' });
  const files = Object.entries(sets).map(([name, text]) => [
    `dotnet-${name}.xml`,
    `<!-- XmlSerializer of ${version} -->\n${text}\n`,
  ]);
  const of = `XmlConvert.EncodeLocalName of ${version}: code points that it leaves as they are`;
  files.push(['name-characters.json', `${JSON.stringify({ of, ...letters }, null, 1)}\n`]);
  for (const [name, text] of files) {
    const file = join(folder, name);
    if (existsSync(file) && sorted(readFileSync(file, 'utf8')).trim() === sorted(text).trim())
      continue;
    writeFileSync(file, text);
    console.log(`written: ${name}`);
  }
}

const work = mkdtempSync(join(tmpdir(), 'dotnet-'));
const dotnet = startDotnet(work);
if (dotnet.skipped !== undefined) console.log(`skipped: ${dotnet.skipped}`);
else await writeFixtures(dotnet).finally(dotnet.stop);
rmSync(work, { recursive: true, force: true });
