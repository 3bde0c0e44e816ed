import should from 'should';
import { HostStates, type NamedUpdate } from '../../dist/remote/host-states.js';
import { PanelStates } from '../../dist/remote/panel-states.js';

/** A host and a panel. */
class Pair {
  readonly host = new HostStates('run-one');
  readonly panel = new PanelStates();

  publish(name: string, payload: unknown, isLost = false): void {
    for (const [, update] of this.host.update(name, { payload, hub: {} }))
      if (!isLost) this.panel.receive(name, update);
  }

  /** A heartbeat. Returns the groups that differ. */
  beat = () => this.panel.compare('run-one', this.host.digests);

  /** The panel asks for missing states and receives them. */
  recover(): void {
    const lacking = this.beat();
    for (const [name, update] of this.host.inGroups(new Set(lacking))) this.panel.receive(name, update);
    this.beat();
  }

  /** The new messages for the lamps: names and payloads. */
  lamps = (run: string | undefined = 'run-one') =>
    this.panel.newUpdates(run).map(({ name, message: { payload } }) => [name, payload]);
}

describe('the states of a panel', () => {
  let pair: Pair;
  beforeEach(() => {
    pair = new Pair();
    pair.publish('title', 'program');
    pair.publish('clock', 'off');
    pair.beat();
  });

  it('are trusted while their host runs, and are otherwise unknown, once', () => {
    should(pair.lamps()).eql([
      ['title', 'program'],
      ['clock', 'off'],
    ]);
    should(pair.lamps()).eql([]);
    should(pair.panel.newUpdates(undefined)).eql([
      { name: 'title', message: { payload: 'unknown', hub: {} } },
      { name: 'clock', message: { payload: 'unknown', hub: {} } },
    ]);
    should(pair.panel.newUpdates(undefined)).eql([]);
    should(pair.lamps()).have.length(2);
    should(pair.lamps('run-two').map(([, payload]) => payload)).eql(['unknown', 'unknown']);
  });

  it('are unknown before the first heartbeat that agrees', () => {
    const late = new Pair();
    late.publish('title', 'program');
    should(late.lamps()).eql([['title', 'unknown']]);
    late.beat();
    should(late.lamps()).eql([['title', 'program']]);
  });

  it('keep the newest update of a run, in any order of arrival', () => {
    const [[, old]] = pair.host.update('title', { payload: 'old', hub: {} }) as [NamedUpdate];
    pair.publish('title', 'new');
    pair.panel.receive('title', old);
    pair.panel.receive('title', { run: 'run-one', serial: old.serial + 1, message: { payload: 'same number' } });
    should(pair.lamps()).containEql(['title', 'new']);
  });

  it('are not sent again when they only arrive again', () => {
    pair.lamps();
    for (const [name, update] of pair.host.inGroups(new Set(Array(32).keys()))) pair.panel.receive(name, update);
    should(pair.beat()).eql([]);
    should(pair.lamps()).eql([]);
  });

  it('are unknown when the broker deletes them', () => {
    pair.lamps();
    pair.panel.forget('title');
    should(pair.lamps()).eql([['title', 'unknown']]);
  });

  it('are unknown for a name that the host does not have, while the others stay', () => {
    pair.lamps();
    pair.panel.receive('ghost', { run: 'run-one', serial: 1, message: { payload: 'program', hub: {} } });
    pair.panel.receive('older', { run: 'run-nil', serial: 1, message: { payload: 'program', hub: {} } });
    pair.lamps();
    pair.recover();
    const lamps = new Map(pair.lamps() as [string, unknown][]);
    should(lamps.get('ghost')).equal('unknown');
    should(lamps.has('older')).be.false();
    should(lamps.has('title')).be.false();
    should(pair.beat()).eql([]);
  });

  it('have the words of hub-event for an unknown connection and rehearsal', () => {
    const panel = new PanelStates();
    panel.receive('connection', { run: 'run-one', serial: 1, message: { payload: 'connected' } });
    panel.receive('rehearsal', { run: 'run-one', serial: 2, message: { payload: true } });
    should(panel.newUpdates(undefined)).eql([
      { name: 'connection', message: { payload: 'connecting' } },
      { name: 'rehearsal', message: { payload: 'unknown' } },
    ]);
  });
});

describe('the limits of a panel', () => {
  const state = (serial: number, payload: unknown, run = 'run-one') => ({ run, serial, message: { payload } });
  /** A panel after a heartbeat of this run. */
  const panelOf = (run: string): PanelStates => {
    const panel = new PanelStates();
    panel.compare(run, []);
    return panel;
  };

  it('are 500 names, and names of an old run do not count', () => {
    const panel = panelOf('run-one');
    for (let name = 0; name < 1001; name += 1) panel.receive(`n${name}`, state(name, 'off'));
    should(panel.newUpdates(undefined)).have.length(500);
    panel.compare('run-one', []);
    should([...panel.oversized.names]).eql(Array.from({ length: 500 }, (_, index) => `n${500 + index}`));
    should(panel.oversized.others).equal(1);
    panel.compare('run-two', []);
    should([panel.oversized.names.size, panel.oversized.others]).eql([0, 0]);
    for (let name = 0; name < 500; name += 1) panel.receive(`m${name}`, state(name, 'off', 'run-two'));
    should(panel.newUpdates(undefined).filter(({ name }) => name.startsWith('m'))).have.length(500);
  });

  it('hold for the last messages to lamps too, without a heartbeat', () => {
    const panel = panelOf('run-one');
    const takeAll = () => {
      let messages = 0;
      for (let name = 0; name < 5000; name += 1) {
        panel.receive(`n${name}`, state(name, 'off'));
        messages += panel.newUpdates(undefined).length;
        panel.forget(`n${name}`);
        messages += panel.newUpdates(undefined).length;
      }
      return messages;
    };
    should(takeAll()).equal(5000);
    // A lamp whose last message was forgotten gets its message again.
    should(takeAll()).be.within(3500, 4500);
  });

  it('are 64 kB for one state, and a larger one is unknown until it fits again', () => {
    const panel = panelOf('run-one');
    const host = new HostStates('run-one');
    const agree = () => panel.compare('run-one', host.digests);
    for (const [name, update] of host.update('title', { payload: 'small' })) panel.receive(name, update);
    agree();
    should(panel.newUpdates('run-one')).eql([{ name: 'title', message: { payload: 'small' } }]);
    panel.receive('title', state(2, 'x'.repeat(65_600)));
    should([...panel.oversized.names]).eql(['title']);
    should(panel.newUpdates('run-one')).eql([{ name: 'title', message: { payload: 'unknown' } }]);
    panel.receive('title', state(3, 'small again'));
    should(panel.oversized.names.size).equal(0);
    should(panel.newUpdates('run-one')).eql([{ name: 'title', message: { payload: 'small again' } }]);
  });

  it('drop states of other runs first, for a state of the present run that does not fit', () => {
    const panel = panelOf('run-one');
    const fill = (run: string, first: number) => {
      for (let name = first; name < first + 120; name += 1)
        panel.receive(`n${name}`, state(name, 'x'.repeat(50_000), run));
    };
    panel.receive('title', state(1, 'program'));
    fill('run-nil', 0);
    should(panel.newUpdates(undefined).filter(({ name }) => name === 'title')).have.length(1);
    fill('run-one', 200);
    should(panel.oversized.names.size).equal(16);
    should(panel.oversized.names.has('n304')).be.true();
  });

  it('are 5 MB for all states of all runs, and the present run comes first', () => {
    const panel = new PanelStates();
    const kept = () => panel.newUpdates(undefined).length;
    // 104 of 50 kB are below 5 MB of 1024 kB, 105 are above.
    for (let name = 0; name < 200; name += 1) panel.receive(`old${name}`, state(name, 'x'.repeat(50_000), 'run-nil'));
    should(kept()).equal(104);
    panel.compare('run-one', []);
    for (let name = 0; name < 200; name += 1) panel.receive(`new${name}`, state(name, 'x'.repeat(50_000)));
    should(panel.oversized.names.size).equal(96);
    should(panel.oversized.names.has('new104')).be.true();
    should(panel.oversized.names.has('new103')).be.false();
  });
});
