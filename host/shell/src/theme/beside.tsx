import { type Ref, type RefObject, useImperativeHandle } from 'react'

interface BesideProps {
  /** Stays in the page as long as this does. */
  element: RefObject<HTMLElement | null>
  /** Given by the popover. */
  ref?: Ref<HTMLElement | null>
}

/** The target of a popover whose button is rendered elsewhere, so that it stays the same element, with its focus, while the popover is fetched. */
export function Beside({ element, ref }: BesideProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current, [element])
  return null
}
