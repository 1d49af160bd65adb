import { Button, Modal } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import { requestFile } from '../api/request.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { t } from '../language/t.ts'
import '../theme/modal.css'
import { formatBytes } from '../values/as-text.ts'
import { saveBlob } from '../values/save-file.ts'
import styles from './file-dialog.module.css'

const PdfPages = lazy(() => import('./pdf-pages.tsx').then((module) => ({ default: module.PdfPages })))

interface FileDialogProps {
  name: string
  /** The path that answers the file. */
  path: string
  onClose: () => void
}

/** A file as it is, if it is a picture, a PDF or plain text, and a button to download it. */
export function FileDialog({ name, path, onClose }: FileDialogProps) {
  useReturnedFocus(true)
  // A file of a person is not kept longer than it is looked at.
  const {
    data: file,
    error,
    refetch,
  } = useQuery({
    ...{ queryKey: ['file', path], queryFn: () => requestFile(path), gcTime: 0, staleTime: Infinity },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{name}</bdi>}
      size="min(960px, 94vw)"
      classNames={{ body: styles.body }}
    >
      <div
        className={styles.shown}
        role="group"
        aria-label={name}
        tabIndex={0}
        aria-busy={file === undefined && error === null}
        data-loading={!file && !error}
      >
        {error && <ProblemNotice error={error} onRetry={refetch} />}
        {file && (
          <Suspense>
            <Shown {...{ file, name, path }} />
          </Suspense>
        )}
      </div>
      {file && (
        <div className={styles.foot}>
          <span className={styles.size}>{formatBytes(file.size)}</span>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveBlob(name, file)}
            data-autofocus
          >
            {t('Download')}
          </Button>
        </div>
      )}
    </Modal>
  )
}

/** Pictures that browsers show and that contain no scripts. */
const PICTURES: ReadonlySet<string> = new Set(
  ['png', 'jpeg', 'gif', 'webp', 'avif', 'bmp'].map((each) => `image/${each}`),
)

interface ShownProps {
  file: Blob
  name: string
  path: string
}

function Shown({ file, name, path }: ShownProps) {
  const type = file.type.split(';')[0]?.trim() ?? ''
  if (PICTURES.has(type)) return <Picture file={file} name={name} />
  if (type === 'application/pdf') return <PdfPages file={file} path={path} />
  if (type === 'text/plain' || type === 'text/csv') return <PlainText file={file} path={path} />
  return <p className={styles.none}>{t('This kind of file cannot be shown here. Download it to open it.')}</p>
}

function Picture({ file, name }: { file: Blob; name: string }) {
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return <img src={url} alt={name} className={styles.picture} />
}

/** As much of a text as one reads in a dialog. */
const MOST_TEXT = 200_000

function PlainText({ file, path }: Omit<ShownProps, 'name'>) {
  const { data = '' } = useQuery({
    queryKey: ['file', path, 'text'],
    queryFn: () => file.slice(0, MOST_TEXT).text(),
    ...{ gcTime: 0, staleTime: Infinity },
  })
  return (
    <pre className={styles.text} tabIndex={0}>
      {data}
    </pre>
  )
}
