import type { NodeMessage } from 'node-red';
import { Signal } from '../../base/signal.js';
import { badInput, type HubError } from '../../hub/wire/errors.js';
import { sourceOf } from '../../panels/gesture/gesture.js';
import { connectionIn, readGestures, reportIn } from '../../panels/recognise/index.js';
import { type Arrival, type ControlUse, type PageState, Pages } from '../../panels/surface/pages.js';
import { canBeFrom } from '../../panels/surface/unit.js';
import { type ActionValues, EVERY } from '../../saved/control.js';
import { isOnPage, type PageValues, pageCalled, type SurfaceValues } from '../../saved/surface.js';
import { editorId, type Lifetime } from '../runtime/lifetime.js';

/** A control on a surface. */
export interface Member extends ControlUse {
  /** The id of its page. Blank: every page. */
  readonly page: string;
  readonly control: string;
  /** The lockout of a key that shows another page, in ms. The others have none here. */
  readonly lockout: number;
  /** Its lights, as the messages that make them dark. */
  readonly dark: ReadonlyMap<string, () => void>;
  /** Its page is shown now, or no longer. */
  turned(isShown: boolean): void;
}

/** A touch sensor is pressed and released as a key. */
const SENSOR: ControlUse = { isButton: true, inverted: false, eachPress: false, touches: [] };

/** A surface: one device, its pages and its controls. */
export class Surface {
  /** The id of its configuration in the editor. */
  readonly id: string;
  readonly name: string;
  readonly values: SurfaceValues;
  readonly #pages: Pages;
  readonly #members = new Set<Member>();
  readonly #uses = new Map<string, ControlUse>();
  /** Another page is shown. */
  readonly turned = new Signal<void>();

  constructor(life: Lifetime, name: string, values: SurfaceValues, state: PageState) {
    this.id = editorId(life.node);
    this.name = name;
    this.values = values;
    const ids = values.pages.map(({ id }) => id);
    this.#pages = new Pages(
      ids,
      state,
      life.clock,
      (control) => this.#uses.get(control) ?? this.#uses.get(EVERY),
      this.#lockoutOf,
    );
  }

  /** The pages, in order. Without any, all controls are on one. */
  get pages(): readonly PageValues[] {
    return this.values.pages;
  }

  /** The id of the page that is shown. */
  get present(): string {
    return this.#pages.present;
  }

  /** Its name. Blank if the surface has only one. */
  get presentName(): string {
    return this.pages.find(({ id }) => id === this.present)?.name ?? '';
  }

  isShown = (page: string): boolean => isOnPage(page, this.present);

  /** Adds a control until its node closes. */
  add(life: Lifetime, member: Member): void {
    this.#members.add(member);
    this.#readUses();
    life.add(() => {
      this.#members.delete(member);
      this.#readUses();
    });
  }

  /** False for a message of another unit. */
  canSend = (msg: NodeMessage): boolean => canBeFrom(msg, this.values.unit);

  /** Takes a message of the device. Each control of the surface calls this for its copy. */
  arrive(msg: NodeMessage): Arrival {
    const report = connectionIn(msg) ?? reportIn(msg);
    if (report?.connected === false) this.#pages.deviceLost();
    return this.#pages.arrive(msg._msgid, readGestures(msg, sourceOf(this.values.device)));
  }

  /** Shows the page that a message or a user names: by its name, or by its place from 1. Throws `BAD_INPUT`. */
  show(name: unknown): void {
    const page = typeof name === 'string' || typeof name === 'number' ? pageCalled(this.pages, name) : undefined;
    if (page) this.#turnTo(page.id);
    else if (this.pages.length > 0 || name !== 1) throw this.#wrongPage('msg.page', name);
  }

  /** Runs the action of a key. Throws `BAD_INPUT` if its page is gone. */
  turn({ pageTurn, toPage }: Pick<ActionValues, 'pageTurn' | 'toPage'>): void {
    switch (pageTurn) {
      case 'goto':
        this.checkPage(toPage);
        this.#turnTo(toPage);
        break;
      case 'back':
        this.#turnTo(this.#pages.before);
        break;
      default:
        this.#turnTo(this.#pages.beside(pageTurn === 'next' ? 1 : -1));
    }
  }

  /** Throws `BAD_INPUT` if the saved page is gone. */
  checkPage(page: string): void {
    if (!this.pages.some(({ id }) => id === page)) throw this.#wrongPage('page', page);
  }

  #wrongPage(field: string, value: unknown): HubError {
    // Without pages, all controls are on the first one.
    const options = this.pages.length > 0 ? this.pages.map(({ name }) => name) : [1];
    return badInput(field, value, { key: 'choice', options });
  }

  /** First the old lights go dark, then the new ones are sent, so that a key with both has one message. */
  #turnTo(page: string): void {
    const before = this.present;
    if (!this.#pages.turnTo(page)) return;
    const members = [...this.#members];
    const leaving = members.filter((each) => each.page !== '' && each.page === before);
    const shown = members.filter((each) => this.isShown(each.page));
    const covered = new Set(shown.flatMap(({ dark }) => [...dark.keys()]));
    for (const each of leaving) {
      each.turned(false);
      for (const [light, makeDark] of each.dark) if (!covered.has(light)) makeDark();
    }
    // Before the lights are sent, the keys that turn the page know which one is shown.
    this.turned.emit();
    // A light of every page comes back when that of a page goes.
    const left = new Set(leaving.flatMap(({ dark }) => [...dark.keys()]));
    for (const each of shown)
      if (each.page !== '' || [...each.dark.keys()].some((light) => left.has(light))) each.turned(true);
  }

  /** Makes the lights of a hidden control dark, if no control of the shown page has them: they may be lit from before a deploy. */
  darken({ page, dark }: Member): void {
    if (this.isShown(page)) return;
    const shown = [...this.#members].filter((each) => this.isShown(each.page));
    const covered = new Set(shown.flatMap((each) => [...each.dark.keys()]));
    for (const [light, makeDark] of dark) if (!covered.has(light)) makeDark();
  }

  #lockoutOf = (control: string, page: string): number =>
    Math.max(
      0,
      ...[...this.#members]
        .filter((each) => each.control === control && isOnPage(each.page, page))
        .map(({ lockout }) => lockout),
    );

  /** A control can have several nodes. A key of one of them is a key for all. */
  #readUses(): void {
    this.#uses.clear();
    for (const { control, isButton, inverted, eachPress, touches } of this.#members) {
      const use = this.#uses.get(control);
      this.#uses.set(control, {
        isButton: isButton || use?.isButton === true,
        inverted: inverted || use?.inverted === true,
        eachPress: eachPress || use?.eachPress === true,
        touches: [...touches, ...(use?.touches ?? [])],
      });
    }
    // A touch sensor may send a controller.
    for (const { touches } of this.#members)
      for (const touch of touches) this.#uses.set(touch, this.#uses.get(touch) ?? SENSOR);
  }
}
