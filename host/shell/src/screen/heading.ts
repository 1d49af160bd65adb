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
