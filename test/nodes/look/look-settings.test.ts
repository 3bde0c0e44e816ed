import should from 'should';
import { lookSettingsOf } from '../../../dist/nodes/look/look-settings.js';

describe('the longest absence of a look', () => {
  it('is 0 as a number and as a text, and 60 s only for a blank', () => {
    const longest = (maxAbsence?: string | number) =>
      lookSettingsOf({ hub: 'hub', ...(maxAbsence !== undefined && { maxAbsence }) }).maxAbsence;
    should([longest(0), longest('0'), longest(''), longest(undefined), longest('2')]).eql([0, 0, 60_000, 60_000, 2000]);
  });
});
