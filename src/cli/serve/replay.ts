import { type ServerInterceptor, SoapFault } from '../../runtime/index.ts';
import { giveAnswer, type RecordedCall } from '../../runtime/shadow/recorded-call.ts';
import { toRecorded } from '../../runtime/shadow/recorded-value.ts';
import { jsonText } from '../terminal/json-text.ts';
import { operationKey } from './operation-choice.ts';
import { redacted } from './redact.ts';

/**
 * Answers from a recording, by a call of the same operation over the same binding with the same
 * parameters. Several such calls are answered in their order, and then the last one repeatedly. If
 * there is none, answers with a fault that says so.
 *
 * @param anyBinding Whether it does not matter over which binding a call was recorded.
 */
export function replayInterceptor(
  calls: readonly RecordedCall[],
  file: string,
  anyBinding = false,
): ServerInterceptor {
  const groups = new Map<string, RecordedCalls>();
  for (const [at, call] of calls.entries()) {
    const key = groupKey(call.service, call.operation, anyBinding ? '' : call.binding);
    const group = groups.get(key) ?? new RecordedCalls();
    groups.set(key, group);
    group.add(call, at);
  }
  return (call) => {
    const { operation, context, input } = call;
    const over = anyBinding ? '' : context.binding;
    const group = groups.get(groupKey(operation.service, operation.name, over));
    const parameters = toRecorded(input === undefined ? {} : input);
    const found = group?.take(parameters);
    if (found === undefined) {
      const others = group === undefined ? '' : ' with these parameters';
      const way = over === '' ? '' : ` over ${over}`;
      const what = `call of ${operationKey(operation)}${way}${others}`;
      const message = `${file} holds no ${what}: ${jsonText(parameters)}`;
      throw new SoapFault({ code: 'Client', message });
    }
    return giveAnswer(found.answer, call);
  };
}

/** Calls with the same parameters, in their order. */
interface SameCalls {
  readonly calls: { readonly at: number; readonly call: RecordedCall }[];
  /** How many of them have answered. */
  used: number;
}

/** Calls whose values at the same places are redacted, by their parameters. */
interface MaskedCalls {
  readonly places: readonly Path[];
  readonly byText: Map<string, SameCalls>;
}

type Path = readonly string[];

/**
 * The recorded calls of an operation. One is found by the text of its parameters, however many
 * there are; those in which a part of a text is redacted are compared one by one.
 */
class RecordedCalls {
  readonly #masked = new Map<string, MaskedCalls>();
  readonly #partly: { readonly parameters: unknown; readonly same: SameCalls }[] = [];

  add(call: RecordedCall, at: number): void {
    const parameters = toRecorded(call.parameters);
    const places: Path[] = [];
    if (hasRedactedPart(parameters, [], places)) {
      this.#partly.push({ parameters, same: { calls: [{ at, call }], used: 0 } });
      return;
    }
    const mask = JSON.stringify(places);
    const masked = this.#masked.get(mask) ?? { places, byText: new Map() };
    this.#masked.set(mask, masked);
    const text = JSON.stringify(parameters);
    const same = masked.byText.get(text) ?? { calls: [], used: 0 };
    masked.byText.set(text, same);
    same.calls.push({ at, call });
  }

  /** The first call with these parameters that has not answered, otherwise the last one. */
  take(parameters: unknown): RecordedCall | undefined {
    const masked = [...this.#masked.values()].flatMap(
      ({ places, byText }) => byText.get(maskedText(parameters, places)) ?? [],
    );
    const partly = this.#partly.filter((one) => matches(one.parameters, parameters));
    const found = [...masked, ...partly.map(({ same }) => same)];
    const [next] = found
      .flatMap((same) => ({ same, one: same.calls[same.used] }))
      .filter(({ one }) => one !== undefined)
      .sort((a, b) => (a.one?.at ?? 0) - (b.one?.at ?? 0));
    if (next !== undefined) {
      next.same.used += 1;
      return next.one?.call;
    }
    const last = found.flatMap(({ calls }) => calls.at(-1) ?? []);
    return last.sort((a, b) => a.at - b.at).at(-1)?.call;
  }
}

/**
 * Whether a text of some data is redacted in part.
 *
 * @param places gets the paths of values that are redacted as a whole
 */
function hasRedactedPart(data: unknown, path: Path, places: Path[]): boolean {
  if (data === redacted) places.push(path);
  if (typeof data === 'string') return data !== redacted && data.includes(redacted);
  if (typeof data !== 'object' || data === null) return false;
  return Object.entries(data)
    .map(([key, value]) => hasRedactedPart(value, [...path, key], places))
    .some((one) => one);
}

/** Data as a text, as if values at these places were redacted. */
function maskedText(data: unknown, places: readonly Path[]): string {
  return JSON.stringify(masked(data, places));
}

function masked(data: unknown, places: readonly Path[]): unknown {
  if (places.some((place) => place.length === 0)) return redacted;
  if (places.length === 0 || typeof data !== 'object' || data === null) return data;
  const inside = (key: string): readonly Path[] =>
    places.filter(([first]) => first === key).map((place) => place.slice(1));
  if (Array.isArray(data)) return data.map((one, at) => masked(one, inside(String(at))));
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, masked(value, inside(key))]),
  );
}

function groupKey(service: string, operation: string, binding: string): string {
  return `${service}.${operation} ${binding}`;
}

/** Whether data equals the recorded data. A redacted text matches anything. */
function matches(recorded: unknown, actual: unknown): boolean {
  if (recorded === redacted || recorded === actual) return true;
  if (typeof recorded === 'string' && typeof actual === 'string') {
    return recorded.includes(redacted) && fits(recorded.split(redacted), actual);
  }
  if (typeof recorded !== 'object' || typeof actual !== 'object') return false;
  if (recorded === null || actual === null) return false;
  if (Array.isArray(recorded) !== Array.isArray(actual)) return false;
  const a = Object.entries(recorded);
  const b = new Map(Object.entries(actual));
  return a.length === b.size && a.every(([key, value]) => b.has(key) && matches(value, b.get(key)));
}

/** Whether a text consists of the parts in order, with anything between them. */
function fits(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const next = text.indexOf(part, at);
    if (next < 0) return false;
    at = next + part.length;
  }
  return text.endsWith(last) && text.length - last.length >= at;
}
