import styles from './upload-progress.module.css'

/** How far files have come: shown while they are on their way, told to who listens when they have all left. */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100)
  return (
    <div className={styles.upload}>
      <progress className={styles.bar} value={percent} max={100} aria-label="Upload" />
      <span className={styles.text} role="status">
        {percent < 100 ? <span aria-hidden>{percent} %</span> : 'Sent. Waiting for the answer…'}
      </span>
    </div>
  )
}
