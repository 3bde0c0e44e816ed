import should from 'should';
import { CueCommands } from '../../dist/cues/cue-commands.js';
import type { CommandStep, Cue } from '../../dist/cues/list.js';
import { failing, type Reply, ScriptedHub } from '../hub/scripted-hub.js';
import { SteppedHub } from '../hub/stepped-hub.js';

const RUNDOWNS = [
  { id: 1, name: 'Morning' },
  { id: 2, name: 'Evening' },
];

const command = (operation: string, params: CommandStep['params']): CommandStep => ({
  does: 'command',
  operation,
  params,
  delay: 0,
});

/** Deletes the rundown with this name. Its id was another one on the hub where the list was written. */
const deletion = (name = 'Evening') =>
  command('deleteRundown', { rundownId: { type: 'str', value: '77', label: name } });

const value = command('setProperty', {
  engineId: { type: 'str', value: '1' },
  nodePath: { type: 'str', value: 'N' },
  propertyPath: { type: 'str', value: 'P' },
  Value: { type: 'num', value: '1' },
});

const CALL = { does: 'cue', number: '10', name: 'a' } as const;
const cueOf = (...steps: CommandStep[]): Cue => ({ name: 'a', note: '', steps });

describe('the commands of cues', () => {
  const stage = SteppedHub.forSuite();
  let commands: CueCommands;
  beforeEach(() => {
    commands = new CueCommands(stage.hub, {});
  });

  const send = (step: CommandStep, remaining = 1000) => commands.send(step, CALL, stage.clock.now(), remaining);

  for (const isPrepared of [false, true])
    it(`are sent in their order, although the first one is found late${isPrepared ? ', and the second one long before' : ''}`, async () => {
      if (isPrepared) commands.prepare(cueOf(value));
      await stage.settle();
      const both = [send(deletion()), send(value)];
      await stage.settle();
      should(stage.lines()).eql(['GET /playout/rundowns']);
      await stage.answer('GET /playout/rundowns', RUNDOWNS);
      should(stage.lines().slice(1)).eql(['DELETE /playout/rundowns/2', 'PATCH /engines/1/nodes/N/properties/P']);
      await stage.answer('DELETE', undefined, 204);
      await stage.answer('PATCH');
      should(await Promise.all(both)).eql(['done', 'done']);
    });

  it('are sent although the things of an earlier one do not exist', async () => {
    const first = failing(send(deletion('Noon')));
    const second = send(value);
    await stage.settle();
    await stage.answer('GET /playout/rundowns', RUNDOWNS);
    should(await first).match({ code: 'HUB_NOT_FOUND', outcome: 'not-sent' });
    await stage.answer('PATCH');
    should(await second).equal('done');
    should(stage.lines()).eql(['GET /playout/rundowns', 'PATCH /engines/1/nodes/N/properties/P']);
  });

  it('are sent at once, if their things were found before', async () => {
    const step = deletion();
    const later = deletion('Morning');
    commands.prepare({
      ...cueOf(step, value),
      afterwards: { does: 'timeOut', after: 1, from: 'start', steps: [later] },
    });
    await stage.settle();
    should(stage.lines()).eql(['GET /playout/rundowns']);
    await stage.answer('GET /playout/rundowns', RUNDOWNS);
    const both = [send(step), send(later)];
    await stage.settle();
    should(stage.lines('DELETE')).eql(['DELETE /playout/rundowns/2', 'DELETE /playout/rundowns/1']);
    await stage.answer('DELETE', undefined, 204);
    await stage.answer('DELETE', undefined, 204);
    await Promise.all(both);
    should(stage.lines('GET')).have.length(1);
  });

  it('let the things of the prepared cue be read until they end', async () => {
    stage.onSend = (request) => request.answer(RUNDOWNS);
    commands.prepare(cueOf(deletion()));
    await stage.advance(60_000);
    const reads = stage.lines('GET /playout/rundowns');
    should(reads.length).be.aboveOrEqual(6);
    commands.close();
    await stage.advance(60_000);
    should(stage.lines()).eql(reads);
  });

  it('are searched again at a Go, if their things did not exist before it', async () => {
    const step = deletion();
    commands.prepare(cueOf(step));
    await stage.settle();
    await stage.answer('GET /playout/rundowns', []);
    await stage.advance(1);
    const sent = send(step);
    await stage.settle();
    await stage.answer('GET /playout/rundowns', RUNDOWNS);
    await stage.answer('DELETE /playout/rundowns/2', undefined, 204);
    should(await sent).equal('done');
  });

  it('are searched again after a 404, and not after another failure', async () => {
    const step = deletion();
    /** Sends the step, and answers with the status. Returns true if its things were searched. */
    const searched = async (status: number) => {
      stage.requests.length = 0;
      const sent = failing(send(step));
      await stage.settle();
      const isSearched = stage.open.some(({ line }) => line === 'GET /playout/rundowns');
      if (isSearched) await stage.answer('GET /playout/rundowns', RUNDOWNS);
      await stage.answer('DELETE', {}, status);
      // The hub client explains a 404 by reads of its own.
      for (const each of stage.open) each.answer(RUNDOWNS);
      await stage.settle();
      for (const each of stage.open) each.answer(RUNDOWNS);
      await sent;
      return isSearched;
    };
    should(await searched(422)).be.true();
    should(await searched(422)).be.false();
    should(await searched(404)).be.false();
    should(await searched(422)).be.true();
  });

  it('end with their cue while their things are looked for, and those of another cue are sent', async () => {
    const call = { does: 'cue', number: '10', name: 'Übergabe' } as const;
    const ended = failing(commands.send(deletion(), call, stage.clock.now(), 1000));
    const later = failing(commands.send(value, call, stage.clock.now(), 1000));
    const other = send(value);
    await stage.settle();
    commands.end(call);
    should(await ended).match({ code: 'CLOSED', outcome: 'not-sent', facts: { sentence: 'cueEnded' } });
    should(await later).match({ code: 'CLOSED', outcome: 'not-sent' });
    await stage.answer('GET /playout/rundowns', RUNDOWNS);
    await stage.answer('PATCH');
    should(await other).equal('done');
    should(stage.lines()).eql(['GET /playout/rundowns', 'PATCH /engines/1/nodes/N/properties/P']);
    should(await failing(commands.send(value, call, stage.clock.now(), 1000))).match({ code: 'CLOSED' });
    should(stage.lines('PATCH')).have.length(1);
  });

  it('wait no longer than the rest of their time', async () => {
    const late = failing(commands.send(value, CALL, stage.clock.now() - 200, 100));
    await stage.settle();
    should(await late).match({ code: 'EXPIRED', outcome: 'not-sent' });
    should(stage.lines()).eql([]);
  });

  it('have the names of their things and their cue in the journal', async () => {
    const ends: unknown[] = [];
    stage.hub.ended.watch(({ command: { name }, names, group }) => ends.push([name, names, group]));
    const sent = send(deletion());
    await stage.settle();
    await stage.answer('GET /playout/rundowns', RUNDOWNS);
    await stage.answer('DELETE', undefined, 204);
    await sent;
    should(ends).eql([['deleteRundown', { rundownId: 'Evening' }, CALL]]);
  });

  it('are rehearsed while a rehearsal is on, and show a failure', async () => {
    stage.hub.rehearsal.set(true);
    should(await send(value)).equal('rehearsal');
    const wrong = command('setProperty', { ...value.params, engineId: { type: 'str', value: 'x' } });
    should(await failing(send(wrong))).match({ code: 'BAD_INPUT', facts: { field: 'engineId' } });
    should(stage.lines('PATCH')).eql([]);
  });
});

describe('a command of a cue that consists of several', () => {
  let stage: ScriptedHub;
  before(async () => {
    stage = await ScriptedHub.open({ dialect: 2, linearSegment: 'lino' });
  });
  after(() => stage.close());

  const failureOf = (script: Record<string, Reply>, step: CommandStep) => {
    stage.script = script;
    return failing(new CueCommands(stage.hub, {}).send(step, CALL, performance.now(), 5000));
  };

  it('names the items that stayed', async () => {
    const item = (id: number, itemType: string) => ({
      ...{ id, itemNo: id, name: `Item ${id}`, itemType },
      status: { program: 'Playing', preview: 'Available', online: true },
    });
    const script = {
      'GET /lino/shows': { body: [{ id: 5, name: 'Evening', started: true, loadedRundownsInfo: [{ id: 1 }] }] },
      'GET /launcher': { body: [] },
      'GET /lino/rundown/5/1/items': { body: [item(101, 'md'), item(102, 'vs'), item(103, 'md')] },
      'PUT /lino/rundown/5/out/101/0': { status: 204 },
      'PUT /lino/rundown/5/out/103/0': { status: 409 },
    };
    const out = command('everythingOut', {
      engineId: { type: 'num', value: '5' },
      preview: { type: 'str', value: 'program' },
    });
    should(await failureOf(script, out)).match({
      code: 'HUB_REJECTED',
      outcome: 'refused',
      facts: { sentence: 'halfDone', left: 'takeItemOut 102 (–), takeItemOut 103 (409)' },
    });
  });

  it('names the entries of a batch that failed', async () => {
    const entries = ['/a', '/b', '/c'].map((url, index) => ({ id: index + 1, url, verb: 'PUT' }));
    const batch = command('batch', { entries: { type: 'json', value: JSON.stringify(entries) } });
    const answers = [204, 404, 500].map((responseCode, index) => ({ id: index + 1, responseCode }));
    should(await failureOf({ 'PUT /batch': { body: answers } }, batch)).match({
      code: 'HUB_FAULT',
      outcome: 'unknown',
      facts: { sentence: 'failedEntries', ids: '2 (404), 3 (500)' },
    });
  });
});
