import should from 'should';
import { rows, servedHub } from './written.js';

const RUNDOWN = { ncsID: 'NCS', roID: '1' };
const OPENER = { ...RUNDOWN, storyID: 's1', itemID: 'i1' };

describe('the newsroom of a recording', () => {
  const dates = { status: 'NEW', createdAt: '2026-11-01T10:00:00Z', updatedAt: '2026-11-01T10:00:00Z' };
  const [news, late] = [
    { ...RUNDOWN, roSlug: 'News', ...dates },
    { ncsID: 'NCS', roID: '2', roSlug: 'Late', ...dates },
  ];
  const timing = { roChannel: 'A', roEdStart: '20:00:00', roEdDur: '00:30:00', readyToAir: true };
  const control = { roTrigger: 'T', macroIn: null, macroOut: '7', mosExternalMetadata: '<x/>' };
  const object = {
    ...{
      objID: 'o1',
      objSlug: 'L3',
      mosAbstract: 'A',
      objTB: '50',
      objRev: 4,
      objDur: 250,
      objGroup: 'G',
      objPaths: null,
    },
    ...{ objAir: 'READY', objType: 'VIDEO', createdBy: 'ann', created: 'c', description: 'Name', template: 'L3' },
    ...{ mosExternalMetadata: '<m/>', status: 'NEW', changedBy: 'bob', changed: 'd', data: { text: 'Rain' } },
  };
  const shown = {
    ...object,
    hub: 'x',
    buttons: rows({ id: 'b1', key: 'in', label: 'In' }, { id: 'b2', label: 'Out' }),
  };
  const item = { storyID: 's1', itemID: 'i1', storySlug: 'Opener', itemSlug: 'Title', locked: true };
  const other = { storyID: 's2', itemID: 'i1', mosObject: { objID: 'o2' } };
  const whole = { ...news, ...timing, ...control, items: [{ ...item, mosObject: shown }, other] };
  const { call, state } = servedHub(1, [
    ['listNewsroomRundowns', [news, { ...late, ncsID: 'B', roID: '1' }, late]],
    ['getNewsroomRundown', whole, RUNDOWN],
  ]);

  it('lists the rundowns of a newsroom system, and those that were not read alone', async () => {
    should(await call('listNcsRundowns', { ncsID: 'NCS' })).eql([news, late]);
    should(await call('getNewsroomRundown', { ncsID: 'NCS', roID: '2' })).eql({
      ...{ ...late, roChannel: '', roEdStart: '', roEdDur: '', readyToAir: false, items: [] },
      ...{ roTrigger: null, macroIn: null, macroOut: null, mosExternalMetadata: null },
    });
    should(state().newsroom.rundowns[0]).match({ ...timing, ...control });
  });

  it('shows an updated object, with the fields of the hub', async () => {
    const answer = (await call('updateMosObject', { objID: 'o1', data: { text: 'Sun' } })) as { changed: string };
    const { changed } = answer;
    const updated = { data: { text: 'Sun' }, objRev: 5, status: 'UPDATED', changedBy: 'REST', changed };
    should(answer).eql({ ...object, ...updated });
    const items = [{ ...item, mosObject: { ...shown, ...updated } }, other];
    should(await call('getNewsroomRundown', RUNDOWN)).eql({ ...whole, updatedAt: changed, items });
    should(await call('listNewsroomRundowns')).match([{ updatedAt: changed }, { ncsID: 'B', ...dates }, late]);
    const empty = { objSlug: '', objGroup: null, objDur: 0, objRev: 1 };
    should(await call('updateMosObject', { objID: 'o2', data: {} })).match({ objID: 'o2', ...empty });
  });

  it('presses the recorded buttons', async () => {
    const press = (buttonKey: string, storyID = 's1') => call('pressNewsroomButton', { ...OPENER, storyID, buttonKey });
    should(await press('out')).equal(404);
    should(await press('in', 's2')).equal(404);
    for (const buttonKey of ['in', 'b2']) should(await press(buttonKey)).eql({ success: true });
    const items = [{ ...item, mosObject: { ...shown, status: 'PLAY' } }, other];
    should(await call('getNewsroomRundown', RUNDOWN)).eql({ ...whole, items });
  });
});
