import fc from 'fast-check';
import should from 'should';
import { recogniseAll } from '../../dist/panels/recognise/index.js';
import { carried } from '../../dist/remote/carried.js';
import { readAnswer, readBeat, readCommand, readState, senderOf } from '../../dist/remote/envelopes.js';
import { LARGEST, opened } from '../../dist/remote/opened.js';
import { isName, isPrefix, Topics } from '../../dist/remote/topics.js';
import { is07, midi, mqtt, xkeys } from '../panels/messages.js';

describe('what a broker brings', () => {
  it('is opened as text, as a Buffer or as what JSON held, and never throws', () => {
    for (const payload of ['{"a":1}', Buffer.from('{"a":1}'), { a: 1 }]) should(opened(payload)).eql({ a: 1 });
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }), (payload) => {
        const fields = opened(payload);
        for (const read of [readBeat, readState, readCommand, readAnswer, senderOf]) if (fields) read(fields);
      }),
    );
  });

  it('is not opened where it is too large, too deep, too much, or reaches for a prototype', () => {
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    should(opened(deep(50))).be.ok();
    for (const payload of [
      deep(51),
      JSON.stringify({ a: 'x'.repeat(LARGEST) }),
      { a: Array(50_001).fill(0) },
      '{"__proto__":{}}',
      '{"a":[{"constructor":1}]}',
      ...['', '[]', 'null', '"text"', '{', undefined, 5],
    ])
      should(opened(payload)).be.undefined();
  });

  it('keeps what a hand did: a press is a press there, and a release a release', () => {
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
      { payload: 0.7, gesture: { source: 'midi', control: 'cc 1/7', kind: 'fader' } },
    ] as object[]) {
      const there = JSON.parse(JSON.stringify(carried(msg as never)));
      should(recogniseAll(there)).eql(recogniseAll(msg));
      should(recogniseAll(msg)).have.length(1);
      should(JSON.stringify(there)).not.match(/socketIp|path/);
    }
  });

  it('has a topic that says what it is, and names that are topics', () => {
    const topics = new Topics('a/b');
    should(topics.read('a/b/command/x/1')).eql({ kind: 'command', name: 'x/1' });
    for (const topic of ['a/bc/command/x', 'a', 5, undefined]) should(topics.read(topic)).be.undefined();
    for (const name of ['x', '/1/push1', 'ü', '0']) should(isName(name)).be.true();
    for (const name of ['', '+', 'a/#', 'a\0', '\ud800', 'x'.repeat(201), 5]) should(isName(name)).be.false();
    for (const symbol of ['\u0001', '\n', '\u007f', '\u0092', '\u2028', '\ufdd0', '\uffff', '\u{1fffe}', '\udc00'])
      should(isName(`a${symbol}b`)).be.false();
    should(isName('/'.repeat(49))).be.true();
    should(isName('/'.repeat(50))).be.false();
    should(isName('$a')).be.true();
    should(isPrefix('a/$b')).be.true();
    should(isPrefix('$a')).be.false();
  });
});
