import * as runtime from '../../../src/runtime/type.ts';
import { XmlReader, type XmlReaderOptions } from '../../../src/runtime/xml/reader.ts';
import { functionsObject, messageFunctions, runtimeNames } from '../../message-functions.mjs';
import { stripTypes } from '../../strip-types.ts';
import type { Planned } from './contract.ts';
import { renderText } from './render.ts';

/** The functions of messages of a contract, transpiled and run on the real runtime. */
export interface LoadedCodecs {
  /** Each function, and what `descriptions.ts` exports. */
  readonly functions: Readonly<Record<string, (...values: never[]) => unknown>>;
  write(name: string, value: unknown): string;
  /** Reads the Body of a message. */
  readBody(name: string, body: string, options?: XmlReaderOptions): unknown;
}

/**
 * Loads the codecs of a plan.
 *
 * @param own functions that they import from modules of the user's
 */
export function loadCodecs(planned: Planned, own: object = {}): LoadedCodecs {
  if (planned.plan === undefined) {
    throw new Error(planned.diagnostics.map((one) => `${one.code} ${one.message}`).join('\n'));
  }
  const text = renderText('descriptions', planned.plan);
  const script = stripTypes(text);
  const names = [...script.matchAll(/^export (?:function|const) ([\p{ID_Continue}$]+)/gmu)].map(
    (match) => match[1],
  );
  const body = script
    .replace(
      /^import \{([^}]*)\} from '[^']*';$/gm,
      (_, list: string) => `const {${list.replaceAll(' as ', ': ')}} = runtime;`,
    )
    .replace(/^export /gm, '');
  const messages = messageFunctions(planned.plan.operations);
  const code = [
    `'use strict';${body}`,
    `const $descriptions = { ${names.join(', ')} };`,
    `return { ...$descriptions, ...functions() };`,
    `function functions() {`,
    `  const { ${runtimeNames(messages).join(', ')} } = runtime;`,
    `  return ${functionsObject(messages)};`,
    '}',
  ];
  const make = new Function('runtime', code.join('\n'));
  const functions = make({ ...runtime, ...own }) as LoadedCodecs['functions'];
  const call = (name: string, value: unknown): unknown => {
    const found = functions[name];
    if (found === undefined) throw new Error(`no function ${name} in ${names.join(', ')}`);
    return found(value as never);
  };
  return {
    functions,
    write: (name, value) => String(call(name, value)),
    readBody: (name, content, options = {}) => {
      const reader = new XmlReader(envelope(content), options);
      reader.nextTag();
      reader.nextTag();
      return call(name, reader);
    },
  };
}

/** A message around the content of a Body. */
export function envelope(content: string): string {
  return `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>${content}</soap:Body></soap:Envelope>`;
}

/** Writes a request, reads it back, and gives both. */
export function roundTrip(
  codecs: LoadedCodecs,
  value: unknown,
  operation = 'Test',
): { readonly xml: string; readonly value: unknown } {
  const xml = codecs.write(`write${operation}Request`, value);
  return { xml, value: codecs.readBody(`read${operation}Request`, xml) };
}
