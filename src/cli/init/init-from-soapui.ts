import { basename } from 'node:path';
import { plainLine } from '../../convert/requests/request-text.ts';
import { kebabName } from '../../plan/views/file-names.ts';
import { withoutExtension } from '../../read/text/without-extension.ts';
import type { RecordedCall } from '../../runtime/shadow/recorded-call.ts';
import { recordedText } from '../serve/recording-file.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { Console } from '../terminal/console.ts';
import { exitCodeOf } from '../terminal/diagnostics-exit-code.ts';
import type { ExitCode } from '../terminal/exit-codes.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { configForService } from './init-config.ts';
import type { InitCommandOptions } from './options.ts';
import { type PlannedFile, type Said, specsFolder, writePlanned } from './planned-files.ts';
import { type CachedContract, interfacesByWsdl, readCached } from './soapui-contract.ts';
import { readSoapUiProject, type SoapUiProject } from './soapui-project.ts';
import { recordMocks } from './soapui-recording.ts';
import { httpRequests } from './soapui-requests.ts';

/**
 * Takes the contract of a SoapUI project, with its mock responses as a recording for `serve` and
 * its requests as a `.http` file.
 *
 * @throws {CliError} the project holds no WSDL, or several and only one name
 */
export async function initFromSoapUi(
  path: string,
  text: string,
  options: InitCommandOptions,
  console: Console,
): Promise<ExitCode> {
  const project = readSoapUiProject(path, text);
  const groups = interfacesByWsdl(project.interfaces);
  if (groups.size === 0) throw new CliError(`${path} holds no WSDL`, whereElse(project));
  const planned: (PlannedFile | Said)[] = [];
  const taken = new Set<string>();
  for (const [root, interfaces] of groups) {
    const name = freeName(options.name ?? nameOf(root, project.name), taken);
    const cached = await readCached(root, interfaces, name);
    await reportDiagnostics(cached.bag.diagnostics, { ...console, reporter: 'text' });
    if (cached.model === undefined) return exitCodeOf(cached.bag.diagnostics);
    planned.push(...cached.files);
    planned.push(...(await recordingOf(cached, project, name, console)));
    const input = cached.files[0]?.path ?? '';
    // of several contracts the first gets a configuration
    if (taken.size === 1) planned.push(...(await configForService({ input, name }, options)));
    else planned.push({ said: `for the configuration: { "input": "${input}" }` });
  }
  planned.push(...leftOutOf(project).map(lineOf));
  return writePlanned([...requestsOf(project), ...planned], console);
}

async function recordingOf(
  { model, interfaces }: CachedContract,
  project: SoapUiProject,
  name: string,
  console: Console,
): Promise<readonly (PlannedFile | Said)[]> {
  if (model === undefined || project.mocks.length === 0) return [];
  const made = await recordMocks(model, interfaces, project, console);
  if (made === undefined) return [];
  const said = made.leftOut.map(lineOf);
  if (made.calls.length === 0) return said;
  const path = `${specsFolder}/${name}.recording.jsonl`;
  return [recordingFile(path, model.name, made.calls), ...said];
}

/** A line of a terminal: names of a project may hold anything. */
function lineOf(sentence: string): Said {
  return { said: plainLine(sentence) };
}

function recordingFile(path: string, name: string, calls: readonly RecordedCall[]): PlannedFile {
  return { path, data: recordedText(name, calls), said: `wrote ${path}, for serve --replay` };
}

function requestsOf(project: SoapUiProject): readonly (PlannedFile | Said)[] {
  const { text, withheld, notes } = httpRequests(project);
  const said = notes.map(lineOf);
  if (text === undefined) return said;
  const path = `${specsFolder}/${kebabName(project.name) || 'requests'}.http`;
  const secrets = { said: `left out of ${path}, because they are secrets: ${withheld.join(', ')}` };
  return [{ path, data: text }, ...(withheld.length > 0 ? [secrets] : []), ...said];
}

/** What of a project has no place: interfaces, and mocks of what is not in it. */
function leftOutOf({ interfaces, mocks, leftOut }: SoapUiProject): readonly string[] {
  const known = new Set(interfaces.map(({ name }) => name));
  const strangers = mocks.filter((one) => !known.has(one.interface));
  const uncached = interfaces.filter(({ parts }) => parts.length === 0);
  return [
    ...leftOut,
    ...uncached.map(
      ({ name, definition }) => `the interface '${name}' is left out: its WSDL is ${definition}`,
    ),
    ...strangers.map(
      ({ service, operation, name }) =>
        `${service}.${operation} '${name}' is left out: its interface is not in the project`,
    ),
  ];
}

function whereElse({ interfaces }: SoapUiProject): string {
  const [first] = interfaces.map(({ definition }) => definition).filter((one) => one !== '');
  if (first === undefined) return 'Only SOAP interfaces have a contract.';
  return `Its WSDL is elsewhere: asmx-gen init ${first.replace(/^file:\/*(?=[A-Za-z]:)/, '')}`;
}

function nameOf(root: string, project: string): string {
  const stem = withoutExtension(basename(root.replace(/[?#].*$/, '').replace(/\\/g, '/')));
  return stem.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || kebabName(project);
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${name}-${count}`;
  taken.add(free.toLowerCase());
  return free;
}
