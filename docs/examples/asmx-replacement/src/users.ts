import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

interface Secret {
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** Users and their passwords, of which only what scrypt makes of them is kept. */
export class Users {
  readonly #secrets = new Map<string, Secret>();
  /** Compared where there is no user, so that this takes as long. */
  readonly #nobody: Secret = { salt: randomBytes(16), key: randomBytes(32) };

  async add(name: string, password: string): Promise<void> {
    const salt = randomBytes(16);
    this.#secrets.set(name, { salt, key: await derive(password, salt, 32) });
  }

  async check(name: string, password: string): Promise<boolean> {
    const { salt, key } = this.#secrets.get(name) ?? this.#nobody;
    return timingSafeEqual(await derive(password, salt, 32), key);
  }
}
