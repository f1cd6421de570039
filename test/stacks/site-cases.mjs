// What every client calls, and what it must read.
import { echoText, schoolOperations } from '../replay/handlers.mjs';

/** Values that wires and clients like to spoil. */
const awkward = [
  'plain',
  '',
  'مرحبا بالعالم',
  '<a href="x">&amp; it\'s</a> ]]>',
  '😀 é € ñ 漢字',
  'a+b c%20d&e=f;g?h#i/%u20AC',
  'one\ntwo\tthree',
  '  spaces around  ',
];
const numbers = [0, 1, -1, 2147483647, -2147483648, 42, 7, -7];

/**
 * Line ends as they travel: a client that writes CR raw loses it to the XML parser of the server.
 */
const carriageReturn = 'one\r\ntwo';

/** The 18 operations of the school with each awkward value in each place. */
function schoolCases() {
  const cases = [];
  for (const [service, operations] of Object.entries(schoolOperations)) {
    for (const [operation, parameters] of Object.entries(operations)) {
      const sets = parameters.length === 0 ? 1 : awkward.length;
      for (let set = 0; set < sets; set += 1) {
        const input = Object.fromEntries(
          parameters.map((name, index) => [
            name,
            name === 'studentId' ? numbers[set] : awkward[(set + index * 3) % awkward.length],
          ]),
        );
        cases.push({ service, operation, input, expected: echoText(operation, parameters, input) });
      }
    }
  }
  const input = { code: carriageReturn, phone: '1' };
  cases.push({
    service: 'AuthCodeSending',
    operation: 'AuthCode',
    input,
    expected: echoText('AuthCode', ['code', 'phone'], input),
  });
  return cases;
}

const types = {
  AuthCode: {},
  PInt: { n: 'int' },
  PScalars: {
    i: 'int',
    b: 'boolean',
    d: 'double',
    m: 'decimal',
    t: 'dateTime',
    ch: 'char',
    by: 'byte',
    l: 'long',
  },
  PStringArray: { names: 'strings' },
  PIntArray: { ids: 'ints' },
  PBytes: { data: 'base64' },
  OutRef: { a: 'int' },
  RNullableInt: { isNull: 'boolean' },
  RpcAdd: { a: 'int', b: 'int' },
  RpcLiteral: { b: 'int' },
  RpcItem: { id: 'int' },
  GenerateReport: { studentId: 'int' },
};

/** Type of a parameter as the client programs know it. */
export const typeOf = (operation, name) => types[operation]?.[name] ?? 'string';

const item = (id) =>
  `{Color=Green,Name=Item ${id},Price=9.50,${id % 2 ? `Stock=${id},` : ''}id=${id},label=L${id}}`;

/**
 * Operations of Types.asmx with what they give, in the notation of the client programs; a fault is
 * `failed`.
 */
const typeCases = [
  ['RString', {}, 'a<b>&"\' é€ \ttab\nnl'],
  ['RNullString', {}, 'null'],
  ['REmptyString', {}, ''],
  ['RInt', {}, '-42'],
  ['RNullableInt', { isNull: 'true' }, 'null'],
  ['RNullableInt', { isNull: 'false' }, '7'],
  ['RLong', {}, '9007199254740993'],
  ['RShort', {}, '-3'],
  ['RByte', {}, '200'],
  ['RSByte', {}, '-100'],
  ['RUInt', {}, '4000000000'],
  ['RULong', {}, '18446744073709551615'],
  ['RUShort', {}, '65535'],
  ['RBool', {}, 'true'],
  ['RFloat', {}, '1.5'],
  ['RDouble', {}, '0.1'],
  ['RDecimal', {}, '12.3400'],
  ['RDateUtc', {}, '2024-02-29T13:05:06'],
  ['RGuid', {}, '01234567-89ab-cdef-0123-456789abcdef'],
  ['RBytes', {}, 'base64:AAEC/v8='],
  ['REnum', {}, 'dark-blue'],
  ['RVoid', {}, 'null'],
  ['RStringArray', {}, '[a,null,,d]'],
  ['RIntArray', {}, '[1,2,3]'],
  ['RNullArray', {}, 'null'],
  ['RItem', {}, item(5)],
  ['RNullItem', {}, 'null'],
  ['RItemList', {}, `[${item(1)},null,${item(2)}]`],
  ['RShape', { kind: 'circle' }, '{Radius=2.5,Title=c}'],
  ['RShape', { kind: 'x' }, '{Title=plain}'],
  ['PInt', { n: '-7' }, 'n=-7'],
  ['PStringArray', { names: 'a|b' }, '2:a,b'],
  ['PIntArray', { ids: '1|2' }, '2:1,2,'],
  ['PBytes', { data: 'AAH/' }, '00-01-FF'],
  [
    'PScalars',
    {
      i: '1',
      b: 'true',
      d: '1.5',
      m: '2.50',
      t: '2024-02-29T13:05:06',
      c: 'dark-blue',
      ch: 'A',
      by: '255',
      l: '-9',
    },
    '1|True|1.5|2.50|2024-02-29T13:05:06.0000000|Blue|A|255|-9',
  ],
  ['OutRef', { a: '5', text: 't' }, '6;doubled=10;extra=extra;text=t!'],
  ['OverloadTwo', { a: '1', b: '2' }, '12'],
  ['ThrowPlain', { msg: 'boom <&>' }, undefined, 'boom <&>'],
  ['ThrowSoap', {}, undefined, 'custom fault'],
  ['WithHeader', {}, 'no header'],
  ['RpcAdd', { a: '2', b: '3' }, '5'],
  ['RpcLiteral', { a: 'x', b: '3' }, 'x3'],
  ['RpcItem', { id: '2' }, '{Color=Green,Label=L2,Name=Item 2,Price=9.50,id=2}'],
  ['Bare', { bareInput: 'x' }, 'bare x'],
  ['Renamed', { theArg: 'z' }, 'renamed z'],
].map(([operation, input, expected, failure]) => ({
  service: 'Types',
  operation,
  input,
  expected,
  failure,
}));

/** Names that parameters have over GET and POST where they are others. */
const httpNames = { Bare: { bareInput: 'input' }, Renamed: { theArg: 'arg' } };

/** All cases; a case is known by its place. */
export const cases = [...schoolCases(), ...typeCases];

/** The cases as the client programs read them. */
export function caseLines() {
  return cases
    .map(({ service, operation, input }, number) => {
      const fields = Object.entries(input).map(([name, value]) => {
        const httpName = httpNames[operation]?.[name] ?? name;
        const text = Buffer.from(String(value)).toString('base64');
        return [name, typeOf(operation, name), text, httpName].join(':');
      });
      return [number, `/${service}.asmx`, service, operation, ...fields].join('\t');
    })
    .map((line) => `${line}\n`)
    .join('');
}
