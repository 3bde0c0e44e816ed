import fc from 'fast-check';
import should from 'should';
import { running } from '../../dist/nodes/registry/registry.js';
import { editorId } from '../../dist/nodes/runtime/lifetime.js';
import { surface } from '../surfaces.js';
import { type Message, SteppedNodes } from './stepped-nodes.js';

/**
 * Random hands on two surfaces with pages. The oracle knows only what a technician expects: a press belongs to the page that is shown when
 * it arrives, its hold and its release too, and each does its work exactly once.
 */

const STEP_MS = 25;
const HOLD_MS = 600;
/** A second press earlier than this without a release is a bounce, and so is one a moment after a release. */
const BOUNCE_MS = 300;
const MOMENT_MS = 50;

/** What a control does on its events. Blank: nothing. */
interface Control {
  readonly id: string;
  readonly surface: 'left' | 'right';
  /** Blank: every page. */
  readonly page: string;
  readonly key: number;
  readonly press?: string;
  readonly hold?: string;
  readonly release?: string;
}

const PAGES = { left: ['l1', 'l2', 'l3'], right: ['r1', 'r2'] } as const;
const NAMES: Readonly<Record<string, string>> = { l1: 'Haupt', l2: 'Übergabe', l3: '日本語', r1: 'Eins', r2: 'Zwei' };

/** `play N` and `out N` are commands on item N. The others show another page. */
const CONTROLS: readonly Control[] = [
  { id: 'next', surface: 'left', page: '', key: 3, press: 'next' },
  { id: 'l1k0', surface: 'left', page: 'l1', key: 0, press: 'play 11' },
  { id: 'l1k1', surface: 'left', page: 'l1', key: 1, press: 'play 12', hold: 'out 12' },
  { id: 'l1k2', surface: 'left', page: 'l1', key: 2, press: 'goto l3', release: 'out 17' },
  { id: 'l2k0', surface: 'left', page: 'l2', key: 0, press: 'play 13', hold: 'previous', release: 'out 13' },
  { id: 'l2k1', surface: 'left', page: 'l2', key: 1, press: 'play 14', release: 'out 14' },
  { id: 'l2k2', surface: 'left', page: 'l2', key: 2, press: 'back' },
  { id: 'l3k0', surface: 'left', page: 'l3', key: 0, press: 'play 15' },
  { id: 'l3k2', surface: 'left', page: 'l3', key: 2, press: 'goto l1', hold: 'out 15' },
  { id: 'r1k0', surface: 'right', page: 'r1', key: 0, press: 'play 21', hold: 'out 21' },
  { id: 'r1k1', surface: 'right', page: 'r1', key: 1, press: 'next' },
  { id: 'r2k0', surface: 'right', page: 'r2', key: 0, press: 'play 22' },
  { id: 'r2k1', surface: 'right', page: 'r2', key: 1, press: 'previous', release: 'play 23' },
];

const ITEMS = [11, 12, 13, 14, 15, 17, 21, 22, 23];

const literal = (value: unknown) => ({ type: 'json', value: JSON.stringify(value) });

function actionOf(on: string, does: string) {
  const [word = '', target = ''] = does.split(' ');
  if (['next', 'previous', 'back', 'goto'].includes(word)) return { on, does: 'page', pageTurn: word, toPage: target };
  const place = {
    engineId: literal(101),
    rundownId: literal(201),
    itemId: literal(Number(target)),
    preview: literal(0),
  };
  return { on, does: 'command', operation: word === 'play' ? 'playItem' : 'takeItemOut', params: place, expiry: '30' };
}

/** A key that is down. */
interface Down {
  readonly at: number;
  readonly controls: readonly Control[];
  /** The controls whose hold has not come yet. */
  readonly undecided: Set<Control>;
}

/** What a technician expects. */
class Expected {
  readonly present = { left: 'l1', right: 'r1' } as Record<string, string>;
  readonly before = { left: 'l1', right: 'r1' } as Record<string, string>;
  readonly down = new Map<string, Down>();
  /** The last press of each key, with its page. */
  readonly #last = new Map<string, { readonly at: number; readonly page: string }>();
  /** `CONTROL DOES`, with its number. */
  readonly done = new Map<string, number>();

  shown = (each: Control, page = this.present[each.surface]): boolean => ['', page].includes(each.page);

  #do(control: Control, does: string | undefined): void {
    if (!does) return;
    const key = `${control.id} ${does}`;
    this.done.set(key, (this.done.get(key) ?? 0) + 1);
    const [word, target = ''] = does.split(' ');
    const pages: readonly string[] = PAGES[control.surface];
    const at = pages.indexOf(this.present[control.surface] as string);
    if (word === 'next') this.turn(control.surface, pages[(at + 1) % pages.length] as string);
    if (word === 'previous') this.turn(control.surface, pages.at(at - 1) as string);
    if (word === 'goto') this.turn(control.surface, target);
    if (word === 'back') this.turn(control.surface, this.before[control.surface] as string);
  }

  turn(on: 'left' | 'right', page: string): void {
    const present = this.present[on] as string;
    if (page === present) return;
    this.before[on] = present;
    this.present[on] = page;
  }

  press(on: 'left' | 'right', key: number, now: number): void {
    const name = `${on} ${key}`;
    const before = this.down.get(name);
    if (before && now - before.at < BOUNCE_MS) return;
    const last = this.#last.get(name);
    const page = last && now - last.at < MOMENT_MS ? last.page : (this.present[on] as string);
    if (page !== last?.page || now - last.at >= MOMENT_MS) this.#last.set(name, { at: now, page });
    const controls = CONTROLS.filter((each) => each.surface === on && each.key === key && this.shown(each, page));
    this.down.set(name, { at: now, controls, undecided: new Set(controls.filter(({ hold }) => hold)) });
    for (const each of controls) if (!each.hold) this.#do(each, each.press);
  }

  release(on: 'left' | 'right', key: number): void {
    const name = `${on} ${key}`;
    const down = this.down.get(name);
    this.down.delete(name);
    for (const each of down?.controls ?? []) {
      if (down?.undecided.has(each)) this.#do(each, each.press);
      this.#do(each, each.release);
    }
  }

  /** The time has come to `now`. */
  tick(now: number): void {
    for (const { at, undecided } of this.down.values())
      if (now - at >= HOLD_MS)
        for (const each of undecided) {
          undecided.delete(each);
          this.#do(each, each.hold);
        }
  }

  /** The device is lost, or its controls start again: nothing follows a press from before. */
  forget(on?: string): void {
    for (const name of this.down.keys()) if (on === undefined || name.startsWith(on)) this.down.delete(name);
  }
}

type Act =
  | { readonly type: 'press' | 'release'; readonly on: 'left' | 'right'; readonly key: number }
  | { readonly type: 'page'; readonly on: 'left' | 'right'; readonly page: number; readonly way: 'message' | 'sidebar' }
  | { readonly type: 'lose'; readonly on: 'left' | 'right' }
  | { readonly type: 'deploy' }
  | { readonly type: 'hub'; readonly mode: 'fast' | 'slow' | 'lost' }
  | { readonly type: 'other'; readonly item: number; readonly playing: boolean }
  | { readonly type: 'wait'; readonly steps: number };

const on = fc.constantFrom('left' as const, 'right' as const);
const ACTS: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constantFrom('press', 'release'), on, key: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('page'),
      on,
      page: fc.nat(2),
      way: fc.constantFrom('message', 'sidebar'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('wait'), steps: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('hub'), mode: fc.constantFrom('fast', 'slow', 'lost') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('lose'), on }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('deploy') }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('other'), item: fc.constantFrom(...ITEMS), playing: fc.boolean() }),
  },
) as fc.Arbitrary<Act>;

const COMMANDS: Readonly<Record<string, string>> = { playItem: 'play', takeItemOut: 'out' };

const DARK = '0,0,0';
/** The colours of an item on program and of one that is not, as in `USUAL_APPEARANCES`. */
const PROGRAM = '255,0,0';
const AVAILABLE = '64,0,0';
/** A read and its answer take this long at most, in ms. */
const LATEST_MS = 2500;

class World {
  readonly nodes = new SteppedNodes();
  readonly expected = new Expected();
  #mode: 'fast' | 'slow' | 'lost' = 'fast';
  #sent = 0;
  readonly #playing = new Map(ITEMS.map((item) => [item, false]));
  /** The time of the last change of each item, and of the last trouble of the hub. */
  readonly #changed = new Map(ITEMS.map((item) => [item, 0]));
  readonly done = new Map<string, number>();
  /** The colour of each key, as the device shows it. */
  readonly image = new Map<string, string>();
  readonly faults: string[] = [];
  /** Lights of pages that are not expected yet: a hold may show another page before the next look at the clock. */
  #early: Control[] = [];

  constructor() {
    this.nodes.onSend = (asked) => {
      const { clock } = this.nodes.stage;
      const mode = this.#mode;
      clock.setTimeout(
        () => {
          if (mode === 'lost') asked.fail('HUB_CONNECTION_LOST');
          else asked.answer(this.#answer(asked.line));
        },
        mode === 'slow' ? 400 : 5,
      );
    };
    this.nodes.deployHub('config');
    const { ended, refused } = this.nodes.stage.hub;
    for (const ends of [ended, refused])
      ends.watch(({ command, owner }) => {
        const does = COMMANDS[command.name];
        if (does) this.#count(`${editorId(owner)} ${does}`);
      });
    this.deploy();
  }

  #answer(line: string): unknown {
    const [, act, item] = /\/(play|out)\/(\d+)/.exec(line) ?? [];
    if (act) this.#set(Number(item), act === 'play');
    if (!line.includes('/items')) return [];
    return ITEMS.map((id) => ({
      id,
      status: { program: this.#playing.get(id) ? 'Playing' : 'Available', preview: 'Available', online: true },
    }));
  }

  #set(item: number, isPlaying: boolean): void {
    if (this.#playing.get(item) !== isPlaying) this.#changed.set(item, this.nodes.now);
    this.#playing.set(item, isPlaying);
  }

  deploy(): void {
    for (const id of ['left', 'right'] as const) {
      const pages = PAGES[id].map((page) => ({ id: page, name: NAMES[page] }));
      this.nodes.deploy(surface('streamdeck', { id, pages }), () => {});
    }
    for (const each of CONTROLS) {
      const actions = (['press', 'hold', 'release'] as const).flatMap((event) => {
        const does = each[event];
        return does ? [actionOf(event, does)] : [];
      });
      const saved = { id: each.id, type: 'hub-control', hub: 'config', surface: each.surface, page: each.page };
      const own = { control: `key ${each.key}`, actions, holdTime: String(HOLD_MS / 1000), interval: '1' };
      this.nodes.deploy({ ...saved, ...own }, (msg) => this.#take(each, msg));
    }
  }

  /** A message of a control. */
  #take(control: Control, msg: Message): void {
    // The answer of a command, or of a key that shows another page.
    if (msg.payload?.command !== 'fillColor') {
      if (msg.page !== undefined) this.#count(`${control.id} page`);
      return;
    }
    const colour = String(msg.payload.value);
    if (!this.expected.shown(control) && colour !== DARK) this.#early.push(control);
    this.image.set(`${control.surface} ${msg.topic}`, colour);
  }

  #count(name: string): void {
    this.done.set(name, (this.done.get(name) ?? 0) + 1);
  }

  /** Sends a message of the device to all its controls, in any order, as Node-RED does. */
  #send(surfaceId: string, fields: Message): void {
    this.#sent += 1;
    const controls = CONTROLS.filter((each) => each.surface === surfaceId);
    if (this.#sent % 2 === 0) controls.reverse();
    for (const { id } of controls) this.nodes.receive(id, { _msgid: `m${this.#sent}`, ...structuredClone(fields) });
  }

  async do(act: Act): Promise<void> {
    const { expected, nodes } = this;
    switch (act.type) {
      case 'press':
        expected.press(act.on, act.key, nodes.now);
        this.#send(act.on, { topic: act.key, payload: 1 });
        break;
      case 'release':
        expected.release(act.on, act.key);
        this.#send(act.on, { topic: act.key, payload: 0 });
        break;
      case 'page': {
        const page = PAGES[act.on][act.page];
        if (!page) return;
        expected.turn(act.on, page);
        if (act.way === 'sidebar') running.surfaces.get(act.on)?.turn({ pageTurn: 'goto', toPage: page });
        else nodes.receive(act.on === 'left' ? 'l1k0' : 'r1k0', { page: NAMES[page] });
        break;
      }
      case 'lose':
        expected.forget(act.on);
        this.#send(act.on, { status: { fill: 'red', source: { id: 'Gerät', type: 'streamdeck' } } });
        break;
      case 'deploy':
        // A bounce over a deploy is a press. No hand does both.
        await this.#wait(BOUNCE_MS / STEP_MS);
        expected.forget();
        this.deploy();
        await this.#wait(BOUNCE_MS / STEP_MS);
        break;
      case 'hub':
        this.#mode = act.mode;
        break;
      case 'other':
        this.#set(act.item, act.playing);
        break;
      case 'wait':
        await this.#wait(act.steps);
    }
    await nodes.settle();
    this.#check();
  }

  #wait = (steps: number) =>
    this.nodes.advance(steps * STEP_MS, () => {
      this.expected.tick(this.nodes.now);
      this.#check();
    });

  #check(): void {
    for (const id of ['left', 'right'] as const)
      should(running.surfaces.get(id)?.present).equal(this.expected.present[id], `the page of ${id}`);
    for (const each of this.#early.splice(0))
      if (!this.expected.shown(each)) this.faults.push(`${each.id} lights key ${each.key} on a page that is not shown`);
    for (const each of CONTROLS.filter((control) => this.expected.shown(control))) {
      const item = Number(each.press?.replace('play ', ''));
      if (!this.#playing.has(item) || this.nodes.now - (this.#changed.get(item) ?? 0) < LATEST_MS) continue;
      const colour = this.image.get(`${each.surface} ${each.key}`);
      const lie = this.#playing.get(item) ? AVAILABLE : PROGRAM;
      if (colour === lie) this.faults.push(`${each.id} shows ${colour} at ${this.nodes.now}`);
    }
    should(this.faults).be.empty();
  }

  /** All keys are let go, the hub is good, and everything has come to rest. */
  async rest(): Promise<void> {
    this.#mode = 'fast';
    for (const name of [...this.expected.down.keys()]) {
      const [id = '', key] = name.split(' ');
      await this.do({ type: 'release', on: id as 'left', key: Number(key) });
    }
    await this.#wait(12_000 / STEP_MS);
    const counts = new Map<string, number>();
    for (const [name, count] of this.expected.done) {
      const short = name.replace(/ (next|previous|back|goto .*)$/, ' page').replace(/ \d+$/, '');
      counts.set(short, (counts.get(short) ?? 0) + count);
    }
    should(Object.fromEntries([...this.done].sort())).eql(Object.fromEntries([...counts].sort()));
    for (const id of ['left', 'right'] as const) for (const key of [0, 1, 2, 3]) this.#isTrue(id, key);
  }

  /** A key shows what it is about, and is dark without a control. */
  #isTrue(id: 'left' | 'right', key: number): void {
    const control = CONTROLS.find((each) => each.surface === id && each.key === key && this.expected.shown(each));
    const colour = this.image.get(`${id} ${key}`);
    const item = Number(control?.press?.replace('play ', ''));
    if (!control) should([DARK, undefined]).containEql(colour);
    else if (this.#playing.has(item))
      should(colour).equal(this.#playing.get(item) ? PROGRAM : AVAILABLE, `${control.id} of ${item} is ${colour}`);
  }
}

describe('random hands on surfaces with pages', function () {
  this.timeout(300_000);

  it('do what the page of each press says, once, and the lights of the shown page are true', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ACTS, { minLength: 10, maxLength: 60 }), async (acts) => {
        running.pages.clear();
        running.stoppedWatches.clear();
        const world = new World();
        try {
          await world.nodes.advance(1000);
          for (const act of acts) await world.do(act);
          await world.rest();
        } finally {
          await world.nodes.end();
        }
      }),
      { numRuns: 60 },
    );
  });
});
