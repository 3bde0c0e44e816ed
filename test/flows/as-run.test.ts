import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { batch, EventStage, event, fader, reader } from './event-stage.js';
import type { Message } from './stage.js';

describe('the as-run log', () => {
  const show = EventStage.forEach();

  describe('records a command', () => {
    const lastRecord = () => show.about('asRun').at(-1) as Message;

    it('that succeeded', async () => {
      await show.open([event(), fader]);
      const before = Date.now();
      await show.send('fader', 0.5);
      should(lastRecord()).match({
        node: 'Overlay fader',
        type: 'hub-engine-property',
        operation: 'setProperty',
        target: { engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Overlay//Opacity/0' },
        value: 0.5,
        outcome: 'done',
        statusCode: 200,
      });
      should(lastRecord().at).match(/^\d{4}-\d\d-\d\dT.*Z$/);
      should(Date.parse(lastRecord().at)).be.within(before, Date.now());
      for (const ms of [lastRecord().waited, lastRecord().elapsed]) should(ms).be.within(0, Date.now() - before);
      should(lastRecord()).not.have.property('code');
    });

    it('that was refused', async () => {
      show.hub.trouble({ operation: 'setProperty', status: 422 });
      await show.open([event(), { ...fader, name: '' }]);
      await show.send('fader', 0.5);
      should(lastRecord()).match({ node: 'fader', outcome: 'refused', code: 'HUB_REJECTED', statusCode: 422 });
    });

    it('with an unknown outcome', async () => {
      show.hub.trouble({ operation: 'setProperty', never: true });
      await show.open([event(), { ...fader, timeout: '1' }]);
      await show.send('fader', 0.5);
      should(lastRecord()).match({ outcome: 'unknown', code: 'HUB_TIMEOUT' });
      should(lastRecord().elapsed).be.aboveOrEqual(990);
    });

    it('that expired', async () => {
      show.hub.trouble({ operation: 'setProperty', delay: 2000 });
      await show.open([event(), { ...fader, delivery: 'inOrder', expiry: '1' }]);
      for (const payload of [1, 2]) show.stage.node('fader').receive({ _msgid: `${payload}`, payload });
      await show.stage.until(() => show.about('asRun').length === 2);
      should(show.about('asRun')).match([
        { value: 2, outcome: 'not-sent', code: 'EXPIRED' },
        { value: 1, outcome: 'done' },
      ]);
    });

    it('in rehearsal', async () => {
      await show.open([event(), fader], { rehearsal: true });
      await show.send('fader', 0.5);
      should(lastRecord()).match({ value: 0.5, outcome: 'not-sent', code: 'REHEARSAL' });
    });

    it('but no reads', async () => {
      await show.open([event(), reader, batch]);
      await show.send('reader');
      await show.send('batch', [{ url: '/engines', verb: 'GET' }]);
      should(show.about('asRun')).be.empty();
    });
  });

  describe('is written to the file', () => {
    const lines = (path = show.file) =>
      readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));

    it('with one line for each command, and continues after a restart', async () => {
      await show.open([event({ file: show.file }), fader]);
      for (const payload of [0.1, 0.2]) await show.send('fader', payload);
      const records = show.about('asRun');
      await show.stage.close();
      should(lines()).eql(records);
      await show.open([event({ file: show.file, asRun: false }), fader]);
      await show.send('fader', 0.3);
      should(show.about('asRun')).be.empty();
      await show.stage.close();
      should(lines().map(({ value }) => value)).eql([0.1, 0.2, 0.3]);
    });

    it('with rotation and the configured number of old files', async () => {
      await show.open([event({ file: show.file, maxSize: '0.001', oldFiles: '2' }), { ...fader, delivery: 'inOrder' }]);
      for (let value = 0; value < 20; value++) await show.send('fader', value);
      await show.stage.node('event').close();
      should(readdirSync(show.folder).sort()).eql(['as-run.jsonl', 'as-run.jsonl.1', 'as-run.jsonl.2']);
      // 0.001 MB, and a line has about 300 bytes.
      for (const age of ['.1', '.2']) should(statSync(show.file + age).size).be.within(600, 1000);
      const values = ['.2', '.1', ''].flatMap((age) => lines(show.file + age)).map(({ value }) => value);
      should(values).eql(Array.from({ length: values.length }, (_, index) => 20 - values.length + index));
    });

    it('with the commands that end when the flows stop', async () => {
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

    it('or reports a failure once, and again only after a success', async () => {
      const missing = join(show.folder, 'missing');
      await show.open([event({ file: join(missing, 'as-run.jsonl') }), fader]);
      await show.send('fader', 1);
      await show.send('fader', 2);
      await show.shows('event', 'log failed');
      await show.stage.until(() => show.stage.caught.length > 0);
      should(show.stage.caught).have.length(1);
      should(show.stage.caught[0]?.error.message).match(/as-run\.jsonl.*ENOENT/);
      mkdirSync(missing);
      await show.send('fader', 3);
      await show.shows('event', 'connected');
      should(lines(join(missing, 'as-run.jsonl')).map(({ value }) => value)).eql([1, 2, 3]);
      rmSync(missing, { recursive: true });
      await show.send('fader', 4);
      await show.stage.until(() => show.stage.caught.length === 2);
    });

    // Windows has no pipes in its file system.
    (process.platform === 'win32' ? it.skip : it)('or reports that a pipe is not a file', async () => {
      execFileSync('mkfifo', [show.file]);
      await show.open([event({ file: show.file }), fader]);
      // Before the first command.
      await show.shows('event', 'log failed');
      await show.stage.until(() => show.stage.caught.length > 0);
      for (const payload of [1, 2]) await show.send('fader', payload);
      await show.shows('event', 'log failed');
      should(show.stage.caught).have.length(1);
      should(show.stage.caught[0]?.error.message).equal(
        `The as-run log cannot be written to ${show.file}: it is a folder, pipe or device. Choose a file.`,
      );
      rmSync(show.file);
      await show.send('fader', 3);
      await show.shows('event', 'connected');
      should(lines().map(({ value }) => value)).eql([1, 2, 3]);
    });

    it('with the fields of a batch that are used', async () => {
      await show.open([event({ file: show.file }), batch]);
      const extra: Record<string, unknown> = {};
      extra.self = extra;
      await show.send('batch', [{ url: '/playout/rundowns', verb: 'POST', body: { name: 'A' }, extra }]);
      await show.stage.node('event').close();
      const used = { url: '/playout/rundowns', verb: 'POST', body: { name: 'A' }, id: 1 };
      should(lines()[0]).match({ operation: 'batch', value: { entries: [used] } });
      should(JSON.stringify(lines()[0])).not.match(/extra/);
    });

    it('only if a file is configured', async () => {
      await show.open([event({ file: '' }), fader]);
      await show.send('fader', 1);
      await show.stage.close();
      should(existsSync(show.file)).be.false();
    });
  });
});
