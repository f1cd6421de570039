import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import { namespaces } from '../model/common/namespaces.ts';
import { qnameKey } from '../model/common/qname.ts';
import type { ServiceModel, SoapMessage } from '../model/wsdl/service-model.ts';
import type { SchemaType } from '../model/xsd/schema.ts';
import { assignNames, type NameRequest } from '../names/name-registry.ts';
import { pascalName } from '../names/names.ts';
import { reservedTypeNames } from '../names/reserved-names.ts';
import { isIdentifier } from './print/encode.ts';
import type { ChosenOperation } from './scope/operations.ts';
import { ownTypeOf } from './scope/own-type.ts';
import { isAnyType } from './scope/particles.ts';
import type { Reach } from './scope/reachable-types.ts';
import { renamed } from './scope/renamed.ts';
import type { ShapeOptions } from './scope/shape-options.ts';

/** Keys under which the names of an operation's messages are found. */
export interface MessageKeys {
  readonly input: object;
  readonly output: object;
  readonly descriptor: object;
}

/** Identifiers of everything declared, by component; the rule stands in docs/naming.md. */
export interface PlannedNames {
  readonly names: ReadonlyMap<object, string>;
  readonly messages: ReadonlyMap<ChosenOperation, MessageKeys>;
}

/** Ranks: who keeps the plain name when several want it. */
const rank = {
  renamed: 0,
  target: 1,
  message: 2,
  other: 3,
  derived: 4,
  anonymous: 5,
  operation: 6,
};

/** Names every type, message and descriptor of the chosen operations. */
export function planNames(
  model: ServiceModel,
  operations: readonly ChosenOperation[],
  reach: Reach,
  options: ShapeOptions,
  sink: DiagnosticSink,
): PlannedNames {
  const requests: NameRequest[] = [];
  const owners = messageOwners(operations);
  const messages = new Map<ChosenOperation, MessageKeys>();
  for (const type of reach.types) {
    const request = typeRequest(type, model, reach, options, owners, sink);
    if (request === undefined) continue;
    requests.push(request);
    if (type.kind === 'complex' && type.derived.length > 0) {
      requests.push({
        ...request,
        id: type.derived,
        wanted: `${request.wanted}Base`,
        spelling: '',
        rank: rank.derived,
        suffix: 'Fields',
      });
    }
  }
  for (const element of reach.heads) {
    const { namespace, localName } = element.name;
    requests.push({
      id: element,
      wanted: `${pascalName(localName)}Element`,
      spelling: localName,
      rank: rank.derived,
      suffix: 'Substitutes',
      namespace,
      key: `element ${qnameKey(element.name)}`,
    });
  }
  for (const { particle, owner, first } of reach.groups) {
    const name = wantedName(owner, owners);
    const word = particle.compositor === 'choice' ? 'Choice' : 'Sequence';
    requests.push({
      id: particle,
      wanted: name + word,
      spelling: '',
      rank: rank.derived,
      suffix: `Of${pascalName(first)}`,
      namespace: reach.namespaces.get(owner) ?? '',
      key: `group ${name} ${first}`,
    });
  }
  for (const chosen of operations) {
    const keys: MessageKeys = { input: {}, output: {}, descriptor: {} };
    messages.set(chosen, keys);
    const { namespace } = chosen.service;
    const key = `${chosen.service.name}.${chosen.base}`;
    requests.push(
      {
        id: keys.input,
        wanted: `${chosen.base}Input`,
        spelling: '',
        rank: rank.message,
        suffix: 'Message',
        namespace,
        key: `in ${key}`,
      },
      {
        id: keys.output,
        wanted: `${chosen.base}Output`,
        spelling: '',
        rank: rank.message,
        suffix: 'Message',
        namespace,
        key: `out ${key}`,
      },
      {
        id: keys.descriptor,
        wanted: chosen.base,
        spelling: chosen.operation.messageName,
        rank: rank.operation,
        suffix: 'Operation',
        namespace,
        key: `operation ${key}`,
      },
    );
  }
  return { names: assignNames(requests, new Set(reservedTypeNames)), messages };
}

/** Which operation's message a type is, where it is that of one alone. */
interface MessageOwner {
  readonly base: string;
  /** `Input` or `Output`; with `Body` behind it where the message holds attachments, too. */
  readonly direction: string;
}

function messageOwners(
  operations: readonly ChosenOperation[],
): ReadonlyMap<SchemaType, MessageOwner> {
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

/** Name a type would have were there no others. */
function wantedName(type: SchemaType, owners: ReadonlyMap<SchemaType, MessageOwner>): string {
  const owner = owners.get(type);
  if (type.name === undefined) {
    if (owner !== undefined) return owner.base + owner.direction;
    return type.context.map(pascalName).join('') || 'Anonymous';
  }
  const plain = pascalName(type.name.localName);
  // a wrapper type called like its operation gives that name to the operation's descriptor
  return owner !== undefined && owner.base === plain ? owner.base + owner.direction : plain;
}

function typeRequest(
  type: SchemaType,
  model: ServiceModel,
  reach: Reach,
  options: ShapeOptions,
  owners: ReadonlyMap<SchemaType, MessageOwner>,
  sink: DiagnosticSink,
): NameRequest | undefined {
  if (type.kind === 'complex' && isAnyType(type)) return undefined;
  if (isUnnamedBuiltin(type, options)) return undefined;
  const namespace = reach.namespaces.get(type) ?? '';
  const wanted = wantedName(type, owners);
  const { name } = type;
  const key = name === undefined ? `in ${type.context.join('/')} {${namespace}}` : qnameKey(name);
  const renamed = name === undefined ? undefined : renameOf(type, options);
  if (renamed !== undefined) {
    if (isIdentifier(renamed) && pascalName(renamed) === renamed) {
      return {
        id: type,
        wanted: renamed,
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
        "it is no identifier that starts with a capital letter and has no '$'",
      span: type.span,
    });
  }
  return {
    id: type,
    wanted,
    spelling: name?.localName ?? '',
    rank: rankOf(type, namespace === model.namespace, wanted, owners),
    suffix: 'Type',
    namespace,
    key,
  };
}

function rankOf(
  type: SchemaType,
  target: boolean,
  wanted: string,
  owners: ReadonlyMap<SchemaType, MessageOwner>,
): number {
  const owner = owners.get(type);
  if (owner !== undefined && wanted === owner.base + owner.direction) return rank.message - 0.5;
  if (type.name === undefined) return rank.anonymous;
  return target ? rank.target : rank.other;
}

function renameOf(type: SchemaType, options: ShapeOptions): string | undefined {
  if (type.name === undefined) return undefined;
  return renamed(options, qnameKey(type.name)) ?? renamed(options, type.name.localName);
}

/** Built-in types have no declarations, but for those that become types of the user's own. */
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
