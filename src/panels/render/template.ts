import { hex } from './dashboard.js';
import { brightness, isLit, type Lamp, type Surface } from './surface.js';

type Values = Readonly<Record<string, unknown>>;

/** What may stand in a template between two pairs of braces. */
const valuesOf = (lamp: Lamp): Values => ({
  state: lamp.state,
  colour: hex(lamp.colour),
  rgb: lamp.colour,
  lit: isLit(lamp),
  level: brightness(lamp.colour),
  value: lamp.value ?? lamp.state,
});

/** The message as JSON in which `{{state}}`, `{{colour}}`, `{{rgb}}`, `{{lit}}`, `{{level}}`, `{{value}}` are filled in. */
export const template: Surface = (control) => {
  const whole = parsed(control);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return undefined;
  return (lamp) => filled(whole, valuesOf(lamp)) as object as Record<string, unknown>;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text that is nothing but one placeholder becomes the value itself: a number stays a number. */
function filled(part: unknown, values: Values): unknown {
  if (typeof part === 'string') {
    const whole = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
    if (whole !== undefined && Object.hasOwn(values, whole)) return values[whole];
    return part.replace(/\{\{(\w+)\}\}/g, (as, name) => (Object.hasOwn(values, name) ? String(values[name]) : as));
  }
  if (Array.isArray(part)) return part.map((each) => filled(each, values));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, filled(each, values)]));
}
