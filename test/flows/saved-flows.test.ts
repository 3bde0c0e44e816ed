import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import type { Part } from '../examples.js';
import { useRealStage } from './real-stage.js';

const root = 'test/fixtures';

/** The end of a button's id, and the request of its press, if any. */
type Press = [button: string, request?: string, body?: unknown];

const mixer = '/engines/1/nodes/Mixer_0';
const overlay = `${mixer}/properties/Overlay%2F%2F`;
const opacity = `PATCH ${overlay}Opacity%2F0`;
const position = `PATCH ${overlay}Position%2F0`;
const player = '/engines/1/nodes/Media%20Player_0/functions';
const ncs = '/newsroom/rundowns/2016ENPS9VM001';
const rundown = `${ncs}/2016ENPS9VM001%3BP_ENPSNEWS%5CW%3B38387985-142E-409A-AD00-A500F856B3C3`;
const story = `${rundown}/2016ENPS9VM001%3BP_ENPSNEWS%5CW%5CR_38387985%3B1B7D0E22/1`;
const mosObject = '/newsroom/mosObjects/0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901';
const anchor = '/playout/rundowns/51/items/512';
const oneFails = [
  { id: 'good', url: '/rgraphs', verb: 'GET' },
  { id: 'bad', url: '/rgraphs/9999', verb: 'GET' },
];

/** The request of each button at f61ebc3 in the order of the presses, written by hand. */
const FIRST: Record<string, Press[]> = {
  'batch.json': [
    [
      '1',
      'PUT /batch',
      [
        { id: 'overlay', url: `${overlay}Opacity%2F0`, verb: 'PATCH', body: { Value: 0.5 } },
        { id: 'tint', url: `${overlay}Tint%2F0`, verb: 'PATCH', body: { Value: { x: 1, y: 0.5, z: 0, w: 1 } } },
        { id: 'rundowns', url: '/playout/rundowns', verb: 'GET' },
      ],
    ],
    ['2', 'PUT /batch', oneFails],
    [
      '3',
      'PUT /batch',
      [
        { id: 1, url: '/engines', verb: 'GET' },
        { id: 2, url: '/launcher', verb: 'GET' },
        { id: 3, url: '/projects', verb: 'GET' },
      ],
    ],
    ['4', 'PUT /batch', oneFails],
  ],
  'engine-function.json': [
    [
      '1',
      `POST ${mixer}/functions/Default%2F%2FCut%2F0`,
      { Parameters: [{ PropertyPath: 'Channels//ProgramChannel/0', payload: { value: 'CAM 1' } }] },
    ],
    [
      '2',
      `POST ${mixer}/functions/Default%2F%2FCut%2F0`,
      { Parameters: [{ PropertyPath: 'Channels//ProgramChannel/0', payload: { value: 'CAM 2' } }] },
    ],
    [
      '3',
      `POST ${player}/Default%2F%2FPlay%2F0`,
      {
        Parameters: [
          { PropertyPath: 'Clip//FilePath/0', payload: { value: 'D:\\Clips\\Replay 1.mov' } },
          { PropertyPath: 'Clip//Speed/0', payload: { value: 1 } },
        ],
      },
    ],
    ['4'],
    ['5', `POST ${player}/Default%2F%2FStop%2F0`, { Parameters: [] }],
    ['6'],
    ['7', `GET ${player}`],
    ['8', `GET ${player}/Default%2F%2FPlay%2F0`],
  ],
  'event.json': [['1'], ['2'], ['3'], ['4'], ['2', opacity, { Value: 1 }], ['3', opacity, { Value: 0 }]],
  // Fader and pad move by themselves for six seconds. Their last values arrive last.
  'fader-and-pad.json': [
    ['', opacity, { Value: 1 }],
    ['', position, { Value: { x: 0, y: 0, z: 0 } }],
    ['3', `GET ${mixer}/properties`],
  ],
  'graph.json': [
    ['1', 'POST /rgraphs/22/load', { engineHostId: 1 }],
    ['2', 'POST /rgraphs/21/load', { engineHostId: 1 }],
    ['3', 'POST /graphs/12/load', { engineHostId: 3 }],
    ['4', 'POST /graphs/11/load', { engineHostId: 3 }],
    ['5', 'POST /ustates/42/load', { engineHostId: 4 }],
    ['6', 'POST /ustates/41/load', { engineHostId: 4 }],
    ['7', 'GET /rgraphs'],
    ['8', 'GET /graphs'],
    ['9', 'GET /projects'],
  ],
  'launcher.json': [
    ['1', 'PUT /launcher/61/launch'],
    ['2'],
    ['3', 'PUT /launcher/61/retime'],
    // The first press asks for a second one.
    ['4'],
    ['4', 'PUT /launcher/61/stop'],
    ['5'],
    ['6', 'PUT /launcher/61/renderer/71/start'],
    ['7', 'GET /launcher'],
    ['8', 'GET /launcher/61/renderer/71'],
  ],
  'linear-play.json': [
    ['8', 'PUT /linear/rundown/101/201/load'],
    ['1', 'PUT /linear/rundown/101/playnext/1'],
    ['2'],
    ['3', 'PUT /linear/rundown/101/playnext/0'],
    ['4'],
    ['5', 'PUT /linear/rundown/101/play/2012/0'],
    ['6', 'PUT /linear/rundown/101/play/2014/0'],
    ['7', 'PUT /linear/rundown/101/out/0'],
    ['9', 'GET /linear/engines'],
    ['10', 'GET /linear/rundown/101/201/items'],
  ],
  'newsroom-mos.json': [
    ['1', `PATCH ${mosObject}`, { data: { Name: 'Zoë Müller', Title: 'in Geneva' } }],
    ['2', `PATCH ${mosObject}`, { data: { Name: 'Zoë Müller', Title: 'Anchor' } }],
    ['3', `POST ${story}/in`],
    ['4'],
    ['5', `POST ${story}/out`],
    ['6'],
    ['7', 'GET /newsroom/rundowns'],
    ['8', `GET ${rundown}`],
  ],
  'playout-item.json': [
    ['1', `POST ${anchor}/in`],
    ['2'],
    ['3', `POST ${anchor}/out`],
    ['4'],
    ['5', `PATCH ${anchor}`, { data: { Name: 'Ana Novák', Title: 'Anchor', Photo: 'D:\\Photos\\novak.png' } }],
    ['6', `PATCH ${anchor}`, { data: { Name: 'Zoë Müller', Title: 'Anchor', Photo: 'D:\\Photos\\mueller.png' } }],
    ['7', 'GET /playout/rundowns'],
    ['8', 'GET /playout/rundowns/51/items'],
  ],
  'watch.json': [
    ['1', `GET ${mixer}/properties/Overlay%2F%2FOpacity%2F0`],
    ['2', opacity, { Value: 1 }],
    ['3', opacity, { Value: 0 }],
  ],
};

/** The requests at 0cef55a of flows with panels and lamps. */
const PANELS: Record<string, Press[]> = {
  'midi-fader-bank.json': [
    ['1', 'PATCH /engines/1/nodes/Media%20Player_0/properties/Clip%2F%2FSpeed%2F0', { Value: 2 }],
    ['', `PATCH ${mixer}/properties/Channels%2F%2FPreviewChannel%2F0`, { Value: 'CAM 4' }],
    ['', `PATCH ${mixer}/properties/Default%2FDoTransition%2FDuration%2F0`, { Value: 2 }],
    ['', opacity, { Value: 1 }],
    ['2', `GET ${mixer}/properties`],
  ],
  'stream-deck-button-with-lamp.json': [['1', `POST ${anchor}/in`], ['2'], ['3', `POST ${anchor}/out`], ['4']],
  'tally.json': [
    ['1', `POST ${anchor}/in`],
    ['2', `POST ${anchor}/out`],
  ],
  // A wheel starts from the present value, so the panel has to read it first.
  'x-keys-jog.json': [
    ['', `GET ${overlay}Opacity%2F0`],
    ['1', opacity, { Value: 0.85 }],
    ['2', opacity, { Value: 0.9 }],
  ],
  'x-keys-stop-that-asks-twice.json': [['1', 'PUT /launcher/61/stop'], ['2']],
};

const SENT = { 'flows-f61ebc3': FIRST, 'flows-0cef55a': PANELS };

/** Flows with moving faders. Only the last value of each fader counts. */
const MOVING = ['fader-and-pad.json', 'midi-fader-bank.json', 'x-keys-jog.json'];

/** Idle time in ms: longer than the bounce of a button, shorter than the time for a second press. */
const IDLE_MS = 700;

/** Flows that were saved with earlier versions. */
describe('old flows', function () {
  this.timeout(240_000);

  const stage = useRealStage();

  const line = ({ method, path }: { method: string; path: string }) => `${method} ${path.replace('/api/rest/v1', '')}`;

  /** Waits for a request after the first `since` ones. Throws with the other requests if it does not arrive. */
  async function untilRequest(since: number, request: string, body: unknown): Promise<void> {
    const expected = JSON.stringify(body);
    const hasArrived = () =>
      stage.hub.journal
        .slice(since)
        .some((entry) => line(entry) === request && JSON.stringify(entry.body) === expected);
    for (const deadline = Date.now() + 90_000; !hasArrived(); await sleep(20))
      if (Date.now() > deadline) {
        const others = stage.hub.journal
          .slice(since)
          .map((entry) => [line(entry), JSON.stringify(entry.body)].join(' '));
        throw new Error(`never: ${request} ${expected}; but ${others.join(', ')}`);
      }
  }

  /** Deploys a flow and waits until it runs, since Node-RED answers earlier. */
  async function deploy(flow: object[]): Promise<void> {
    const since = stage.nodeRed.log().length;
    await stage.post('/flows', flow);
    while (!stage.nodeRed.log().slice(since).includes('Started')) await sleep(20);
  }

  /** Reads that nodes repeat are joined. Their ids begin with 0, those of a batch node with 1. */
  const isJoinedReads = (body: unknown) =>
    Array.isArray(body) && body[0].id === 0 && body.every(({ verb }) => verb === 'GET');

  const commands = () => stage.hub.journal.filter(({ method, body }) => method !== 'GET' && !isJoinedReads(body));

  /** Waits until no more commands arrive. */
  async function untilIdle(): Promise<void> {
    for (let before = -1; before !== commands().length; await sleep(IDLE_MS)) before = commands().length;
  }

  it('are complete', () => {
    should(readdirSync(root).sort()).eql(Object.keys(SENT).sort());
    for (const [folder, sent] of Object.entries(SENT))
      should(readdirSync(join(root, folder)).sort()).eql(Object.keys(sent).sort());
  });

  const flows = Object.entries(SENT).flatMap(([folder, sent]) =>
    Object.entries(sent).map(([file, presses]) => ({ folder, file, presses })),
  );
  for (const { folder, file, presses } of flows)
    it(`${folder}/${file} runs, and sends its requests`, async () => {
      // Ends all messages of the previous flow.
      await deploy([]);
      stage.hub.reset();
      const since = stage.nodeRed.log().length;
      const saved = JSON.parse(readFileSync(join(root, folder, file), 'utf8')) as Part[];
      await deploy(saved.map((part) => (part.type === 'hub-config' ? { ...part, baseUrl: stage.hub.url } : part)));
      const nodeSets = (await (
        await fetch(`${stage.nodeRed.url}/nodes`, { headers: { accept: 'application/json' } })
      ).json()) as {
        types: string[];
      }[];
      const types = new Set(nodeSets.flatMap((set) => set.types));
      should(saved.filter(({ type }) => type.startsWith('hub-') && !types.has(type))).be.empty();

      for (const [button, request, body] of presses) {
        const before = button === '' ? 0 : stage.hub.journal.length;
        const inject = saved.find(({ id, type }) => type === 'inject' && id.endsWith(`inj${button.padStart(5, '0')}`));
        if (button) await stage.post(`/inject/${inject?.id}`);
        if (request) await untilRequest(before, request, body);
        else await sleep(IDLE_MS);
      }
      if (MOVING.includes(file)) await untilIdle();
      const sent = commands();
      const expected = presses.filter(([, request]) => request && !request.startsWith('GET'));
      if (MOVING.includes(file))
        for (const [request, body] of new Map(expected.map(([, request, body]) => [request, body])))
          should(sent.filter((entry) => line(entry) === request).at(-1)?.body).eql(body);
      else
        should(sent.map((entry) => [line(entry), entry.body])).eql(
          expected.map(([, request, body]) => [request, body]),
        );
      should(stage.nodeRed.log().slice(since)).not.match(/\[error\]|missing/);
    });
});
