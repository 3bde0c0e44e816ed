import { NO_CUES } from '../lamp/cue-state.js';
import { brightness } from '../lamp/state.js';
import { hex } from './lamps.js';
import { fillPlaceholders } from './placeholders.js';
import { isLit, type Lamp, type Surface } from './surface.js';

type Values = Readonly<Record<string, unknown>>;

/** The placeholders of a template. */
const valuesOf = (lamp: Lamp): Values => ({
  ...(lamp.cues ?? NO_CUES),
  state: lamp.state,
  colour: hex(lamp.colour),
  rgb: lamp.colour,
  lit: isLit(lamp),
  level: brightness(lamp.colour),
  value: lamp.value ?? lamp.state,
});

/**
 * A message as JSON with placeholders: `{{state}}`, `{{colour}}`, `{{rgb}}`, `{{lit}}`, `{{level}}`, `{{value}}`, and those of a cue list
 * (`CueTexts`).
 */
export const template: Surface = (control) => {
  const parsed = parseJson(control);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  return (lamp) => fill(parsed, valuesOf(lamp)) as object as Record<string, unknown>;
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text with only a placeholder becomes the value itself: a number stays a number. */
function fill(part: unknown, values: Values): unknown {
  if (typeof part === 'string') {
    const placeholder = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
    if (placeholder !== undefined && Object.hasOwn(values, placeholder)) return values[placeholder];
    return fillPlaceholders(part, values);
  }
  if (Array.isArray(part)) return part.map((each) => fill(each, values));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, fill(each, values)]));
}
