import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { diff } from '../../dist/commands/diff.js';
import { record } from '../../dist/commands/record.js';
import type { OperationName } from '../../dist/hub/table/operations.js';
import { RecordedReads } from '../../dist/recording/recorded-reads.js';
import { parseRecording } from '../../dist/recording/recording-file.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { AnsweringHub } from '../recording/answering-hub.js';
import { runHere } from './command-line.js';

/** Texts that can lead to a recording or its people. None may be in the file, not even a part. */
const PRIVATE = [
  ...['Zoltan', 'wombat', 'Ñandú', 'ZEBRA', 'quokkaStudio', 'O’Brien', 'Şahin', 'École'],
  ...[
    'हिन्दी',
    'स्टूडियो',
    'スタジオ',
    '東京',
    '王',
    '北京一台',
    'Студия',
    'Ελλάδα',
    'استوديو',
    'אולפן',
    'สตูดิโอ',
    '스튜디오',
  ],
  ...['🦓', '₿', '٠١٢٣٤٥'],
  ...['+49 170 5550199', '0170/555-0188', '01 70 55 50 17', '(555) 867-5309'],
  ...['00:1A:2B:3C:4D:5E', '00-1a-2b-3c-4d-5f', '001a.2b3c.4d60'],
  ...['K7XQ2-9WMPT-4HJRD-8VCNB', 'LIC-2026-00871'],
  ...['192.168.77.41', 'fe80::77ab:cd12', 'cam7.example.tv:8443'],
  ...['D:\\Cache\\Lena', '/mnt/lena/show', '\\\\nas-lena\\clips', 'file:///srv/lena.mov'],
  ...['lena@example.tv', '@lena_tv', 'Karl-Marx-Str. 12'],
] as const;

/** Parts of the texts that are also in the fields and times of the interface. */
const PUBLIC = new Set(['cache', 'str', '2026']);

/** The whole text, and each part of it that would show it. */
const partsOf = (text: string) =>
  [JSON.stringify(text).slice(1, -1), ...text.split(/[^\p{L}\p{M}\p{N}\p{S}]+/u)]
    .map((part) => part.toLowerCase())
    .filter((part) => /[^\x20-\x7f]|\w{3}/u.test(part) || part === text.toLowerCase())
    .filter((part) => !PUBLIC.has(part));

const NUMBERS = [491705550199, 12345678, 48.137154, 11.575382];

const DATA = { ...Object.fromEntries(PRIVATE.map((text, index) => [text, index])), list: PRIVATE, numbers: NUMBERS };

const engine = {
  ...{
    id: 7,
    name: 'ZEBRA',
    ip: '192.168.77.41',
    role: 'wombat',
    status: 'Zoltan holds it',
    cacheDir: 'D:\\Cache\\Lena',
  },
  ...{
    minimumFreeSpace: 5_000_000,
    usedSpace: 2,
    diskSpace: 931,
    canCook: false,
    displayName: 'हिन्दी',
    re_enabled: true,
  },
  ...{ port: 1935, rgraphId: null, ownerStudioId: null, ustateId: null, ue_enabled: false, engineType: 'RE' },
  // Fields that the interface does not have.
  ...{ quokkaStudio: 'wombat', phone: 491705550199, byPerson: { Zoltan: { wombat: true } }, place: [48.137154] },
};
const instance = {
  ...{
    id: 70,
    projectTag: 'wombat',
    streaming: null,
    status: 'Loaded',
    pid: '4711',
    engineHostId: 7,
    engineRoleId: null,
  },
  ...{ projectId: null, projectMapId: null, editorPath: '/mnt/lena/show', cookedProjectId: null, cookedMapId: null },
  ...{ cookedId: null, engineType: 'RE', engineVersion: '5.7.1', statusDescription: 'Zoltan loads' },
};
const node = { NodePath: 'हिन्दी_0', NodeName: 'हिन्दी' };
const overlay = { NodePath: 'ZebraMixer_0', NodeName: 'Zebra Mixer' };
const property = { PropertyPath: 'Wombat//Text/0', DisplayName: 'Wombat Text', Value: 'Zoltan' };
const opacity = {
  PropertyPath: 'Wombat//Opacity/0',
  DisplayName: 'Wombat Opacity',
  Value: { x: 0.5, Zoltan: 1, y: true },
};
const mosObject = {
  ...{ objID: 'wombat-1', objSlug: 'Zoltan', mosAbstract: '', objGroup: null, objTB: '50', objRev: 1, objDur: 250 },
  ...{
    status: 'READY',
    objAir: 'NOT READY',
    objPaths: 'file:///srv/lena.mov',
    createdBy: 'Zoltan',
    changedBy: 'wombat',
  },
  ...{ mosExternalMetadata: '<owner>Zoltan</owner>', created: '2026-11-24T10:00:00Z', changed: '2026-11-24T10:00:00Z' },
  ...{
    description: 'École',
    objType: 'VIDEO',
    template: 'ZEBRA',
    data: DATA,
    buttons: [{ id: 'b1', label: 'Zoltan' }],
  },
};
const summary = {
  ...{ ncsID: 'ZEBRA.NCS', roID: 'ZEBRA;P_WOMBAT\\W;38387985', roSlug: 'Zoltan', status: 'MANUAL CTRL' },
  ...{ createdAt: '2026-11-24T10:00:00Z', updatedAt: 'Zoltan did it' },
};
const rundown = {
  ...{ ...summary, roChannel: 'Zoltan', roEdStart: '2026-11-24T10:00:00Z', roEdDur: '00:30:00', roTrigger: 'wombat' },
  ...{ macroIn: null, macroOut: null, mosExternalMetadata: '<a>Zoltan</a>', readyToAir: true },
  items: [{ storyID: 'wombat 1', itemID: 'Zoltan', storySlug: 'ZEBRA', itemSlug: 'École', mosObject }],
};

const HUB = new Map<string, unknown>([
  ['engines', [{ ...engine, instances: [instance] }]],
  ['engines|7|nodes', [node, overlay]],
  ['engines|7|nodes|हिन्दी_0|properties', [property]],
  ['engines|7|nodes|ZebraMixer_0|properties', [property, opacity]],
  ['playout|rundowns', [{ id: 1, name: 'Zoltan' }]],
  [
    'playout|rundowns|1|items',
    [{ id: 3, name: '王', template: 'ZEBRA', data: DATA, buttons: [{ id: 'Zoltan', label: 'wombat' }] }],
  ],
  ['linear|engines', [{ id: 5, name: 'Zoltan', started: true, loadedRundownInfo: [{ id: 9 }], engines: [] }]],
  ['linear|rundowns|5', [{ id: 9, name: 'ZEBRA' }]],
  [
    'linear|rundown|5|9|items',
    [{ name: 'École', itemNo: 1, template: 'ZEBRA', templateId: 2, data: DATA, buttons: { wombat: 'Zoltan' } }],
  ],
  ['rgraphs', [{ id: 4, name: 'Zoltan' }]],
  ['rgraphs|4', { id: 4, name: 'Zoltan', xmlContent: '<graph owner="wombat"/>' }],
  ['newsroom|rundowns', [summary]],
  ['newsroom|rundowns|ZEBRA.NCS', [summary]],
  ['newsroom|rundowns|ZEBRA.NCS|ZEBRA;P_WOMBAT\\W;38387985', rundown],
]);

describe('an anonymous recording of a command', function () {
  this.timeout(120_000);
  let folder: string;
  let content: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
    const hub = new AnsweringHub(HUB);
    await runHere(record, [await hub.start(), join(folder, 'recording.json'), '--anonymous']);
    hub.close();
    content = readFileSync(join(folder, 'recording.json'), 'utf8');
  });
  after(() => rmSync(folder, { recursive: true }));

  const answerOf = (operation: OperationName, params: Readonly<Record<string, string | number>>): unknown =>
    new RecordedReads(parseRecording(content)).find(operation, params)?.answer;

  for (const text of PRIVATE)
    it(`has no part of ${text}`, () => {
      const recorded = content.toLowerCase();
      should(partsOf(text).filter((part) => recorded.includes(part))).eql([]);
    });

  it('has no large number and no place', () => {
    should(content).not.match(/491705550199|12345678|48\.137|11\.575/);
  });

  it('keeps the words, times and numbers of the interface in their fields', () => {
    should(answerOf('listEngines', {})).match([
      {
        ...{ id: 7, minimumFreeSpace: 5_000_000, port: 1935, canCook: false, rgraphId: null, engineType: 'RE' },
        instances: [{ id: 70, status: 'Loaded', engineVersion: '5.7.1' }],
      },
    ]);
    const [found] = answerOf('listNewsroomRundowns', {}) as { ncsID: string; roID: string }[];
    should(found).match({ status: 'MANUAL CTRL', createdAt: '2026-11-24T10:00:00Z' });
    const { ncsID, roID } = found!;
    const whole = answerOf('getNewsroomRundown', { ncsID, roID }) as { items: { mosObject: object }[] };
    should(whole).match({ roEdDur: '00:30:00', mosExternalMetadata: '' });
    should(whole.items[0]?.mosObject).match({ status: 'READY', objAir: 'NOT READY', objType: 'VIDEO', objDur: 250 });
  });

  it('keeps names that lead to other things, and one replacement for one text', async () => {
    const nodes = answerOf('listNodes', { engineId: 7 }) as { NodePath: string; NodeName: string }[];
    should(nodes).have.length(2);
    should(nodes[1]!.NodePath).equal(`${nodes[1]!.NodeName.replace(' ', '')}_0`);
    const listed = nodes.map(({ NodePath }) => answerOf('listProperties', { engineId: 7, nodePath: NodePath }));
    should(listed).match([[{ Value: /^\w+$/ }], [{}, { Value: { x: 0.5, y: true } }]]);
    const [[text], [same]] = listed as [[object], [object]];
    should(text).eql(same);
    const [item] = answerOf('listItems', { rundownId: 1 }) as [{ template: string }];
    const [linear] = answerOf('listLinearItems', { engineId: 5, rundownId: 9 }) as [{ template: string }];
    should(item.template).equal(linear.template);
    const served = await startSimulator({ recording: parseRecording(content) });
    const path = `engines/7/nodes/${encodeURIComponent(nodes[0]!.NodePath)}/properties`;
    should(await (await fetch(`${served.url}/api/rest/v1/${path}`)).json()).eql(listed[0]);
    await served.close();
    const compared = await runHere(diff, [join(folder, 'recording.json'), join(folder, 'recording.json')]);
    should(compared).match({ status: 0, stdout: 'No differences.\n' });
  });
});
