import type { BindingKind } from '../../model/wsdl/definitions.ts';
import { whyNotHttp } from '../../model/yaml/http-fit.ts';
import type {
  ClassNotation,
  ContractNotation,
  FieldNotation,
  HeaderNotation,
  OperationNotation,
  ReturnsNotation,
  ServiceNotation,
  TypeNotation,
} from '../../model/yaml/notation.ts';
import { bindingWords } from '../../model/yaml/notation-keys.ts';
import { typeText } from './type-text.ts';
import { type YamlEntry, type YamlMap, type YamlValue, yamlText } from './yaml-text.ts';

/** Published JSON schema of the notation, for editors. */
export const contractSchemaUrl = 'https://unpkg.com/asmx-gen/specs/asmx-contract.schema.json';

/** Options for writing a contract. */
export interface NotationTextOptions {
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
      entry('asmx', 1),
      entry('name', contract.name),
      entry('namespace', contract.namespace),
      ...given('baseUrl', contract.baseUrl),
      entry('bindings', bindings),
      ...given('allParameters', contract.allParameters ? true : undefined),
      ...given('documentation', contract.documentation),
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
    entries: [
      ...given('path', path === defaultPath(name) ? undefined : path),
      ...given('namespace', namespace === contract.namespace ? undefined : namespace),
      ...given('bindings', bindings.length === inherited.length ? undefined : bindings),
      ...given('script', service.script),
      ...given('documentation', service.documentation),
      entry('operations', {
        block: true,
        entries: service.operations.map((one) => ({
          key: one.name,
          comment: comments?.get(one),
          value: operationMap(one, service, contract, comments),
        })),
      }),
    ],
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
  const { parameters, returns, headers, faults, oneWay, soapAction } = operation;
  const fits = whyNotHttp(operation, contract.types) === undefined;
  const usual = service.bindings.filter((one) => fits || one === 'soap11' || one === 'soap12');
  const own = operation.bindings.filter((one) => usual.includes(one)).length !== usual.length;
  const entries = [
    ...given('documentation', operation.documentation),
    ...given('parameters', parameters.length === 0 ? undefined : fieldsMap(parameters, comments)),
    ...given('returns', returnsValue(returns, comments)),
    ...given('headers', headers.length === 0 ? undefined : headersMap(headers, comments)),
    ...given('faults', faults.length === 0 ? undefined : fieldsMap(faults, comments)),
    ...given('oneWay', oneWay ? true : undefined),
    ...given('bindings', own ? operation.bindings : undefined),
    ...given('soapAction', soapAction),
  ];
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
        entries: [
          ...given('in', one.in ? true : undefined),
          ...given('out', one.out ? true : undefined),
          ...fieldMap(one).entries,
        ],
      },
    })),
  };
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
  return {
    entries: [
      entry('type', typeText(field.type)),
      ...given('documentation', field.documentation),
      ...given('default', field.default),
    ],
  };
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
  const documentation = given('documentation', type.documentation);
  switch (type.kind) {
    case 'class':
      return [...documentation, ...classEntries(type, comments)];
    case 'restriction':
      return [
        ...documentation,
        entry('restricts', type.base.name),
        ...type.facets.map((one) =>
          entry(one.name, /^(0|[1-9]\d{0,8})$/.test(one.value) ? Number(one.value) : one.value),
        ),
      ];
    case 'enumeration': {
      const documented = type.values.some((one) => one.documentation !== undefined);
      const values: YamlValue = documented
        ? { entries: type.values.map((one) => entry(one.value, one.documentation ?? null)) }
        : type.values.map((one) => one.value);
      return [
        ...documentation,
        entry('values', values),
        ...given('flags', type.flags || undefined),
      ];
    }
  }
}

function classEntries(type: ClassNotation, comments: Comments): readonly YamlEntry[] {
  const { fields, attributes, text } = type;
  const bare = type.extends === undefined && attributes.length === 0 && text === undefined;
  return [
    ...given('extends', type.extends?.name),
    ...given('abstract', type.abstract ? true : undefined),
    ...given('text', text === undefined ? undefined : typeText(text)),
    ...given('fields', fields.length > 0 || bare ? fieldsMap(fields, comments) : undefined),
    ...given('attributes', attributes.length > 0 ? fieldsMap(attributes, comments) : undefined),
  ];
}

function entry(key: string, value: YamlValue): YamlEntry {
  return { key, value };
}

/** An entry if there is a value. */
function given(key: string, value: YamlValue | undefined): readonly YamlEntry[] {
  return value === undefined ? [] : [{ key, value }];
}
