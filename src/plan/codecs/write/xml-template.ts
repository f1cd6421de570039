import { templateText } from '../../print/encode.ts';
import { call, type Expression, type Given, joined, node, template } from '../../print/node.ts';
import {
  assign,
  chain,
  ifBlock,
  line,
  loopOver,
  returns,
  type Statement,
} from '../../print/statement.ts';
import { runtime } from '../codec.ts';
import { divided, inTurns } from '../parts.ts';

/**
 * A piece of a writer's output: constant text, a value, or statements around pieces that are added
 * to `xml`.
 */
export type Piece =
  | { readonly text: string }
  | { readonly value: Expression }
  | { readonly inside: readonly (readonly Piece[])[]; readonly wrap: Wrap };

/** Embeds the statements of each list of pieces in other statements. */
type Wrap = (bodies: readonly (readonly Statement[])[]) => readonly Statement[];

/** Constant text. */
export function constant(text: string): Piece {
  return { text };
}

/** The value of an expression. */
export function expression(value: Expression): Piece {
  return { value };
}

/** Statements without output. */
export function statements(...all: readonly Statement[]): Piece {
  return { inside: [], wrap: () => all };
}

/** Statements around pieces. */
function around(
  inside: readonly Piece[],
  wrap: (body: readonly Statement[]) => readonly Statement[],
): Piece {
  return { inside: [inside], wrap: (bodies) => wrap(bodies[0] ?? []) };
}

/** Pieces for each of several tests, and for the case that none holds. */
export function choose(
  tests: readonly (readonly [test: Given, pieces: readonly Piece[]])[],
  otherwise?: readonly Piece[],
): Piece {
  const inside = tests.map(([, pieces]) => pieces);
  return {
    inside: otherwise === undefined ? inside : [...inside, otherwise],
    wrap: (bodies) => {
      const branches = tests.map(([test], index) => [test, bodies[index] ?? []] as const);
      return [chain(branches, otherwise === undefined ? undefined : bodies.at(-1))];
    },
  };
}

/** Pieces under a condition. */
export function onlyWhere(test: Given, pieces: readonly Piece[]): Piece {
  return around(pieces, (body) => [ifBlock(test, body)]);
}

/** Pieces of fields, divided into parts if they have many statements. */
export function inParts(fields: readonly (readonly Piece[])[]): readonly Piece[] {
  const parts = divided(fields, (pieces) => (pieces.some((piece) => 'inside' in piece) ? 1 : 0));
  const inside = parts.map((part) => part.flat());
  return inside.length > 1 ? [{ inside, wrap: inTurns }] : inside.flat();
}

/** Parts of a template literal: escaped constant text, and values. */
type Parts = (string | { readonly value: Expression })[];

/** What is collected for one template literal until statements require it to be added to `xml`. */
interface Collected {
  readonly done: Statement[];
  pending: Parts;
  declared: boolean;
}

function collect(pieces: readonly Piece[], declared: boolean): Collected {
  const collected: Collected = { done: [], pending: [], declared };
  for (const piece of pieces) {
    if ('text' in piece) {
      if (piece.text !== '') collected.pending.push(templateText(piece.text));
    } else if ('value' in piece) collected.pending.push(piece);
    else {
      flush(collected);
      for (const one of piece.wrap(piece.inside.map(addedTo))) collected.done.push(one);
    }
  }
  return collected;
}

/** Statements that add pieces to `xml`. */
function addedTo(pieces: readonly Piece[]): readonly Statement[] {
  const collected = collect(pieces, true);
  flush(collected);
  return collected.done;
}

/** Statements that return all pieces. */
export function returned(pieces: readonly Piece[]): readonly Statement[] {
  const collected = collect(pieces, false);
  return [...collected.done, returns(wholeOf(collected))];
}

/** As {@link returned}, for a whole message: elements that turned out empty become single tags. */
export function returnedMessage(pieces: readonly Piece[]): readonly Statement[] {
  const collected = collect(pieces, false);
  const whole = wholeOf(collected);
  const mayHoldMarks = collected.declared || whole.names.some(({ name }) => marks.test(name));
  const value = mayHoldMarks ? call(runtime('closeEmpty'), whole) : whole;
  return [...collected.done, returns(value)];
}

/** Functions whose text may have marks of empty elements. */
const marks = /^(orEmpty|markEmpty|qnameContent|write.*)$/;

function flush(collected: Collected): void {
  const { done, pending, declared } = collected;
  if (declared && pending.length === 0) return;
  done.push(assign(declared ? 'xml +=' : 'let xml =', joinPending(pending)));
  collected.declared = true;
  collected.pending = [];
}

/** `xml` and what has been collected since, as one expression. */
function wholeOf({ declared, pending }: Collected): Expression {
  if (!declared) return joinPending(pending);
  if (pending.length === 0) return node('xml');
  return template([{ value: node('xml') }, ...pending]);
}

/** What has been collected, as one expression. A single call is used directly. */
function joinPending(pending: Parts): Expression {
  const [only] = pending;
  if (only === undefined) return node("''");
  const isCall = pending.length === 1 && typeof only !== 'string' && only.value.kind === 'call';
  return isCall ? only.value : template(pending);
}

/**
 * A loop over the list in a variable. Now and then it flattens the text written so far. Otherwise a
 * message would be a tree of very many pieces, which takes several times as much time and memory to
 * flatten.
 *
 * @param one writes the item at `index`
 */
export function inPieces(list: string, one: readonly Piece[]): readonly Piece[] {
  const done = list === 'list' ? 'done' : `${list}$done`;
  const loop = around(one, (body) => [
    line(`let ${done} = '';`),
    loopOver(list, [...body, pieceDone(done)]),
    line(`xml = ${done} + xml;`),
  ]);
  return [loop];
}

/** Flattens the text written so far if it is long. */
function pieceDone(done: string): Statement {
  return ifBlock(joined('xml.length > ', runtime('pieceLength')), [
    assign(`${done} +=`, call(runtime('inOnePiece'), 'xml')),
    line("xml = '';"),
  ]);
}
