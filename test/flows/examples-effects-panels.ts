/** The effects of the panel examples. */
export const panelEffects = {
  '3-panels/atem-program-takes-a-graphic-out': {
    'Anchor: In: In': { sends: 'POST /playout/rundowns/51/items/512/in' },
    'Program?: Connected: CAM 1 on program': {},
    'Program?: CAM 2 on preview': {},
    'Program?: Cut to CAM 2': { sends: 'POST /playout/rundowns/51/items/512/out' },
    'Program?: CAM 2 once more': {},
    'Connection lost?: Connection lost': {},
    'Program?: Connected again: CAM 3 on program': {},
  },
  '3-panels/gpi-takes-the-next-item': {
    'Bouncing contact: Press': {},
    'Key switch: Switch on': { lights: { 'Pin 22': { payload: 1 } } },
    'Bouncing contact: Press again': { sends: 'PUT /linear/rundown/101/playnext/0' },
    'Key switch: Switch off': { lights: { 'Pin 22': { payload: 0 } } },
  },
  '3-panels/mqtt-button-without-surprises': {
    'Next on program: ON': { sends: 'PUT /linear/rundown/101/playnext/0' },
    'Next on program: OFF': {},
    'Next on program: ON, kept by the broker': {},
    'Next on program: JSON: pressed': { sends: 'PUT /linear/rundown/101/playnext/0' },
    'Next on program: JSON: let go': {},
    'Twice: ON, delivered twice': { sends: 'PUT /linear/rundown/101/playnext/0' },
  },
  '3-panels/newsroom-button': {
    'Pad 36: Press': {
      sends:
        'POST /newsroom/rundowns/2016ENPS9VM001/2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3/2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22/1/in',
    },
    'Pad 36: Release': {},
    'Pad 37: Press': {
      sends:
        'POST /newsroom/rundowns/2016ENPS9VM001/2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3/2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22/1/out',
    },
    'Pad 37: Release': {},
  },
  '3-panels/osc-pad-on-two-components': {
    'OSC pad: Draw a circle for 3 s': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Position/0 {"Value":{"x":50,"y":0,"z":0}}',
    },
  },
  '3-panels/stream-deck-button-with-lamp': {
    'Key 0: Press key 0': {
      sends: 'POST /playout/rundowns/51/items/512/in',
      lights: { Colour: { topic: 0, payload: { command: 'fillColor', value: [255, 0, 0] } } },
    },
    'Key 0: Release key 0': {
      lights: { Colour: { topic: 0, payload: { command: 'fillColor', value: [255, 0, 0] } } },
    },
    'Key 1: Press key 1': {
      sends: 'POST /playout/rundowns/51/items/512/out',
      lights: { Colour: { topic: 0, payload: { command: 'fillColor', value: [0, 255, 0] } } },
    },
    'Key 1: Release key 1': {
      lights: { Colour: { topic: 0, payload: { command: 'fillColor', value: [0, 255, 0] } } },
    },
  },
  '3-panels/tally': {
    'Anchor: In: In': {
      sends: 'POST /playout/rundowns/51/items/512/in',
      // Display 1, tally 1 at full brightness, then LOWER THIRD and five blanks.
      lights: { Bytes: { payload: Buffer.from('\x81\x31LOWER THIRD     ', 'latin1') } },
    },
    'Anchor: Out: Out': {
      sends: 'POST /playout/rundowns/51/items/512/out',
      lights: { Bytes: { payload: Buffer.from('\x81\x30LOWER THIRD     ', 'latin1') } },
    },
  },
  '3-panels/x-keys-jog': {
    'Jog: opacity: Three clicks to the left': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":0.85}',
    },
    'Jog: opacity: One click to the right': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":0.9}',
    },
  },
  '3-panels/x-keys-stop-that-asks-twice': {
    'Key 3: Press twice': {
      sends: 'PUT /launcher/61/stop',
      lights: { 'LED 3': { payload: { action: 'stop', unit_id: 0, ledid: 3, flashing: false } } },
    },
    'Key 3: Press once': {
      lights: { 'LED 3': { payload: { action: 'start', unit_id: 0, ledid: 3, flashing: true, color: 'blue' } } },
    },
  },
};
