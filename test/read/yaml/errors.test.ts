import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag, positionAt } from '../../../src/diagnostics/diagnostic.ts';
import { orderDiagnostics } from '../../../src/diagnostics/report.ts';
import { readYamlContract } from '../../../src/read/yaml/contract.ts';

/** Every complaint as `line:column code message [marked text] | help`. */
function complaints(text: string): readonly string[] {
  const bag = createDiagnosticBag();
  const contract = readYamlContract({ path: 'x.yaml', text }, bag);
  expect(contract === undefined).toBe(bag.failed);
  return orderDiagnostics(bag.diagnostics).map(({ code, message, span, help, related }) => {
    if (span === undefined) throw new Error(`no place: ${message}`);
    const { line, column } = positionAt(span.file, span.start);
    const marked = text.slice(span.start, span.end).replace(/\s+/g, ' ');
    const others = (related ?? []).map((one) => {
      const at = positionAt(one.span.file, one.span.start);
      return ` | ${one.message} ${at.line}:${at.column}`;
    });
    const end = help === undefined ? '' : ` | ${help.replaceAll('\n', ' ')}`;
    return `${line}:${column} ${code} ${message} [${marked}]${end}${others.join('')}`;
  });
}

const top = 'asmx: 1\nname: S\nnamespace: http://t/\n';
const withOperation = (operation: string, types = ''): string =>
  `${top}services:\n  A:\n    operations:\n      Op: ${operation}\n${types}`;
const withParameter = (type: string): string => withOperation(`{ parameters: { p: ${type} } }`);
const nameRule = 'a name begins with a letter or _ and continues with letters, digits, _, - and .';
const looks = 'a type looks like int, string?, Item[], Item* or Item | null';

const table: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'an empty file',
    '',
    [
      '1:1 ASMX1012 the file is empty [] | a contract begins with asmx: 1, name, namespace and services',
    ],
  ],
  ['a list', '- a', ['1:1 ASMX1013 the contract must be a map, not a list [- a]']],
  [
    'a tab as indentation',
    'asmx: 1\nservices:\n\tA: 1\n',
    ['3:1 ASMX1010 tabs are not allowed as indentation [ ] | indent with spaces'],
  ],
  [
    'several documents',
    'asmx: 1\n---\nasmx: 1\n',
    [
      "2:1 ASMX1010 the file holds several YAML documents [--- asmx: 1 ] | keep one document in the file and remove the '---' between them",
    ],
  ],
  [
    'a value with a colon',
    'asmx: 1\nname: a: b\n',
    [
      "2:7 ASMX1010 nested mappings are not allowed in compact mappings [a] | put a value that holds ': ' in quotes, or a map on lines of its own",
    ],
  ],
  [
    'a missing comma',
    'asmx: 1\nservices: { "A": {} "B": {} }\n',
    [
      '2:21 ASMX1010 unexpected text ["B"] | check the comma, the quotes and the brackets before it',
    ],
  ],
  [
    'an open map',
    'asmx: 1\nservices: {',
    [
      '2:12 ASMX1010 the map must be indented, and end with a } [] | check the indentation and the closing bracket',
    ],
  ],
  ['an open quote', 'asmx: 1\nname: "a\n', ['3:1 ASMX1010 missing closing "quote []']],
  ['a tag', 'asmx: !one 1\n', ['1:7 ASMX1010 unresolved tag: !one [!one] | remove the tag']],
  [
    'a merge key and bad aliases',
    `${top}services:\n  A: &a\n    <<: *b\n    operations: *a\n`,
    [
      "5:3 ASMX3005 service 'A' has no operations [A] | add an operation to it",
      "6:5 ASMX1010 merge keys ('<<') are not supported [<<] | write the keys out",
      "6:9 ASMX1010 alias '*b' has no anchor before it [*b]",
      "7:17 ASMX1010 alias '*a' is inside its own anchor [*a]",
    ],
  ],
  [
    'what is missing and misspelt at the top',
    'asmx: 2\nnmae: S\nnamespace: foo\nbaseUrl: ftp://x\nservices:\n',
    [
      "1:1 ASMX1012 key 'name' is missing in the contract [asmx] | it names the generated functions, for example name: School",
      "1:7 ASMX1013 version '2' of the notation is not known [2] | write asmx: 1",
      "2:1 ASMX1011 unknown key 'nmae' in the contract [nmae] | did you mean 'name'?",
      "3:12 ASMX3006 namespace 'foo' is not an absolute URI [foo] | a new service should have one such as http://tempuri.org/; an old one keeps its own",
      "4:10 ASMX1013 baseUrl 'ftp://x' is not the address of a server [ftp://x] | begin it with http:// or https://",
      '5:1 ASMX3005 the contract has no services [services] | add a service with an operation',
    ],
  ],
  [
    'values of the wrong kind',
    'asmx: one\nname: 5\nnamespace: [a]\nservices:\n  A: []\n  B:\n  C: { operations: { D: x, E: { oneWay: 1, parameters: [a, b], returns: [int] } } }\n',
    [
      "1:7 ASMX1013 version 'one' of the notation is not known [one] | write asmx: 1",
      "2:7 ASMX1013 'name' in the contract must be a text, not the number 5 [5] | put it in quotes: '5'",
      "3:12 ASMX1013 'namespace' in the contract must be a text, not a list [[a]]",
      "5:6 ASMX1013 service 'A' must be a map, not a list [[]]",
      "6:3 ASMX1012 key 'operations' is missing in service 'B' [B] | add operations to it",
      "7:25 ASMX1013 operation 'D' must be a map, not the text 'x' [x]",
      "7:41 ASMX1013 'oneWay' in operation 'E' must be true or false, not the number 1 [1]",
      "7:56 ASMX1013 'parameters' of operation 'E' must be a map, not a list [[a, b]] | write each parameter as a key with its type: { code: string, phone: string }",
      `7:73 ASMX1013 the type of the result of operation 'E' must be a text, not a list [[int]] | ${looks}`,
    ],
  ],
  [
    'names that are no NCName',
    `asmx: 1\nname: My School\nnamespace: http://t/\nservices:\n  1A: { operations: { 'b c': { parameters: { 'd:e': int, '': int } } } }\n`,
    [
      `2:7 ASMX3001 'My School' cannot be the name of this contract [My School] | write 'My_School': ${nameRule}`,
      `5:3 ASMX3001 '1A' cannot be the name of this service [1A] | ${nameRule}`,
      `5:23 ASMX3001 'b c' cannot be the name of this operation ['b c'] | write 'b_c': ${nameRule}`,
      `5:46 ASMX3001 'd:e' cannot be the name of this parameter ['d:e'] | write 'd_e': ${nameRule}`,
      `5:58 ASMX3001 the name of this parameter is empty [''] | ${nameRule}`,
    ],
  ],
  [
    'keys that are twice',
    `${top}name: T\nservices:\n  A: { operations: { Op: {}, Op: {} } }\n  A: { operations: { Op: { parameters: { a: int, a: int } } } }\n`,
    [
      "4:1 ASMX2002 key 'name' appears twice [name] | first here 2:1",
      "6:30 ASMX2002 key 'Op' appears twice [Op] | first here 6:22",
      "7:3 ASMX2002 key 'A' appears twice [A] | first here 6:3",
      "7:50 ASMX2002 key 'a' appears twice [a] | first here 7:42",
    ],
  ],
  [
    'paths',
    `${top}services:\n  A: { operations: { O: } }\n  B: { path: /a.ASMX, operations: { O: } }\n  C: { path: c.asmx, operations: { O: } }\n  D: { path: 'http://h/d', operations: { O: } }\n  E: { path: /e?x, operations: { O: } }\n  F: { path: /../f, operations: { O: } }\n  G: { path: '/g h', operations: { O: } }\n  H: { path: 'h i', operations: { O: } }\n`,
    [
      "6:3 ASMX2002 services 'A' and 'B' would both be served at /a.ASMX [B] | give one of them another 'path': paths do not differ by letter case alone | 'A' is here 5:3",
      "7:14 ASMX1013 'c.asmx' cannot be the path of a service [c.asmx] | write /c.asmx",
      "8:14 ASMX1013 'http://h/d' cannot be the path of a service ['http://h/d'] | write the path alone, and the server as 'baseUrl'",
      "9:14 ASMX1013 '/e?x' cannot be the path of a service [/e?x] | leave out what follows '?' or '#'",
      "10:14 ASMX1013 '/../f' cannot be the path of a service [/../f] | write it without '//', '.' and '..'",
      "11:14 ASMX1013 '/g h' cannot be the path of a service ['/g h'] | write /g%20h",
      "12:14 ASMX1013 'h i' cannot be the path of a service ['h i'] | write /h%20i",
    ],
  ],
  [
    'namespaces',
    `${top}services:\n  A: { namespace: www.example.org/a, operations: { O: } }\n  B: { namespace: 'http://www.w3.org/2001/XMLSchema', operations: { O: } }\n`,
    [
      "5:19 ASMX3006 namespace 'www.example.org/a' is not an absolute URI [www.example.org/a] | a new service should have one such as http://www.example.org/a; an old one keeps its own",
      "6:19 ASMX1013 namespace 'http://www.w3.org/2001/XMLSchema' belongs to a standard ['http://www.w3.org/2001/XMLSchema'] | choose a namespace of your own",
    ],
  ],
  [
    'bindings',
    `${top}bindings: [soap11, soap11, http]\nservices:\n  A: { bindings: [], operations: { O: { bindings: soap11 } } }\n  B: { bindings: [httpGet], operations: { O: } }\n`,
    [
      "4:20 ASMX2002 binding 'soap11' appears twice in the contract [soap11]",
      "4:28 ASMX1013 a binding must be one of soap11, soap12, httpGet, httpPost, not the text 'http' [http]",
      "6:18 ASMX1013 'bindings' in service 'A' is empty [[]] | list one or more of soap11",
      "6:51 ASMX1013 'bindings' in operation 'O' must be a list, not the text 'soap11' [soap11]",
      "7:19 ASMX1013 binding 'httpGet' in service 'B' is not among those of the contract [httpGet] | the contract has soap11",
    ],
  ],
  [
    'bindings that cannot carry an operation',
    `${top}services:\n  A:\n    operations:\n      O: { parameters: { p: any }, bindings: [httpGet, soap11] }\n  B:\n    bindings: [httpPost]\n    operations:\n      O: { returns: { a: int, b: int } }\n`,
    [
      "7:46 ASMX3004 operation 'O' cannot be called by httpGet or httpPost: parameter 'p' is neither a simple value nor an array of them [[httpGet, soap11]] | list soap11 and soap12 only",
      "11:7 ASMX3004 operation 'O' could not be called over any binding: it has out parameters [O] | add soap11 or soap12 to the bindings",
    ],
  ],
  [
    'results',
    `${top}services:\n  A:\n    operations:\n      O: { returns: { written: jsn } }\n      P: { returns: int, oneWay: true }\n      Q: { returns: void? }\n      R: { returns: }\n`,
    [
      "7:32 ASMX1013 'written' must be one of json, text, binary, not 'jsn' [jsn] | did you mean 'json'?",
      "8:21 ASMX3004 operation 'P' is one-way and cannot return anything [int] | remove 'returns' or 'oneWay'",
      "9:21 ASMX2001 'void' is not the type of a value [void] | leave 'returns' out, or write returns: void, for an operation without result",
      `10:12 ASMX1012 the type of the result of operation 'R' is missing [returns] | ${looks}`,
    ],
  ],
  [
    'elements that would share a name',
    withOperation(
      '{ returns: St }',
      '      OpResponse:\n      St: { returns: St }\ntypes: { St: { fields: { x: int } } }\n',
    ),
    [
      "8:7 ASMX2002 operation 'Op' and operation 'OpResponse' would both be the element 'OpResponse' [OpResponse] | rename one of them | the other one 7:7",
      "7:22 ASMX2002 operation 'St' and the GET and POST result of 'Op' would both be the element 'St' [St] | rename one of them | the other one 9:7",
    ].sort(),
  ],
  [
    'headers and faults that cannot be',
    withOperation(
      "{ oneWay: true, headers: { A: { out: true, type: T }, B: { in: false, type: T }, C: 'T?', D: { inn: true, type: T }, E: {}, 1F: T }, faults: { G: T*, H: { type: T, in: true }, I: Tt } }",
      '      Got: { bindings: [httpGet], headers: { J: T } }\n      K: { headers: [J] }\ntypes: { T: { fields: { x: int } } }\n',
    ),
    [
      "7:38 ASMX3004 operation 'Op' is one-way and cannot answer with 'A' [A] | remove it or 'oneWay'",
      "7:65 ASMX3004 header 'B' is neither sent nor answered [B] | write in: true or out: true",
      "7:95 ASMX1014 the type of header 'C' cannot have '?' ['T?'] | every header may be left out",
      "7:106 ASMX1011 unknown key 'inn' in header 'D' [inn] | did you mean 'in'?",
      "7:128 ASMX1012 key 'type' is missing in header 'E' [E] | add its type, such as type: string",
      "7:135 ASMX3001 '1F' cannot be the name of this header [1F] | a name begins with a letter or _ and continues with letters, digits, _, - and .",
      "7:157 ASMX1014 the type of fault 'G' cannot have '*' [T*] | a fault has one detail",
      "7:175 ASMX1011 unknown key 'in' in fault 'H' [in] | known keys are type, documentation",
      "7:190 ASMX2001 type 'Tt' is not defined [Tt] | did you mean 'T'? | 'T' is defined here 10:10",
      "8:46 ASMX3004 'J' of operation 'Got' needs SOAP, and its bindings are httpGet [J] | add soap11 or soap12",
      "9:21 ASMX1013 'headers' of operation 'K' must be a map, not a list [[J]] | write each header as a key with its type: { Name: Type }",
    ],
  ],
  [
    'headers and faults with the names of other elements',
    withOperation(
      '{ headers: { Op: T, H: T }, faults: { F: T } }',
      '      P: { headers: { H: U, F: T } }\ntypes: { T: { fields: { x: int } }, U: { fields: { x: int } } }\n',
    ),
    [
      "7:24 ASMX2002 operation 'Op' and header 'Op' of operation 'Op' would both be the element 'Op' [Op] | rename one of them | the other one 7:7",
      "8:23 ASMX2002 header 'H' of operation 'Op' and header 'H' of operation 'P' would both be the element 'H' [H] | rename one of them | the other one 7:31",
    ],
  ],
  [
    'types that mean nothing',
    withOperation(
      '{ parameters: { a: strng, b: "xs:string", c: bool, d: Nothing, e: Stundent[], f: uuid?, g: Datetime } }',
      'types: { Student: { fields: { s: String } } }\n',
    ),
    [
      "7:30 ASMX2001 type 'strng' is not defined [strng] | did you mean 'string'?",
      "7:41 ASMX2001 type 'xs:string' is not defined [xs:string] | write 'string' without prefix",
      "7:56 ASMX2001 type 'bool' is not defined [bool] | write boolean",
      "7:65 ASMX2001 type 'Nothing' is not defined [Nothing] | declare it under 'types'",
      "7:77 ASMX1015 Stundent[] needs quotes here: other readers of YAML refuse the file [Stundent[]] | write 'Stundent[]': inside { } and [ ], YAML takes [] for a list",
      "7:77 ASMX2001 type 'Stundent' is not defined [Stundent] | did you mean 'Student'? | 'Student' is defined here 8:10",
      "7:92 ASMX2001 type 'uuid' is not defined [uuid] | write guid",
      "7:102 ASMX2001 type 'Datetime' is not defined [Datetime] | did you mean 'dateTime'?",
      "8:34 ASMX2001 type 'String' is not defined [String] | did you mean 'string'?",
    ],
  ],
  [
    'declarations of types',
    `${withOperation('')}types:
  string: { fields: {} }
  A: { feilds: {} }
  B: { fields: {}, values: [x] }
  C: { values: [] }
  D: { values: [x, y, x, null, [z]] }
  E: { values: { x: doc, y: 5 } }
  F: { fields: { a: int }, text: int }
  G: { extends: H }
  H: { extends: G }
  I: { extends: C, fields: { a: int } }
  J: { fields: { a: int }, attributes: { a: A, b: 'int[]' } }
  K: { extends: J, fields: { a: string } }
  L: { restricts: string, maxLength: many }
  M: { restricts: J }
  N: { restricts: 'string?' }
  O: { attributes: { a: any } }
  P: 5
  Q: { text: decimal }
  R: { extends: Q, fields: { a: int } }
`,
    [
      "9:3 ASMX2002 type 'string' would hide the built-in type of that name [string] | choose another name",
      "10:3 ASMX1012 key 'fields' is missing in type 'A' [A] | a type has 'fields', 'values' (an enumeration) or 'restricts' (a simple type)",
      "10:8 ASMX1011 unknown key 'feilds' in type 'A' [feilds] | did you mean 'fields'?",
      "11:20 ASMX1011 type 'B' cannot have both 'fields' and 'values' [values]",
      "12:16 ASMX1013 'values' in type 'C' is empty [[]] | list the words it may hold",
      "13:23 ASMX2002 value 'x' appears twice in type 'D' [x] | first here 13:17",
      "13:26 ASMX1013 a value in type 'D' must be a text [null]",
      "13:32 ASMX1013 a value in type 'D' must be a text [[z]]",
      "14:29 ASMX1013 the documentation of value 'y' must be a text, not the number 5 [5] | put it in quotes: '5'",
      "15:28 ASMX1011 type 'F' cannot have both 'fields' and 'text' [text] | text goes with attributes only",
      "16:17 ASMX2003 type 'G' rests on itself: 'G' → 'H' → 'G' [H]",
      "18:17 ASMX3003 type 'I' cannot extend 'C', which has no fields [C] | only types with 'fields' or 'text' can be extended",
      "19:45 ASMX3003 attribute 'a' must be a simple type, and 'A' is not [A]",
      "19:51 ASMX3003 attribute 'b' must be a simple type without '[]', '*' or '| null' ['int[]'] | make it a field: only elements can repeat",
      "20:30 ASMX2002 'a' in type 'K' is inherited from 'J' already [a] | remove it, or choose another name | inherited from here 19:18",
      "21:38 ASMX1013 'maxLength' in type 'L' must be a whole number, not 'many' [many]",
      "22:19 ASMX3003 'restricts' in type 'M' must be a simple type, and 'J' is not [J]",
      "23:19 ASMX1014 'restricts' in type 'N' must be a type's name alone, not 'string?' ['string?']",
      "24:25 ASMX3003 attribute 'a' must be a simple type, and 'any' is not [any]",
      "25:6 ASMX1013 type 'P' must be a map, not the number 5 [5]",
      "27:17 ASMX3003 type 'R' has fields and cannot extend 'Q', which has text [Q]",
    ],
  ],
  [
    'arrays that would share a name',
    `${withOperation('{ parameters: { a: "Item[]", b: "item[]" } }')}types:\n  Item: { fields: { x: int } }\n  item: { fields: { x: int } }\n`,
    [
      "7:44 ASMX2002 the type of this array would be named 'ArrayOfItem', which is taken [item[]] | rename the other type | the other 'ArrayOfItem' 7:31",
    ],
  ],
  [
    'an array and a type that would share a name',
    `${withOperation('{ bindings: [soap11], parameters: { a: "int[]" } }')}types:\n  ArrayOfInt: { fields: { x: int } }\n`,
    [
      "7:51 ASMX2002 the type of this array would be named 'ArrayOfInt', which is taken [int[]] | rename the other type | the other 'ArrayOfInt' 9:3",
    ],
  ],
  [
    'a type no one uses: a hint, the contract is sound',
    `${withOperation('')}types:\n  Item: { fields: { x: int } }\n`,
    ["9:3 ASMX6003 type 'Item' is used by no operation [Item]"],
  ],
  [
    'a field without type',
    withParameter(''),
    [`7:27 ASMX1012 the type of parameter 'p' is missing [p] | ${looks}`],
  ],
  [
    'a field with a map that says too little',
    withParameter('{ optional: true, defualt: 1, default: [1] }'),
    [
      "7:27 ASMX1012 key 'type' is missing in parameter 'p' [p] | add its type, such as type: string",
      "7:48 ASMX1011 unknown key 'defualt' in parameter 'p' [defualt] | did you mean 'default'?",
      "7:69 ASMX1013 'default' in parameter 'p' must be a single value [[1]]",
    ],
  ],
];

describe('readYamlContract reports', () => {
  test.each(table)('%s', (_name, text, wanted) => {
    expect(complaints(text)).toEqual(wanted);
  });

  const expressions: readonly (readonly [string, string])[] = [
    ["'int['", "'[' is unexpected in type expression 'int[' [[]"],
    ["''", `type expression '' ends too early [''] | ${looks}`],
    ["'| int'", "'|' is unexpected in type expression '| int' [|]"],
    ["'int |'", `type expression 'int |' ends too early ['int |'] | ${looks}`],
    ["'null'", 'null alone is not a type [null] | write a type before it: string | null'],
    ["'int | null | null'", "'null' appears twice [null]"],
    [
      "'int | string'",
      'only null can be the other side of a union [string] | declare a type of its own',
    ],
    [
      "'int | null?'",
      "'?' cannot follow 'null' [?] | put the question mark after the type: string? | null",
    ],
    ["'(int'", "')' is missing ['(int']"],
    ["'int)'", "')' is unexpected in type expression 'int)' [)]"],
    [
      "'string?[]'",
      'an item of an array cannot be optional [[]] | write string[]? for an array that may be absent',
    ],
    [
      "'string*[]'",
      "'*' and '[]' cannot be combined [[]] | write string[][] for an array of arrays",
    ],
    [
      "'string*?'",
      "'?' says nothing after '*' [?] | a repeated element may be absent already: leave the '?' out",
    ],
    [
      "'string?*'",
      "'*' cannot follow '?' [*] | a repeated element may be absent already: leave the '?' out",
    ],
    ["'string??'", "'?' appears twice [?]"],
    [
      "'a b'",
      "'b' is unexpected in type expression 'a b' [b] | give each parameter a key of its own",
    ],
    ["'5'", "'5' is unexpected in type expression '5' [5]"],
    [
      "'a, b'",
      "',' is unexpected in type expression 'a, b' [,] | give each parameter a key of its own",
    ],
    [`'a${'[]'.repeat(17)}'`, "more than 16 '[]' [[]]"],
    [`'${'('.repeat(1001)}'`, `the type expression is too long ['${'('.repeat(1001)}']`],
    ['5', "'5' is unexpected in type expression '5' [5]"],
  ];
  test.each(expressions)('type expression %.40s', (expression, wanted) => {
    expect(
      complaints(withParameter(expression)).map((one) => one.replace(/^\S+ ASMX1014 /, '')),
    ).toEqual([wanted]);
  });
});
