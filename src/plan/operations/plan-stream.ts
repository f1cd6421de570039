import { placeType } from '../declarations/type-text.ts';
import { elementReader, elementWriter } from '../describe/message-functions.ts';
import type { BodyShape } from '../messages/message-shape.ts';
import { needsRuntime } from '../print/type-node.ts';
import type { StepPlan, StreamPlan } from '../result/stream-plan.ts';
import type { ChosenOperation } from '../scope/operations.ts';
import type { OperationContext } from './operation-context.ts';
import { type RecordShape, recordOf } from './records.ts';

/** Results of an operation in which records are searched; absent without such a binding. */
export interface StreamBodies {
  readonly soap: BodyShape | undefined;
  /** The document that HTTP GET and POST answer with. */
  readonly http: BodyShape | undefined;
}

/**
 * Plans reading and writing the records of a result that has one repeated element, the same over
 * all bindings.
 */
export function planStream(
  context: OperationContext,
  chosen: ChosenOperation,
  bodies: StreamBodies,
): StreamPlan | undefined {
  const soap = bodies.soap === undefined ? undefined : recordOf(bodies.soap);
  const http = bodies.http === undefined ? undefined : recordOf(bodies.http);
  const record = soap ?? http;
  if (record === undefined || needsRuntime(record.type)) return undefined;
  if ((bodies.soap !== undefined && soap === undefined) || !isAlike(record, bodies.http, http)) {
    return undefined;
  }
  const { describer, reading } = context;
  const { base } = chosen;
  const { place, type } = record;
  const readPlace = reading.place(place);
  const described = { place, type, base, noun: 'Record', scope: scopeOf(record.path) };
  return {
    recordType: type,
    readType: readPlace === place ? type : placeType(readPlace),
    readRecord: elementReader(describer, described),
    writeRecord: record.alone ? elementWriter(describer, described) : undefined,
    soapPath: soap?.path,
    httpPath: http === undefined ? undefined : withAnyRoot(http.path),
  };
}

/** Whether the records of the HTTP bindings are read and written like those of SOAP. */
function isAlike(
  record: RecordShape,
  body: BodyShape | undefined,
  http: RecordShape | undefined,
): boolean {
  if (body === undefined || record === http) return true;
  const left = record.place.element.name;
  const right = http?.place.element.name;
  return (
    left.namespace === right?.namespace &&
    left.localName === right.localName &&
    record.type.flat === http?.type.flat &&
    record.alone === http.alone &&
    scopeOf(record.path) === scopeOf(http.path)
  );
}

/** Namespace of the element around the records. */
function scopeOf(path: readonly StepPlan[]): string {
  return path.at(-2)?.namespace ?? '';
}

/** The name of the root is ignored, as in results read whole. */
function withAnyRoot(path: readonly StepPlan[]): readonly StepPlan[] {
  return path.map((one, index) => (index === 0 ? { ...one, anyName: true } : one));
}
