// Runs the cases of one stack: its client reads fixed answers and sends what it is given, its
// service gets fixed requests; both also meet the product, and must read there what they read of
// the same bytes.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contract } from './contract.mjs';
import { generateModule, serve } from './generated.mjs';
import { answers, requests, student, values } from './messages.mjs';
import { freePort, run, start } from './programs.mjs';

/** West of Greenwich, so that a date that is taken for a time is another day. */
const environment = { ...process.env, TZ: 'America/New_York', LANG: 'C.UTF-8' };

/** What is answered where a case names no answer. */
const usual = {
  Get: 'plain',
  List: 'list',
  Who: 'who',
  Ping: 'ping',
  Save: 'saved',
  Echo: 'values',
  Notify: 'notified',
};
/** What is given where a case gives nothing. */
const given = {
  Get: { id: 1 },
  Who: { id: 1 },
  Save: { student, note: 'hi' },
  Echo: { values },
  Notify: { text: 't' },
};

/** The product behind the same contract, for all stacks. */
export async function startProduct(work) {
  const file = join(work, 'school.wsdl');
  const ports = ['Soap', 'HttpGet', 'HttpPost'];
  writeFileSync(file, contract({ url: 'http://127.0.0.1/School.asmx', ports }));
  const code = await generateModule(work, pathToFileURL(file).href);
  const seen = { ...student, seen: true };
  const bytes = Uint8Array.from(Buffer.from(values.photo, 'base64'));
  const { base, stop } = await serve(
    code.createSchoolServer({
      get: () => seen,
      list: () => ({ Student: [seen, { id: 2, name: 'Bob' }] }),
      who: () => ({ id: 1, name: 'Ann' }),
      ping: () => undefined,
      save: () => 'saved',
      echo: () => ({ ...values, at: new Date(values.at), photo: bytes }),
      notify: () => undefined,
    }).listener,
  );
  return { url: `${base}/School.asmx`, code, stop };
}

/** A schema that a contract imports by its address. */
const otherSchema =
  '<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:other"/>';

/** Serves contracts and fixed answers, and keeps what was sent. */
async function startAnswers() {
  const steps = [];
  const server = createServer(async (request, response) => {
    const [, what, id] = request.url.split(/[/?]/);
    const step = steps[id];
    if (what === 'schema') {
      response.setHeader('Content-Type', 'text/xml').end(step.schema ?? otherSchema);
      return;
    }
    if (what === 'wsdl') {
      response.setHeader('Content-Type', 'text/xml; charset=utf-8').end(step.wsdl);
      return;
    }
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { 'content-type': type = '', soapaction = '', host, cookie = '' } = request.headers;
    const line = `${request.method} ${request.url} of ${host}\nCookie: ${cookie}`;
    const text = Buffer.concat(chunks).toString('utf8');
    step.sent = `${step.sent ?? ''}${type}\nSOAPAction: ${soapaction}\n${line}\n${text}\n`;
    const isMoved = request.url.endsWith('?moved');
    const { status = 200, body: plain, headers } = isMoved ? answers.plain : step.answered;
    const body = plain.replaceAll('urn:school', step.contract?.namespace ?? 'urn:school');
    if (body !== '') response.setHeader('Content-Type', 'text/xml; charset=utf-8');
    if (status < 400 && status >= 300)
      response.setHeader('Location', `${base}${request.url}?moved`);
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${server.address().port}`;
  return {
    /** Where a client finds the contract, and where it sends the request. */
    add(step) {
      const id = steps.push(step) - 1;
      const url = step.url ?? `${base}/at/${id}`;
      const imports = step.contract?.imports && `${base}/schema/${id}`;
      const whole = contract({ url, ...step.contract, imports });
      step.wsdl = whole;
      if (step.contract?.apart) {
        const [types] = /<x:schema .*<\/x:schema>/s.exec(whole);
        const own = 'xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:school"';
        step.schema = types.replace('<x:schema', `<x:schema ${own}`);
        const location = `schemaLocation="../schema/${id}"`;
        const only = `<x:schema><x:import namespace="urn:school" ${location}/></x:schema>`;
        step.wsdl = whole.replace(types, only);
      }
      return { wsdl: `${base}/wsdl/${id}`, url };
    },
    stop: () => server.close(),
  };
}

/** Where what was found does not have what is expected; `undefined` if it has it all. */
function difference(found, expected, path = 'it') {
  if (expected === null || typeof expected !== 'object') {
    const isSame = found === expected || (expected === null && found === undefined);
    return isSame ? undefined : `${path} is ${textOf(found)}, not ${textOf(expected)}`;
  }
  if (
    found === null ||
    typeof found !== 'object' ||
    Array.isArray(found) !== Array.isArray(expected)
  )
    return `${path} is ${textOf(found)}, not ${textOf(expected)}`;
  if (Array.isArray(expected) && found.length !== expected.length)
    return `${path} is ${textOf(found)}, not ${textOf(expected)}`;
  for (const [name, value] of Object.entries(expected)) {
    const one = difference(found[name], value, `${path}.${name}`);
    if (one !== undefined) return one;
  }
  return undefined;
}

const textOf = (value) => JSON.stringify(value)?.slice(0, 300);

/** What a step shows otherwise than it says; `undefined` if it holds. */
function judge(step, outcome) {
  const { reads, error, sends, sendsNot, gives } = step;
  if (outcome === undefined) return 'the program printed nothing for it';
  if (error === undefined && gives === undefined && outcome.error !== undefined)
    return `an error: ${outcome.error.slice(0, 400)}`;
  // whoever is not there refuses nothing
  if (error === '' && /ECONNREFUSED|fetch failed/.test(outcome.error)) return outcome.error;
  if (error !== undefined && !new RegExp(error, 's').test(outcome.error ?? ''))
    return outcome.error === undefined
      ? `no error but ${textOf(outcome.value)}`
      : `the error ${outcome.error.slice(0, 400)}`;
  const read = 'reads' in step ? difference(outcome.value, reads) : undefined;
  if (read !== undefined) return read;
  if ('detail' in step) {
    const detail = difference(outcome.detail, step.detail, 'the detail');
    if (detail !== undefined) return detail;
  }
  const raw = outcome.sent ?? '';
  for (const pattern of [sends, gives].flat())
    if (pattern !== undefined && !new RegExp(pattern, 's').test(raw)) return `it is ${raw}`;
  if (sendsNot !== undefined && new RegExp(sendsNot, 's').test(raw)) return `it is ${raw}`;
  return undefined;
}

/** Runs a client once for all of its steps. */
async function callAll({ command, args = [], options = {} }, steps, product) {
  const site = await startAnswers();
  try {
    const lines = steps.map((step) => {
      const answer = answers[step.answer ?? usual[step.call]];
      if (answer === undefined) throw new Error(`no answer is called ${step.answer}`);
      step.answered = answer;
      const operation = step.call ?? answer.operation;
      const args = { ...given[operation], ...step.args };
      if (step.values !== undefined) args.values = step.values;
      const { wsdl, url } = site.add(Object.assign(step, step.product ? { url: product.url } : {}));
      return [operation, wsdl, url, step.as ?? '', JSON.stringify(args)].join('\t');
    });
    const input = `${lines.join('\n')}\n`;
    const env = { ...environment, ...options.env };
    const { stdout, stderr, code } = await run(command, args, { ...options, env, input });
    const found = stdout.split('\n').filter((line) => line.startsWith('{'));
    if (found.length < steps.length)
      throw new Error(
        `${found.length} of ${steps.length} answers, exit code ${code}: ${stderr.slice(-2000)}`,
      );
    return found.map((line, at) => ({ ...JSON.parse(line), sent: steps[at].sent }));
  } finally {
    site.stop();
  }
}

const entities = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const unescaped = (text) =>
  text.replace(/&(?:(\w+)|#(\d+)|#x([0-9a-fA-F]+));/g, (_, name, decimal, hex) =>
    name === undefined
      ? String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
      : entities[name],
  );

/** What a service read, which it tells in the text of its answer. */
function readIn(body) {
  const [, text] =
    /<(?:\w+:)?(?:SaveResult|SaveResponse|text)\b[^>]*>(\{.*?\})<\//s.exec(body) ?? [];
  return text === undefined ? undefined : JSON.parse(unescaped(text));
}

async function post(url, { operation, body, type = 'text/xml; charset=utf-8' }) {
  // SOAP 1.2 has the action in the type
  const action = /action=/.test(type) ? {} : { SOAPAction: `"urn:school/${operation}"` };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': type, ...action },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  const sent = `${response.status} ${response.headers.get('content-type') ?? ''}\n${text}`;
  const isFault = response.status >= 400 || /<(?:[\w-]+:)?Fault[\s>]/.test(text);
  return { sent, value: readIn(text), ...(isFault ? { error: sent } : {}) };
}

/** Starts a service of a stack. */
async function startService(service, work, as) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${service.path ?? '/'}`;
  const file = join(work, `service-${port}.wsdl`);
  writeFileSync(file, contract({ url, ...service.contract }));
  const program = service.start({ port, wsdl: file, as });
  const options = { ...service.options, env: { ...environment, ...service.options?.env } };
  const { stop } = await start({ ...program, options }, port);
  return { url, stop };
}

/** The generated client at a service of the stack: what the service read of its request. */
async function callService(code, url) {
  const call = code.createSchoolClient({ endpoint: url, lenient: true });
  const answer = await call.save({ student: { ...student, seen: true }, note: 'hi' });
  return JSON.parse(typeof answer === 'string' ? answer : answer.SaveResult);
}

/** Runs the cases that send requests to services. */
async function requestAll(service, steps, product, work) {
  const outcomes = [];
  for (const as of new Set(steps.map((step) => step.as))) {
    const { url, stop } = await startService(service, work, as);
    try {
      for (const [at, step] of steps.entries()) {
        if (step.as !== as) continue;
        const request = requests[step.request];
        if (request === undefined) throw new Error(`no request is called ${step.request}`);
        const { product: isProduct } = step;
        outcomes[at] = isProduct
          ? await callService(product.code, url).then(
              (value) => ({ value }),
              (error) => ({ error: error.message }),
            )
          : await post(url, request).catch((error) => ({ error: `${error.cause ?? error}` }));
      }
    } finally {
      stop();
    }
  }
  return outcomes;
}

/** What is asked of the product by every client, beside the same as fixed bytes. */
const plainCalls = ['Get', 'List', 'Ping'];

/** Pairs of steps that must show the same: against fixed bytes and against the product. */
function plainSteps(stack) {
  const calls = stack.client === undefined ? [] : (stack.client.plain ?? plainCalls);
  const pairs = calls.map((call) => [{ call }, { call, product: true }]);
  const request = { request: 'plain' };
  return stack.service === undefined || stack.service.plain === false
    ? pairs
    : [...pairs, [request, { ...request, product: true }]];
}

/**
 * Runs cases of a stack.
 * @param stack what its `prepare` gave
 * @param cases steps by name
 * @param product what `startProduct` gave
 * @param work folder for what is made
 * @returns the names that failed, with what was seen, and how often the product was read as the
 *   same fixed bytes are
 */
export async function runCases(stack, cases, product, work) {
  const named = Object.entries(cases).flatMap(([name, steps]) =>
    [steps].flat().map((step) => ({
      ...step,
      name,
      contract: { ...stack.client?.contract, ...step.contract },
    })),
  );
  const pairs = plainSteps(stack);
  const all = [...named, ...pairs.flat()];
  const found = new Map();
  const calls = all.filter((step) => step.request === undefined);
  if (calls.length > 0) {
    const { others = {} } = stack.client;
    for (const program of new Set([stack.client, ...Object.values(others)])) {
      const own = calls.filter(({ as }) => (others[as] ?? stack.client) === program);
      const outcomes = await callAll(program, own, product);
      for (const [at, step] of own.entries()) found.set(step, outcomes[at]);
    }
  }
  const posts = all.filter((step) => step.request !== undefined);
  if (posts.length > 0) {
    const outcomes = await requestAll(stack.service, posts, product, work);
    for (const [at, step] of posts.entries()) found.set(step, outcomes[at]);
  }
  const failures = [];
  for (const step of named) {
    const wrong = judge(step, found.get(step));
    if (wrong !== undefined)
      failures.push([
        step.name,
        `${step.name} (${step.answer ?? step.request ?? step.call}): ${wrong}`,
      ]);
  }
  let same = 0;
  for (const [fixed, own] of pairs) {
    const [a, b] = [found.get(fixed), found.get(own)].map(({ value, error }) => ({ value, error }));
    if (JSON.stringify(a) === JSON.stringify(b) && a.error === undefined) same += 1;
    else
      failures.push([
        'the product',
        `the product (${own.call ?? own.request}): ${textOf(b)}, not ${textOf(a)}`,
      ]);
  }
  return { failures, same: [same, pairs.length] };
}
