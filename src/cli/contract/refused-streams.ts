import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/suggest.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { hasSchemas, type Target } from '../../plan/result/plan.ts';
import { streamNames } from '../../plan/scope/streams.ts';
import { atSetting } from './at-setting.ts';
import type { ContractJob } from './jobs.ts';

/** Whether the code of a target needs bytes at once, as schemas do. */
function needsWhole(target: Target): boolean {
  return target === 'soap' || hasSchemas({ targets: [target] });
}

/** Errors for names of `streams` that are no member which could be a stream. */
export function refusedStreams(
  { config = '', entry, settings }: ContractJob,
  models: readonly ServiceModel[],
): readonly Diagnostic[] {
  const { streams, targets } = settings;
  const known = models.map(streamNames);
  const members = new Set(known.flatMap((one) => [...one.members]));
  const operations = new Set(known.flatMap((one) => [...one.operations]));
  const errorAt = (key: string, message: string, help: string): Diagnostic => {
    const at = { config, index: entry?.index ?? 0, keys: ['streams', key] } as const;
    return atSetting(at, { code: 'ASMX5002', severity: 'error', message, help });
  };
  return streams.flatMap((key): readonly Diagnostic[] => {
    if (!members.has(key)) {
      return [errorAt(key, ...whyNone(key, members, operations))];
    }
    const target = targets.find(needsWhole);
    return target === undefined
      ? []
      : [
          errorAt(
            key,
            `'${key}' cannot be a stream with target '${target}'`,
            'its code has bytes as a whole; generate it in another entry, without streams',
          ),
        ];
  });
}

function whyNone(
  key: string,
  members: ReadonlySet<string>,
  operations: ReadonlySet<string>,
): readonly [message: string, help: string] {
  const operation = key.split('.').slice(0, 2).join('.');
  const known = operations.has(operation);
  const own = [...members].filter((one) => one.startsWith(`${operation}.`));
  const listed = (own.length > 0 ? own : [...members]).slice(0, 5).join(', ');
  const message = known
    ? `operation '${operation}' has no member for a stream that 'streams' calls '${key}'`
    : `no contract has the operation of '${key}' in 'streams'`;
  const help =
    didYouMean(key, members) ??
    (members.size === 0
      ? 'a stream is a base64Binary that is a parameter, part or result over SOAP, and no list'
      : `members that can be streams are ${listed}`);
  return [message, help];
}
