import { isRemote } from '../resolve-location.ts';

/** What to do when a contract's address answers with a web page. */
export function pageHelp(path: string): string {
  if (/[?&](?:single)?wsdl(?:[=&#]|$)/i.test(path)) {
    return (
      'This is a web page, such as one to sign in: open the address in a browser; --user and ' +
      '--header sign in here'
    );
  }
  const signIn = isRemote(path) ? ', or sign in with --user or --header if it asks for that' : '';
  return `This is a web page: add ?WSDL to its address${signIn}`;
}

/** The title of a web page on one line, as far as it is short; empty without one. */
export function pageTitle(page: string): string {
  const [, title = ''] = /<title[^<>]{0,200}>([^<]{0,200})/i.exec(page.slice(0, 65_536)) ?? [];
  return title.replace(/\s+/g, ' ').trim();
}
