import { stringLiteral } from '../print/encode.ts';
import { array, type Expression, entry, object } from '../print/node.ts';
import { constantsIn, namesFrom } from '../print/used-names.ts';
import { expressionsOf } from '../result/element-plan.ts';
import type {
  ConstantPlan,
  ContractPlan,
  OperationPlan,
  PayloadPlan,
  PlanOptions,
} from '../result/plan.ts';
import type { ImportNotes } from './module-imports.ts';

/** The sides of a conversation for which a folder has files. */
export interface Sides {
  readonly client: boolean;
  readonly server: boolean;
}

/** The sides chosen by the targets. */
export function sidesOf({ targets }: Pick<PlanOptions, 'targets'>): Sides {
  return { client: targets.includes('client'), server: targets.includes('server') };
}

/** The functions of a fault or header that a folder needs. */
export interface PayloadCodecs {
  readonly write: Expression | undefined;
  readonly read: Expression | undefined;
}

/** The functions that the sides need of a fault or header, which only one of them sends. */
export function payloadCodecs(
  { write, read }: PayloadPlan,
  sender: keyof Sides,
  sides: Sides,
): PayloadCodecs {
  const receiver = sender === 'client' ? 'server' : 'client';
  return { write: sides[sender] ? write : undefined, read: sides[receiver] ? read : undefined };
}

/** The constants in use, without those for a side that the folder does not have. */
export function usedConstants({
  operations,
  codecs,
  schemas,
  elements,
  scripts,
  options,
}: ContractPlan): readonly ConstantPlan[] {
  const sides = sidesOf(options);
  if (sides.client && sides.server) return codecs;
  const byName = new Map(codecs.map((codec) => [codec.name, codec]));
  const used = new Set(
    [...schemas.flatMap(({ of }) => of), ...elements.flatMap(expressionsOf)].flatMap((one) =>
      namesFrom('descriptions', one.names),
    ),
  );
  for (const { input, output } of scripts.values()) {
    for (const name of constantsIn(input, output)) used.add(name);
  }
  for (const operation of operations) {
    for (const name of constantsIn(...functionsOf(operation, sides))) used.add(name);
  }
  // the set grows during the loop, which visits added items too
  for (const name of used) {
    for (const one of byName.get(name)?.names ?? [])
      if (one.from === 'descriptions') used.add(one.name);
  }
  return codecs.filter(({ name }) => used.has(name));
}

type Functions = readonly (Expression | undefined)[];

/** The functions of an operation that the sides need. */
export function functionsOf(operation: OperationPlan, sides: Sides): readonly Expression[] {
  const { faults, inputHeaders, outputHeaders } = operation;
  const payloads = [
    ...[...faults, ...outputHeaders].map((one) => payloadCodecs(one, 'server', sides)),
    ...inputHeaders.map((one) => payloadCodecs(one, 'client', sides)),
  ];
  const functions = [
    ...(sides.client ? clientCodecs(operation) : []),
    ...(sides.server ? serverCodecs(operation) : []),
    ...payloads.flatMap(({ read, write }) => [read, write]),
  ];
  return functions.filter((one) => one !== undefined);
}

function clientCodecs({ codecs }: OperationPlan): Functions {
  const { writeRequest, readResponse, attachRequest } = codecs;
  const { writeForm, writeDocument, writeLocation, readResult, stream } = codecs;
  const http = [writeForm, writeDocument, writeLocation, readResult];
  return [writeRequest, readResponse, attachRequest, ...http, stream?.readRecord];
}

function serverCodecs({ codecs }: OperationPlan): Functions {
  const { readRequest, writeResponse, attachResponse } = codecs;
  const { readForm, readDocument, writeResult, stream } = codecs;
  const http = [readForm, readDocument, writeResult];
  return [readRequest, writeResponse, attachResponse, ...http, stream?.writeRecord];
}

/** An object with each property on its own line. */
export function objectOf(...entries: readonly (Expression | undefined)[]): Expression {
  return object(
    entries.filter((one) => one !== undefined),
    true,
  );
}

/** One property for each function that exists. */
export function codecEntries(
  codecs: Readonly<Record<string, Expression | undefined>>,
  imports: ImportNotes,
): readonly Expression[] {
  const entries: Expression[] = [];
  for (const [key, value] of Object.entries(codecs)) {
    if (value === undefined) continue;
    entries.push(entry(key, value));
    for (const { from, name } of value.names) {
      imports.value(from === 'runtime' ? 'type' : 'descriptions', name);
    }
  }
  return entries;
}

/** Properties of a name in a namespace. */
export function nameEntries({ namespace, local }: PayloadPlan['element']): readonly Expression[] {
  return [entry('namespace', stringLiteral(namespace)), entry('local', stringLiteral(local))];
}

/** An array of strings. */
export function texts(list: readonly string[]): Expression {
  return array(list.map(stringLiteral));
}

/** The property with the names of message parts; none if there are no parts. */
export function attachmentNames(
  key: string,
  attachments: OperationPlan['inputAttachments'],
): readonly Expression[] {
  return attachments.length === 0 ? [] : [entry(key, texts(attachments.map(({ part }) => part)))];
}
