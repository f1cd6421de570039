import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

const key = randomBytes(32);
const digest = (text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Whether a caller gave the right name and password. How long it takes says nothing about either,
 * nor about their lengths.
 */
export function isRight(given: Credentials, expected: Credentials): boolean {
  const name = timingSafeEqual(digest(given.username), digest(expected.username));
  const password = timingSafeEqual(digest(given.password), digest(expected.password));
  return name && password;
}
