import { byId } from '../base/dom.js';
import type { HubConfig } from '../base/node-types.js';
import { red } from '../base/red.js';
import { fillIn } from '../fields/offer-choices.js';

/** The settings that a connection test can fill in. */
export type DetectedSetting = 'dialect' | 'linearSegment' | 'auth' | 'name';

const input = (setting: DetectedSetting) => byId(`node-config-input-${setting}`);

/** The fields of an open hub dialog that a connection test fills in. */
export class HubFields {
  readonly #node: HubConfig;
  readonly #defaults: Readonly<Record<DetectedSetting, string>>;
  /** The values that a test has filled in. */
  readonly #filled = new Map<DetectedSetting, string>();

  constructor(node: HubConfig, defaults: Readonly<Record<DetectedSetting, string>>) {
    this.#node = node;
    this.#defaults = defaults;
  }

  /** True if the user has not set the field: it has its default, or a value of an earlier test. */
  isUnset(setting: DetectedSetting): boolean {
    const { value } = input(setting);
    const isDefault = (text: string) => ['', this.#defaults[setting]].includes(text);
    return value === this.#filled.get(setting) || [value, String(this.#node[setting] ?? '')].every(isDefault);
  }

  read(setting: DetectedSetting): string {
    return input(setting).value;
  }

  /** Only the open dialog changes, so *Cancel* undoes it. */
  fill(setting: DetectedSetting, value: string): void {
    this.#filled.set(setting, value);
    fillIn(input(setting), value);
  }

  /** The host in an address, or host and port if another hub has this name. '' for an environment variable. */
  nameFor(baseUrl: unknown): string {
    const url = URL.canParse(String(baseUrl)) ? new URL(String(baseUrl)) : undefined;
    if (!url) return '';
    const names: unknown[] = [];
    red.nodes.eachConfig((config) => {
      if (config.type === this.#node.type && config.id !== this.#node.id) names.push((config as HubConfig).name);
    });
    return names.includes(url.hostname) ? url.host : url.hostname;
  }
}
