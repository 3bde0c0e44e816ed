/** Bundles the built files, in which Stryker has put the faults, for the tests of flows and commands. */
import { writePackage } from '../../../scripts/bundle.mjs';

await writePackage('dist');
