/** A value of JSON as a script sends it. Numbers keep their text, which may be exact. */
export type ScriptValue =
  | null
  | boolean
  | string
  | ScriptNumber
  | readonly ScriptValue[]
  | ScriptObject;

/** The members of an object, under any names. */
export type ScriptObject = ReadonlyMap<string, ScriptValue>;

/** A number, as it is written. */
export class ScriptNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Whether a value is an object of JSON. */
export function isScriptObject(value: ScriptValue | undefined): value is ScriptObject {
  return value instanceof Map;
}

/** Whether a value is a list of JSON. */
export function isScriptList(value: ScriptValue): value is readonly ScriptValue[] {
  return Array.isArray(value);
}

/** Levels of objects and lists, as the serializer of .NET takes them. */
export const mostLevels = 100;
