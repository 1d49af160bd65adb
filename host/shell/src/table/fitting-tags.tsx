import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { asText } from '../values/as-text.ts'
import { Blank } from '../values/blank.tsx'
import { formatCount } from '../values/person-formats.ts'
import values from '../values/value-kinds.module.css'
import styles from './fitting-tags.module.css'

const RestOfTags = lazy(() => import('./rest-of-tags.tsx').then((module) => ({ default: module.RestOfTags })))

interface FittingTagsProps {
  value: unknown
  /** Whether the focus belongs to the cell, as in a grid, so that nothing in it can be pressed. */
  isPassive?: boolean
}

/**
 * Tags on one line of a cell: as many as fit, and how many more there are. Those that do not fit are on a second line, which is cut off,
 * so that the column keeps its width and screen readers get them all.
 */
export function FittingTags({ value, isPassive = false }: FittingTagsProps) {
  const texts = Array.isArray(value) ? value.map(asText) : []
  const list = useRef<HTMLUListElement>(null)
  const [{ shown, free }, setFit] = useState<Fit>({ shown: texts.length, free: 0 })
  const all = texts.join('\n')
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return
    const measure = () => {
      const fit = fitOf(element)
      setFit((present) => (present.shown === fit.shown && present.free === fit.free ? present : fit))
    }
    measure()
    return onResize(element, measure)
  }, [all])
  if (texts.length === 0) return <Blank />
  const More = isPassive ? CountOfTags : MoreTags
  return (
    <div className={styles.fit}>
      <ul ref={list} className={styles.list}>
        {texts.map((text, index) => (
          <li key={index} className={values.tag}>
            {text}
          </li>
        ))}
      </ul>
      {shown < texts.length && <More texts={texts.slice(shown)} free={free} />}
    </div>
  )
}

/** How many tags are on the first line, and the pixels that it has left after them. */
interface Fit {
  shown: number
  free: number
}

function fitOf({ children, offsetLeft, offsetWidth }: HTMLElement): Fit {
  const tags = Array.from(children, (child) => child as HTMLElement)
  const [first] = tags
  const next = tags.findIndex(({ offsetTop }) => offsetTop > (first?.offsetTop ?? 0))
  const shown = next === -1 ? tags.length : next
  const last = tags[shown - 1]
  return { shown, free: last ? Math.max(0, offsetLeft + offsetWidth - last.offsetLeft - last.offsetWidth) : 0 }
}

interface MoreProps {
  texts: readonly string[]
  /** The room before it, which it skips. */
  free: number
}

/** The number of tags that do not fit. The list beside it has them all for screen readers. */
function CountOfTags({ texts, free }: MoreProps) {
  return (
    <span className={styles.more} style={{ insetInlineEnd: free }} title={texts.join(', ')} aria-hidden>
      +{formatCount(texts.length)}
    </span>
  )
}

/**
 * The number of tags that do not fit. The pointer, the focus and a tap show them. The button stays the same element while they are fetched:
 * a new one below a pointer that has just left would never learn of it, and the focus would be lost.
 */
function MoreTags({ texts, free }: MoreProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.more}
        style={{ insetInlineEnd: free }}
        data-more
        aria-label={`+${formatCount(texts.length)}: ${texts.join(', ')}`}
        onPointerEnter={() => setOpen(true)}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
      >
        +{formatCount(texts.length)}
      </button>
      {isOpen && (
        <Suspense>
          <RestOfTags button={button} texts={texts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const listeners = new WeakMap<Element, () => void>()
let observer: ResizeObserver | undefined

/**
 * Calls back after the size of an element has changed. All elements share one observer, so a table of hundreds of them is measured once,
 * after its layout and before anything changes again. Returns its undo.
 */
function onResize(element: Element, listener: () => void): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) listeners.get(target)?.()
  })
  listeners.set(element, listener)
  observer.observe(element)
  return () => {
    listeners.delete(element)
    observer?.unobserve(element)
  }
}
