import { useQuery } from '@tanstack/react-query'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist/legacy/build/pdf.mjs'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { t } from '../language/t.ts'
import { formatCount } from '../values/person-formats.ts'
import styles from './file-dialog.module.css'

GlobalWorkerOptions.workerSrc = worker

/** The most pages that are drawn: each takes some megabytes of memory. */
const MOST_PAGES = 40

/** The width to which pages are drawn, in CSS pixels; the dialog makes them smaller where it is narrower. */
const WIDTH = 880

interface PdfPagesProps {
  file: Blob
  /** The path from which it was read. */
  path: string
}

/** The pages of a PDF as pictures, with their text for screen readers. Scripts in it are not run, and its links do nothing. */
export function PdfPages({ file, path }: PdfPagesProps) {
  const { data: pdf, error } = useQuery({
    queryKey: ['file', path, 'pages'],
    queryFn: () => openPdf(file),
    ...{ gcTime: 0, staleTime: Infinity, retry: false },
  })
  useEffect(() => () => void pdf?.loadingTask.destroy(), [pdf])
  if (error) return <p className={styles.none}>{whyNot(error)}</p>
  if (pdf === undefined) return null
  const count = Math.min(pdf.numPages, MOST_PAGES)
  const left = pdf.numPages - count
  return (
    <>
      <ol className={styles.pages}>
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>
            <Page pdf={pdf} number={index + 1} />
          </li>
        ))}
      </ol>
      {left > 0 && (
        <p className={styles.none}>{t('{count} more pages: download the file.', { count: formatCount(left) })}</p>
      )}
    </>
  )
}

const openPdf = async (file: Blob): Promise<PDFDocumentProxy> =>
  getDocument({ data: new Uint8Array(await file.arrayBuffer()), enableXfa: false, isEvalSupported: false }).promise

const whyNot = ({ name }: Error) =>
  name === 'PasswordException'
    ? t('This PDF is protected with a password. Download it to open it.')
    : t('This PDF is damaged or cannot be read. Download it to open it.')

function Page({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    let undo = () => {}
    let isOver = false
    void pdf.getPage(number).then(async (page) => {
      if (isOver || canvas.current === null) return
      undo = draw(page, canvas.current)
      setText(await textOf(page))
    })
    return () => {
      isOver = true
      undo()
    }
  }, [pdf, number])
  const label = t('Page {number} of {count}', { number, count: pdf.numPages })
  return (
    <canvas ref={canvas} className={styles.page} role="img" aria-label={text === '' ? label : `${label}: ${text}`} />
  )
}

/** Draws a page. Returns the function that stops it. */
function draw(page: PDFPageProxy, canvas: HTMLCanvasElement): () => void {
  const { width } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: (WIDTH / width) * Math.min(window.devicePixelRatio, 2) })
  canvas.width = viewport.width
  canvas.height = viewport.height
  const task = page.render({ canvas, viewport })
  // Stopping it rejects its promise.
  task.promise.catch(() => undefined)
  return () => task.cancel()
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join(' ')
}
