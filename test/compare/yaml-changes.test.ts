import { describe, expect, test } from '@jest/globals';
import { changeLine, compareTexts, placed } from './compare.ts';

/** A contract whose parts can be replaced. */
function contract(parts: Partial<Record<'head' | 'services' | 'types', string>>): string {
  return `asmx: 1
name: Shop
namespace: urn:shop
baseUrl: http://localhost:9
${parts.head ?? ''}
services:
  Orders:
${parts.services ?? "    operations: { Op: { parameters: { a: 'T' }, returns: int } }"}
types:
  Unused: { fields: { x: int } }
  ${parts.types ?? 'T: { fields: { a: int } }'}
`;
}

const operation = (text: string): string =>
  contract({ services: `    operations: { Op: ${text} }` });
const wantsAll = (text: string): string =>
  text.replace('name: Shop', 'name: Shop\nallParameters: true');
const operations = (text: string): string => contract({ services: `    operations: { ${text} }` });
const service = (text: string): string => contract({ services: `    ${text}` });
/** The type `T` in requests only, in responses only, and both. */
const inRequest = (type: string): string =>
  contract({ services: '    operations: { Op: { parameters: { t: T } } }', types: type });
const inResponse = (type: string): string =>
  contract({ services: '    operations: { Op: { returns: T } }', types: type });
const inBoth = (type: string): string =>
  contract({
    services: '    operations: { Op: { parameters: { t: T }, returns: T } }',
    types: type,
  });

const soap = 'soap11+soap12';
const http = 'httpGet+httpPost';

type Case = readonly [what: string, old: string, now: string, lines: readonly string[]];

const cases: readonly Case[] = [
  // parameters
  [
    'required parameter added',
    operation('{ parameters: { a: int } }'),
    operation('{ parameters: { a: int, b: int } }'),
    ['field-added | callers | all | Orders.Op request.b'],
  ],
  [
    'optional parameter added',
    operation('{ parameters: { a: int } }'),
    operation('{ parameters: { a: int, b: string? } }'),
    ['field-added | compatible | all | Orders.Op request.b'],
  ],
  [
    'optional parameter added where GET and POST want it all the same',
    wantsAll(operation('{ parameters: { a: int } }')),
    wantsAll(operation('{ parameters: { a: int, b: string? } }')),
    [
      `field-added | callers | ${http} | Orders.Op request.b`,
      `field-added | compatible | ${soap} | Orders.Op request.b`,
    ],
  ],
  [
    'required parameter removed',
    operation('{ parameters: { a: int, b: int } }'),
    operation('{ parameters: { a: int } }'),
    ['field-removed | callers+servers | all | Orders.Op request.b'],
  ],
  [
    'parameter made required',
    operation('{ parameters: { a: string? } }'),
    operation('{ parameters: { a: string } }'),
    ['field-required | callers | all | Orders.Op request.a'],
  ],
  [
    'parameter made optional',
    operation('{ parameters: { a: string } }'),
    operation('{ parameters: { a: string? } }'),
    ['field-optional | servers | all | Orders.Op request.a'],
  ],
  [
    'parameter made optional where GET and POST want it all the same',
    wantsAll(operation('{ parameters: { a: string } }')),
    wantsAll(operation('{ parameters: { a: string? } }')),
    [`field-optional | servers | ${soap} | Orders.Op request.a`],
  ],
  [
    'parameter widened',
    operation('{ parameters: { a: int } }'),
    operation('{ parameters: { a: long } }'),
    ['type-changed | servers | all | Orders.Op request.a'],
  ],
  [
    'parameter narrowed',
    operation('{ parameters: { a: int } }'),
    operation('{ parameters: { a: short } }'),
    ['type-changed | callers | all | Orders.Op request.a'],
  ],
  [
    'parameter of a type without common values',
    operation('{ parameters: { a: int } }'),
    operation('{ parameters: { a: dateTime } }'),
    ['type-changed | callers+servers | all | Orders.Op request.a'],
  ],
  [
    'parameter float to double',
    operation('{ parameters: { a: float } }'),
    operation('{ parameters: { a: double } }'),
    ['type-changed | servers | all | Orders.Op request.a'],
  ],
  [
    'parameter became an array',
    operation('{ parameters: { a: int, b: Unused } }'),
    operation("{ parameters: { a: 'int[]', b: Unused } }"),
    [`type-changed | callers+servers | ${soap} | Orders.Op request.a`],
  ],
  [
    'parameter became repeated',
    operation('{ parameters: { a: int, b: Unused } }'),
    operation("{ parameters: { a: 'int*', b: Unused } }"),
    [
      `field-optional | servers | ${soap} | Orders.Op request.a`,
      `field-repeated | servers | ${soap} | Orders.Op request.a`,
    ],
  ],
  [
    'parameters in another order',
    operation('{ parameters: { a: int, b: int } }'),
    operation('{ parameters: { b: int, a: int } }'),
    [`order-changed | callers+servers | ${soap} | Orders.Op request`],
  ],
  [
    'parameter respelt by letter case',
    operation('{ parameters: { ClassID: int } }'),
    operation('{ parameters: { classId: int } }'),
    [
      `field-added | callers | ${soap} | Orders.Op request.classId`,
      `field-removed | callers+servers | ${soap} | Orders.Op request.ClassID`,
      `field-recased | compatible | ${http} | Orders.Op request.classId`,
    ],
  ],
  [
    'default of a parameter changed',
    operation('{ parameters: { a: { type: int, default: 1 } } }'),
    operation('{ parameters: { a: { type: int, default: 2 } } }'),
    [`default-changed | callers+servers | ${soap} | Orders.Op request.a`],
  ],
  // results
  [
    'result added',
    operation('{}'),
    operation('{ returns: int }'),
    [
      `field-added | servers | ${soap} | Orders.Op response.OpResult`,
      `result-added | servers | ${http} | Orders.Op response`,
    ],
  ],
  [
    'result removed',
    operation('{ returns: int }'),
    operation('{}'),
    [
      `field-removed | callers | ${soap} | Orders.Op response.OpResult`,
      `result-removed | callers | ${http} | Orders.Op response`,
    ],
  ],
  [
    'result widened',
    operation('{ returns: int }'),
    operation('{ returns: long }'),
    [
      `type-changed | callers | ${soap} | Orders.Op response.OpResult`,
      `message-element-changed | callers+servers | ${http} | Orders.Op response`,
    ],
  ],
  [
    'out parameter added',
    operation('{ returns: { OpResult: int, x: int } }'),
    operation('{ returns: { OpResult: int, x: int, y: int } }'),
    [`field-added | servers | ${soap} | Orders.Op response.y`],
  ],
  [
    'out parameter made optional',
    operation('{ returns: { OpResult: int, x: int } }'),
    operation('{ returns: { OpResult: int, x: int? } }'),
    [`field-optional | callers | ${soap} | Orders.Op response.x`],
  ],
  [
    'one-way',
    operation('{ parameters: { a: Unused } }'),
    operation('{ parameters: { a: Unused }, oneWay: true }'),
    [`one-way-changed | callers | ${soap} | Orders.Op`],
  ],
  [
    'no longer one-way',
    operation('{ parameters: { a: Unused }, oneWay: true }'),
    operation('{ parameters: { a: Unused } }'),
    [`one-way-changed | servers | ${soap} | Orders.Op`],
  ],
  [
    'what is written',
    operation('{ returns: { written: json } }'),
    operation('{ returns: { written: text } }'),
    ['written-changed | callers+servers | all | Orders.Op'],
  ],
  // types
  [
    'enumeration value added, request',
    inRequest('T: { values: [A] }'),
    inRequest('T: { values: [A, B] }'),
    ['enumeration-value-added | servers | all | T'],
  ],
  [
    'enumeration value added, response',
    inResponse('T: { values: [A] }'),
    inResponse('T: { values: [A, B] }'),
    ['enumeration-value-added | callers | all | T'],
  ],
  [
    'enumeration value removed, request',
    inRequest('T: { values: [A, B] }'),
    inRequest('T: { values: [A] }'),
    ['enumeration-value-removed | callers | all | T'],
  ],
  [
    'enumeration value removed, response',
    inResponse('T: { values: [A, B] }'),
    inResponse('T: { values: [A] }'),
    ['enumeration-value-removed | servers | all | T'],
  ],
  [
    'enumeration value added, both ways',
    inBoth('T: { values: [A] }'),
    inBoth('T: { values: [A, B] }'),
    ['enumeration-value-added | callers+servers | all | T'],
  ],
  [
    'maxLength lowered, request',
    inRequest('T: { restricts: string, maxLength: 9 }'),
    inRequest('T: { restricts: string, maxLength: 5 }'),
    ['facet-tightened | callers | all | T'],
  ],
  [
    'maxLength raised, response',
    inResponse('T: { restricts: string, maxLength: 5 }'),
    inResponse('T: { restricts: string, maxLength: 9 }'),
    ['facet-loosened | callers | all | T'],
  ],
  [
    'pattern set',
    inRequest('T: { restricts: string }'),
    inRequest('T: { restricts: string, pattern: "[A-Z]*" }'),
    ['facet-tightened | callers | all | T'],
  ],
  [
    'pattern replaced',
    inRequest('T: { restricts: string, pattern: "[a-z]*" }'),
    inRequest('T: { restricts: string, pattern: "[A-Z]*" }'),
    ['facet-changed | callers+servers | all | T'],
  ],
  [
    'field made optional, response',
    inResponse('T: { fields: { a: int } }'),
    inResponse('T: { fields: { a: int? } }'),
    ['field-optional | callers | all | T.a'],
  ],
  [
    'field made required, response',
    inResponse('T: { fields: { a: int? } }'),
    inResponse('T: { fields: { a: int } }'),
    ['field-required | servers | all | T.a'],
  ],
  [
    'optional field added, response',
    inResponse('T: { fields: { a: int } }'),
    inResponse('T: { fields: { a: int, b: int? } }'),
    ['field-added | compatible | all | T.b'],
  ],
  [
    'required field added, response',
    inResponse('T: { fields: { a: int } }'),
    inResponse('T: { fields: { a: int, b: int } }'),
    ['field-added | servers | all | T.b'],
  ],
  [
    'optional field removed, request',
    inRequest('T: { fields: { a: int, b: int? } }'),
    inRequest('T: { fields: { a: int } }'),
    [`field-removed | callers | ${soap} | T.b`],
  ],
  [
    'field nillable, response',
    inResponse('T: { fields: { a: string } }'),
    inResponse('T: { fields: { a: string | null } }'),
    ['nillable-added | callers | all | T.a'],
  ],
  [
    'field no longer nillable, request',
    inRequest('T: { fields: { a: string | null } }'),
    inRequest('T: { fields: { a: string } }'),
    [`nillable-removed | callers | ${soap} | T.a`],
  ],
  [
    'field renamed',
    inRequest('T: { fields: { note_type: int } }'),
    inRequest('T: { fields: { noteType: int } }'),
    [
      `field-added | callers | ${soap} | T.noteType`,
      `field-removed | callers+servers | ${soap} | T.note_type`,
    ],
  ],
  [
    'attribute made required',
    inRequest('T: { fields: { a: int }, attributes: { k: int? } }'),
    inRequest('T: { fields: { a: int }, attributes: { k: int } }'),
    [`attribute-required | callers | ${soap} | T@k`],
  ],
  [
    'optional attribute added',
    inBoth('T: { fields: { a: int } }'),
    inBoth('T: { fields: { a: int }, attributes: { k: int? } }'),
    [`attribute-added | compatible | ${soap} | T@k`],
  ],
  [
    'attribute removed',
    inResponse('T: { fields: { a: int }, attributes: { k: int } }'),
    inResponse('T: { fields: { a: int } }'),
    ['attribute-removed | callers | all | T@k'],
  ],
  [
    'attribute of another type',
    inRequest('T: { fields: { a: int }, attributes: { k: int } }'),
    inRequest('T: { fields: { a: int }, attributes: { k: string } }'),
    [`type-changed | servers | ${soap} | T@k`],
  ],
  [
    'derived type added, response',
    inResponse('T: { fields: { a: int } }'),
    inResponse('T: { fields: { a: int } }\n  U: { extends: T, fields: { b: int } }'),
    ['derived-type-added | callers | all | T'],
  ],
  [
    'derived type removed, request',
    inRequest('T: { fields: { a: int } }\n  U: { extends: T, fields: { b: int } }'),
    inRequest('T: { fields: { a: int } }'),
    [`derived-type-removed | callers | ${soap} | T`],
  ],
  [
    'abstract now, request',
    inRequest('T: { fields: { a: int } }\n  U: { extends: T }'),
    inRequest('T: { abstract: true, fields: { a: int } }\n  U: { extends: T }'),
    [`abstract-changed | callers | ${soap} | T`],
  ],
  [
    'field of a base type',
    inResponse('B: { fields: { x: int? } }\n  T: { extends: B }'),
    inResponse('B: { fields: { x: int } }\n  T: { extends: B }'),
    ['field-required | servers | all | B.x'],
  ],
  [
    'text of a type',
    inRequest('T: { text: int, attributes: { k: int } }'),
    inRequest('T: { text: short, attributes: { k: int } }'),
    [`type-changed | callers | ${soap} | T`],
  ],
  [
    'a type that refers to itself',
    inBoth('T: { fields: { t: T?, list: "T*", a: int } }'),
    inBoth('T: { fields: { t: T?, list: "T*", a: int? } }'),
    [`field-optional | callers+servers | ${soap} | T.a`],
  ],
  [
    'type renamed',
    contract({
      services: '    operations: { Op: { parameters: { t: T } } }',
      types: 'T: { fields: { a: int } }',
    }),
    contract({
      services: '    operations: { Op: { parameters: { t: S } } }',
      types: 'S: { fields: { a: int } }',
    }),
    [`type-renamed | compatible | ${soap} | S`],
  ],
  // operations, bindings, services
  [
    'operation added',
    operations('A: {}'),
    operations('A: {}, B: { parameters: { x: int } }'),
    ['operation-added | servers | all | Orders.B'],
  ],
  [
    'operation removed',
    operations('A: {}, B: { parameters: { x: int } }'),
    operations('A: {}'),
    ['operation-removed | callers | all | Orders.B'],
  ],
  [
    'operation renamed',
    operations('GetUser: { parameters: { id: int }, returns: string }'),
    operations('FindUser: { parameters: { id: int }, returns: string }'),
    ['operation-renamed | callers+servers | all | Orders.GetUser'],
  ],
  [
    'binding of an operation removed',
    operations('A: {}, B: {}'),
    operations('A: {}, B: { bindings: [soap11, soap12, httpPost] }'),
    ['binding-removed | callers | httpGet | Orders.B'],
  ],
  [
    'binding of an operation added',
    operations('A: {}, B: { bindings: [soap11, soap12, httpPost] }'),
    operations('A: {}, B: {}'),
    ['binding-added | servers | httpGet | Orders.B'],
  ],
  [
    'binding of a service removed',
    service('operations: { A: {}, B: {} }'),
    service('bindings: [soap11, soap12]\n    operations: { A: {}, B: {} }'),
    [
      'binding-removed | callers | httpGet | Orders',
      'binding-removed | callers | httpPost | Orders',
    ],
  ],
  [
    'action',
    operation('{}'),
    operation("{ soapAction: 'urn:other' }"),
    [`action-changed | callers+servers | ${soap} | Orders.Op`],
  ],
  [
    'path',
    service('operations: { A: {} }'),
    service('path: /new.asmx\n    operations: { A: {} }'),
    ['address-changed | callers+servers | all | Orders'],
  ],
  [
    'service added',
    service('operations: { A: {} }'),
    service('operations: { A: {} }\n  Other: { operations: { B: {} } }'),
    ['service-added | servers | all | Other'],
  ],
  [
    'service removed',
    service('operations: { A: {} }\n  Other: { operations: { B: {} } }'),
    service('operations: { A: {} }'),
    ['service-removed | callers | all | Other'],
  ],
  [
    'service renamed at the same path',
    service('path: /a.asmx\n    operations: { A: {} }'),
    service('path: /a.asmx\n    operations: { A: {} }').replace('Orders', 'Sales'),
    [
      'port-renamed | compatible | soap11 | Sales',
      'port-renamed | compatible | soap12 | Sales',
      'port-renamed | compatible | httpGet | Sales',
      'port-renamed | compatible | httpPost | Sales',
      'service-renamed | compatible | all | Sales',
    ],
  ],
  [
    'namespace',
    operation('{ parameters: { a: int } }'),
    operation('{ parameters: { a: int } }').replace('urn:shop', 'urn:store'),
    [`namespace-changed | callers+servers | ${soap} | urn:shop`],
  ],
  [
    'host',
    contract({}),
    contract({}).replace('localhost:9', 'example.org'),
    ['default-address-changed | compatible | all | Orders'],
  ],
  // texts
  [
    'documentation of an operation',
    operation('{ documentation: One. }'),
    operation('{ documentation: Two. }'),
    ['documentation-changed | documentation | all | Orders.Op'],
  ],
  [
    'documentation of a type',
    inRequest('T: { fields: { a: int } }'),
    inRequest('T: { documentation: Text., fields: { a: int } }'),
    [`documentation-changed | documentation | ${soap} | T`],
  ],
  [
    'documentation of the contract',
    contract({}),
    contract({ head: 'documentation: Text.' }),
    ['documentation-changed | documentation | all | Shop'],
  ],
  [
    'documentation of a value',
    inRequest('T: { values: { A: One } }'),
    inRequest('T: { values: { A: Two } }'),
    ['documentation-changed | documentation | all | T'],
  ],
  [
    'white space of a documentation',
    operation('{ documentation: One two. }'),
    operation('{ documentation: "One\\n  two." }'),
    [],
  ],
];

describe('each kind of change in YAML contracts has its class, binding and subject', () => {
  test.each(cases)('%s', (_what, old, now, lines) => {
    const found = compareTexts(old, now).changes.map(changeLine);
    expect([...found].sort()).toEqual([...lines].sort());
  });

  test.each(cases)('%s: both places are in their files', (_what, old, now) => {
    for (const change of compareTexts(old, now).changes) {
      expect(placed(change.old)).toMatch(/^old \d+: /);
      expect(placed(change.new)).toMatch(/^new \d+: /);
    }
  });

  test.each(cases)('%s: the same contract does not differ from itself', (_what, old, now) => {
    expect(compareTexts(old, old).changes).toEqual([]);
    expect(compareTexts(now, now).changes).toEqual([]);
  });
});
