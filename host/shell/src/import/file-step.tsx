import { Button, Textarea } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import type { ChangeEvent, DragEvent } from 'react'
import { useRef, useState } from 'react'
import { t } from '../language/t.ts'
import { formatBytes } from '../values/as-text.ts'
import { csvOf } from '../values/csv.ts'
import { formatCount } from '../values/person-formats.ts'
import { saveFile } from '../values/save-file.ts'
import styles from './import-dialog.module.css'
import { StepFoot, type StepProps } from './step-foot.tsx'
import { MOST_BYTES, MOST_LINES, readFile, readSheet, type Sheet, SheetProblem } from './read-sheet.ts'

/** Takes a file, or cells that were copied from a spreadsheet. */
export function FileStep({ importing, name, onDismiss }: StepProps) {
  const [problem, setProblem] = useState('')
  const [pasted, setPasted] = useState('')
  const read = async (sheet: () => Sheet | Promise<Sheet>) => {
    try {
      importing.take(await sheet())
    } catch (error) {
      if (!(error instanceof SheetProblem)) throw error
      setProblem(error.message)
    }
  }
  const labels = importing.targets.flatMap(({ field }) => (field ? [field.label] : []))

  return (
    <>
      <FileArea onFile={(file) => void read(() => readFile(file))} />
      <Textarea
        label={t('Or paste the cells of a spreadsheet')}
        description={t('With the names of the columns in the first line.')}
        autosize
        minRows={3}
        maxRows={8}
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <StepFoot importing={importing}>
        <Button
          variant="subtle"
          className={styles.template}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile(`${name}-template.csv`, csvOf([labels]))}
        >
          {t('Download a template')}
        </Button>
        <Button variant="default" onClick={onDismiss}>
          {t('Cancel')}
        </Button>
        <Button disabled={pasted.trim() === ''} onClick={() => void read(() => readSheet(pasted))}>
          {t('Next')}
        </Button>
      </StepFoot>
    </>
  )
}

/** A file is chosen with the button or dropped on the area. */
function FileArea({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.item(0)
    // The same file can be chosen again after it was corrected.
    currentTarget.value = ''
    if (file) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files.item(0)
    if (file) onFile(file)
  }
  return (
    <div
      className={styles.area}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={28} stroke={1.5} className={styles.icon} aria-hidden />
      <p className={styles.text}>{t('A CSV file, with the names of the columns in its first line.')}</p>
      <p className={styles.hint}>
        {t('At most {count} lines and {size}. Spreadsheets save it with “Save as”.', {
          count: formatCount(MOST_LINES),
          size: formatBytes(MOST_BYTES),
        })}
      </p>
      <Button variant="default" data-autofocus onClick={() => input.current?.click()}>
        {t('Choose a file…')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        hidden
        aria-label={t('The file to import')}
        onChange={choose}
      />
    </div>
  )
}
