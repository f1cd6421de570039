import { readFileSync } from 'node:fs';
import { wrongValue } from '../terminal/arguments.ts';
import { CliError } from '../terminal/failure.ts';
import type { SecurityFile } from './security-file.ts';

/** Options for whatever reads a URL. A value `env:NAME` is read from the environment. */
export interface AccessOptions {
  /** `Name: value` */
  readonly header?: readonly string[] | undefined;
  /** `NAME:PASSWORD`, with `--ntlm` also `DOMAIN\NAME:PASSWORD`. */
  readonly user?: string | undefined;
  readonly ntlm?: boolean | undefined;
  /** Files with a client certificate and its key in PEM, or with both in PKCS #12. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly pfx?: string | undefined;
  readonly passphrase?: string | undefined;
  /** File with certificate authorities in PEM. */
  readonly ca?: string | undefined;
  /** File with security objects, of commands that call the service. */
  readonly security?: string | undefined;
}

/** How a user signs in to a server. Never printed, logged or written. */
export interface WebAccess {
  /** HTTP headers of `--header`. */
  readonly headers: Readonly<Record<string, string>>;
  /** These headers as they were typed: with the names of variables instead of their values. */
  readonly typedHeaders: Readonly<Record<string, string>>;
  readonly user: { readonly username: string; readonly password: string } | undefined;
  /** Whether `user` signs in with NTLM instead of Basic. */
  readonly ntlm: boolean;
  /** A client certificate, as options of `tls.connect`. */
  readonly certificate: Readonly<Record<string, unknown>>;
  /** Certificate authorities to trust besides the usual ones, as such options. */
  readonly authorities: { readonly ca?: readonly string[] };
  /** What `--security` says; absent without it. */
  readonly security?: SecurityFile | undefined;
}

/**
 * Reads the options, and the files and variables they name.
 *
 * @throws {CliError} a variable is not set, a file cannot be used, or options do not fit each other
 */
export async function readAccess(options: AccessOptions): Promise<WebAccess> {
  const { header = [], ntlm = false } = options;
  const user = readUser(options);
  if (ntlm && user === undefined) {
    throw new CliError(
      '--ntlm needs a user',
      "Give --user 'DOMAIN\\NAME:PASSWORD', or --user env:VARIABLE.",
    );
  }
  const lines = header.map(readHeader);
  return {
    headers: Object.fromEntries(
      lines.map(([name, value]) => [name, fromEnvironment('--header', value)]),
    ),
    typedHeaders: Object.fromEntries(lines),
    user,
    ntlm,
    certificate: await readCertificate(options),
    authorities: await readAuthorities(options),
    security: await readSecurity(options),
  };
}

/** Name and value of a `--header`, as typed. */
function readHeader(line: string): readonly [name: string, value: string] {
  const match = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([^\p{Cc}]*)$/u.exec(line);
  const [, name, value] = match ?? [];
  if (name !== undefined && value !== undefined) return [name, value.trim()];
  // any part of it may be a secret
  throw wrongValue('--header', '…', "Write --header 'Name: value'.");
}

function readUser({ user }: AccessOptions): WebAccess['user'] {
  if (user === undefined) return undefined;
  const text = fromEnvironment('--user', user);
  const at = text.indexOf(':');
  if (at > 0) return { username: text.slice(0, at), password: text.slice(at + 1) };
  throw new CliError(
    user === text ? '--user has no password' : `the value of ${user} for --user has no password`,
    'Write NAME:PASSWORD, or --user env:VARIABLE for a variable that holds both.',
  );
}

async function readCertificate(options: AccessOptions): Promise<WebAccess['certificate']> {
  const { cert, key, pfx, passphrase } = options;
  if (key !== undefined && cert === undefined) {
    throw new CliError('--key needs a certificate', 'Give --cert FILE, too.');
  }
  if (pfx !== undefined && cert !== undefined) {
    throw new CliError('--pfx and --cert exclude each other', 'Leave one of them out.');
  }
  if (pfx === undefined && cert === undefined) {
    if (passphrase === undefined) return {};
    throw new CliError('--passphrase needs a key', 'Give --key FILE or --pfx FILE, too.');
  }
  const certificate = {
    ...(pfx !== undefined && { pfx: readBytes('--pfx', pfx) }),
    // a PEM file may hold both
    ...(cert !== undefined && {
      cert: readBytes('--cert', cert),
      key: readBytes(key === undefined ? '--cert' : '--key', key ?? cert),
    }),
    ...(passphrase !== undefined && { passphrase: fromEnvironment('--passphrase', passphrase) }),
  };
  const { cert: own } = certificate;
  if (key === undefined && own?.includes('CERTIFICATE-----') && !own.includes('PRIVATE KEY-----')) {
    throw new CliError('the file of --cert has no private key', 'Give --key FILE, too.');
  }
  const names = pfx === undefined ? '--cert and --key' : '--pfx';
  await checkTls(certificate, `${names} cannot be used`, (option) =>
    option === 'key' && key === undefined ? '--cert' : `--${option}`,
  );
  return certificate;
}

/** Commands without `--security` load nothing of it. */
async function readSecurity({ security }: AccessOptions): Promise<WebAccess['security']> {
  if (security === undefined) return undefined;
  const { readSecurityFile } = await import('./security-file.ts');
  return readSecurityFile(fromEnvironment('--security', security), fromEnvironment);
}

async function readAuthorities({ ca }: AccessOptions): Promise<WebAccess['authorities']> {
  if (ca === undefined) return {};
  const own = readBytes('--ca', ca).toString();
  if (!own.includes('CERTIFICATE-----')) {
    const help = 'It begins with -----BEGIN CERTIFICATE-----.';
    throw new CliError('--ca names no certificate in PEM', help);
  }
  await checkTls({ ca: own }, '--ca cannot be used', () => '--ca');
  return { ca: [...process.getBuiltinModule('node:tls').rootCertificates, own] };
}

/** @throws {CliError} OpenSSL does not understand the files, or the passphrase is wrong */
async function checkTls(
  options: Readonly<Record<string, unknown>>,
  what: string,
  name: (option: string) => string,
): Promise<void> {
  let cause: unknown;
  try {
    process.getBuiltinModule('node:tls').createSecureContext(options);
  } catch (error) {
    cause = error;
  }
  // commands without certificates load nothing of clients
  const { keyProblem } = await import('../../runtime/client/connection-errors.ts');
  const problem = keyProblem(options, cause, name);
  if (problem === undefined) return;
  const help = problem.includes('binary')
    ? 'Give PKCS #12 with --pfx, or convert it: openssl x509 -inform der -in FILE -out FILE.pem'
    : 'Check the file, and --passphrase if it is encrypted.';
  throw new CliError(`${what}: ${problem}`, help);
}

function readBytes(option: string, value: string): Buffer {
  const path = fromEnvironment(option, value);
  if (path.includes('-----BEGIN')) {
    const what = `${option} takes the path of a file, and got what is in it`;
    throw new CliError(what, 'Write that to a file, and give its path.');
  }
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new CliError(`the file of ${option} ${reason}: ${path}`, 'Check the path.');
  }
}

/**
 * The value of an option, from the environment if it is `env:NAME`.
 *
 * @throws {CliError} the variable is not set, or empty
 */
export function fromEnvironment(option: string, value: string): string {
  const [, name] = /^env:(.*)$/s.exec(value) ?? [];
  if (name === undefined) return value;
  if (name === '') {
    throw new CliError(`${option} names no environment variable`, 'Write its name: env:NAME.');
  }
  const found = process.env[name];
  if (found !== undefined && found !== '') return found;
  const state = found === undefined ? 'is not set' : 'is empty';
  throw new CliError(
    `the environment variable ${name}, which ${option} names, ${state}`,
    `Set ${name}, or give the value itself.`,
  );
}

/** The header of Basic authentication (RFC 7617), in UTF-8. */
export function basicAuthorization(user: { username: string; password: string }): string {
  const { username, password } = user;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
