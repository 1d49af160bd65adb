import { Button } from '@mantine/core'
import { t } from '../language/t.ts'
import { formatCount } from '../values/person-formats.ts'
import styles from './waiting-rows.module.css'

interface WaitingRowsProps {
  /** The number of new records. If 0, others have left the page or have moved. */
  count: number
  onShow: () => void
}

/** Shown above the rows, without moving them: a button for records that others have added or moved in the meantime. */
export function WaitingRows({ count, onShow }: WaitingRowsProps) {
  return (
    <div className={styles.place} role="status">
      <Button size="compact-sm" radius="xl" className={styles.button} onClick={onShow}>
        {count > 0 ? t('{count} new', { count: formatCount(count) }) : t('Show changes')}
      </Button>
    </div>
  )
}
