import { inspect } from 'node:util';
import type { SurfaceMessage } from '../../panels/render/surface.js';

const LIMITS = { breakLength: Number.POSITIVE_INFINITY, depth: 5, maxArrayLength: 50, maxStringLength: 200 };

/** A surface's message as readable text, for example a Buffer as its bytes. */
export const onOneLine = (fields: SurfaceMessage): string => inspect(fields, LIMITS);
