/** Tells whether somebody can see an element: now, and at every change. A browser's tab in the background shows nothing. */
export function watchSeen(shown: Element, tell: (isSeen: boolean) => void): void {
  let isVisible = false;
  let wasSeen = false;
  const look = () => {
    const isSeen = isVisible && !document.hidden;
    if (isSeen !== wasSeen) tell(isSeen);
    wasSeen = isSeen;
  };
  new IntersectionObserver((changes) => {
    isVisible = changes.at(-1)?.isIntersecting ?? false;
    look();
  }).observe(shown);
  document.addEventListener('visibilitychange', look);
}
