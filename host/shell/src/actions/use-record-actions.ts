import { useRef } from 'react'
import { useOnward } from '../screen/onward.ts'
import { type Actions, type AskedAction, useActions } from './actions.ts'

/**
 * The actions of a record's screen. After an action that deletes the record, the screen goes back to the list.
 * @param onChange called after each other action, after it is undone, and after it is done again
 */
export function useRecordActions(listPath: string | undefined, onChange = () => {}): Actions {
  const onward = useOnward()
  const go = useRef(onward())
  const onDone = ({ action }: AskedAction) => {
    const deletes = action.method === 'DELETE' && action.path.endsWith('{id}')
    if (deletes && listPath !== undefined) go.current(listPath, { ignoreBlocker: true })
    else onChange()
  }
  const actions = useActions({ onDone, afterwards: { undone: onChange, redone: onChange } })
  return {
    ...actions,
    start: (...started) => {
      go.current = onward()
      actions.start(...started)
    },
  }
}
