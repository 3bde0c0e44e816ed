import fc from 'fast-check';
import should from 'should';
import { HubWithTruth, MODES, TROUBLES, type Watch } from './lamp-oracle.js';
import { type Message, SteppedNodes } from './stepped-nodes.js';

/** How often the watches ask, and how long a request may take, in ms. */
const INTERVAL_MS = 400;
const TIMEOUT_MS = 500;

/** For what takes no time on a hub: answers, and the steps of the clock. */
const MARGIN_MS = 200;

/** For how long a lamp that cannot tell watches apart may still be unknown, in ms. */
const ON_ITS_WAY_MS = 300;

const literal = (value: unknown) => ({ type: 'json', value: JSON.stringify(value) });

/** Lamps of two watches, of one watch behind a node that drops `msg.hub` (with and without *Hub*), and of a command. */
class World {
  readonly nodes = new SteppedNodes();
  readonly hub = new HubWithTruth(() => this.nodes.now);
  readonly shown: Record<string, string> = { both: 'unknown', named: 'unknown', blank: 'unknown', command: 'unknown' };
  /** Messages of the first watch, and how much was lost when they were sent. */
  readonly #sent: { readonly msg: Message; readonly reading: string }[] = [];
  /** Since when the hub answers all, since when it answers nothing; when a value changed, and the hub's mode. */
  #goodSince = 0;
  #badSince = Number.POSITIVE_INFINITY;
  #changed = 0;
  #turned = 0;
  #isDeployed = true;

  constructor() {
    this.nodes.onSend = (asked) => {
      const { clock } = this.nodes.stage;
      this.hub.take(asked, (ms, reply) => clock.setTimeout(reply, ms));
    };
    this.nodes.deployHub('config');
    for (const id of Object.keys(this.shown))
      this.nodes.deploy(
        {
          id: `lamp ${id}`,
          type: 'hub-lamp',
          surface: 'mqtt',
          hub: id === 'named' ? 'config' : '',
          control: 'x',
          states: [{ state: 'unknown', blink: false }],
        },
        ({ payload }) => {
          this.shown[id] = payload;
        },
      );
    this.deployAll();
  }

  #to = (lamp: string, msg: Message) => setImmediate(() => this.nodes.receive(`lamp ${lamp}`, msg));

  deployWatch(watch: Watch): void {
    const params = {
      engineId: literal(1),
      nodePath: { type: 'str', value: 'N' },
      propertyPath: { type: 'str', value: watch },
    };
    const saved = { id: watch, type: 'hub-watch', name: watch, hub: 'config', operation: 'getProperty', path: 'Value' };
    this.nodes.deploy({ ...saved, params, interval: INTERVAL_MS / 1000 }, (msg) => {
      this.#to('both', structuredClone(msg));
      if (watch === 'a') this.#sent.push({ msg: structuredClone(msg), reading: msg.hub.contact });
      if (watch === 'b') setTimeout(() => this.#drop(msg), 100);
    });
  }

  /** A node that takes its time and drops `msg.hub`. Where no hub is left, nothing says that a message was ever of one. */
  #drop({ topic, payload }: Message): void {
    this.#to('named', { topic, payload });
    if (this.#isDeployed) this.#to('blank', { topic, payload });
  }

  deployAll(): void {
    for (const watch of ['a', 'b'] as const) this.deployWatch(watch);
    const params = { engineId: literal(101), itemId: literal(1), preview: literal(0) };
    this.nodes.deploy(
      { id: 'play', type: 'hub-linear-play', hub: 'config', operation: 'playItem', params, actOn: 'every' },
      (msg) => this.#to('command', msg),
    );
  }

  do(act: Act): void {
    const { hub, nodes } = this;
    const isGood = () => hub.mode === 'up' && hub.troubles.a === 200 && hub.troubles.b === 200 && this.#isDeployed;
    const wasGood = isGood();
    const wasBad = hub.mode !== 'up';
    switch (act.does) {
      case 'mode':
        this.#turned = nodes.now;
        hub.mode = act.mode;
        break;
      case 'trouble':
        hub.troubles[act.watch] = act.status;
        break;
      case 'value':
        hub.values[act.watch] = act.value;
        this.#changed = nodes.now;
        break;
      case 'press':
        nodes.receive('play', { payload: 1 });
        break;
      case 'restart':
        hub.restart(act.watch);
        this.deployWatch(act.watch);
        break;
      case 'remove':
        nodes.removeHub();
        this.#isDeployed = false;
        hub.lose();
        break;
      case 'redeploy':
        nodes.deployHub('config');
        this.#isDeployed = true;
        this.#turned = nodes.now;
        hub.lose();
        for (const watch of ['a', 'b'] as const) hub.restart(watch);
        this.deployAll();
        break;
      case 'late': {
        const last = this.#sent.at(-1)?.reading;
        const old = this.#sent.findLast(({ reading }) => reading !== last);
        if (old) this.#to('both', structuredClone(old.msg));
      }
    }
    if (isGood() && (!wasGood || act.does === 'redeploy' || act.does === 'restart')) this.#goodSince = nodes.now;
    if (!isGood()) this.#goodSince = Number.POSITIVE_INFINITY;
    if (hub.mode === 'up') this.#badSince = Number.POSITIVE_INFINITY;
    else if (!wasBad) this.#badSince = nodes.now;
  }

  look = (): void => {
    const { hub, shown, nodes } = this;
    const { now } = nodes;
    // Never more than was read, never less.
    should(shown.both).equal(hub.both, `both, at ${now}`);
    should(shown.command).equal(hub.done ?? 'unknown', `command, at ${now}`);
    for (const lamp of [shown.named, shown.blank])
      if (hub.failing.size > 0 || hub.named === undefined) should(lamp).equal('unknown', `named, at ${now}`);
      else if (now <= hub.arrives && hub.before) should(lamp).be.equalOneOf(hub.named, hub.before, 'unknown');
      else if (now - hub.turned > ON_ITS_WAY_MS) should(lamp).equal(hub.named, `named, at ${now}`);
      else should(lamp).be.equalOneOf(hub.named, 'unknown');
    // In time.
    if (now - this.#badSince > INTERVAL_MS + 1000 + TIMEOUT_MS + MARGIN_MS && hub.answered.size > 0)
      should(shown.both).equal('unknown', `unknown in time, at ${now}`);
    const isRefused = hub.refused.size > 0;
    if (now - this.#goodSince > 2000 + TIMEOUT_MS + MARGIN_MS && !isRefused) {
      should([...hub.read.keys()].sort()).eql(['a', 'b'], `right in time, at ${now}`);
      if (now - this.#changed > INTERVAL_MS + MARGIN_MS) should(Object.fromEntries(hub.read)).eql(hub.values);
    }
    this.#rate();
  };

  /** A hub that is known to be away is asked once a second at most. */
  #rate(): void {
    const { now } = this.nodes;
    if (this.hub.mode !== 'away' || now - this.#turned < 3000 + TIMEOUT_MS) return;
    const asked = this.hub.requests.filter(({ at, line }) => at > now - 950 && line.startsWith('GET'));
    should(asked.length).be.belowOrEqual(1, `asked, at ${now}: ${JSON.stringify(asked)}`);
  }
}

const watch = fc.constantFrom<Watch>('a', 'b');
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('mode' as const), mode: fc.constantFrom(...MODES) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('mode' as const), mode: fc.constant('up' as const) }) },
  fc.record({ does: fc.constant('trouble' as const), watch, status: fc.constantFrom(...TROUBLES) }),
  fc.record({ does: fc.constant('value' as const), watch, value: fc.constantFrom('program', 'preview', 'off') }),
  fc.record({ does: fc.constant('restart' as const), watch }),
  fc.record({ does: fc.constantFrom('press' as const, 'late' as const, 'remove' as const, 'redeploy' as const) }),
);
type Act = typeof action extends fc.Arbitrary<infer T> ? T : never;

const step = fc.record({ act: action, ms: fc.constantFrom(0, 25, 100, 500, 1500, 4000) });

describe('a lamp', () => {
  it('shows what was read since the last loss and nothing else, whatever happens to the hub', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        const world = new World();
        try {
          // Lamps send a moment after their start.
          await world.nodes.advance(500, () => {});
          for (const { act, ms } of steps) {
            world.do(act);
            await world.nodes.settle();
            await world.nodes.advance(ms, world.look);
          }
        } finally {
          await world.nodes.end();
        }
        // Answers of the test itself may be due.
        await world.nodes.stage.advance(30);
        should(world.nodes.stage.clock.timers).equal(0);
      }),
      { numRuns: Number(process.env.RUNS ?? 100) },
    );
  }).timeout(120_000);
});
