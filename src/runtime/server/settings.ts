import { limitProblem } from '../operation/limit.ts';
import { conversionError, readNestedValue, refuseComment } from '../xml/asmx.ts';
import type { XmlReaderOptions } from '../xml/reader.ts';
import { Traffic } from './front/traffic.ts';
import type { Guard } from './guarded.ts';
import { completeLimits, type RequestLimits } from './limits.ts';
import type { ServerOptions } from './options.ts';

/** Settings shared by all requests of a server. */
export interface ServerSettings {
  readonly options: ServerOptions<never>;
  readonly limits: RequestLimits;
  readonly reader: XmlReaderOptions;
  readonly traffic: Traffic;
  /** The option `security`; absent without it. */
  readonly guard: Guard | undefined;
}

/** How a server reads values, unless it is strict. */
const asAsmx: XmlReaderOptions = {
  defaults: true,
  nestedValue: readNestedValue,
  commentInText: refuseComment,
  conversionError,
};

/**
 * Derives the settings from the options of a server.
 *
 * @throws RangeError a limit is no number, or less than the least
 */
export function createSettings(
  options: ServerOptions<never>,
  guard?: Guard | undefined,
): ServerSettings {
  const { depth } = options.limits ?? {};
  const limits = completeLimits(options.limits);
  const { mtom } = options;
  const problem = typeof mtom === 'object' ? limitProblem(mtom, ['threshold']) : undefined;
  if (problem !== undefined) throw new RangeError(`mtom.${problem}`);
  return {
    options,
    limits,
    traffic: new Traffic(options.maxConcurrent),
    guard,
    reader: {
      ...(options.strict === true ? { ownTypes: true } : asAsmx),
      ...(options.strict !== true && options.parity?.missingAsNull === true
        ? { absentNil: 'always' }
        : undefined),
      limits: {
        attributes: limits.attributes,
        ...(depth === undefined ? undefined : { depth }),
      },
    },
  };
}
