import { type JsonObject, json } from './json.ts';

/**
 * The queries of addresses as parameters, because a path of OpenAPI has no query.
 *
 * @param queries Raw queries of the services at one path. A parameter that only some of them have
 *   is optional.
 */
export function addressParameters(queries: readonly string[]): readonly JsonObject[] {
  const all = queries.map((query) => [...new URLSearchParams(query)]);
  const names = new Set(all.flatMap((one) => one.map(([name]) => name)));
  return [...names].map((name) => {
    const values = all.flatMap((one) => one.filter(([own]) => own === name));
    return json({
      name,
      in: 'query',
      required: all.every((one) => one.some(([own]) => own === name)),
      description: 'Part of the address of the service.',
      schema: { type: 'string', enum: [...new Set(values.map(([, value]) => value))] },
    });
  });
}
