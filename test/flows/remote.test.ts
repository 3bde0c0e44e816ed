import should from 'should';
import { pause } from './event-stage.js';
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

  for (const [version, sentAt] of [
    // A panel of protocol 1 tells no steady time.
    ['an older', (after: number) => ({ at: Date.now() + after, steady: undefined })],
    ['this', (after: number) => ({ at: 0, steady: performance.now() + after })],
  ] as const)
    it(`drops a command of ${version} version that came before, is too old, from the future, kept, or for another run`, async () => {
      await open();
      await there.press({ topic: 'take', payload: true });
      const [first] = there.under('command') as [Message];
      const others: [Message, object?][] = [
        [first],
        [{ ...first, id: 'too-old-1', ...sentAt(-600) }],
        [{ ...first, id: 'future-1', ...sentAt(5000) }],
        [{ ...first, id: 'retained-1', ...sentAt(0) }, { retain: true }],
        [{ ...first, id: 'other-run', ...sentAt(0), to: 'another-run' }],
        [{ ...first, id: 'endless-1', ...sentAt(0), life: 1e9 }],
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
      there.bring('host', 'command/take', JSON.stringify({ ...first, id: 'a-new-one', ...sentAt(0) }));
      await there.stage.until(() => there.under('answer').some(({ id }) => id === 'a-new-one'));
      should(there.commands()).have.length(2);
    });

  it('answers nothing to late duplicates of a command that it carries out', async () => {
    await open();
    there.hub.trouble({ operation: 'playNext', delay: 1200 });
    const pressed = there.press({ topic: 'take', payload: true });
    await there.stage.until(() => there.under('command').length === 1);
    const [first] = there.under('command') as [Message];
    await pause(700);
    there.bring('host', 'command/take', JSON.stringify(first));
    there.bring('host', 'command/take', JSON.stringify(first), { retain: true });
    there.bring('host', 'command/take', JSON.stringify({ ...first, life: -1 }));
    should((await pressed).error).be.undefined();
    should(there.under('answer').map(({ outcome }) => outcome)).eql(['done']);
    should(there.commands()).have.length(1);
  });

  it('carries out no duplicate of a command that it has refused', async () => {
    await open();
    await there.press({ topic: 'take', payload: true });
    const [first] = there.under('command') as [Message];
    const now = performance.now();
    const refused = [
      JSON.stringify({ ...first, id: 'future-1', steady: now + 400 }),
      JSON.stringify({ ...first, id: 'retained-1', steady: now }),
      JSON.stringify({ ...first, id: 'unreadable-1', steady: now }),
    ];
    there.bring('host', 'command/take', refused[0]);
    there.bring('host', 'command/take', refused[1], { retain: true });
    there.bring('host', 'command/take', JSON.stringify({ ...first, id: 'unreadable-1', life: 1e9 }));
    await there.stage.until(() => there.under('answer').length === 4);
    await pause(450);
    for (const duplicate of refused) there.bring('host', 'command/take', duplicate);
    await there.press({ topic: 'take', payload: true });
    should(there.commands()).have.length(2);
    should(there.under('answer')).have.length(5);
  });

  it('makes no command younger by a clock that is set while it is on its way', async () => {
    await open({ patience: '0.5' });
    there.isWhole = false;
    const pressed = there.press({ topic: 'take', payload: true });
    await there.stage.until(() => there.under('command').length === 1);
    const [sent] = there.sent.filter(({ topic }) => topic === 'graphics-hub/command/take') as [Message];
    const { now } = Date;
    try {
      Date.now = () => now() - 450;
      await pause(600);
      there.bring('host', 'command/take', sent.payload);
      await there.stage.until(() => there.under('answer').length === 1);
    } finally {
      Date.now = now;
    }
    should(there.under('answer')[0]).match({ outcome: 'not-sent', reason: 'expired' });
    await pressed;
    should(there.commands()).have.length(0);
  });

  it('makes no command younger at the panel either, whichever clock was set before it', async () => {
    await open();
    await pause(1500);
    const { now } = Date;
    const before = performance.now();
    try {
      for (const step of [-400, 400]) {
        Date.now = () => now() + step;
        await there.press({ topic: 'take', payload: true });
      }
    } finally {
      Date.now = now;
    }
    for (const { steady } of there.under('command')) should(steady).be.within(before - 50, performance.now());
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
    should(lost.error.message).match(/did not report the result of “take”. Outcome unknown/);
    should(lost.hub).match({ code: 'HUB_TIMEOUT', outcome: 'unknown' });
    await there.stage.until(() => there.stage.status('panel').text === 'no host');
    const before = there.under('command').length;
    const silent = await there.press({ topic: 'take', payload: true });
    should(silent.error.message).match(/The host does not answer.*Nothing was sent/);
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
    ['ahead of', -700, /0\.7 s ahead.*Maximum: 0\.5 s/],
    ['behind', 1200, /1\.2 s behind.*Maximum: 0\.5 s/],
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
    for (const topic of [
      '',
      'all/#',
      '+',
      'a\u0092',
      'a\u007f',
      'a\n',
      'a\uffff',
      'a\u2028',
      'a\ud800',
      '/'.repeat(199),
    ])
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
