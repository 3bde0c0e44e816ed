import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import should from 'should';
import { CONTROL } from '../../dist/saved/control.js';
import { EVENT } from '../../dist/saved/event.js';
import { type Description, fieldFault, fieldValue } from '../../dist/saved/field.js';
import { HUB } from '../../dist/saved/hub.js';
import { LAMP } from '../../dist/saved/lamp.js';
import { LOOK } from '../../dist/saved/look.js';
import { operationFields } from '../../dist/saved/operation.js';
import { PANEL } from '../../dist/saved/panel.js';
import { REMOTE } from '../../dist/saved/remote.js';
import { SURFACE } from '../../dist/saved/surface.js';
import { WATCH } from '../../dist/saved/watch.js';
import { SAVED_VALUES } from '../saved-values.js';

const root = join(__dirname, '../..');
const areas = Object.keys(SAVED_VALUES).filter((type) =>
  /-(property|function|item|launcher|play|mos|graph|batch)$/.test(type),
);

const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  'hub-config': HUB,
  'hub-control': CONTROL,
  'hub-event': EVENT,
  'hub-lamp': LAMP,
  'hub-look': LOOK,
  'hub-panel': PANEL,
  'hub-remote': REMOTE,
  'hub-surface': SURFACE,
  'hub-watch': WATCH,
  ...Object.fromEntries(areas.map((type) => [type, operationFields({ newestWins: true })])),
};

interface Registered {
  readonly defaults: Readonly<Record<string, { readonly value: unknown; readonly validate?: unknown }>>;
}

/** The definition of a node as the editor gets it. */
function registered(type: string): Registered {
  const file = type === 'hub-config' ? 'hub-config' : type.slice('hub-'.length);
  const html = readFileSync(join(root, 'lib/nodes', `${file}.html`), 'utf8');
  const scripts = [...html.matchAll(/<script type="text\/javascript">([\s\S]*?)<\/script>/g)].map(([, code]) => code);
  let found: Registered | undefined;
  const registerType = (_: string, definition: Registered) => {
    found = definition;
  };
  runInNewContext(scripts.join('\n'), { RED: { nodes: { registerType } }, GraphicsHub: { measureStatusesOnce() {} } });
  return found as Registered;
}

/** Values of a new node that differ from the value of a blank field: a new panel has no second press, for example. */
const OWN_DEFAULTS = ['secondPress', 'hub', 'operation'];

/** Fields that a reader adds: the surface of a control has its device. */
const ADDED: Readonly<Record<string, readonly string[]>> = { 'hub-control': ['device'] };

describe('the saved fields of', () => {
  for (const [type, { fields }] of Object.entries(DESCRIPTIONS))
    describe(type, () => {
      const { defaults } = registered(type);
      const names = Object.keys(defaults).filter((name) => !['name', 'version'].includes(name));

      it('are described', () => {
        if (areas.includes(type)) should(Object.keys(fields)).containDeep(names);
        else should([...names, ...(ADDED[type] ?? [])].sort()).eql(Object.keys(fields).sort());
      });

      it('have the same default in the dialog and for a blank', () => {
        for (const name of names.filter((each) => !OWN_DEFAULTS.includes(each) && fields[each]?.required !== true)) {
          const field = fields[name]!;
          const value = JSON.parse(JSON.stringify(defaults[name]?.value)) as unknown;
          should(fieldFault(name, field, value)).be.undefined();
          const isFreeSlots = Array.isArray(value) && value.every((each) => each === '');
          if (!isFreeSlots) should(fieldValue(field, value)).eql(fieldValue(field, ''), name);
        }
      });
    });
});
