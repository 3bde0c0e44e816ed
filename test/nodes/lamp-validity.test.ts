import fc from 'fast-check';
import should from 'should';
import { LampOracle, MODES, STATUS_CODES, type Watch } from './lamp-oracle.js';
import { type Message, SteppedNodes } from './stepped-nodes.js';

const INTERVAL_MS = 400;
const TIMEOUT_MS = 500;

/** Tolerance for answers and clock steps. */
const MARGIN_MS = 200;

/** A lamp that cannot distinguish watches may still be unknown for this time, in ms. */
const DELIVERY_MS = 300;

const literal = (value: unknown) => ({ type: 'json', value: JSON.stringify(value) });

/** The node of the command: with a lamp behind it, or with its own light. */
const COMMAND_NODES = ['hub-linear-play', 'hub-control'] as const;
type CommandNode = (typeof COMMAND_NODES)[number];

/** A light sends nothing in this time after its start, in ms. */
const STARTING_MS = 300;

/** Lamps of both watches, of watch `b` behind a node that drops `msg.hub` (with and without *Hub*), and of a command. */
class World {
  readonly nodes = new SteppedNodes();
  readonly hub = new LampOracle(() => this.nodes.now);
  readonly shown: Record<string, string> = { both: 'unknown', named: 'unknown', blank: 'unknown', command: 'unknown' };
  /** Messages of watch `a` with the session in which they were read. */
  readonly #sent: { readonly msg: Message; readonly reading: string }[] = [];
  /** Times at which all answers became good or bad, and of the last change of a value and of the mode. */
  #goodSince = 0;
  #badSince = Number.POSITIVE_INFINITY;
  #valueChanged = 0;
  #modeChanged = 0;
  #isDeployed = true;
  readonly #commandNode: CommandNode;
  #controlStarted = 0;

  constructor(commandNode: CommandNode) {
    this.#commandNode = commandNode;
    this.nodes.onSend = (asked) => {
      const { clock } = this.nodes.stage;
      this.hub.take(asked, (ms, reply) => clock.setTimeout(reply, ms));
    };
    this.nodes.deployHub('config');
    for (const id of Object.keys(this.shown).filter((each) => each !== 'command' || commandNode === 'hub-linear-play'))
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
      if (watch === 'a') this.#sent.push({ msg: structuredClone(msg), reading: msg.hub.session });
      if (watch === 'b') setTimeout(() => this.#drop(msg), 100);
    });
  }

  /** A slow node that drops `msg.hub`. Without a deployed hub, such a message no longer belongs to any hub. */
  #drop({ topic, payload }: Message): void {
    this.#to('named', { topic, payload });
    if (this.#isDeployed) this.#to('blank', { topic, payload });
  }

  deployAll(): void {
    for (const watch of ['a', 'b'] as const) this.deployWatch(watch);
    const params = { engineId: literal(101), itemId: literal(1), preview: literal(0) };
    if (this.#commandNode === 'hub-control') {
      this.#deployControl({ ...params, rundownId: literal(201) });
      return;
    }
    this.nodes.deploy(
      { id: 'play', type: 'hub-linear-play', hub: 'config', operation: 'playItem', params, actOn: 'every' },
      (msg) => this.#to('command', msg),
    );
  }

  /** It shows only its own commands, as the lamp behind a command does, and their failures while it shows no state. */
  #deployControl(params: object): void {
    const saved = { id: 'play', type: 'hub-control', hub: 'config', surface: 'mqtt', control: 'key', light: 'x' };
    const actions = [{ on: 'press', does: 'command', operation: 'playItem', params }];
    const states = ['program', 'unknown', 'failed'].map((state) => ({ state, blink: false }));
    this.#controlStarted = this.nodes.now;
    this.nodes.deploy(
      { ...saved, actions, states, interval: 0 },
      ({ topic, payload }) => {
        if (topic === 'x') this.shown.command = payload === 'failed' ? 'unknown' : payload;
      },
      ({ hub }) => {
        // Nobody knows whether the item plays.
        if (hub.outcome === 'unknown') this.hub.commandState = 'unknown';
      },
    );
  }

  #press(): void {
    const message = { topic: 'key', qos: 0, retain: false };
    if (this.#commandNode === 'hub-linear-play') this.nodes.receive('play', { payload: 1 });
    else for (const payload of ['press', 'release']) this.nodes.receive('play', { ...message, payload });
  }

  do(act: Act): void {
    const { hub, nodes } = this;
    const isGood = () =>
      hub.mode === 'up' && hub.statusCodes.a === 200 && hub.statusCodes.b === 200 && this.#isDeployed;
    const wasGood = isGood();
    const wasBad = hub.mode !== 'up';
    switch (act.does) {
      case 'mode':
        this.#modeChanged = nodes.now;
        hub.mode = act.mode;
        break;
      case 'trouble':
        hub.statusCodes[act.watch] = act.status;
        break;
      case 'value':
        hub.values[act.watch] = act.value;
        this.#valueChanged = nodes.now;
        break;
      case 'press':
        this.#press();
        break;
      case 'restart':
        hub.restart(act.watch);
        this.deployWatch(act.watch);
        break;
      case 'remove':
        nodes.removeHub();
        this.#isDeployed = false;
        hub.loseHub();
        break;
      case 'redeploy':
        nodes.deployHub('config');
        this.#isDeployed = true;
        this.#modeChanged = nodes.now;
        hub.loseHub();
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

  check = (): void => {
    const { hub, shown, nodes } = this;
    const { now } = nodes;
    should(shown.both).equal(hub.stateOfBoth, `both, at ${now}`);
    if (now - this.#controlStarted > STARTING_MS)
      should(shown.command).equal(hub.commandState ?? 'unknown', `command, at ${now}`);
    for (const lamp of [shown.named, shown.blank])
      if (hub.failing.size > 0 || hub.valueOfB === undefined) should(lamp).equal('unknown', `named, at ${now}`);
      else if (now <= hub.validUntil && hub.previousOfB)
        should(lamp).be.equalOneOf(hub.valueOfB, hub.previousOfB, 'unknown');
      else if (now - hub.lastTurn > DELIVERY_MS) should(lamp).equal(hub.valueOfB, `named, at ${now}`);
      else should(lamp).be.equalOneOf(hub.valueOfB, 'unknown');
    // Within the time limits.
    if (now - this.#badSince > INTERVAL_MS + 1000 + TIMEOUT_MS + MARGIN_MS && hub.answered.size > 0)
      should(shown.both).equal('unknown', `unknown in time, at ${now}`);
    const isRefused = hub.refused.size > 0;
    if (now - this.#goodSince > 2000 + TIMEOUT_MS + MARGIN_MS && !isRefused) {
      should([...hub.lastValues.keys()].sort()).eql(['a', 'b'], `right in time, at ${now}`);
      if (now - this.#valueChanged > INTERVAL_MS + MARGIN_MS)
        should(Object.fromEntries(hub.lastValues)).eql(hub.values);
    }
    this.#checkRate();
  };

  /** An unreachable hub gets at most one request a second. */
  #checkRate(): void {
    const { now } = this.nodes;
    if (this.hub.mode !== 'away' || now - this.#modeChanged < 3000 + TIMEOUT_MS) return;
    const recent = this.hub.requests.filter(({ at, line }) => at > now - 950 && line.startsWith('GET'));
    should(recent.length).be.belowOrEqual(1, `asked, at ${now}: ${JSON.stringify(recent)}`);
  }
}

const watch = fc.constantFrom<Watch>('a', 'b');
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('mode' as const), mode: fc.constantFrom(...MODES) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('mode' as const), mode: fc.constant('up' as const) }) },
  fc.record({ does: fc.constant('trouble' as const), watch, status: fc.constantFrom(...STATUS_CODES) }),
  fc.record({ does: fc.constant('value' as const), watch, value: fc.constantFrom('program', 'preview', 'off') }),
  fc.record({ does: fc.constant('restart' as const), watch }),
  fc.record({ does: fc.constantFrom('press' as const, 'late' as const, 'remove' as const, 'redeploy' as const) }),
);
type Act = typeof action extends fc.Arbitrary<infer T> ? T : never;

const step = fc.record({ act: action, ms: fc.constantFrom(0, 25, 100, 500, 1500, 4000) });

describe('a lamp', () => {
  for (const commandNode of COMMAND_NODES)
    it(`shows exactly the values read since the last loss, in each state of the hub (${commandNode})`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
          const world = new World(commandNode);
          try {
            // Lamps start with a delay.
            await world.nodes.advance(500, () => {});
            for (const { act, ms } of steps) {
              world.do(act);
              await world.nodes.settle();
              await world.nodes.advance(ms, world.check);
            }
          } finally {
            await world.nodes.end();
          }
          // Answers of the test's own hub may be pending.
          await world.nodes.stage.advance(30);
          should(world.nodes.stage.clock.timers).equal(0);
        }),
        { numRuns: Number(process.env.RUNS ?? 100) },
      );
    }).timeout(240_000);
});
