import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { withoutUser } from '../../runtime/client/address.ts';
import type { ServerInterceptor } from '../../runtime/index.ts';
import type { Console } from '../terminal/console.ts';
import { counted } from '../terminal/counts.ts';
import { faultInterceptor } from './injected-faults.ts';
import { latencyInterceptor } from './latency.ts';
import type { ServeCommandOptions } from './options.ts';
import { openRecording, readRecording } from './recording-file.ts';
import { redactCall } from './redact.ts';
import { checkRedactedNames } from './redacted-names.ts';
import { replayInterceptor } from './replay.ts';
import { upstreamInterceptor } from './upstream.ts';

/**
 * Interceptors before the handlers, outermost first: delays, injected faults, then answers instead
 * of handlers.
 *
 * @throws {CliError} for option values that do not fit the contract, and invalid recordings
 */
export function answerChain(
  options: ServeCommandOptions,
  model: ServiceModel,
  console: Console,
): readonly ServerInterceptor[] {
  const latency = latencyInterceptor(options.latency ?? [], model);
  const faults = faultInterceptor(options.fault ?? [], model);
  return [latency ?? [], faults ?? [], source(options, model, console) ?? []].flat();
}

function source(
  { upstream, record, replay, redact = [] }: ServeCommandOptions,
  model: ServiceModel,
  console: Console,
): ServerInterceptor | undefined {
  if (replay !== undefined) {
    const calls = readRecording(replay);
    console.say(`answering from ${counted(calls.length, 'call')} in ${replay}`);
    return replayInterceptor(calls, replay);
  }
  if (upstream === undefined) return undefined;
  const substitutes = checkRedactedNames(redact, model);
  const writer = record === undefined ? undefined : openRecording(record, model.name);
  const interceptor = upstreamInterceptor(upstream, model, (call) => {
    writer?.add(redactCall(call, redact, substitutes));
  });
  const recording = record === undefined ? '' : `, recording to ${record}`;
  console.say(`sending calls on to ${withoutUser(upstream)}${recording}`);
  return interceptor;
}
