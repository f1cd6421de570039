import { limitProblem } from '../operation/limit.ts';
import { builtFrom } from '../server/adapters/create-server.ts';
import { createEntrance } from '../server/adapters/entrance.ts';
import { createFetchHandler } from '../server/adapters/fetch.ts';
import { createNodeListener } from '../server/adapters/listener.ts';
import type { Destination } from '../server/destination.ts';
import type { Dispatcher } from '../server/dispatch.ts';
import type { Answer, Incoming } from '../server/incoming.ts';
import type { Server, ServerOptions } from '../server/options.ts';
import { createPeers } from '../server/peers.ts';
import { createReports, exceptionAnswer } from '../server/report.ts';
import { createSettings } from '../server/settings.ts';
import type { OperationCaller } from './call.ts';
import { clientCaller } from './client-caller.ts';
import type { Gateway, GatewayHook, GatewayOperation, GatewayOptions } from './contract.ts';
import { problemOf } from './failure.ts';
import { acceptedType, jsonTypes, recordTypes } from './media.ts';
import type { Outgoing } from './outgoing.ts';
import { asProblem, Problem, problemAnswer } from './problem.ts';
import { readInput, takesBody } from './read-input.ts';
import { answerWith } from './result.ts';
import { type Door, type FoundDoors, ownDoor, RouteTable, routeDoor } from './route-table.ts';
import { serverCaller } from './server-caller.ts';

/**
 * Creates the doors of operations: methods and paths that read and write JSON.
 *
 * @param target A client, a test double of one, or a server of the same folder.
 * @param openapi What `GET /openapi.json` answers; without it there is no such door.
 * @throws TypeError the target lacks an operation, or an option is wrong
 * @throws RangeError a limit is no number
 */
export function createDoors(
  target: unknown,
  given: readonly GatewayOperation[],
  options: GatewayOptions,
  openapi?: Gateway['openapi'],
): Pick<Gateway, 'fetch' | 'listener'> {
  const hidesOthers = options.faults === 'declared';
  const operations = hidesOthers ? given.map((one) => ({ ...one, hidesOthers })) : given;
  const parts = builtFrom.get(target as Server);
  const serverOptions = optionsOf(parts?.options, options);
  const caller =
    parts === undefined
      ? clientCaller(target, operations)
      : serverCaller({ ...parts, options: serverOptions }, operations);
  const dispatcher = doorDispatcher(operations, { caller, options, openapi, serverOptions });
  const entrance = createEntrance(dispatcher, serverOptions);
  const { finish } = entrance;
  const problems = {
    ...entrance,
    finish: (incoming: Incoming, outgoing: Outgoing) => finish(incoming, asProblem(outgoing)),
  };
  return { fetch: createFetchHandler(problems), listener: createNodeListener(problems) };
}

/**
 * Options of the server around the doors.
 *
 * @throws RangeError a limit is no number of at least 0
 */
function optionsOf(
  own: ServerOptions<never> | undefined,
  given: GatewayOptions,
): ServerOptions<never> {
  const { timeout, bodyBytes } = given;
  const problem = limitProblem(given, ['timeout', 'bodyBytes']);
  if (problem !== undefined) throw new RangeError(problem);
  const limits = {
    ...own?.limits,
    ...(timeout !== undefined && { time: timeout }),
    ...(bodyBytes !== undefined && { bodyBytes }),
  };
  return { ...own, limits } as ServerOptions<never>;
}

interface Parts {
  readonly caller: OperationCaller;
  readonly options: GatewayOptions;
  readonly openapi: Gateway['openapi'] | undefined;
  readonly serverOptions: ServerOptions<never>;
}

function doorDispatcher(operations: readonly GatewayOperation[], parts: Parts): Dispatcher {
  const { serverOptions, openapi } = parts;
  const { limits, traffic } = createSettings(serverOptions);
  const { fail, refused } = createReports(serverOptions);
  const reports = { refused, fail: (error: unknown) => asProblem(fail(error)) };
  const doors = operations.flatMap((one) => [routeDoor(one) ?? [], ownDoor(one)].flat());
  const table = new RouteTable(doors);
  const open = doorOpener(operations, parts);
  const find = (incoming: Incoming): Destination | undefined => {
    if (openapi !== undefined && incoming.path === openapiPath) {
      return documentDestination(incoming, openapi);
    }
    try {
      const found = table.find(incoming.path, incoming.isRouted);
      if (found === undefined) return undefined;
      const door = found.doors.find(({ method }) => method === incoming.method);
      return door === undefined ? notAllowed(incoming, found) : open(door, found.values);
    } catch (error) {
      // a framework may have use for a path that cannot be decoded
      return incoming.isRouted ? undefined : problemDestination(error as Problem);
    }
  };
  return {
    limits,
    traffic,
    reports,
    peers: createPeers(serverOptions),
    find,
    isTaken: (path) =>
      (openapi !== undefined && path === openapiPath) ||
      doors.some(({ method, template }) => method === 'GET' && template === path),
    indexUrl: () => undefined,
    findIndex: () => problemDestination(new Problem(404, { detail: 'There is nothing here.' })),
  };
}

const openapiPath = '/openapi.json';

function problemDestination(problem: Problem): Destination {
  const answer = (): Outgoing => problemAnswer(problem);
  return { takesBody: false, answer, tooLarge: answer };
}

/** RFC 9110, section 15.5.6. */
function notAllowed(incoming: Incoming, { doors }: FoundDoors): Destination {
  const methods = doors.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = ['Allow', [...new Set([...methods, 'OPTIONS'])].join(', ')];
  if (incoming.method !== 'OPTIONS') {
    return problemDestination(new Problem(405, {}, allow));
  }
  const answer = (): Outgoing => ({ status: 204, headers: allow, body: '' });
  return { takesBody: false, answer, tooLarge: answer };
}

function documentDestination(incoming: Incoming, openapi: Gateway['openapi']): Destination {
  if (incoming.method !== 'GET') {
    return problemDestination(new Problem(405, {}, ['Allow', 'GET, HEAD']));
  }
  const answer = (): Outgoing => {
    const servers = [{ url: incoming.origin() }];
    return answerWith('application/json', JSON.stringify({ ...openapi, servers }));
  };
  return { takesBody: false, answer, tooLarge: answer };
}

/** Gives the destinations of doors. */
function doorOpener(
  operations: readonly GatewayOperation[],
  { caller, options, serverOptions }: Parts,
): (door: Door, values: readonly string[]) => Destination {
  const forward = forwardedNames(options);
  const hooks = hooksOf(
    options,
    operations.map(({ operation }) => nameOf(operation)),
  );
  return (door, values) => {
    const { operation, method } = door;
    const hook = hooks.get(nameOf(operation.operation));
    const offered = operation.streams === true ? recordTypes : jsonTypes;
    const answer = (incoming: Incoming, read: () => unknown): Answer => {
      incoming.exchange?.found(operation.operation.service);
      const subject = { incoming, options: serverOptions };
      const failed = (error: unknown): Outgoing =>
        exceptionAnswer(error, subject, (one) => problemAnswer(problemOf(one, operation)));
      try {
        const type = acceptedType(incoming, offered);
        const headers = forwarded(incoming, forward);
        const given = caller({ operation, incoming, read, hook, type, headers });
        return given instanceof Promise ? given.catch(failed) : given;
      } catch (error) {
        return failed(error);
      }
    };
    return {
      takesBody: takesBody(method),
      tooLarge: (incoming) => answer(incoming, refuseBody),
      answer: (incoming, body) => answer(incoming, () => readInput(door, values, incoming, body)),
    };
  };
}

/** Reads a body that is too large, once the caller is known to be allowed to send one. */
function refuseBody(): never {
  throw new Problem(413, { detail: 'The body is too large.' });
}

function nameOf({ service, name }: { readonly service: string; readonly name: string }): string {
  return `${service}.${name}`;
}

/** @throws TypeError hooks of an operation that does not exist */
function hooksOf(
  { hooks = {} }: GatewayOptions,
  names: readonly string[],
): ReadonlyMap<string, GatewayHook<never, never>> {
  const known = new Set(names);
  const unknown = Object.keys(hooks).find((name) => !known.has(name));
  if (unknown !== undefined) throw new TypeError(`hooks has '${unknown}', which is no operation.`);
  return new Map(Object.entries(hooks) as [string, GatewayHook<never, never>][]);
}

/** Headers of a connection or a body, which each request has of its own. */
const ownHeaders = new RegExp(
  '^(?:host|connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|expect|' +
    'content-.*|accept-encoding|soapaction)$',
);

/** @throws TypeError a name is none of a header, or that of one that cannot pass on */
function forwardedNames({ forward = [] }: GatewayOptions): readonly string[] {
  if (!Array.isArray(forward)) throw new TypeError('forward is a list of names of headers.');
  return forward.map((one: unknown) => {
    if (typeof one !== 'string' || !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(one)) {
      throw new TypeError(`forward has '${String(one)}', which is no name of a header.`);
    }
    const name = one.toLowerCase();
    if (!ownHeaders.test(name)) return name;
    throw new TypeError(`forward has '${one}', which each request has of its own.`);
  });
}

/** The request headers that pass on; nothing if there are none. */
function forwarded(
  { headers }: Incoming,
  names: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const found = names.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, [value].flat().join(', ')] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
