import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { ServerInterceptor } from '../../runtime/index.ts';
import type { Talk } from '../terminal/console.ts';
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
 * What stands in front of the handlers, outermost first: waiting, faults asked for, then what
 * answers in place of handlers.
 *
 * @throws {CliError} for options whose values do not fit the contract, and files that are no
 *   recordings
 */
export function answerChain(
  options: ServeCommandOptions,
  model: ServiceModel,
  talk: Talk,
): readonly ServerInterceptor[] {
  const latency = latencyInterceptor(options.latency ?? [], model);
  const faults = faultInterceptor(options.fault ?? [], model);
  return [latency ?? [], faults ?? [], source(options, model, talk) ?? []].flat();
}

function source(
  { upstream, record, replay, redact = [] }: ServeCommandOptions,
  model: ServiceModel,
  talk: Talk,
): ServerInterceptor | undefined {
  if (replay !== undefined) {
    const calls = readRecording(replay);
    talk.say(`answering from ${counted(calls.length, 'call')} in ${replay}`);
    return replayInterceptor(calls, replay);
  }
  if (upstream === undefined) return undefined;
  const substitutes = checkRedactedNames(redact, model);
  const writer = record === undefined ? undefined : openRecording(record, model.name);
  const interceptor = upstreamInterceptor(upstream, model, (call) => {
    writer?.add(redactCall(call, redact, substitutes));
  });
  talk.say(
    `sending calls on to ${upstream}${record === undefined ? '' : `, recording to ${record}`}`,
  );
  return interceptor;
}
