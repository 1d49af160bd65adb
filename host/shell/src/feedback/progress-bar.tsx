import styles from './progress-bar.module.css'

interface ProgressBarProps {
  /** Default: not known. */
  readonly value?: number
  readonly max: number
  /** What screen readers call it. */
  readonly label: string
}

/** How far something has come, as a thin bar that fills its line. */
export const ProgressBar = ({ value, max, label }: ProgressBarProps) => (
  <progress className={styles.progress} value={value} max={max} aria-label={label} />
)
