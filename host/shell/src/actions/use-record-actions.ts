import { useRouter } from '@tanstack/react-router'
import { useStillHere } from '../screen/still-here.ts'
import { type Actions, type AskedAction, useActions } from './actions.ts'

/**
 * The actions of a record's screen. After an action that deletes the record, the screen goes back to the list.
 * @param onChange called after each other action, after it is undone, and after it is done again
 */
export function useRecordActions(listPath: string | undefined, onChange = () => {}): Actions {
  const { history } = useRouter()
  const isStillHere = useStillHere()
  const onDone = ({ action }: AskedAction) => {
    const deletes = action.method === 'DELETE' && action.path.endsWith('{id}')
    if (!deletes || listPath === undefined) onChange()
    else if (isStillHere()) history.push(listPath, undefined, { ignoreBlocker: true })
  }
  return useActions({ onDone, afterwards: { undone: onChange, redone: onChange } })
}
