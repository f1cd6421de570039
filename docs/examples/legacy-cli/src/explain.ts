import { Book, isAsmxError, isFault, SoapFault } from '../generated/warehouse/index.js';
import { UsageError, usage } from './options.js';

/** What a failure means for whoever typed the command. */
export interface Failure {
  readonly text: string;
  /** 1: the service refuses, 2: wrong usage, 3: the service cannot be reached or understood. */
  readonly exitCode: 1 | 2 | 3;
}

/** @throws what is none of the failures that are expected */
export function explain(error: unknown): Failure {
  if (error instanceof UsageError) return { text: `${error.message}\n\n${usage}`, exitCode: 2 };
  if (isFault(error, Book, 'Shortage')) {
    return { text: `only ${error.detail.Available} are there`, exitCode: 1 };
  }
  if (error instanceof SoapFault) return { text: error.message, exitCode: 1 };
  if (isAsmxError(error)) {
    return error.code === 'encode'
      ? { text: error.message, exitCode: 2 }
      : { text: `${error.message} (${error.code})`, exitCode: 3 };
  }
  throw error;
}
