import { UnstyledButton } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { RecordId } from '../api/paths.ts'
import { fillPath } from '../api/paths.ts'
import { asText } from '../values/as-text.ts'
import { Blank, isBlank } from '../values/blank.tsx'
import links from '../values/link-values.module.css'
import styles from './file-link.module.css'

const FileDialog = lazy(() => import('./file-dialog.tsx').then((module) => ({ default: module.FileDialog })))

interface FileLinkProps {
  /** The name of the file. */
  value: unknown
  /** The path that answers the file; `{id}` is the id of the record. */
  contentPath: string
  record: Readonly<Record<string, unknown>> | undefined
}

/** The name of a file, which opens it in a dialog. In the heading of a group, where no record is meant, only the name. */
export function FileLink({ value, contentPath, record }: FileLinkProps) {
  const [isOpen, setOpen] = useState(false)
  if (isBlank(value)) return <Blank />
  const name = asText(value)
  if (record === undefined) return <bdi>{name}</bdi>
  return (
    <>
      <UnstyledButton className={`${links.link} ${styles.file}`} onClick={() => setOpen(true)}>
        <IconFile size={16} stroke={1.5} aria-hidden className={styles.icon} />
        <bdi>{name}</bdi>
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <FileDialog name={name} path={fillPath(contentPath, record.id as RecordId)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
