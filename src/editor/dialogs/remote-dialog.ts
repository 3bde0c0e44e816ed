import { isEnvironment } from '../../saved/environment.js';
import { ROLES, type SavedRemote } from '../../saved/remote.js';
import { byId } from '../base/dom.js';
import { $ } from '../base/red.js';
import { words } from '../base/words.js';
import { offerChoices } from '../fields/offer-choices.js';
import { judgeRemote, type RemoteField } from '../validate/judge-remote.js';
import { showVerdict } from '../validate/show-verdict.js';

const FIELDS: readonly RemoteField[] = ['role', 'topic', 'command', 'expiry', 'answerWithin'];

const input = (field: RemoteField) => byId(`node-input-${field}`);

const isHost = (role: unknown): boolean => role === 'host';

/** The label of a remote node without a name. */
export const remoteLabel = ({ role }: SavedRemote): string =>
  isHost(role) ? words('remote.labels.host') : words('remote.labels.panel');

/** The label of an output. */
export const remoteOutput = ({ role }: SavedRemote, index: number): string =>
  words(`remote.outputs.${isHost(role) ? 'host' : 'panel'}${index + 1}`);

/** Fills the template of the dialog. */
export function openRemote(): void {
  offerChoices(
    input('role'),
    ROLES.map((value) => ({ value, label: words(`remote.roles.${value}`) })),
  );
  for (const field of FIELDS) showVerdict(input(field), (value) => judgeRemote(field, value));
  const update = () => {
    const role = input('role').value;
    byId('hub-role-hint').textContent = isEnvironment(role)
      ? ''
      : words(`remote.hints.${isHost(role) ? 'host' : 'panel'}`);
    byId('hub-panel').hidden = isHost(role);
  };
  $(input('role')).on('change', update);
  update();
}
