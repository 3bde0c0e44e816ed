import { useTimeLapse } from '../time-lapse.js';
import { handPause, logOf, type Message, type NodeOf, perform, type Stage } from './stage.js';

/** A saved panel node without a hub. */
export const panel = (fields: object = {}): NodeOf => ({ id: 'panel', type: 'hub-panel', hub: '', ...fields });

/** A message of node-red-contrib-midi for a fader or a knob on channel 1. */
export const controller = (number: number, value: number): Message => ({
  topic: 'Fader bank',
  payload: [number, value],
  midi: {
    raw: [0xb0, number, value],
    deltaTime: 0.02,
    channel: 1,
    type: 'controlchange',
    data: [number, value],
  },
});

/** A message of node-red-contrib-midi for a key. A velocity of 0 is its release. */
export const note = (number: number, velocity: number): Message => ({
  topic: 'Pads',
  payload: [number, velocity],
  midi: { raw: [0x90, number, velocity], deltaTime: 0.5, channel: 1, type: 'noteon', data: [number, velocity] },
});

/** A message of node-red-contrib-streamdeck. */
export const key = (index: number, payload: 0 | 1): Message => ({ topic: index, payload });

/** A message of node-red-contrib-osc for a pad with two numbers. */
export const pad = (x: number, y: number): Message => ({ topic: '/1/xy1', payload: [x, y] });

/** A message of a hub watch of a property with the path Value. */
export const watched = (payload: unknown): Message => ({
  topic: 'getProperty',
  payload,
  previous: undefined,
  changed: [''],
  hub: { operation: 'getProperty', area: 'engine-property', params: { engineId: 1 }, at: 1_790_000_000_000 },
});

/** A flow with one panel node, without a hub. */
export class PanelStage {
  stage!: Stage;
  #sent = 0;

  /** Cleans up after each test of a suite. Its time lapses, so that no press comes late on a busy machine. */
  static forSuite(): PanelStage {
    useTimeLapse();
    const show = new PanelStage();
    afterEach(() => show.stage.close());
    return show;
  }

  async open(fields: object): Promise<void> {
    this.stage = await perform(undefined, [panel(fields)]);
  }

  /** Sends messages one after the other, each after the end of the previous one. */
  async send(...messages: Message[]): Promise<void> {
    for (const msg of messages) {
      this.#sent += 1;
      await this.stage.send('panel', { _msgid: `m${this.#sent}`, ...msg });
    }
  }

  /** Sends the messages of one press after the other. */
  async press(...messages: Message[]): Promise<void> {
    for (const msg of messages) {
      await this.send(msg);
      await handPause();
    }
  }

  values = () => this.stage.out.map(({ payload }) => payload);

  /** The events of a button and their values. */
  did = () => this.stage.out.map(({ payload, gesture }) => [gesture.did, payload]);

  shows = (text: string) => this.stage.until(() => this.stage.status('panel').text === text);

  /** The log of the node. */
  logged = () => logOf('panel');
}

/** A message of core's status node about the node of a device. Red: it is lost. */
export const surface = (fill: 'red' | 'green'): Message => ({
  status: { fill, source: { id: 'deck', type: 'streamdeck' } },
});
