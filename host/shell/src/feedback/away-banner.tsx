import { IconCloudOff } from '@tabler/icons-react'
import styles from './away-banner.module.css'

/** Stands above every screen while the host cannot be reached. */
export function AwayBanner() {
  return (
    <p className={styles.banner} role="alert">
      <IconCloudOff size={16} aria-hidden />
      The server cannot be reached. What you enter stays here, and saving waits until it is back.
    </p>
  )
}
