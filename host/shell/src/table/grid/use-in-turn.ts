import { useEffect, useRef, useState } from 'react'
import { toast } from '../../feedback/toast.ts'

/**
 * Does one thing after the other, each as of the render in which its turn comes.
 * @param isFree whether the next one may begin, once the last one has ended
 * @returns a function that adds one
 */
export function useInTurn<Item>(isFree: boolean, start: (item: Item) => Promise<void>): (item: Item) => void {
  const [waiting, setWaiting] = useState<readonly Item[]>([])
  const isBusy = useRef(false)
  useEffect(() => {
    const [next] = waiting
    if (next === undefined || !isFree || isBusy.current) return
    isBusy.current = true
    start(next)
      .catch((error: unknown) => toast.failed(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        isBusy.current = false
        setWaiting(([, ...rest]) => rest)
      })
  })
  return (item) => setWaiting((before) => [...before, item])
}
