import { propertyOf } from '../../operation/errors.ts';

/** Fault codes of WS-Security (Web Services Security: SOAP Message Security 1.1.1, section 12). */
export type SecurityFaultCode =
  | 'FailedAuthentication'
  | 'FailedCheck'
  | 'InvalidSecurity'
  | 'MessageExpired';

/**
 * Why a request was refused. Its message is for `onAnswer`; callers read the text of the code, the
 * same for all reasons that have the code.
 */
export class SecurityRefusal extends Error {
  override readonly name = 'SecurityRefusal' as const;
  readonly code!: SecurityFaultCode;

  constructor(reason: string, code: SecurityFaultCode = 'FailedAuthentication') {
    super(reason);
    Object.assign(this, { code });
  }
}

/** Whether a caught value is a {@link SecurityRefusal}, of this or another copy of the runtime. */
export function isSecurityRefusal(error: unknown): error is SecurityRefusal {
  try {
    return propertyOf(error, 'name') === 'SecurityRefusal';
  } catch {
    return false;
  }
}
