import fc from 'fast-check';
import should from 'should';
import { running } from '../../dist/nodes/registry/registry.js';
import { editorId } from '../../dist/nodes/runtime/lifetime.js';
import { surface } from '../surfaces.js';
import { CONTROLS, DEVICES, type Device, deviceOf, FADERS, type FaderControl } from './expected-faders.js';
import { type HubMode, PropertyHub } from './slow-hub.js';
import { type Message, SteppedNodes } from './stepped-nodes.js';

/**
 * Random hands on the faders of four devices on one wire, each with pages: with a motor and a touch sensor, with a motor only, and without
 * a motor. Each movement sets the property of its page, or nothing. No value jumps, no motor moves under a hand, and the last value of
 * each movement arrives last.
 */

const STEP_MS = 25;
/** The highest position of a fader, and the longest way of a hand in one step. */
const TOP = 127;
const WAY = 6;
/** All reads and motors take this long at most after a change, in ms. */
const SETTLED_MS = 5000;
/** The motor of a fader without a sensor waits this long after a movement, in ms. */
const REST_MS = 500;
/** A command and a read that crossed each other have both arrived after this time, in ms. */
const LATE_MS = 1500;
/** The commands of a node that closes end within this time, in ms. */
const CLOSING_MS = 1000;

const literal = (value: unknown) => ({ type: 'json', value: JSON.stringify(value) });
const isBetween = (value: number, one: number, other: number, margin = 0): boolean =>
  value >= Math.min(one, other) - margin && value <= Math.max(one, other) + margin;

type Act =
  | { readonly type: 'move'; readonly fader: string; readonly to: number; readonly turn?: { at: number; page: number } }
  | {
      readonly type: 'visit';
      readonly fader: string;
      readonly ways: readonly number[];
      readonly steps: number;
      readonly part?: number;
      readonly deployed?: 'device' | 'control';
    }
  | { readonly type: 'leave'; readonly fader: string }
  | { readonly type: 'page'; readonly device: Device; readonly page: number; readonly way: 'message' | 'sidebar' }
  | { readonly type: 'other'; readonly control: FaderControl; readonly part: number }
  | { readonly type: 'lose' }
  | { readonly type: 'deploy'; readonly what: 'all' | Device | FaderControl }
  | { readonly type: 'hub'; readonly mode: HubMode }
  | { readonly type: 'wait'; readonly steps: number };

const act = <T extends string>(type: T, fields: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({ type: fc.constant(type), ...fields });
// Those without a sensor have more ways to go wrong.
const fader = fc.constantFrom(...FADERS, 'bank', 'bank', 'tablet');
const turn = fc.option(fc.record({ at: fc.nat(TOP), page: fc.nat(2) }), { nil: undefined, freq: 3 });
const ACTS = fc.oneof(
  { weight: 8, arbitrary: act('move', { fader, to: fc.nat(TOP), turn }) },
  {
    weight: 4,
    arbitrary: act('visit', {
      fader,
      ways: fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 3, maxLength: 3 }),
      steps: fc.nat(50),
      part: fc.option(fc.nat(TOP), { nil: undefined }),
      deployed: fc.constantFrom(undefined, undefined, 'device', 'control'),
    }),
  },
  { weight: 3, arbitrary: act('leave', { fader }) },
  {
    weight: 4,
    arbitrary: act('page', {
      device: fc.constantFrom(...DEVICES),
      page: fc.nat(2),
      way: fc.constantFrom('message', 'sidebar'),
    }),
  },
  { weight: 2, arbitrary: act('other', { control: fc.constantFrom(...CONTROLS), part: fc.nat(TOP) }) },
  { weight: 4, arbitrary: act('wait', { steps: fc.integer({ min: 1, max: 80 }) }) },
  { weight: 2, arbitrary: act('hub', { mode: fc.constantFrom('fast', 'slow', 'slow', 'lost') }) },
  { weight: 1, arbitrary: act('lose') },
  { weight: 1, arbitrary: act('deploy', { what: fc.constantFrom('all', ...DEVICES, ...CONTROLS) }) },
) as fc.Arbitrary<Act>;

/** A fader of a device. */
interface Fader {
  readonly name: string;
  readonly device: Device;
  /** 0 … `TOP`. */
  at: number;
  /** The page on which a hand touched it. Only a sensor knows this. */
  touchedOn: string | undefined;
  movedAt: number;
}

/** What is known of a control. Times in ms. */
interface Known {
  /** The last value that its fader asked for, while nothing came between. */
  asked: number | undefined;
  /** The last position of its fader on its page. */
  reported: number | undefined;
  hasTaken: boolean;
  /** Since then, its page is shown and nobody else has set its property. */
  since: number;
}

class World {
  readonly nodes = new SteppedNodes();
  readonly hub = new PropertyHub(this.nodes);
  readonly #faders = new Map(
    FADERS.map((name): [string, Fader] => [
      name,
      { name, device: deviceOf(name), at: 0, touchedOn: undefined, movedAt: Number.NEGATIVE_INFINITY },
    ]),
  );
  readonly #known = new Map<string, Known>();
  readonly #present = new Map(DEVICES.map(({ id, pages }) => [id, pages[0] ?? '']));
  /** Devices that were lost, and whose motors wait for the next value. */
  readonly #lost = new Set<Device>();
  /** The values that controls ask the hub for, until they are checked. */
  #asked: { readonly id: string; readonly value: number }[] = [];
  /** The values that controls have asked for and that may still arrive, by property. */
  readonly #underWay = new Map<string, number[]>();
  /** The values of each property before those of its fader. A read may have left before its last command arrived. */
  readonly #replaced = new Map<string, readonly { readonly value: number; readonly at: number }[]>();
  /** The last value of each property that must arrive. */
  readonly #last = new Map<string, { readonly value: number; readonly at: number }>();
  /** Controls that have started under a hand, and do not know it until it leaves. */
  readonly #unaware = new Set<string>();
  #sent = 0;
  readonly faults: string[] = [];

  async begin(): Promise<void> {
    for (const { id, high } of CONTROLS) this.hub.values.set(id, high / 2);
    this.hub.onSet = (id, ...values) => this.#arrive(id, ...values);
    this.#startHub();
    for (const device of DEVICES) this.#startDevice(device);
    for (const control of CONTROLS) this.#startControl(control);
    await this.#wait(2000 / STEP_MS);
  }

  #startHub(): void {
    this.nodes.deployHub('config');
    const { hub } = this.nodes.stage;
    const run = hub.run.bind(hub);
    hub.run = (operation, params, options) => {
      if (operation.name === 'setProperty')
        this.#asked.push({ id: editorId(options?.owner ?? {}), value: Number(params.Value) });
      return run(operation, params, options);
    };
  }

  #startDevice({ id, device, unit, pages }: Device): void {
    const named = pages.map((page) => ({ id: page, name: `Übergabe ${page} 日本語` }));
    this.nodes.deploy(surface(device, { id, unit, pages: named }), () => {});
  }

  #startControl(control: FaderControl): void {
    const { id, fader, page, high, takeover } = control;
    const { id: surfaceId, kind, faders } = deviceOf(fader);
    const params = { engineId: literal(1), nodePath: literal('N'), propertyPath: literal(id) };
    const actions = [{ on: 'press', does: 'command', operation: 'setProperty', params }];
    const saved = { id, type: 'hub-control', hub: 'config', surface: surfaceId, page, kind: 'fader', actions };
    const own = { control: faders[fader], high: String(high), takeover, ...(kind === 'plain' && { light: '-' }) };
    this.nodes.deploy({ ...saved, ...own }, (msg) => this.#takeMotor(control, msg));
    this.#forget(control);
    if (this.#faderOf(fader).touchedOn !== undefined) this.#unaware.add(id);
  }

  /** Nobody knows any more where the fader is, or the value of its property. */
  #forget({ id }: FaderControl): void {
    this.#known.set(id, { asked: undefined, reported: undefined, hasTaken: false, since: this.nodes.now });
  }

  #faderOf = (name: string): Fader => this.#faders.get(name) as Fader;

  #isShown = ({ fader, page }: FaderControl): boolean => ['', this.#present.get(deviceOf(fader).id)].includes(page);

  /** The control that a movement is for now. */
  #controlOf({ name, device, touchedOn }: Fader): FaderControl | undefined {
    const page = touchedOn ?? this.#present.get(device.id);
    return CONTROLS.find((each) => each.fader === name && ['', page].includes(each.page));
  }

  /** A motor moves to a position. */
  #takeMotor(control: FaderControl, { topic, payload, hub }: Message): void {
    const fader = this.#faderOf(control.fader);
    const isBend = Array.isArray(payload) && payload[0] === 0xe0;
    if (hub !== undefined || !(isBend || topic === '/1/fader1')) return;
    const part = isBend ? (payload[1] + payload[2] * 128) / 16383 : Number(payload);
    const where = `the motor of ${control.id} at ${this.nodes.now}`;
    if (!this.#isShown(control)) this.faults.push(`${where} moves on a page that is not shown`);
    if (fader.touchedOn !== undefined && !this.#unaware.has(control.id))
      this.faults.push(`${where} moves under a hand`);
    if (this.nodes.now - fader.movedAt < REST_MS - STEP_MS) this.faults.push(`${where} moves during a movement`);
    fader.at = part * TOP;
  }

  /** The hub sets a value: it must be one that the control asked for, and newer than the one before. */
  #arrive(id: string, value: number, before: number): void {
    const replaced = this.#replaced.get(id) ?? [];
    this.#replaced.set(id, [...replaced, { value: before, at: this.nodes.now }]);
    const values = this.#underWay.get(id) ?? [];
    const at = values.indexOf(value);
    if (at < 0) this.faults.push(`${id} sets ${value}, which is too late or never asked for`);
    values.splice(0, at + 1);
  }

  #send(fields: Message): void {
    this.#sent += 1;
    const controls = this.#sent % 2 === 0 ? [...CONTROLS].reverse() : CONTROLS;
    for (const { id } of controls) this.nodes.receive(id, { _msgid: `m${this.#sent}`, ...structuredClone(fields) });
  }

  #sendMidi({ unit }: Device, type: string, data: readonly number[]): void {
    const status = { noteon: 0x90, pitchbend: 0xe0, controlchange: 0xb0 }[type] ?? 0;
    this.#send({ topic: unit, payload: data, midi: { channel: 1, type, data, raw: [status, ...data] } });
  }

  #sendPosition({ name, device, at }: Fader): void {
    const bend = Math.round((at / TOP) * 16383);
    if (device.kind === 'motor') this.#send({ topic: '/1/fader1', payload: at / TOP });
    else if (device.kind === 'sensor') this.#sendMidi(device, 'pitchbend', [bend % 128, Math.floor(bend / 128)]);
    else this.#sendMidi(device, 'controlchange', [name === 'master' ? 8 : 7, at]);
  }

  async #touch(fader: Fader, isTouched: boolean): Promise<void> {
    fader.touchedOn = isTouched ? this.#present.get(fader.device.id) : undefined;
    for (const each of CONTROLS) if (each.fader === fader.name) this.#unaware.delete(each.id);
    this.#sendMidi(fader.device, 'noteon', [104, isTouched ? 127 : 0]);
    fader.movedAt = this.nodes.now;
    // The contact of a sensor does not bounce for longer.
    await this.#wait(3);
  }

  async #move(fader: Fader, to: number, turn?: { readonly at: number; readonly page: number }): Promise<void> {
    if (fader.device.kind === 'sensor' && fader.touchedOn === undefined) await this.#touch(fader, true);
    let isTurned = false;
    while (fader.at !== to) {
      const from = fader.at;
      // A controller has only whole numbers.
      const next = Math.round(from + Math.sign(to - from) * Math.min(WAY, Math.abs(to - from)));
      fader.at = isBetween(to, from, next) ? to : next;
      fader.movedAt = this.nodes.now;
      this.#sendPosition(fader);
      await this.nodes.settle();
      this.#checkMove(fader, from);
      if (turn && !isTurned && isBetween(turn.at, from, fader.at)) {
        isTurned = true;
        await this.#turn(fader.device, turn.page, 'message');
      }
      await this.#wait(1);
    }
  }

  /** Moves a fader on its page, on another one, and on its page again. Meanwhile, its value may be set elsewhere. */
  async #visit(fader: Fader, { ways, steps, part, deployed }: Extract<Act, { type: 'visit' }>): Promise<void> {
    const { device } = fader;
    const own = this.#controlOf({ ...fader, touchedOn: undefined });
    const first = device.pages.indexOf(this.#present.get(device.id) ?? '');
    const pages = [first, (first + 1) % device.pages.length, first];
    for (const [index, page] of pages.entries()) {
      await this.#turn(device, page, 'sidebar');
      await this.#wait(steps);
      if (own && index === 1 && part !== undefined) await this.#setByOther(own, (part / TOP) * own.high);
      if (own && index === 1 && deployed) await this.#deploy(deployed === 'device' ? device : own);
      await this.#move(fader, Math.min(TOP, Math.max(0, Math.round(fader.at + (ways[index] ?? 0)))));
    }
  }

  #checkMove(fader: Fader, from: number): void {
    const control = this.#controlOf(fader);
    const asked = this.#asked.splice(0);
    const where = `${fader.name} from ${from} to ${fader.at} at ${this.nodes.now}`;
    should(asked.every(({ id }) => id === control?.id)).equal(true, `${where} sets ${JSON.stringify(asked)}`);
    if (!control) return;
    const { id, high } = control;
    const known = this.#known.get(id) as Known;
    const valueAt = (position: number) => (position / TOP) * high;
    const value = valueAt(fader.at);
    // It sets each position: its motor was at the value, or it has only one meaning.
    const isDirect = fader.device.kind === 'sensor' || control.page === '';
    const must = isDirect || this.#mustTake(control, known, fader.at);
    should(asked.length).be.within(must ? 1 : 0, 1, where);
    if (asked[0]) {
      should(asked[0].value).be.approximately(value, high / 1000, where);
      const late = (this.#replaced.get(id) ?? []).filter(({ at }) => at > this.nodes.now - LATE_MS);
      const own = known.asked === undefined ? [] : [known.asked];
      const bases = [this.hub.values.get(id) ?? 0, ...own, ...late.map((each) => each.value)];
      const isNear = bases.some((base) => isBetween(base, valueAt(from), value, high / 100));
      should(isDirect || isNear).equal(true, `${where} jumps from ${bases}`);
      known.asked = asked[0].value;
      const values = this.#underWay.get(id) ?? [];
      values.push(asked[0].value);
      this.#underWay.set(id, values);
      this.#last.set(id, { value: asked[0].value, at: this.nodes.now });
    }
    known.reported = fader.at;
  }

  /** True if a fader without a sensor certainly sets its value. */
  #mustTake({ id, high }: FaderControl, known: Known, at: number): boolean {
    const time = this.nodes.now - SETTLED_MS;
    if (!this.hub.isFastSince(time) || known.since > time) {
      known.hasTaken = false;
      return false;
    }
    const value = (this.hub.values.get(id) ?? 0) * (TOP / high);
    const isStep = known.reported !== undefined && Math.abs(at - known.reported) <= WAY;
    known.hasTaken ||= isStep && isBetween(value, known.reported ?? 0, at);
    return known.hasTaken;
  }

  async #turn(device: Device, index: number, way: 'message' | 'sidebar'): Promise<void> {
    const page = device.pages[index];
    if (page === undefined) return;
    const before = this.#present.get(device.id);
    this.#present.set(device.id, page);
    if (way === 'sidebar') running.surfaces.get(device.id)?.turn({ pageTurn: 'goto', toPage: page });
    else this.nodes.receive(CONTROLS.find(({ fader }) => deviceOf(fader) === device)?.id ?? '', { page: index + 1 });
    if (before !== page) {
      this.#lost.delete(device);
      for (const each of CONTROLS) if (deviceOf(each.fader) === device && each.page !== '') this.#forget(each);
    }
    await this.nodes.settle();
  }

  async do(act: Act): Promise<void> {
    switch (act.type) {
      case 'move':
        await this.#move(this.#faderOf(act.fader), act.to, act.turn);
        break;
      case 'visit':
        await this.#visit(this.#faderOf(act.fader), act);
        break;
      case 'leave': {
        const fader = this.#faderOf(act.fader);
        if (fader.touchedOn !== undefined) await this.#touch(fader, false);
        break;
      }
      case 'page':
        await this.#turn(act.device, act.page, act.way);
        break;
      case 'other':
        await this.#setByOther(act.control, (act.part / TOP) * act.control.high);
        break;
      case 'lose':
        this.#send({ status: { fill: 'red', source: { id: 'Gerät', type: 'midi in' } } });
        for (const device of DEVICES) this.#lost.add(device);
        // No hand is on a device that is lost.
        for (const each of this.#faders.values())
          Object.assign(each, { touchedOn: undefined, movedAt: Number.NEGATIVE_INFINITY });
        for (const each of CONTROLS) this.#forget(each);
        break;
      case 'deploy':
        await this.#deploy(act.what);
        break;
      case 'hub':
        this.hub.mode = act.mode;
        break;
      case 'wait':
        await this.#wait(act.steps);
    }
    await this.nodes.settle();
    this.#check();
  }

  /** A fader that is shown learns at its next read that its value was set elsewhere. A hidden one must never act on its old value. */
  async #setByOther(control: FaderControl, value: number): Promise<void> {
    if (this.#isShown(control) && this.hub.mode !== 'fast') return;
    this.hub.values.set(control.id, value);
    this.#last.delete(control.id);
    this.#replaced.delete(control.id);
    this.#forget(control);
    if (this.#isShown(control)) await this.#wait(SETTLED_MS / STEP_MS);
  }

  /** As Node-RED does: everything that stops has ended before anything starts. A device takes its controls along. */
  async #deploy(what: 'all' | Device | FaderControl): Promise<void> {
    const devices = DEVICES.filter((each) => what === 'all' || what === each);
    const controls = CONTROLS.filter((each) => what === each || devices.includes(deviceOf(each.fader)));
    for (const { id } of [...controls, ...devices]) this.nodes.close(id);
    for (const { id } of controls) this.#last.delete(id);
    await this.#wait(CLOSING_MS / STEP_MS);
    if (what === 'all') this.#startHub();
    for (const each of devices) this.#startDevice(each);
    for (const each of controls) this.#startControl(each);
    await this.#wait(300 / STEP_MS);
  }

  #wait = (steps: number) => this.nodes.advance(Math.ceil(steps) * STEP_MS, () => this.#check());

  #check(): void {
    should(this.#asked).be.empty();
    should(this.faults).be.empty();
    for (const { id } of DEVICES) {
      const present = running.surfaces.get(id)?.present;
      if (present !== undefined) should(present).equal(this.#present.get(id));
    }
    for (const each of this.#faders.values()) this.#checkMotor(each);
  }

  /** At rest, a motor is at the value of the page that is shown. */
  #checkMotor(fader: Fader): void {
    const { device, touchedOn, movedAt, at, name } = fader;
    const control = this.#controlOf(fader);
    if (device.kind === 'plain' || touchedOn !== undefined || this.#lost.has(device) || !control) return;
    const time = this.nodes.now - SETTLED_MS;
    const { since } = this.#known.get(control.id) as Known;
    if (!this.hub.isFastSince(time) || Math.max(movedAt, since) > time) return;
    const value = (this.hub.values.get(control.id) ?? 0) * (TOP / control.high);
    should(at).be.approximately(value, TOP / 100, `the motor of ${name} on ${control.page} at ${this.nodes.now}`);
  }

  /** All hands leave, the hub is good, and everything has come to rest. */
  async rest(): Promise<void> {
    for (const [id, { at }] of this.#last) if (!this.hub.isKnownSince(at)) this.#last.delete(id);
    this.hub.mode = 'fast';
    for (const fader of FADERS) await this.do({ type: 'leave', fader });
    await this.#wait(12_000 / STEP_MS);
    for (const [id, { value }] of this.#last) should(this.hub.values.get(id)).equal(value, `the last value of ${id}`);
  }
}

describe('random hands on faders with pages', function () {
  this.timeout(300_000);

  it('set the value of the page of each movement, without a jump', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ACTS, { minLength: 10, maxLength: 50 }), async (acts) => {
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
      { numRuns: 30 },
    );
  });
});
