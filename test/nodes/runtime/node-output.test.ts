import { EventEmitter } from 'node:events';
import type { NodeStatus } from 'node-red';
import should from 'should';
import { Lifetime } from '../../../dist/nodes/runtime/lifetime.js';
import { NodeOutput } from '../../../dist/nodes/runtime/node-output.js';
import type { Ports } from '../../../dist/nodes/runtime/ports.js';
import { PacedStatus } from '../../../dist/nodes/status/paced-status.js';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A node that records its statuses and errors. */
class RecordingNode extends EventEmitter {
  readonly statuses: NodeStatus[] = [];
  readonly errors: unknown[] = [];
  status = (status: NodeStatus) => this.statuses.push(status);
  error = (error: unknown) => this.errors.push(error);
}

const recordingNode = () => {
  const recorded = new RecordingNode();
  return { recorded, node: recorded as unknown as Ports };
};

/** Longer than a slice, in ms. */
const LONG_MS = 20;

/** Ends the present slice. */
function useUp(output: NodeOutput): void {
  output.run(() => {
    for (const start = performance.now(); performance.now() - start < LONG_MS; );
  });
}

describe('the output of many nodes at once', () => {
  const { node, recorded } = recordingNode();
  let output: NodeOutput;
  let log: string[];
  const write = (text: string) => () => {
    log.push(text);
  };

  beforeEach(async () => {
    await nextTurn();
    output = new NodeOutput(node);
    log = [];
  });
  afterEach(() => output.close());

  it('runs at once while there is time', () => {
    output.run(write('a'));
    output.follow(write('b'));
    should(log).eql(['a', 'b']);
  });

  it('runs later if the turn has taken long, in the order of arrival', async () => {
    const other = new NodeOutput(node);
    useUp(other);
    output.run(write('a'));
    other.run(write('b'));
    output.follow(write('c'));
    should(log).be.empty();
    await nextTurn();
    should(log).eql(['a', 'b', 'c']);
    should(output.settled()).be.undefined();
  });

  it('lets other work pass between two slices', async () => {
    const others: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      useUp(output);
      output.run(write('work'));
    }
    const watch = () => {
      others.push(log.length);
      if (log.length < 4) setImmediate(watch);
    };
    setImmediate(watch);
    await output.settled();
    should(new Set(others).size).be.aboveOrEqual(3);
  });

  it('does not hold a node without waiting output', () => {
    const other = new NodeOutput(node);
    useUp(other);
    other.run(write('a'));
    output.follow(write('b'));
    should(log).eql(['b']);
    other.close();
  });

  it('runs the parts of work before the work that follows it', async () => {
    useUp(output);
    output.run(() => output.run(write('a')));
    output.run(write('b'));
    await output.settled();
    should(log).eql(['a', 'b']);
  });

  it('shortens nothing of a single node with much output', async () => {
    useUp(output);
    for (let count = 0; count < 300; count += 1) output.run(write('whole'), write('short'));
    await output.settled();
    should(log).eql(Array(300).fill('whole'));
  });

  it('shortens the oldest output of a node with more than 100, while more than 1,000 wait in all', async () => {
    const others = Array.from({ length: 10 }, () => new NodeOutput(node));
    useUp(output);
    for (const other of others) for (let count = 0; count < 100; count += 1) other.run(() => {});
    for (let count = 0; count < 100; count += 1) output.run(write(`${count}`), write(`short ${count}`));
    should(log).be.empty();
    for (const count of [100, 101]) output.run(write(`${count}`), write(`short ${count}`));
    should(log).eql(['short 0', 'short 1']);
    for (const other of others) other.close();
    await output.settled();
    should(log.slice(2)).eql(Array.from({ length: 100 }, (_, index) => `${index + 2}`));
  });

  it('drops its output when it closes, and keeps that of others', async () => {
    const other = new NodeOutput(node);
    useUp(other);
    output.run(write('a'));
    other.run(write('b'));
    const settled = output.settled();
    output.close();
    await settled;
    output.run(write('c'));
    await nextTurn();
    should(log).eql(['b']);
  });

  it('runs its output at once when it is flushed, and once', async () => {
    useUp(output);
    output.run(write('a'));
    output.flush();
    output.run(write('b'));
    should(log).eql(['a', 'b']);
    await nextTurn();
    should(log).eql(['a', 'b']);
  });

  it('reports an exception and continues', async () => {
    useUp(output);
    output.run(() => {
      throw new Error('wrong');
    });
    output.run(write('a'));
    await output.settled();
    should(log).eql(['a']);
    should(recorded.errors.map(String)).eql(['Error: wrong']);
  });
});

describe('the statuses of many nodes at once', () => {
  const busy = new NodeOutput(recordingNode().node);

  it('show the newest state, once', async () => {
    await nextTurn();
    const { node, recorded } = recordingNode();
    const life = new Lifetime(node);
    const status = new PacedStatus(life);
    useUp(busy);
    let state = 'lost';
    status.show(() => ({ text: state }));
    state = 'connected';
    status.show(() => ({ text: state }));
    should(recorded.statuses).be.empty();
    await nextTurn();
    should(recorded.statuses).eql([{ text: 'connected' }]);
    void life.close(false);
  });

  it('show nothing after the node has closed', async () => {
    await nextTurn();
    const { node, recorded } = recordingNode();
    const life = new Lifetime(node);
    const status = new PacedStatus(life);
    useUp(busy);
    status.show(() => ({ text: 'lost' }));
    void life.close(false);
    await nextTurn();
    should(recorded.statuses).eql([{}]);
  });
});
