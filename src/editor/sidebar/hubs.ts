import type { MakeSection } from './section.js';

/** To come. */
export const hubsSection: MakeSection = () => ({ show() {}, hide() {} });
