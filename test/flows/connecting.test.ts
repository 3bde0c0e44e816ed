import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeInitializer } from 'node-red';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { cuesText } from '../../dist/cues/cue-text.js';
import { sortCues } from '../../dist/cues/list.js';
import { SlowHandshake } from '../hostile/slow-handshake.js';
import { coreNode } from '../runtime.js';
import { cueOf, set } from './cue-stage.js';
import { fromMessage, literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

/** The handshake of a slow hub. */
const HANDSHAKE_MS = 500;
/** Then a command that left too late has arrived. */
const LATER_MS = HANDSHAKE_MS + 200;

const ca = join(__dirname, '../../test/hub/certificate/cert.pem');
const tls: NodeOf = { id: 'tls', type: 'tls-config', cert: '', key: '', ca, verifyservercert: true };
const tlsModule = coreNode('network/05-tls.js') as NodeInitializer;

/** Sets a property of the node `Übergabe`. Each has its own target. */
const fader = (id: string, fields: object = {}): NodeOf => ({
  id,
  type: 'hub-engine-property',
  operation: 'setProperty',
  params: {
    engineId: literal(1),
    nodePath: literal('Übergabe'),
    propertyPath: literal(id),
    Value: fromMessage('payload'),
  },
  ...fields,
});

describe('nodes whose hub connects slowly', () => {
  let hub: SlowHandshake;
  let stage: Stage;
  let folder: string;
  let handshakeMs: number;
  let sent = 0;

  const open = async (nodes: NodeOf[], config: object = {}) => {
    const settings = { baseUrl: hub.url, auth: 'none', tls: 'tls', ...config };
    stage = await perform(settings, nodes, {}, { configs: [tls], modules: [tlsModule] });
  };
  /** Sends a message, and waits for its own end. */
  const press = async (id: string, fields: Message): Promise<Message> => {
    sent += 1;
    const _msgid = `m${sent}`;
    const end = () => [...stage.caught, ...stage.completed].find((msg) => msg._msgid === _msgid);
    stage.node(id).receive({ _msgid, ...fields });
    await stage.until(() => end() !== undefined);
    return end() as Message;
  };

  beforeEach(async () => {
    handshakeMs = HANDSHAKE_MS;
    hub = await SlowHandshake.open(() => handshakeMs);
    folder = await mkdtemp(join(tmpdir(), 'connecting-'));
    helper.settings({ userDir: folder });
    const cues = { 10: cueOf('Abend', [set(0.1)]), 20: cueOf('日本語', [set(0.2)]) };
    await mkdir(join(folder, 'graphics-hub-cues'));
    await writeFile(join(folder, 'graphics-hub-cues', 'Show.json'), cuesText(sortCues(Object.entries(cues))));
  });
  afterEach(async () => {
    await stage.close();
    await hub.close();
    helper.settings({});
    await rm(folder, { recursive: true });
  });

  it('drop a value at its expiry, and send the one that may wait', async () => {
    await open([fader('short', { expiry: '0.1', timeout: '20' }), fader('long', { timeout: '0.3', expiry: '5' })]);
    const long = press('long', { payload: 0.7 });
    const { error, hub: fields } = await press('short', { payload: 0.3 });
    should(fields).match({ code: 'EXPIRED', outcome: 'not-sent' });
    should(error.message).match(/too late\. Check the network\. It waited \d+ ms for a connection to the hub/);
    should((await long).hub).match({ outcome: 'done' });
    await sleep(LATER_MS - HANDSHAKE_MS);
    should(hub.values).eql([0.7]);
    // On the open connection, each press arrives.
    should((await press('short', { payload: 0.4 })).hub).match({ outcome: 'done' });
    should(hub.values).eql([0.7, 0.4]);
  });

  it('send the other values of a batch when one of its nodes is closed', async () => {
    await open([fader('a'), fader('b'), fader('c')], { joining: true });
    const ended = (['b', 'c'] as const).map((id, index) => press(id, { payload: index }));
    stage.node('a').receive({ _msgid: 'closed', payload: 9 });
    await sleep(100);
    await stage.node('a').close();
    should((await Promise.all(ended)).map((msg) => msg.hub.outcome)).eql(['done', 'done']);
    should(hub.values.flat().sort()).eql([0, 1]);
  });

  it('rehearse a command if a rehearsal begins meanwhile', async () => {
    await open([fader('fader'), { id: 'event', type: 'hub-event' }]);
    const ended = press('fader', { payload: 0.5 });
    await sleep(100);
    stage.node('event').receive({ payload: true });
    await ended;
    await sleep(LATER_MS - HANDSHAKE_MS);
    await stage.until(() => /^rehearsal, 1/.test(stage.status('fader').text ?? ''));
    should(hub.values).eql([]);
  });

  describe('play cues:', () => {
    const openCues = async (expiry: string) => {
      const cues = { id: 'cues', type: 'hub-cues', list: 'Show', lockout: '0', expiry, wires: [['out'], ['states']] };
      await open([cues, { id: 'states', type: 'helper' }]);
      stage.node('cues').receive({ payload: 'ask' });
      await stage.until(() => stage.received('states').length > 0);
    };

    it('a Go is dropped at its expiry, and the next one is sent', async () => {
      await openCues('0.2');
      should((await press('cues', { operation: 'go' })).hub).match({ code: 'EXPIRED', outcome: 'not-sent' });
      await sleep(LATER_MS);
      should(hub.values).eql([]);
      handshakeMs = 0;
      should((await press('cues', { operation: 'go' })).hub).match({ outcome: 'done' });
      should(hub.values).eql([0.1]);
    });

    it('a Stop ends a Go that is not sent yet', async () => {
      await openCues('5');
      const ended = press('cues', { operation: 'go' });
      await sleep(100);
      stage.node('cues').receive({ operation: 'stop' });
      await ended;
      await sleep(LATER_MS);
      should(hub.values).eql([]);
      should(stage.caught).be.empty();
      should(stage.received('states').at(-1)?.payload).match({ state: 'standby', standby: { number: '10' } });
      handshakeMs = 0;
      should((await press('cues', { operation: 'go' })).hub).match({ outcome: 'done' });
      should(hub.values).eql([0.1]);
    });
  });
});
