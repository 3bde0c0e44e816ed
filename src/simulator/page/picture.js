import { EVERY, pause } from './base.js';

/** So many ms after a change the next one is looked for at every frame. */
const LIVELY = 1000;

const parser = new DOMParser();
const nextFrame = () => new Promise(requestAnimationFrame);

/** Makes one node like another, and touches only what differs: what has moved slides to its new place. */
function become(here, there) {
  if (there.nodeType !== Node.ELEMENT_NODE) {
    if (here.nodeValue !== there.nodeValue) here.nodeValue = there.nodeValue;
    return;
  }
  for (const { name } of [...here.attributes]) if (!there.hasAttribute(name)) here.removeAttribute(name);
  for (const { name, value } of there.attributes) if (here.getAttribute(name) !== value) here.setAttribute(name, value);
  // What goes out keeps its words on its way.
  if (there.hasAttribute('data-off')) return;
  const before = [...here.childNodes];
  for (const [index, child] of there.childNodes.entries()) {
    const own = before[index];
    if (own?.nodeName === child.nodeName) become(own, child);
    else if (own) own.replaceWith(document.importNode(child, true));
    else here.append(document.importNode(child, true));
  }
  for (const surplus of before.slice(there.childNodes.length)) surplus.remove();
}

function draw(picture) {
  for (const monitor of parser.parseFromString(picture, 'image/svg+xml').querySelectorAll('.monitor'))
    become(document.getElementById(monitor.id), monitor);
}

async function look() {
  const answer = await fetch('picture.svg');
  return answer.ok ? answer.text() : undefined;
}

/** Draws the picture again and again: at most once a frame, and only if it has changed. */
export async function followPicture() {
  let drawn;
  let changed = 0;
  for (;;) {
    const picture = await look().catch(() => undefined);
    const now = await nextFrame();
    if (picture !== undefined && picture !== drawn) {
      draw(picture);
      drawn = picture;
      changed = now;
    }
    if (now - changed > LIVELY) await pause(EVERY);
  }
}
