/** The address of the simulator in the examples and documents. The command and the sidebar start it there. */
export const SIMULATOR_URL = 'http://127.0.0.1:8090';
