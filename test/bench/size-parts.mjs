/**
 * What parts of the smallest client weigh: `node test/bench/size-parts.mjs` bundles the client of
 * one operation over SOAP 1.1 once whole and once without each part, and prints the differences of
 * the gzipped bundles. A bundle without a part does not work; it only shows what the part costs.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Loaded when a request gets no answer, in a file of its own: no call that succeeds needs it. */
const words = './connection-errors.js';

const root = resolve(import.meta.dirname, '../..');

/** Declarations of the runtime, by what they are for and the file that has them. */
const parts = {
  'connections of node:http and fetch': {
    'client/transport': 'createNodeTransport createFetchTransport inWords',
    'platform/globals': 'sendTogether',
  },
  'what an answer is that is no message': {
    'client/answer':
      'withText checkBytes notInCharset refuseBytes answerError useIt redirectText isWebPage startsPage',
  },
  'answers in several parts': {
    'parts/mime':
      'AttachmentError maxHeaderBytes isMultipart readMultipart framingOf readPartHead decodeTransfer',
  },
  charsets: {
    'platform/globals':
      'knownCharset decodeText invalidAt decodeUtf8 decodeXml xmlEncoding isSingleByte byteOrderMark byteLength encodeUtf8',
    'parts/mime': 'toWire fromWire encodingWithHead parseContentType parameterOf charsetOf',
  },
  'XML of fault details': {
    'xml/capture': 'parted captureElement captureNodes contentOf entryOf namespacesIn notesOf',
  },
  'answers read whole': {
    'client/answer': 'wholeAnswer',
    'platform/globals': 'ByteCollector',
  },
  'words of errors': {
    'client/answer': 'nameOf noBinding encodeError decodeError sendError shown clip',
  },
  'lenient reading': {
    'client/call': 'Deviations watchAnswer reportDeviations',
    'xml/errors':
      'usualMeaning tellInstead tolerate noteMeant noteCharacters deviate isNil nilError note refuseNil',
    'types/value': 'meantElement',
    'xml/reader': 'markOf resetTo appendText',
  },
  'addresses as people have them': {
    'client/answer': 'readAddress serviceUrl parseHttpUrl',
    'platform/globals': 'withoutUser',
  },
  headers: {
    'client/request':
      'userAgent callHeaders attempt headerError extraHeaders checkSoapHeaders isReplaced setHeaders changedHeaders',
  },
  redirects: {
    'client/transport': 'followRedirects',
  },
  'headers that no contract declares': {
    'operation/soap': 'soapHeader writeAttributed extraHeadersText writeHeader',
  },
  'a clock that holds across interceptors': {
    'client/answer': 'CallClock',
  },
};

/**
 * A file without some of its declarations: their names stand for nothing.
 *
 * @param {string} text
 * @param {string} names
 */
function emptied(text, names) {
  return names.split(' ').reduce((rest, name) => {
    const kind = '(?:async )?(?:function|class|const)';
    // with the lines below it that are blank, indented, or close a bracket
    const declaration = new RegExp(`^(export )?${kind} ${name}\\b.*(?:\\n(?:[ )}\\]].*)?)*`, 'm');
    const left = rest.replace(declaration, `$1const ${name} = 0;\n`);
    if (left === rest) throw new Error(`${name} is no declaration`);
    return left;
  }, text);
}

/**
 * @param {string} folder
 * @param {Record<string, string>} without declarations to leave out
 */
async function gzippedBytes(folder, without) {
  const left = {
    name: 'left-out',
    /** @param {import('esbuild').PluginBuild} bundle */
    setup(bundle) {
      bundle.onLoad({ filter: /runtime.*\.ts$/ }, ({ path }) => {
        const [, file = ''] = /runtime\/(.+)\.ts$/.exec(path.replaceAll('\\', '/')) ?? [];
        const names = without[file];
        if (names === undefined) return undefined;
        return { contents: emptied(readFileSync(path, 'utf8'), names), loader: 'ts' };
      });
    },
  };
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'client.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    write: false,
    external: [words],
    plugins: [left],
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

const folder = mkdtempSync(join(tmpdir(), 'asmx-size-'));
try {
  const program = join(root, 'bin/asmx-gen.js');
  const contract = join(root, 'test/fixtures/size/greeter.yaml');
  const options = ['-o', folder, '--targets', 'types,client', '--force', '--quiet'];
  execFileSync(process.execPath, [program, 'generate', contract, ...options], { cwd: folder });
  const whole = await gzippedBytes(folder, {});
  console.log(`whole: ${whole}`);
  for (const [name, declarations] of Object.entries(parts)) {
    console.log(`${name}: ${whole - (await gzippedBytes(folder, declarations))}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
