import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import { namespaces } from '../model/common/namespaces.ts';
import { qnameKey } from '../model/common/qname.ts';
import { replacements } from '../model/link/derivation.ts';
import type { ServiceModel, SoapMessage } from '../model/wsdl/service-model.ts';
import type { ElementDeclaration, SchemaType } from '../model/xsd/schema.ts';
import { assignNames, type NameRequest } from '../names/name-registry.ts';
import { pascalName } from '../names/names.ts';
import { reservedTypeNames } from '../names/reserved-names.ts';
import { isIdentifier } from './print/encode.ts';
import type { ChosenOperation } from './scope/operations.ts';
import { ownTypeOf } from './scope/own-type.ts';
import { isAnyType } from './scope/particles.ts';
import { renamed } from './scope/renamed.ts';
import type { ShapeOptions } from './scope/shape-options.ts';
import type { UsedGroup, UsedTypes } from './scope/used-types.ts';

/** Keys of the names of an operation's messages. */
export interface MessageKeys {
  readonly input: object;
  readonly output: object;
  readonly descriptor: object;
}

/** Identifiers of all declarations, by component. docs/naming.md has the rules. */
export interface PlannedNames {
  readonly names: ReadonlyMap<object, string>;
  readonly messages: ReadonlyMap<ChosenOperation, MessageKeys>;
}

/** Ranks: who keeps a name that several prefer. */
const rank = {
  renamed: 0,
  target: 1,
  message: 2,
  other: 3,
  derived: 4,
  anonymous: 5,
  operation: 6,
};

/** What to name, and the settings for it. */
export interface NamedScope {
  readonly model: ServiceModel;
  readonly operations: readonly ChosenOperation[];
  readonly used: UsedTypes;
  readonly options: ShapeOptions;
}

/** Operations whose messages the types belong to. */
type Owners = ReadonlyMap<SchemaType, MessageOwner>;

/** Names every type, message and descriptor of the chosen operations. */
export function planNames(scope: NamedScope, sink: DiagnosticSink): PlannedNames {
  const { used, operations } = scope;
  const owners = messageOwners(operations);
  const messages = new Map<ChosenOperation, MessageKeys>(
    operations.map((one) => [one, { input: {}, output: {}, descriptor: {} }]),
  );
  const requests = [
    ...[...used.types].flatMap((type) => typeRequests(type, scope, owners, sink)),
    ...[...used.heads].map(substitutesRequest),
    ...used.groups.map((group) => groupRequest(group, used, owners)),
    ...[...messages].flatMap(([one, keys]) => operationRequests(one, keys)),
  ];
  return { names: assignNames(requests, new Set(reservedTypeNames)), messages };
}

/** The name of a type, and the name for the fields it shares with derived types. */
function typeRequests(
  type: SchemaType,
  scope: NamedScope,
  owners: Owners,
  sink: DiagnosticSink,
): readonly NameRequest[] {
  const request = typeRequest(type, scope, owners, sink);
  if (request === undefined) return [];
  if (type.kind !== 'complex' || replacements(type).length === 0) return [request];
  const fields = {
    ...request,
    id: type.derived,
    preferred: `${request.preferred}Base`,
    spelling: '',
    rank: rank.derived,
    suffix: 'Fields',
  };
  return [request, fields];
}

/** The union of an element's substitutes. */
function substitutesRequest(element: ElementDeclaration): NameRequest {
  const { namespace, localName } = element.name;
  return {
    id: element,
    preferred: `${pascalName(localName)}Element`,
    spelling: localName,
    rank: rank.derived,
    suffix: 'Substitutes',
    namespace,
    key: `element ${qnameKey(element.name)}`,
  };
}

function groupRequest(group: UsedGroup, used: UsedTypes, owners: Owners): NameRequest {
  const { particle, owner, first } = group;
  const name = preferredName(owner, owners);
  const word = particle.compositor === 'choice' ? 'Choice' : 'Sequence';
  return {
    id: particle,
    preferred: name + word,
    spelling: '',
    rank: rank.derived,
    suffix: `Of${pascalName(first)}`,
    namespace: used.namespaces.get(owner) ?? '',
    key: `group ${name} ${first}`,
  };
}

function operationRequests(chosen: ChosenOperation, keys: MessageKeys): readonly NameRequest[] {
  const { base, service, operation } = chosen;
  const key = `${service.name}.${base}`;
  const message = {
    spelling: '',
    rank: rank.message,
    suffix: 'Message',
    namespace: service.namespace,
  };
  return [
    { ...message, id: keys.input, preferred: `${base}Input`, key: `in ${key}` },
    { ...message, id: keys.output, preferred: `${base}Output`, key: `out ${key}` },
    {
      id: keys.descriptor,
      preferred: base,
      spelling: operation.messageName,
      rank: rank.operation,
      suffix: 'Operation',
      namespace: service.namespace,
      key: `operation ${key}`,
    },
  ];
}

/** The operation whose message a type is, if it belongs to only one. */
interface MessageOwner {
  readonly base: string;
  /** `Input` or `Output`, followed by `Body` if the message also has attachments. */
  readonly direction: string;
}

function messageOwners(operations: readonly ChosenOperation[]): Owners {
  const owners = new Map<SchemaType, MessageOwner>();
  const shared = new Set<SchemaType>();
  for (const { operation, base } of operations) {
    const soap = operation.soap11 ?? operation.soap12;
    own(soap?.input, base, 'Input');
    own(soap?.output, base, 'Output');
  }
  for (const type of shared) owners.delete(type);
  return owners;

  function own(message: SoapMessage | undefined, base: string, direction: string): void {
    if (message?.parts.length !== 1 || message.rpcWrapper !== undefined) return;
    const type = message.parts[0]?.element?.type;
    if (type?.kind !== 'complex') return;
    if (owners.has(type)) shared.add(type);
    const isWhole = message.attachments.length === 0;
    owners.set(type, { base, direction: isWhole ? direction : `${direction}Body` });
  }
}

/** The name a type would have if there were no others. */
function preferredName(type: SchemaType, owners: Owners): string {
  const owner = owners.get(type);
  if (type.name === undefined) {
    if (owner !== undefined) return owner.base + owner.direction;
    return type.context.map(pascalName).join('') || 'Anonymous';
  }
  const plain = pascalName(type.name.localName);
  // a wrapper type with the name of its operation leaves that name to the operation's descriptor
  return owner !== undefined && owner.base === plain ? owner.base + owner.direction : plain;
}

function typeRequest(
  type: SchemaType,
  { model, used, options }: NamedScope,
  owners: Owners,
  sink: DiagnosticSink,
): NameRequest | undefined {
  if (type.kind === 'complex' && isAnyType(type)) return undefined;
  if (isUnnamedBuiltin(type, options)) return undefined;
  const namespace = used.namespaces.get(type) ?? '';
  const preferred = preferredName(type, owners);
  const { name } = type;
  const key = name === undefined ? `in ${type.context.join('/')} {${namespace}}` : qnameKey(name);
  const renamed = name === undefined ? undefined : renameOf(type, options);
  if (renamed !== undefined) {
    if (isIdentifier(renamed) && pascalName(renamed) === renamed) {
      return {
        id: type,
        preferred: renamed,
        spelling: renamed,
        rank: rank.renamed,
        suffix: 'Type',
        namespace,
        key,
      };
    }
    sink.report({
      code: 'ASMX5002',
      severity: 'error',
      message:
        `'${renamed}' cannot be the name of type '${name?.localName}': ` +
        "it is not an identifier that starts with a capital letter and has no '$'",
      span: type.span,
    });
  }
  return {
    id: type,
    preferred: preferred,
    spelling: name?.localName ?? '',
    rank: rankOf(type, namespace === model.namespace, preferred, owners),
    suffix: 'Type',
    namespace,
    key,
  };
}

function rankOf(type: SchemaType, target: boolean, preferred: string, owners: Owners): number {
  const owner = owners.get(type);
  if (owner !== undefined && preferred === owner.base + owner.direction) return rank.message - 0.5;
  if (type.name === undefined) return rank.anonymous;
  return target ? rank.target : rank.other;
}

function renameOf(type: SchemaType, options: ShapeOptions): string | undefined {
  if (type.name === undefined) return undefined;
  return renamed(options, qnameKey(type.name)) ?? renamed(options, type.name.localName);
}

/** Built-in types have no declarations, except those mapped to users' own types. */
function isUnnamedBuiltin(type: SchemaType, { types }: ShapeOptions): boolean {
  if (type.kind !== 'simple' || type.variety !== 'atomic' || !isBuiltin(type)) return false;
  return ownTypeOf(type, types) === undefined;
}

function isBuiltin(type: SchemaType): boolean {
  const namespace = type.name?.namespace;
  return (
    namespace === namespaces.xsd ||
    (namespace === namespaces.microsoftTypes && type.span === undefined)
  );
}
