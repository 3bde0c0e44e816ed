import fc from 'fast-check';
import should from 'should';
import { Believed } from '../../dist/remote/believed.js';
import type { StateNews } from '../../dist/remote/envelopes.js';
import { Published } from '../../dist/remote/published.js';

/** What happens to a host, a broker and a panel. A name or a value of `n` is one of few. */
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

class House {
  #runs = 1;
  #host = new Published('run-1');
  #panel = new Believed();
  /** What the host published last of each name, and what each lamp got last. */
  readonly truth = new Map<string, unknown>();
  readonly lamps = new Map<string, unknown>();
  #retained = new Map<string, StateNews>();
  #old = new Map<string, StateNews>();
  #isLosing = false;
  /** Names of which a state was lost since the last beat came. */
  readonly #lost = new Set<string>();

  get run(): string {
    return `run-${this.#runs}`;
  }

  publish(name: string, payload: unknown): void {
    const isKnown = this.truth.get(name) === payload;
    this.truth.set(name, payload);
    if (isKnown) return;
    if (this.#isLosing) this.#lost.add(name);
    this.#send(this.#host.take(name, { payload }));
  }

  /** A beat that arrives, and what the panel asks for. */
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
    for (const [name, news] of this.#retained) this.#panel.hear(name, news);
    this.#tellLamps(this.run);
    this.#old = new Map(this.#retained);
  }

  panelRestarts(): void {
    this.#panel = new Believed();
    this.lamps.clear();
    this.panelReconnects();
  }

  hostRestarts(): void {
    this.#runs += 1;
    this.truth.clear();
    this.#host = new Published(this.run);
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

  #send(tellings: readonly (readonly [string, StateNews])[]): void {
    for (const [name, news] of tellings) {
      if (this.#isLosing) continue;
      this.#retained.set(name, news);
      this.#panel.hear(name, news);
    }
    this.#tellLamps(this.run);
  }

  #tellLamps(run: string | undefined): void {
    for (const { name, told } of this.#panel.toTell(run)) this.lamps.set(name, told.payload);
    for (const [name, shown] of this.lamps)
      if (!this.#lost.has(name)) should(['unknown', this.truth.get(name)]).containEql(shown);
  }
}

describe('what the lamps of a panel show', () => {
  it('is what the host published last, or unknown; a loss is noticed at the next beat, and all is right after it', () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const house = new House();
        for (const each of steps) {
          if (each.do === 'publish') house.publish(`name ${each.name}`, each.value);
          else house[each.do]();
        }
        house.allArrives();
        for (const [name, value] of house.truth) should(house.lamps.get(name)).equal(value);
        for (const [name, shown] of house.lamps) should(shown).equal(house.truth.get(name) ?? 'unknown');
      }),
      { numRuns: 200 },
    ));
});
