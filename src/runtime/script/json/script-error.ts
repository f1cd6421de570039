import { withCause } from '../../operation/errors.ts';

/** Exceptions of .NET that ASMX has for what scripts send. */
type ExceptionType = 'System.ArgumentException' | 'System.InvalidOperationException';

/** Why a call of a script was refused. Its name is the type of ASMX's exception. */
export class ScriptError extends Error {
  override readonly name: ExceptionType;

  constructor(
    message: string,
    name: ExceptionType = 'System.InvalidOperationException',
    cause?: unknown,
  ) {
    super(message, ...withCause(cause));
    this.name = name;
  }
}

/** At most a hundred characters of a text. */
export function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}
