import type { MakeSection } from './section.js';

/** All that the hub lists, level by level. */
export const treeSection: MakeSection = () => ({ show() {}, hide() {} });
