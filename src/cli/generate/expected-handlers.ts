import type { ExpectedHandlers, HandlerMember, HandlersPlan } from '../../plan/result/plan.ts';

/**
 * The part of a plan that the manifest keeps, so that handlers of an unchanged contract can be
 * checked without planning it again.
 */
export function expectedHandlers({ view: _, ...expected }: HandlersPlan): ExpectedHandlers {
  return expected;
}

/**
 * Reads {@link expectedHandlers} back from a manifest, which anyone may have edited. `undefined` if
 * the value is anything else.
 */
export function readExpectedHandlers(value: unknown): readonly ExpectedHandlers[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.every(isExpectedHandlers) ? value : undefined;
}

const texts = ['path', 'service', 'module'] as const;
/** A valid name in generated code. */
const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

function isExpectedHandlers(value: unknown): value is ExpectedHandlers {
  if (typeof value !== 'object' || value === null || !('members' in value)) return false;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  if (!texts.every((name) => typeof fields[name] === 'string')) return false;
  // a file name, which cannot lead out of the folder
  if (/[\\/]/.test(String(fields.path))) return false;
  const names = [fields.interface, fields.factory];
  if (!names.every((name) => typeof name === 'string' && identifier.test(name))) return false;
  return areMembers(value.members);
}

function areMembers(value: unknown): value is readonly HandlerMember[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one: unknown) =>
        typeof one === 'object' &&
        one !== null &&
        'name' in one &&
        typeof one.name === 'string' &&
        (!('members' in one) || areMembers(one.members)),
    )
  );
}
