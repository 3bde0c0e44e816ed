import should from 'should';
import { examples, type Part } from '../examples.js';

type Point = readonly [x: number, y: number];

interface Line {
  readonly from: Point;
  readonly to: Point;
}

interface Wire extends Line {
  readonly name: string;
  /** The ids of its nodes. */
  readonly ends: readonly [string, string];
}

/** Node-RED's sizes in px. The width of a letter is an average of its font. */
const LETTER = 6.6;
const NODE_HEIGHT = 30;
const LINK_WIDTH = 30;
const PORT_DISTANCE = 13;

/** Three buttons play two pads each, so their wires must cross. */
const CROSSING = ['3-panels/newsroom-button'];

const nameOf = ({ name, type, operation = '' }: Part): string => name || `${type} ${operation}`;

const widthOf = (part: Part): number =>
  part.type.startsWith('link ') ? LINK_WIDTH : Math.max(100, 20 * Math.ceil((nameOf(part).length * LETTER + 50) / 20));

const placeOf = ({ x, y }: Part): Point => [Number(x), Number(y)];

const nodesIn = (flow: readonly Part[]): readonly Part[] =>
  flow.filter(({ type, x }) => x !== undefined && type !== 'group');

/** The left and the right side of a node, and its middle from side to side. */
function sidesOf(node: Part): Line[] {
  const [x, y] = placeOf(node);
  const side = (half: number): Line => ({ from: [x + half, y - NODE_HEIGHT / 2], to: [x + half, y + NODE_HEIGHT / 2] });
  const half = widthOf(node) / 2;
  return [side(-half), side(half), { from: [x - half, y], to: [x + half, y] }];
}

/** The wires as straight lines between the ports. */
function wiresOf(flow: readonly Part[]): Wire[] {
  return flow.flatMap((sender) => {
    const [x, y] = placeOf(sender);
    const { wires = [] } = sender;
    return wires.flatMap((ids, port) =>
      ids.map((id) => {
        const receiver = flow.find((part) => part.id === id)!;
        const [toX, toY] = placeOf(receiver);
        return {
          name: `${nameOf(sender)} – ${nameOf(receiver)}`,
          ends: [sender.id, id] as const,
          from: [x + widthOf(sender) / 2, y + (port - (wires.length - 1) / 2) * PORT_DISTANCE] as const,
          to: [toX - widthOf(receiver) / 2, toY] as const,
        };
      }),
    );
  });
}

/** Positive if the points turn to the right, negative if to the left. */
const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** True if the lines cross. Lines with a common end do not. */
const cross = (one: Line, other: Line): boolean =>
  turn(one.from, one.to, other.from) * turn(one.from, one.to, other.to) < 0 &&
  turn(other.from, other.to, one.from) * turn(other.from, other.to, one.to) < 0;

function overlap(one: Part, other: Part): boolean {
  const [[x, y], [otherX, otherY]] = [placeOf(one), placeOf(other)];
  return Math.abs(x - otherX) < (widthOf(one) + widthOf(other)) / 2 && Math.abs(y - otherY) < NODE_HEIGHT;
}

const pairs = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, index) => all.slice(index + 1).map((other): [T, T] => [one, other]));

describe('the layout of the example', () => {
  for (const { name, flow } of examples) {
    it(`${name} has no overlapping nodes`, () => {
      const overlapping = pairs(nodesIn(flow)).filter(([one, other]) => overlap(one, other));
      should(overlapping.map((pair) => pair.map(nameOf))).eql([]);
    });

    it(`${name} has ${CROSSING.includes(name) ? 'crossing wires' : 'no crossing wires'}`, () => {
      const crossing = pairs(wiresOf(flow)).filter((pair) => cross(...pair));
      const names = crossing.map((pair) => pair.map((wire) => wire.name));
      if (CROSSING.includes(name)) should(names).not.be.empty();
      else should(names).eql([]);
    });

    it(`${name} has no wire over a node`, () => {
      const covered = wiresOf(flow).flatMap((wire) =>
        nodesIn(flow)
          .filter((node) => !wire.ends.includes(node.id) && sidesOf(node).some((side) => cross(wire, side)))
          .map((node) => [wire.name, nameOf(node)]),
      );
      should(covered).eql([]);
    });
  }
});
