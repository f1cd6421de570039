import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { withoutUser } from '../../runtime/client/address.ts';
import type { ServerInterceptor } from '../../runtime/index.ts';
import type { Console } from '../terminal/console.ts';
import { counted } from '../terminal/counts.ts';
import { faultInterceptor } from './injected-faults.ts';
import { latencyInterceptor } from './latency.ts';
import { readOperationChoice } from './operation-choice.ts';
import type { ServeCommandOptions } from './options.ts';
import { openRecording, readRecording } from './recording-file.ts';
import { redactCall } from './redact.ts';
import { checkRedactedNames } from './redacted-names.ts';
import { replayInterceptor } from './replay.ts';
import { upstreamInterceptor } from './upstream.ts';

/**
 * Interceptors before the handlers of each contract, outermost first: delays, injected faults, then
 * answers instead of handlers.
 *
 * @throws {CliError} for option values that do not fit the contracts, and invalid recordings
 */
export function answerChains(
  options: ServeCommandOptions,
  models: readonly ServiceModel[],
  console: Console,
): readonly (readonly ServerInterceptor[])[] {
  const sources = sourceOf(options, models, console);
  return models.map((model) => {
    const own = (texts: readonly string[] = [], option: string): readonly string[] =>
      texts.filter((text) => isFor(model, models, text, option));
    const latency = latencyInterceptor(own(options.latency, '--latency'), model);
    const faults = faultInterceptor(own(options.fault, '--fault'), model);
    return [latency ?? [], faults ?? [], sources?.(model) ?? []].flat();
  });
}

/**
 * Whether the value of an option concerns a contract: it names one of its operations, or none.
 *
 * @throws {CliError} if no contract has the operation, or several have
 */
function isFor(
  model: ServiceModel,
  models: readonly ServiceModel[],
  text: string,
  option: string,
): boolean {
  if (models.length === 1 || !text.includes('=')) return true;
  const all = { ...model, services: models.flatMap(({ services }) => services) };
  return model.services.includes(readOperationChoice(text, option, all).found.service);
}

/** What answers instead of handlers, for a contract. */
function sourceOf(
  { upstream, record, replay, redact = [] }: ServeCommandOptions,
  models: readonly ServiceModel[],
  console: Console,
): ((model: ServiceModel) => ServerInterceptor) | undefined {
  if (replay !== undefined) {
    const calls = readRecording(replay);
    console.say(`answering from ${counted(calls.length, 'call')} in ${replay}`);
    const interceptor = replayInterceptor(calls, replay);
    return () => interceptor;
  }
  if (upstream === undefined) return undefined;
  const substitutes = checkRedactedNames(redact, models);
  const name = models.map((one) => one.name).join(', ');
  const writer = record === undefined ? undefined : openRecording(record, name);
  const recording = record === undefined ? '' : `, recording to ${record}`;
  const started = models.map((model) => {
    const interceptor = upstreamInterceptor(upstream, model, (call) => {
      writer?.add(redactCall(call, redact, substitutes));
    });
    return [model, interceptor] as const;
  });
  console.say(`sending calls on to ${withoutUser(upstream)}${recording}`);
  const byModel = new Map(started);
  return (model) => byModel.get(model) ?? ((_, next) => next());
}
