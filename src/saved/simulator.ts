/** The address of the simulator in the examples and documents. The command and the sidebar start it there. */
export const SIMULATOR_URL = 'http://127.0.0.1:8090';

/** The configuration of the simulator in the examples. The sidebar adds the same one, so an example finds it. */
export const SIMULATOR_HUB = { id: 'hubdemo0hub00001', name: 'Simulated hub' } as const;
