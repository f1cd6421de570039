// What the client must read out of a recorded answer, found without the product's own parser.
import { SaxesParser } from 'saxes';

/**
 * Text of the elements with a local name, in document order, apart from the product's own parser.
 */
export function textsOf(xml, local) {
  const texts = [];
  const open = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => undefined);
  parser.on('opentag', (tag) => open.push({ local: tag.local, text: '' }));
  const add = (text) => {
    for (const one of open) one.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const one = open.pop();
    if (one?.local === local) texts.push(one.text);
  });
  parser.write(xml.slice(Math.max(0, xml.indexOf('<?xml')))).close();
  return texts;
}

/** Name of the method of an operation. */
export const methodOf = (operation) => operation[0].toLowerCase() + operation.slice(1);

/** Drops what says nothing: absent properties, white space between elements, prefixes. */
export function plain(value) {
  if (Array.isArray(value)) {
    return value.filter((item) => typeof item !== 'string' || item.trim() !== '').map(plain);
  }
  if (value instanceof Uint8Array) return [...value];
  if (typeof value !== 'object' || value === null) return value;
  const order = (a, b) =>
    `${a.namespace ?? ''} ${a.name}` < `${b.namespace ?? ''} ${b.name}` ? -1 : 1;
  const entries = Object.entries(value)
    .filter(
      ([name, part]) =>
        part !== undefined && name !== 'namespaces' && !(Array.isArray(part) && part.length === 0),
    )
    .map(([name, part]) => [name, plain(name === 'attributes' ? [...part].sort(order) : part)]);
  return Object.fromEntries(entries);
}

/** Inputs that fit the contract; what they say is of no account. */
export const inputs = {
  RNullableInt: { isNull: false },
  PInt: { n: 1 },
  PScalars: {
    i: 1,
    b: true,
    d: 1,
    m: '1',
    t: '2024-01-01T00:00:00',
    c: 'Red',
    ch: 'A',
    by: 1,
    l: 1n,
  },
  PNullable: { n: 1 },
  OutRef: { a: 5, text: 't' },
  RpcAdd: { a: 2, b: 3 },
  RpcItem: { id: 2 },
  RpcLiteral: { a: 'x', b: 3 },
  Bare: { bareInput: 'x' },
  Hello: { name: 'n', times: 3 },
  Echo: { echoIn: 'e' },
  Sum: { a: 1, b: 2 },
  GenerateReport: { studentId: 1, studentClass: 'a' },
  Ping: { text: 'a', n: 1 },
};

/** Inputs with which a handler gives what the recorded answer holds. */
const handlerInputs = {
  'RNullableInt.null': { isNull: true },
  'RShape.derived': { kind: 'circle' },
  'RShape.base': { kind: 'x' },
};

/** The value a recorded result holds. */
export function recordedValue({ name, folder, service, operation, binding, text, handlers }) {
  if (folder === 'void' || text === '') return undefined;
  const http = binding.startsWith('http');
  const variant = /^type\.(\w+\.\w+)\.\w+$/.exec(name)?.[1];
  if (operation === 'RObject') {
    return {
      name: http ? 'anyType' : 'RObjectResult',
      namespace: 'http://tempuri.org/',
      attributes: [
        {
          name: 'type',
          namespace: 'http://www.w3.org/2001/XMLSchema-instance',
          value: http ? 'q1:int' : 'xsd:int',
        },
      ],
      children: ['5'],
    };
  }
  if (service === 'Types' && /^R[A-Z]/.test(operation)) {
    return handlers.Types[methodOf(operation)](handlerInputs[variant] ?? {}, {});
  }
  switch (operation) {
    case 'OutRef':
      return { OutRefResult: 6, doubled: 10, text: 't!', extra: 'extra' };
    case 'OutOnly':
      return { s: 's', n: 3 };
    case 'RpcItem':
      return { id: 2, Label: 'L2', Name: 'Item 2', Price: '9.50', Stock: null, Color: 'Green' };
    case 'Names':
      return ['a', 'b'];
    case 'RpcAdd':
    case 'Sum':
    case 'Counter':
      return Number(textsOf(text, http ? 'int' : `${operation}Result`)[0]);
    case 'Renamed':
      return { answer: textsOf(text, http ? 'string' : 'answer')[0] };
    case 'POrder':
      return {
        Number: '7',
        $content: [
          { name: 'Placed', children: ['2024-01-02T00:04:05+00:00'] },
          { name: 'Items' },
          { name: 'Tag', children: ['a'] },
          { name: 'Tag', children: ['b'] },
          {
            name: 'Codes',
            children: [{ name: 'Code', namespace: 'http://tempuri.org/', children: ['1'] }],
          },
        ].map((node) => ({ ...node, namespace: 'http://tempuri.org/' })),
      };
    default:
      return textsOf(
        text,
        http ? 'string' : operation === 'Bare' ? 'bareResult' : `${operation}Result`,
      )[0];
  }
}
