/** The one file that holds all of the engine but its compiler. */
declare module 'handlebars/dist/handlebars.runtime.js' {
  import type Handlebars from 'handlebars';

  const runtime: typeof Handlebars;
  export default runtime;
}
