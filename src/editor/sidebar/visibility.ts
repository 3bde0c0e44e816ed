/** Reports if a user can see an element, at each change. A browser tab in the background shows nothing. */
export function watchVisibility(target: Element, onChange: (isVisible: boolean) => void): void {
  let isOnScreen = false;
  let wasVisible = false;
  const update = () => {
    const isVisible = isOnScreen && !document.hidden;
    if (isVisible !== wasVisible) onChange(isVisible);
    wasVisible = isVisible;
  };
  new IntersectionObserver((changes) => {
    isOnScreen = changes.at(-1)?.isIntersecting ?? false;
    update();
  }).observe(target);
  document.addEventListener('visibilitychange', update);
}
