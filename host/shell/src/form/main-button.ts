import { createContext, use, useEffect } from 'react'

interface MainButton {
  /** Whether the form is in the middle of its steps, so that going on is what most people want next. */
  isMidway: boolean
  tell: (isMidway: boolean) => void
}

/** Lets the steps of a form and its submit button agree on which of them is the main button. Provided by the body of the form. */
export const MainButtonContext = createContext<MainButton>({ isMidway: false, tell: () => undefined })

/** The look of the submit button: the main one, unless a step of the form has a button that goes on. */
export const useSubmitVariant = (): 'filled' | 'default' => (use(MainButtonContext).isMidway ? 'default' : 'filled')

/** Tells the form whether one of its steps is followed by another. */
export function useMidway(isMidway: boolean): void {
  const { tell } = use(MainButtonContext)
  useEffect(() => {
    tell(isMidway)
    return () => tell(false)
  }, [isMidway, tell])
}
