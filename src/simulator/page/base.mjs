/** ms between two polls of the simulator. */
export const POLL_INTERVAL = 200;

export const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hour12: false });

export const find = (selector) => document.querySelector(selector);

export const words = find('main').dataset;

/** Creates an element. Values of the simulator are only added as text, never as HTML. */
export function element(name, className, ...children) {
  const created = document.createElement(name);
  created.className = className;
  created.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return created;
}

/** The heading of a card, with an id and other details. */
export const heading = (name, ...more) => element('h2', '', name, element('small', '', more.join(' · ')));

/** Calls `draw` only if the value has changed. Its second argument is false for the first value. */
export function drawOnChange(draw) {
  let before;
  return (now, ...more) => {
    const text = JSON.stringify(now);
    if (text === before) return;
    draw(now, before !== undefined, ...more);
    before = text;
  };
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
