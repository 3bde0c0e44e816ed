import should from 'should';
import { readProperty } from '../../dist/panels/recognise/index.js';
import { propertyOptions } from '../../dist/panels/recognise/property.js';
import { mqtt } from './messages.js';

const read = (payload: unknown, property: string, pressedIs = '', releasedIs = '') =>
  readProperty({ topic: 'desk', payload }, { property, pressedIs, releasedIs });
const pressedBy = (...args: Parameters<typeof read>) => read(...args).map(({ pressed }) => pressed);

describe('a property of the payload', () => {
  it('is found by its path', () => {
    const payload = { action: 'A', params: { events: [{ event: 'no' }, { event: 'A' }] }, 'a b': { c: 'A' } };
    for (const path of ['action', 'params.events[1].event', 'params.events.1.event', 'a b.c', '.action', '[action]'])
      should(pressedBy(payload, path, 'A')).eql([true]);
    for (const path of ['', 'params', 'params.events[2].event', 'params.events[0].event', 'action.0', 'none.of.it'])
      should(pressedBy(payload, path, 'A')).be.empty();
    should(pressedBy('A', '', 'A')).eql([true]);
    should(pressedBy('{"a":{"b":"A"}}', 'a.b', 'A')).eql([true]);
    // Own properties only, and at most 16 parts.
    should(pressedBy([], 'length', '0')).eql([true]);
    should(read({}, 'constructor.name', 'Object')).be.empty();
    const nested = (depth: number): unknown => (depth === 0 ? 'A' : { a: nested(depth - 1) });
    for (const [depth, found] of [
      [16, 1],
      [17, 0],
    ] as const)
      should(read(nested(depth), 'a.'.repeat(depth), 'A')).have.length(found);
  });

  it('is pressed or released if it has this text', () => {
    should(read({ a: 'ON ' }, 'a', ' ON', 'OFF')).eql([
      { source: 'plain', control: 'desk', kind: 'button', pressed: true },
    ]);
    should(read({ a: 'OFF' }, 'a', 'ON', ' OFF ')).eql([
      { source: 'plain', control: 'desk', kind: 'button', pressed: false },
    ]);
    for (const value of ['on', 'true', '', null, undefined, {}, []])
      should(read({ a: value }, 'a', 'ON', 'OFF')).be.empty();
    for (const [value, text] of [
      [1, '1'],
      [true, 'true'],
      [0, '0'],
    ] as const)
      should(pressedBy({ a: value }, 'a', text, 'x')).eql([true]);
  });

  it('is a complete press without a text for the release', () => {
    should(read({ a: 'go' }, 'a', 'go')).eql([
      { source: 'plain', control: 'desk', kind: 'button', pressed: true, momentary: true },
    ]);
    should(read({ a: 'ON' }, 'a', 'go')).be.empty();
  });

  it('is read like a payload without a text for the press', () => {
    should(pressedBy({ a: 'ON' }, 'a', '', 'x')).eql([true]);
    should(pressedBy({ a: 'x' }, 'a', '', 'x')).eql([false]);
    should(read({ a: 0.5 }, 'a')).eql([
      { source: 'plain', control: 'desk', kind: 'fader', pressed: true, value: 0.5, raw: 0.5 },
    ]);
    for (const payload of [{ a: '' }, { a: {} }, {}]) should(read(payload, 'a')).be.empty();
    should(read({ a: '' }, 'a', 'x')).be.empty();
    should(read({ a: '' }, 'a', 'x', ' ')).eql([{ source: 'plain', control: 'desk', kind: 'button', pressed: false }]);
  });

  it('is from the broker, retained, or without a topic', () => {
    const options = { property: 'a', pressedIs: '1', releasedIs: '0' };
    should(readProperty(mqtt('{"a":1}', { retain: true }), options)).eql([
      { source: 'mqtt', control: 'studio/take', kind: 'button', pressed: true, retained: true },
    ]);
    const control = (msg: object) => readProperty(msg, options).map((each) => [each.source, each.control]);
    should(control({ payload: { a: 1 } })).eql([['plain', 'payload']]);
    should(control({ payload: { a: 1 }, qos: 0 })).eql([['mqtt', 'topic']]);
    should(readProperty(undefined, options)).be.empty();
  });

  it('has options unless all fields are blank', () => {
    should(propertyOptions({})).be.undefined();
    should(propertyOptions({ property: '', pressedIs: '', releasedIs: '' })).be.undefined();
    const blank = { property: '', pressedIs: '', releasedIs: '' };
    for (const options of [{ property: 'a' }, { pressedIs: '1' }, { releasedIs: '0' }])
      should(propertyOptions(options)).eql({ ...blank, ...options });
  });
});
