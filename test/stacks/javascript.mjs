// What clients and services in JavaScript share: values that JSON does not have, and JSON lines.
import { createInterface } from 'node:readline';

/** `{ date }` is a Date, `{ base64 }` a Buffer, `{ absent: true }` undefined. */
export function revived(value) {
  if (Array.isArray(value)) return value.map(revived);
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.date === 'string') return new Date(value.date);
  if (typeof value.base64 === 'string') return Buffer.from(value.base64, 'base64');
  if (value.absent === true) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, revived(one)]));
}

/** What JSON drops or cannot write is a text: `Date …`, `NaN`. */
export function textOf(found) {
  return JSON.stringify(found, function plain(name, value) {
    const own = this[name];
    if (own instanceof Date)
      return `Date ${Number.isNaN(Number(own)) ? 'invalid' : own.toISOString()}`;
    if (Buffer.isBuffer(own)) return `Buffer ${own.toString('base64')}`;
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
    if (typeof value === 'bigint') return `${value}n`;
    return value;
  });
}

/** Answers lines of operation, WSDL, URL, settings and arguments in JSON with JSON lines. */
export async function answerLines(call) {
  for await (const line of createInterface({ input: process.stdin })) {
    const [operation, wsdl, url, as, args] = line.split('\t');
    const found = await call({ operation, wsdl, url, as, args: revived(JSON.parse(args)) }).catch(
      (error) => ({ error: String(error?.message ?? textOf(error)) }),
    );
    console.log(textOf(found));
  }
  process.exit(0);
}

/** A service whose answers say what it read. */
export const school = {
  Save({ student, note } = {}) {
    if (note === 'exception') throw new Error('secret');
    if (note === 'fault')
      throw {
        Fault: {
          faultcode: 'soap:Client',
          faultstring: 'bad phone',
          detail: { InvalidPhone: { reason: 'letters' } },
        },
      };
    return { SaveResult: textOf({ note, ...(Array.isArray(student) ? { student } : student) }) };
  },
  Echo({ values } = {}) {
    return { EchoResult: { ...values, level: values.level ?? null, text: textOf(values) } };
  },
  Ping: () => ({}),
  Notify: () => undefined,
};
