import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { namespaceWord, shortHash } from '../../names/names.ts';
import { stringLiteral } from '../print/encode.ts';
import { type Expression, text } from '../print/node.ts';
import type { CodecPlan } from '../result/plan.ts';
import type { ValueShape } from '../shapes/shape.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { codec, codecConstant } from './codec.ts';
import type { DeclaredNames } from './declared-names.ts';
import { shapesWithIds } from './id-shapes.ts';
import { codecRuntimeNames } from './runtime-names.ts';

/** What of the whole contract its codecs depend on. */
interface WholeContract {
  /** Object types that stand in lists, which get a fast path. */
  readonly repeats: (shape: object) => boolean;
  readonly declared: DeclaredNames;
}

/** The codecs of one contract while they are made: each function once, in the order asked for. */
export interface CodecContext extends WholeContract {
  readonly shaper: Shaper;
  readonly sink: DiagnosticSink;
  /** Whether values of a type are or hold IDs or references to IDs, at any depth. */
  holdsIds(value: ValueShape): boolean;
  /**
   * Makes sure a function or constant is there; `make` runs later, the first time a name is asked
   * for.
   */
  ensure(name: string, make: () => CodecPlan): string;
  /** Name of the constant that holds a namespace, which is made when first asked for. */
  namespaceName(namespace: string): string;
  /** Name of a type's function, out of the way of those of messages and of the runtime. */
  typeFunction(verb: string, name: string): string;
  /** Keeps a name for a message's function. */
  messageFunction(verb: string, name: string, noun: string): string;
}

/** Creates an empty set of codecs with the function that finishes it. */
export function createCodecContext(
  shaper: Shaper,
  sink: DiagnosticSink,
  isMessageFunction: (name: string) => boolean,
  whole: WholeContract,
): { readonly context: CodecContext; readonly finish: () => readonly CodecPlan[] } {
  const words = new Map<string, Set<string>>();
  for (const namespace of shaper.reach.namespaces.values()) {
    const word = namespaceWord(namespace);
    words.set(word, (words.get(word) ?? new Set()).add(namespace));
  }
  const constants = new Map<string, string>();
  const names = new Set<string>();
  const open: (() => CodecPlan)[] = [];
  const typeFunctions = new Map<string, Map<string, string>>();
  let withIds: ReadonlySet<ValueShape> | undefined;
  const context: CodecContext = {
    shaper,
    sink,
    ...whole,
    holdsIds(value) {
      if (value.kind === 'simple') return value.ids;
      withIds ??= shapesWithIds(shaper);
      return withIds.has(value);
    },
    namespaceName(namespace) {
      const known = constants.get(namespace);
      if (known !== undefined) return known;
      const word = namespaceWord(namespace);
      const all = words.get(word);
      const alone = all?.size === 1 && all.has(namespace);
      const name = alone ? `ns${word}` : `ns${word}$${shortHash(namespace)}`;
      constants.set(namespace, name);
      return context.ensure(name, () => {
        return codecConstant(name, undefined, stringLiteral(namespace), namespace);
      });
    },
    ensure(name, make) {
      if (!names.has(name)) {
        names.add(name);
        open.push(make);
      }
      return name;
    },
    typeFunction(verb, name) {
      // asked for at each place of a type
      const known = typeFunctions.get(verb);
      const before = known?.get(name);
      if (before !== undefined) return before;
      const wanted = verb + name;
      const isTaken = isMessageFunction(wanted) || codecRuntimeNames.has(wanted);
      const free = isTaken ? `${wanted}$Type` : wanted;
      if (known === undefined) typeFunctions.set(verb, new Map([[name, free]]));
      else known.set(name, free);
      return free;
    },
    messageFunction: (verb, name, noun) => {
      const wanted = verb + name + noun;
      return codecRuntimeNames.has(wanted) ? `${wanted}$Message` : wanted;
    },
  };
  return {
    context,
    finish() {
      const plans: CodecPlan[] = [];
      // making one may add others behind it
      for (const make of open) plans.push(make());
      return plans;
    },
  };
}

/** The constant that holds a namespace; no namespace is a literal. */
export function namespaceOf(context: CodecContext, namespace: string): Expression {
  return namespace === '' ? text("''") : codec(context.namespaceName(namespace));
}
