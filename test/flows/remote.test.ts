import should from 'should';
import { host, next, panel, RemoteStage, WATCHES } from './remote-stage.js';
import type { Message } from './stage.js';

const MIDI = { topic: 'nano', midi: { type: 'noteoff', channel: 1, raw: [0x80, 60, 64] }, payload: [60, 64] };

/** A panel and its host in one Node-RED, with a wire in place of the broker. */
describe('a remote panel and its host', () => {
  const there = RemoteStage.forEach();
  const open = async (more: object = {}) => {
    await there.open([host(), panel(more), next, ...WATCHES]);
    await there.together();
  };

  it('carries out a press once, and tells the panel the answer', async () => {
    await open();
    const ended = await there.press({ topic: 'take', payload: true });
    should(there.commands()).have.length(1);
    should(ended.error).be.undefined();
    await there.stage.until(() => there.answers.length === 1);
    const [answer] = there.answers as [Message];
    should(answer).match({ topic: 'take', statusCode: 200, hub: { operation: 'playNext', outcome: 'done' } });
    should(there.carried[0]).match({ topic: 'take', remote: { name: 'take' } });
    const [sent] = there.sent.filter(({ topic }) => topic === 'graphics-hub/command/take');
    should(sent).match({ qos: 0, retain: false });
  });

  it('carries out nothing when a button is let go, in whatever shape it comes, and says nothing of it', async () => {
    await open();
    for (const msg of [
      { topic: 'take', payload: false },
      MIDI,
      { topic: '/1/push1', payload: [{ type: 'f', value: 0 }] },
      { topic: 'button', payload: '', _event: { type: 'pointerup', target: {} } },
      { topic: 'desk', payload: { pressed: false }, qos: 1 },
    ] as Message[])
      should((await there.press(msg)).error).be.undefined();
    should(there.commands()).have.length(0);
    should(there.answers).have.length(0);
    should(there.under('answer').map(({ outcome }) => outcome)).eql(Array(5).fill('none'));
  });

  it('fires nothing by what a broker kept for a button of the panel', async () => {
    await open();
    await there.press({ topic: 'desk', payload: 'ON', qos: 1, retain: true });
    should(there.commands()).have.length(0);
  });

  it('tells at the panel in words what the hub refused', async () => {
    await open();
    there.hub.trouble({ operation: 'playNext', status: 500 });
    const { error, hub } = await there.press({ topic: 'take', payload: true });
    should(error.message).match(/^From the host: .*500.*Outcome unknown/);
    should(hub).match({ code: 'HUB_FAULT', outcome: 'unknown' });
    await there.stage.until(() => there.stage.status('panel').text === 'hub fault');
  });

  it('drops a command that came before, that is too old, from the future, kept, or for another run', async () => {
    await open();
    await there.press({ topic: 'take', payload: true });
    const [first] = there.under('command') as [Message];
    const now = Date.now();
    const others: [Message, object?][] = [
      [first],
      [{ ...first, id: 'too-old-1', at: now - 600 }],
      [{ ...first, id: 'future-1', at: now + 5000 }],
      [{ ...first, id: 'retained-1', at: now }, { retain: true }],
      [{ ...first, id: 'other-run', at: now, to: 'another-run' }],
      [{ ...first, id: 'endless-1', at: now, life: 1e9 }],
    ];
    for (const [command, more] of others) there.bring('host', 'command/take', JSON.stringify(command), more);
    await there.stage.until(() => there.under('answer').length === 5);
    const told = there
      .under('answer')
      .slice(1)
      .map(({ id, outcome, reason }) => [id, outcome, reason]);
    should(told).eql([
      ['too-old-1', 'not-sent', 'expired'],
      ['future-1', 'not-sent', 'future'],
      ['retained-1', 'not-sent', 'retained'],
      ['endless-1', 'not-sent', 'unreadable'],
    ]);
    should(there.commands()).have.length(1);
    // The same with a new id does act: it was none of the rest.
    there.bring('host', 'command/take', JSON.stringify({ ...first, id: 'a-new-one', at: Date.now() }));
    await there.stage.until(() => there.under('answer').some(({ id }) => id === 'a-new-one'));
    should(there.commands()).have.length(2);
  });

  it('lets a command wait no longer at the hub than it was given at the panel', async () => {
    await open({ expiry: '0.3' });
    there.hub.trouble({ operation: 'playNext', delay: 600 });
    const first = there.press({ topic: 'take', payload: true });
    const { error, hub } = await there.press({ topic: 'take', payload: true });
    should(error.message).match(/waited too long/);
    should(hub).match({ code: 'EXPIRED', outcome: 'not-sent' });
    await first;
    should(there.commands()).have.length(1);
  });

  it('ends as unknown where no answer comes, and sends nothing once the host is silent', async () => {
    await open({ patience: '0.2' });
    there.isWhole = false;
    const lost = await there.press({ topic: 'take', payload: true });
    should(lost.error.message).match(/did not say what became of “take”. Outcome unknown/);
    should(lost.hub).match({ code: 'HUB_TIMEOUT', outcome: 'unknown' });
    await there.stage.until(() => there.stage.status('panel').text === 'no host');
    const before = there.under('command').length;
    const silent = await there.press({ topic: 'take', payload: true });
    should(silent.error.message).match(/No host is heard.*Nothing was sent/);
    should(silent.hub).match({ outcome: 'not-sent' });
    should(there.under('command')).have.length(before);
  });

  it('settles what is on its way when it is closed', async () => {
    await open();
    there.isWhole = false;
    const pressed = there.press({ topic: 'take', payload: true });
    await there.stage.until(() => there.under('command').length === 1);
    await there.stage.node('panel').close();
    should((await pressed).error.message).match(/closed.*Outcome unknown/);
  });

  for (const [what, difference, words] of [
    ['ahead of', -700, /0\.7 s ahead.*at most 0\.5 s/],
    ['behind', 1200, /1\.2 s behind.*at most 0\.5 s/],
  ] as const)
    it(`refuses to send where its clock is ${what} the host's`, async () => {
      await there.open([panel()]);
      const beat = () => JSON.stringify({ version: 1, run: 'a-host-run', at: Date.now() + difference, serial: 0 });
      there.bring('panel', 'host', beat());
      const { error } = await there.press({ topic: 'take', payload: true });
      should(error.message).match(words);
      should(there.under('command')).have.length(0);
      await there.stage.until(() => there.stage.status('panel').text === 'clocks differ');
    });

  for (const [what, payload] of [
    ['a function', () => 1],
    ['not a number', Number.NaN],
    ['a Buffer', Buffer.from('ON')],
  ] as const)
    it(`refuses ${what}, which JSON would change`, async () => {
      await open();
      const { error, hub } = await there.press({ topic: 'take', payload });
      should(error.message).match(/JSON can hold.*Nothing was sent/);
      should(hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(there.under('command')).have.length(0);
    });

  it('refuses a name that is no topic', async () => {
    await open();
    for (const topic of ['', 'all/#', '+'])
      should((await there.press({ topic, payload: true })).hub).match({ code: 'BAD_INPUT' });
  });

  it('survives whatever the broker brings', async () => {
    await open();
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const place of ['host', 'state/x', 'command/x', 'answer/x', 'ask', '', 'state/', 'command/$t(x)'])
      for (const payload of [
        ...['', '{', 'null', '[]', '{"version":1}', deep, `{"version":1,"msg":${deep}}`, 'x'.repeat(1e6)],
        ...['{"version":1,"id":"aaaaaaaa","from":"bbbbbbbb","msg":{"__proto__":{"a":1}}}'],
        ...[Buffer.from([0xff]), 5, null, undefined, true, { version: 1 }],
      ])
        for (const id of ['host', 'panel']) there.bring(id, place, payload);
    should((await there.press({ topic: 'take', payload: true })).error).be.undefined();
    should(there.commands()).have.length(1);
    should(({} as { a?: number }).a).be.undefined();
  });

  it('says so where two hosts speak', async () => {
    await open();
    for (let count = 0; count < 5; count += 1) {
      const beat = { version: 1, run: 'another-host', at: Date.now(), serial: 0 };
      there.bring('host', 'host', JSON.stringify(beat));
      // What a broker says of a host that it has lost is no beat.
      there.bring('host', 'host', 'gone');
    }
    await there.stage.until(() => there.stage.status('host').text === 'another host');
    const told = there.stage.caught.map(({ error }) => error.message);
    should(told).have.length(1);
    should(told[0]).match(/Another host.*graphics-hub\/host/);
  });
});
