import type { RecordedCall, ServiceAnswer } from '../../runtime/shadow/recorded-call.ts';
import type { Substitutes } from './redacted-names.ts';

/** Replaces a redacted text in a recording. In a parameter it matches any value. */
export const redacted = '[redacted]';

/**
 * Minimum length of values that are searched for inside other texts, where shorter ones occur by
 * chance.
 */
const shortestSecret = 4;

/**
 * Redacts named parameters of a call before it is recorded: in the request values of any type; in
 * the answer, each value under such a name is replaced by a neutral one, and the request's value is
 * removed from every other text, because services repeat their input in messages. Letter case of
 * names does not matter.
 */
export function redactCall(
  call: RecordedCall,
  names: readonly string[],
  substitutes: Substitutes,
): RecordedCall {
  if (names.length === 0) return call;
  const secretNames = new Set(names.map((name) => name.toLowerCase()));
  const secrets: string[] = [];
  gatherSecrets(call.parameters, false, secretNames, secrets);
  const redactor = createRedactor(secretNames, secrets, substitutes);
  const { result, written, fault, soapHeaders, status, contentType } = call.answer;
  const answer: ServiceAnswer = {
    result: redactor.value(result),
    written: written === undefined ? undefined : redactor.written(written),
    contentType,
    soapHeaders: redactor.value(soapHeaders) as ServiceAnswer['soapHeaders'],
    ...(fault === undefined ? {} : { fault: redactor.value(fault) as typeof fault }),
    status,
  };
  return { ...call, parameters: redactor.parameters(call.parameters), answer };
}

/** Collects the texts, and numbers as texts, below redacted names. */
function gatherSecrets(
  value: unknown,
  inside: boolean,
  secretNames: ReadonlySet<string>,
  into: string[],
): void {
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    const named = elementName(value);
    const here = inside || (named !== undefined && secretNames.has(named));
    for (const [key, inner] of Object.entries(value)) {
      gatherSecrets(inner, here || secretNames.has(key.toLowerCase()), secretNames, into);
    }
  } else if (inside && value !== undefined && value !== null && typeof value !== 'boolean') {
    const text =
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
    if (text.length >= shortestSecret) into.push(text);
  }
}

/** Name of an element or attribute in data form, in lower case. */
function elementName(value: object): string | undefined {
  const described = 'name' in value && ('children' in value || 'value' in value);
  return described && typeof value.name === 'string' ? value.name.toLowerCase() : undefined;
}

interface Redactor {
  parameters(value: unknown): unknown;
  value(value: unknown): unknown;
  written(value: string | Uint8Array): string | Uint8Array;
}

function createRedactor(
  secretNames: ReadonlySet<string>,
  secrets: readonly string[],
  substitutes: Substitutes,
): Redactor {
  // longest first, so that a part of one does not hide it
  const sorted = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  const names = [...secretNames].map(escapeRegExp).join('|');
  const element = new RegExp(`(<(?:[\\w.-]+:)?(${names})\\b[^<>]*>)[^<]*(?=<)`, 'gi');
  const member = new RegExp(
    `(["']?\\b(${names})\\b["']?\\s*[:=]\\s*)("[^"]*"|'[^']*'|[^\\s&,;}"'<]+)`,
    'gi',
  );
  const withoutSecrets = (text: string): string =>
    sorted.reduce((rest, secret) => rest.replaceAll(secret, redacted), text);
  const free = (text: string): string =>
    withoutSecrets(
      text
        .replace(element, (_all, start: string) => `${start}${redacted}`)
        .replace(member, (_all, start: string, _name, old: string) => start + neutralWord(old)),
    );
  const walk = (value: unknown, replace: (inner: unknown, key: string) => unknown): unknown => {
    if (typeof value === 'string') return withoutSecrets(value);
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Uint8Array || value instanceof Date) return value;
    if (Array.isArray(value)) return value.map((inner) => walk(inner, replace));
    const named = elementName(value);
    const content = named !== undefined && secretNames.has(named);
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const hit =
          secretNames.has(key.toLowerCase()) || (content && /^(children|value)$/.test(key));
        return [key, hit ? replace(inner, key) : walk(inner, replace)];
      }),
    );
  };
  const json = (text: string): string | undefined => {
    if (!/^\s*[[{]/.test(text)) return undefined;
    try {
      return JSON.stringify(
        walk(JSON.parse(text), (inner, key) => neutral(inner, key, substitutes)),
      );
    } catch {
      return undefined;
    }
  };
  return {
    // a parameter that is not there would be asked for at replay
    parameters: (value) => walk(value, (inner) => (inner === undefined ? inner : redacted)),
    value: (value) => walk(value, (inner, key) => neutral(inner, key, substitutes)),
    written: (value) => {
      if (typeof value === 'string') return json(value) ?? free(value);
      const bytes = Buffer.from(value);
      return sorted.some((secret) => bytes.includes(secret)) ? new Uint8Array() : value;
    },
  };
}

/** A neutral word in place of another, in the same quotes. */
function neutralWord(word: string): string {
  const quote = /^["']/.exec(word)?.[0] ?? '';
  return `${quote}${redacted}${quote}`;
}

/** A neutral value of the same type. */
function neutral(value: unknown, name: string, substitutes: Substitutes): unknown {
  const sample = substitutes.get(name.toLowerCase());
  switch (typeof value) {
    case 'string':
      return sample ?? redacted;
    case 'number':
      return Number.isFinite(Number(sample)) ? Number(sample) : 0;
    case 'bigint':
      return /^-?\d+$/.test(sample ?? '') ? BigInt(sample ?? 0) : 0n;
    case 'boolean':
      return false;
    case 'object':
      if (value === null) return value;
      if (value instanceof Uint8Array) return new Uint8Array();
      if (value instanceof Date) return new Date(0);
      if (Array.isArray(value)) return value.map((inner) => neutral(inner, name, substitutes));
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          key,
          // these say which type a value has, and that it is nil
          key === '$type' || key === '$nil' ? inner : neutral(inner, key, substitutes),
        ]),
      );
    default:
      return value;
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
