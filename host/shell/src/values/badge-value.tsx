import type { Color, Option } from '@atrium/sdk/documents'
import { asText } from './as-text.ts'
import styles from './badge-value.module.css'
import { Blank, isBlank } from './blank.tsx'
import { optionLabel } from './option-label.ts'

interface BadgeValueProps {
  value: unknown
  options?: readonly Option[] | undefined
  colors: Readonly<Record<string, Color>>
}

/** A state: its name beside a dot of its colour. */
export function BadgeValue({ value, options, colors }: BadgeValueProps) {
  if (isBlank(value)) return <Blank />
  return (
    <span className={styles.badge} data-color={colors[asText(value)] ?? 'gray'}>
      {optionLabel(options, value)}
    </span>
  )
}
