// Draws messages from a drawn schema, by the schema alone: what the product makes of it plays no
// part.
import { wholeContent } from './draw-types.mjs';
import { declaredAttributes, everyAttribute } from './effective-attributes.mjs';
import { imported, main, undeclared, xsi } from './namespaces.mjs';
import { allows } from './wildcard-names.mjs';

/**
 * Thrown where nothing can be: an abstract type nothing derives from, a strict wildcard nothing
 * is declared for.
 */
export class Unsatisfiable extends Error {}

const mostNodes = 60;
const deepest = 8;

/**
 * Draws an instance of the root element: `{ name, namespace, attributes, children }`, children
 * being elements and texts.
 */
export function drawInstance(schema, dice) {
  let nodes = 0;
  return drawElement(schema.root, 0);

  function drawElement(declared, depth) {
    nodes += 1;
    if (depth > 3 * deepest) throw new Unsatisfiable('content that asks for itself');
    const declaration = substitute(declared);
    const node = {
      name: declaration.name,
      namespace: declaration.namespace,
      attributes: [],
      children: [],
    };
    const type = chooseType(declaration, node, declared);
    if (type.kind === 'complex') node.attributes.push(...drawAttributes(type));
    if (declaration.nillable && declaration.fixed === undefined && dice.chance(0.25)) {
      node.attributes.push({ name: 'nil', namespace: xsi, value: dice.pick(['true', '1']) });
      return node;
    }
    if (type.kind === 'simple' || type.simple !== undefined) {
      const text = drawText(declaration, type.simple ?? type);
      if (text !== '') node.children.push(text);
    } else {
      const content = wholeContent(type);
      if (content !== undefined) drawParticle(content, node.children, depth + 1);
      if (type.mixed) scatter(node.children);
      if (content?.kind === 'all') shuffle(node.children);
    }
    return node;
  }

  /** The element itself, or one of its substitution group. */
  function substitute(declaration) {
    if (declaration.members.length === 0) return declaration;
    const open = declaration.block === undefined ? declaration.members : [];
    const all = declaration.abstract ? open : [declaration, ...open];
    if (all.length === 0) throw new Unsatisfiable('nothing stands for an abstract element');
    return dice.pick(all);
  }

  function chooseType(declaration, node) {
    const { type } = declaration;
    const { block } = declaration;
    const derived = standingFor(schema, type, block).filter((one) => !one.abstract);
    if (derived.length === 0 || (!type.abstract && dice.chance(0.6))) {
      if (type.abstract) throw new Unsatisfiable('nothing stands for an abstract type');
      return type;
    }
    const chosen = dice.pick(derived);
    node.attributes.push({ name: 'type', namespace: xsi, value: `t:${chosen.name}` });
    return chosen;
  }

  function drawText(declaration, type) {
    if (declaration.fixed !== undefined) return dice.chance(0.7) ? declaration.fixed : '';
    if (declaration.default !== undefined && dice.chance(0.3)) return '';
    return dice.pick(type.values);
  }

  function drawAttributes(type) {
    const found = [];
    const uses = declaredAttributes(type);
    for (const use of uses.values()) {
      if (use.prohibited || (!use.required && dice.chance(0.5))) continue;
      const value = use.fixed ?? dice.pick(use.type.values);
      found.push({ name: use.name, namespace: use.namespace, value });
    }
    for (const wildcard of everyAttribute(type)) {
      if (dice.chance(0.5)) continue;
      const one = wildAttribute(wildcard);
      const taken = [...uses.values(), ...found];
      if (one === undefined || taken.some((use) => sameName(use, one))) continue;
      found.push(one);
    }
    return found;
  }

  function wildAttribute({ namespace, process }) {
    const global = schema.attributes.filter((one) => allows(namespace, one.namespace));
    if (process === 'strict' || (global.length > 0 && dice.chance(0.3))) {
      if (global.length === 0) return undefined;
      const { name, namespace: own, type } = dice.pick(global);
      return { name, namespace: own, value: dice.pick(type.values) };
    }
    const free = [undeclared, imported, main, ''].filter((one) => allows(namespace, one));
    return free.length === 0
      ? undefined
      : { name: 'wild', namespace: dice.pick(free), value: dice.pick(['1', 'x y']) };
  }

  function drawParticle(particle, children, depth) {
    const count = drawCount(particle, depth);
    for (let index = 0; index < count; index += 1) drawOnce(particle, children, depth);
  }

  function drawCount({ min, max }, depth) {
    if (nodes > mostNodes || depth > deepest) return min;
    return dice.int(min, Math.min(max, min + 2));
  }

  function drawOnce(particle, children, depth) {
    switch (particle.kind) {
      case 'local':
      case 'ref':
        children.push(drawElement(particle.element, depth));
        return;
      case 'any':
        children.push(wildElement(particle, depth));
        return;
      case 'group':
        drawParticle(particle.group.particle, children, depth);
        return;
      case 'choice':
        if (particle.items.length === 0) throw new Unsatisfiable('an empty choice');
        drawParticle(dice.pick(particle.items), children, depth);
        return;
      default:
        for (const item of particle.items) drawParticle(item, children, depth);
    }
  }

  function wildElement({ namespace, process }, depth) {
    const global = schema.elements.filter(
      (one) => allows(namespace, one.namespace) && (!one.abstract || one.members.length > 0),
    );
    if (process === 'strict' || (global.length > 0 && dice.chance(0.4))) {
      if (global.length === 0) throw new Unsatisfiable('nothing is declared for a wildcard');
      if (depth > deepest) throw new Unsatisfiable('a wildcard that asks for itself');
      return drawElement(withoutMembers(dice.pick(global)), depth);
    }
    const free = [undeclared, imported, main, ''].filter((one) => allows(namespace, one));
    const name = dice.pick(['wild', ...schema.names]);
    const own = dice.pick(free.length === 0 ? [''] : free);
    const isGlobal = schema.elements.some((one) => one.name === name && one.namespace === own);
    nodes += 1;
    return {
      name: isGlobal && process !== 'skip' ? 'wild' : name,
      namespace: own,
      attributes: dice.chance(0.3) ? [{ name: 'any', namespace: '', value: '1' }] : [],
      children: dice.chance(0.5) ? ['text'] : [],
    };
  }

  /** Text between the children of mixed content. */
  function scatter(children) {
    for (let at = children.length; at >= 0; at -= 1) {
      if (dice.chance(0.4)) children.splice(at, 0, dice.pick([' some text ', 'x']));
    }
  }

  function shuffle(children) {
    for (let at = children.length - 1; at > 0; at -= 1) {
      const other = dice.int(0, at);
      [children[at], children[other]] = [children[other], children[at]];
    }
  }
}

/**
 * A declaration that a wildcard lets stand: itself, or, where it is abstract, one of its
 * substitution group.
 */
function withoutMembers(declaration) {
  return declaration.abstract ? declaration.members[0] : { ...declaration, members: [] };
}

const sameName = (one, other) => one.name === other.name && one.namespace === other.namespace;

/** The same with complex types whose text is of a simple one. */
function standingFor(schema, type, block) {
  const extending = schema.types.filter((one) => one.extendsSimple && one.simple === type);
  if (type.kind === 'complex' || type.builtin) return derivedTypes(schema, type, block);
  return extending.flatMap((one) => [one, ...derivedTypes(schema, one, block)]);
}

/** Named types that `xsi:type` may name in place of one, on all levels. */
export function derivedTypes(schema, type, block) {
  const found = [];
  const visit = (base) => {
    for (const one of schema.types) {
      if (one.base !== base || one.name === undefined) continue;
      if (blocks(type, one, type.block) || blocks(type, one, block)) continue;
      found.push(one);
      visit(one);
    }
  };
  visit(type);
  return found;
}

function blocks(type, derived, block) {
  for (let one = derived; one !== type && one !== undefined; one = one.base) {
    if (block === '#all' || block === one.derivation) return true;
  }
  return false;
}
