import should from 'should';
import { Believed } from '../../dist/remote/believed.js';
import { Published } from '../../dist/remote/published.js';

/** A host, a panel, and what is on its way between them. */
class Pair {
  readonly host = new Published('run-one');
  readonly panel = new Believed();

  publish(name: string, payload: unknown, isLost = false): void {
    for (const [, news] of this.host.take(name, { payload, hub: {} })) if (!isLost) this.panel.hear(name, news);
  }

  /** A beat; gives the groups that do not agree. */
  beat = () => this.panel.compare('run-one', this.host.digests);

  /** A panel that asks for what it lacks, and gets it. */
  recover(): void {
    const lacking = this.beat();
    for (const [name, news] of this.host.inGroups(new Set(lacking))) this.panel.hear(name, news);
    this.beat();
  }

  /** What lamps get: names and payloads. */
  lamps = (run: string | undefined = 'run-one') =>
    this.panel.toTell(run).map(({ name, told: { payload } }) => [name, payload]);
}

describe('what a panel believes', () => {
  let pair: Pair;
  beforeEach(() => {
    pair = new Pair();
    pair.publish('title', 'program');
    pair.publish('clock', 'off');
    pair.beat();
  });

  it('is what the host that lives has told; all else is unknown, once', () => {
    should(pair.lamps()).eql([
      ['title', 'program'],
      ['clock', 'off'],
    ]);
    should(pair.lamps()).eql([]);
    should(pair.panel.toTell(undefined)).eql([
      { name: 'title', told: { payload: 'unknown', hub: {} } },
      { name: 'clock', told: { payload: 'unknown', hub: {} } },
    ]);
    should(pair.panel.toTell(undefined)).eql([]);
    should(pair.lamps()).have.length(2);
    should(pair.lamps('run-two').map(([, payload]) => payload)).eql(['unknown', 'unknown']);
  });

  it('is nothing before a beat has agreed', () => {
    const late = new Pair();
    late.publish('title', 'program');
    should(late.lamps()).eql([['title', 'unknown']]);
    late.beat();
    should(late.lamps()).eql([['title', 'program']]);
  });

  it('is the newest of a run, in whatever order it comes', () => {
    const [[, old]] = pair.host.take('title', { payload: 'old', hub: {} }) as [[string, never]];
    pair.publish('title', 'new');
    pair.panel.hear('title', old);
    should(pair.lamps()).containEql(['title', 'new']);
  });

  it('is not told again when it only comes again', () => {
    pair.lamps();
    for (const [name, news] of pair.host.inGroups(new Set(Array(32).keys()))) pair.panel.hear(name, news);
    should(pair.beat()).eql([]);
    should(pair.lamps()).eql([]);
  });

  it('is nothing of what the broker has deleted', () => {
    pair.lamps();
    pair.panel.forget('title');
    should(pair.lamps()).eql([['title', 'unknown']]);
  });

  it('is unknown where a message was lost, and the others stay, until it has come again', () => {
    pair.lamps();
    pair.publish('title', 'off', true);
    for (let count = 0; count < 20; count += 1) pair.publish('clock', count);
    should(pair.lamps()).eql([['clock', 19]]);
    should(pair.beat()).have.length(1);
    should(pair.lamps()).eql([['title', 'unknown']]);
    pair.recover();
    should(pair.lamps()).eql([['title', 'off']]);
    should(pair.beat()).eql([]);
  });

  it('is nothing of a name that the host does not have, and the rest is as before', () => {
    pair.lamps();
    pair.panel.hear('ghost', { run: 'run-one', serial: 1, told: { payload: 'program', hub: {} } });
    pair.panel.hear('older', { run: 'run-nil', serial: 1, told: { payload: 'program', hub: {} } });
    pair.lamps();
    pair.recover();
    const lamps = new Map(pair.lamps() as [string, unknown][]);
    should(lamps.get('ghost')).equal('unknown');
    should(lamps.has('older')).be.false();
    should(lamps.has('title')).be.false();
    should(pair.beat()).eql([]);
  });

  it('says of the connection what hub-event says, and of rehearsal that it is unknown', () => {
    const panel = new Believed();
    panel.hear('connection', { run: 'run-one', serial: 1, told: { payload: 'connected' } });
    panel.hear('rehearsal', { run: 'run-one', serial: 2, told: { payload: true } });
    should(panel.toTell(undefined)).eql([
      { name: 'connection', told: { payload: 'connecting' } },
      { name: 'rehearsal', told: { payload: 'unknown' } },
    ]);
  });
});

describe('the room of a panel', () => {
  const state = (serial: number, payload: unknown, run = 'run-one') => ({ run, serial, told: { payload } });
  /** Followed, so that its states count as the host's. */
  const panelOf = (run: string): Believed => {
    const panel = new Believed();
    panel.compare(run, []);
    return panel;
  };

  it('is for 500 names, of which a new run needs none of the old', () => {
    const panel = panelOf('run-one');
    for (let name = 0; name < 510; name += 1) panel.hear(`n${name}`, state(name, 'off'));
    should(panel.toTell(undefined)).have.length(500);
    should([...panel.tooMuch]).eql(Array.from({ length: 10 }, (_, index) => `n${500 + index}`));
    panel.compare('run-two', []);
    should(panel.tooMuch.size).equal(0);
    for (let name = 0; name < 500; name += 1) panel.hear(`m${name}`, state(name, 'off', 'run-two'));
    should(panel.toTell(undefined).filter(({ name }) => name.startsWith('m'))).have.length(500);
  });

  it('is for states of 64 kB; a larger one is unknown, and in time smaller again', () => {
    const panel = panelOf('run-one');
    const host = new Published('run-one');
    const agree = () => panel.compare('run-one', host.digests);
    for (const [name, news] of host.take('title', { payload: 'small' })) panel.hear(name, news);
    agree();
    should(panel.toTell('run-one')).eql([{ name: 'title', told: { payload: 'small' } }]);
    panel.hear('title', state(2, 'x'.repeat(65_600)));
    should([...panel.tooMuch]).eql(['title']);
    should(panel.toTell('run-one')).eql([{ name: 'title', told: { payload: 'unknown' } }]);
    panel.hear('title', state(3, 'small again'));
    should(panel.tooMuch.size).equal(0);
    should(panel.toTell('run-one')).eql([{ name: 'title', told: { payload: 'small again' } }]);
  });

  it('is 5 MB for all, whichever run they are of, and the run that lives comes first', () => {
    const panel = new Believed();
    const kept = () => panel.toTell(undefined).length;
    // 104 of 50 kB are below 5 MB of 1024 kB, 105 are above.
    for (let name = 0; name < 200; name += 1) panel.hear(`old${name}`, state(name, 'x'.repeat(50_000), 'run-nil'));
    should(kept()).equal(104);
    panel.compare('run-one', []);
    for (let name = 0; name < 200; name += 1) panel.hear(`new${name}`, state(name, 'x'.repeat(50_000)));
    should(panel.tooMuch.size).equal(96);
    should(panel.tooMuch.has('new104')).be.true();
    should(panel.tooMuch.has('new103')).be.false();
  });
});
