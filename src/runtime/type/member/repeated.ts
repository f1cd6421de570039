import type { Detail, Field, Type } from '../description.ts';
import { limits } from './count.ts';

/** An element that may come any number of times, or as often as `min` and `max` say. */
export function repeated(name: string, type: Type, detail: Detail = {}): Field {
  const isLimited = detail.min !== undefined || detail.max !== undefined;
  const count = isLimited ? limits : undefined;
  return { kind: 'element', name, type, min: 0, max: Infinity, list: true, count, ...detail };
}
