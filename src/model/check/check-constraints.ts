import { createNameTable, type NameTable } from '../common/name-table.ts';
import { namespaceText } from '../common/qname.ts';
import type { Defects } from '../defects/defects.ts';
import type { Components } from '../link/link-context.ts';
import { nearest, refused, suggestionLimit } from '../link/resolve.ts';
import type { IdentityConstraint } from '../xsd/schema-document.ts';

/**
 * Reports keyrefs that refer to no key, or to one with another number of fields. Warns of identity
 * constraints with the same name (XML Schema part 1 sections 2.5 and 3.11.6): those of a namespace
 * share one symbol space, wherever their elements are.
 */
export function checkConstraints(components: Components, defects: Defects): void {
  if (components.constrained.length === 0) return;
  const names = createNameTable<IdentityConstraint>();
  for (const { syntax, document } of components.constrained) {
    for (const constraint of syntax.constraints) {
      const name = { namespace: document.targetNamespace, localName: constraint.name };
      const first = names.get(name);
      if (first === undefined) names.set(name, constraint);
      else if (document.builtin !== true) {
        // generated code does not depend on it, and combined data sets often have these
        defects.warn({
          code: 'ASMX2002',
          message:
            `Identity constraint '${constraint.name}' is declared twice ` +
            `in ${namespaceText(name)}`,
          span: constraint.span,
          help: 'Rename one of the two: a keyref means the first',
          related: [{ message: 'first declared here', span: first.span }],
        });
      }
    }
  }
  for (const { syntax, document } of components.constrained) {
    if (document.builtin === true) continue;
    for (const one of syntax.constraints) {
      if (one.kind === 'keyref') checkKeyref(one, names, defects);
    }
  }
}

function checkKeyref(
  keyref: IdentityConstraint,
  names: NameTable<IdentityConstraint>,
  defects: Defects,
): void {
  const { refer, fields, name, span } = keyref;
  if (refer === undefined) {
    defects.add(keyref, {
      code: 'ASMX1023',
      message: `Keyref '${name}' has no attribute 'refer'`,
      span,
      help: "Name the 'key' or 'unique' whose values it takes",
    });
    return;
  }
  if (refused(defects, refer, keyref)) return;
  const key = names.get(refer.name);
  if (key === undefined) {
    const near =
      defects.count < suggestionLimit
        ? nearest(refer.name.localName, names.localNames(refer.name.namespace))
        : undefined;
    defects.add(keyref, {
      code: 'ASMX2001',
      message:
        `Keyref '${name}' refers to '${refer.name.localName}', ` +
        `which no key or unique in ${namespaceText(refer.name)} is named`,
      span: refer.span,
      help: near ?? "Declare the 'key' or 'unique', or correct the name and its prefix",
    });
  } else if (key.kind === 'keyref') {
    defects.add(keyref, {
      code: 'ASMX3008',
      message: `Keyref '${name}' refers to '${key.name}', which is a keyref itself`,
      span: refer.span,
      help: "Name a 'key' or 'unique'",
      related: [{ message: 'declared here', span: key.span }],
    });
  } else if (key.fields.length !== fields.length) {
    defects.add(keyref, {
      code: 'ASMX3008',
      message: `Keyref '${name}' has ${count(fields)}, but '${key.name}' has ${count(key.fields)}`,
      span: refer.span,
      help: 'Give the keyref one field for each of the key, in the same order',
      related: [{ message: 'declared here', span: key.span }],
    });
  }
}

function count(fields: readonly string[]): string {
  return `${fields.length} field${fields.length === 1 ? '' : 's'}`;
}
