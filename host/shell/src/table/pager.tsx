import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { t } from '../language/t.ts'
import styles from './pager.module.css'
import type { List } from './use-list.ts'
import { formatCount } from '../values/person-formats.ts'

/** A list of at most this length has no pages. */
export const SMALLEST_PAGE = 10
const SIZES = [SMALLEST_PAGE, 25, 50, 100, 250]
/** All records below each other, without pages. */
const ALL = 'all'

interface PagerProps {
  /** The name of the list, because a screen may have several. */
  title: string
  list: List
}

/** The range of records on this page, the page size, and buttons for other pages. */
export function Pager({ title, list: { state, page, change } }: PagerProps) {
  const total = page.data?.total ?? 0
  const first = Math.min((state.page - 1) * state.size + 1, total)
  const last = state.isWhole ? total : Math.min(state.page * state.size, total)
  const sizes = SIZES.includes(state.size) ? SIZES : [...SIZES, state.size].sort((a, b) => a - b)

  return (
    <nav className={styles.pager} aria-label={t('Pages of {title}', { title })}>
      <label className={styles.size} data-print="none">
        {t('Rows')}
        <select
          value={state.isWhole ? ALL : state.size}
          onChange={({ currentTarget: { value } }) =>
            change(value === ALL ? { isWhole: true } : { isWhole: false, size: Number(value) })
          }
        >
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
          {state.isGrid !== true && <option value={ALL}>{t('All')}</option>}
        </select>
      </label>
      <span className={styles.range} role="status">
        {page.data
          ? t('{first}–{last} of {total}', {
              first: formatCount(first),
              last: formatCount(last),
              total: formatCount(total),
            })
          : ''}
      </span>
      <ActionIcon
        variant="default"
        size={28}
        aria-label={t('Previous page')}
        disabled={state.page <= 1}
        onClick={() => change({ page: state.page - 1 })}
      >
        <IconChevronLeft size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={28}
        aria-label={t('Next page')}
        disabled={last >= total}
        onClick={() => change({ page: state.page + 1 })}
      >
        <IconChevronRight size={14} aria-hidden />
      </ActionIcon>
    </nav>
  )
}
