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

  it('is refused with a command of a time out that is a read', () => {
    const read = '{"does":"command","operation":"getItem","params":{},"delay":0}';
    const text = TEXT.replace('    {"does":"message","topic":"","payload":null,"delay":1}', `    ${read}`);
    should(problemOf(text)).eql({ problem: 'cueCommand', line: 19, number: '10', operation: 'getItem' });
  });

  describe('of one cue', () => {
    const cue = { name: 'a', note: '', steps: [] };
    const command = { does: 'command', operation: 'playItem', params: {}, delay: 0 };
    const look = { does: 'look', look: 'Evening', delay: 0 };
    const message = { does: 'message', topic: '', payload: null, delay: 0 };
    const followOn = { does: 'followOn', after: 0, from: 'start' };
    const timeOut = { does: 'timeOut', after: 0, from: 'start', steps: [] };
    const param = (more: object) => ({ ...cue, steps: [{ ...command, params: { itemId: more } }] });

    for (const [name, good] of [
      ['a name of 200 characters', { ...cue, name: 'x'.repeat(200), note: 'x'.repeat(200) }],
      ['each kind of step', { ...cue, steps: [command, look, { ...look, fade: 0 }, message] }],
      ['the longest times', { ...cue, steps: [{ ...look, fade: 86_400, delay: 86_400 }] }],
      ['a follow-on', { ...cue, afterwards: { ...followOn, after: 86_400 } }],
      ['a time out', { ...cue, afterwards: { ...timeOut, from: 'confirmed', steps: [look] } }],
      [
        'each type of value',
        {
          ...cue,
          steps: ['str', 'num', 'bool', 'json'].map((type) => ({ ...command, params: { a: { type, value: 1 } } })),
        },
      ],
    ] as const)
      it(`may have ${name}`, () => {
        should([...cuesFrom({ 10: good })]).eql([['10', good]]);
        should(parseCues(cuesText(cuesFrom({ 10: good })))).eql(cuesFrom({ 10: good }));
      });

    for (const [name, bad] of [
      ['a longer name', { ...cue, name: 'x'.repeat(201) }],
      ['a longer note', { ...cue, note: 'x'.repeat(201) }],
      ['no name', { note: '', steps: [] }],
      ['another field', { ...cue, colour: 1 }],
      ['no list of steps', { ...cue, steps: {} }],
      ['an unknown step', { ...cue, steps: [{ does: 'wait', delay: 1 }] }],
      ['a command without values', { ...cue, steps: [{ does: 'command', operation: 'playItem', delay: 0 }] }],
      ['another field of a command', { ...cue, steps: [{ ...command, look: 'a' }] }],
      ['a look without a name', { ...cue, steps: [{ ...look, look: '' }] }],
      ['a longer fade', { ...cue, steps: [{ ...look, fade: 86_401 }] }],
      ['a negative fade', { ...cue, steps: [{ ...look, fade: -1 }] }],
      ['another field of a look', { ...cue, steps: [{ ...look, only: 'a' }] }],
      ['a message without a topic', { ...cue, steps: [{ does: 'message', payload: 1, delay: 0 }] }],
      ['another field of a message', { ...cue, steps: [{ ...message, retain: true }] }],
      ['a step without a delay', { ...cue, steps: [{ does: 'look', look: 'a' }] }],
      ['a value of a message', param({ type: 'msg', value: 'payload' })],
      ['a value without a type', param({ value: 1 })],
      ['another field of a value', param({ type: 'str', value: 1, alone: true })],
      ['a label that is not a text', param({ type: 'str', value: 1, label: 7 })],
      ['an unknown event afterwards', { ...cue, afterwards: { ...followOn, does: 'stop' } }],
      ['a follow-on with steps', { ...cue, afterwards: { ...followOn, steps: [] } }],
      ['a follow-on that is too late', { ...cue, afterwards: { ...followOn, after: 86_401 } }],
      ['a time out without steps', { ...cue, afterwards: { ...followOn, does: 'timeOut' } }],
      ['another field of a time out', { ...cue, afterwards: { ...timeOut, fade: 1 } }],
    ] as const)
      it(`may not have ${name}`, () => {
        should(() => cuesFrom({ 10: bad })).throw(StoredError, { problem: 'wrongField' });
      });

    it('has its values in the order of their names, and no blank label', () => {
      const params = {
        rundownId: { value: 1, label: '', type: 'num' },
        itemId: { label: 'Anchor', value: { b: 1, a: 2 }, type: 'json' },
      };
      should(cuesText(cuesFrom({ 10: { ...cue, steps: [{ ...command, params }] } }))).containEql(
        '"params":{"itemId":{"type":"json","value":{"a":2,"b":1},"label":"Anchor"},"rundownId":{"type":"num","value":1}},"delay":0}',
      );
    });

    it('is refused in a file of another version or with other fields', () => {
      const file = { format: 'graphics-hub-cues', version: 1, cues: {} };
      should(problemOf(JSON.stringify(file))).eql({});
      for (const [other, place] of [
        [{ ...file, version: 2 }, '/version'],
        [{ ...file, looks: {} }, '/looks'],
        [{ format: file.format, version: 1 }, '/cues'],
        [[], '/'],
      ] as const)
        should(problemOf(JSON.stringify(other))).match({ problem: 'wrongField', line: 1, place });
    });
  });
});
