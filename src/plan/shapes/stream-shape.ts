import { plainType } from '../print/type-node.ts';
import type { PlaceShape, ValueShape } from './shape.ts';

const streamType = plainType('ReadableStream<Uint8Array>');

/** The shape of bytes that are a stream. */
export function streamShape(value: ValueShape): ValueShape {
  if (value.kind !== 'simple') return value;
  return {
    ...value,
    type: streamType,
    atomic: 'stream',
    codec: { kind: 'builtin', parse: 'parseXsdByteStream', format: 'formatXsdByteStream' },
  };
}

/** A place whose bytes are a stream. */
export function streamPlace({ element, value, nillable, isAccessor }: PlaceShape): PlaceShape {
  return { element, value: streamShape(value), nillable, isAccessor };
}

/** Whether values are streams of bytes. */
export function isByteStream(value: ValueShape): boolean {
  return value.kind === 'simple' && value.atomic === 'stream';
}
