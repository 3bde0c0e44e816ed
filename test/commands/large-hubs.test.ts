import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import { check } from '../../dist/commands/check.js';
import { parseRecording } from '../../dist/recording/recording-file.js';
import { runHere, start } from './command-line.js';

const BASE = '/api/rest/v1/';

/** A row that has every id, and differs from the interface in many fields. */
const rowOf = (index: number) => ({
  ...{ id: index, projectId: index, itemNo: index, name: `E${index}`, NodePath: `N${index}` },
  ...{ PropertyPath: `P${index}`, note: 'x'.repeat(250) },
});
/** 10 MB in 30,000 rows. Together they differ in more places than a function call takes arguments. */
const TEN_MB = JSON.stringify(Array.from({ length: 30_000 }, (_, index) => rowOf(index)));

describe('a hub with large answers', function () {
  this.timeout(600_000);
  let hub: Server;
  let folder: string;

  /** A hub whose answers are texts of JSON, by their paths. Returns its address. */
  async function serve(answerOf: (path: string) => string | undefined): Promise<string> {
    hub = createServer((request, response) => {
      const answer = answerOf(decodeURIComponent((request.url ?? '').slice(BASE.length)));
      response.statusCode = answer === undefined ? 404 : 200;
      response.setHeader('Content-Type', 'application/json').end(answer ?? '{"error":"no"}');
    });
    await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(hub.address() as AddressInfo).port}`;
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
  });
  afterEach(() => {
    hub.closeAllConnections();
    hub.close();
    rmSync(folder, { recursive: true });
  });

  const file = () => join(folder, 'recording.json');

  it('is checked to the end, if each answer about its engines has 10 MB', async () => {
    const url = await serve((path) => (path.startsWith('engines') ? TEN_MB : '[]'));
    const { status, stdout, stderr } = await runHere(check, [url, '--limit', '0', '--limit', 'engine=1']);
    should(status).equal(1, stderr);
    should(stdout).startWith('Some answers differ').and.containEql('listNodes [].NodeName: missing');
  });

  for (const command of ['check', 'record'])
    it(`lets Ctrl-C end ${command} between two answers of 10 MB`, async function () {
      if (process.platform === 'win32') this.skip();
      const arrivals = new EventEmitter();
      const hasAsked = once(arrivals, 'last');
      // Five requests find the revision.
      let requests = 0;
      const url = await serve(() => {
        requests += 1;
        if (requests === 9) arrivals.emit('last');
        return requests > 6 ? TEN_MB : '[]';
      });
      const { child, ended } = start([command, url, ...(command === 'record' ? [file()] : [])]);
      await hasAsked;
      child.kill('SIGINT');
      const end = await Promise.race([ended, pause(120_000, undefined, { ref: false })]);
      child.kill('SIGKILL');
      should(end?.status).equal(command === 'check' ? 2 : 1);
      if (command === 'record') parseRecording(readFileSync(file(), 'utf8'));
    });
});
