/** ms between two looks at the simulator. */
export const EVERY = 200;

export const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hour12: false });

export const find = (selector) => document.querySelector(selector);

export const words = find('main').dataset;

/** An element; what the simulator tells is only ever put in as text. */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return made;
}

/** A card's heading, with its id and what else is worth knowing. */
export const heading = (name, ...more) => element('h2', '', name, element('small', '', more.join(' · ')));

/** Draws what differs from the last look, and leaves alone what does not; `draw` hears whether it drew before. */
export function watched(draw) {
  let before;
  return (now, ...more) => {
    const text = JSON.stringify(now);
    if (text === before) return;
    draw(now, before !== undefined, ...more);
    before = text;
  };
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
