import { readFileSync } from 'node:fs';
import should from 'should';
import { devicePart } from '../../dist/editor/surface/device-part.js';

const partOf = (recipe: string) =>
  devicePart(JSON.parse(readFileSync(`examples/4-recipes/${recipe}.json`, 'utf8'))) as readonly {
    readonly type: string;
    readonly name?: string;
    readonly label?: string;
    readonly wires?: readonly (readonly string[])[];
  }[];

/** What is left of each recipe, in its order: the type and the name of each node. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'stream-deck': [
    ...['tab Recipe: Stream Deck', 'function Stream Deck', 'link out to the deck', 'link in from the controls'],
    ...['catch What went wrong', 'debug Failures'],
  ],
  'x-touch': [
    ...['tab Recipe: X-Touch', 'function MIDI port', 'link out to the X-Touch', 'link in from the controls'],
    ...['catch What went wrong', 'debug Failures'],
  ],
  'midi-fader-bank': [
    ...['tab Recipe: MIDI fader bank', 'function MIDI port', 'link out to the MIDI port', 'link in from the controls'],
    ...['catch What went wrong', 'debug Failures'],
  ],
  osc: [
    ...['tab Recipe: OSC', 'udp in ', 'osc read OSC', 'osc write OSC', 'udp out to the tablet'],
    ...['catch What went wrong', 'debug Failures'],
  ],
  'x-keys': [
    ...['tab Recipe: X-keys', 'function X-keys', 'link out to the X-keys', 'link in from the controls'],
    ...['catch What went wrong', 'debug Failures'],
  ],
  gpi: [
    ...['tab Recipe: GPI', 'rpi-gpio in Pin 17', 'rpi-gpio out Pin 23'],
    ...['catch What went wrong', 'debug Failures'],
  ],
  mqtt: [
    ...['tab Recipe: MQTT', 'mqtt-broker Studio broker', 'mqtt in ', 'mqtt out Lamps'],
    ...['catch What went wrong', 'debug Failures'],
  ],
};

/** The wires that are left, as the types of their ends. */
const WIRES: Readonly<Record<string, readonly string[]>> = {
  'stream-deck': ['link in → function', 'catch → debug'],
  'x-touch': ['link in → function', 'catch → debug'],
  'midi-fader-bank': ['link in → function', 'catch → debug'],
  osc: ['udp in → osc', 'osc → udp out', 'catch → debug'],
  'x-keys': ['link in → function', 'catch → debug'],
  gpi: ['catch → debug'],
  mqtt: ['catch → debug'],
};

describe("a device's part of a recipe", () => {
  it('has no node of this package and no wire to one, and keeps each output', () => {
    const flow = [
      { id: 'hub', type: 'hub-config' },
      { id: 'in', type: 'mqtt in', z: 'tab', broker: 'broker', wires: [['key', 'text'], ['key'], []] },
      { id: 'key', type: 'hub-control', z: 'tab', wires: [['out']] },
      { id: 'text', type: 'debug', z: 'tab', wires: [] },
      { id: 'broker', type: 'mqtt-broker' },
    ];
    should(devicePart(flow)).eql([
      { id: 'in', type: 'mqtt in', z: 'tab', broker: 'broker', wires: [['text'], [], []] },
      { id: 'text', type: 'debug', z: 'tab', wires: [] },
      { id: 'broker', type: 'mqtt-broker' },
    ]);
  });

  for (const [recipe, names] of Object.entries(PARTS))
    it(`${recipe}: has the device, its links and its failures`, () => {
      const part = partOf(recipe);
      should(part.map(({ type, name, label }) => `${type} ${name ?? label}`)).eql(names);
      const typeOf = (id: string) =>
        (part as readonly { id?: string; type: string }[]).find((node) => node.id === id)?.type;
      const wires = part.flatMap(({ type, wires: ports = [] }) => ports.flat().map((id) => `${type} → ${typeOf(id)}`));
      should(wires).eql(WIRES[recipe]);
    });
});
