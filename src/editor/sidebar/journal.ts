import type { MakeSection } from './section.js';

/** To come. */
export const journalSection: MakeSection = () => ({ show() {}, hide() {} });
