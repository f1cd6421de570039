// What is drawn: structures, over a fixed few simple types, and simple types, in a fixed structure.
import { checkSchema } from './check-schema.mjs';
import { drawSchema } from './draw-particles.mjs';
import { checkSlots } from './simple/check-slots.mjs';
import { drawSlots } from './simple/draw-slots.mjs';
import { isUnambiguous } from './unique-particle.mjs';

/** Each draws a schema by dice (`undefined` for one that is no use) and checks it in a folder. */
export const suites = {
  structures: {
    draw(dice) {
      const schema = drawSchema(dice);
      return isUnambiguous(schema) ? schema : undefined;
    },
    check: checkSchema,
  },
  simple: { draw: drawSlots, check: checkSlots },
};
