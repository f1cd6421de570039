import { type Code, line } from './code.ts';

/** Puts a body in `try`, so that an error learns its path. */
export function guarded(code: Code, inside: () => void, rethrow: string): void {
  caught(code, inside, () => line(code, `throw ${rethrow};`));
}

/** {@link guarded} whose `catch` takes more than an expression. */
export function caught(code: Code, inside: () => void, handle: () => void): void {
  line(code, 'try {');
  code.indent += 1;
  inside();
  code.indent -= 1;
  line(code, '} catch (error) {');
  code.indent += 1;
  handle();
  code.indent -= 1;
  line(code, '}');
}
