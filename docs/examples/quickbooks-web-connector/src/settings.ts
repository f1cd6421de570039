/** Who may connect, and what the Web Connector is told about this application. */
export interface Settings {
  readonly username: string;
  readonly password: string;
  /** Address of this service as the Web Connector reaches it: https, or http on its own machine. */
  readonly publicUrl: string;
}

/**
 * Reads the settings from environment variables.
 *
 * @throws {Error} if there is no password, or the address is one that the Web Connector refuses
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const { QBWC_USERNAME = 'connector', QBWC_PASSWORD, PORT = '8080' } = env;
  if (!QBWC_PASSWORD) throw new Error('Set QBWC_PASSWORD to the password of the Web Connector.');
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${PORT}`);
  if (publicUrl.protocol !== 'https:' && publicUrl.hostname !== 'localhost') {
    throw new Error(`PUBLIC_URL must be https, not ${publicUrl.href}: passwords travel over it.`);
  }
  return {
    username: QBWC_USERNAME,
    password: QBWC_PASSWORD,
    publicUrl: publicUrl.href.replace(/\/$/, ''),
  };
}
