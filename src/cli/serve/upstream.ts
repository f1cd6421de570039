import { baseOfAddress } from '../../model/wsdl/address.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { createCaller, type ServerInterceptor } from '../../runtime/index.ts';
import { type Forwarded, forward, giveForwarded, optionsOf } from '../../runtime/shadow/forward.ts';
import type { RecordedCall } from '../../runtime/shadow/recorded-call.ts';
import { readHttpUrl } from '../program/option-values.ts';
import { CliError } from '../terminal/cli-error.ts';

/**
 * Calls the real service: each call is forwarded over the same binding, with its headers, and its
 * answer returned.
 *
 * @param record Called for each answered call, including faults and error statuses.
 * @throws {CliError} if the address is not an http or https URL
 */
export function upstreamInterceptor(
  address: string,
  model: ServiceModel,
  record: (call: RecordedCall) => void,
): ServerInterceptor {
  const baseUrl = upstreamBase('--upstream', address, model);
  const caller = createCaller({ baseUrl }, {});
  return async (call) => {
    const { operation, input, context } = call;
    for (const header of context.unknownHeaders) context.understood(header);
    let forwarded: Forwarded;
    try {
      forwarded = await forward(caller, operation, input, optionsOf(call));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(reason.replace('The service', 'The service behind --upstream'));
    }
    const { answer } = forwarded;
    const { service, name } = operation;
    record({ service, operation: name, binding: context.binding, parameters: input, answer });
    return giveForwarded(forwarded, call);
  };
}

/**
 * The address before the services' own paths, even if one of these was given with it.
 *
 * @throws {CliError} if it is not an http or https URL
 */
export function upstreamBase(option: string, address: string, model: ServiceModel): string {
  const { origin, pathname } = readHttpUrl(option, address);
  // User and password stay, which the client sends as Basic authorization.
  const base = baseOfAddress(address.replace(/[?#].*$/s, ''), model.services);
  if (!/\.asmx\/*$/i.test(base)) return base;
  const paths = model.services.map((service) => service.path);
  throw new CliError(
    `${origin}${pathname} is the address of none of the services`,
    `They are at ${paths.slice(0, 5).join(', ')}: give what is in front of that.`,
  );
}
