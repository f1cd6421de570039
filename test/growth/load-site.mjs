// Loads what `writeGrowthSite` has written. It loads nothing else, so that a process of it is no
// larger than a server.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const echo = ({ value }) => value;
const handlers = {
  values: echo,
  choices: echo,
  turns: echo,
  branches: echo,
  rows: echo,
  keep: echo,
  shapes: echo,
  links: echo,
  mix: echo,
  join: ({ root }) => root,
  attach: echo,
  find: ({ text }) => text,
};

/** @returns `server`, and `client(options)` */
export async function loadGrowthSite(folder) {
  const { href } = pathToFileURL(join(folder, 'index.js'));
  const { createGrowthClient, createGrowthServer } = await import(href);
  return { server: createGrowthServer(handlers), client: createGrowthClient };
}
