import should from 'should';
import type { LampSurface } from '../../dist/panels/index.js';
import {
  type DeckSize,
  nextControl,
  offersControl,
  type SurfaceControl,
} from '../../dist/panels/render/surface-controls.js';

/** Takes several controls one after the other. */
function take(count: number, device: LampSurface, type: SurfaceControl, used: string[], size: DeckSize = '15') {
  const taken: (string | undefined)[] = [];
  for (let times = 0; times < count; times += 1) {
    const control = nextControl({ device, size }, type, [...used, ...taken.filter((each) => each !== undefined)]);
    taken.push(control);
  }
  return taken;
}

describe('the next control of a surface', () => {
  it('is its first one that is not used', () => {
    should(take(3, 'streamdeck', 'button', [])).eql(['key 0', 'key 1', 'key 2']);
    should(take(2, 'streamdeck', 'button', ['key 0', 'key 2'])).eql(['key 1', 'key 3']);
    should(take(2, 'streamdeck', 'encoder', ['key 0'], 'plus')).eql(['dial 0', 'dial 1']);
    should(take(2, 'mcu', 'fader', ['fader 1'])).eql(['fader 2', 'fader 3']);
    should(take(9, 'mcu', 'button', []).slice(-2)).eql(['select 8', 'mute 1']);
    should(take(2, 'mcu', 'encoder', [])).eql(['vpot 1', 'vpot 2']);
    should(take(2, 'osc', 'fader', [])).eql(['/1/fader1', '/1/fader2']);
    should(take(2, 'xkeys', 'button', [])).eql(['button 0/1', 'button 0/2']);
    should(take(1, 'gpio', 'button', ['pin 2'])).eql(['pin 3']);
  });

  it('of a MIDI controller follows the first used one, on its channel', () => {
    should(take(2, 'midi', 'button', [])).eql(['note 1/36', 'note 1/37']);
    should(take(2, 'midi', 'fader', [])).eql(['cc 1/1', 'cc 1/2']);
    should(take(2, 'midi', 'button', ['note 10/60'])).eql(['note 10/61', 'note 10/62']);
    should(take(2, 'midi', 'button', ['note 1/126'])).eql(['note 1/127', 'note 1/0']);
    should(take(1, 'midi', 'fader', ['note 10/60', 'cc 10/7'])).eql(['cc 10/8']);
    should(take(1, 'midi', 'button', ['bend 1'])).eql(['note 1/36']);
  });

  it('is missing after the last one', () => {
    for (const [size, last] of [
      ['6', 'key 5'],
      ['15', 'key 14'],
      ['32', 'key 31'],
      ['plus', 'key 7'],
    ] as const)
      should(take(33, 'streamdeck', 'button', [], size).filter(Boolean).at(-1)).equal(last);
    should(take(10, 'mcu', 'fader', []).slice(-2)).eql(['fader master', undefined]);
    should(take(129, 'midi', 'button', []).slice(-2)).eql(['note 1/35', undefined]);
  });

  it('is blank where the user names all controls', () => {
    should(take(2, 'mqtt', 'button', [])).eql(['', '']);
    should(offersControl({ device: 'mqtt', size: '15' }, 'fader')).be.true();
    should(offersControl({ device: 'streamdeck', size: '15' }, 'fader')).be.false();
    should(offersControl({ device: 'midi', size: '15' }, 'fader')).be.true();
    should(offersControl({ device: 'gpio', size: '15' }, 'fader')).be.false();
  });
});
