import type { Documentation } from './documentation.ts';
import type { Incoming, Outgoing } from './server-incoming.ts';
import type { ServerOptions } from './server-options.ts';
import { notFoundPage } from './server-pages.ts';

/** Loads what generated `docs.ts` exports. */
export type DocumentationLoader = () => Promise<{ readonly documentation: Documentation }>;

/** Answers a GET on a service's own path or on `/`; the documentation is loaded on the first of them. */
export function createDocuments(
  load: DocumentationLoader | undefined,
  options: ServerOptions<never>,
): (incoming: Incoming, path: string) => Promise<Outgoing> {
  let loading: Promise<{ readonly documentation: Documentation }> | undefined;
  return async (incoming, path) => {
    if (load === undefined) return notFoundPage();
    loading ??= load();
    let documentation: Documentation;
    try {
      ({ documentation } = await loading);
    } catch (error) {
      // The next request may have more luck.
      loading = undefined;
      throw error;
    }
    const answer = documentation.answer({
      path,
      query: incoming.query,
      origin: incoming.origin(),
      pages: options.pages ?? true,
      wsdl: options.wsdl ?? true,
    });
    if (answer === undefined) return notFoundPage();
    return {
      status: answer.status,
      headers: Object.entries(answer.headers).flat(),
      body: answer.body,
    };
  };
}
