// SoapCore of NuGet: services with classes of three kinds, from the project of WCF.
import { dotnetCheck } from '../dotnet/session.mjs';
import { prepare as prepareWcf } from '../wcf/stack.mjs';
import { callSoapCore, judgePage } from './calls.mjs';

export async function prepare(work) {
  const { client: _, ...stack } = await prepareWcf(work);
  const checks = { service: dotnetCheck(callSoapCore), page: dotnetCheck(judgePage) };
  return { ...stack, checks };
}
