import { readNestedValue } from '../xml/asmx.ts';
import type { XmlReaderOptions } from '../xml/reader.ts';
import { mostCaptured } from './elements.ts';
import type { ServerOptions } from './options.ts';

/** Settings shared by all requests of a server. */
export interface ServerSettings {
  readonly options: ServerOptions<never>;
  readonly reader: XmlReaderOptions;
}

/** Derives the settings from the options of a server. */
export function createSettings(options: ServerOptions<never>): ServerSettings {
  const { limits = {} } = options;
  return {
    options,
    reader: {
      defaults: options.strict !== true,
      nestedValue: readNestedValue,
      limits: {
        captured: mostCaptured(limits),
        ...(limits.depth === undefined ? undefined : { depth: limits.depth }),
        ...(limits.attributes === undefined ? undefined : { attributes: limits.attributes }),
      },
    },
  };
}
