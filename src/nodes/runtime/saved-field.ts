import { badInput } from '../../hub/wire/errors.js';
import { type Description, type Fields, faultIn, type SavedOf, type ValuesOf, valuesOf } from '../../saved/field.js';

/** The values of the saved fields of a node. Blanks become defaults. Throws `BAD_INPUT`. */
export function readSaved<F extends Fields>(description: Description<F>, saved: SavedOf<F>): ValuesOf<F> {
  const fault = faultIn(description, saved);
  if (fault) throw badInput(fault.name, fault.value, fault.allowed);
  return valuesOf(description.fields, saved);
}
