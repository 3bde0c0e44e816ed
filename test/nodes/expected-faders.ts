/** Faders on surfaces with pages, and what a technician expects of them. */

/** A control: a fader of a device on one page, which sets the property with its id. */
export interface FaderControl {
  readonly id: string;
  readonly fader: string;
  readonly page: string;
  readonly high: number;
  readonly takeover: 'jump' | 'pickUp';
}

/** `sensor`: its motor knows the hand. `motor`: it knows only movements. `plain`: it has no motor. */
export interface Device {
  readonly id: string;
  readonly device: 'mcu' | 'midi' | 'osc';
  readonly kind: 'sensor' | 'motor' | 'plain';
  readonly unit: string;
  readonly pages: readonly string[];
  /** The names of its faders, with their controls in its messages. */
  readonly faders: Readonly<Record<string, string>>;
}

const MCU = { device: 'mcu', kind: 'sensor' } as const;

export const DEVICES: readonly Device[] = [
  { ...MCU, id: 'pult', unit: 'Pult Übergabe', pages: ['p1', 'p2'], faders: { pult: 'fader 1' } },
  { ...MCU, id: 'zweit', unit: 'Pult 日本語', pages: ['z1', 'z2'], faders: { zweit: 'fader 1' } },
  {
    ...{ id: 'bank', device: 'midi', kind: 'plain', unit: 'nanoKONTROL', pages: ['b1', 'b2', 'b3'] },
    faders: { bank: 'cc 1/7', master: 'cc 1/8' },
  },
  { id: 'tablet', device: 'osc', kind: 'motor', unit: '', pages: ['t1', 't2'], faders: { tablet: '/1/fader1' } },
];

export const CONTROLS: readonly FaderControl[] = [
  { id: 'pult1', fader: 'pult', page: 'p1', high: 1, takeover: 'jump' },
  { id: 'pult2', fader: 'pult', page: 'p2', high: 2, takeover: 'jump' },
  { id: 'zweit1', fader: 'zweit', page: 'z1', high: 1, takeover: 'jump' },
  { id: 'zweit2', fader: 'zweit', page: 'z2', high: 1, takeover: 'jump' },
  { id: 'bank1', fader: 'bank', page: 'b1', high: 1, takeover: 'jump' },
  { id: 'bank2', fader: 'bank', page: 'b2', high: 2, takeover: 'pickUp' },
  { id: 'master', fader: 'master', page: '', high: 1, takeover: 'jump' },
  { id: 'tablet1', fader: 'tablet', page: 't1', high: 1, takeover: 'jump' },
  { id: 'tablet2', fader: 'tablet', page: 't2', high: 2, takeover: 'jump' },
];

export const FADERS: readonly string[] = DEVICES.flatMap(({ faders }) => Object.keys(faders));

export const deviceOf = (fader: string): Device => DEVICES.find(({ faders }) => fader in faders) as Device;
