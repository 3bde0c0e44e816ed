import { isEnvironment } from '../../saved/environment.js';
import { REMOTE, type SavedRemote } from '../../saved/remote.js';
import { byId } from '../base/dom.js';
import { $ } from '../base/red.js';
import { words } from '../base/words.js';
import { showSavedFields } from '../fields/saved-inputs.js';

const input = (field: string) => byId(`node-input-${field}`);

const isHost = (role: unknown): boolean => role === 'host';

/** The label of a remote node without a name. */
export const remoteLabel = ({ role }: SavedRemote): string =>
  isHost(role) ? words('remote.labels.host') : words('remote.labels.panel');

/** The label of an output. */
export const remoteOutput = ({ role }: SavedRemote, index: number): string =>
  words(`remote.outputs.${isHost(role) ? 'host' : 'panel'}${index + 1}`);

/** Fills the template of the dialog. */
export function openRemote(): void {
  showSavedFields(REMOTE, { input });
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
