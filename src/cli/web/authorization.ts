/** The header of Basic authentication (RFC 7617), in UTF-8. */
export function basicAuthorization(user: { username: string; password: string }): string {
  const { username, password } = user;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
