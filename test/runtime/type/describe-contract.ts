import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { inOrder } from '../../../src/files/declarations.ts';
import { linkContract } from '../../../src/model/link.ts';
import { planShapes } from '../../../src/plan/contract-shapes.ts';
import { describedConstant, PlanContext } from '../../../src/plan/descriptions.ts';
import { describeMessage } from '../../../src/plan/message-description.ts';
import { bodyShape } from '../../../src/plan/messages.ts';
import { createDescriber } from '../../../src/plan/object-description.ts';
import type { ShapeOptions } from '../../../src/plan/settings.ts';
import { readContract } from '../../../src/read/contract.ts';
import * as runtime from '../../../src/runtime/type.ts';
import { readMessage } from '../../../src/runtime/types/object.ts';
import { XmlReader, type XmlReaderOptions } from '../../../src/runtime/xml/reader.ts';
import { planOptions } from '../../plan/support/contract.ts';
import { stripTypes } from '../../strip-types.ts';

/** The messages of a contract by operation and direction, such as `Find request`. */
export type Described = Readonly<Record<string, runtime.MessageType<unknown>>>;

/** Describes the messages of a contract with the emitter, and runs what it gives. */
export function describeContract(text: string, options: Partial<ShapeOptions> = {}): Described {
  const bag = createDiagnosticBag();
  const path = 'contract.wsdl';
  const bytes = new TextEncoder().encode(text);
  const host = { readFile: (one: string) => (one === path ? bytes : undefined) };
  const contract = readContract(path, host, bag);
  const model = contract && linkContract(contract, bag);
  if (model === undefined || bag.failed) {
    throw new Error(bag.diagnostics.map(({ message }) => message).join('\n'));
  }
  const { chosen, shaper } = planShapes(model, { ...planOptions, ...options }, bag);
  const context = new PlanContext({
    shaper,
    sink: bag,
    isRepeatedRecord: () => false,
    declared: {} as never,
    messageBases: new Set(),
    hasSchemas: false,
  });
  const describer = createDescriber(context);
  const names: string[] = [];
  for (const { operation } of chosen) {
    const soap = operation.soap11 ?? operation.soap12;
    for (const direction of ['request', 'response'] as const) {
      const noun = direction === 'request' ? 'input' : 'output';
      const sent = soap?.[noun];
      if (sent === undefined) continue;
      const body = bodyShape(sent, noun, operation, shaper);
      const encoded = sent.use === 'encoded';
      const message = { body, type: undefined, encoded, direction, namespace: '' };
      const name = `message${names.length}`;
      const described = describeMessage(describer, message, name);
      if (described.flat !== name) {
        context.ensure(name, () => describedConstant(name, undefined, described, ''));
      }
      names.push(`${operation.name} ${direction}`);
    }
  }
  const constants = inOrder(context.finish()).map(
    (plan) => `const ${plan.name} = ${plan.value.flat};`,
  );
  const given = names.map((name, at) => `${JSON.stringify(name)}: message${at}`).join(', ');
  const script = stripTypes(`${constants.join('\n')}\nexport const all = { ${given} };`);
  const body = script.replace(/^export const all = /m, 'return ');
  return new Function(...Object.keys(runtime), body)(...Object.values(runtime)) as Described;
}

/** Reads the content of a Body. */
export function readBody(
  message: runtime.MessageType<unknown>,
  content: string,
  options?: XmlReaderOptions,
): unknown {
  return readMessage(message, bodyReader(content, options));
}

/** A reader at the content of a Body. */
export function bodyReader(content: string, options?: XmlReaderOptions): XmlReader {
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  const xsd = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
  const reader = new XmlReader(`<e ${xsi} ${xsd}><b>${content}</b></e>`, options);
  reader.nextTag();
  reader.nextTag();
  return reader;
}
