import { type Code, line } from './code.ts';

/** Puts a body in `try`, so that an error learns its path. */
export function guarded(code: Code, inside: () => void, rethrow: string): void {
  line(code, 'try {');
  code.indent += 1;
  inside();
  code.indent -= 1;
  line(code, '} catch (error) {');
  code.indent += 1;
  line(code, `throw ${rethrow};`);
  code.indent -= 1;
  line(code, '}');
}
