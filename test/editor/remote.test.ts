import should from 'should';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';

const node = (id: string, fields: object) => ({
  ...{ id, type: 'hub-remote', z: TAB, name: '', version: 1, role: 'panel', topic: '', command: '', expiry: '' },
  ...{ answerWithin: '', x: editor.X, y: 100, wires: [[], [], []] },
  ...fields,
});

describe('the dialog of remote', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  const page = () => bench.page;

  before(() =>
    bench.deploy(
      node('panel', {}),
      node('host', { y: 160, role: 'host', topic: 'recording/graphics' }),
      node('wrong', { y: 220, role: 'boss', topic: '$SYS/a', command: 'a\u0092', expiry: '61', answerWithin: '0' }),
    ),
  );

  it("opens without errors, shows a panel's commands only for a panel, and saves the role", async () => {
    await editor.openNode(page(), 'panel');
    await becomes(() => page().isVisible('#node-input-command'), true);
    await becomes(() => editor.reasonsShown(page()), []);
    await editor.chooseOption(page(), 'node-input-role', 'host');
    await becomes(() => page().isVisible('#node-input-command'), false);
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => editor.exportedNode(page(), 'panel'), node('panel', { role: 'host' }));
  });

  it('labels the outputs and the node by the role', async () => {
    const labels = (id: string) =>
      page().evaluate(
        `(({_def: {label, outputLabels}}, node) =>
          [label.call(node), ...[0, 1, 2].map((index) => outputLabels.call(node, index))]
        )(RED.nodes.node('${id}'), RED.nodes.node('${id}'))`,
      );
    should(await labels('host')).eql(['remote host', 'to mqtt out', 'commands', 'asks for the state']);
    should(await labels('wrong')).eql(['remote panel', 'to mqtt out', 'to lamps', 'answers']);
  });

  it('shows errors', async () => {
    await becomes(
      () => editor.reasons(page(), 'wrong'),
      [
        'This Node-RED: must be one of panel (no hub connection), host (connected to the hub)',
        'Topic: must be a text of at most 200 characters and 50 levels, without +, # and control characters, and without $ at the start',
        'Command: must be a text of at most 200 characters and 50 levels, without +, # and control characters',
        'Expiry (s): must be a number above 0, at most 60',
        'Answer within (s): must be a number above 0',
      ],
    );
  });
});
