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
  const groups = new Map<string, RecordedCall[]>();
  const used = new Set<RecordedCall>();
  for (const call of calls) {
    const key = groupKey(call.service, call.operation, anyBinding ? '' : call.binding);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [call]);
    else group.push(call);
  }
  return (call) => {
    const { operation, context, input } = call;
    const over = anyBinding ? '' : context.binding;
    const group = groups.get(groupKey(operation.service, operation.name, over)) ?? [];
    const parameters = toRecorded(input === undefined ? {} : input);
    const matching = group.filter((one) => matches(toRecorded(one.parameters), parameters));
    const found = matching.find((one) => !used.has(one)) ?? matching.at(-1);
    if (found === undefined) {
      const others = group.length === 0 ? '' : ' with these parameters';
      const way = over === '' ? '' : ` over ${over}`;
      const what = `call of ${operationKey(operation)}${way}${others}`;
      const message = `${file} holds no ${what}: ${jsonText(parameters)}`;
      throw new SoapFault({ code: 'Client', message });
    }
    used.add(found);
    return giveAnswer(found.answer, call);
  };
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
