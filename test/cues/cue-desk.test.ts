import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { Signal } from '../../dist/base/signal.js';
import { CueDesk, type CueDeskOptions } from '../../dist/cues/cue-desk.js';
import { CueTime } from '../../dist/cues/cue-time.js';
import { type Cue, type CueList, type Step, sortCues } from '../../dist/cues/list.js';
import type { Press } from '../../dist/cues/play.js';
import type { CueReport } from '../../dist/cues/player.js';
import type { Position } from '../../dist/cues/position.js';
import { HubError } from '../../dist/hub/wire/errors.js';
import { SteppedHub } from '../hub/stepped-hub.js';
import { openDesk } from './killed-desk.js';

const by = 'key 0';
const message = (topic: string, delay = 0): Step => ({ does: 'message', topic, payload: 1, delay });
const cue = (...steps: Step[]): Cue => ({ name: '', note: '', steps });
const listOf = (cues: Record<string, Cue>): CueList => sortCues(Object.entries(cues));
const LIST = listOf({ 10: cue(message('a')), 20: cue(message('b')), 30: cue(message('c')) });

describe('a desk of cues', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'hub-cues-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('refuses an operation before its file was read', () => {
    const { desk, close } = openDesk('http://127.0.0.1:9', join(folder, 'Show'));
    try {
      for (const does of ['go', 'back', 'stop'] as const)
        should(() => desk.press({ does, by: 'key 0' })).throw(HubError, { code: 'CLOSED', outcome: 'not-sent' });
    } finally {
      close();
    }
  });

  describe('with a list', () => {
    const stage = SteppedHub.forSuite();
    let desk: CueDesk;
    let file: { changed: Signal<CueList>; failed: Signal<unknown>; read: () => Promise<CueList>; close: () => void };
    let written: Position[];
    /** Calls of the ports, in order. */
    let calls: unknown[];

    function open(options: Partial<CueDeskOptions> = {}, list = LIST): CueDesk {
      written = [];
      calls = [];
      file = {
        changed: new Signal(),
        failed: new Signal(),
        read: async () => list,
        close: () => calls.push('file closed'),
      };
      const { clock } = stage;
      desk = new CueDesk({
        hub: stage.hub,
        owner: {},
        file,
        position: {
          read: () => undefined,
          write: (position) => written.push(position),
        },
        rules: { onGo: 'next', lockout: 300, expiry: 5000 },
        clock,
        time: new CueTime(clock.now, clock.now),
        recall: async (step, call, remaining) => {
          calls.push(['recall', step.look, call.number, remaining]);
          return 'done';
        },
        message: ({ topic }, run) => calls.push(['message', topic, run.number]),
        ...options,
      });
      return desk;
    }

    async function started(options?: Partial<CueDeskOptions>, list?: CueList): Promise<CueDesk> {
      await open(options, list).start();
      return desk;
    }

    const go = () => desk.press({ does: 'go', by });
    const places = () => [desk.state?.standby, desk.state?.current?.number];
    afterEach(() => desk.close());

    it('sends messages and recalls looks, with the rest of their time', async () => {
      await started({}, listOf({ 10: cue(message('a'), { does: 'look', look: 'Evening', delay: 0 }) }));
      const { ended } = desk.press({ does: 'go', by }, 700);
      should((await ended)?.outcome).equal('done');
      should(calls).eql([
        ['message', 'a', '10'],
        ['recall', 'Evening', '10', 700],
      ]);
    });

    it('recalls a look behind a command when its things are found, with the rest of its time', async () => {
      const rundownId = { type: 'str', value: '77', label: 'U\u0308bergabe ' } as const;
      const deletion: Step = { does: 'command', operation: 'deleteRundown', params: { rundownId }, delay: 0 };
      await started({}, listOf({ 10: cue(deletion, { does: 'look', look: '日本語 ', fade: 0, delay: 0 }) }));
      const { ended } = desk.press({ does: 'go', by }, 700);
      await stage.settle();
      await stage.advance(300);
      should([stage.lines(), calls]).eql([['GET /playout/rundowns'], []]);
      // The list that took so long is read again just before the command.
      for (const _ of [1, 2]) await stage.answer('GET /playout/rundowns', [{ id: 2, name: 'Übergabe' }]);
      should([stage.lines('DELETE'), calls]).eql([['DELETE /playout/rundowns/2'], [['recall', '日本語 ', '10', 400]]]);
      await stage.answer('DELETE', undefined, 204);
      should((await ended)?.outcome).equal('done');
    });

    it('has the outcome of a look', async () => {
      await started({ recall: async () => 'refused' }, listOf({ 10: cue({ does: 'look', look: 'x', delay: 0 }) }));
      should((await go().ended)?.outcome).equal('failed');
      should(desk.state?.hold).match({ number: '10', outcome: 'refused' });
    });

    it('refuses a cue that does not exist, with the numbers to choose from', async () => {
      await started();
      for (const does of ['goto', 'standby'] as const)
        should(() => desk.press({ does, cue: '15', by })).throw(HubError, {
          code: 'BAD_INPUT',
          facts: { field: 'cue', value: '"15"', allowed: { key: 'choice', options: ['10', '20', '30'] } },
        });
      should(calls).eql([]);
      desk.press({ does: 'standby', cue: '30', by });
      should(places()).eql(['30', undefined]);
    });

    it('plays nothing of a broken file, but stops and moves, until it can be read again', async () => {
      await started();
      const error = new Error('broken');
      file.failed.emit(error);
      should(desk.problem).equal(error);
      for (const press of [{ does: 'go' }, { does: 'again' }, { does: 'goto', cue: '20' }] as const)
        should(() => desk.press({ ...press, by } as Press)).throw(error);
      desk.press({ does: 'stop', by });
      desk.press({ does: 'next', by });
      should(places()).eql(['20', undefined]);
      should(calls).eql([]);
      file.changed.emit(LIST);
      should(desk.problem).equal(undefined);
      await go().ended;
      should(calls).eql([['message', 'b', '20']]);
    });

    it('rejects its start with the error of the file, and starts when it is valid again', async () => {
      const error = new Error('broken');
      open();
      file.read = async () => {
        throw error;
      };
      await should(desk.start()).be.rejectedWith(error);
      should(desk.problem).equal(error);
      should(go).throw(error);
      file.changed.emit(LIST);
      await go().ended;
      should(calls).eql([['message', 'a', '10']]);
    });

    it('plays on if its position cannot be written, and reports each loss of the disk once', async () => {
      const full = new Error('full');
      let isFull = true;
      const write = () => {
        if (isFull) throw full;
      };
      await started({ position: { read: () => undefined, write } });
      const faults: unknown[] = [];
      desk.unsaved.watch((fault) => faults.push(fault));
      await go().ended;
      should(calls).eql([['message', 'a', '10']]);
      should(faults).eql([full]);
      isFull = false;
      desk.press({ does: 'back', by });
      isFull = true;
      desk.press({ does: 'next', by });
      should(faults).eql([full, full]);
    });

    it('follows an edit of its list, and takes the same list as no edit', async () => {
      await started();
      file.changed.emit(LIST);
      should(written).eql([]);
      file.changed.emit(listOf({ 15: cue(message('x')) }));
      should(places()).eql(['15', undefined]);
      should(written).have.length(1);
    });

    it('reports each change', async () => {
      open();
      let changes = 0;
      desk.changed.watch(() => {
        changes += 1;
      });
      const since = () => {
        const sum = changes;
        changes = 0;
        return sum;
      };
      await desk.start();
      should(since()).be.above(0);
      file.failed.emit(new Error('broken'));
      should(since()).be.above(0);
      file.changed.emit(LIST);
      should(since()).be.above(0);
      desk.press({ does: 'next', by });
      should(since()).be.above(0);
      stage.hub.rehearsal.set(true);
      should(since()).be.above(0);
    });

    it('reports the end of a time out, which no operation waits for', async () => {
      const timeOut = { does: 'timeOut', after: 1, from: 'start', steps: [message('out')] } as const;
      await started({}, listOf({ 10: { ...cue(message('a')), afterwards: timeOut } }));
      const reports: CueReport[] = [];
      desk.ended.watch((report) => reports.push(report));
      await go().ended;
      await stage.advance(1000);
      should(calls).eql([
        ['message', 'a', '10'],
        ['message', 'out', '10'],
      ]);
      should(reports.map(({ part, outcome }) => [part, outcome])).eql([['timeOut', 'done']]);
    });

    describe('in a rehearsal', () => {
      it('sends nothing, moves on, and is at its old position afterwards', async () => {
        await started();
        written.length = 0;
        stage.hub.rehearsal.set(true);
        written.length = 0;
        should((await go().ended)?.isRehearsal).be.true();
        await stage.advance(300);
        await go().ended;
        should(places()).eql(['30', '20']);
        should([calls, written]).eql([[], []]);
        stage.hub.rehearsal.set(false);
        should(places()[0]).equal('10');
      });

      it('keeps the lockout of a cue that has started by itself when it ends', async () => {
        const afterwards = { does: 'followOn', after: 0.25, from: 'start' } as const;
        await started({}, listOf({ 10: { ...cue(message('a')), afterwards }, 20: cue(message('b')) }));
        stage.hub.rehearsal.set(true);
        await go().ended;
        await stage.advance(549);
        stage.hub.rehearsal.set(false);
        should([go().note, calls]).eql(['lockedOut', []]);
        await stage.advance(1);
        await go().ended;
        should(calls).eql([['message', 'a', '10']]);
        desk.press({ does: 'stop', by });
      });

      it('is on from the start, if it was on before', async () => {
        stage.hub.rehearsal.set(true);
        await started();
        should((await go().ended)?.isRehearsal).be.true();
        should(calls).eql([]);
      });
    });

    it('finds the things of the cue on standby once for each cue and session, when the hub is connected', async () => {
      const command = (label: string): Step => ({
        does: 'command',
        operation: 'getNode',
        params: { engineId: { type: 'str', value: '1' }, nodePath: { type: 'str', value: 'Gone_0', label } },
        delay: 0,
      });
      await started({}, listOf({ 10: cue(command('Evening')), 20: cue(command('Noon')) }));
      await stage.settle();
      should(stage.lines()).eql([]);
      const call = stage.run('getRundown', { rundownId: 1 });
      await stage.answer('GET /playout/rundowns/1', {});
      await call;
      await stage.settle();
      should(stage.lines().slice(1)).eql(['GET /engines/1/nodes']);
      await stage.answer('GET /engines/1/nodes', [{ NodePath: 'Mixer_0', NodeName: 'Evening' }]);
      desk.press({ does: 'stop', by });
      await stage.settle();
      should(stage.lines().slice(1)).have.length(1);
      // A list that was read a moment ago would be used.
      await stage.advance(1001);
      desk.press({ does: 'next', by });
      await stage.settle();
      should(stage.lines().slice(1)).have.length(2);
      await stage.answer('GET /engines/1/nodes', []);
      desk.press({ does: 'next', by });
      desk.press({ does: 'back', by });
      await stage.settle();
      should(stage.lines().slice(1)).have.length(2);
      const lost = stage.run('getRundown', { rundownId: 1 }).catch(() => undefined);
      stage.open[0]?.fail('HUB_UNREACHABLE');
      await lost;
      const back = stage.run('getRundown', { rundownId: 1 });
      await stage.answer('GET /playout/rundowns/1', {});
      await back;
      await stage.settle();
      should(stage.open.map(({ line }) => line)).eql(['GET /engines/1/nodes']);
      await stage.answer('GET /engines/1/nodes', []);
    });

    it('checks its list', async () => {
      await started({}, listOf({ 10: cue({ does: 'look', look: 'Night', delay: 0 }) }));
      should(await desk.check(new Set(['Night']))).eql([]);
      should(await desk.check(new Set())).match([{ number: '10', part: 'steps', step: 0 }]);
    });

    it('has nothing to check before its file was read', async () => {
      should(await open().check(new Set())).eql([]);
      should([desk.state, desk.now]).eql([undefined, stage.clock.now()]);
    });

    it('closes its files, its players and its listeners', async () => {
      await started({}, listOf({ 10: cue(message('a'), message('late', 1)) }));
      const { ended } = go();
      desk.close();
      await should(ended).be.rejectedWith({ code: 'CLOSED', outcome: 'unknown' });
      await stage.advance(2000);
      should(calls).eql([['message', 'a', '10'], 'file closed']);
      const before = written.length;
      stage.hub.rehearsal.set(true);
      file.changed.emit(LIST);
      should(written).have.length(before);
    });
  });
});
