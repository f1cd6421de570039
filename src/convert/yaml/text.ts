import type { BindingKind } from '../../model/wsdl.ts';
import {
  type ArrayType,
  bindingWords,
  type ClassNotation,
  type ContractNotation,
  type ElementNotation,
  type FieldNotation,
  type HeaderNotation,
  type NamedType,
  notationKeys,
  type OperationNotation,
  type ReturnsNotation,
  type ServiceNotation,
  type TypeExpression,
  type TypeNotation,
  whyNotHttp,
} from '../../model/yaml.ts';

/** Published JSON schema of the notation, for editors. */
export const contractSchemaUrl = 'https://unpkg.com/asmx-gen/specs/asmx-contract.schema.json';

/** Options for writing a contract. */
interface NotationTextOptions {
  /** Path or URL of the JSON schema for the first line. */
  readonly schema?: string | undefined;
  /** Lines of comments above contracts, services, operations, fields and types. */
  readonly comments?: ReadonlyMap<object, readonly string[]> | undefined;
}

/**
 * Writes a contract in the YAML notation. Equal contracts give equal bytes: keys have a fixed
 * order, defaults are omitted, and a short map is on one line.
 */
export function writeNotation(
  contract: ContractNotation,
  options: NotationTextOptions = {},
): string {
  const { comments } = options;
  const bindings = bindingWords.filter((word) =>
    contract.services.some((service) => service.bindings.includes(word)),
  );
  const types = [...contract.types.values()];
  const map: YamlMap = {
    entries: [
      ...entriesOf('contract', {
        asmx: 1,
        name: contract.name,
        namespace: contract.namespace,
        baseUrl: contract.baseUrl,
        bindings,
        elements: contract.elements,
        allParameters: contract.allParameters,
        documentation: contract.documentation,
      }),
      {
        key: 'services',
        apart: true,
        value: {
          spaced: true,
          entries: contract.services.map((one) => ({
            key: one.name,
            comment: comments?.get(one),
            value: serviceMap(one, contract, bindings, comments),
          })),
        },
      },
      ...(types.length === 0
        ? []
        : [{ key: 'types', apart: true, value: typesMap(types, comments) }]),
    ],
  };
  const head = (comments?.get(contract) ?? []).map((line) => `# ${line}`.trimEnd());
  const schema = `# yaml-language-server: $schema=${options.schema ?? contractSchemaUrl}`;
  return `${[schema, ...head].join('\n')}\n${yamlText(map)}`;
}

type Comments = NotationTextOptions['comments'];

function serviceMap(
  service: ServiceNotation,
  contract: ContractNotation,
  inherited: readonly BindingKind[],
  comments: Comments,
): YamlMap {
  const { name, path, namespace, bindings } = service;
  return {
    block: true,
    entries: entriesOf('service', {
      path: path === defaultPath(name) ? undefined : path,
      namespace: namespace === contract.namespace ? undefined : namespace,
      bindings: bindings.length === inherited.length ? undefined : bindings,
      soapActions: service.soapActions,
      style: service.style,
      script: service.script,
      documentation: service.documentation,
      operations: {
        block: true,
        entries: service.operations.map((one) => ({
          key: one.name,
          comment: comments?.get(one),
          value: operationMap(one, service, contract, comments),
        })),
      },
    }),
  };
}

/** Path of a service without `path`. */
export function defaultPath(service: string): string {
  return encodeURI(`/${service}.asmx`);
}

function operationMap(
  operation: OperationNotation,
  service: ServiceNotation,
  contract: ContractNotation,
  comments: Comments,
): YamlValue {
  const { documentation, parameters, returns, headers, faults, oneWay, soapAction } = operation;
  const fits = whyNotHttp(operation, contract.types) === undefined;
  const usual = service.bindings.filter((one) => fits || one === 'soap11' || one === 'soap12');
  const own = operation.bindings.filter((one) => usual.includes(one)).length !== usual.length;
  const entries = entriesOf('operation', {
    documentation,
    parameters: parameters.length === 0 ? undefined : fieldsMap(parameters, comments),
    returns: returnsValue(returns, comments),
    headers: headers.length === 0 ? undefined : headersMap(headers, comments),
    faults: faults.length === 0 ? undefined : faultsMap(faults, comments),
    oneWay,
    bindings: own ? operation.bindings : undefined,
    soapAction,
  });
  return entries.length === 0 ? { entries } : { block: true, entries };
}

function returnsValue(returns: ReturnsNotation, comments: Comments): YamlValue | undefined {
  if (returns.kind === 'void') return undefined;
  if (returns.kind === 'written') return { entries: [entry('written', returns.as)] };
  if (returns.kind === 'result') return fieldValue(returns.field);
  // A single one named 'written' must be a map, or it would be read as the keyword.
  const only = returns.fields.length === 1 ? returns.fields[0] : undefined;
  if (only?.name === 'written') return { entries: [entry('written', fieldMap(only))] };
  return fieldsMap(returns.fields, comments);
}

function headersMap(headers: readonly HeaderNotation[], comments: Comments): YamlMap {
  return {
    entries: headers.map((one) => ({
      key: one.name,
      comment: comments?.get(one),
      value: {
        entries: entriesOf('header', {
          ...elementValues(one),
          in: one.in,
          out: one.out,
        }),
      },
    })),
  };
}

function faultsMap(faults: readonly ElementNotation[], comments: Comments): YamlMap {
  return {
    entries: faults.map((one) => ({
      key: one.name,
      comment: comments?.get(one),
      value:
        one.namespace === undefined
          ? fieldValue(one)
          : { entries: entriesOf('fault', elementValues(one)) },
    })),
  };
}

function elementValues(one: ElementNotation): Values<'fault'> {
  return { type: typeText(one.type), namespace: one.namespace, documentation: one.documentation };
}

function fieldsMap(fields: readonly FieldNotation[], comments: Comments): YamlMap {
  return {
    entries: fields.map((one) => ({
      key: one.name,
      comment: comments?.get(one),
      value: fieldValue(one),
    })),
  };
}

function fieldValue(field: FieldNotation): YamlValue {
  const bare = field.documentation === undefined && field.default === undefined;
  return bare ? typeText(field.type) : fieldMap(field);
}

function fieldMap(field: FieldNotation): YamlMap {
  return { entries: entriesOf('field', fieldValues(field)) };
}

function fieldValues(field: FieldNotation): Values<'field'> {
  const { type, documentation, default: usual } = field;
  return { type: typeText(type), documentation, default: usual };
}

function typesMap(types: readonly TypeNotation[], comments: Comments): YamlMap {
  return {
    block: true,
    entries: types.map((type) => ({
      key: type.name,
      comment: comments?.get(type),
      value: { entries: typeEntries(type, comments) },
    })),
  };
}

function typeEntries(type: TypeNotation, comments: Comments): readonly YamlEntry[] {
  const { namespace, documentation } = type;
  switch (type.kind) {
    case 'class':
      return classEntries(type, comments);
    case 'restriction':
      return [
        ...entriesOf('restriction', { namespace, documentation, restricts: type.base.name }),
        ...type.facets.map((one) =>
          entry(one.name, /^(0|[1-9]\d{0,8})$/.test(one.value) ? Number(one.value) : one.value),
        ),
      ];
    case 'enumeration': {
      const documented = type.values.some((one) => one.documentation !== undefined);
      const values: YamlValue = documented
        ? { entries: type.values.map((one) => entry(one.value, one.documentation ?? null)) }
        : type.values.map((one) => one.value);
      return entriesOf('enumeration', { namespace, documentation, values, flags: type.flags });
    }
  }
}

function classEntries(type: ClassNotation, comments: Comments): readonly YamlEntry[] {
  const { namespace, documentation, abstract, fields, attributes, text } = type;
  const bare = type.extends === undefined && attributes.length === 0 && text === undefined;
  return [
    ...entriesOf('class', { namespace, documentation, extends: type.extends?.name, abstract }),
    ...entriesOf('class', { text: text && typeText(text) }),
    ...entriesOf('class', {
      fields: fields.length > 0 || bare ? fieldsMap(fields, comments) : undefined,
      attributes: attributes.length > 0 ? fieldsMap(attributes, comments) : undefined,
    }),
  ];
}

function entry(key: string, value: YamlValue): YamlEntry {
  return { key, value };
}

/** Values by key; what is `undefined` or `false` is left out. */
type Values<M extends keyof typeof notationKeys> = {
  readonly [K in keyof (typeof notationKeys)[M]]?: YamlValue | undefined;
};

/** Entries in the order of the notation's keys. */
function entriesOf<M extends keyof typeof notationKeys>(
  map: M,
  values: Values<M>,
): readonly YamlEntry[] {
  const all: Readonly<Record<string, YamlValue | undefined>> = values;
  return Object.keys(notationKeys[map]).flatMap((key) => {
    const value = all[key];
    return value === undefined || value === false ? [] : [entry(key, value)];
  });
}

/** A type in the notation: `string?`, `Mark[]`, `(int | null)[]`, `Item*`, `Note | null`. */
function typeText(type: TypeExpression): string {
  const { base, optional, repeated, nillable } = type;
  const marks = `${optional ? '?' : ''}${repeated ? '*' : ''}${nillable ? ' | null' : ''}`;
  return baseText(base) + marks;
}

function baseText(base: NamedType | ArrayType): string {
  if (base.kind === 'named') return base.name;
  const { item } = base;
  return item.nillable ? `(${baseText(item.base)} | null)[]` : `${baseText(item.base)}[]`;
}

/** A value to write. A map is a list of entries, which keeps their order and allows any key. */
type YamlValue = string | number | boolean | null | readonly YamlValue[] | YamlMap;

/** A map to write. */
interface YamlMap {
  readonly entries: readonly YamlEntry[];
  /** Whether each entry must be on its own line. */
  readonly block?: boolean | undefined;
  /** Whether an empty line separates its entries. */
  readonly spaced?: boolean | undefined;
}

/** A key with its value. */
interface YamlEntry {
  readonly key: string;
  readonly value: YamlValue;
  /** Lines of a comment above it. */
  readonly comment?: readonly string[] | undefined;
  /** Whether an empty line is above it. */
  readonly apart?: boolean | undefined;
}

const widest = 100;

/**
 * Writes a map as YAML 1.2: on one line if it is short and nothing in it needs quotes, otherwise
 * with one entry on each line.
 */
function yamlText(map: YamlMap): string {
  return `${blockLines(map, '').join('\n')}\n`;
}

function blockLines(map: YamlMap, margin: string): string[] {
  const lines: string[] = [];
  for (const [at, { key, value, comment, apart }] of map.entries.entries()) {
    if (apart === true || (map.spaced === true && at > 0)) lines.push('');
    for (const line of comment ?? []) lines.push(`${margin}# ${commentText(line)}`.trimEnd());
    lines.push(...entryLines(`${margin}${scalarText(key, 'block')}:`, value, margin));
  }
  return lines;
}

function entryLines(head: string, value: YamlValue, margin: string): string[] {
  const deeper = `${margin}  `;
  if (value === null) return [head];
  if (isMap(value)) {
    const flow = flowText(value, true);
    if (flow !== undefined && head.length + 1 + flow.length <= widest) return [`${head} ${flow}`];
    return [head, ...blockLines(value, deeper)];
  }
  if (Array.isArray(value)) {
    const flow = flowText(value, true) ?? '';
    if (flow !== '' && head.length + 1 + flow.length <= widest) return [`${head} ${flow}`];
    return [head, ...value.map((one) => `${deeper}- ${listItem(one)}`)];
  }
  if (typeof value === 'string' && isLiteral(value)) {
    return [
      `${head} |-`,
      ...value.split('\n').map((line) => (line === '' ? '' : `${deeper}${line}`)),
    ];
  }
  return [`${head} ${scalarText(value as string | number | boolean, 'block')}`];
}

function listItem(value: YamlValue): string {
  return flowText(value, false) ?? (typeof value === 'string' ? scalarText(value, 'block') : '');
}

/**
 * A value on one line; `undefined` if it does not fit. With `plain`, values that need quotes only
 * on one line do not fit.
 */
function flowText(value: YamlValue, plain: boolean): string | undefined {
  if (value === null) return '';
  if (isMap(value)) {
    if (value.block === true || value.spaced === true) return undefined;
    if (value.entries.length === 0) return '{}';
    const entries: string[] = [];
    for (const { key, value: inner, comment } of value.entries) {
      const text = comment === undefined ? flowText(inner, plain) : undefined;
      if (text === undefined) return undefined;
      entries.push(`${scalarText(key, 'flow')}:${text === '' ? '' : ` ${text}`}`);
    }
    return `{ ${entries.join(', ')} }`;
  }
  if (Array.isArray(value)) {
    const items = value.map((one) => flowText(one, plain));
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
  }
  const scalar = value as string | number | boolean;
  const text = scalarText(scalar, 'flow');
  if (typeof scalar !== 'string') return text;
  if (scalar.includes('\n')) return undefined;
  return plain && text !== scalar && scalarText(scalar, 'block') === scalar ? undefined : text;
}

function isMap(value: YamlValue): value is YamlMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a text of several lines can be a literal block, which readers do not change. */
function isLiteral(text: string): boolean {
  if (!text.includes('\n') || !isPrintable(text)) return false;
  return !/^[\s]|\n$|[ \t](\n|$)|\t/.test(text);
}

function isPrintable(text: string): boolean {
  return /^[\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/.test(text);
}

/** Words that YAML 1.2 or readers of YAML 1.1 do not treat as text. */
const reserved = /^(true|false|null|yes|no|on|off|~)$/i;

/** A single value, without quotes if all readers treat it as the same text. */
export function scalarText(value: string | number | boolean, context: 'block' | 'flow'): string {
  if (typeof value !== 'string') return `${value}`;
  if (isPlain(value, context)) return value;
  if (isPrintable(value) && !value.includes('\n')) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isPlain(text: string, context: 'block' | 'flow'): boolean {
  if (text === '' || text !== text.trim() || !isPrintable(text) || text.includes('\n'))
    return false;
  if (reserved.test(text) || !/^[\p{L}_/(]/u.test(text)) return false;
  if (/: |:$| #/.test(text)) return false;
  return context === 'block'
    ? true
    : // YAML 1.2 allows `string?` in braces, but PyYAML and libyaml refuse it.
      !/[[\]{},?]|:$/.test(text);
}

/** One line of a comment, without characters that end it. */
function commentText(line: string): string {
  return line.replace(/[^\t\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffd]+/g, ' ');
}
