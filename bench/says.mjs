/** What the figures of a scenario mean: told beneath its name where all its limits hold, and only what they hold to. */
export const says = {
  steady: `A flood of a fader ends on the right value, soon after it, and at less than half of core's CPU time: of the
values that wait only the newest goes out.`,
  narrow: `A hub that serves only four requests at a time gets few of them, so that the last value does not wait behind
old ones. Core sends every value, and each waits for those before it.`,
  jitter: `Where latency varies, core's values can overtake one another, and a fader ends on an old value. Here one
request of a fader is under way at a time, so none is overtaken.`,
  updates: `*Joining* (off until it is switched on in the hub's configuration) puts the values of several targets into
one call. It pays where the way to the hub costs more than an entry of the batch does. With a hub that takes 10 ms for an
entry it is slower: leave it off there.`,
  panel: 'A `hub-panel` in front of each fader costs at most a quarter more than the faders alone.',
  fast: `Where each message is a request of its own and the hub answers at once, the nodes send at least twice as many as
core, in less than half of its CPU time.`,
  slow: `Where the hub takes 20 ms, it sets the pace: the nodes send about as many as bare \`node:http\`, in less than two
thirds of core's CPU time.`,
  watchers: `However many nodes watch the same, the hub is asked once. A thousand properties are read by about twenty
calls a second.`,
  remote: `However many Node-REDs show how things are, the hub is asked by one. A broker that is killed, or a network that is
lost, makes no press act twice or late, and the lamps say *unknown* meanwhile.`,
  million: 'A million messages leave nothing behind.',
};
