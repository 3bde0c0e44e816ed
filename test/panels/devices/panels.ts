import { is07, LATER, midi, taiOf, xkeys } from '../messages.js';
import { type Row, sent } from './row.js';

const OSC = 'https://opensoundcontrol.stanford.edu/spec-1_0.html';
const COMPANION = 'bitfocus/companion-module-generic-osc: companion/HELP.md';
const TOUCHOSC = 'https://hexler.net/touchosc/manual/script-objects-messages-osc';
const MIDI = 'https://midi.org/midi-1-0-detailed-specification';
const GPIO = 'https://flows.nodered.org/node/node-red-node-pi-gpio';
const IS07 = 'https://specs.amwa.tv/is-07/releases/v1.0.1/docs/2.0._Message_types.html';
const EMBER = 'https://flows.nodered.org/node/node-red-contrib-ember';
const DASHBOARD = 'https://dashboard.flowfuse.com/nodes/widgets/ui-button';
const DECK = 'https://flows.nodered.org/node/node-red-contrib-streamdeck';
const XKEYS = 'https://github.com/P-I-Engineering/dcdp-server';

const browser = (type: string) => ({ topic: 'take', payload: '', _event: { type }, _client: { socketId: 'A' } });

/** Control panels with a package of their own. */
export const panels: readonly Row[] = [
  // A message without arguments is a press by itself.
  ...sent(OSC, [
    [{ topic: '/take', payload: [] }, 'single'],
    [{ topic: '/take', payload: [] }, 'single'],
    [{ topic: 'bundle', payload: [{ timeTag: {}, address: '/cue/go', args: [] }] }, 'single'],
    [{ topic: '/cue/stop', payload: [] }, 'single'],
  ]),
  ...sent(COMPANION, [
    [{ topic: '/companion/1', payload: 1 }, 'press'],
    [{ topic: '/companion/1', payload: 0 }, 'release'],
    [{ topic: '/companion/2', payload: [] }, 'single'],
  ]),
  ...sent(TOUCHOSC, [
    [{ topic: '/1/push1', payload: 1 }, 'press'],
    [{ topic: '/1/push1', payload: 0 }, 'release'],
    [{ topic: '/1/push1', payload: { type: 'f', value: 1 } }, 'press'],
    [{ topic: '/1/push1', payload: [{ type: 'f', value: 0 }] }, 'release'],
    [{ topic: '/1/toggle1', payload: { type: 'T', value: true } }, 'press'],
    [{ topic: '/1/toggle1', payload: { type: 'F', value: false } }, 'release'],
  ]),
  ...sent(MIDI, [
    [midi('noteon', 0x90, 1, [60, 100]), 'press'],
    [midi('noteon', 0x90, 1, [60, 0]), 'release'],
    [midi('noteon', 0x90, 1, [61, 1]), 'press'],
    [midi('noteoff', 0x80, 1, [61, 64]), 'release'],
    [midi('controlchange', 0xb0, 1, [64, 127]), 'press'],
    [midi('controlchange', 0xb0, 1, [64, 0]), 'release'],
    [midi('programchange', 0xc0, 1, [5]), 'single'],
  ]),
  ...sent(GPIO, [
    [{ topic: 'gpio/17', payload: 1 }, 'nothing'],
    [{ topic: 'gpio/17', payload: 0 }, 'nothing'],
    [{ topic: 'gpio/17', payload: 1 }, 'press'],
  ]),
  ...sent(IS07, [
    [is07(true, taiOf(LATER)), 'press'],
    [is07(true, taiOf(LATER)), 'nothing'],
    [is07(false, taiOf(LATER + 1)), 'release'],
    [{ topic: 'x-nmos', payload: { message_type: 'health', timing: { creation_timestamp: taiOf(LATER) } } }, 'nothing'],
  ]),
  ...sent(EMBER, [
    [{ topic: 'ember', payload: { full: { path: '0.1.2', contents: { value: true } } } }, 'press'],
    [{ topic: 'ember', payload: { full: { path: '0.1.2', contents: { value: false } } } }, 'release'],
  ]),
  ...sent(DASHBOARD, [
    [browser('pointerdown'), 'press'],
    [browser('pointerup'), 'release'],
    [browser('click'), 'nothing'],
  ]),
  ...sent(DECK, [
    [{ topic: 0, payload: 1 }, 'press'],
    [{ topic: 0, payload: 0 }, 'release'],
  ]),
  ...sent(XKEYS, [
    [xkeys({ button_id: '7', control_id: '7' }, 1), 'press'],
    [xkeys({ button_id: '7', control_id: '7' }, 0), 'release'],
  ]),
];
