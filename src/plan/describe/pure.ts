import { runtime } from '../codecs/codec.ts';
import { type CallNode, callWith, type Given, text } from '../print/node.ts';

/** A call at the top of a file, which bundlers drop if nothing uses its result. */
export function pure(name: string, ...items: readonly Given[]): CallNode {
  const { flat, names } = runtime(name);
  return callWith(text(`/* @__PURE__ */ ${flat}`, names), items);
}
