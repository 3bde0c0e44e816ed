/** Stands for the types of Node-RED that need the browser or Node.js: `tsconfig.json` of the other side maps them here. */
export {};
