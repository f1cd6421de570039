// SoapCore of NuGet: services with classes of three kinds, from the project of WCF.
import { prepare as prepareWcf } from '../wcf/stack.mjs';

export async function prepare(work) {
  const { client: _, ...stack } = await prepareWcf(work);
  return stack;
}
