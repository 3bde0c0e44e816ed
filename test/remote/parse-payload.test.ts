import fc from 'fast-check';
import should from 'should';
import { recogniseAll } from '../../dist/panels/recognise/index.js';
import { commandPayload, withoutLocalIds } from '../../dist/remote/command-payload.js';
import { readAnswer, readCommand, readHeartbeat, readState, senderOf } from '../../dist/remote/envelopes.js';
import { LARGEST, parsePayload } from '../../dist/remote/parse-payload.js';
import { isName, isPrefix, Topics } from '../../dist/remote/topics.js';
import { is07, midi, mqtt, xkeys } from '../panels/messages.js';

describe('a message from a broker', () => {
  it('is parsed from text, a Buffer or parsed JSON, and never throws', () => {
    for (const payload of ['{"a":1}', Buffer.from('{"a":1}'), { a: 1 }]) should(parsePayload(payload)).eql({ a: 1 });
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }), (payload) => {
        const fields = parsePayload(payload);
        for (const read of [readHeartbeat, readState, readCommand, readAnswer, senderOf]) if (fields) read(fields);
      }),
    );
  });

  it('is not parsed if it is too large, too deep, has too many parts, or may change a prototype', () => {
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    for (const payload of [deep(50), `{"a":"${'x'.repeat(LARGEST - 8)}"}`, { a: Array(49_999).fill(0) }])
      should(parsePayload(payload)).be.ok();
    for (const payload of [
      deep(51),
      `{"a":"${'x'.repeat(LARGEST - 7)}"}`,
      { a: Array(50_000).fill(0) },
      '{"__proto__":{}}',
      '{"a":[{"constructor":1}]}',
      ...['', '[]', 'null', '"text"', '{', undefined, 5],
    ])
      should(parsePayload(payload)).be.undefined();
  });

  it('keeps its gestures: a press stays a press, and a release a release', () => {
    for (const msg of [
      midi('noteon', 0x90, 1, [60, 127]),
      midi('noteoff', 0x80, 1, [60, 64]),
      midi('controlchange', 0xb0, 16, [7, 0]),
      mqtt('OFF'),
      mqtt({ pressed: false }),
      mqtt('ON', { retain: true }),
      xkeys({ button_id: '5' }, 0),
      is07(false),
      { topic: 3, payload: 0 },
      { topic: '/1/push1', payload: [{ type: 'f', value: 0 }] },
      {
        topic: 'b',
        payload: '',
        _event: { type: 'pointerup', path: ['div'] },
        _client: { socketId: 'x', socketIp: '10.0.0.9' },
      },
      { topic: 's', payload: 0.5, _client: { socketId: 'x' } },
      {
        topic: 'event.remote',
        payload: '2026-11-23T03:50:00+00:00',
        data: {
          entity_id: 'event.remote',
          old_state: { state: '2026-11-23T03:49:00+00:00', attributes: { event_type: 'single' } },
          new_state: { state: '2026-11-23T03:50:00+00:00', attributes: { event_type: 'double', path: 'x' } },
        },
      },
      mqtt('{"action":"double","battery":9}', { topic: 'zigbee2mqtt/desk' }),
      { payload: 0.7, gesture: { source: 'midi', control: 'cc 1/7', kind: 'fader' } },
    ] as object[]) {
      const there = JSON.parse(JSON.stringify(commandPayload(msg as never)));
      should(recogniseAll(there)).eql(recogniseAll(msg));
      should(recogniseAll(msg)).have.length(1);
      should(JSON.stringify(there)).not.match(/socketIp|path/);
    }
  });

  it('has no fields without a value, no bytes, and no ids of this Node-RED', () => {
    should(commandPayload({ payload: 1, parts: {} })).eql({ payload: 1 });
    const cue = { number: '10.5', name: 'Anchor' };
    should(commandPayload({ operation: 'goto', cue, by: 'Ann' })).eql({ operation: 'goto', cue: '10.5', by: 'Ann' });
    should(commandPayload({ operation: 'delete', cue: {}, by: 5 })).eql({});
    const { midi: info } = commandPayload({
      midi: { type: 'noteon', channel: 1, raw: Buffer.from([144, 60]), data: [] },
    });
    should(info).eql({ type: 'noteon', channel: 1, raw: [144, 60] });
    const hub = { operation: 'playItem', config: 'a1', watch: 'b2', session: {} };
    should(withoutLocalIds(hub)).eql({ operation: 'playItem' });
    should([withoutLocalIds(undefined), withoutLocalIds(false)]).eql([undefined, false]);
  });

  it('has the event of a Home Assistant device, without the other attributes of its entity', () => {
    const attributes = { event_type: 'single', friendly_name: 'Desk' };
    const data = {
      entity_id: 'event.desk',
      old_state: { state: 'a', context: {} },
      new_state: { state: 'b', attributes },
    };
    should(commandPayload({ payload: 'b', event_type: 'state_changed', data: { ...data, other: 1 } })).eql({
      payload: 'b',
      event_type: 'state_changed',
      data: {
        entity_id: 'event.desk',
        old_state: { state: 'a' },
        new_state: { state: 'b', attributes: { event_type: 'single' } },
      },
    });
    should(commandPayload({ data: { entity_id: 'event.desk', new_state: { state: 'b' } }, event_type: 5 })).eql({
      data: { entity_id: 'event.desk', old_state: null, new_state: { state: 'b' } },
    });
    should(commandPayload({ data: [] })).eql({});
  });

  it('has a topic with its kind and name', () => {
    const topics = new Topics('a/b');
    should([
      ...[topics.heartbeat, topics.ask],
      ...[topics.state('title'), topics.command('take'), topics.answer('panel-1')],
    ]).eql(['a/b/host', 'a/b/ask', 'a/b/state/title', 'a/b/command/take', 'a/b/answer/panel-1']);
    should(topics.read('a/b/command/x/1')).eql({ kind: 'command', name: 'x/1' });
    should(topics.read('a/b/host')).eql({ kind: 'host', name: '' });
    for (const topic of ['a/bc/command/x', 'a', 5, undefined]) should(topics.read(topic)).be.undefined();
    for (const name of ['x', '/1/push1', 'ü', '0', 'x'.repeat(200)]) should(isName(name)).be.true();
    for (const name of ['', '+', 'a/#', 'a\0', '\ud800', 'x'.repeat(201), 5, ['x']]) should(isName(name)).be.false();
    for (const symbol of ['\u0001', '\n', '\u007f', '\u0092', '\u2028', '\ufdd0', '\uffff', '\u{1fffe}', '\udc00'])
      should(isName(`a${symbol}b`)).be.false();
    should(isName('/'.repeat(49))).be.true();
    should(isName('/'.repeat(50))).be.false();
    should(isName('$a')).be.true();
    should(isPrefix('a/$b')).be.true();
    should(isPrefix('$a')).be.false();
  });
});
