// Seeded mutations of requests: of the body's bytes, of the target, of headers, and of the message
// itself.

/** A generator of pseudo-random numbers (mulberry32); `next(n)` is a whole number below n. */
export function createRandom(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const pick = (random, list) => list[random(list.length)];

/** Texts that parsers trip over. */
const tokens = [
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '</',
    '/>',
    '<!',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<?xml ?>',
  ],
  ...[
    '&lt;',
    '&amp',
    '&lol;',
    '&#0;',
    '&#x1F600;',
    '&#xD800;',
    '&#99999999999;',
    '\0',
    '\ufeff',
    '\r',
    '%',
    '%u',
    '%uD800',
    '%00',
    '%ZZ',
    '&&',
    '=',
    '+',
    ';',
  ],
  ...[
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    'xmlns=""',
    'xmlns:a="urn:a"',
    'xsi:type="xsd:int"',
    'xsi:type="Nope"',
    'xsi:nil="true"',
    'a="1" a="2"',
    'soap:',
    ':',
    'xml:lang="x"',
  ],
  ...[
    '-1',
    '2147483648',
    '1e999',
    '9'.repeat(400),
    '0x10',
    'NaN',
    'INF',
    'true',
    '0001-01-01T00:00:00',
    '2024-02-30',
    'href="#x"',
    'id="x"',
    '__proto__',
    'constructor',
    'toString',
  ],
  ...[
    '<a>'.repeat(300),
    '<a/>'.repeat(500),
    'a'.repeat(5000),
    '<a b="'.repeat(50),
    `<${'n'.repeat(3000)}/>`,
    Array.from({ length: 200 }, (_, at) => ` a${at}="1"`).join(''),
  ],
];

const contentTypes = [
  ...[
    'text/xml',
    'text/xml; charset=utf-16',
    'text/xml; charset=nope',
    'application/soap+xml',
    'application/soap+xml; action=""',
    'application/soap+xml; action="x',
  ],
  ...[
    'application/json',
    'application/x-www-form-urlencoded; charset=iso-8859-1',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
    ';',
    'text/xml; charset=utf-8; charset=us-ascii',
  ],
];
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'];

function mutateBytes(random, bytes) {
  const at = random(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random(40));
  const [before, range, after] = [
    bytes.subarray(0, at),
    bytes.subarray(at, end),
    bytes.subarray(end),
  ];
  switch (random(9)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      for (let count = 1 + random(4); count > 0 && bytes.length > 0; count -= 1)
        flipped[random(bytes.length)] = random(256);
      return flipped;
    }
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, range, range, range, after]);
    case 3:
      return before;
    case 4:
      return Buffer.concat([
        before,
        Buffer.from(Array.from({ length: 1 + random(8) }, () => random(256))),
        bytes.subarray(at),
      ]);
    case 5:
      return Buffer.concat([bytes, before]);
    default:
      return Buffer.concat([
        before,
        Buffer.from(pick(random, tokens)),
        bytes.subarray(random(3) === 0 ? end : at),
      ]);
  }
}

/**
 * A character may be in a request target if no space, control or non-ASCII character is in it:
 * the parser of HTTP sees to the rest.
 */
const inTarget = (bytes) => bytes.toString('latin1').replace(/[^\x21-\x7e]/g, '%20');

function mutateHeaders(random, headers) {
  const others = headers.filter(() => random(4) !== 0);
  switch (random(4)) {
    case 0:
      return [
        ...others.filter(([name]) => name !== 'Content-Type'),
        ['Content-Type', pick(random, contentTypes)],
      ];
    case 1:
      return [
        ...others.filter(([name]) => name !== 'SOAPAction'),
        ['SOAPAction', inTarget(mutateBytes(random, Buffer.from('"http://tempuri.org/AuthCode"')))],
      ];
    case 2:
      return [...headers, ['Expect', '100-continue']];
    default:
      return [
        ...others,
        [
          pick(random, [
            'Cookie',
            'Accept-Encoding',
            'Content-Encoding',
            'Host',
            'X-Http-Method-Override',
          ]),
          inTarget(Buffer.from(pick(random, tokens))),
        ],
      ];
  }
}

/** Mostly the query, since a path that is wrong ends at once. */
function mutateTarget(random, target) {
  const query = target.indexOf('?');
  const from = query < 0 || random(6) === 0 ? 1 : query + 1;
  return target.slice(0, from) + inTarget(mutateBytes(random, Buffer.from(target.slice(from))));
}

/** A request with one to four mutations. */
export function mutate(random, { method, target, headers, body }) {
  const mutated = { method, target, headers, body };
  for (let count = 1 + random(4); count > 0; count -= 1) {
    const kind = random(12);
    if (kind === 0) mutated.method = pick(random, methods);
    else if (kind <= 2) mutated.headers = mutateHeaders(random, mutated.headers);
    else if (kind === 3 || mutated.body.length === 0)
      mutated.target = mutateTarget(random, mutated.target);
    else mutated.body = mutateBytes(random, mutated.body);
  }
  return mutated;
}

/** The bytes of a request; now and then chunked, or with a length that is wrong. */
export function toBytes(random, { method, target, headers, body }) {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  const framing = method === 'GET' && body.length === 0 ? 99 : random(40);
  let payload = body;
  if (framing === 0) {
    lines.push('Transfer-Encoding: chunked\r\n');
    const half = random(body.length + 1);
    const chunks = [body.subarray(0, half), body.subarray(half)].filter((part) => part.length > 0);
    payload = Buffer.concat([
      ...chunks.flatMap((part) => [
        Buffer.from(`${part.length.toString(16)}\r\n`),
        part,
        Buffer.from('\r\n'),
      ]),
      Buffer.from('0\r\n\r\n'),
    ]);
  } else if (framing === 1) lines.push(`Content-Length: ${body.length + 1 + random(100)}\r\n`);
  else if (framing !== 2) lines.push(`Content-Length: ${body.length}\r\n`);
  const host = headers.some(([name]) => name === 'Host') ? '' : 'Host: 127.0.0.1\r\n';
  return Buffer.concat([
    Buffer.from(
      `${method} ${target} HTTP/1.1\r\n${host}${lines.join('')}Connection: close\r\n\r\n`,
      'latin1',
    ),
    payload,
  ]);
}
