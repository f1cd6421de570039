import type { Detail, Field, Type } from '../description.ts';

/** An element that must be there. */
export function element(name: string, type: Type, detail?: Detail): Field {
  return { kind: 'element', name, type, min: 1, max: 1, ...detail };
}

/** An element that may be absent. */
export function optional(name: string, type: Type, detail?: Detail): Field {
  return { kind: 'element', name, type, min: 0, max: 1, ...detail };
}
