import { type UIEvent, useLayoutEffect, useRef, useState } from 'react'

/** Distance from the end, in pixels, at which a person who scrolls down has reached it. */
const NEAR = 80

/** Distance that remains at the end, because browsers round it. */
const NONE = 2

/**
 * Keeps the end of a scrolled element in view, while its content grows or the space for it shrinks, until the person scrolls up.
 * @param content whatever is shown: the element is scrolled when it changes
 * @param isForced whether the end is shown in any case
 */
export function useEndInView(content: unknown, isForced: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const top = useRef(0)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const isKept = isAtEnd || isForced
  const toEnd = () => ref.current?.scrollTo({ top: ref.current.scrollHeight })
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
    const isUpwards = scrollTop < top.current
    top.current = scrollTop
    setIsAtEnd(scrollHeight - scrollTop - clientHeight < (isUpwards ? NONE : NEAR))
  }
  useLayoutEffect(() => {
    if (isKept) toEnd()
  }, [content, isKept])
  useLayoutEffect(() => {
    if (!isKept || ref.current === null) return undefined
    const observer = new ResizeObserver(toEnd)
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isKept])
  return { ref, isAtEnd, toEnd, onScroll }
}
