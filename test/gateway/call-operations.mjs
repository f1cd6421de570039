// Calls every operation of one contract through its gateway, in a process of its own:
// `node call-operations.mjs FOLDER SAMPLES`, with the generated code. Prints one line of JSON.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const [, , output, samples] = process.argv;
/** The gateways of services. That of all services has no list of its own. */
function gatewaysOf(module, lists) {
  return Object.keys(module).flatMap((name) => {
    const [, contract] = /^create(.+)Gateway$/.exec(name) ?? [];
    const list = `${contract}doors`.toLowerCase();
    const key = Object.keys(lists).find((one) => one.toLowerCase() === list);
    return key === undefined ? [] : [{ contract, create: module[name], doors: lists[key] }];
  });
}

/**
 * A value as XML can hold it: an empty list is nothing there, and which branch of a repeated choice
 * an item of a repeated element belongs to cannot be seen.
 */
function asInXml(value) {
  if (Array.isArray(value)) return value.map(asInXml);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, one]) => !(Array.isArray(one) && one.length === 0))
    .map(([key, one]) => [key, asInXml(key === '$choice' ? [one].flat().flatMap(itemsOf) : one)]);
  return Object.fromEntries(entries);
}

/** The items of a branch that is a repeated element, each as a branch of its own. */
function itemsOf(branch) {
  const [[name, items] = [], ...others] = Object.entries(branch);
  if (others.length > 0 || !Array.isArray(items)) return [branch];
  return items.map((item) => ({ [name]: [item] }));
}

const areSame = (one, other) => isDeepStrictEqual(asInXml(one), asInXml(other));

/** An object of functions, one for each door at its path. */
function nested(doors, functionOf) {
  const root = {};
  for (const door of doors) {
    const owner = door.path.slice(0, -1).reduce((one, key) => (one[key] ??= {}), root);
    owner[door.path.at(-1)] = functionOf(door);
  }
  return root;
}

async function call(gateway, door, json) {
  const { service, name } = door.operation;
  const path = [service, name].map(encodeURIComponent).join('/');
  const answer = await gateway.fetch(
    new Request(`http://localhost/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    }),
  );
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? null : JSON.parse(text) };
}

async function run() {
  const module = await import(pathToFileURL(join(output, 'index.js')).href);
  const { toJson, sample } = module;
  // a contract without operations has no gateway
  const load = async (name) => {
    const file = join(output, name);
    return existsSync(file) ? await import(pathToFileURL(file).href) : {};
  };
  const gateways = gatewaysOf(await load('gateway.js'), await load('doors.js'));
  const failures = [];
  let calls = 0;
  let operations = 0;
  for (const { contract, create, doors } of gateways) {
    const now = {};
    const handlers = nested(doors, () => async (input) => {
      now.input = input;
      return now.output;
    });
    const server = module[`create${contract}Server`](handlers);
    const client = module[`create${contract}Client`]({
      baseUrl: 'http://localhost',
      fetch: (url, init) => server.fetch(new Request(url, init)),
    });
    const inFront = { client: create(client), server: create(server) };
    for (const door of doors) {
      operations += 1;
      for (let seed = 0; seed < Number(samples); seed += 1) {
        for (const [kind, gateway] of Object.entries(inFront)) {
          calls += 1;
          const fail = (stage, sent, got) => {
            const operation = `${door.operation.service}.${door.operation.name}`;
            failures.push({ operation, kind, seed, stage, sent, got });
          };
          try {
            const input = toJson(door.input, sample(door.input, { seed }));
            now.output = sample(door.output, { seed });
            now.input = undefined;
            const result = toJson(door.output, now.output);
            const answer = await call(gateway, door, input);
            if (answer.status >= 300) {
              fail('status', input, answer);
              continue;
            }
            const seen = toJson(door.input, now.input);
            if (!areSame(seen, input)) fail('input', input, seen);
            if (!areSame(answer.json, result)) fail('result', result, answer.json);
          } catch (error) {
            fail('thrown', undefined, error instanceof Error ? error.stack : String(error));
          }
        }
      }
    }
  }
  return { operations, calls, failures };
}

try {
  console.log(JSON.stringify(await run()));
} catch (error) {
  console.log(JSON.stringify({ crashed: error instanceof Error ? error.stack : String(error) }));
}
