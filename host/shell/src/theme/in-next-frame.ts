/** Moves the focus once the present change is on the screen, unless a key or a click has moved it until then. */
export function inNextFrame(move: () => void): void {
  const last = document.activeElement
  requestAnimationFrame(() => {
    if ([last, document.body].includes(document.activeElement)) move()
  })
}
