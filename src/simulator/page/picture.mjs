import { POLL_INTERVAL, pause } from './base.mjs';

/** For this many ms after a change, the picture is polled at every frame. */
const LIVELY = 1000;

const parser = new DOMParser();
const nextFrame = () => new Promise(requestAnimationFrame);

/** Changes one node to equal another. It touches only differences, so that moved parts slide to their new place. */
function morph(here, there) {
  if (there.nodeType !== Node.ELEMENT_NODE) {
    if (here.nodeValue !== there.nodeValue) here.nodeValue = there.nodeValue;
    return;
  }
  for (const { name } of [...here.attributes]) if (!there.hasAttribute(name)) here.removeAttribute(name);
  for (const { name, value } of there.attributes) if (here.getAttribute(name) !== value) here.setAttribute(name, value);
  // A part that disappears keeps its text during the animation.
  if (there.hasAttribute('data-off')) return;
  const before = [...here.childNodes];
  for (const [index, child] of there.childNodes.entries()) {
    const own = before[index];
    if (own?.nodeName === child.nodeName) morph(own, child);
    else if (own) own.replaceWith(document.importNode(child, true));
    else here.append(document.importNode(child, true));
  }
  for (const surplus of before.slice(there.childNodes.length)) surplus.remove();
}

function draw(picture) {
  for (const monitor of parser.parseFromString(picture, 'image/svg+xml').querySelectorAll('.monitor'))
    morph(document.getElementById(monitor.id), monitor);
}

async function fetchPicture() {
  const answer = await fetch('picture.svg');
  return answer.ok ? answer.text() : undefined;
}

/** Redraws the picture if it has changed, at most once a frame. */
export async function followPicture() {
  let drawn;
  let changed = 0;
  for (;;) {
    const picture = await fetchPicture().catch(() => undefined);
    const now = await nextFrame();
    if (picture !== undefined && picture !== drawn) {
      draw(picture);
      drawn = picture;
      changed = now;
    }
    if (now - changed > LIVELY) await pause(POLL_INTERVAL);
  }
}
