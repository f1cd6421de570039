import type { Definitions, Service } from '../../model/wsdl/definitions.ts';
import { builtinNames } from '../../model/xsd/builtin-types.ts';
import type { TypeSyntax } from '../../model/xsd/schema-document.ts';
import type { TypeNotation } from '../../model/yaml/notation.ts';
import { contentTypes, isBuiltin, isContentType } from '../../model/yaml/type-names.ts';
import { createFreeName } from '../../names/free-name.ts';
import type { TypeScope } from './describe-fields.ts';
import { describeType, kindOf } from './describe-types.ts';
import type { Misfits } from './misfits.ts';
import { type DefinitionsIndex, indexDefinitions } from './schema-index.ts';

/** The types of one service: which to describe, and under which names. */
export class ServiceScope implements TypeScope {
  readonly namespace: string;
  readonly index: DefinitionsIndex;
  readonly misfits: Misfits;
  readonly presence: TypeScope['presence'];
  readonly kinds: Map<string, TypeNotation> = new Map();
  readonly headerTypes: Set<string> = new Set();
  readonly #freeName: ReturnType<typeof createFreeName>;
  readonly #used = new Set<string>();
  readonly #hoisted = new Map<TypeSyntax, string>();
  /** Types still to be described, by name. */
  readonly #waiting: { readonly name: string; readonly type: TypeSyntax }[] = [];

  constructor(
    definitions: Definitions,
    service: Service,
    misfits: Misfits,
    presence: TypeScope['presence'],
  ) {
    this.index = indexDefinitions(definitions);
    this.namespace = namespaceOf(definitions, service, this.index);
    this.misfits = misfits;
    this.presence = presence;
    for (const type of this.index.typesOf(this.namespace)) {
      const name = type.name?.localName ?? '';
      this.kinds.set(name, kindOf(name, type));
    }
    this.#freeName = createFreeName(
      new Set([...this.kinds.keys(), ...builtinNames, ...contentTypes]),
    );
  }

  use(localName: string): void {
    const { namespace, index, misfits } = this;
    const type = index.type({ namespace, localName });
    if (type === undefined || this.#used.has(localName)) return;
    this.#used.add(localName);
    if (isBuiltin(localName) || isContentType(localName)) {
      const message = `type '${localName}' has the name of a type the notation knows already`;
      misfits.refuse(type.span, message);
    }
    this.#waiting.push({ name: localName, type });
    for (const { name, span } of index.derivedFrom({ namespace, localName })) {
      if (name?.namespace === namespace) this.use(name.localName);
      else
        misfits.refuse(
          span,
          `type '${name?.localName ?? ''}' derives from one of another namespace`,
        );
    }
  }

  hoist(type: TypeSyntax, owner: string): string {
    const known = this.#hoisted.get(type);
    if (known !== undefined) return known;
    const words = owner.split('.').map((one) => one.charAt(0).toUpperCase() + one.slice(1));
    const name = this.#freeName(words.join(''), 'Type', '');
    this.#hoisted.set(type, name);
    this.kinds.set(name, kindOf(name, type));
    this.#waiting.push({ name, type });
    return name;
  }

  /** Describes the types in use, and those that they use. */
  describeReached(): readonly TypeNotation[] {
    const described: TypeNotation[] = [];
    for (let one = this.#waiting.shift(); one !== undefined; one = this.#waiting.shift()) {
      const notation = describeType(this, one.name, one.type);
      if (notation !== undefined) described.push(notation);
    }
    return described;
  }
}

/**
 * The namespace of the request elements, which is that of the ASMX class; otherwise that of the
 * definitions.
 */
function namespaceOf(definitions: Definitions, service: Service, index: DefinitionsIndex): string {
  for (const port of service.ports) {
    const binding = definitions.bindings.find(
      (one) => one.name.localName === port.binding.name.localName,
    );
    const portType = binding && index.portType(binding.portType.name);
    for (const { input } of portType?.operations ?? []) {
      const message = input && index.message(input.message.name);
      const element = message?.parts[0]?.element;
      if (element !== undefined) return element.name.namespace;
    }
  }
  return definitions.targetNamespace;
}
