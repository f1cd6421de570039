import { qnameKey } from '../../model/common/qname.ts';
import type { Definitions, Message } from '../../model/wsdl/definitions.ts';
import type { LintFinding, LintRule } from '../rule.ts';
import { schoolContract } from './example.ts';
import { grouped } from './grouped.ts';
import { listNames } from './walk.ts';

/** ASMX6002. */
export const unusedMessages: LintRule = {
  code: 'ASMX6002',
  level: 'hint',
  explanation:
    'A message that no portType operation and no header refers to is left over from an earlier ' +
    'version, or an operation is missing.',
  example: `<wsdl:message name="LeftOver">
  <wsdl:part name="parameters" element="tns:LeftOver" />
</wsdl:message>
`,
  find(model) {
    const seen = new Set<Definitions>(model.services.map((service) => service.definitions));
    const unused = new Map<string, Message>();
    const used = new Set<string>();
    for (const definitions of seen) {
      for (const name of usedMessages(definitions)) used.add(name);
    }
    for (const { messages } of seen) {
      for (const one of messages) {
        const key = qnameKey(one.name);
        if (!used.has(key)) unused.set(key, one);
      }
    }
    return byNamespace([...unused.values()], 'message');
  },
};

function usedMessages(definitions: Definitions): readonly string[] {
  const names: string[] = [];
  for (const { operations } of definitions.portTypes) {
    for (const { input, output, faults } of operations) {
      for (const one of [input, output, ...faults]) {
        if (one !== undefined) names.push(qnameKey(one.message.name));
      }
    }
  }
  for (const { operations } of definitions.bindings) {
    for (const { input, output } of operations) {
      for (const header of [...(input?.headers ?? []), ...(output?.headers ?? [])]) {
        names.push(qnameKey(header.message.name));
        for (const fault of header.faults) names.push(qnameKey(fault.message.name));
      }
    }
  }
  return names;
}

/** ASMX6003. */
export const unusedTypes: LintRule = {
  code: 'ASMX6003',
  level: 'hint',
  explanation:
    'A type that no operation can send is not generated. ' +
    'Remove it, or use it in an operation.',
  example: schoolContract(['Ping: {}'], ['Student: { fields: { id: int } }']),
  find(model, { shaper }) {
    const used = shaper.used.types;
    const unused = model.types.flatMap((type) =>
      type.name === undefined || type.span === undefined || used.has(type)
        ? []
        : [{ name: type.name, span: type.span }],
    );
    return byNamespace(unused, 'type');
  },
};

type Named = Pick<Message, 'name' | 'span'>;

/** One finding for each namespace, because large schemas may have hundreds of unused types. */
function byNamespace(unused: readonly Named[], what: string): readonly LintFinding[] {
  const groups = grouped(unused, (one) => one.name.namespace);
  return [...groups.values()].map((group) => {
    const list = listNames(group.map((one) => one.name.localName));
    const span = group[0]?.span;
    const message =
      group.length === 1
        ? `${what} ${list} is used by no operation`
        : `${group.length} ${what}s are used by no operation: ${list}`;
    return { message, span };
  });
}
