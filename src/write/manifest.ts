import { hash } from 'node:crypto';

/** Name of the manifest inside an output folder. */
export const manifestName = 'asmx-gen.manifest.json';

/**
 * Data about the run that wrote a folder, from which a later run can tell by hashes whether
 * anything changed.
 */
export interface OutputStamp {
  /** Version of the tool. */
  readonly tool: string;
  /** Hash of everything in the configuration that affects the output, including user templates. */
  readonly options: string;
  /** Name of the contract, after which folders are named; absent in older manifests. */
  readonly contract?: string | undefined;
  /**
   * The required content of the user's handlers files, which are not in this folder. Kept as is.
   */
  readonly handlers?: unknown;
  /** The runtime that the files import, if several contracts share it. */
  readonly runtime?: UsedRuntime | undefined;
  /** For a shared runtime: the folders whose files import it, as paths from here. */
  readonly sharedBy?: readonly string[] | undefined;
  /** For a shared runtime: its exports; absent in older versions. */
  readonly exports?: readonly string[] | undefined;
  /**
   * SHA-256 of every input file, by its path relative to the output folder (with `/`) or its URL.
   */
  readonly inputs: Readonly<Record<string, string>>;
}

/** The part of a shared runtime that the files of a folder use. */
export interface UsedRuntime {
  /** Its path from the folder: `../runtime`. */
  readonly folder: string;
  /** Its exports that they import. */
  readonly needs: readonly string[];
}

/** The manifest: the content of the folder and its origin. */
export interface Manifest extends OutputStamp {
  /** Version of this format. */
  readonly format: 1;
  /** SHA-256 of every generated file except the manifest, by path inside the folder. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * SHA-256 of a text in hexadecimal. CR LF counts as LF, so that a checkout that converts line ends
 * does not look edited.
 */
export function contentHash(text: string): string {
  const plain = text.includes('\r\n') ? text.replace(/\r\n/g, '\n') : text;
  return hash('sha256', plain, 'hex');
}

/** {@link contentHash} of bytes, which avoids decoding most files. */
export function bytesHash(bytes: Uint8Array): string {
  if (bytes.includes(0x0d)) return contentHash(Buffer.from(bytes).toString('utf8'));
  return hash('sha256', bytes, 'hex');
}

/** Text of a manifest: keys sorted by code unit, so that equal content gives equal bytes. */
export function manifestText(manifest: Manifest): string {
  const { format, tool, options, contract, inputs, files, handlers, runtime } = manifest;
  const { sharedBy, exports } = manifest;
  const content = {
    format,
    tool,
    options,
    contract,
    inputs: sorted(inputs),
    files: sorted(files),
    handlers,
    runtime,
    sharedBy,
    exports,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * Reads a manifest; `undefined` if the text does not have this format. Unknown keys are ignored.
 */
export function parseManifest(text: string): Manifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value.format !== 1) return undefined;
  const { tool, options, contract, inputs, files, handlers } = value;
  if (contract !== undefined && typeof contract !== 'string') return undefined;
  if (typeof tool !== 'string' || typeof options !== 'string') return undefined;
  if (!isHashes(inputs) || !isHashes(files)) return undefined;
  const runtime = isUsedRuntime(value.runtime) ? value.runtime : undefined;
  const sharedBy = isTexts(value.sharedBy) ? value.sharedBy : undefined;
  const exports = isTexts(value.exports) ? value.exports : undefined;
  return {
    format: 1,
    tool,
    options,
    contract,
    inputs,
    files,
    handlers,
    runtime,
    sharedBy,
    exports,
  };
}

/** A path upward: anyone may have written the manifest, and a shared folder cannot be elsewhere. */
function isUsedRuntime(value: unknown): value is UsedRuntime {
  if (!isRecord(value) || typeof value.folder !== 'string') return false;
  return value.folder.startsWith('../') && isTexts(value.needs);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isHashes(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((hash) => typeof hash === 'string');
}

function sorted(record: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries);
}
