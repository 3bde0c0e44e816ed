import should from 'should';
import { Believed } from '../../dist/remote/believed.js';
import { MOST_STATES, Published } from '../../dist/remote/published.js';

const news = (serial: number, payload: unknown, run = 'run-one') => ({ run, serial, told: { payload, hub: {} } });

describe('what a panel believes', () => {
  it('is what the host that lives has told; all else is unknown, once', () => {
    const believed = new Believed();
    believed.hear('title', news(1, 'program'));
    should(believed.toTell('run-one')).eql([{ name: 'title', told: { payload: 'program', hub: {} } }]);
    should(believed.toTell('run-one')).eql([]);
    should(believed.toTell(undefined)).eql([{ name: 'title', told: { payload: 'unknown', hub: {} } }]);
    should(believed.toTell(undefined)).eql([]);
    should(believed.toTell('run-one')).have.length(1);
    should(believed.toTell('run-two')).eql([{ name: 'title', told: { payload: 'unknown', hub: {} } }]);
  });

  it('is the newest of a run, in whatever order it comes', () => {
    const believed = new Believed();
    believed.hear('title', news(2, 'off'));
    believed.hear('title', news(1, 'program'));
    should(believed.toTell('run-one')).eql([{ name: 'title', told: { payload: 'off', hub: {} } }]);
    should(believed.serial('run-one')).equal(2);
    should(believed.serial('run-two')).equal(0);
  });

  it('is not told again when it only comes again', () => {
    const believed = new Believed();
    believed.hear('title', news(1, 'off'));
    believed.toTell('run-one');
    believed.hear('title', news(5, 'off'));
    should(believed.toTell('run-one')).eql([]);
  });

  it('is nothing of what the broker has deleted', () => {
    const believed = new Believed();
    believed.hear('title', news(1, 'off'));
    believed.toTell('run-one');
    believed.forget('title');
    should(believed.toTell('run-one')).eql([{ name: 'title', told: { payload: 'unknown', hub: {} } }]);
  });

  it('says of the connection what hub-event says, and of rehearsal nothing', () => {
    const believed = new Believed();
    believed.hear('connection', { run: 'run-one', serial: 1, told: { payload: 'connected' } });
    believed.hear('rehearsal', { run: 'run-one', serial: 2, told: { payload: true } });
    should(believed.toTell(undefined)).eql([{ name: 'connection', told: { payload: 'connecting' } }]);
  });

  it('holds no more than so many names', () => {
    const believed = new Believed();
    for (let name = 0; name < MOST_STATES + 10; name += 1) believed.hear(`n${name}`, news(1, 'off'));
    should(believed.toTell('run-one')).have.length(MOST_STATES);
  });
});

describe('what a host has told', () => {
  const payloads = (tellings: readonly (readonly [string, { told: { payload?: unknown } }])[]) =>
    tellings.map(([name, { told }]) => [name, told.payload]);

  it('has a new number each time, and is told only when it differs', () => {
    const published = new Published('run-one');
    should(published.take('title', { payload: 1, hub: { at: 1 } })).have.length(1);
    should(published.take('title', { payload: 1, hub: { at: 2 } })).eql([]);
    should(published.take('title', { payload: 2, hub: { at: 3 } }).map(([, { serial }]) => serial)).eql([2]);
    should(published.anew().map(([, { serial }]) => serial)).eql([3]);
    should(published.serial).equal(3);
  });

  it('is unknown once its watch could not read, and as before when the hub is back', () => {
    const published = new Published('run-one');
    published.take('title', { payload: 'program', hub: {} });
    published.take('connection', { payload: 'unreachable' });
    should(payloads(published.lose('title'))).eql([['title', 'unknown']]);
    should(published.lose('title')).eql([]);
    should(payloads(published.anew())).containEql(['title', 'unknown']);
    should(payloads(published.take('connection', { payload: 'connected' }))).eql([
      ['connection', 'connected'],
      ['title', 'program'],
    ]);
  });

  it('is what the watch says, where it says so before', () => {
    const published = new Published('run-one');
    published.take('title', { payload: 'program', hub: {} });
    published.lose('title');
    should(payloads(published.take('title', { payload: 'program', hub: {} }))).eql([['title', 'program']]);
    should(published.take('connection', { payload: 'connected' })).have.length(1);
  });

  it('loses nothing that it has not told', () => {
    should(new Published('run-one').lose('title')).eql([]);
  });
});
