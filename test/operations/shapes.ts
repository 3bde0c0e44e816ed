/** Answers of the simulator that several areas have. */

export const ERROR = { error: 'text' };
export const TEXT = /./;
export const OK = /^OK$/;
export const DONE = { success: 'bool' };
export const NAMED = { id: 'int', name: 'text' };

export const propertyShape = { PropertyPath: 'text', DisplayName: 'text', Value: 'any' };
export const buttonShape = { id: 'text', 'key?': 'text', label: 'text' };
