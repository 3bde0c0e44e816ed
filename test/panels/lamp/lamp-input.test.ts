import should from 'should';
import { findOperation } from '../../../dist/hub/table/operations.js';
import { parseLampMessage, stateOf } from '../../../dist/panels/lamp/lamp-input.js';
import { colourOf, STATES, USUAL_APPEARANCES } from '../../../dist/panels/lamp/state.js';

const parse = (msg: Readonly<Record<string, unknown>>) => parseLampMessage(msg, findOperation);

/** A message of `hub-watch` about an item or a property. */
const watched = (payload: unknown, topic = 'CAM 1') => ({
  topic,
  payload,
  previous: undefined,
  changed: [''],
  hub: { operation: 'listLinearItems', area: 'linear-play', params: { itemId: 2012 }, at: 1 },
});

/** The output of the node of a command. */
const done = (operation: string, params: object = {}, payload: unknown = '') => ({
  topic: 3,
  payload,
  statusCode: 200,
  hub: { operation, area: 'linear-play', params, outcome: 'done', elapsed: 12, waited: 0, at: 1 },
});

/** The message of a Catch node. */
const caught = (operation: string, code: string, outcome: string) => ({
  topic: 'key',
  payload: 1,
  error: { message: 'no', source: {} },
  hub: { operation, area: 'linear-play', code, outcome, at: 1 },
});

describe('a message to a lamp', () => {
  const words = {
    program: 'program',
    both: 'program',
    preview: 'preview',
    ready: 'available',
    'not loaded': 'unavailable',
    unavailable: 'unavailable',
    stopped: 'stopped',
    unknown: 'unknown',
  };
  for (const [word, state] of Object.entries(words))
    it(`is the state ${state} for an item that is "${word}"`, () => {
      should(parse(watched(word))).eql({ from: 'source', name: 'CAM 1', state });
    });

  it('is a value, alone or in its property', () => {
    const states: [unknown, string | undefined][] = [
      [true, 'program'],
      [false, 'off'],
      [0.01, 'program'],
      [0, 'off'],
      [-1, 'off'],
      [Number.NaN, 'unknown'],
      [undefined, 'unknown'],
      [null, 'unknown'],
      ['ON', 'program'],
      [' Preview ', 'preview'],
      ['armed', 'armed'],
      ['lookOn', 'lookOn'],
      [' LookChanged', 'lookChanged'],
      ['changed', undefined],
      ['recalling', undefined],
      ['empty', undefined],
      ['lookEmpty', 'lookEmpty'],
      ['reconnecting', 'unknown'],
      ['disconnected', 'failed'],
      [{ PropertyPath: 'Overlay//Opacity/0', Value: 0.5 }, 'program'],
      [{ PropertyPath: 'Overlay//Opacity/0', Value: 0 }, 'off'],
      ['a text', undefined],
      ['', undefined],
      [{}, undefined],
      [[true], undefined],
      [{ Value: { x: 1 } }, undefined],
      ['constructor', undefined],
    ];
    for (const [payload, state] of states) should(stateOf(payload)).equal(state, JSON.stringify(payload));
  });

  it('is a row of the hub, where playing comes before available', () => {
    const row = (program: string, preview: string, online = true) =>
      stateOf({ id: 2012, name: 'Headlines', status: { program, preview, online, isActive: true, activeIn: [] } });
    should(row('Playing', 'Playing')).equal('program');
    should(row('Available', 'Playing')).equal('preview');
    should(row('Playing', 'Available', false)).equal('program');
    should(row('Available', 'Available', false)).equal('unavailable');
    should(row('Available', 'Unavailable')).equal('available');
    should(row('Unavailable', 'Available')).equal('available');
    should(row('Unavailable', 'Unavailable')).equal('unavailable');
    should(row('PLAYING', 'available')).equal('program');
    should(row('available', 'playing')).equal('preview');
    should(row('AVAILABLE', 'unavailable')).equal('available');
    should(row('unavailable', 'UNAVAILABLE')).equal('unavailable');
    should(stateOf({ id: 1, displayName: 'Studio A', status: 'ready' })).equal('available');
  });

  it('is unknown by a row of the hub with a word that is not described, unless the item plays on program', () => {
    const row = (program: unknown, preview: unknown, online = true) =>
      stateOf({ status: { program, preview, online } });
    for (const word of ['On Air', 'Other', '', 7, true, { toString: 1 }]) {
      for (const other of ['Available', 'Unavailable', 'Playing', word, undefined])
        should(row(word, other)).equal('unknown');
      should(row('Unavailable', word)).equal('unknown');
      should(row('Available', word, false)).equal('unknown');
      should(row('Playing', word)).equal('program');
    }
    should([row('Unavailable', undefined), row(null, 'Unavailable')]).eql(['unknown', 'unknown']);
    should(row(undefined, null)).equal(undefined);
  });

  it('is the connection if it comes from hub-event, but not if it comes from a watch with this topic', () => {
    should(parse({ topic: 'connection', payload: 'connected' })).eql({ from: 'hub', connected: true });
    for (const payload of ['connecting', 'unreachable', 'refused'])
      should(parse({ topic: 'connection', payload })).eql({ from: 'hub', connected: false });
    const source = { from: 'source', name: 'connection', state: 'preview' };
    should(parse(watched('preview', 'connection'))).eql(source);
    should(parse({ topic: 'connection', payload: 'preview' })).eql(source);
    should(parse({ topic: 'panel', payload: 'connected' })).eql({ from: 'source', name: 'panel', state: 'available' });
  });

  it('is ignored if it is about rehearsal', () => {
    should(parse({ topic: 'rehearsal', payload: true })).eql({ from: 'nobody' });
    should(parse({ topic: 'rehearsal', payload: 'unknown' })).eql({ from: 'nobody' });
    should(parse(watched(true, 'rehearsal'))).eql({ from: 'source', name: 'rehearsal', state: 'program' });
    should(parse({ topic: 'rehearsal', payload: 'off' })).eql({ from: 'source', name: 'rehearsal', state: 'off' });
    should(parse({ topic: 'panel', payload: true })).eql({ from: 'source', name: 'panel', state: 'program' });
  });

  it('is the state of a cue list, with the numbers and the names of its cues', () => {
    const [anchor, guest, end] = [
      { number: '10', name: 'Anchor' },
      { number: '20', name: 'Guest' },
      { number: '30', name: '' },
    ];
    const position = {
      current: anchor,
      standby: guest,
      next: end,
      remaining: 4.6,
      failed: null,
      asking: false,
      by: '',
    };
    const ofCues = (fields: object) =>
      parse({ topic: 'cues', payload: { ...position, ...fields }, hub: { cues: 'Show', config: 'c' } });
    const cues = { text: '20 Guest', current: '10 Anchor', standby: '20 Guest', next: '30', remaining: '5' };
    const source = (state: string, texts: object = {}) => ({
      ...{ from: 'source', name: 'cues', state },
      cues: { ...cues, ...texts },
    });
    should(ofCues({ state: 'standby' })).eql(source('cueStandby'));
    should(ofCues({ state: 'running' })).eql(source('cueRunning', { text: '10 Anchor' }));
    const failed = { cue: anchor, step: 2, reason: '…' };
    should(ofCues({ state: 'holding', failed })).eql(source('cueHolding', { text: '10 Anchor' }));
    should(ofCues({ state: 'failed', failed })).eql(source('failed', { text: '10 Anchor' }));
    should(ofCues({ state: 'asking', failed })).eql(source('armed', { text: '10 Anchor' }));
    should(ofCues({ state: 'restarted' })).eql(source('cueRestarted'));
    const atEnd = { state: 'end', standby: null, next: null, remaining: null };
    should(ofCues(atEnd)).eql(source('off', { text: '', standby: '', next: '', remaining: '' }));
    should(ofCues({ state: 'unreadable', standby: null })).match({ state: 'failed' });
    for (const state of ['constructor', 'later', 1, undefined]) should(ofCues({ state })).be.undefined();
    // A remote panel that hears no host.
    const unknown = parse({ topic: 'cues', payload: 'unknown', hub: { cues: 'Show' } });
    should(unknown).match({ state: 'unknown', cues: { text: '', standby: '' } });
  });

  it('is the state of a look if it has the look in msg.hub', () => {
    const ofLook = (payload: unknown, look: unknown = 'Opening') =>
      parse({ topic: 'Opening', payload, look: 'Opening', differences: 0, hub: { look, config: 'c', at: 1 } });
    const source = (state: string) => ({ from: 'source', name: 'Opening', state });
    should(ofLook('on')).eql(source('lookOn'));
    should(ofLook('changed')).eql(source('lookChanged'));
    should(ofLook('recalling')).eql(source('lookRecalling'));
    should(ofLook('unknown')).eql(source('unknown'));
    should(ofLook('empty')).eql(source('lookEmpty'));
    should(ofLook('ON ')).eql(source('lookOn'));
    // A change node may replace the word.
    should(ofLook('preview')).eql(source('preview'));
    should(ofLook({})).be.undefined();
    should(ofLook(Object.create(null))).be.undefined();
    // Without the mark, the word means on air, as in flows before there were looks.
    should(ofLook('on', 5)).eql(source('program'));
    should(parse({ topic: 'Opening', payload: 'on', look: 'Opening' })).eql(source('program'));
    should(parse({ topic: 'Opening', payload: 'on', hub: { config: 'c' } })).eql(source('program'));
  });

  it('is the result of a command if it answers a recall', () => {
    const answer = (outcome: string) =>
      parse({ topic: 'key', payload: 'on', hub: { operation: 'recallLook', look: 'Opening', outcome, at: 1 } });
    should(answer('done')).eql({ from: 'command', state: undefined });
    should(answer('refused')).eql({ from: 'command', state: 'failed' });
    should(answer('unknown')).eql({ from: 'command', state: 'unknown' });
    should(answer('superseded')).eql({ from: 'nobody' });
  });

  it('is ignored if it is of a superseded value', () => {
    const hub = { operation: 'setProperty', params: {}, outcome: 'superseded' };
    for (const payload of [true, 0, 'program', { Value: 1 }]) should(parse({ payload, hub })).eql({ from: 'nobody' });
  });

  it('is a failed command in the as-run log', () => {
    const record = (outcome: string) =>
      parse({
        topic: 'asRun',
        payload: { operation: 'playItem', target: { itemId: 9, preview: 0 }, outcome },
      });
    should(record('done')).eql({ from: 'command', state: undefined });
    should(record('refused')).eql({ from: 'command', state: 'failed' });
    should(record('not-sent')).eql({ from: 'command', state: 'failed' });
    should(record('unknown')).eql({ from: 'command', state: 'unknown' });
  });

  it('is a successful command with its effect', () => {
    const states: [Record<string, unknown>, string | undefined][] = [
      [done('playItem', { itemId: 2012, preview: 0 }), 'program'],
      [done('playItem', { itemId: 2012, preview: 1 }), 'preview'],
      [done('playNext', { preview: '1' }), 'preview'],
      [done('takeOut', { preview: 0 }), 'available'],
      [done('takeItemOut', { preview: 0 }), 'available'],
      [done('clearOutput', { preview: 0 }), 'available'],
      [done('launch'), 'available'],
      [done('stopLaunch'), 'stopped'],
      [done('setProperty', {}, { Value: 1 }), undefined],
      [done('toString'), undefined],
    ];
    for (const [msg, state] of states) should(parse(msg)).eql({ from: 'command', state });
  });

  it('is a failed command with its outcome', () => {
    should(parse(caught('playItem', 'HUB_NOT_FOUND', 'refused'))).eql({ from: 'command', state: 'failed' });
    should(parse(caught('playItem', 'EXPIRED', 'not-sent'))).eql({ from: 'command', state: 'failed' });
    should(parse(caught('playItem', 'HUB_TIMEOUT', 'unknown'))).eql({ from: 'command', state: 'unknown' });
  });

  it('is the state from a read, or its failure', () => {
    should(parse(done('getProperty', {}, { Value: 1 }))).eql({
      from: 'source',
      name: '3',
      state: 'program',
    });
    should(parse(caught('getProperty', 'HUB_UNREACHABLE', 'not-sent'))).eql({ from: 'lost', name: 'key' });
    should(parse(caught('listLinearItems', 'HUB_FAULT', 'unknown'))).eql({ from: 'lost', name: 'key' });
  });

  it('is a Status node that reports a guarded command', () => {
    const stopMessage = (armed?: true) => ({
      status: { fill: 'yellow', shape: 'ring', text: 'x', ...(armed && { armed }), source: { id: 'stop', type: 'y' } },
    });
    should(parse(stopMessage(true))).eql({ from: 'guard', name: 'stop', armed: true });
    should(parse(stopMessage())).eql({ from: 'guard', name: 'stop', armed: false });
    const other = { from: 'source', name: '', state: 'program' };
    for (const status of [{}, null, { armed: true, source: { id: 'stop' } }])
      should(parse({ status, payload: 'program' })).eql(other);
  });

  it('is otherwise not an input', () => {
    should(parse({ payload: 'Hello' })).be.undefined();
    should(parse({ payload: {} })).be.undefined();
    should(parse({})).eql({ from: 'source', name: '', state: 'unknown' });
  });
});

describe('the usual appearances', () => {
  it('are the colours that operators know', () => {
    should(USUAL_APPEARANCES.program.colour).equal('#ff0000');
    should(USUAL_APPEARANCES.preview.colour).equal('#00ff00');
    should(USUAL_APPEARANCES.off.colour).equal('#000000');
    should(Object.keys(USUAL_APPEARANCES).sort()).eql([...STATES].sort());
  });

  it('show only program in bright red, and let unknown blink', () => {
    for (const state of STATES.filter((each) => each !== 'program')) {
      const [red, green, blue] = colourOf(USUAL_APPEARANCES[state].colour) as [number, number, number];
      should(red > 128 && green < 64 && blue < 64).be.false(state);
    }
    should(USUAL_APPEARANCES.unknown.blink).be.true();
  });

  it('have colours with six digits', () => {
    should(colourOf('#Ff8000')).eql([255, 128, 0]);
    for (const text of ['red', '#fff', 'ff0000', '#ff00000', '#gg0000', ' #ff0000', ''])
      should(colourOf(text)).be.undefined();
  });
});
