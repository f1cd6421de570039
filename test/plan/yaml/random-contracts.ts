import fc from 'fast-check';
import type { Span } from '../../../src/diagnostics/diagnostic.ts';
import type { BindingKind } from '../../../src/model/wsdl.ts';
import type {
  ArrayType,
  ContractNotation,
  ElementNotation,
  FieldNotation,
  NamedType,
  OperationNotation,
  ReturnsNotation,
  TypeExpression,
  TypeNotation,
} from '../../../src/model/yaml.ts';

const span: Span = { file: { path: 'random', text: '' }, start: 0, end: 0 };

const kinds: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];
const builtins = [
  'string',
  'int',
  'long',
  'boolean',
  'dateTime',
  'decimal',
  'guid',
  'char',
  'anyURI',
];
const contents = ['any', 'xml', 'dataset', 'datatable', 'base64Binary'];

/** Names that YAML, XML or JavaScript may take for something else among them. */
const names = fc.constantFrom(
  'a',
  'b',
  'no',
  'null',
  'true',
  '__proto__',
  'type',
  'written',
  'name.x',
  'über',
  'constructor',
  'X-1',
  '_',
);
const typeNames = ['Item', 'item', 'ArrayOfItem', 'Kind', 'Code', 'Base', 'null', 'é'];

const documentation = fc.option(
  fc
    .oneof(
      fc.constantFrom(
        'Plain.',
        'a: b',
        '- x',
        '# c',
        'one\ntwo',
        'one\n\n  two\n\n\nthree',
        'it\'s "so"',
        '[] {} | >',
        '<b>&amp;</b>',
        '5',
        'null',
      ),
      fc
        .string({ unit: 'grapheme', maxLength: 12 })
        .map((one) => one.replace(/[\p{Cc}\ufffe\uffff]/gu, '').trim()),
    )
    .map((text) => (text === '' ? undefined : text)),
  { nil: undefined },
);

const named = (name: string): NamedType => ({ kind: 'named', name, span });
/** Of types and elements; most have that of the service. */
const namespace = fc.option(fc.constantFrom('urn:x', 'urn:y', 'urn:z'), {
  nil: undefined,
  freq: 2,
});

const plain = (base: NamedType | ArrayType): TypeExpression => ({
  base,
  optional: false,
  nillable: false,
  repeated: false,
  span,
});

const base = (declared: readonly string[]): fc.Arbitrary<NamedType | ArrayType> => {
  const simple = fc.constantFrom(...builtins, ...contents, ...declared).map(named);
  return fc.oneof(
    { weight: 4, arbitrary: simple },
    {
      weight: 1,
      arbitrary: fc
        .tuple(simple, fc.boolean(), fc.boolean())
        .map(([item, nillable, twice]): ArrayType => {
          const array: ArrayType = { kind: 'array', item: { ...plain(item), nillable }, span };
          return twice ? { kind: 'array', item: plain(array), span } : array;
        }),
    },
  );
};

const field = (declared: readonly string[]): fc.Arbitrary<FieldNotation> =>
  fc.record({
    name: names,
    span: fc.constant(span),
    documentation,
    default: fc.option(fc.constantFrom('5', 'x', ' y ', '', 'null'), { nil: undefined, freq: 4 }),
    type: fc.tuple(base(declared), fc.constantFrom('', '?', '*'), fc.boolean()).map(
      ([of, mark, nillable]): TypeExpression => ({
        base: of,
        optional: mark === '?',
        repeated: mark === '*',
        nillable,
        span,
      }),
    ),
  });

const fields = (declared: readonly string[]): fc.Arbitrary<readonly FieldNotation[]> =>
  fc.uniqueArray(field(declared), { selector: (one) => one.name, maxLength: 4 });

const returns = (declared: readonly string[], operation: string): fc.Arbitrary<ReturnsNotation> =>
  fc.oneof(
    fc.constant<ReturnsNotation>({ kind: 'void' }),
    fc
      .constantFrom('json', 'text', 'binary')
      .map((as): ReturnsNotation => ({ kind: 'written', as: as as 'json' })),
    field(declared).map(
      (one): ReturnsNotation => ({ kind: 'result', field: { ...one, name: `${operation}Result` } }),
    ),
    fields(declared)
      .filter((all) => all.length > 1 && !all.some((one) => one.name === 'type'))
      .map((all): ReturnsNotation => ({ kind: 'out', fields: all })),
  );

const elements = (declared: readonly string[]): fc.Arbitrary<readonly ElementNotation[]> =>
  fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('Session', 'Übergabe', 'in'),
      span: fc.constant(span),
      namespace,
      documentation,
      type: fc.record({
        base: base(declared),
        optional: fc.constant(false),
        repeated: fc.constant(false),
        nillable: fc.boolean(),
        span: fc.constant(span),
      }),
    }),
    { selector: (one) => one.name, maxLength: 2 },
  );

const directions = fc.constantFrom(
  { in: true, out: false },
  { in: false, out: true },
  { in: true, out: true },
);

const subset = (of: readonly BindingKind[]): fc.Arbitrary<readonly BindingKind[]> =>
  fc.subarray([...of], { minLength: 1 });

const operation = (
  declared: readonly string[],
  name: string,
  bindings: readonly BindingKind[],
): fc.Arbitrary<OperationNotation> =>
  fc
    .record({
      name: fc.constant(name),
      span: fc.constant(span),
      documentation,
      parameters: fields(declared),
      returns: returns(declared, name),
      headers: fc
        .tuple(elements(declared), directions)
        .map(([all, direction]) => all.map((one) => ({ ...one, ...direction }))),
      faults: elements(declared),
      oneWay: fc.boolean(),
      bindings: fc.oneof(fc.constant(bindings), subset(bindings)),
      soapAction: fc.option(fc.constantFrom('', 'urn:action', 'x y'), { nil: undefined, freq: 4 }),
    })
    .map((one) => {
      const soap = one.bindings.some((kind) => kind === 'soap11' || kind === 'soap12');
      // Elements of a namespace have different names, as have those of operations.
      const own = <T extends FieldNotation>(all: readonly T[], what: string): readonly T[] =>
        soap ? all.map((each) => ({ ...each, name: `${each.name}.${name}${what}` })) : [];
      const answers = one.faults.length > 0 || one.headers.some((header) => header.out);
      return {
        ...one,
        headers: own(one.headers, 'Header'),
        faults: own(one.faults, 'Problem'),
        oneWay: one.oneWay && one.returns.kind === 'void' && !answers,
      };
    });

/** The same with parts that style rpc can have. */
function asParts(operation: OperationNotation): OperationNotation {
  const part = (one: FieldNotation): FieldNotation => {
    const { base } = one.type;
    const isContent = base.kind === 'named' && ['xml', 'dataset', 'datatable'].includes(base.name);
    return { ...one, default: undefined, type: plain(isContent ? named('any') : base) };
  };
  const { returns } = operation;
  return {
    ...operation,
    parameters: operation.parameters.map(part),
    returns:
      returns.kind === 'result'
        ? { ...returns, field: part(returns.field) }
        : returns.kind === 'out'
          ? { ...returns, fields: returns.fields.map(part) }
          : returns,
  };
}

const types: fc.Arbitrary<readonly TypeNotation[]> = fc
  .uniqueArray(fc.constantFrom(...typeNames), { maxLength: 5 })
  .chain((declared) =>
    fc.tuple(
      ...declared.map((name, at): fc.Arbitrary<TypeNotation> => {
        const head = { name, span };
        const earlier = fc.constantFrom(undefined, ...declared.slice(0, at));
        return fc.oneof(
          fc.record({
            kind: fc.constant('class' as const),
            ...constants(head),
            namespace,
            documentation,
            abstract: fc.boolean(),
            fields: fields(declared),
            attributes: fc.constant([]),
          }),
          fc.record({
            kind: fc.constant('class' as const),
            ...constants(head),
            namespace,
            documentation,
            abstract: fc.constant(false),
            extends: earlier.map((one) => (one === undefined ? undefined : named(one))),
            fields: fc.constant([]),
            attributes: fc.constant([]),
          }),
          fc.record({
            kind: fc.constant('enumeration' as const),
            ...constants(head),
            namespace,
            documentation,
            flags: fc.boolean(),
            values: fc.uniqueArray(
              fc.record({
                value: fc.constantFrom('A', '3', 'no', ' x', 'a: b', '#', 'x,y', 'é'),
                documentation,
                span: fc.constant(span),
              }),
              { selector: (one) => one.value, minLength: 1, maxLength: 4 },
            ),
          }),
          fc.record({
            kind: fc.constant('restriction' as const),
            ...constants(head),
            namespace,
            documentation,
            base: fc.constant(named('string')),
            facets: fc.constantFrom(
              [],
              [
                { name: 'maxLength' as const, value: '007', span },
                { name: 'pattern' as const, value: '[A-Z]{2}: #', span },
              ],
            ),
          }),
        );
      }),
    ),
  );

function constants<T extends object>(values: T): { [K in keyof T]: fc.Arbitrary<T[K]> } {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, fc.constant(value)]),
  ) as { [K in keyof T]: fc.Arbitrary<T[K]> };
}

/**
 * Contracts of one service; some are refused by the reader, such as those whose types rest on
 * themselves.
 */
export const contracts: fc.Arbitrary<ContractNotation> = types.chain((declared) =>
  subset(kinds).chain((bindings) => {
    const known = declared.map((one) => one.name);
    return fc
      .record({
        documentation,
        serviceDocumentation: documentation,
        baseUrl: fc.constantFrom(undefined, 'http://localhost:8080', 'https://example.org/a/b'),
        namespace: fc.constantFrom('http://tempuri.org/', 'urn:x'),
        path: fc.constantFrom('/S.asmx', '/a/b/S.asmx'),
        allParameters: fc.boolean(),
        elements: fc.constantFrom(undefined, 'unqualified' as const),
        soapActions: fc.constantFrom(undefined, '{namespace}#{operation}', 'urn:{operation}'),
        style: fc.constantFrom(undefined, 'rpc' as const),
        operations: fc.tuple(
          ...['Get', 'get', 'Set'].map((name) => operation(known, name, bindings)),
        ),
      })
      .map((one) => ({
        name: 'Random',
        namespace: one.namespace,
        baseUrl: one.baseUrl,
        documentation: one.documentation,
        allParameters: one.allParameters,
        elements: one.elements,
        services: [
          {
            name: 'S',
            span,
            path: one.path,
            namespace: one.namespace,
            bindings,
            soapActions: one.soapActions,
            style: one.style,
            documentation: one.serviceDocumentation,
            operations: one.style === 'rpc' ? one.operations.map(asParts) : one.operations,
          },
        ],
        types: new Map(declared.map((type) => [type.name, type])),
      }));
  }),
);
