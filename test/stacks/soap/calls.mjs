// Calls every operation with the `soap` package over both versions of SOAP, each client made from
// ?WSDL. usage: node calls.mjs BASE-URL CASES-FILE; lines as in mono/Calls.cs.
import { readFileSync } from 'node:fs';
import soap from 'soap';

/** The notation of values that all clients share. */
function flatten(value) {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return value.toISOString().slice(0, 19);
  if (Array.isArray(value)) return `[${value.map(flatten).join(',')}]`;
  if (typeof value !== 'object') return String(value);
  const { attributes = {}, $value, ...fields } = value;
  if (attributes['xsi:nil'] === 'true') return 'null';
  if ($value !== undefined) return flatten($value);
  const all = {
    ...Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.includes(':'))),
    ...fields,
  };
  const names = Object.keys(all).sort();
  // the wrapper of an array: one field that repeats
  if (names.length === 1 && ['string', 'int', 'Item', 'Shape'].includes(names[0]))
    return flatten([all[names[0]]].flat());
  return `{${names
    .map((name) => [name, flatten(all[name])])
    .filter(([, text]) => text !== 'null')
    .map(([name, text]) => `${name}=${text}`)
    .join(',')}}`;
}

function parse(type, text) {
  if (type === 'strings') return { string: text.split('|') };
  if (type === 'char') return text.charCodeAt(0);
  if (type === 'ints') return { int: text.split('|').map(Number) };
  return text;
}

const [base, cases] = process.argv.slice(2);
const clients = new Map();
for (const line of readFileSync(cases, 'utf8').split('\n').slice(0, -1)) {
  const [number, path, service, operation, ...fields] = line.split('\t');
  const values = Object.fromEntries(
    fields.map((field) => {
      const [name, type, value] = field.split(':');
      return [name, parse(type, Buffer.from(value, 'base64').toString('utf8'))];
    }),
  );
  for (const port of ['Soap', 'Soap12']) {
    let outcome;
    try {
      const key = `${path} ${port}`;
      if (!clients.has(key)) {
        clients.set(
          key,
          await soap.createClientAsync(`${base}${path}?WSDL`, {
            forceSoap12Headers: port === 'Soap12',
            // what is kept of a WSDL remembers the version
            disableCache: true,
            preserveWhitespace: true,
          }),
        );
      }
      const client = clients.get(key);
      const result = await new Promise((resolve, reject) => {
        client[service][service + port][operation](values, (error, value) =>
          error ? reject(error) : resolve(value),
        );
      });
      const read = typeof result === 'string' ? { only: result } : (result ?? {});
      const names = Object.keys(read);
      const first = names.length === 1 ? names[0] : `${operation}Result`;
      const { [first]: main, ...others } = read;
      let text = flatten(main);
      for (const name of Object.keys(others).sort()) text += `;${name}=${flatten(others[name])}`;
      outcome = ['ok', text];
    } catch (error) {
      outcome = ['failed', String(error.message)];
    }
    console.log([number, port, outcome[0], Buffer.from(outcome[1]).toString('base64')].join('\t'));
  }
}
