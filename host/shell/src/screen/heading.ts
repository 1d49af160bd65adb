/** A heading with its text: some screens follow each other with the same element. */
export interface Heading {
  element: HTMLElement | null
  text: string
}

/** The heading of the screen that is shown. A screen whose plugin is gone stays in the page, hidden. */
export function shownHeading(): Heading {
  const headings = [...document.querySelectorAll<HTMLElement>('main h1')]
  const element = headings.find((each) => each.checkVisibility()) ?? null
  return { element, text: element?.textContent ?? '' }
}

/** Moves the focus to a heading, so that Tab goes on from there. A list keeps the position to which it was scrolled. */
export function focusHeading(heading: HTMLElement | null): void {
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
