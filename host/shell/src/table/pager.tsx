import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import styles from './pager.module.css'
import type { List } from './use-list.ts'
import { formatCount } from '../values/person-formats.ts'

/** A list of at most this length has no pages. */
export const SMALLEST_PAGE = 10
const SIZES = [SMALLEST_PAGE, 25, 50, 100, 250]

interface PagerProps {
  /** The name of the list, because a screen may have several. */
  title: string
  list: List
}

/** The range of records on this page, the page size, and buttons for other pages. */
export function Pager({ title, list: { state, page, change } }: PagerProps) {
  const total = page.data?.total ?? 0
  const first = Math.min((state.page - 1) * state.size + 1, total)
  const last = Math.min(state.page * state.size, total)
  const sizes = SIZES.includes(state.size) ? SIZES : [...SIZES, state.size].sort((a, b) => a - b)

  return (
    <nav className={styles.pager} aria-label={`Pages of ${title}`}>
      <label className={styles.size} data-print="none">
        Rows
        <select value={state.size} onChange={(event) => change({ size: Number(event.currentTarget.value) })}>
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <span className={styles.range} role="status">
        {page.data ? `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}` : ''}
      </span>
      <ActionIcon
        variant="default"
        size={28}
        aria-label="Previous page"
        disabled={state.page <= 1}
        onClick={() => change({ page: state.page - 1 })}
      >
        <IconChevronLeft size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={28}
        aria-label="Next page"
        disabled={last >= total}
        onClick={() => change({ page: state.page + 1 })}
      >
        <IconChevronRight size={14} aria-hidden />
      </ActionIcon>
    </nav>
  )
}
