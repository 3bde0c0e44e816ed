import should from 'should';
import { cuesFrom, cuesText, parseCues } from '../../dist/cues/cue-text.js';
import type { Cue } from '../../dist/cues/list.js';
import { StoredError } from '../../dist/stored/stored-error.js';

const TEXT = `{
 "format": "graphics-hub-cues",
 "version": 1,
 "cues": {
  "9": {
   "name": "Clear",
   "note": "before the news",
   "steps": []
  },
  "10": {
   "name": "Anchor",
   "note": "",
   "steps": [
    {"does":"command","operation":"playItem","params":{"engineId":{"type":"str","value":"2","label":"Arena"},"itemId":{"type":"str","value":"7"}},"delay":0},
    {"does":"look","look":"Evening","fade":1,"delay":0.5},
    {"does":"message","topic":"atem","payload":{"a":1,"cut":true},"delay":0}
   ],
   "afterwards": {"does":"timeOut","after":5,"from":"confirmed","steps":[
    {"does":"message","topic":"","payload":null,"delay":1}
   ]}
  },
  "10.5": {
   "name": "",
   "note": "",
   "steps": [],
   "afterwards": {"does":"followOn","after":2,"from":"start"}
  }
 }
}
`;

/** The problem of a text. */
function problemOf(text: string): object {
  try {
    parseCues(text);
  } catch (error) {
    if (error instanceof StoredError) return { problem: error.problem, ...error.facts };
    throw error;
  }
  return {};
}

describe('the text of a cue list', () => {
  it('is the same after it was read, with one step in each line', () => {
    should(cuesText(parseCues(TEXT))).equal(TEXT);
  });

  it('has the order of the numbers, and of the fields', () => {
    const { cues } = JSON.parse(TEXT) as { cues: Record<string, Cue> };
    const [, step, message] = cues['10']?.steps ?? [];
    should(message).be.ok();
    const turned = Object.fromEntries(Object.entries(cues).toReversed());
    const unsorted = {
      ...turned,
      10: {
        ...cues['10'],
        steps: [
          cues['10']?.steps[0],
          { delay: 0.5, ...step },
          { does: 'message', payload: { cut: true, a: 1 }, topic: 'atem', delay: 0 },
        ],
      },
    };
    should(cuesText(cuesFrom(unsorted))).equal(TEXT);
  });

  it('of an empty list can be read', () => {
    const text = '{\n "format": "graphics-hub-cues",\n "version": 1,\n "cues": {}\n}\n';
    should(cuesText(new Map())).equal(text);
    should(parseCues(text).size).equal(0);
  });

  it('is refused with the line and the reason', () => {
    should(problemOf(TEXT.replace('"10.5"', '"10.05"'))).eql({ problem: 'cueNumber', line: 22, number: '10.05' });
    should(problemOf(TEXT.replace('"10.5"', '"10"'))).eql({ problem: 'sameName', line: 22, name: '10' });
    should(problemOf(TEXT.replace('playItem', 'listLinearItems'))).eql({
      problem: 'cueCommand',
      line: 14,
      number: '10',
      operation: 'listLinearItems',
    });
    should(problemOf(TEXT.replace('playItem', 'toString'))).match({ problem: 'cueCommand', line: 14 });
    should(problemOf(TEXT.replace('"delay":0.5', '"delay":-1'))).match({ problem: 'wrongField', line: 15 });
    should(problemOf(TEXT.replace('"delay":0.5', '"delay":86401'))).match({ problem: 'wrongField', line: 15 });
    should(problemOf(TEXT.replace('"from":"start"', '"from":"end"'))).match({ problem: 'wrongField', line: 26 });
    should(problemOf(TEXT.replace('"type":"str"', '"type":"msg"'))).match({ problem: 'wrongField', line: 14 });
    should(problemOf(TEXT.replace('hub-cues', 'hub-looks'))).match({ problem: 'wrongField', line: 1 });
    should(problemOf(TEXT.slice(0, 100))).match({ problem: 'endsEarly' });
  });

  it('of more than 1,000 cues, or 50 steps in a cue, is refused', () => {
    const cue = { name: '', note: '', steps: [] };
    const cues = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [index, cue]));
    should(cuesFrom(cues(1000)).size).equal(1000);
    should(() => cuesFrom(cues(1001))).throw(StoredError);
    const step = { does: 'message', topic: '', payload: 1, delay: 0 };
    const steps = (count: number) => ({ 1: { ...cue, steps: Array.from({ length: count }, () => step) } });
    should(cuesFrom(steps(50)).size).equal(1);
    should(() => cuesFrom(steps(51))).throw(StoredError);
  });

  it('has frozen cues', () => {
    const cue = parseCues(TEXT).get('10');
    should(Object.isFrozen(cue) && Object.isFrozen(cue?.steps)).be.true();
  });
});
