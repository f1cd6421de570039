// Real contracts in .NET: `npm run stacks -- dotnet --contracts DIR`, where DIR holds an index.json
// (`documents` with `id` and `entry`). What ServiceDescription and XmlSchemaSet take of a document, they must take
// of its WSDL by `asmx-gen convert`.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runConvert } from '../../../dist/cli/convert.js';
import { wellKnownText } from '../../../dist/read/well-known.js';

/** Schemas that contracts import without a location. .NET knows none of them by itself. */
const standard = [
  'http://www.w3.org/XML/1998/namespace',
  'http://www.w3.org/2005/05/xmlmime',
  'http://ws-i.org/profiles/basic/1.1/xsd',
].map(wellKnownText);

/** Converts a document; what is said of it is no matter here. */
async function convert(path, output) {
  const write = process.stderr.write;
  process.stderr.write = () => true;
  try {
    await runConvert(path, { to: 'wsdl', output, quiet: true, color: false, reporter: 'text' });
  } finally {
    process.stderr.write = write;
  }
  return existsSync(output);
}

/**
 * Compares all documents of a folder.
 * @param dotnet the process
 * @param folder the folder, which may be missing
 * @param work folder for what is written
 * @param check compares what .NET finds in the WSDL of a document with what it may find
 * @returns why nothing was compared, if nothing was
 */
export async function compileCorpus(dotnet, folder, work, check) {
  const index = join(folder, 'index.json');
  if (!existsSync(index))
    return { 'real contracts': { skipped: `${folder} holds no index.json (--contracts DIR)` } };
  mkdirSync(work);
  const counts = { documents: 0, converted: 0, 'compiled before': 0 };
  const subject = 'real contracts';
  const compile = (path) => dotnet.result({ do: 'compileFile', path, standard });
  for (const { id, entry } of JSON.parse(readFileSync(index, 'utf8')).documents) {
    counts.documents += 1;
    const original = resolve(folder, id, entry);
    const output = join(work, `${id.replaceAll('/', '__')}.wsdl`);
    if (!(await convert(original, output))) continue;
    counts.converted += 1;
    const before = await compile(original);
    if (before.length > 0) continue;
    counts['compiled before'] += 1;
    check(subject, `${id} converted`, await compile(output), before);
  }
  check(subject, 'one at least', counts['compiled before'] > 0, true);
  console.log(`real contracts: ${JSON.stringify(counts)}`);
  return {};
}
