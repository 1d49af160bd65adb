const listeners = new WeakMap<Element, () => void>()
let observer: ResizeObserver | undefined

/**
 * Calls back after the size of an element has changed. All elements share one observer, so a table of hundreds of them is measured once,
 * after its layout and before anything changes again. Returns its undo.
 */
export function onResize(element: Element, listener: () => void): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) listeners.get(target)?.()
  })
  listeners.set(element, listener)
  observer.observe(element)
  return () => {
    listeners.delete(element)
    observer?.unobserve(element)
  }
}
