// What clients make of values by themselves, on the way out or in, so that no server could change
// it: each with the cases it is about and what is to be read instead.

const of =
  (...names) =>
  (one) =>
    one.service === 'Types' && names.includes(one.operation);
const text =
  (change) =>
  (_one, { value }) => ({ value: change(value) });
const skipped = () => ({ skip: true });
const http = /^Http/;

const habits = [
  {
    client: 'mono',
    port: /^S/,
    note: '.NET proxies write CR raw over SOAP, so that it reaches the server as a line end.',
    when: (one) => /\r/.test(one.input.code ?? ''),
    becomes: text((value) => value.replaceAll('\r\n', '\n')),
  },
  {
    client: 'mono',
    note: '.NET proxies name the members of enumerations without hyphens.',
    when: of('REnum'),
    becomes: text(() => 'darkblue'),
  },
  ...['mono', 'zeep'].map((client) => ({
    client,
    port: http,
    note: 'RpcItem is generated without HTTP bindings (see the deviations of the replay).',
    when: of('RpcItem'),
    becomes: skipped,
  })),
  {
    client: 'mono',
    port: http,
    note: 'Binary data travels as one number for each byte over GET and POST; .NET proxies take it as texts.',
    when: of('PBytes'),
    becomes: skipped,
  },
  {
    client: 'mono',
    port: http,
    note: '.NET proxies have no null for an int over GET and POST: the root element of the WSDL is one that cannot be nil.',
    when: (one) => of('RNullableInt')(one) && one.input.isNull === 'true',
    becomes: () => ({ failure: 'There is an error in XML document' }),
  },
  {
    client: 'zeep',
    note: 'zeep reads an empty string as None.',
    when: of('REmptyString', 'RStringArray'),
    becomes: text((value) => (value === '' ? 'null' : '[a,null,null,d]')),
  },
  {
    client: 'zeep',
    port: http,
    note: 'zeep fails on a void result over GET and POST before it has looked at the answer.',
    when: of('RVoid'),
    becomes: () => ({ failure: "'NoneType' object has no attribute 'deserialize'" }),
  },
  {
    client: 'zeep',
    port: http,
    note: 'zeep does not look at xsi:nil on the root of an answer by GET or POST.',
    when: of('RNullArray', 'RNullItem'),
    becomes: (one) => ({ value: one.operation === 'RNullArray' ? '[]' : '{}' }),
  },
  {
    client: 'zeep',
    note: 'zeep reads a nil item of a class as one without fields.',
    when: of('RItemList'),
    becomes: text((value) => value.replace(',null,', ',{},')),
  },
  {
    client: 'zeep',
    port: /^Soap/,
    note: 'zeep takes a result object of one field for that field.',
    when: (one) => of('RShape')(one) && one.input.kind === 'x',
    becomes: text(() => 'plain'),
  },
  {
    client: 'zeep',
    port: http,
    note: 'zeep cannot send arrays by GET and POST.',
    when: of('PStringArray', 'PIntArray', 'PBytes'),
    becomes: skipped,
  },
  {
    client: 'zeep',
    port: http,
    note: 'zeep shows the text of an error by GET or POST as it came, HTML-encoded.',
    when: of('ThrowPlain'),
    becomes: () => ({ failure: 'boom &lt;&amp;&gt;' }),
  },
  {
    client: 'zeep',
    port: /12$/,
    note: 'zeep does not know rpc:result of SOAP 1.2 (Part 2, section 4.2.1), which ASMX sends.',
    when: of('RpcAdd', 'RpcItem'),
    becomes: () => ({ failure: 'Unexpected element' }),
  },
  {
    client: 'zeep',
    port: /Soap$/,
    note: 'zeep misses what is null in an encoded class, which ASMX leaves out.',
    when: of('RpcItem'),
    becomes: () => ({ failure: "Unexpected element 'Color', expected 'Stock'" }),
  },
  {
    client: 'zeep',
    port: /^Soap/,
    note: 'zeep fails on an operation of bare style with a simple type before it sends.',
    when: of('Bare'),
    becomes: () => ({ failure: 'is not an iterator' }),
  },
  {
    client: 'php',
    note: 'php-soap has no integers above 63 bits.',
    when: of('RULong'),
    becomes: text(() => '1.8446744073709552e+19'),
  },
  ...['php', 'soap-lite'].map((client) => ({
    client,
    note: 'php-soap and SOAP::Lite give dates as text.',
    when: of('RDateUtc'),
    becomes: text((value) => `${value}Z`),
  })),
  ...['php', 'soap'].map((client) => ({
    client,
    note: 'php-soap and soap know operations by name, and overloads by none.',
    when: of('OverloadTwo'),
    becomes: skipped,
  })),
  ...['soap-lite', 'soap'].map((client) => ({
    client,
    note: 'SOAP::Lite and soap give binary data as base64 text.',
    when: of('RBytes'),
    becomes: text((value) => value.replace('base64:', '')),
  })),
  {
    client: 'soap-lite',
    note: 'SOAP::Lite does not give the attributes of an object.',
    when: of('RItem', 'RItemList'),
    becomes: text((value) => value.replaceAll(/,id=[0-9]+,label=L[0-9]+/g, '')),
  },
  {
    client: 'soap',
    note: 'soap reads long and decimal as floating-point numbers.',
    when: of('RLong', 'RDecimal', 'RItem', 'RItemList', 'RpcItem'),
    becomes: text((value) =>
      value.replace('740993', '740992').replace('12.3400', '12.34').replaceAll('9.50', '9.5'),
    ),
  },
  {
    client: 'soap',
    port: /12$/,
    note: 'soap does not follow the references of SOAP 1.2, which ASMX writes.',
    when: of('RpcItem'),
    becomes: text(() => '{}'),
  },
  {
    client: 'soap-lite',
    note: 'SOAP::Lite does not take the xsi:type of an enumeration, which ASMX writes in encoded classes.',
    when: of('RpcItem'),
    becomes: () => ({ failure: "Unrecognized type '{http://tempuri.org/encodedTypes}Color'" }),
  },
  {
    client: 'soap',
    port: /12$/,
    note: 'soap gives rpc:result of SOAP 1.2 among the results.',
    when: of('RpcAdd', 'RpcItem'),
    becomes: (one, { value }) => ({ value: `${value};result=${one.operation}Result` }),
  },
  {
    client: 'soap-lite',
    note: 'SOAP::Lite calls an operation by its name alone: not one of bare style, nor one with an element and action of other names.',
    when: of('Bare', 'Renamed'),
    becomes: skipped,
  },
  {
    client: 'suds',
    note: 'suds takes text such as &amp; for escaped already, and does not escape it again.',
    when: (one) => one.service !== 'Types',
    becomes: text((value) => value.replaceAll('&amp;', '&')),
  },
  {
    client: 'suds',
    note: 'suds writes CR raw, so that it reaches the server as a line end.',
    when: (one) => /\r/.test(one.input.code ?? ''),
    becomes: text((value) => value.replaceAll('\r\n', '\n')),
  },
  {
    client: 'suds',
    note: 'suds reads an empty string as None.',
    when: of('REmptyString', 'RStringArray'),
    becomes: text((value) => (value === '' ? 'null' : '[a,null,null,d]')),
  },
  {
    client: 'suds',
    note: 'suds drops the last zeros of a decimal.',
    when: of('PScalars'),
    becomes: text((value) => value.replace('2.50', '2.5')),
  },
  {
    client: 'suds',
    note: 'suds does not know overloads by their message name.',
    when: of('OverloadTwo'),
    becomes: skipped,
  },
  {
    client: 'suds',
    note: 'suds gives base64 as it came.',
    when: of('RBytes'),
    becomes: text((value) => value.replace('base64:', '')),
  },
  {
    client: 'soap',
    note: 'soap drops nil items of arrays.',
    when: of('RStringArray', 'RItemList'),
    becomes: text((value) => value.replace(',null,', ',')),
  },
];

/** What a client must read of a case; `skip` where it cannot make the call. */
export function expectationOf(client, port, one) {
  let expectation = { value: one.expected, failure: one.failure };
  for (const habit of habits) {
    if (habit.client === client && (habit.port?.test(port) ?? true) && habit.when(one)) {
      expectation = habit.becomes(one, expectation);
    }
  }
  return expectation;
}

/** The habits of a client in words. */
export const habitsOf = (client) => [
  ...new Set(habits.filter((one) => one.client === client).map(({ note }) => note)),
];
