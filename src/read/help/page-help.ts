/** What to do when a contract's address answers with a web page. */
export function pageHelp(path: string): string {
  return /[?&](?:single)?wsdl(?:[=&#]|$)/i.test(path)
    ? 'This is a web page, such as one to sign in: open the address in a browser; --user and ' +
        '--header sign in here'
    : 'This is a web page: add ?WSDL to its address';
}
