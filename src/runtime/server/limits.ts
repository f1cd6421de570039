import { limitProblem } from '../operation/limit.ts';
import { defaultXmlLimits } from '../xml/tokens.ts';
import { describeValue } from '../xml/write-text.ts';
import { XmlError } from '../xml/xml-error.ts';
import type { ServerLimits } from './options.ts';

/** Limits with their defaults. */
export interface RequestLimits {
  readonly bodyBytes: number;
  /** Bytes of a body whose members are streams; no limit but one that is set. */
  readonly streamBytes: number;
  /** Elements of an XML body. */
  readonly elements: number;
  /** Attributes and namespace declarations of one element. */
  readonly attributes: number;
  /** Milliseconds until the body is complete; 0 for no limit. */
  readonly bodyTime: number;
  /** Milliseconds until the result is complete; 0 for no limit. */
  readonly time: number;
}

const defaultBodyBytes = 4 * 1024 * 1024;
const leastElements = 500_000;
/** Bytes of a body for each element and each attribute of one element that it may have. */
const bytesPerElement = 8;
const bytesPerAttribute = 64;
/** A client that needs longer keeps memory of the server for nothing. */
const defaultBodyTime = 100_000;
/** The longest time of a timer, in milliseconds. With more it fires at once. */
const longestTime = 0x7fffffff;
const shortestElement = '<a/>'.length;
const EXCLAMATION = 33;
const SLASH = 47;
const QUESTION = 63;
const names = ['bodyBytes', 'elements', 'depth', 'attributes', 'time'] as const;

/**
 * Adds the defaults.
 *
 * @throws RangeError a limit is no number, or less than 0
 * @throws TypeError they are no object
 */
export function completeLimits(limits: ServerLimits = {}): RequestLimits {
  const given: unknown = limits;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`limits is ${describeValue(given)}, and has to be an object.`);
  }
  const problem = limitProblem(limits, names);
  if (problem !== undefined) throw new RangeError(`limits.${problem}`);
  const { bodyBytes = defaultBodyBytes, time } = limits;
  return {
    bodyBytes,
    streamBytes: limits.bodyBytes ?? Number.POSITIVE_INFINITY,
    elements: limits.elements ?? Math.max(leastElements, Math.floor(bodyBytes / bytesPerElement)),
    attributes:
      limits.attributes ??
      Math.max(defaultXmlLimits.attributes, Math.floor(bodyBytes / bytesPerAttribute)),
    bodyTime: timerTime(time ?? defaultBodyTime),
    time: timerTime(time ?? 0),
  };
}

/** A time for a timer; 0 for one that never fires. */
function timerTime(time: number): number {
  return time === Number.POSITIVE_INFINITY ? 0 : Math.min(time, longestTime);
}

/**
 * Refuses a request with too many elements before it is read, because the smallest element takes
 * twenty times its length as a value. Requests too short for that many are not checked. Anything
 * that looks like a tag in a comment or CDATA section counts.
 *
 * @throws XmlError limit
 */
export function checkElements(text: string, { elements: most }: RequestLimits): void {
  if (text.length <= most * shortestElement) return;
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const code = text.charCodeAt(at + 1);
    if (code !== SLASH && code !== EXCLAMATION && code !== QUESTION) count += 1;
  }
  if (count > most) throw new XmlError('limit', `The request has more than ${most} elements.`);
}
