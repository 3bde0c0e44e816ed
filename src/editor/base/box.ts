/** A position on the canvas in px, independent of scroll and zoom. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly w: number;
  readonly h: number;
}

/** A rectangle on the canvas, in px. `x` and `y` are its centre, as in Node-RED's nodes. */
export type Box = Point & Size;
