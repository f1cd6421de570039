/** A parameter of HTTP GET or POST that is missing or can't be converted. The message is .NET's. */
export class FormError extends Error {
  override readonly name = 'FormError' as const;
}

/** Whether a caught value is a {@link FormError}. */
export function isFormError(error: unknown): error is FormError {
  return (
    typeof error === 'object' && error !== null && 'name' in error && error.name === 'FormError'
  );
}
