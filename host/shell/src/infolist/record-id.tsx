import { UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { RecordId as Id } from '../api/fill-path.ts'
import styles from './record-id.module.css'

/** A record's id; a click copies it. */
export function RecordId({ id }: { id: Id }) {
  const { copy, copied } = useClipboard({ timeout: 1500 })
  return (
    <UnstyledButton className={styles.id} onClick={() => copy(id)} aria-label={`Copy id ${id}`} title="Copy id">
      {copied ? 'Copied' : `#${id}`}
    </UnstyledButton>
  )
}
