import fc from 'fast-check';
import should from 'should';
import { running } from '../../dist/nodes/registry/registry.js';
import { editorId } from '../../dist/nodes/runtime/lifetime.js';
import { surface } from '../surfaces.js';
import {
  add,
  DOUBLE_MS,
  EVENTS,
  ExpectedKeys,
  HOLD_MS,
  ITEMS,
  itemOf,
  KEYS,
  type Key,
  LOCKOUT_MS,
  NAMES,
  PAGES,
  rundownOf,
  SIDES,
  type Side,
  UNITS,
} from './expected-keys.js';
import { Toggles } from './expected-toggles.js';
import { type HubMode, ItemHub } from './slow-hub.js';
import { type Message, SteppedNodes } from './stepped-nodes.js';

/**
 * Random hands on two decks of one type, each with pages, on one wire. The hub is slow or lost, and deploys of everything, of one deck, or
 * of one key come in between.
 */

const STEP_MS = 25;

const literal = (value: unknown) => ({ type: 'json', value: JSON.stringify(value) });

function actionOf(on: string, does: string) {
  const [word = '', target = ''] = does.split(' ');
  if (word !== 'play' && word !== 'out') return { on, does: 'page', pageTurn: word, toPage: target };
  const item = Number(target);
  const place = { rundownId: literal(rundownOf(item)), itemId: literal(item), preview: literal(0) };
  const params = { engineId: literal(101), ...place };
  return { on, does: 'command', operation: word === 'play' ? 'playItem' : 'takeItemOut', params, expiry: '30' };
}

/** The decks that a message is from: one of them, a third one, or it names none and can be from each. */
const FROM = ['left', 'right', 'left', 'right', 'any', 'other'] as const;
type From = (typeof FROM)[number];

const sidesOf = (from: From): readonly Side[] => SIDES.filter((side) => from === side || from === 'any');
const unitOf = (from: From) => (from === 'any' ? {} : { serialNumber: from === 'other' ? 'AL99' : UNITS[from] });

/** What happens while a hand is at one key. The numbers are pauses in ms: in a bounce, a double tap, a lost release and a hold. */
const MOVES = ['press', 'release', 'page', 'lose', 25, 125, 325, 700] as const;
type Move = (typeof MOVES)[number];

type Act =
  | { readonly type: 'press' | 'release'; readonly from: From; readonly place: number }
  | { readonly type: 'hand'; readonly from: From; readonly place: number; readonly moves: readonly Move[] }
  | { readonly type: 'page'; readonly from: From; readonly page: number }
  | { readonly type: 'sidebar'; readonly side: Side; readonly page: number }
  | { readonly type: 'lose'; readonly from: From }
  | { readonly type: 'deploy'; readonly what: 'all' | Side | Key }
  | { readonly type: 'hub'; readonly mode: HubMode }
  | { readonly type: 'other'; readonly item: number; readonly playing: boolean }
  | { readonly type: 'wait'; readonly steps: number };

const from = fc.constantFrom(...FROM);
const place = fc.nat(4);
const move = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('press', 'release') },
  { weight: 3, arbitrary: fc.constantFrom(...MOVES) },
);
const act = <T extends string>(type: T, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ type: fc.constant(type), ...fields });
const ACTS = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('press', 'release'), from, place }) },
  { weight: 8, arbitrary: act('hand', { from, place, moves: fc.array(move, { minLength: 2, maxLength: 8 }) }) },
  {
    weight: 1,
    arbitrary: act('page', { from: fc.constantFrom('left', 'right', 'any'), page: fc.integer({ min: 1, max: 2 }) }),
  },
  { weight: 1, arbitrary: act('sidebar', { side: fc.constantFrom(...SIDES), page: fc.nat(2) }) },
  { weight: 3, arbitrary: act('wait', { steps: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: act('hub', { mode: fc.constantFrom('fast', 'slow', 'slow', 'lost') }) },
  { weight: 1, arbitrary: act('lose', { from }) },
  { weight: 1, arbitrary: act('deploy', { what: fc.constantFrom('all', ...SIDES, ...KEYS) }) },
  { weight: 1, arbitrary: act('other', { item: fc.constantFrom(...ITEMS), playing: fc.boolean() }) },
) as fc.Arbitrary<Act>;

const COMMANDS: Readonly<Record<string, string>> = { playItem: 'play', takeItemOut: 'out' };

const DARK = '0,0,0';
/** The colours of an item on program and of one that is not, as in `USUAL_APPEARANCES`. */
const PROGRAM = '255,0,0';
const AVAILABLE = '64,0,0';
/** A light is right after this time, in ms: after a command, its watch waits 2 s for the effect, and then reads again. */
const LATEST_MS = 4000;
/** All reads and lights after a start, a loss or another page take this long at most, in ms. */
const SETTLED_MS = 6000;
/** The answer to a read arrives within this time, in ms. */
const LATE_MS = 500;
/** The commands of a node that closes end within this time, in ms. */
const CLOSING_MS = 1000;

class World {
  readonly nodes = new SteppedNodes();
  readonly hub = new ItemHub(this.nodes, ITEMS);
  readonly toggles = new Toggles();
  readonly expected = new ExpectedKeys((key) => this.toggles.press(key, this.nodes.now, this.#seenAt(key)));
  #sent = 0;
  readonly done = new Map<string, number>();
  /** The failures of each control: of its commands, and as its messages report them. */
  readonly #failed = new Map<string, number>();
  readonly #reported = new Map<string, number>();
  /** The colour of each key, as the device shows it. */
  readonly image = new Map<string, string>();
  /** The time of the last start of each control. Since when it is shown or held, and since when it may have known its state. */
  readonly #started = new Map<string, number>();
  readonly #awake = new Map<string, number>();
  readonly #knowing = new Map<string, number>();
  readonly faults: string[] = [];
  /** Lights of pages that are not expected yet: a hold may show another page before the next look at the clock. */
  #early: Key[] = [];

  async begin(): Promise<void> {
    const ended = new Set<string>();
    this.nodes.onEnd = (id, { _msgid }, error) => {
      if (ended.has(`${id} ${_msgid}`)) this.faults.push(`${id} ends ${_msgid} twice`);
      ended.add(`${id} ${_msgid}`);
      if (error) add(this.#reported, id);
    };
    this.#startHub();
    for (const side of SIDES) this.#start(side);
    for (const key of KEYS) this.#start(key);
    await this.#wait(1000 / STEP_MS);
  }

  #startHub(): void {
    this.nodes.deployHub('config');
    const { ended, refused } = this.nodes.stage.hub;
    for (const ends of [ended, refused])
      ends.watch(({ command, owner, outcome }) => {
        const id = editorId(owner);
        const does = COMMANDS[command.name];
        if (!does) return;
        add(this.done, `${id} ${does}`);
        this.toggles.ended(id);
        if (outcome !== 'done') add(this.#failed, id);
      });
  }

  #start(part: Side | Key): void {
    if (typeof part === 'string') {
      const pages = PAGES[part].map((page) => ({ id: page, name: NAMES[page] }));
      this.nodes.deploy(surface('streamdeck', { id: part, unit: UNITS[part], pages }), () => {});
      return;
    }
    const actions = EVENTS.flatMap((on) => (part[on] ? [actionOf(on, part[on])] : []));
    const saved = { id: part.id, type: 'hub-control', hub: 'config', surface: part.side, page: part.page };
    const own = { control: `key ${part.key}`, actions, toggle: part.toggle === true, interval: '1' };
    const times = { holdTime: HOLD_MS, doubleTime: DOUBLE_MS, ...(part.lockout && { lockout: LOCKOUT_MS }) };
    const inSeconds = Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, String(ms / 1000)]));
    this.nodes.deploy({ ...saved, ...own, ...inSeconds }, (msg) => this.#take(part, msg));
    this.#started.set(part.id, this.nodes.now);
    for (const since of [this.#awake, this.#knowing]) since.delete(part.id);
    this.toggles.restart(part);
  }

  /** A message of a control. */
  #take(key: Key, msg: Message): void {
    // The answer of a command, or of a key that shows another page.
    if (msg.payload?.command !== 'fillColor') {
      if (msg.page !== undefined) add(this.done, `${key.id} page`);
      return;
    }
    const colour = String(msg.payload.value);
    if (!this.expected.isShown(key) && colour !== DARK) this.#early.push(key);
    this.image.set(`${key.side} ${msg.topic}`, colour);
  }

  /** True for a light that says *on air*, false for one that says that it is not. */
  #lightOf(key: Key): boolean | undefined {
    const colour = this.expected.isShown(key) ? this.image.get(`${key.side} ${key.key}`) : undefined;
    return colour === PROGRAM || (colour === AVAILABLE ? false : undefined);
  }

  /** What a person sees at a toggle. A key that is held while another page is shown works on, and nobody sees it. */
  #seenAt(key: Key): boolean | undefined | 'any' {
    const light = this.#lightOf(key);
    // A question hides the state that was read after it.
    const askedAt = this.toggles.askedAt(key, this.nodes.now);
    const isCovered = askedAt !== undefined && this.hub.hasAnswered(rundownOf(itemOf(key) ?? 0), askedAt - LATE_MS);
    if (this.expected.isShown(key) && (light !== undefined || !isCovered)) return light;
    return (this.#isSettled(key) ? this.#truthOf(key) : undefined) ?? 'any';
  }

  /** True if the state of the key must be known. */
  #isSettled(key: Key): boolean {
    const time = this.nodes.now - SETTLED_MS;
    return this.hub.isFastSince(time) && (this.#awake.get(key.id) ?? Number.POSITIVE_INFINITY) <= time;
  }

  /** True if the item of the key has been on air for long enough, false if it has not. Undefined: it has changed. */
  #truthOf = (key: Key): boolean | undefined => this.hub.stateSince(itemOf(key) ?? 0, this.nodes.now - LATEST_MS);

  /** Sends a message on the wire, so to all controls, in any order, as Node-RED does. */
  #send(fields: Message): void {
    this.#sent += 1;
    const keys = this.#sent % 2 === 0 ? [...KEYS].reverse() : KEYS;
    for (const { id } of keys) this.nodes.receive(id, { _msgid: `m${this.#sent}`, ...structuredClone(fields) });
  }

  #press(from: From, place: number): void {
    for (const side of sidesOf(from)) this.expected.press(side, place, this.nodes.now);
    this.#send({ topic: place, payload: 1, ...unitOf(from) });
  }

  #release(from: From, place: number): void {
    for (const side of sidesOf(from)) this.expected.release(side, place);
    this.#send({ topic: place, payload: 0, ...unitOf(from) });
  }

  #turn(side: Side, page: string | undefined): void {
    if (page === undefined) return;
    this.expected.turn(side, page);
    running.surfaces.get(side)?.turn({ pageTurn: 'goto', toPage: page });
  }

  #lose(from: From): void {
    for (const side of sidesOf(from)) this.expected.lose(side);
    this.#send({ status: { fill: 'red', source: { id: 'Gerät', type: 'streamdeck' } }, ...unitOf(from) });
  }

  async #move(from: From, place: number, move: Move): Promise<void> {
    if (move === 'press') this.#press(from, place);
    else if (move === 'release') this.#release(from, place);
    else if (move === 'lose') this.#lose(from);
    else if (move === 'page') for (const side of sidesOf(from)) this.#turn(side, this.#otherPage(side));
    else await this.#wait(move / STEP_MS);
    await this.nodes.settle();
    this.#check();
  }

  /** The page after the present one. */
  #otherPage(side: Side): string {
    const pages: readonly string[] = PAGES[side];
    return pages[(pages.indexOf(this.expected.present[side]) + 1) % pages.length] as string;
  }

  async do(act: Act): Promise<void> {
    const { expected, nodes } = this;
    switch (act.type) {
      case 'press':
        this.#press(act.from, act.place);
        break;
      case 'release':
        this.#release(act.from, act.place);
        break;
      case 'hand':
        for (const each of act.moves) await this.#move(act.from, act.place, each);
        break;
      case 'page':
        for (const side of sidesOf(act.from)) expected.turn(side, PAGES[side][act.page - 1] as string);
        this.#send({ page: act.page, ...unitOf(act.from) });
        break;
      case 'sidebar':
        this.#turn(act.side, PAGES[act.side][act.page]);
        break;
      case 'lose':
        this.#lose(act.from);
        break;
      case 'deploy':
        await this.#deploy(act.what);
        break;
      case 'hub':
        this.hub.mode = act.mode;
        break;
      case 'other':
        this.hub.set(act.item, act.playing);
        break;
      case 'wait':
        await this.#wait(act.steps);
    }
    await nodes.settle();
    this.#check();
  }

  /** As Node-RED does: everything that stops has ended before anything starts. A deck takes its keys along. */
  async #deploy(what: 'all' | Side | Key): Promise<void> {
    const sides = typeof what === 'object' ? [] : SIDES.filter((side) => what === 'all' || what === side);
    const keys = typeof what === 'object' ? [what] : KEYS.filter(({ side }) => sides.includes(side));
    // A bounce or a double press over a deploy is none. No hand does both.
    await this.#wait(DOUBLE_MS / STEP_MS);
    for (const { id } of keys) {
      this.nodes.close(id);
      this.#started.set(id, Number.POSITIVE_INFINITY);
    }
    for (const side of sides) this.nodes.close(side);
    for (const key of keys) this.expected.restart(key);
    await this.#wait(CLOSING_MS / STEP_MS);
    if (what === 'all') this.#startHub();
    for (const part of [...sides, ...keys]) this.#start(part);
    await this.#wait(DOUBLE_MS / STEP_MS);
  }

  #wait = (steps: number) =>
    this.nodes.advance(Math.ceil(steps) * STEP_MS, () => {
      this.expected.tick(this.nodes.now);
      this.#check();
    });

  #check(): void {
    for (const side of SIDES) {
      const present = running.surfaces.get(side)?.present;
      if (present !== undefined) should(present).equal(this.expected.present[side], `the page of ${side}`);
    }
    for (const each of this.#early.splice(0))
      if (!this.expected.isShown(each))
        this.faults.push(`${each.id} lights key ${each.key} on a page that is not shown`);
    for (const each of KEYS) this.#checkLight(each);
    should(this.faults).be.empty();
  }

  #checkLight(key: Key): void {
    const { now } = this.nodes;
    const item = itemOf(key);
    const isShown = this.expected.isShown(key);
    const isAwake = isShown || this.expected.isHeld(key);
    for (const [since, is] of [
      [this.#awake, isAwake],
      [this.#knowing, isAwake || this.toggles.isBusy(key, now)],
    ] as const)
      if (!is) since.delete(key.id);
      else if (!since.has(key.id)) since.set(key.id, now);
    // The device still shows the light from before a deploy.
    const isNew = now - (this.#started.get(key.id) ?? 0) < LATEST_MS;
    if (!isShown || item === undefined || isNew) return;
    const light = this.#lightOf(key);
    const truth = this.#truthOf(key);
    if (light !== undefined && truth === !light) this.faults.push(`${key.id} shows ${light} at ${now}`);
    if (this.#isSettled(key) && truth !== undefined && light !== truth)
      this.faults.push(`${key.id} shows ${this.image.get(`${key.side} ${key.key}`)} for ${truth} at ${now}`);
    // No other key reads the rundown of a toggle.
    if (key.toggle && light !== undefined && !this.hub.hasAnswered(rundownOf(item), this.#knowing.get(key.id) ?? 0))
      this.faults.push(`${key.id} shows ${light} before its state was read`);
  }

  /** All keys are let go, the hub is good, and everything has come to rest. */
  async rest(): Promise<void> {
    this.hub.mode = 'fast';
    for (const [from, place] of this.expected.held) await this.do({ type: 'release', from, place });
    await this.#wait(12_000 / STEP_MS);
    const done = [...this.done].filter(([name]) => !this.toggles.counts(name));
    should(Object.fromEntries(done.sort())).eql(Object.fromEntries([...this.expected.done].sort()));
    this.toggles.check(this.done);
    for (const { id } of KEYS) {
      const [failed = 0, reported = 0] = [this.#failed.get(id), this.#reported.get(id)];
      const all = failed + (this.expected.closed.get(id) ?? 0);
      should(reported).be.within(Math.min(all, 1), all, `the failures of ${id}`);
    }
    for (const side of SIDES) for (const place of [0, 1, 2, 3, 4]) this.#isTrue(side, place);
  }

  /** A key shows what it is about, and is dark without a control. */
  #isTrue(side: Side, place: number): void {
    const key = KEYS.find((each) => each.side === side && each.key === place && this.expected.isShown(each));
    const colour = this.image.get(`${side} ${place}`);
    const item = key && itemOf(key);
    if (!key) should(colour ?? DARK).equal(DARK, `${side} ${place}`);
    else if (item) should(colour).equal(this.hub.isOnAir(item) ? PROGRAM : AVAILABLE, `${key.id} of ${item}`);
  }
}

describe('random hands on surfaces with pages', function () {
  this.timeout(300_000);

  it('do what the page of each press says, once, and the lights of the shown page are true', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ACTS, { minLength: 10, maxLength: 40 }), async (acts) => {
        running.pages.clear();
        running.stoppedWatches.clear();
        const world = new World();
        try {
          await world.begin();
          for (const act of acts) await world.do(act);
          await world.rest();
        } finally {
          await world.nodes.end();
        }
      }),
      { numRuns: 40 },
    );
  });
});
