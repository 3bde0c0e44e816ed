import { panelEffects } from './examples-effects-panels.js';

/** The effect of a button of an example. Empty: no effect. */
interface Effect {
  /** The commands as METHOD PATH BODY, in any order. For a fader only the last one. */
  readonly sends?: string | readonly string[];
  /** The operation of a read. */
  readonly reads?: string;
  /** The text of the catch node. */
  readonly error?: string;
  /** The last message of a lamp, by the name of the debug node behind it. */
  readonly lights?: Readonly<Record<string, object>>;
}

/** The message of an MQTT light for a look. */
const lightOf = (payload: string) => ({ topic: 'lamps/evening', payload });

/** The batch of a look: the opacity, the position and the zoom, each with this fade. */
const lookOf = (opacity: number, fade = '') =>
  `PUT /batch [${[
    ['Mixer_0/properties/Overlay%2F%2FOpacity%2F0', opacity],
    ['Mixer_0/properties/Overlay%2F%2FPosition%2F0', '{"x":0,"y":0,"z":0}'],
    ['Tracked%20Camera_0/properties/Lens%2F%2FZoom%2F0', 0],
  ]
    .map(
      ([path, value], id) =>
        `{"id":${id},"url":"/engines/1/nodes/${path}","verb":"PATCH","body":{"Value":${value}${fade}}}`,
    )
    .join()}]`;

/** By the name of the example in the import dialog, then by `TARGET: BUTTON`. */
export const effects: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  '1-first-steps/first-show': {
    'pressItemButton: In': { sends: 'POST /playout/rundowns/51/items/512/in' },
    'pressItemButton: Out': { sends: 'POST /playout/rundowns/51/items/512/out' },
    'playNext: Next': { sends: 'PUT /linear/rundown/101/playnext/0' },
    'takeOut: Take out': { sends: 'PUT /linear/rundown/101/out/0' },
    'Fader: Fader up': {
      sends:
        'PATCH /engines/1/nodes/Tracked Camera_0/properties/Lens//Zoom/0 {"Value":1,"Interpolation":"EaseInOut","Duration":1.5}',
    },
    'Fader: Fader down': {
      sends:
        'PATCH /engines/1/nodes/Tracked Camera_0/properties/Lens//Zoom/0 {"Value":0,"Interpolation":"EaseInOut","Duration":1.5}',
    },
    'Rehearsal: Rehearse': {},
    'Rehearsal: On air': { reads: 'getProperty' },
    'Anchor: Wave: Press Wave': {
      error: 'Anchor › Wave (Simulated hub): not sent – no button "Wave" – choose in (In), out (Out). [Anchor: Wave]',
    },
    'Rehearsal off: Reset': {
      sends: [
        'POST /playout/rundowns/51/items/512/out',
        'PUT /linear/rundown/101/out/0',
        'PATCH /engines/1/nodes/Tracked Camera_0/properties/Lens//Zoom/0 {"Value":0,"Interpolation":"EaseInOut","Duration":1.5}',
      ],
    },
  },
  '2-nodes/batch': {
    'All answers: Dim the overlay': {
      sends:
        'PUT /batch [{"id":"overlay","url":"/engines/1/nodes/Mixer_0/properties/Overlay%2F%2FOpacity%2F0","verb":"PATCH","body":{"Value":0.5}},{"id":"tint","url":"/engines/1/nodes/Mixer_0/properties/Overlay%2F%2FTint%2F0","verb":"PATCH","body":{"Value":{"x":1,"y":0.5,"z":0,"w":1}}},{"id":"rundowns","url":"/playout/rundowns","verb":"GET"}]',
    },
    'All answers: One fails': {
      sends: 'PUT /batch [{"id":"good","url":"/rgraphs","verb":"GET"},{"id":"bad","url":"/rgraphs/9999","verb":"GET"}]',
      error:
        'Send batch (Simulated hub): refused – entries failed. Check output. They are: bad (404). Answer of the hub: Rgraph 9999 not found. [All answers]',
    },
    'One by one: Three questions': {
      sends:
        'PUT /batch [{"id":1,"url":"/engines","verb":"GET"},{"id":2,"url":"/launcher","verb":"GET"},{"id":3,"url":"/projects","verb":"GET"}]',
    },
    'Failures are answers, too: One fails': {
      sends: 'PUT /batch [{"id":"good","url":"/rgraphs","verb":"GET"},{"id":"bad","url":"/rgraphs/9999","verb":"GET"}]',
    },
  },
  '2-nodes/control': {
    'Key 0: lower third: Press key 0': {
      sends: 'PATCH /engines/1/nodes/Lower Third_0/properties/Status//Visible/0 {"Value":true}',
      lights: {
        'Key 0': { topic: 0, payload: { command: 'fillColor', value: [255, 0, 0], text: 'Anchor', state: 'on air' } },
      },
    },
    'Key 0: lower third: Release key 0': {},
    'Key 0: lower third: Press key 0 again': {
      sends: 'PATCH /engines/1/nodes/Lower Third_0/properties/Status//Visible/0 {"Value":false}',
      lights: {
        'Key 0': { topic: 0, payload: { command: 'fillColor', value: [0, 0, 0], text: 'Anchor', state: 'off' } },
      },
    },
    'Fader 1: opacity: Fader up': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":0.75}',
    },
    'Fader 1: opacity: Fader down': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":0.25}',
    },
    'Overlay opacity: Change the opacity elsewhere': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":1}',
      lights: { 'Fader 1': { topic: '/1/fader1', payload: 1 } },
    },
  },
  '2-nodes/engine-function': {
    'Cut: Cut to CAM 1': {
      sends:
        'POST /engines/1/nodes/Mixer_0/functions/Default//Cut/0 {"Parameters":[{"PropertyPath":"Channels//ProgramChannel/0","payload":{"value":"CAM 1"}}]}',
    },
    'Cut: Cut to CAM 2': {
      sends:
        'POST /engines/1/nodes/Mixer_0/functions/Default//Cut/0 {"Parameters":[{"PropertyPath":"Channels//ProgramChannel/0","payload":{"value":"CAM 2"}}]}',
    },
    'Play clip: Press': {
      sends:
        'POST /engines/1/nodes/Media Player_0/functions/Default//Play/0 {"Parameters":[{"PropertyPath":"Clip//FilePath/0","payload":{"value":"D:\\\\Clips\\\\Replay 1.mov"}},{"PropertyPath":"Clip//Speed/0","payload":{"value":1}}]}',
    },
    'Play clip: Release': {},
    'Stop clip: Press': { sends: 'POST /engines/1/nodes/Media Player_0/functions/Default//Stop/0 {"Parameters":[]}' },
    'Stop clip: Release': {},
    'Functions of the player: Which functions?': { reads: 'listFunctions' },
    'The function Play: What does it take?': { reads: 'getFunction' },
  },
  '2-nodes/engine-property': {
    'Opacity: Half': { sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":0.5}' },
    'Opacity: Full': { sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":1}' },
    'Fade to a quarter in 2 s: Fade': {
      sends:
        'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":0.25,"Interpolation":"Linear","Duration":2}',
    },
    'Position x: To the left': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Position/0 {"Value":{"x":-50,"y":0,"z":0}}',
    },
    'Position x: To the middle': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Position/0 {"Value":{"x":0,"y":0,"z":0}}',
    },
    'Opacity now: What does it hold?': { reads: 'getProperty' },
    'Properties of the mixer: Which properties?': { reads: 'listProperties' },
  },
  '2-nodes/event': {
    'Events: Rehearse': {},
    'Events: On air': {},
    'Overlay opacity: Show the overlay': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":1}',
    },
    'Overlay opacity: Hide the overlay': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":0}',
    },
  },
  '2-nodes/graph': {
    'Studio A: Breaking News: Load': { sends: 'POST /rgraphs/22/load {"engineHostId":1}' },
    'Studio A: Evening News: Load': { sends: 'POST /rgraphs/21/load {"engineHostId":1}' },
    'Video Wall: Election Wall: Load': { sends: 'POST /graphs/12/load {"engineHostId":3}' },
    'Video Wall: Video Wall: Load': { sends: 'POST /graphs/11/load {"engineHostId":3}' },
    'Arena: Match: Load': { sends: 'POST /ustates/42/load {"engineHostId":4}' },
    'Arena: Before the match: Load': { sends: 'POST /ustates/41/load {"engineHostId":4}' },
    'Rgraphs: Which rgraphs?': { reads: 'listRgraphs' },
    'Graphs: Which graphs?': { reads: 'listGraphs' },
    'Projects: Which projects?': { reads: 'listProjects' },
  },
  '2-nodes/lamp': {
    'Anchor: In: In': {
      sends: 'POST /playout/rundowns/51/items/512/in',
      lights: {
        'Key 0': { topic: 0, payload: { command: 'fillColor', value: [255, 0, 0] } },
        'MQTT light': { topic: 'lamps/anchor', payload: 'program' },
      },
    },
    'Anchor: Out: Out': {
      sends: 'POST /playout/rundowns/51/items/512/out',
      lights: {
        'Key 0': { topic: 0, payload: { command: 'fillColor', value: [0, 0, 0] } },
        'MQTT light': { topic: 'lamps/anchor', payload: 'off' },
      },
    },
  },
  '2-nodes/launcher': {
    'Launch Breaking News: Press': { sends: 'PUT /launcher/61/launch' },
    'Launch Breaking News: Release': {},
    'Retime Breaking News: Retime': { sends: 'PUT /launcher/61/retime' },
    'Stop Breaking News: Press': { sends: 'PUT /launcher/61/stop' },
    'Stop Breaking News: Release': {},
    'Start its first renderer: Start one renderer': { sends: 'PUT /launcher/61/renderer/71/start' },
    'Launch configurations: Which configurations?': { reads: 'listLaunchConfigs' },
    'Its first renderer: What is a renderer?': { reads: 'getRenderer' },
  },
  '2-nodes/linear-play': {
    'Next on preview: Press': { sends: 'PUT /linear/rundown/101/playnext/1' },
    'Next on preview: Release': {},
    'Next on program: Press': { sends: 'PUT /linear/rundown/101/playnext/0' },
    'Next on program: Release': {},
    'Play Headlines: Press': { sends: 'PUT /linear/rundown/101/play/2012/0' },
    'Play Closing: Press': { sends: 'PUT /linear/rundown/101/play/2014/0' },
    'Take out of program: Out': { sends: 'PUT /linear/rundown/101/out/0' },
    'Load Evening News: Load the rundown': { sends: 'PUT /linear/rundown/101/201/load' },
    'Linear engines: Which linear engines?': { reads: 'listLinearEngines' },
    'Items of Evening News: Which items?': { reads: 'listLinearItems' },
  },
  '2-nodes/look': {
    'Evening: Store Evening': { lights: { 'MQTT light': lightOf('lookOn') } },
    'Overlay opacity: Change the picture': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":0.25}',
      lights: { 'MQTT light': lightOf('lookChanged') },
    },
    'Evening: Compare': {},
    'Evening: Half way': { sends: lookOf(0.625), lights: { 'MQTT light': lightOf('lookChanged') } },
    'Evening: All the way': { sends: lookOf(1), lights: { 'MQTT light': lightOf('lookOn') } },
    'Evening: Back': { sends: lookOf(0.25), lights: { 'MQTT light': lightOf('lookChanged') } },
    'Evening: Recall Evening': {
      sends: lookOf(1, ',"Interpolation":"Linear","Duration":1'),
      lights: { 'MQTT light': lightOf('lookOn') },
    },
    'Evening: List': {},
    'Evening: Delete': { lights: { 'MQTT light': lightOf('lookEmpty') } },
  },
  '2-nodes/cues': {
    'Evening News: Go': {
      sends: 'PUT /linear/rundown/101/play/2011/0',
      lights: { 'MQTT light': { topic: 'lamps/cues', payload: 'cueStandby' } },
    },
    'Evening News: Next': {},
    'Evening News: Back': {},
    'Evening News: Go to 30': {
      sends: 'POST /playout/rundowns/51/items/512/in',
      lights: { 'MQTT light': { topic: 'lamps/cues', payload: 'cueRunning' } },
    },
    'Evening News: Stop': { lights: { 'MQTT light': { topic: 'lamps/cues', payload: 'cueStandby' } } },
  },
  '2-nodes/newsroom-mos': {
    'New title: Title: in Geneva': {
      sends:
        'PATCH /newsroom/mosObjects/0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901 {"data":{"Name":"Zoë Müller","Title":"in Geneva"}}',
    },
    'New title: Title: Anchor': {
      sends:
        'PATCH /newsroom/mosObjects/0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901 {"data":{"Name":"Zoë Müller","Title":"Anchor"}}',
    },
    'Lower third: In: Press': {
      sends:
        'POST /newsroom/rundowns/2016ENPS9VM001/2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3/2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22/1/in',
    },
    'Lower third: In: Release': {},
    'Lower third: Out: Press': {
      sends:
        'POST /newsroom/rundowns/2016ENPS9VM001/2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3/2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22/1/out',
    },
    'Lower third: Out: Release': {},
    'All rundowns: Which rundowns?': { reads: 'listNewsroomRundowns' },
    'Evening News: What is in one?': { reads: 'getNewsroomRundown' },
  },
  '2-nodes/panel': {
    'Fader: To the middle': {
      sends: 'PATCH /engines/1/nodes/Tracked Camera_0/properties/Lens//Zoom/0 {"Value":0.5}',
    },
    'Fader: To the lower end': {
      sends: 'PATCH /engines/1/nodes/Tracked Camera_0/properties/Lens//Zoom/0 {"Value":0}',
    },
    'Selector: Third quarter': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Channels//ProgramChannel/0 {"Value":"CAM 3"}',
    },
    'Selector: First quarter': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Channels//ProgramChannel/0 {"Value":"CAM 1"}',
    },
    'Button: Press': { sends: 'POST /playout/rundowns/51/items/512/in' },
    'Button: Release': {},
  },
  '2-nodes/playout-item': {
    'Anchor: In: Press': { sends: 'POST /playout/rundowns/51/items/512/in' },
    'Anchor: In: Release': {},
    'Anchor: Out: Press': { sends: 'POST /playout/rundowns/51/items/512/out' },
    'Anchor: Out: Release': {},
    'Anchor: new data: Change the name': {
      sends:
        'PATCH /playout/rundowns/51/items/512 {"data":{"Name":"Ana Novák","Title":"Anchor","Photo":"D:\\\\Photos\\\\novak.png"}}',
    },
    'Anchor: new data: Change it back': {
      sends:
        'PATCH /playout/rundowns/51/items/512 {"data":{"Name":"Zoë Müller","Title":"Anchor","Photo":"D:\\\\Photos\\\\mueller.png"}}',
    },
    'Rundowns: Which rundowns?': { reads: 'listRundowns' },
    'Items of Evening News: Which items?': { reads: 'listItems' },
  },
  '2-nodes/remote': {
    'Panel: Press': { sends: 'POST /playout/rundowns/51/items/512/in' },
  },
  '2-nodes/watch': {
    'Overlay on air?: Ask': { reads: 'getProperty' },
    'Overlay opacity: Show the overlay': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":1}',
    },
    'Overlay opacity: Hide the overlay': {
      sends: 'PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":0}',
    },
  },
  ...panelEffects,
};
