import { useState } from 'react'

/** The value as it is, or as it last was where there is none at the moment: the old stays until the new is there. */
export function useKept<Value>(value: Value | undefined): Value | undefined {
  const [kept, setKept] = useState(value)
  if (value !== undefined && value !== kept) setKept(value)
  return value ?? kept
}
