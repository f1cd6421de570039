// Draws complex types: content models, attributes, and what derives from them.
import { element } from './draw-particles.mjs';
import { imported, main } from './namespaces.mjs';
import { narrowed } from './narrow.mjs';

const once = { min: 1, max: 1 };
const many = Number.POSITIVE_INFINITY;

/** Functions that draw parts of one schema. */
export function createComplexTypes(schema, dice) {
  const { has } = schema;

  const simple = () => dice.pick(schema.simpleTypes);

  function occurs() {
    return dice.weighted([
      [10, once],
      [4, { min: 0, max: 1 }],
      [2, { min: 0, max: many }],
      [2, { min: 1, max: many }],
      [1, { min: 0, max: 2 }],
      [1, { min: 1, max: 2 }],
      [1, { min: 2, max: 2 }],
      [1, { min: 2, max: 3 }],
      [1, { min: 2, max: many }],
    ]);
  }

  function groupOccurs() {
    return has.repeatedGroups
      ? occurs()
      : dice.weighted([
          [3, once],
          [1, { min: 0, max: 1 }],
        ]);
  }

  /** A type for an element: simple, one of the schema's, or one of its own. */
  function elementType(depth) {
    const types = schema.types.filter((one) => one.name !== undefined);
    if (types.length > 0 && dice.chance(0.3)) return dice.pick(types);
    if (has.nested && depth > 0 && dice.chance(0.25)) return complex(undefined, depth - 1);
    return simple();
  }

  /** Default and fixed values go with types that have text. */
  function values(type) {
    const simple = type.kind === 'simple' ? type : type.simple;
    if (!has.values || simple === undefined || dice.chance(0.7)) return {};
    const value = dice.pick(simple.values);
    return dice.chance(0.5) ? { default: value } : { fixed: value };
  }

  /** Types that may not stand for the one of an element. */
  function block(type) {
    if (!has.derivation || type.kind !== 'complex' || dice.chance(0.7)) return undefined;
    return dice.pick(['extension', 'restriction', '#all']);
  }

  function global(name, namespace) {
    const type = elementType(1);
    const nillable = has.nil && dice.chance(0.3);
    return element(name, namespace, type, { global: true, nillable, ...values(type) });
  }

  function memberType(type) {
    const derived = schema.types.filter((one) => one.base === type);
    return derived.length > 0 && dice.chance(0.5) ? dice.pick(derived) : type;
  }

  /** Elements of one name in one content model have one type: `named` remembers it. */
  function allows(named, declaration) {
    const all = [declaration, ...declaration.members];
    if (all.some((one) => (named.get(keyOf(one)) ?? one.type) !== one.type)) return false;
    for (const one of all) named.set(keyOf(one), one.type);
    return true;
  }

  function elementParticle(named, depth) {
    if (schema.elements.length > 0 && dice.chance(0.35)) {
      const declaration = dice.pick(schema.elements);
      if (allows(named, declaration)) return { kind: 'ref', element: declaration, ...occurs() };
    }
    const name = dice.pick(schema.names);
    const form = dice.chance(0.1) ? dice.pick(['qualified', 'unqualified']) : undefined;
    const namespace = (form ?? schema.elementForm) === 'qualified' ? main : '';
    const type = named.get(`{${namespace}}${name}`) ?? elementType(depth);
    const nillable = has.nil && dice.chance(0.3);
    const more = { form, nillable, block: block(type), ...values(type) };
    const declaration = element(name, namespace, type, more);
    allows(named, declaration);
    return { kind: 'local', element: declaration, ...occurs() };
  }

  function wildcard() {
    return {
      kind: 'any',
      namespace: dice.weighted([
        [3, '##other'],
        [2, '##any'],
        [2, '##local'],
        [1, '##targetNamespace'],
        [1, imported],
        [1, '##targetNamespace ##local'],
      ]),
      process: dice.weighted([
        [3, 'lax'],
        [2, 'skip'],
        [1, 'strict'],
      ]),
    };
  }

  function particle(named, depth, level) {
    const inside = level < 3 ? 1 : 0;
    const kind = dice.weighted([
      [7, 'element'],
      [2 * inside, 'sequence'],
      [3 * inside, 'choice'],
      [has.wildcards ? 2 : 0, 'any'],
      [has.groups && schema.groups.length > 0 ? 2 : 0, 'group'],
    ]);
    if (kind === 'element') return elementParticle(named, depth);
    if (kind === 'any') return { ...wildcard(), ...occurs() };
    if (kind === 'group') {
      const group = dice.pick(schema.groups);
      if (!agree(named, group.particle.named)) return elementParticle(named, depth);
      return { kind: 'group', group, ...groupOccurs() };
    }
    return model(kind, named, depth, level);
  }

  function model(kind, named, depth, level) {
    const count = dice.weighted([
      [level === 0 ? 0 : 1, 0],
      [2, 1],
      [6, 2],
      [5, 3],
      [2, 4],
    ]);
    const items = Array.from({ length: count }, () => particle(named, depth, level + 1));
    return { kind, items, ...groupOccurs() };
  }

  /** A content model: most are sequences. */
  function content(named, depth) {
    if (has.all && dice.chance(0.5)) return all(named, depth);
    const kind = dice.weighted([
      [3, 'sequence'],
      [2, 'choice'],
    ]);
    return model(kind, named, depth, 0);
  }

  function all(named, depth) {
    const items = schema.names.map((name) => {
      const type = elementType(depth);
      const namespace = schema.elementForm === 'qualified' ? main : '';
      const declaration = element(name, namespace, type, {
        nillable: has.nil && dice.chance(0.3),
        ...values(type),
      });
      allows(named, declaration);
      return { kind: 'local', element: declaration, min: dice.int(0, 1), max: 1 };
    });
    return { kind: 'all', items, min: dice.int(0, 1), max: 1 };
  }

  /** Content of a named group: a compositor that is once. */
  function groupContent() {
    const named = new Map();
    const kind = dice.pick(['sequence', 'choice']);
    return { ...model(kind, named, 0, 1), ...once, named };
  }

  function attributes(names) {
    return names
      .filter(() => dice.chance(0.6))
      .map((name) => {
        const type = simple();
        const required = dice.chance(0.3);
        const initial = required ? {} : values(type);
        const form = dice.chance(0.1) ? dice.pick(['qualified', 'unqualified']) : undefined;
        const qualified = (form ?? schema.attributeForm) === 'qualified';
        return { name, namespace: qualified ? main : '', form, type, required, ...initial };
      });
  }

  /** Attributes of a type: its own, references, groups, a wildcard. */
  function attributePart(names) {
    if (!has.attributes) return { attributes: [], attributeGroups: [], anyAttribute: undefined };
    const own = attributes(names);
    if (dice.chance(0.3)) {
      const ref = dice.pick(schema.attributes);
      own.push({ ...ref, ref, required: dice.chance(0.2) });
    }
    return {
      attributes: own,
      attributeGroups: schema.attributeGroups.filter(() => dice.chance(0.4)),
      anyAttribute: dice.chance(0.2) ? wildcard() : undefined,
    };
  }

  function complex(name, depth) {
    const named = new Map();
    const type = {
      kind: 'complex',
      name,
      mixed: has.mixed && dice.chance(0.5),
      content: dice.chance(0.95) ? content(named, depth) : undefined,
      named,
      ...attributePart(['p', 'q', ...schema.names.slice(0, 1)]),
    };
    if (name !== undefined && has.recursion && type.content?.kind === 'sequence') {
      const self = element('self', schema.elementForm === 'qualified' ? main : '', type);
      type.recursive = true;
      type.content.items.push({ kind: 'local', element: self, min: 0, max: 1 });
    }
    return type;
  }

  function simpleContent(name) {
    return {
      kind: 'complex',
      name,
      simple: simple(),
      extendsSimple: true,
      named: new Map(),
      ...attributePart(['p', 'q']),
    };
  }

  function extension(name, base) {
    const named = new Map(base.named);
    const closed = base.simple !== undefined || effectiveKind(base) === 'all';
    return {
      kind: 'complex',
      name,
      base,
      derivation: 'extension',
      mixed: base.mixed,
      simple: base.simple,
      content: closed || dice.chance(0.2) ? undefined : content(named, 0),
      named,
      ...attributePart(['u', 'v']),
    };
  }

  function restriction(name, base) {
    return {
      kind: 'complex',
      name,
      base,
      derivation: 'restriction',
      mixed: base.mixed,
      simple: base.simple,
      content: base.simple === undefined ? narrowed(wholeContent(base), dice) : undefined,
      named: base.named,
      attributes: narrowedAttributes(base),
      attributeGroups: [],
      anyAttribute: undefined,
    };
  }

  /**
   * Optional attributes may be required from here on, or prohibited; what is not named is
   * inherited.
   */
  function narrowedAttributes(base) {
    return (base.attributes ?? [])
      .filter((one) => one.ref === undefined && !one.required && dice.chance(0.5))
      .map((one) =>
        dice.chance(0.5)
          ? { ...one, required: true, default: undefined }
          : { ...one, prohibited: true, default: undefined, fixed: undefined },
      );
  }

  return {
    simple,
    complex,
    simpleContent,
    extension,
    restriction,
    attributes,
    wildcard,
    global,
    memberType,
    groupContent,
  };
}

const keyOf = ({ namespace, name }) => `{${namespace}}${name}`;

/** Adds the names of a group to those of a content model, unless one has another type there. */
function agree(named, others) {
  for (const [key, type] of others) if ((named.get(key) ?? type) !== type) return false;
  for (const [key, type] of others) named.set(key, type);
  return true;
}

/** Content with what is inherited. */
export function wholeContent(type) {
  if (type.derivation !== 'extension' || type.base === undefined) return type.content;
  const inherited = wholeContent(type.base);
  if (inherited === undefined || type.content === undefined) return inherited ?? type.content;
  return { kind: 'sequence', items: [inherited, type.content], ...once };
}

function effectiveKind(type) {
  return wholeContent(type)?.kind;
}
