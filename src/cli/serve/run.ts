import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathsOf } from '../../model/wsdl/address.ts';
import { planNames } from '../../plan/views/contract-names.ts';
import type { Server, ServerOptions } from '../../runtime/index.ts';
import { CliError } from '../terminal/cli-error.ts';
import { type Console, createConsole } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { untilStopped } from '../terminal/interrupt.ts';
import { writeData } from '../terminal/streams.ts';
import { answerChains } from './answer-chain.ts';
import { createHostCheck, type HostCheck } from './host-check.ts';
import { type HandlerTree, layHandlers, loadHandlers } from './load-handlers.ts';
import type { ServeCommandOptions } from './options.ts';
import { refuseOthers } from './refused-request.ts';
import { createRequestLog } from './request-log.ts';
import { handlerTree, joinServers, openServed, type ServedContract } from './served-contract.ts';

/** Milliseconds for pending requests to end after the first signal. */
const drainTime = 10_000;

/**
 * Runs `asmx-gen serve` until SIGINT or SIGTERM: generates the server in memory, and answers with
 * samples or the user's handlers, from a recording or by calling the real service.
 *
 * @throws {CliError} if the port is taken, or handlers or recordings cannot be used
 */
export async function runServe(
  paths: readonly string[],
  options: ServeCommandOptions,
): Promise<ExitCode> {
  const console = createConsole(options);
  checkCombination(options);
  const own = options.handlers === undefined ? undefined : await loadHandlers(options.handlers);
  const contracts = await openServed(paths, options, console);
  if (typeof contracts === 'number') return contracts;
  if (own !== undefined) {
    const count = layHandlers(handlerTree(contracts), own, options.handlers ?? '');
    const all = contracts.reduce((sum, { code }) => sum + code.plan.operations.length, 0);
    if (count < all)
      console.say(`${count} of ${all} operations have handlers; samples for the rest`);
  }
  const chains = answerChains(
    options,
    contracts.map(({ model }) => model),
    console,
  );
  const log = createRequestLog(console);
  const servers = await Promise.all(
    contracts.map((contract, index) =>
      createGeneratedServer(contract, {
        interceptors: [log.interceptor, ...(chains[index] ?? [])],
        parity: { exceptionMessages: true },
        ...(options.cors === true ? { cors: { origins: '*' } } : {}),
        onError: (error) => reportHandlerError(error, console),
      }),
    ),
  );
  const listener = joinServers(servers, contracts);
  let isKnown: HostCheck = () => false;
  // importing it as an ES module would also load fetch and WebSocket, and take as long as Node's
  // start
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((request, response) => {
    log.watch(request, response);
    const refusing = { isKnown, otherSites: options.cors !== true };
    if (!refuseOthers(request, response, refusing)) listener(request, response);
  });
  await listen(server, options);
  const { address } = server.address() as AddressInfo;
  isKnown = createHostCheck(address, options.host, options.acceptHost ?? []);
  const stopped = untilStopped();
  await writeData(urlList(contracts, server.address() as AddressInfo));
  await stopped;
  console.say('stopping');
  await drain(server);
  return exitCodes.fine;
}

/** Refuses options that exclude each other: there is only one source of answers. */
function checkCombination({
  handlers,
  upstream,
  replay,
  record,
  redact,
}: ServeCommandOptions): void {
  const places = { handlers, upstream, replay };
  const given = Object.entries(places).flatMap(([name, value]) =>
    value === undefined ? [] : `--${name}`,
  );
  const [first, second] = given;
  if (first !== undefined && second !== undefined) {
    throw new CliError(`${first} and ${second} exclude each other`, 'Leave one of them out.');
  }
  if (record !== undefined && upstream === undefined) {
    throw new CliError('--record needs a service to record', 'Say where it is with --upstream.');
  }
  if (redact !== undefined && record === undefined) {
    throw new CliError('--redact is for --record', 'Say where to record to with --record.');
  }
}

type ServerFactory = (handlers: HandlerTree, options: ServerOptions) => Server;

async function createGeneratedServer(
  { code: { plan, module }, handlers }: ServedContract,
  options: ServerOptions,
): Promise<Server> {
  const exports = await module.load('server.ts');
  const { contract, services } = planNames(plan);
  // with one service, its factory serves for the contract
  const [names = contract] = contract === undefined ? services.values() : [];
  const factory = exports[names?.createServer ?? ''] as ServerFactory;
  return factory(handlers, options);
}

async function listen(
  server: HttpServer,
  { port, host }: Pick<ServeCommandOptions, 'port' | 'host'>,
): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new CliError(
        `port ${port} on ${host} is taken by another program`,
        'Stop it, or choose another with --port; --port 0 takes any that is free.',
      );
    }
    if (code === 'EACCES') {
      throw new CliError(`no permission to listen on port ${port}`, 'Choose one above 1023.');
    }
    throw new CliError(`cannot listen on ${host}:${port}: ${message}`, 'Check --host and --port.');
  }
}

function urlList(contracts: readonly ServedContract[], address: AddressInfo): string {
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const base = `http://${host}:${address.port}`;
  const names = contracts.map(({ code }) => code.plan.name).join(', ');
  const paths = contracts.flatMap(({ model }) => model.services.flatMap(pathsOf));
  return `${names} on ${base}/\n${paths.map((path) => `  ${base}${path}\n`).join('')}`;
}

/** Closes the server after pending requests have ended, or after `drainTime`. */
async function drain(server: HttpServer): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), drainTime);
  await closed;
  clearTimeout(timer);
}

function reportHandlerError(error: unknown, console: Console): void {
  const text = error instanceof Error ? error.message : String(error);
  // indented, so that no line of it looks like a request
  console.warn(`${console.colours.red('error')} ${text.replaceAll('\n', '\n  ')}`);
  if (error instanceof Error) console.detail(error.stack ?? '');
}
