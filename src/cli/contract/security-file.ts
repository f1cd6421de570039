import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type DataEntry, type DataNode, readDataText } from '../../diagnostics/data.ts';
import {
  createDiagnosticBag,
  positionAt,
  type SourceFile,
  type Span,
} from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/words.ts';
import {
  basic,
  bearer,
  clientCertificate,
  usernameToken,
} from '../../runtime/client/credentials.ts';
import type { SoapSecurity } from '../../runtime/client/request.ts';
import { CliError } from '../terminal/failure.ts';

/** What `--security FILE` says. */
export interface SecurityFile {
  /** For the option `security` of a client, in the order of the file. */
  readonly objects: readonly SoapSecurity[];
  /** Texts that no one may see: passwords, tokens, and values of variables. */
  readonly secrets: readonly string[];
}

/** A function that makes a security object from settings. */
interface Maker {
  /** Settings that it knows. */
  readonly known: readonly string[];
  readonly make: (settings: never) => SoapSecurity | Promise<SoapSecurity>;
}

const wss = (): Promise<typeof import('../../runtime/wss.ts')> => import('../../runtime/wss.ts');

const signing = ['key', 'cert', 'passphrase', 'reference', 'signature', 'digest', 'elements'];
const verifying = ['trust', 'certificates', 'elements', 'signatures', 'digests', 'sha1'];

/** By the names under which generated code and `asmx-gen-runtime/wss` export them. */
const makers: Readonly<Record<string, Maker>> = {
  basic: { known: ['username', 'password'], make: basic },
  bearer: { known: ['token'], make: ({ token }: { token: string }) => bearer(token) },
  clientCertificate: {
    known: ['cert', 'key', 'pfx', 'passphrase', 'ca'],
    make: clientCertificate,
  },
  usernameToken: {
    known: [
      ...['username', 'password', 'type', 'timestamp', 'elements', 'mustUnderstand'],
      ...['nonce', 'created'],
    ],
    make: usernameToken,
  },
  signer: {
    known: [...signing, 'timestamp', 'actor', 'mustUnderstand'],
    make: async (settings) => (await wss()).signer(settings),
  },
  signatureVerifier: {
    known: [
      ...[...verifying, 'minimumKeyBits', 'timestamp', 'maxAge', 'clockSkew'],
      ...['unsignedPrefixes', 'unsignedFaults', 'actor'],
    ],
    make: async (settings) => (await wss()).signatureVerifier(settings),
  },
  encrypter: {
    known: [
      ...['cert', 'reference', 'encryption', 'keyTransport', 'digest', 'mgf', 'elements'],
      ...['actor', 'mustUnderstand'],
    ],
    make: async (settings) => (await wss()).encrypter(settings),
  },
  decrypter: {
    known: ['key', 'cert', 'passphrase', 'elements', 'cbc', 'unencryptedFaults', 'actor'],
    make: async (settings) => (await wss()).decrypter(settings),
  },
  samlToken: {
    known: ['assertion', 'confirmation', ...signing, 'timestamp', 'actor', 'mustUnderstand'],
    make: async ({ assertion, ...settings }: { readonly assertion: string }) =>
      (await wss()).samlToken(assertion, settings),
  },
  issuedToken: {
    known: [
      ...['sts', 'credentials', 'appliesTo', 'tokenType', 'keyType', 'proof', 'claims', 'version'],
      ...['onBehalfOf', 'actAs', 'lifetime', 'renewable', 'early', 'timestamp', 'signature'],
      ...['digest', 'elements', 'actor', 'mustUnderstand'],
    ],
    make: async (settings) => (await wss()).issuedToken(settings),
  },
};

/** Settings whose text is the path of a file, beside which it is, or PEM itself. */
const files = new Set([
  ...['key', 'cert', 'pfx', 'ca', 'trust', 'certificates', 'assertion', 'onBehalfOf', 'actAs'],
]);

/** Settings whose value is never shown. */
const secret = new Set(['password', 'token', 'passphrase']);

/** Settings that are texts, also if they look like a number. */
const texts = new Set([...files, ...secret, 'username', 'sts', 'appliesTo', 'tokenType', 'actor']);

/**
 * Reads `--security FILE`: a map in YAML or JSON from names of functions to their settings, such as
 * `usernameToken: { username: ada, password: env:PASSWORD }`. Paths of keys and certificates start
 * at the folder of the file.
 *
 * @throws {CliError} the file, a setting, or a file or variable that it names cannot be used; what
 *   is in the file is in no message
 */
export async function readSecurityFile(
  path: string,
  fromEnvironment: Reading['fromEnvironment'],
): Promise<SecurityFile> {
  const file: SourceFile = { path, text: readText(path, '--security') };
  const secrets = new Set<string>();
  const reading: Reading = { file, secrets, fromEnvironment };
  const root = readRoot(reading);
  const objects: SoapSecurity[] = [];
  for (const entry of root) objects.push(await makeObject(entry, reading));
  return { objects, secrets: [...secrets] };
}

interface Reading {
  readonly file: SourceFile;
  readonly secrets: Set<string>;
  /** The value of a setting, from the environment if it is `env:NAME`. */
  readonly fromEnvironment: (setting: string, value: string) => string;
}

const example = 'Write for example: usernameToken: { username: ada, password: env:PASSWORD }';

function readRoot({ file }: Reading): readonly DataEntry[] {
  const bag = createDiagnosticBag();
  const root = readDataText(file, bag);
  const [problem] = bag.diagnostics;
  if (problem !== undefined) throw failure(problem.span, file, problem.message, problem.help);
  if (root?.kind === 'map' && root.entries.length > 0) return root.entries;
  throw failure(root?.place, file, 'there are no security objects', example);
}

async function makeObject(
  { key, place, value }: DataEntry,
  reading: Reading,
): Promise<SoapSecurity> {
  const { file } = reading;
  const names = Object.keys(makers);
  const maker = Object.hasOwn(makers, key) ? makers[key] : undefined;
  if (maker === undefined) {
    const help = didYouMean(key, names) ?? `It has ${names.join(', ')}.`;
    throw failure(place, file, `'${key}' is no security object`, help);
  }
  if (value.kind !== 'map') throw failure(value.place, file, `'${key}' is no map`, example);
  for (const one of value.entries) {
    if (maker.known.includes(one.key)) continue;
    const help = didYouMean(one.key, maker.known) ?? `It has ${maker.known.join(', ')}.`;
    throw failure(one.place, file, `'${key}' has no setting '${one.key}'`, help);
  }
  const settings = await settingsOf(value.entries, reading);
  if (key === 'basic') {
    const { username, password } = settings;
    reading.secrets.add(Buffer.from(`${username}:${password}`).toString('base64'));
  }
  try {
    return await maker.make(settings as never);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_MODULE_NOT_FOUND') {
      const what = `'${key}' needs the package xml-crypto, which is not installed`;
      throw failure(place, file, what, 'Install it where asmx-gen is: npm install xml-crypto');
    }
    throw failure(place, file, `'${key}' cannot be used: ${message}`, 'Check its settings.');
  }
}

async function settingsOf(
  entries: readonly DataEntry[],
  reading: Reading,
): Promise<Readonly<Record<string, unknown>>> {
  const settings: [string, unknown][] = [];
  for (const { key, value } of entries) settings.push([key, await read(key, value, reading)]);
  return Object.fromEntries(settings);
}

/** The value of a setting. What signs in at a token service is written as the file itself is. */
async function read(key: string, node: DataNode, reading: Reading): Promise<unknown> {
  if (node.kind === 'list') return Promise.all(node.items.map((one) => read(key, one, reading)));
  if (node.kind === 'map') {
    if (key !== 'credentials') return settingsOf(node.entries, reading);
    const objects: SoapSecurity[] = [];
    for (const entry of node.entries) objects.push(await makeObject(entry, reading));
    return objects;
  }
  const { value } = node;
  if (typeof value !== 'string') {
    if (!texts.has(key)) return value;
    const what = value === null ? 'null' : `a ${typeof value}`;
    throw failure(node.place, reading.file, `'${key}' is ${what}`, 'Put it in quotes.');
  }
  const text = reading.fromEnvironment(`'${key}' of ${reading.file.path}`, value);
  if (text !== value || secret.has(key)) reading.secrets.add(text);
  if (!files.has(key) || text.includes('-----BEGIN') || text.startsWith('<')) return text;
  const path = resolve(dirname(reading.file.path), text);
  if (!existsSync(path)) {
    const help = 'Paths start at the folder of this file.';
    throw failure(node.place, reading.file, `the file of '${key}' does not exist`, help);
  }
  return key === 'pfx' ? readFileSync(path) : readText(path, `'${key}'`);
}

function readText(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new CliError(`the file of ${what} ${reason}: ${path}`, 'Check the path.');
  }
}

/** A problem with its place, and without the text there, which may be a password. */
function failure(
  span: Span | undefined,
  file: SourceFile,
  message: string,
  help?: string,
): CliError {
  const { line, column } = positionAt(file, span?.start ?? 0);
  return new CliError(`${file.path}:${line}:${column}: ${message}`, help);
}
