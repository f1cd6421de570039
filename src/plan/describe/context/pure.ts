import { type CallNode, callWith, type Given, text } from '../../print/node.ts';
import { runtime } from './constant.ts';

/** A call at the top of a file, which bundlers drop if nothing uses its result. */
export function pure(name: string, ...items: readonly Given[]): CallNode {
  const { flat, names } = runtime(name);
  return callWith(text(`/* @__PURE__ */ ${flat}`, names), items);
}
