import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { ServerInterceptor } from '../../runtime/index.ts';
import { wrongValue } from '../program/option-values.ts';
import { operationKey, readOperationChoice } from './operation-choice.ts';

/** Longest delay in milliseconds, limited by timers. */
const longest = 2_147_483_647;

/**
 * Reads `--latency MS` and `--latency Operation=MS`. Returns the interceptor that delays answers.
 *
 * @returns `undefined` if there is no delay
 * @throws {CliError} for invalid times and unknown operations
 */
export function latencyInterceptor(
  texts: readonly string[],
  model: ServiceModel,
): ServerInterceptor | undefined {
  if (texts.length === 0) return undefined;
  let all = 0;
  const single = new Map<string, number>();
  for (const text of texts) {
    if (!text.includes('=')) {
      all = readTime(text);
      continue;
    }
    const { key, value } = readOperationChoice(text, '--latency', model);
    single.set(key, readTime(value));
  }
  return async ({ operation }, next) => {
    const time = single.get(operationKey(operation)) ?? all;
    if (time > 0) await wait(time);
    return next();
  };
}

function readTime(text: string): number {
  const time = Number(text);
  if (/^\d+$/.test(text) && time <= longest) return time;
  const help = 'Give milliseconds: --latency 500, or --latency Operation=500.';
  throw wrongValue('--latency', text, help);
}
