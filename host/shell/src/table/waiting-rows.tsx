import { Button } from '@mantine/core'
import { formatCount } from '../values/person-formats.ts'
import styles from './waiting-rows.module.css'

interface WaitingRowsProps {
  /** How many records are new. With none, others have left the page or have moved. */
  count: number
  onShow: () => void
}

/** Above the rows, without moving them: shows what others have added or moved in the meantime. */
export function WaitingRows({ count, onShow }: WaitingRowsProps) {
  return (
    <div className={styles.place} role="status">
      <Button size="compact-sm" radius="xl" className={styles.button} onClick={onShow}>
        {count > 0 ? `${formatCount(count)} new` : 'Show changes'}
      </Button>
    </div>
  )
}
