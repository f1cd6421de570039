import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { findConfig } from '../../config/find-config.ts';
import { kebabName } from '../../plan/views/file-names.ts';
import { isRemote } from '../../read/resolve-location.ts';
import { decodeText } from '../../read/text/decode-text.ts';
import { readTargets } from '../program/read-targets.ts';
import { CliError } from '../terminal/cli-error.ts';
import { type Console, createConsole } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { checkExisting } from './existing-config.ts';
import { configForStarter } from './init-config.ts';
import { initFromFile } from './init-from-file.ts';
import { findPages, initFromPages, noPages } from './init-from-pages.ts';
import { initFromSoapUi } from './init-from-soapui.ts';
import { initFromUrl } from './init-from-url.ts';
import type { InitCommandOptions } from './options.ts';
import { schemaLocation, specsFolder, writePlanned } from './planned-files.ts';
import { isSoapUiProject } from './soapui-project.ts';
import { checkName, starterContract, starterName } from './starter-contract.ts';
import { updateDownloads } from './update-downloads.ts';

/**
 * Runs `asmx-gen init`: creates a contract and a configuration from nothing, a WSDL or XML Schema,
 * a URL, help pages or a SoapUI project. Overwrites nothing; a configuration that is there gets one
 * entry more.
 *
 * @throws {CliError} if the source does not exist or is none of these
 */
export async function runInit(
  sources: readonly string[],
  options: InitCommandOptions,
): Promise<ExitCode> {
  const console = createConsole(options);
  if (options.name !== undefined) checkName(options.name);
  if (options.targets !== undefined) readTargets(options.targets);
  if (options.update === true) {
    if (sources.length > 0) {
      throw new CliError('--update takes no source', 'The lock file says what to download again.');
    }
    return updateDownloads(options, console);
  }
  const found = findConfig(process.cwd());
  const config = options.config ? found : undefined;
  const unsound = config === undefined ? exitCodes.fine : await checkExisting(config, console);
  if (unsound !== exitCodes.fine) return unsound;
  const agents = options.agents === true;
  // a project that is set up gets the line alone
  const isSetUp = agents && sources.length === 0 && found !== undefined;
  const code = isSetUp ? exitCodes.fine : await initFrom(sources, options, console);
  return agents && code === exitCodes.fine ? writeAgentsLine(console) : code;
}

/** Adds the line for agents to `AGENTS.md`, unless it has one that names the same file. */
function writeAgentsLine(console: Console): ExitCode {
  const path = readdirSync('.').find((one) => /^agents\.md$/i.test(one)) ?? 'AGENTS.md';
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.includes(skill)) {
    console.say(`${path} leads to ${skill} already`);
    return exitCodes.fine;
  }
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : /\n$/.test(text) ? eol : eol + eol;
  const target = text === '' ? path : relative('.', realpathSync(path));
  const said = text === '' ? `wrote ${path}` : `added a line to ${path}`;
  const data = `${text}${gap}${agentsLine}${eol}`;
  return writePlanned([{ path: target, data, grows: true, said }], console);
}

const skill = 'node_modules/asmx-gen/SKILL.md';
const agentsLine =
  `- SOAP, WSDL and .asmx services: read \`${skill}\` before you call, serve or change one. ` +
  'Do not edit generated files: change the contract, then run `npx asmx-gen generate`.';

async function initFrom(
  sources: readonly string[],
  options: InitCommandOptions,
  console: Console,
): Promise<ExitCode> {
  const [source] = sources;
  if (source === undefined) return initFromNothing(options, console);
  if (isRemote(source)) {
    single(sources);
    return initFromUrl(source, options, console);
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) {
    throw new CliError(
      `${source} is not an http or https URL`,
      'Name a file, or an address that begins with http:// or https://',
    );
  }
  for (const one of sources) {
    if (statSync(one, { throwIfNoEntry: false }) === undefined) {
      throw new CliError(`${one} does not exist`, 'Check the path.');
    }
  }
  const pages = findPages(sources);
  if (pages !== undefined) {
    if (pages.length > 0) return initFromPages(pages, options, console);
    throw noPages(sources);
  }
  single(sources);
  const project = soapUiText(source);
  if (project !== undefined) return initFromSoapUi(source, project, options, console);
  return initFromFile(source, options, console);
}

/** The text of a SoapUI project; `undefined` for another file. */
function soapUiText(path: string): string | undefined {
  if (!/\.xml$/i.test(path) || !statSync(path).isFile()) return undefined;
  const { text } = decodeText(readFileSync(path));
  return isSoapUiProject(text) ? text : undefined;
}

function single(sources: readonly string[]): void {
  if (sources.length > 1) {
    throw new CliError(
      'several sources are named',
      'Only saved help pages can be several: run the command once for each.',
    );
  }
}

async function initFromNothing(options: InitCommandOptions, console: Console): Promise<ExitCode> {
  const name = starterName(options.name, process.cwd());
  const path = `${specsFolder}/${kebabName(name)}.yaml`;
  const schema = schemaLocation('asmx-contract.schema.json', specsFolder);
  return writePlanned(
    [
      { path, data: starterContract(name, schema) },
      ...(await configForStarter({ input: path, name }, options)),
    ],
    console,
  );
}
