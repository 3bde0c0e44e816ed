import should from 'should';
import { useTimeLapse } from '../time-lapse.js';
import { beatOf, host, next, panel, RemoteStage, WATCHES } from './remote-stage.js';
import { fromMessage, type Message, timed } from './stage.js';

const MIDI = { topic: 'nano', midi: { type: 'noteoff', channel: 1, raw: [0x80, 60, 64] }, payload: [60, 64] };

/** A panel and its host in one Node-RED, with a wire instead of the broker. */
describe('a remote panel and its host', () => {
  useTimeLapse();
  const remote = RemoteStage.forEach();
  const open = async (more: object = {}) => {
    // A slash at the end of a topic changes nothing.
    await remote.open([host({ topic: 'graphics-hub/' }), panel(more), next, ...WATCHES]);
    await remote.connected();
  };

  it('runs the command of a press once, and sends the answer to the panel', async () => {
    await open();
    const ended = await remote.press({ topic: 'take', payload: true });
    should(remote.commands()).have.length(1);
    should(ended.error).be.undefined();
    await remote.stage.until(() => remote.answers.length === 1);
    const [answer] = remote.answers as [Message];
    should(answer).match({ topic: 'take', statusCode: 200, hub: { operation: 'playNext', outcome: 'done' } });
    should(remote.results[0]).match({ topic: 'take', remote: { name: 'take' } });
    const [sent] = remote.sent.filter(({ topic }) => topic === 'graphics-hub/command/take');
    should(sent).match({ qos: 0, retain: false });
  });

  it('ignores each form of a release, and a retained press, without an output message', async () => {
    await open();
    for (const msg of [
      { topic: 'take', payload: false },
      MIDI,
      { topic: '/1/push1', payload: [{ type: 'f', value: 0 }] },
      { topic: 'button', payload: '', _event: { type: 'pointerup', target: {} } },
      { topic: 'desk', payload: { pressed: false }, qos: 1 },
      { topic: 'desk', payload: 'ON', qos: 1, retain: true },
    ] as Message[])
      should((await remote.press(msg)).error).be.undefined();
    should(remote.commands()).have.length(0);
    should(remote.answers).have.length(0);
    should(remote.sentTo('answer').map(({ outcome }) => outcome)).eql(Array(6).fill('none'));
  });

  it('reports the hub’s refusal at the panel', async () => {
    await open();
    remote.hub.trouble({ operation: 'playNext', status: 500 });
    const { error, hub } = await remote.press({ topic: 'take', payload: true });
    should(error.message).match(/^Play next · 101 \(.*\): unknown – hub fault \(500\)\. Check output\./);
    should(hub).match({ code: 'HUB_FAULT', outcome: 'unknown' });
    await remote.stage.until(() => timed('hub fault').test(remote.stage.status('panel').text ?? ''));
  });

  it('ends a skipped value of a lost hub without an error at the panel', async () => {
    const level = {
      ...next,
      type: 'hub-engine-property',
      operation: 'setProperty',
      params: { ...(WATCHES[0]?.params as object), Value: fromMessage('payload') },
    };
    const record = { id: 'record', type: 'hub-event', connection: false, rehearsal: false };
    await remote.open([host(), panel(), level, record, ...WATCHES]);
    await remote.connected();
    await remote.hub.close();
    const values: Promise<Message>[] = [];
    for (const payload of [0.1, 0.2, 0.3, 0.4]) {
      values.push(remote.press({ topic: 'level', payload }));
      // Each value is tried before the next one arrives.
      await remote.stage.until(() => remote.lamps('asRun').length === values.length);
    }
    const errors = (await Promise.all(values)).map(({ error }) => error !== undefined);
    should(errors).eql([true, false, false, true]);
    should(remote.sentTo('answer').filter(({ outcome }) => outcome === 'none')).have.length(2);
  });

  it('drops a command that is a duplicate, expired, from the future, retained, or for another run', async () => {
    const sentAt = (after: number) => ({ steady: performance.now() + after });
    await open({ expiry: '5' });
    await remote.press({ topic: 'take', payload: true });
    const [first] = remote.sentTo('command') as [Message];
    const others: [Message, object?][] = [
      [first],
      [{ ...first, id: 'too-old-1', ...sentAt(-5100) }],
      [{ ...first, id: 'future-1', ...sentAt(60_000) }],
      [{ ...first, id: 'retained-1', ...sentAt(0) }, { retain: true }],
      [{ ...first, id: 'other-run', ...sentAt(0), to: 'another-run' }],
      [{ ...first, id: 'endless-1', ...sentAt(0), life: 1e9 }],
    ];
    for (const [command, more] of others) remote.deliver('host', 'command/take', JSON.stringify(command), more);
    await remote.stage.until(() => remote.sentTo('answer').length === 5);
    const refusals = remote
      .sentTo('answer')
      .slice(1)
      .map(({ id, outcome, reason }) => [id, outcome, reason]);
    should(refusals).eql([
      ['too-old-1', 'not-sent', 'expired'],
      ['future-1', 'not-sent', 'future'],
      ['retained-1', 'not-sent', 'retained'],
      ['endless-1', 'not-sent', 'unreadable'],
    ]);
    should(remote.commands()).have.length(1);
    // The same command with a new id runs, so no other field caused the refusals.
    remote.deliver('host', 'command/take', JSON.stringify({ ...first, id: 'a-new-one', ...sentAt(0) }));
    await remote.stage.until(() => remote.sentTo('answer').some(({ id }) => id === 'a-new-one'));
    should(remote.commands()).have.length(2);
  });

  it('applies the panel’s expiry to the wait at the hub', async () => {
    await open({ expiry: '1' });
    remote.hub.trouble({ operation: 'playNext', delay: 2000 });
    const first = remote.press({ topic: 'take', payload: true });
    const { error, hub } = await remote.press({ topic: 'take', payload: true });
    should(error.message).match(/not sent – too late/);
    should(hub).match({ code: 'EXPIRED', outcome: 'not-sent' });
    await first;
    should(remote.commands()).have.length(1);
  });

  it('leaves a press that was long on the network only the rest of its life to wait at the hub', async () => {
    await open({ expiry: '5' });
    remote.hub.trouble({ operation: 'playNext', delay: 2000 });
    const first = remote.press({ topic: 'Übergabe', payload: true });
    await remote.stage.until(() => remote.commands().length === 1);
    const [command] = remote.sentTo('command');
    const late = { ...command, id: 'late-one', steady: performance.now() - 4000 };
    remote.deliver('host', 'command/Übergabe', JSON.stringify(late));
    const answer = () => remote.sentTo('answer').find(({ id }) => id === late.id);
    await remote.stage.until(() => answer() !== undefined);
    should(answer()).match({ outcome: 'not-sent', code: 'EXPIRED' });
    await first;
    should(remote.commands()).have.length(1);
  });

  it('ends as unknown without an answer, and sends nothing to a silent host', async () => {
    await open({ answerWithin: '0.2' });
    remote.isConnected = false;
    const lost = await remote.press({ topic: 'take', payload: true });
    should(lost.error.message).match(/: unknown – .*did not report the result of “take”/);
    should(lost.hub).match({ code: 'HUB_TIMEOUT', outcome: 'unknown' });
    await remote.stage.until(() => remote.stage.status('panel').text === 'no host');
    const before = remote.sentTo('command').length;
    const silent = await remote.press({ topic: 'take', payload: true });
    should(silent.error.message).match(/^hub remote: not sent – the host does not answer/);
    should(silent.hub).match({ outcome: 'not-sent' });
    should(remote.sentTo('command')).have.length(before);
  });

  it('takes no answer that the broker has retained, or of another version', async () => {
    await open({ answerWithin: '0.5' });
    remote.isLost = ({ topic }) => topic.includes('/answer/');
    const ended = remote.press({ topic: 'take', payload: true });
    await remote.stage.until(() => remote.sentTo('answer').length === 1);
    const [answer] = remote.sent.filter(({ topic }) => topic.includes('/answer/')) as [Message];
    const place = answer.topic.slice('graphics-hub/'.length);
    remote.deliver('panel', place, answer.payload, { retain: true });
    remote.deliver('panel', place, JSON.stringify({ ...JSON.parse(answer.payload), version: 2 }));
    remote.deliver('panel', 'answer/another-panel', answer.payload);
    should((await ended).hub).match({ code: 'HUB_TIMEOUT', outcome: 'unknown' });
    should(remote.answers).be.empty();
    should(remote.stage.caught).have.length(1);
  });

  it('ends pending commands when it is closed', async () => {
    await open();
    remote.isConnected = false;
    const pressed = remote.press({ topic: 'take', payload: true });
    await remote.stage.until(() => remote.sentTo('command').length === 1);
    await remote.stage.node('panel').close();
    should((await pressed).error.message).match(/: unknown – closed/);
  });

  it("refuses to send if its clock is behind the host's", async () => {
    await remote.open([panel()]);
    const words = /1\.2 s behind.*Maximum: 0\.5 s/;
    const beat = () => beatOf('a-host-run', { at: Date.now() + 1200 });
    remote.deliver('panel', 'host', beat());
    const { error, hub } = await remote.press({ topic: 'take', payload: true });
    should(error.message).match(words);
    should(hub).match({ code: 'HUB_UNREACHABLE', outcome: 'not-sent' });
    should(remote.sentTo('command')).have.length(0);
    await remote.stage.until(() => remote.stage.status('panel').text === 'clocks differ');
  });

  it('refuses a payload that JSON would change', async () => {
    await open();
    for (const payload of [() => 1, Number.NaN, Buffer.from('ON')]) {
      const { error, hub } = await remote.press({ topic: 'take', payload });
      should(error.message).match(/: not sent – .*JSON can hold/);
      should(hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
    }
    should(remote.sentTo('command')).have.length(0);
  });

  it('refuses a name that is not a valid topic', async () => {
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
      should((await remote.press({ topic, payload: true })).hub).match({ code: 'BAD_INPUT' });
  });

  it('survives all malformed messages of the broker', async () => {
    // The command is handled after all of them.
    await open({ expiry: '30' });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const place of ['host', 'state/x', 'command/x', 'answer/x', 'ask', '', 'state/', 'command/$t(x)'])
      for (const payload of [
        ...['', '{', 'null', '[]', '{"version":1}', deep, `{"version":1,"msg":${deep}}`, 'x'.repeat(1e6)],
        ...['{"version":1,"id":"aaaaaaaa","from":"bbbbbbbb","msg":{"__proto__":{"a":1}}}'],
        ...[Buffer.from([0xff]), 5, null, undefined, true, { version: 1 }],
      ])
        for (const id of ['host', 'panel']) remote.deliver(id, place, payload);
    const beats = remote.sentTo('host').length;
    await remote.stage.until(() => remote.sentTo('host').length > beats);
    should((await remote.press({ topic: 'take', payload: true })).error).be.undefined();
    should(remote.commands()).have.length(1);
    should(({} as { a?: number }).a).be.undefined();
  });

  it('does not send to a host whose heartbeat a broker has retained', async () => {
    await remote.open([panel()]);
    remote.deliver('panel', 'host', beatOf('an-earlier-run'), { retain: true });
    should((await remote.press({ topic: 'take', payload: true })).hub).match({ outcome: 'not-sent' });
    should(remote.sentTo('command')).have.length(0);
  });
});

describe('a remote panel', () => {
  const remote = RemoteStage.forEach();

  it('sends nothing to a host of another version, and reports it', async () => {
    await remote.open([panel()]);
    remote.deliver('panel', 'host', beatOf('another-host', { version: 2 }));
    await remote.stage.until(() => remote.stage.status('panel').text === 'host: other version');
    const { error, hub } = await remote.press({ topic: 'take', payload: true });
    should(error.message).match(/: not sent – another version.*same one on both/);
    should(hub).match({ outcome: 'not-sent' });
    should(remote.sentTo('command')).have.length(0);
  });
});
