import { conversionError, readNestedValue, refuseComment } from '../xml/asmx.ts';
import type { XmlReaderOptions } from '../xml/reader.ts';
import { mostCaptured } from './elements.ts';
import type { ServerOptions } from './options.ts';

/** Settings shared by all requests of a server. */
export interface ServerSettings {
  readonly options: ServerOptions<never>;
  readonly reader: XmlReaderOptions;
}

/** How a server reads values, unless it is strict. */
const asAsmx: XmlReaderOptions = {
  defaults: true,
  nestedValue: readNestedValue,
  commentInText: refuseComment,
  conversionError,
};

/** Derives the settings from the options of a server. */
export function createSettings(options: ServerOptions<never>): ServerSettings {
  const { limits = {} } = options;
  return {
    options,
    reader: {
      ...(options.strict === true ? undefined : asAsmx),
      limits: {
        captured: mostCaptured(limits),
        ...(limits.depth === undefined ? undefined : { depth: limits.depth }),
        ...(limits.attributes === undefined ? undefined : { attributes: limits.attributes }),
      },
    },
  };
}
