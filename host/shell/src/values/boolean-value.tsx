import { IconCheck, IconX } from '@tabler/icons-react'
import { Blank } from './blank.tsx'
import styles from './boolean-value.module.css'

/** Yes or no, by sign and word. */
export function BooleanValue({ value }: { value: unknown }) {
  if (typeof value !== 'boolean') return <Blank />
  const Icon = value ? IconCheck : IconX
  return (
    <span className={styles.boolean} data-value={value}>
      <Icon size={14} stroke={2} aria-hidden />
      {value ? 'Yes' : 'No'}
    </span>
  )
}
