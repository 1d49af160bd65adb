import type { Column } from '@atrium/sdk/documents'
import { Button, Checkbox, CloseButton, NativeSelect } from '@mantine/core'
import { msg, t, type Message } from '../language/t.ts'
import { defaultSort } from './list-state.ts'
import type { Sort } from './list-state.ts'
import styles from './sort-panel.module.css'
import type { PanelProps } from './table-tools.tsx'
import { ToolPanel } from './tool-panel.tsx'

/** The orders of a list: the first decides, each further one among records that are equal so far. */
export function SortPanel({ opener, scope: { widget, list, columns } }: PanelProps) {
  const byDefault = defaultSort(widget)
  const { sort } = list.state
  const sortable = columns.all.filter((column) => column.sortable)
  const first = columns.all.find(({ name }) => name === sort[0]?.field)
  const others = sortable.filter(({ name }) => !sort.some(({ field }) => field === name))
  const change = (next: readonly Sort[]) => list.change({ sort: next.length > 0 ? next : byDefault })
  const replace = (old: Sort, next: Sort) => change(sort.map((each) => (each === old ? next : each)))
  const reset = (
    <Button variant="subtle" size="compact-xs" onClick={() => list.change({ sort: byDefault, isGrouped: false })}>
      {t('Reset')}
    </Button>
  )
  return (
    <ToolPanel opener={opener} title={t('Sort')} width={340} aside={reset}>
      <ol className={styles.list}>
        {sort.map((each, index) => {
          const column = sortable.find(({ name }) => name === each.field)
          const label = column?.label ?? sentenceCase(each.field)
          const offered = sortable.filter((other) => other === column || others.includes(other))
          return (
            <li key={each.field} className={styles.order}>
              <NativeSelect
                className={styles.field}
                aria-label={index === 0 ? t('Sort by') : t('Then by ({index})', { index: index + 1 })}
                data={[
                  ...(column ? [] : [{ value: each.field, label }]),
                  ...offered.map(({ name, label: text }) => ({ value: name, label: text })),
                ]}
                value={each.field}
                data-autofocus={index === 0 || undefined}
                onChange={({ currentTarget }) => replace(each, { ...each, field: currentTarget.value })}
              />
              <NativeSelect
                className={styles.direction}
                aria-label={t('Order of {label}', { label })}
                data={directions(column)}
                value={each.order}
                onChange={({ currentTarget }) =>
                  replace(each, { ...each, order: currentTarget.value as Sort['order'] })
                }
              />
              <CloseButton
                size="sm"
                aria-label={t('Do not sort by {label}', { label })}
                disabled={sort.length === 1 && sort[0]?.field === byDefault[0]?.field}
                onClick={() => change(sort.filter((other) => other !== each))}
              />
            </li>
          )
        })}
      </ol>
      {others.length > 0 && (
        <NativeSelect
          aria-label={sort.length === 0 ? t('Sort by') : t('Then by')}
          data={[
            { value: '', label: sort.length === 0 ? t('Sort by…') : t('Then by…') },
            ...others.map(({ name, label }) => ({ value: name, label })),
          ]}
          value=""
          data-autofocus={sort.length === 0 || undefined}
          onChange={({ currentTarget: { value } }) => {
            if (value !== '') change([...sort.filter(({ field }) => field !== 'id'), { field: value, order: 'asc' }])
          }}
        />
      )}
      {first && (
        <Checkbox
          className={styles.group ?? ''}
          size="xs"
          label={t('Group rows by {label}', { label: first.label })}
          checked={list.state.isGrouped}
          onChange={({ currentTarget }) => list.change({ isGrouped: currentTarget.checked })}
        />
      )}
    </ToolPanel>
  )
}

/** Both directions in words that suit the values. */
function directions(column: Column | undefined): { value: Sort['order']; label: string }[] {
  const [up, down] = WORDS[column?.kind ?? 'tags'] ?? ORDERS
  return [
    { value: 'asc', label: t(up) },
    { value: 'desc', label: t(down) },
  ]
}

const ORDERS = [msg('Ascending'), msg('Descending')] as const
const TEXTS = [msg('A to Z'), msg('Z to A')] as const
const NUMBERS = [msg('Lowest first'), msg('Highest first')] as const
const TIMES = [msg('Earliest first'), msg('Latest first')] as const
const WORDS: { [Kind in Column['kind']]?: readonly [up: Message, down: Message] } = {
  text: TEXTS,
  number: NUMBERS,
  money: NUMBERS,
  progress: NUMBERS,
  link: TEXTS,
  date: TIMES,
  datetime: TIMES,
  since: TIMES,
}

/** A list may be sorted by a field that no column shows. */
const sentenceCase = (field: string) => (field.charAt(0).toUpperCase() + field.slice(1)).replaceAll('_', ' ')
