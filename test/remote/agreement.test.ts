import fc from 'fast-check';
import should from 'should';
import type { StateUpdate } from '../../dist/remote/envelopes.js';
import { HostStates } from '../../dist/remote/host-states.js';
import { PanelStates } from '../../dist/remote/panel-states.js';

/** An event of a host, a broker or a panel, with few names and values. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('publish' as const), name: fc.nat(6), value: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('beat' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'lose',
        'beatLost',
        'brokerRestarts',
        'brokerRestoresOld',
        'panelReconnects',
        'panelRestarts',
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('hostRestarts', 'hostSilent') }) },
);

class Recording {
  #runs = 1;
  #host = new HostStates('run-1');
  #panel = new PanelStates();
  /** The last value that the host published, and the last one of each lamp, by name. */
  readonly truth = new Map<string, unknown>();
  readonly lamps = new Map<string, unknown>();
  #retained = new Map<string, StateUpdate>();
  #old = new Map<string, StateUpdate>();
  #isLosing = false;
  /** Names with a state that was lost after the last heartbeat. */
  readonly #lost = new Set<string>();

  get run(): string {
    return `run-${this.#runs}`;
  }

  publish(name: string, payload: unknown): void {
    const isKnown = this.truth.get(name) === payload;
    this.truth.set(name, payload);
    if (isKnown) return;
    if (this.#isLosing) this.#lost.add(name);
    this.#send(this.#host.update(name, { payload }));
  }

  /** A heartbeat arrives, and the host sends the states that the panel asks for. */
  beat(): void {
    this.#lost.clear();
    const lacking = this.#panel.compare(this.run, this.#host.digests);
    this.#tellLamps(this.run);
    if (lacking.length > 0) this.#send(this.#host.inGroups(new Set(lacking)));
  }

  lose(): void {
    this.#isLosing = !this.#isLosing;
  }

  beatLost(): void {
    this.#tellLamps(this.run);
  }

  brokerRestarts(): void {
    this.#retained.clear();
  }

  brokerRestoresOld(): void {
    this.#retained = this.#old;
    this.#old = new Map();
    this.panelReconnects();
  }

  panelReconnects(): void {
    for (const [name, update] of this.#retained) this.#panel.receive(name, update);
    this.#tellLamps(this.run);
    this.#old = new Map(this.#retained);
  }

  panelRestarts(): void {
    this.#panel = new PanelStates();
    this.lamps.clear();
    this.panelReconnects();
  }

  hostRestarts(): void {
    this.#runs += 1;
    this.truth.clear();
    this.#host = new HostStates(this.run);
    this.hostSilent();
  }

  hostSilent(): void {
    this.#tellLamps(undefined);
    for (const [, shown] of this.lamps) should(shown).equal('unknown');
  }

  allArrives(): void {
    this.#isLosing = false;
    for (let count = 0; count < 3; count += 1) this.beat();
  }

  #send(tellings: readonly (readonly [string, StateUpdate])[]): void {
    for (const [name, update] of tellings) {
      if (this.#isLosing) continue;
      this.#retained.set(name, update);
      this.#panel.receive(name, update);
    }
    this.#tellLamps(this.run);
  }

  #tellLamps(run: string | undefined): void {
    for (const { name, message } of this.#panel.newUpdates(run)) this.lamps.set(name, message.payload);
    for (const [name, shown] of this.lamps)
      if (!this.#lost.has(name)) should(['unknown', this.truth.get(name)]).containEql(shown);
  }
}

describe('the lamps of a panel', () => {
  it('show the last published value or unknown, and are right after the heartbeat that follows a loss', () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const recording = new Recording();
        for (const each of steps) {
          if (each.do === 'publish') recording.publish(`name ${each.name}`, each.value);
          else recording[each.do]();
        }
        recording.allArrives();
        for (const [name, value] of recording.truth) should(recording.lamps.get(name)).equal(value);
        for (const [name, shown] of recording.lamps) should(shown).equal(recording.truth.get(name) ?? 'unknown');
      }),
      { numRuns: 200 },
    ));
});
