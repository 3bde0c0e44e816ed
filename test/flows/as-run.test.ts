import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { batch, EventStage, event, fader, reader } from './event-stage.js';
import type { Message } from './stage.js';

describe('the as-run log', () => {
  const show = EventStage.forEach();

  describe('tells of each command', () => {
    const told = () => show.about('asRun').at(-1) as Message;

    it('that was carried out', async () => {
      await show.open([event(), fader]);
      const before = Date.now();
      await show.send('fader', 0.5);
      should(told()).match({
        node: 'Overlay fader',
        type: 'hub-engine-property',
        operation: 'setProperty',
        target: { engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Overlay//Opacity/0' },
        value: 0.5,
        outcome: 'done',
        statusCode: 200,
      });
      should(told().at).match(/^\d{4}-\d\d-\d\dT.*Z$/);
      should(Date.parse(told().at)).be.within(before, Date.now());
      for (const ms of [told().waited, told().elapsed]) should(ms).be.within(0, Date.now() - before);
      should(told()).not.have.property('code');
    });

    it('that was refused', async () => {
      show.hub.trouble({ operation: 'setProperty', status: 422 });
      await show.open([event(), { ...fader, name: '' }]);
      await show.send('fader', 0.5);
      should(told()).match({ node: 'fader', outcome: 'refused', code: 'HUB_REJECTED', statusCode: 422 });
    });

    it('of which nobody knows', async () => {
      show.hub.trouble({ operation: 'setProperty', never: true });
      await show.open([event(), { ...fader, timeout: '0.2' }]);
      await show.send('fader', 0.5);
      should(told()).match({ outcome: 'unknown', code: 'HUB_TIMEOUT' });
      should(told().elapsed).be.aboveOrEqual(190);
    });

    it('that came too late', async () => {
      show.hub.trouble({ operation: 'setProperty', delay: 2000 });
      await show.open([event(), { ...fader, delivery: 'inOrder', expiry: '1' }]);
      for (const payload of [1, 2]) show.stage.node('fader').receive({ _msgid: `${payload}`, payload });
      await show.stage.until(() => show.about('asRun').length === 2);
      should(show.about('asRun')).match([
        { value: 2, outcome: 'not-sent', code: 'EXPIRED' },
        { value: 1, outcome: 'done' },
      ]);
    });

    it('that was rehearsed', async () => {
      await show.open([event(), fader], { rehearsal: true });
      await show.send('fader', 0.5);
      should(told()).match({ value: 0.5, outcome: 'not-sent', code: 'REHEARSAL' });
    });

    it('but nothing of what is only read', async () => {
      await show.open([event(), reader, batch]);
      await show.send('reader');
      await show.send('batch', [{ url: '/engines', verb: 'GET' }]);
      should(show.about('asRun')).be.empty();
    });
  });

  describe('is written', () => {
    const lines = (path = show.file) =>
      readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));

    it('as it tells it, one line a command, and goes on after a restart', async () => {
      await show.open([event({ file: show.file }), fader]);
      for (const payload of [0.1, 0.2]) await show.send('fader', payload);
      const told = show.about('asRun');
      await show.stage.close();
      should(lines()).eql(told);
      await show.open([event({ file: show.file, asRun: false }), fader]);
      await show.send('fader', 0.3);
      should(show.about('asRun')).be.empty();
      await show.stage.close();
      should(lines().map(({ value }) => value)).eql([0.1, 0.2, 0.3]);
    });

    it('into new files, keeping as many old ones as it is told', async () => {
      await show.open([event({ file: show.file, maxSize: '0.001', keep: '2' }), { ...fader, delivery: 'inOrder' }]);
      for (let value = 0; value < 20; value++) await show.send('fader', value);
      await show.stage.node('event').close();
      should(readdirSync(show.folder).sort()).eql(['as-run.jsonl', 'as-run.jsonl.1', 'as-run.jsonl.2']);
      const values = ['.2', '.1', ''].flatMap((age) => lines(show.file + age)).map(({ value }) => value);
      should(values).eql(Array.from({ length: values.length }, (_, index) => 20 - values.length + index));
    });

    it('with what is ended by the end, too', async () => {
      show.hub.trouble({ operation: 'setProperty', never: true });
      await show.open([event({ file: show.file }), { ...fader, delivery: 'inOrder' }]);
      for (const payload of [1, 2]) show.stage.node('fader').receive({ _msgid: `${payload}`, payload });
      await show.stage.until(() => show.commands().length === 1);
      await show.stage.close();
      should(
        lines()
          .map(({ value, code, outcome }) => [value, code, outcome])
          .sort(),
      ).eql([
        [1, 'CLOSED', 'unknown'],
        [2, 'CLOSED', 'not-sent'],
      ]);
    });

    it('or says once that it cannot, and again only after it could', async () => {
      const gone = join(show.folder, 'gone');
      await show.open([event({ file: join(gone, 'as-run.jsonl') }), fader]);
      await show.send('fader', 1);
      await show.send('fader', 2);
      await show.shows('event', 'log not written');
      await show.stage.until(() => show.stage.caught.length > 0);
      should(show.stage.caught).have.length(1);
      should(show.stage.caught[0]?.error.message).match(/as-run\.jsonl.*ENOENT/);
      mkdirSync(gone);
      await show.send('fader', 3);
      await show.shows('event', 'connected');
      should(lines(join(gone, 'as-run.jsonl')).map(({ value }) => value)).eql([1, 2, 3]);
      rmSync(gone, { recursive: true });
      await show.send('fader', 4);
      await show.stage.until(() => show.stage.caught.length === 2);
    });

    it('with what JSON cannot hold as text', async () => {
      await show.open([event({ file: show.file }), batch]);
      const extra: Record<string, unknown> = {};
      extra.self = extra;
      await show.send('batch', [{ url: '/playout/rundowns', verb: 'POST', body: { name: 'A' }, extra }]);
      await show.stage.node('event').close();
      should(lines()[0]).match({ operation: 'batch', value: /extra/ });
    });

    it('nowhere unless told to', async () => {
      await show.open([event({ file: '' }), fader]);
      await show.send('fader', 1);
      await show.stage.close();
      should(existsSync(show.file)).be.false();
    });
  });
});
