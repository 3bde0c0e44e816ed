import { surface } from '../surfaces.js';
import { ControlStage, control } from './control-stage.js';
import { pause } from './event-stage.js';
import { HubStage } from './hub-stage.js';
import { key } from './panel-stage.js';
import type { Message, NodeOf } from './stage.js';

export const PAGES = [
  { id: 'one', name: 'Haupt' },
  { id: 'two', name: 'Übergabe' },
  { id: 'three', name: '日本語' },
];

/** An action that shows another page. */
export const turn = (pageTurn: string, toPage = '') => ({ on: 'press', does: 'page', pageTurn, toPage });

/** A simulated hub, and a flow with a surface of three pages, whose controls are on the wires of one device. */
export class PagesStage extends ControlStage {
  static #count = 0;

  static override forEach = (): PagesStage => HubStage.each(new PagesStage());

  /** The page of a surface outlasts the flows, so each test of all files has its own surface. */
  get deskId(): string {
    return `desk${PagesStage.#count}`;
  }

  protected override begin(options: object = {}): Promise<void> {
    PagesStage.#count += 1;
    return super.begin(options);
  }

  /** A surface with three pages. */
  desk = (fields: object = {}, device = 'streamdeck'): NodeOf =>
    surface(device, { id: this.deskId, name: 'Pult', pages: PAGES, ...fields });

  /** A control of the surface. */
  on = (page: string, id: string, fields: object = {}): NodeOf =>
    control({ id, surface: this.deskId, page, ...fields });

  /** Opens controls that are all wired to one device. */
  openDesk = async (...parts: NodeOf[]): Promise<void> => {
    const ids = parts.filter(({ type }) => type === 'hub-control').map(({ id }) => id);
    await this.open([{ id: 'deck', type: 'helper', wires: [ids] }, ...parts]);
  };

  /** Sends messages of the device on its wires. */
  fromDesk = async (...messages: Message[]): Promise<void> => {
    for (const msg of messages) {
      (this.stage.node('deck') as unknown as { send(msg: Message): void }).send(msg);
      await pause(50);
    }
  };

  tap = (index: number): Promise<void> => this.fromDesk(key(index, 1), key(index, 0));
}
