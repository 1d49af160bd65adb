import type { Page } from 'playwright-core'

const SMALL = `[...document.querySelectorAll('button, select, input, a:not(td a)')].flatMap((control) => {
  const { x, y, width, height } = control.getBoundingClientRect()
  const [middle, centre] = [x + width / 2, y + height / 2]
  const isHit = (across, down) => {
    const found = document.elementFromPoint(Math.max(0, middle + across), centre + down)
    return found !== null && (control.contains(found) || found.contains(control) && found.closest('label') !== null)
  }
  if (width === 0 || centre < 22 || centre > innerHeight - 22 || !isHit(0, 0)) return []
  const isTall = height >= 44 || (isHit(0, -20) && isHit(0, 20))
  const isWide = width >= 44 || (isHit(-20, 0) && isHit(20, 0))
  return isTall && isWide ? [] : [(control.ariaLabel ?? control.textContent ?? control.name) + ' ' + width + ' × ' + height]
})`

/**
 * Names the controls that a finger hits for less than 44 px, up and down or to the left and right of their middle. The title of a row is
 * none: all of the row leads to its record.
 */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate<string[]>(SMALL)
