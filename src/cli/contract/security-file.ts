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
import type {
  DecrypterSettings,
  EncrypterSettings,
  IssuedTokenSettings,
  SamlTokenSettings,
  SignatureRules,
  SignerSettings,
} from '../../runtime/wss.ts';
import { CliError } from '../terminal/failure.ts';

/** What `--security FILE` says. */
export interface SecurityFile {
  /** For the option `security` of a client, in the order of the file. */
  readonly objects: readonly SoapSecurity[];
  /** Texts that no one may see: passwords, tokens, and values of variables. */
  readonly secrets: readonly string[];
  /** Whether tokens are put into a message on its way, so that it cannot be shown with them. */
  readonly hasTokens: boolean;
}

/**
 * What a setting holds: a text, also if it looks like a number; one that is never shown; a file, by
 * its path from the folder of this one, or its content; security objects; anything else; or what no
 * file can hold.
 */
type Kind = 'text' | 'secret' | 'file' | 'objects' | 'value' | 'function';

type Kinds = Readonly<Record<string, Kind>>;

/** A function that makes a security object from settings. */
interface Maker {
  readonly kinds: Kinds;
  /** Settings that it cannot do without. */
  readonly needed: readonly string[];
  readonly make: (settings: never) => SoapSecurity | Promise<SoapSecurity>;
}

/** The compiler tells of settings that are missing here, or that there are no more. */
function maker<Settings extends object>(
  kinds: { readonly [Name in keyof Settings]-?: Kind },
  needed: readonly (keyof Settings & string)[],
  make: (settings: Settings) => SoapSecurity | Promise<SoapSecurity>,
): Maker {
  return { kinds: kinds as Kinds, needed, make };
}

const wss = (): Promise<typeof import('../../runtime/wss.ts')> => import('../../runtime/wss.ts');

type FirstOf<Make extends (settings: never) => unknown> = Parameters<Make>[0];

const signing = {
  key: 'file',
  cert: 'file',
  passphrase: 'secret',
  reference: 'value',
  signature: 'value',
  digest: 'value',
  elements: 'value',
  timestamp: 'value',
  actor: 'text',
  mustUnderstand: 'value',
  now: 'function',
} as const;

/** By the names under which generated code and `asmx-gen-runtime/wss` export them. */
const makers: Readonly<Record<string, Maker>> = {
  basic: maker<FirstOf<typeof basic>>(
    { username: 'text', password: 'secret' },
    ['username', 'password'],
    basic,
  ),
  bearer: maker<{ readonly token: string }>({ token: 'secret' }, ['token'], ({ token }) =>
    bearer(token),
  ),
  clientCertificate: maker<FirstOf<typeof clientCertificate>>(
    { cert: 'file', key: 'file', pfx: 'file', passphrase: 'secret', ca: 'file' },
    [],
    clientCertificate,
  ),
  usernameToken: maker<FirstOf<typeof usernameToken>>(
    {
      username: 'text',
      password: 'secret',
      type: 'value',
      timestamp: 'value',
      elements: 'value',
      mustUnderstand: 'value',
      now: 'function',
      nonce: 'value',
      created: 'value',
    },
    ['username'],
    usernameToken,
  ),
  signer: maker<SignerSettings>(signing, ['key', 'cert'], async (settings) =>
    (await wss()).signer(settings),
  ),
  signatureVerifier: maker<SignatureRules>(
    {
      trust: 'file',
      certificates: 'file',
      elements: 'value',
      overTls: 'function',
      signatures: 'value',
      digests: 'value',
      sha1: 'value',
      minimumKeyBits: 'value',
      timestamp: 'value',
      maxAge: 'value',
      clockSkew: 'value',
      nonces: 'function',
      unsignedPrefixes: 'value',
      unsignedFaults: 'value',
      actor: 'text',
      now: 'function',
    },
    ['trust'],
    async (settings) => (await wss()).signatureVerifier(settings),
  ),
  encrypter: maker<EncrypterSettings>(
    {
      cert: 'file',
      reference: 'value',
      encryption: 'value',
      keyTransport: 'value',
      digest: 'value',
      mgf: 'value',
      elements: 'value',
      actor: 'text',
      mustUnderstand: 'value',
    },
    ['cert'],
    async (settings) => (await wss()).encrypter(settings),
  ),
  decrypter: maker<DecrypterSettings>(
    {
      key: 'file',
      cert: 'file',
      passphrase: 'secret',
      elements: 'value',
      cbc: 'value',
      unencryptedFaults: 'value',
      actor: 'text',
    },
    ['key', 'cert'],
    async (settings) => (await wss()).decrypter(settings),
  ),
  samlToken: maker<SamlTokenSettings & { readonly assertion: string }>(
    { ...signing, assertion: 'file', confirmation: 'value', secret: 'function' },
    ['assertion'],
    async ({ assertion, ...settings }) => (await wss()).samlToken(assertion, settings),
  ),
  issuedToken: maker<IssuedTokenSettings>(
    {
      sts: 'text',
      credentials: 'objects',
      appliesTo: 'text',
      tokenType: 'text',
      keyType: 'value',
      proof: 'value',
      claims: 'value',
      onBehalfOf: 'file',
      actAs: 'file',
      version: 'value',
      lifetime: 'value',
      renewable: 'value',
      early: 'value',
      passphrase: 'secret',
      reference: 'value',
      signature: 'value',
      digest: 'value',
      elements: 'value',
      timestamp: 'value',
      actor: 'text',
      mustUnderstand: 'value',
      now: 'function',
    },
    ['sts'],
    async (settings) => (await wss()).issuedToken(settings),
  ),
};

/** Settings inside others: the key of `proof`, options of a client in `sts`. */
const nested: Kinds = { ...signing, password: 'secret', token: 'secret', ca: 'file', pfx: 'file' };

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
  const hasTokens = root.some(({ key }) => key === 'samlToken' || key === 'issuedToken');
  return { objects, secrets: [...secrets], hasTokens };
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
  const found = Object.hasOwn(makers, key) ? makers[key] : undefined;
  if (found === undefined) {
    const help = didYouMean(key, names) ?? `It has ${names.join(', ')}.`;
    throw failure(place, file, `'${key}' is no security object`, help);
  }
  if (value.kind !== 'map') throw failure(value.place, file, `'${key}' is no map`, example);
  const known = Object.keys(found.kinds).filter((name) => found.kinds[name] !== 'function');
  for (const one of value.entries) {
    if (known.includes(one.key)) continue;
    const help = didYouMean(one.key, known) ?? `It has ${known.join(', ')}.`;
    throw failure(one.place, file, `'${key}' has no setting '${one.key}'`, help);
  }
  const settings = await settingsOf(value.entries, found.kinds, reading);
  const missing = found.needed.find((name) => settings[name] === undefined);
  if (missing !== undefined) {
    throw failure(
      place,
      file,
      `'${key}' has no '${missing}'`,
      `It needs ${found.needed.join(' and ')}.`,
    );
  }
  if (key === 'basic') {
    const { username, password } = settings;
    reading.secrets.add(Buffer.from(`${username}:${password}`).toString('base64'));
  }
  try {
    return await found.make(settings as never);
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
  kinds: Kinds,
  reading: Reading,
): Promise<Readonly<Record<string, unknown>>> {
  const settings: [string, unknown][] = [];
  for (const { key, value } of entries) {
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    settings.push([key, await read(key, kind ?? 'value', value, reading)]);
  }
  return Object.fromEntries(settings);
}

/** The value of a setting. What signs in at a token service is written as the file itself is. */
async function read(key: string, kind: Kind, node: DataNode, reading: Reading): Promise<unknown> {
  if (node.kind === 'list') {
    return Promise.all(node.items.map((one) => read(key, kind, one, reading)));
  }
  if (node.kind === 'map') {
    if (kind !== 'objects') return settingsOf(node.entries, nested, reading);
    const objects: SoapSecurity[] = [];
    for (const entry of node.entries) objects.push(await makeObject(entry, reading));
    return objects;
  }
  const { value } = node;
  if (typeof value !== 'string') {
    if (kind === 'value') return value;
    const what = value === null ? 'null' : `a ${typeof value}`;
    throw failure(node.place, reading.file, `'${key}' is ${what}`, 'Put it in quotes.');
  }
  const text = reading.fromEnvironment(`'${key}' of ${reading.file.path}`, value);
  if (text !== value || kind === 'secret') reading.secrets.add(text);
  if (kind !== 'file' || text.includes('-----BEGIN') || text.startsWith('<')) return text;
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
