import type { ComponentProps } from 'react'
import styles from './row-controls.module.css'

interface RowCheckProps extends ComponentProps<'input'> {
  /** Whether some of what it stands for is chosen, and some is not. */
  indeterminate?: boolean
}

/**
 * A checkbox of a table. It is the browser's own with the look of Mantine's: a list has up to 250, and for Mantine's React renders six components
 * and the browser three transitions each.
 */
export const RowCheck = ({ indeterminate = false, ...input }: RowCheckProps) => (
  <input {...input} ref={indeterminate ? markPartly : markWhole} type="checkbox" className={styles.check} />
)

/* The same function each time: React would call another one with each rendering. */
const mark = (indeterminate: boolean) => (element: HTMLInputElement | null) => {
  if (element) element.indeterminate = indeterminate
}
const [markPartly, markWhole] = [mark(true), mark(false)]

/** A button with an icon in the row of a table; for the same reason not Mantine's `ActionIcon`. */
export const RowButton = (button: ComponentProps<'button'>) => (
  <button {...button} type="button" className={styles.button} />
)
