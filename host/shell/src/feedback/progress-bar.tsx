import styles from './progress-bar.module.css'

interface ProgressBarProps {
  /** Default: unknown. */
  readonly value?: number
  readonly max: number
  /** Its name for screen readers. */
  readonly label: string
}

/** The progress of something, as a thin bar that fills its line. */
export const ProgressBar = ({ value, max, label }: ProgressBarProps) => (
  <progress className={styles.progress} value={value} max={max} aria-label={label} />
)
