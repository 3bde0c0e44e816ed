/** The meaning of each scenario's figures. It appears below the name of the scenario if all its limits hold. */
export const explanations = {
  steady: `Eight faders send 1,000 messages a second. Each fader ends on the right value, and the nodes use less than half
of core's CPU time. They skip values that a newer value replaces, so they send fewer requests.`,
  narrow: `If a hub serves only four requests at once, the last values still arrive within 100 ms. Core sends every value,
and each value waits for all values before it.`,
  jitter: `If the latency of the hub varies, core's requests can overtake each other, and a fader ends on an old value. The
nodes send one request for each fader at a time, so no value overtakes another.`,
  updates: `*Joining* sends the values of several targets as one batch. It is off by default. It helps if a request takes
longer than an entry of a batch. If the hub needs 10 ms for an entry, joining is slower: leave it off.`,
  lanes: `A message costs about as much if thousands of properties wait as if a few hundred do.`,
  idle: 'A value costs at most a tenth more with a thousand other nodes of this package in the flow.',
  panel: 'A `hub-panel` node before each fader adds at most a quarter to the CPU time.',
  pages: `Controls of pages that are not shown read nothing, so they cost nothing while nobody presses a key. Node-RED copies a
message for each node of a wire. A control of another page adds little to that copy.`,
  fast: `Each message is one request here, and the hub answers at once. The nodes send more than twice as many messages as
core, with less than half of its CPU time for each message.`,
  slow: `The hub takes 20 ms here, so it limits the rate. The nodes send about as many messages as plain \`node:http\`, with at
most half of core's CPU time.`,
  watchers: `If many nodes watch the same property, the hub gets about as many requests as for one node. A thousand
different properties take about 20 requests a second.`,
  feedback: `After a command, the watch reads at once, so the lamp shows the new state within 0.3 s. If the hub lists the state
late, the lamp does not flash back. An early read replaces one at the interval, so the hub gets no more requests.`,
  remote: `Five Node-REDs show the state of one hub, and only one of them sends requests to it. If the broker is killed or the
network is lost, no press acts twice or late. The lamps show *unknown* during that time.`,
  long: `An unchanged answer costs a watch at most as much as a read. For a changed one, it compares at most 50,000 values
to list the paths. It is parsed in one turn of the event loop and used in the next, so that other messages pass in between.`,
  deploy: `A deploy of one node costs about as much as one of core's nodes, because the other nodes continue. Almost all of the
time is Node-RED's: it compares and copies all flows, and the copy takes time by the square of the nested objects. A changed
hub restarts all its nodes.`,
  lost: `If a hub is lost, each watch reports its error in a slice of a few milliseconds. Other messages pass in between. A
turn counts with its duration or the CPU time of the process, whichever is shorter.`,
  looks: `A recall sends its values in batches of 50 at once. A node with many properties of a look is read as a whole, so its polls cost
less than watches.`,
  cues: `A Go is sent at most a quarter later than a message to a property node. It costs more CPU time, because it also saves its position
and sends its state. Follow-ons keep their time while faders move, if the limit *Max. at once* leaves room for them.`,
  load: `The package adds at most a quarter to the CPU time of a start of Node-RED, and at most 16 % to its memory. A hub in the
flow adds axios and undici.`,
  million: `After a million messages, no timer, socket or listener is left over. The memory grows by at most 0.2 MB for each
200,000 messages.`,
};
