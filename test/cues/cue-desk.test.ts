import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { HubError } from '../../dist/hub/wire/errors.js';
import { openDesk } from './killed-desk.js';

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
});
