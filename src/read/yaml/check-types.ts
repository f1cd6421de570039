import type { Complain } from '../../diagnostics/data-node.ts';
import type {
  ArrayType,
  ClassNotation,
  ContractNotation,
  FieldNotation,
  NamedType,
  TypeExpression,
  TypeNotation,
} from '../../model/yaml/notation.ts';
import { isBuiltin, isContentType, suggestType } from '../../model/yaml/type-names.ts';
import { hasText } from './named-types.ts';

type Types = ReadonlyMap<string, TypeNotation>;

/** Reports undefined type names, and types that XML Schema cannot express. */
export function checkTypes(contract: ContractNotation, complain: Complain): void {
  const { types } = contract;
  for (const { operations } of contract.services) {
    for (const { parameters, returns, headers, faults } of operations) {
      for (const one of [...parameters, ...headers, ...faults]) {
        checkExpression(one.type, types, complain);
      }
      if (returns.kind === 'result') checkExpression(returns.field.type, types, complain);
      if (returns.kind !== 'out') continue;
      for (const one of returns.fields) checkExpression(one.type, types, complain);
    }
  }
  for (const type of types.values()) {
    if (type.kind === 'class') checkClass(type, types, complain);
    if (type.kind === 'restriction')
      checkSimple(type.base, `'restricts' in type '${type.name}'`, types, complain);
  }
  checkCircles(types, complain);
}

function checkExpression(type: TypeExpression, types: Types, complain: Complain): void {
  let base: NamedType | ArrayType = type.base;
  while (base.kind === 'array') base = base.item.base;
  checkNamed(base, types, complain);
}

/** Returns whether the name denotes a type; reports it otherwise. */
function checkNamed(type: NamedType, types: Types, complain: Complain): boolean {
  if (types.has(type.name) || isBuiltin(type.name) || isContentType(type.name)) return true;
  if (type.name === 'void') {
    complain(type.span, 'ASMX2001', "'void' is not the type of a value", {
      help: "leave 'returns' out, or write returns: void, for an operation without result",
    });
    return false;
  }
  const help = suggestType(type.name, types.keys());
  const meant = help !== undefined ? types.get(/'(.+)'/.exec(help)?.[1] ?? '') : undefined;
  complain(type.span, 'ASMX2001', `type '${type.name}' is not defined`, {
    help: help ?? "declare it under 'types'",
    related: meant && [{ message: `'${meant.name}' is defined here`, place: meant.span }],
  });
  return false;
}

/** Reports a name that is not that of a simple type. */
function checkSimple(type: NamedType, what: string, types: Types, complain: Complain): void {
  if (!checkNamed(type, types, complain)) return;
  const notation = types.get(type.name);
  const simple = notation === undefined ? isBuiltin(type.name) : notation.kind !== 'class';
  if (!simple)
    complain(type.span, 'ASMX3003', `${what} must be a simple type, and '${type.name}' is not`);
}

function checkClass(type: ClassNotation, types: Types, complain: Complain): void {
  for (const field of type.fields) checkExpression(field.type, types, complain);
  for (const field of type.attributes) checkAttribute(field, types, complain);
  if (type.text !== undefined)
    checkPlain(type.text, `the text of type '${type.name}'`, types, complain);
  if (type.extends !== undefined) checkExtension(type, type.extends, types, complain);
}

function checkAttribute(field: FieldNotation, types: Types, complain: Complain): void {
  checkPlain({ ...field.type, optional: false }, `attribute '${field.name}'`, types, complain);
}

/** Attributes and text contain one simple value. */
function checkPlain(type: TypeExpression, what: string, types: Types, complain: Complain): void {
  if (type.base.kind === 'array' || type.repeated || type.nillable || type.optional) {
    complain(type.span, 'ASMX3003', `${what} must be a simple type without '[]', '*' or '| null'`, {
      help: type.base.kind === 'array' ? 'make it a field: only elements can repeat' : undefined,
    });
    checkExpression(type, types, complain);
  } else checkSimple(type.base, what, types, complain);
}

function checkExtension(
  type: ClassNotation,
  base: NamedType,
  types: Types,
  complain: Complain,
): void {
  if (!checkNamed(base, types, complain)) return;
  const notation = types.get(base.name);
  if (notation?.kind !== 'class') {
    complain(
      base.span,
      'ASMX3003',
      `type '${type.name}' cannot extend '${base.name}', which has no fields`,
      {
        help: "only types with 'fields' or 'text' can be extended",
      },
    );
    return;
  }
  if (type.text !== undefined) {
    complain(
      type.text.span,
      'ASMX3003',
      `type '${type.name}' cannot have both 'text' and 'extends'`,
    );
  } else if (type.fields.length > 0 && hasText(notation, types)) {
    complain(
      base.span,
      'ASMX3003',
      `type '${type.name}' has fields and cannot extend '${base.name}', which has text`,
    );
  }
  checkInheritedNames(type, notation, types, complain);
}

/** Reports fields that an ancestor already has. */
function checkInheritedNames(
  type: ClassNotation,
  base: ClassNotation,
  types: Types,
  complain: Complain,
): void {
  const seen = new Set<TypeNotation>([type]);
  let at: TypeNotation | undefined = base;
  while (at?.kind === 'class' && !seen.has(at)) {
    seen.add(at);
    for (const kind of ['fields', 'attributes'] as const) {
      const inherited = new Map(at[kind].map((field) => [field.name, field]));
      for (const field of type[kind]) {
        const other = inherited.get(field.name);
        if (other === undefined) continue;
        complain(
          field.span,
          'ASMX2002',
          `'${field.name}' in type '${type.name}' is inherited from '${at.name}' already`,
          {
            help: 'remove it, or choose another name',
            related: [{ message: 'inherited from here', place: other.span }],
          },
        );
      }
    }
    at = at.extends && types.get(at.extends.name);
  }
}

/** Reports types that are based on themselves, each cycle once. */
function checkCircles(types: Types, complain: Complain): void {
  const done = new Set<string>();
  for (const type of types.values()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let at: TypeNotation | undefined = type;
    while (at !== undefined && !done.has(at.name) && !onPath.has(at.name)) {
      path.push(at.name);
      onPath.add(at.name);
      const base = baseOf(at);
      at = base && types.get(base.name);
    }
    const start = at === undefined ? -1 : path.indexOf(at.name);
    if (at !== undefined && start >= 0) {
      const circle = [...path.slice(start), at.name].map((name) => `'${name}'`).join(' → ');
      complain(
        baseOf(at)?.span ?? at.span,
        'ASMX2003',
        `type '${at.name}' rests on itself: ${circle}`,
      );
    }
    for (const name of path) done.add(name);
  }
}

function baseOf(type: TypeNotation): NamedType | undefined {
  if (type.kind === 'class') return type.extends;
  return type.kind === 'restriction' ? type.base : undefined;
}
