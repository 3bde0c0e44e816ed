import type { Problem } from './explain.js';
export interface Findings {
  reachable: boolean;
  elapsed?: number;
  key: string;
  dialect: 1 | 2 | null;
  linearSegment: string | null;
  engines?: number;
  problem?: Problem;
}
