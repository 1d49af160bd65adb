import type { DataRecord } from '../api/paths.ts'
import { useResource } from '../screen/use-resource.ts'
import { useSubtitles } from '../values/record-subtitle.ts'
import styles from './relation-option.module.css'

/** The subtitles that distinguish the records of a list, as declared by the resource with a screen for the list. */
export function useListSubtitles(listPath: string, records: readonly DataRecord[]): (record: DataRecord) => string {
  return useSubtitles(useResource(listPath)?.record_subtitle, records)
}

interface RelationOptionProps {
  /** Mantine passes on the members of `data` besides the label. */
  option: { readonly label: string; readonly subtitle?: string | undefined }
  /** Whether it creates a record instead: it stays visible while the others scroll. */
  creates?: boolean
}

/** A record that can be chosen. */
export function RelationOption({ option: { label, subtitle = '' }, creates = false }: RelationOptionProps) {
  return (
    <span className={styles.option} data-creates={creates || undefined}>
      {label}
      {subtitle !== '' && <span className={styles.subtitle}>{subtitle}</span>}
    </span>
  )
}
