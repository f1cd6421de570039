/** A file that was read, and the SHA-256 of its bytes in hexadecimal. */
export interface InputHash {
  /** Path for the host, or a URL. */
  readonly path: string;
  /** Empty for a file that was imported but is not a document of the contract. */
  readonly sha256: string;
}

/**
 * SHA-256 of a contract's bytes. CR LF counts as LF: both mean the same in XML and YAML, and git
 * may have converted them.
 */
export function hashInput(bytes: Uint8Array): string {
  // loaded on demand, because that takes a quarter of Node's own start
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  if (!bytes.includes(0x0d)) return hash.update(bytes).digest('hex');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return hash.update(text.replace(/\r\n/g, '\n'), 'latin1').digest('hex');
}
