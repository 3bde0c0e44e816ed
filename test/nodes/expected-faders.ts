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
  readonly control: Readonly<Record<string, string>>;
}

export const DEVICES: readonly Device[] = [
  {
    id: 'pult',
    device: 'mcu',
    kind: 'sensor',
    unit: 'Pult Übergabe',
    pages: ['p1', 'p2'],
    control: { pult: 'fader 1' },
  },
  {
    id: 'zweit',
    device: 'mcu',
    kind: 'sensor',
    unit: 'Pult 日本語',
    pages: ['z1', 'z2'],
    control: { zweit: 'fader 1' },
  },
  {
    ...{ id: 'bank', device: 'midi', kind: 'plain', unit: 'nanoKONTROL', pages: ['b1', 'b2', 'b3'] },
    control: { bank: 'cc 1/7', master: 'cc 1/8' },
  },
  { id: 'tablet', device: 'osc', kind: 'motor', unit: '', pages: ['t1', 't2'], control: { tablet: '/1/fader1' } },
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

export const FADERS: readonly string[] = DEVICES.flatMap(({ control }) => Object.keys(control));

export const deviceOf = (fader: string): Device => DEVICES.find(({ control }) => fader in control) as Device;
