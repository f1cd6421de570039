/** The file with all of the engine except its compiler. */
declare module 'handlebars/dist/handlebars.runtime.js' {
  import type Handlebars from 'handlebars';

  const runtime: typeof Handlebars;
  export default runtime;
}
